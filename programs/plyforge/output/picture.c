/* Pictures of boards as SVG, in files or on standard output. */
#include "common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct picture open_picture(const struct picture_options *options, bool json)
{
    struct picture picture = {.options = options};
    if (options->svg == NULL) return picture;
    picture.is_output = strcmp(options->svg, "-") == 0;
    if (picture.is_output && json) refuse("--json and --svg - cannot be combined: both print");
    if (!picture.is_output) picture.output = open_output_file(options->svg, true);
    picture.file = picture.is_output ? stdout : picture.output.stream;
    return picture;
}

enum { DESCRIPTION_SIZE = PF_FEN_SIZE + 16, TITLE_SIZE = 64 };

/* X-FEN writes castling rights like standard FEN wherever standard FEN can express them. */
static void describe_variant(pf_svg_options *svg, char title[TITLE_SIZE], char description[DESCRIPTION_SIZE],
                             const pf_position *position)
{
    char fen[PF_FEN_SIZE];
    write_fen(fen, position, true);
    svg->description = description;
    svg->description_length = (size_t)snprintf(description, DESCRIPTION_SIZE, "%s%s", fen,
                                               pf_position_in_check(position) ? ", in check" : "");
    if (svg->title != NULL) return;
    svg->title = title;
    svg->title_length = (size_t)snprintf(title, TITLE_SIZE, "Position of %s, %s to move",
                                         pf_variant_name((pf_variant)position->variant),
                                         position->turn == PF_WHITE ? "White" : "Black");
}

bool write_picture(FILE *file, const pf_position *position, const pf_svg_options *options)
{
    char title[TITLE_SIZE], description[DESCRIPTION_SIZE];
    pf_svg_options svg = *options;
    if (position->variant != PF_VARIANT_STANDARD) describe_variant(&svg, title, description, position);
    size_t length = pf_svg(NULL, 0, position, &svg);
    char *text = malloc(length + 1);
    if (text == NULL) return false;
    pf_svg(text, length + 1, position, &svg);
    bool written = fwrite(text, 1, length, file) == length && fflush(file) == 0;
    free(text);
    return written;
}

int finish_picture(struct picture *picture, const pf_position *position, pf_svg_options *svg)
{
    if (picture->file == NULL) return STATUS_OK;
    svg->size = picture->options->size;
    svg->theme = picture->options->theme;
    bool written = write_picture(picture->file, position, svg);
    int error = errno;
    if (!picture->is_output && !close_output_file(&picture->output, written) && written) {
        written = false;
        error = errno;
    }
    if (written) return STATUS_OK;
    /* This does not return to main, which would report the failed standard output again. */
    fail("cannot write %s: %s", picture->is_output ? "to standard output" : picture->options->svg, strerror(error));
}
