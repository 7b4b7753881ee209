/* Compressed input. A format is recognised by its first bytes, never by the name of the file. Each format that can be
 * read has a decoder in a file of its own (decode_zstd.c, decode_gzip.c, decode_bzip2.c), which needs a library that
 * may be absent when the program is built. */
#ifndef PLYFORGE_PROGRAM_COMPRESSED_H
#define PLYFORGE_PROGRAM_COMPRESSED_H

#include <stdbool.h>
#include <stddef.h>

/* Input and output of a decoder; a step moves both on. */
struct decode_buffers {
    const char *in;
    size_t in_size;
    char *out;
    size_t out_size;
    const char *error; /* what is damaged, set by a step that fails */
};

enum decode_status {
    DECODE_GOES_ON, /* all input is used up, or all output is filled */
    DECODE_AT_END,  /* a whole stream has been decoded; the next step begins another one */
    DECODE_FAILED,
    DECODE_NO_MEMORY
};

struct decoder {
    void *(*create)(void); /* NULL if there is no memory */
    void (*destroy)(void *state);
    enum decode_status (*step)(void *state, struct decode_buffers *buffers);
};

/* Enough bytes of a file to recognise every format. */
enum { FORMAT_BYTES = 6 };

struct compressed_format {
    const char *name;
    unsigned char first[FORMAT_BYTES];
    unsigned char mask[FORMAT_BYTES]; /* the bits of first that count; zero behind its end */
    const struct decoder *decoder;    /* NULL: this build cannot read the format */
    const char *remedy;               /* the command that writes the text of a file to standard output */
};

/* The format of a file that begins with these bytes, or NULL if it is not compressed. */
const struct compressed_format *compressed_format_of(const char *bytes, size_t size);

/* Input that is being decoded. */
struct decoding {
    const struct compressed_format *format;
    void *state;
    bool at_end; /* between two streams, so that the input may end here */
};

/* False if there is no memory. The format must have a decoder. */
bool decoding_begin(struct decoding *decoding, const struct compressed_format *format);
void decoding_end(struct decoding *decoding); /* all zeros are allowed */

/* Decodes until the output is full, the input is used up, or the input is damaged; then buffers->error says how.
 * Several compressed streams in a row are one text, and zeros between and behind them are padding. */
enum decode_status decoding_step(struct decoding *decoding, struct decode_buffers *buffers);

#endif
