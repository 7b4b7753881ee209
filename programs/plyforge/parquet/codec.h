/* Compresses the pages of a table with zstd, if the program was built with it. */
#ifndef PLYFORGE_PROGRAM_PARQUET_CODEC_H
#define PLYFORGE_PROGRAM_PARQUET_CODEC_H

#include <parquet/column.h>

/* One for each thread. Its number is 0 if this build cannot compress, and pages stay as they are. */
struct parquet_codec *table_codec_create(void);
void table_codec_destroy(struct parquet_codec *codec);

#endif
