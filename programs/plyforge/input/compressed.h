/* Compressed input. A format is recognised by its first bytes, never by the name of the file. Each format that can be
 * read has a decoder in a separate file (decode_zstd.c, decode_gzip.c, decode_bzip2.c, decode_xz.c), which needs a
 * library that may be absent when the program is built. */
#ifndef PLYFORGE_PROGRAM_COMPRESSED_H
#define PLYFORGE_PROGRAM_COMPRESSED_H

#include <stdbool.h>
#include <stddef.h>

/* Input and output of a decoder; each decoding step advances both. */
struct decode_buffers {
    const char *in;
    size_t in_size;
    char *out;
    size_t out_size;
    const char *error; /* describes the problem; set by a step that fails or refuses */
};

enum decode_status {
    DECODE_GOES_ON, /* all input is used up, or the output is full */
    DECODE_AT_END,  /* a whole stream has been decoded; the next step begins another one */
    DECODE_FAILED,  /* the input is damaged */
    DECODE_REFUSED, /* the input may be valid but is not decoded; error tells the user what to do */
    DECODE_NO_MEMORY
};

struct decoder {
    void *(*create)(void); /* returns NULL if memory has run out */
    void (*destroy)(void *state);
    enum decode_status (*step)(void *state, struct decode_buffers *buffers);
};

/* The number of bytes of a file that is sufficient to recognise every format. */
enum { FORMAT_BYTES = 6 };

struct compressed_format {
    const char *name;
    unsigned char first[FORMAT_BYTES];
    unsigned char mask[FORMAT_BYTES]; /* the bits of first that matter; zero beyond its end */
    const struct decoder *decoder;    /* NULL: this build cannot read the format */
    const char *remedy;               /* a command that decompresses a file to standard output */
};

/* The format of a file that begins with these bytes, or NULL if it is not compressed. */
const struct compressed_format *compressed_format_of(const char *bytes, size_t size);

/* Input that is being decoded. */
struct decoding {
    const struct compressed_format *format;
    void *state;
    bool at_end; /* the position is between two streams, so the input may end here */
};

/* False if memory has run out. The format must have a decoder. */
bool decoding_begin(struct decoding *decoding, const struct compressed_format *format);
void decoding_end(struct decoding *decoding); /* a zero-initialised struct is allowed */

/* Decodes until the output is full, the input is used up, or the input is damaged; in the last case buffers->error
 * describes the damage. Several consecutive streams form one text, and zeros between and after them are padding. */
enum decode_status decoding_step(struct decoding *decoding, struct decode_buffers *buffers);

/* Writes the reason if such a step ended reading; otherwise writes nothing. */
void decode_describe(char *error, size_t size, const struct decoding *decoding, enum decode_status status,
                     const struct decode_buffers *buffers);

#endif
