/* Plyforge: definitions that all other headers use: export macros, versions, errors, callbacks for bytes, 128-bit
 * counts. Nothing here is about chess. */
#ifndef PLYFORGE_BASE_H
#define PLYFORGE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <plyforge/build.h>

/* The version that a program is compiled against. */
#define PF_VERSION_MAJOR 0
#define PF_VERSION_MINOR 3
#define PF_VERSION_PATCH 0
#define PF_VERSION_TEXT  "0.3.0"

/* PF_API marks what the shared library exports; everything else is hidden. */
#if defined(_WIN32) && defined(PF_SHARED)
#ifdef PF_BUILDING
#define PF_API __declspec(dllexport)
#else
#define PF_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define PF_API __attribute__((visibility("default")))
#else
#define PF_API
#endif

/* Marks the inline functions of these headers. GPU code may call them too, and in C++17 they are constexpr. */
#ifdef __CUDACC__
#define PF_INLINE static inline __host__ __device__
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define PF_INLINE static constexpr inline
#else
#define PF_INLINE static inline
#endif

/* A cast that raises no warning in C or C++. */
#if defined(__cplusplus)
#define PF_CAST(type, value) (static_cast<type>(value))
#else
#define PF_CAST(type, value) ((type)(value))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The return value of functions that can fail. Zero is success; the others say which part of the input was wrong. */
typedef enum pf_status {
    PF_OK = 0,
    PF_ERROR_FEN_BOARD,      /* the piece placement cannot be read */
    PF_ERROR_FEN_TURN,       /* the side to move is neither 'w' nor 'b' */
    PF_ERROR_FEN_CASTLING,   /* the castling field cannot be read */
    PF_ERROR_FEN_EN_PASSANT, /* the en passant field is neither '-' nor a square */
    PF_ERROR_FEN_CLOCK,      /* the half-move clock is not a number from 0 to 65535 */
    PF_ERROR_FEN_NUMBER,     /* the move number is not a number from 0 to 4294967295 */
    PF_ERROR_FEN_TRAILING,   /* text after the last field */
    PF_ERROR_POSITION,       /* readable, but not a position that can be played: see pf_problems */
    PF_ERROR_MOVE_TEXT,      /* the text is not a move in the requested notation */
    PF_ERROR_MOVE_ILLEGAL,   /* a well-formed move that is not legal here */
    PF_ERROR_UNSUPPORTED,    /* not supported by this machine or this build */
    PF_ERROR_MOVE_AMBIGUOUS, /* several legal moves fit the text */
    PF_ERROR_NO_ROOM,        /* the caller's memory is full, or there is no more memory */
    PF_ERROR_PACKED,         /* bytes that are not a packed position */
    PF_ERROR_EPD,            /* an operation of an EPD record cannot be read */
    PF_ERROR_PGN,            /* text that is not PGN */
    PF_ERROR_OPTION,         /* an option is out of range */
    PF_ERROR_THREAD,         /* a thread could not be started */
    PF_ERROR_STOPPED,        /* a callback stopped the work */
    PF_ERROR_DEVICE,         /* a GPU failed, or totals that must agree do not */
    PF_ERROR_DIVIDE,         /* text without a divide */
    PF_ERROR_BOOK,           /* not an opening book, or not a table of openings */
    PF_ERROR_TRAIN,          /* bytes that are not training data */
    PF_ERROR_TABLEBASE,      /* an endgame table that cannot be read or is damaged */
    PF_ERROR_NO_TABLE,       /* there is no table for these pieces */
    PF_ERROR_UCI             /* text that is not a UCI command */
} pf_status;

/* The name of the status, such as "move illegal", for tables and programs; pf_error has the full sentence. Returns a
 * static string, "" for a value that is not a status. */
PF_API const char *pf_status_name(pf_status status);

/* A caller-owned error. Every function that takes one accepts NULL, and leaves it unchanged on success. */
typedef struct pf_error {
    pf_status code;
    uint32_t offset;   /* byte offset of the fault in the text; 0 if no text is involved */
    char message[120]; /* one English sentence without a full stop, always NUL-terminated */
} pf_error;

/* The two callbacks through which streams of positions and games are read and written. context is whatever the caller
 * passed in.
 *
 * A reader's source stores up to size bytes in buffer and returns their number, 0 at the end of the input. A source
 * that fails returns 0 as well; the caller records the failure in its context. A number above size counts as 0. */
typedef size_t pf_read_bytes(void *context, void *buffer, size_t size);

/* A writer's sink takes all of size bytes and returns true. After false the rest of the stream or game is dropped, and
 * the writer reports it. */
typedef bool pf_write_bytes(void *context, const void *bytes, size_t size);

/* A count of up to 128 bits: hi * 2^64 + lo. */
typedef struct pf_count {
    uint64_t lo;
    uint64_t hi;
} pf_count;

/* The longest decimal text of a pf_count (39 digits) with its NUL. */
#define PF_COUNT_TEXT_SIZE 40

/* Functions that write text work like snprintf: they write at most size bytes, including the NUL. They return the
 * length of the whole text without the NUL, so a value >= size means that the text was cut off. buffer may be NULL if
 * size is 0. */

/* Writes count in decimal. Thread-safe, as every function here is on distinct objects. */
PF_API size_t pf_count_to_text(char *buffer, size_t size, pf_count count);

/* Reads decimal digits, nothing else. Returns false and leaves out unchanged if there are none, if there is other text,
 * or if the number needs more than 128 bits. */
PF_API bool pf_count_from_text(pf_count *out, const char *text, size_t length);

/* The version of the library at run time. PF_VERSION_TEXT is the version that the program was compiled against. */
PF_API const char *pf_version(void);

/* A count of at most 64 bits. */
PF_INLINE pf_count pf_count_of(uint64_t value)
{
    pf_count count = {value, 0};
    return count;
}

/* The sum, modulo 2^128. */
PF_INLINE pf_count pf_count_add(pf_count a, pf_count b)
{
    pf_count sum = {a.lo + b.lo, a.hi + b.hi};
    sum.hi += sum.lo < a.lo;
    return sum;
}

/* Whether the counts are the same. */
PF_INLINE bool pf_count_equal(pf_count a, pf_count b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* -1, 0 or 1 as a is less than, equal to or greater than b. */
PF_INLINE int pf_count_compare(pf_count a, pf_count b)
{
    if (a.hi != b.hi) return a.hi < b.hi ? -1 : 1;
    if (a.lo != b.lo) return a.lo < b.lo ? -1 : 1;
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif
