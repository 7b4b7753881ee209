/* Writes a Parquet file row group by row group. Rows come in batches, for which the threads that read games have
 * already made the pages of the large columns; strings get a dictionary for each row group here. This code knows
 * nothing about chess or files: the program and the Python extension, which share it, provide the columns, the output
 * and the compression. */
#ifndef PLYFORGE_PARQUET_WRITER_H
#define PLYFORGE_PARQUET_WRITER_H

#include <parquet/column.h>

/* One column of a batch of rows: pages if the column is early, otherwise values. */
struct parquet_part {
    struct parquet_values values;
    struct parquet_pages pages;
};

void parquet_part_clear(struct parquet_part *part);
void parquet_part_free(struct parquet_part *part);

enum parquet_status { PARQUET_OK, PARQUET_NO_MEMORY, PARQUET_NOT_WRITTEN };

/* Receives the bytes of the file; false if they could not be written. */
struct parquet_sink {
    bool (*put)(void *context, const void *bytes, size_t size);
    void *context;
};

/* Describes a file. note is NULL or a pair for the metadata, its name and text; writer names the program that writes
 * it, with a version, as in "plyforge version 1.0". All of it must stay valid until the end. codec is that of this
 * thread; the codecs of pages that come with rows must have the same number. */
struct parquet_description {
    const struct parquet_column *columns;
    size_t count;
    const char *const *note;
    const char *writer;
    struct parquet_codec *codec;
};

struct parquet_writer;

/* Begins a file; NULL if out of memory. */
struct parquet_writer *parquet_begin(const struct parquet_description *description, struct parquet_sink sink);

/* Adds rows: a part for each column. A row group ends when it reaches a number of rows or bytes. After an error, the
 * file cannot be completed. */
enum parquet_status parquet_add_rows(struct parquet_writer *writer, const struct parquet_part *parts, uint64_t rows);

/* Writes the remaining rows and the footer. */
enum parquet_status parquet_end(struct parquet_writer *writer);

/* Releases the writer, at any time; NULL is fine. */
void parquet_writer_destroy(struct parquet_writer *writer);

#endif
