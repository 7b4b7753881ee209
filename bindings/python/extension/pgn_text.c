/* A file of games. It is read line by line with its readline(), so that the position in the file is always that of the
 * next game. This part reads empty lines and tags, and skips text that is left out. plyforge/chess/pgn/_reader.py does
 * the same for the visitors of users. */
#include "pgn.h"

typedef struct text_object {
    PyObject_HEAD
    pgn_text text;
} text_object;

static pgn_text *text_of(PyObject *self)
{
    return &((text_object *)self)->text;
}

/* ---- Lines ---- */

static void drop_line(text_line *line)
{
    Py_CLEAR(line->object);
    Py_CLEAR(line->encoded);
    line->bytes = "";
    line->length = 0;
}

/* Takes over the reference to the line. */
static bool set_line(pgn_text *text, PyObject *object)
{
    text_line *line = &text->line;
    drop_line(line);
    if (!object) return false;
    line->object = object;
    if (!PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "games are read from a file of text, and this one returns bytes: "
                                         "use open(path, encoding='utf-8')");
        return false;
    }
    Py_ssize_t length;
    const char *bytes = PyUnicode_AsUTF8AndSize(object, &length);
    if (!bytes) { /* lone surrogates */
        PyErr_Clear();
        line->encoded = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
        char *start;
        if (!line->encoded || PyBytes_AsStringAndSize(line->encoded, &start, &length) < 0) return false;
        bytes = start;
    }
    line->bytes = bytes;
    line->length = (size_t)length;
    return true;
}

int text_next(pgn_text *text)
{
    if (PyErr_CheckSignals() < 0 || !set_line(text, PyObject_CallNoArgs(text->readline))) return -1;
    return text->line.length > 0;
}

PyObject *text_part(const pgn_text *text, size_t from, size_t to)
{
    return PyUnicode_DecodeUTF8(text->line.bytes + from, (Py_ssize_t)(to - from), "surrogatepass");
}

/* The same as str.isspace() for ASCII. */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

int text_is_blank(const pgn_text *text)
{
    const text_line *line = &text->line;
    size_t at = 0;
    while (at < line->length && is_space(line->bytes[at])) at++;
    if (at == line->length) return 1;
    if ((signed char)line->bytes[at] > 0) return 0;
    PyObject *rest = core_call(line->object, "strip", NULL);
    if (!rest) return -1;
    int is_blank = PyUnicode_GetLength(rest) == 0;
    Py_DECREF(rest);
    return is_blank;
}

/* Removes byte order marks from the beginning of the line. */
static bool drop_marks(pgn_text *text)
{
    if (text->line.length < 3 || memcmp(text->line.bytes, "\xef\xbb\xbf", 3) != 0) return true;
    PyObject *mark = PyUnicode_FromString("\xef\xbb\xbf");
    PyObject *rest = mark ? core_call(text->line.object, "lstrip", mark) : NULL;
    Py_XDECREF(mark);
    return set_line(text, rest);
}

/* Advances to the first line of a game: True, or False at the end of the file. */
static PyObject *begin(PyObject *self, PyObject *unused)
{
    (void)unused;
    pgn_text *text = text_of(self);
    for (;;) {
        int more = text_next(text);
        if (more < 0) return NULL;
        if (!more) Py_RETURN_FALSE;
        if (!drop_marks(text)) return NULL;
        int is_blank = text_is_blank(text);
        if (is_blank < 0) return NULL;
        if (!is_blank && !text_is_ignored(text)) Py_RETURN_TRUE;
    }
}

/* ---- Tags ---- */

static bool is_name(char c, bool is_first)
{
    if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z')) return true;
    return !is_first && c && strchr("_+#=:-", c);
}

/* Reads a tag with the regular expression of the Python side. */
static bool read_odd_tag(PyObject *headers, PyObject *line)
{
    PyObject *result = line ? core_call(headers, "_read_tag", line) : NULL;
    Py_XDECREF(result);
    return result != NULL;
}

/* Reads the text between from and to, which is a line that begins with a bracket, without the ASCII white space around
 * it. A line that begins like a tag but is not one is left out. */
static bool read_tag(const pgn_text *text, size_t from, size_t to, PyObject *headers, PyObject *tags)
{
    const char *bytes = text->line.bytes;
    size_t name = from + 1, at = name;
    while (at < to && is_name(bytes[at], at == name)) at++;
    size_t name_end = at;
    while (at < to && is_space(bytes[at])) at++;
    /* This handles white space beyond ASCII, and line breaks inside a line. */
    if (bytes[from] != '[' || (signed char)bytes[to - 1] < 0 || (at < to && (signed char)bytes[at] < 0) ||
        memchr(bytes + from, '\n', to - from))
        return read_odd_tag(headers, text->line.object);
    if (name_end == name || at == name_end || at >= to || bytes[at] != '"') return true;
    size_t value = at + 1, value_end = to - 2;
    if (to < value + 2 || bytes[to - 1] != ']' || bytes[value_end] != '"') return true;
    if (memchr(bytes + value, '\r', value_end - value)) return true;
    PyObject *name_text = text_part(text, name, name_end), *value_text = text_part(text, value, value_end);
    bool done = name_text && value_text && PyDict_SetItem(tags, name_text, value_text) == 0;
    Py_XDECREF(name_text);
    Py_XDECREF(value_text);
    return done;
}

/* Removes white space around a line: 0 if nothing is left of it, '[' if it then begins with one, otherwise another
 * character; -1 with an exception. If it begins with non-ASCII characters, Python strips it. */
static int first_character(pgn_text *text, size_t *from, size_t *to)
{
    size_t start = 0, end = text->line.length;
    while (start < end && is_space(text->line.bytes[start])) start++;
    while (end > start && is_space(text->line.bytes[end - 1])) end--;
    *from = start;
    *to = end;
    if (start == end) return 0;
    if ((signed char)text->line.bytes[start] > 0) return text->line.bytes[start];
    PyObject *rest = core_call(text->line.object, "strip", NULL);
    if (!rest) return -1;
    bool is_blank = PyUnicode_GetLength(rest) == 0;
    bool is_tag = !is_blank && PyUnicode_ReadChar(rest, 0) == '[';
    Py_DECREF(rest);
    return is_blank ? 0 : is_tag ? '[' : 'x';
}

/* tags(headers or None, their dict or None): reads tags up to the first line that does not begin like one. There may be
 * one empty line among them. False if the game ends here. */
static PyObject *tags(PyObject *self, PyObject *args)
{
    pgn_text *text = text_of(self);
    PyObject *headers, *tags;
    if (!PyArg_ParseTuple(args, "OO", &headers, &tags)) return NULL;
    if (tags != Py_None && !PyDict_Check(tags)) {
        PyErr_SetString(PyExc_TypeError, "expected a dict");
        return NULL;
    }
    for (int empty = 0, more = 1; more;) {
        size_t from, to;
        int first = first_character(text, &from, &to);
        if (first < 0) return NULL;
        if (first == 0) {
            if (++empty > 1) Py_RETURN_FALSE;
        } else if (first == '[') {
            empty = 0;
            if (tags != Py_None && !read_tag(text, from, to, headers, tags)) return NULL;
        } else if (!text_is_ignored(text)) {
            Py_RETURN_TRUE;
        }
        if ((more = text_next(text)) < 0) return NULL;
    }
    Py_RETURN_FALSE;
}

/* ---- Movetext that is left out ---- */

/* Whether a comment is open at the end of the line. */
static bool comment_continues(const text_line *line, bool in_comment)
{
    const char *at = line->bytes, *end = at + line->length;
    for (;;) {
        if (in_comment) {
            at = memchr(at, '}', (size_t)(end - at));
            if (!at) return true;
            at++;
        }
        while (at < end && *at != '{' && *at != ';') at++;
        if (at == end || *at == ';') return false;
        at++;
        in_comment = true;
    }
}

/* Advances to the empty line that ends the game; an empty line inside a comment does not. */
static PyObject *skip_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    pgn_text *text = text_of(self);
    bool in_comment = false;
    for (int more = 1; more;) {
        int is_blank = in_comment ? 0 : text_is_blank(text);
        if (is_blank < 0) return NULL;
        if (is_blank) break;
        if (in_comment || !text_is_ignored(text)) in_comment = comment_continues(&text->line, in_comment);
        if ((more = text_next(text)) < 0) return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *moves(PyObject *self, PyObject *args)
{
    return text_moves(text_of(self), args);
}

static PyObject *get_line(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *line = text_of(self)->line.object;
    return line ? Py_NewRef(line) : PyUnicode_FromString("");
}

/* ---- The type ---- */

static void text_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    drop_line(&text_of(self)->line);
    Py_CLEAR(text_of(self)->readline);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *text_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *readline;
    core_state *state = core_state_of(type, text_dealloc);
    if (!state || !PyArg_ParseTuple(args, "O:_PgnText", &readline)) return NULL;
    if (kwargs && PyDict_Size(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "_PgnText() takes no keyword arguments");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) return NULL;
    text_of(self)->state = state;
    text_of(self)->readline = Py_NewRef(readline);
    text_of(self)->line.bytes = "";
    return self;
}

bool text_add_type(PyObject *module, core_state *state)
{
    static PyMethodDef methods[] = {
        {"begin", begin, METH_NOARGS,
         "begin($self)\n--\n\nGoes to the first line of the next game. False at the end of the file."},
        {"tags", tags, METH_VARARGS, "tags($self, headers, tags, /)\n--\n\nReads the tags of a game."},
        {"skip_moves", skip_moves, METH_NOARGS, "skip_moves($self)\n--\n\nLeaves the moves out."},
        {"moves", moves, METH_VARARGS,
         "moves($self, board, visitor, game, ChildNode, /)\n--\n\nReads the moves into the tree of a game."},
        {0},
    };
    static PyGetSetDef fields[] = {{"line", get_line, NULL, "The current line.", NULL}, {0}};
    PyType_Slot slots[] = {
        {Py_tp_doc, "_PgnText(readline): a text file that games are read from."},
        {Py_tp_new, (void *)text_new},
        {Py_tp_dealloc, (void *)text_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_getset, fields},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core._PgnText", sizeof(text_object), 0, Py_TPFLAGS_DEFAULT, slots};
    state->text_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->text_type && PyModule_AddType(module, state->text_type) == 0;
}
