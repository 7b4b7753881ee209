/* A node of a game: parent, move, variations, comments, starting_comments and nags. Most nodes have one continuation
 * and nothing else, and a file has many nodes, so a list or set is created only when there is something to store, or
 * when Python asks for it. */
#include "pgn.h"

typedef struct node_object {
    PyObject_HEAD
    PyObject *parent, *move; /* None if there is none */
    PyObject *only;          /* the only continuation, as long as nobody has asked for the list */
    PyObject *variations, *comments, *starting_comments, *nags;
} node_object;

static node_object *node_of(PyObject *self)
{
    return (node_object *)self;
}

/* ---- Lists ---- */

static PyObject *variations_of(node_object *node)
{
    if (!node->variations) {
        PyObject *list = PyList_New(0);
        if (!list || (node->only && PyList_Append(list, node->only) < 0)) {
            Py_XDECREF(list);
            return NULL;
        }
        node->variations = list;
        Py_CLEAR(node->only);
    }
    return node->variations;
}

static PyObject *list_of(PyObject **place)
{
    if (!*place) *place = PyList_New(0);
    return *place;
}

static bool append(PyObject *list, PyObject *item)
{
    if (PyList_Check(list)) return PyList_Append(list, item) == 0;
    PyObject *result = core_call(list, "append", item); /* somebody has replaced the list by another object */
    Py_XDECREF(result);
    return result != NULL;
}

PyObject *node_append(PyTypeObject *type, PyObject *parent, PyObject *move)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) return NULL;
    node_of(self)->parent = Py_NewRef(parent);
    node_of(self)->move = Py_NewRef(move);
    node_object *above = node_of(parent);
    if (!above->variations && !above->only) {
        above->only = Py_NewRef(self);
        return self;
    }
    PyObject *list = variations_of(above);
    if (!list || !append(list, self)) Py_CLEAR(self);
    return self;
}

PyObject *node_parent(PyObject *node)
{
    PyObject *parent = node_of(node)->parent;
    return parent == Py_None ? NULL : parent;
}

bool node_is_end(PyObject *node)
{
    const node_object *n = node_of(node);
    return !n->only && (!n->variations || (PyList_Check(n->variations) && PyList_Size(n->variations) == 0));
}

bool node_add_comment(PyObject *node, PyObject *text)
{
    PyObject *list = list_of(&node_of(node)->comments);
    return list && append(list, text);
}

bool node_add_nag(PyObject *node, PyObject *nag)
{
    PyObject **place = &node_of(node)->nags;
    if (!*place && !(*place = PySet_New(NULL))) return false;
    if (PyAnySet_Check(*place)) return PySet_Add(*place, nag) == 0;
    PyObject *result = core_call(*place, "add", nag);
    Py_XDECREF(result);
    return result != NULL;
}

void node_set_starting_comments(PyObject *node, PyObject *comments)
{
    PyObject *before = node_of(node)->starting_comments;
    node_of(node)->starting_comments = comments;
    Py_XDECREF(before);
}

/* ---- Fields ---- */

static PyObject *get_variations(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *list = variations_of(node_of(self));
    return list ? Py_NewRef(list) : NULL;
}

static PyObject *get_comments(PyObject *self, void *unused)
{
    (void)unused;
    return Py_XNewRef(list_of(&node_of(self)->comments));
}

static PyObject *get_starting_comments(PyObject *self, void *unused)
{
    (void)unused;
    return Py_XNewRef(list_of(&node_of(self)->starting_comments));
}

static PyObject *get_nags(PyObject *self, void *unused)
{
    (void)unused;
    PyObject **place = &node_of(self)->nags;
    if (!*place) *place = PySet_New(NULL);
    return Py_XNewRef(*place);
}

static int set_place(PyObject **place, PyObject *value)
{
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "the fields of a node cannot be deleted");
        return -1;
    }
    PyObject *before = *place;
    *place = Py_NewRef(value);
    Py_XDECREF(before);
    return 0;
}

static int set_variations(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (set_place(&node_of(self)->variations, value) < 0) return -1;
    Py_CLEAR(node_of(self)->only);
    return 0;
}

static int set_comments(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_place(&node_of(self)->comments, value);
}

static int set_starting_comments(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_place(&node_of(self)->starting_comments, value);
}

static int set_nags(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_place(&node_of(self)->nags, value);
}

/* ---- Methods ---- */

/* The first continuation, a new reference; NULL without an exception if there is none. */
static PyObject *first_of(PyObject *self)
{
    const node_object *node = node_of(self);
    if (node->only) return Py_NewRef(node->only);
    if (!node->variations) return NULL;
    if (PyList_Check(node->variations))
        return PyList_Size(node->variations) ? Py_NewRef(PyList_GetItem(node->variations, 0)) : NULL;
    return PySequence_Size(node->variations) > 0 ? PySequence_GetItem(node->variations, 0) : NULL;
}

static PyObject *next(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *first = first_of(self);
    if (first || PyErr_Occurred()) return first;
    Py_RETURN_NONE;
}

static PyObject *is_end(PyObject *self, PyObject *unused)
{
    PyObject *first = next(self, unused);
    if (!first) return NULL;
    bool is_end = first == Py_None;
    Py_DECREF(first);
    return PyBool_FromLong(is_end);
}

static void node_dealloc(PyObject *self);

static PyObject *end(PyObject *self, PyObject *unused)
{
    core_state *state = core_state_of(Py_TYPE(self), node_dealloc);
    if (!state) return NULL;
    PyObject *node = Py_NewRef(self);
    for (;;) {
        bool is_node = PyObject_TypeCheck(node, state->node_type);
        PyObject *following = is_node ? next(node, unused) : core_call(node, "next", NULL);
        if (!following || following == Py_None) {
            Py_XDECREF(following);
            if (!following) Py_CLEAR(node);
            return node;
        }
        Py_DECREF(node);
        node = following;
        if (PyErr_CheckSignals() < 0) {
            Py_DECREF(node);
            return NULL;
        }
    }
}

/* ---- The type ---- */

static PyObject *node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) return NULL;
    node_of(self)->parent = Py_NewRef(Py_None);
    node_of(self)->move = Py_NewRef(Py_None);
    return self;
}

static int node_traverse(PyObject *self, visitproc visit, void *arg)
{
    node_object *node = node_of(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(node->parent);
    Py_VISIT(node->move);
    Py_VISIT(node->only);
    Py_VISIT(node->variations);
    Py_VISIT(node->comments);
    Py_VISIT(node->starting_comments);
    Py_VISIT(node->nags);
    return 0;
}

static int node_clear(PyObject *self)
{
    node_object *node = node_of(self);
    Py_CLEAR(node->parent);
    Py_CLEAR(node->move);
    Py_CLEAR(node->only);
    Py_CLEAR(node->variations);
    Py_CLEAR(node->comments);
    Py_CLEAR(node->starting_comments);
    Py_CLEAR(node->nags);
    return 0;
}

static void node_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    node_clear(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"parent", T_OBJECT_EX, offsetof(node_object, parent), 0, "The node before this one, or None."},
    {"move", T_OBJECT_EX, offsetof(node_object, move), 0, "The move that leads to this node, or None."},
    {0},
};

static PyGetSetDef fields[] = {
    {"variations", get_variations, set_variations, "The continuations; the first is the main one.", NULL},
    {"comments", get_comments, set_comments, "The comments after the move.", NULL},
    {"starting_comments", get_starting_comments, set_starting_comments, "The comments before the move.", NULL},
    {"nags", get_nags, set_nags, "The numeric annotations, a set.", NULL},
    {0},
};

static PyMethodDef methods[] = {
    {"next", next, METH_NOARGS, "next($self)\n--\n\nThe first continuation, or None."},
    {"is_end", is_end, METH_NOARGS, "is_end($self)\n--\n\nWhether no move follows."},
    {"end", end, METH_NOARGS, "end($self)\n--\n\nThe last node of the main line from here."},
    {0},
};

bool node_add_type(PyObject *module, core_state *state)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, "The part of a node that is written in C. See plyforge.chess.pgn.GameNode."},
        {Py_tp_new, (void *)node_new},
        {Py_tp_dealloc, (void *)node_dealloc},
        {Py_tp_traverse, (void *)node_traverse},
        {Py_tp_clear, (void *)node_clear},
        {Py_tp_members, members},
        {Py_tp_getset, fields},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core._Node", sizeof(node_object), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
    state->node_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->node_type && PyModule_AddType(module, state->node_type) == 0;
}
