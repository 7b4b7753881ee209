/* Pictures of boards as SVG files, or on standard output. */
#include "common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct picture open_picture(const struct picture_options *options, bool json)
{
    struct picture picture = {.options = options};
    if (options->svg == NULL) return picture;
    picture.is_output = strcmp(options->svg, "-") == 0;
    if (picture.is_output && json) refuse("--json and --svg - do not go together: both print");
    if (!picture.is_output) picture.output = open_output_file(options->svg, true);
    picture.file = picture.is_output ? stdout : picture.output.stream;
    return picture;
}

bool write_picture(FILE *file, const pf_position *position, const pf_svg_options *options)
{
    size_t length = pf_svg(NULL, 0, position, options);
    char *text = malloc(length + 1);
    if (text == NULL) return false;
    pf_svg(text, length + 1, position, options);
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
    /* Not by returning to main, which would report the failed standard output again. */
    fail("cannot write %s: %s", picture->is_output ? "to standard output" : picture->options->svg, strerror(error));
}
