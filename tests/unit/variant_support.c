/* Suites of the variants; see variant_support.h. */
#include "variant_support.h"

#include <glob.h>
#include <stdlib.h>

static unsigned visit_line(char *line, pf_variant variant, uint64_t max_nodes, variant_count_visitor *visit)
{
    unsigned visited = 0;
    char *rest = strchr(line, ';');
    if (!rest) return 0;
    *rest++ = '\0';
    pf_position position = variant_position_of(line, variant);
    for (char *field = strtok(rest, ";"); field; field = strtok(NULL, ";")) {
        unsigned depth;
        unsigned long long nodes;
        if (sscanf(field, "D%u %llu", &depth, &nodes) != 2 || nodes > max_nodes) continue;
        visit(&position, depth, nodes, line);
        visited++;
    }
    return visited;
}

static unsigned visit_files(const char *pattern, pf_variant variant, uint64_t max_nodes, variant_count_visitor *visit)
{
    glob_t found;
    unsigned visited = 0;
    if (glob(pattern, 0, NULL, &found) != 0) return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "r");
        assert_non_null(file);
        char line[512];
        while (fgets(line, sizeof line, file)) visited += visit_line(line, variant, max_nodes, visit);
        fclose(file);
    }
    globfree(&found);
    return visited;
}

unsigned visit_variant_counts(pf_variant variant, uint64_t max_nodes, variant_count_visitor *visit)
{
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%s/tests/perft/variants/%s.epd", PF_TEST_SOURCE_DIR, pf_variant_name(variant));
    unsigned visited = visit_files(pattern, variant, max_nodes, visit);
    assert_true(visited > 0);
    if (PF_TEST_CORPORA[0]) {
        snprintf(pattern, sizeof pattern, "%s/perft/variant/%s/*.epd", PF_TEST_CORPORA, pf_variant_name(variant));
        visited += visit_files(pattern, variant, max_nodes, visit);
    }
    return visited;
}
