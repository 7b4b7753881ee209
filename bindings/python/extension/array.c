/* The type Array: the buffer protocol, and __dlpack__ for numbers. */
#include "array.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static const struct {
    const char *format;
    size_t size;
    uint8_t dlpack_code, dlpack_bits; /* code: 0 signed integer, 1 unsigned, 2 float; bits: 0 if DLPack is not
                                         supported */
} kinds[ARRAY_KIND_COUNT] = {
    [ARRAY_U8] = {"B", 1, 1, 8},
    [ARRAY_U16] = {"H", 2, 1, 16},
    [ARRAY_I64] = {"q", 8, 0, 64},
    [ARRAY_F32] = {"f", 4, 2, 32},
    [ARRAY_I32] = {"i", 4, 0, 32},
    [ARRAY_POSITION] = {"T{(6)Q:by_type:(2)Q:by_colour:Q:castling:Q:key:B:turn:B:ep_square:H:halfmove_clock:"
                        "I:fullmove_number:Q:promoted:(2,5)B:pockets:(2)B:checks_given:B:variant:(3)B:reserved:}",
                        sizeof(pf_position), 0, 0},
};

static array_object *self_of(PyObject *object)
{
    return (array_object *)object;
}

static Py_ssize_t count_of(const array_object *array)
{
    Py_ssize_t count = 1;
    for (int i = 0; i < array->dimensions; i++) count *= array->shape[i];
    return count;
}

array_object *array_without_memory(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape)
{
    allocfunc function = (allocfunc)PyType_GetSlot(state->array_type, Py_tp_alloc);
    array_object *array = self_of(function(state->array_type, 0));
    if (!array) return NULL;
    Py_ssize_t stride = (Py_ssize_t)kinds[kind].size;
    array->kind = kind;
    array->dimensions = dimensions;
    for (int i = dimensions - 1; i >= 0; i--) {
        array->shape[i] = shape[i];
        array->strides[i] = stride;
        if (shape[i] < 0 || (shape[i] && stride > PY_SSIZE_T_MAX / shape[i])) {
            Py_DECREF(array);
            PyErr_Format(PyExc_MemoryError, "an array of more than %zd bytes is needed", PY_SSIZE_T_MAX);
            return NULL;
        }
        if (shape[i]) stride *= shape[i];
    }
    return array;
}

PyObject *array_take(core_state *state, array_kind kind, Py_ssize_t length, void *data)
{
    array_object *array = array_without_memory(state, kind, 1, &length);
    if (array)
        array->data = data;
    else
        free(data);
    return (PyObject *)array;
}

/* Allocates memory to be released with free(). Large arrays get huge pages if the kernel provides them on request;
 * otherwise the page faults of new memory take longer than the work itself. */
static void *memory_of(size_t bytes)
{
#ifdef __linux__
    const size_t page = (size_t)2 << 20;
    if (bytes >= 2 * page && bytes <= SIZE_MAX - page) {
        size_t rounded = (bytes + page - 1) / page * page;
        void *memory = aligned_alloc(page, rounded);
        if (memory) madvise(memory, rounded, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return malloc(bytes ? bytes : 1);
}

PyObject *array_new_raw(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape)
{
    array_object *array = array_without_memory(state, kind, dimensions, shape);
    if (!array) return NULL;
    size_t bytes = (size_t)count_of(array) * kinds[kind].size;
    array->data = memory_of(bytes);
    if (!array->data) {
        Py_DECREF(array);
        return PyErr_Format(PyExc_MemoryError, "an array of %zu bytes is needed", bytes);
    }
    return (PyObject *)array;
}

PyObject *array_new(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape)
{
    PyObject *array = array_new_raw(state, kind, dimensions, shape);
    if (array) memset(self_of(array)->data, 0, (size_t)count_of(self_of(array)) * kinds[kind].size);
    return array;
}

/* Whether a buffer has elements of that kind: with the same format letter, or with another one for an integer of the
 * same size. */
static bool has_format(const char *format, array_kind kind)
{
    static const char *const same[] = {
        [ARRAY_U8] = "B?b", [ARRAY_U16] = "H", [ARRAY_I64] = "ql", [ARRAY_F32] = "f", [ARRAY_I32] = "il"};
    if (!format) return kind == ARRAY_U8;
    if (*format == '<' || *format == '=' || *format == '@') format++;
    return strlen(format) == 1 && strchr(same[kind], *format) != NULL;
}

PyObject *array_wrap(core_state *state, PyObject *object, array_kind kind, int dimensions, const Py_ssize_t *shape)
{
    Py_buffer *view = PyMem_Calloc(1, sizeof *view);
    if (!view) return PyErr_NoMemory();
    if (PyObject_GetBuffer(object, view, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0) {
        PyMem_Free(view);
        return NULL;
    }
    bool fits = view->ndim == dimensions && view->itemsize == (Py_ssize_t)kinds[kind].size &&
                has_format(view->format, kind);
    for (int i = 0; fits && i < dimensions; i++) fits = view->shape[i] == shape[i];
    bool is_aligned = (uintptr_t)view->buf % kinds[kind].size == 0;
    array_object *array = fits && is_aligned ? array_without_memory(state, kind, dimensions, shape) : NULL;
    if (array) {
        array->data = view->buf;
        array->view = view;
        return (PyObject *)array;
    }
    if (!fits)
        PyErr_Format(PyExc_ValueError, "out must have the format '%s' and the right shape", kinds[kind].format);
    else if (!is_aligned)
        PyErr_Format(PyExc_ValueError, "out must be at an address that is a multiple of %zu", kinds[kind].size);
    PyBuffer_Release(view);
    PyMem_Free(view);
    return NULL;
}

array_object *array_of(core_state *state, PyObject *object, array_kind kind)
{
    if (!PyObject_TypeCheck(object, state->array_type) || self_of(object)->kind != kind) {
        const char *what = kind == ARRAY_POSITION ? "positions, as plyforge.batch.positions() returns them"
                                                  : "another array";
        PyErr_Format(PyExc_TypeError, "expected %s, got %R", what, (PyObject *)Py_TYPE(object));
        return NULL;
    }
    return self_of(object);
}

void array_memory_release(array_memory *memory)
{
    if (__atomic_sub_fetch(&memory->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    free(memory->data);
    free(memory);
}

/* Makes the memory of the array shared and adds a reference to it; NULL if there is no memory left for that. */
static array_memory *memory_share(array_object *array)
{
    if (!array->memory) {
        array->memory = malloc(sizeof *array->memory);
        if (!array->memory) return NULL;
        *array->memory = (array_memory){1, array->data};
    }
    __atomic_add_fetch(&array->memory->references, 1, __ATOMIC_RELAXED);
    return array->memory;
}

static void array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    array_object *array = self_of(self);
    if (array->owner) {
        array_use_end(array, &array->loan);
        Py_DECREF((PyObject *)array->owner);
    } else if (array->view) {
        PyBuffer_Release(array->view);
        PyMem_Free(array->view);
    } else if (array->memory) {
        array_memory_release(array->memory);
    } else {
        free(array->data);
    }
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Whether Fortran order is the same as C order: at most one dimension has more than one element, or there are no
 * elements. */
static bool is_fortran(const array_object *array)
{
    int extended = 0;
    for (int i = 0; i < array->dimensions; i++) extended += array->shape[i] > 1;
    return extended <= 1 || count_of(array) == 0;
}

static int array_get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    array_object *array = self_of(self);
    bool read_only = array->kind == ARRAY_POSITION;
    view->obj = NULL;
    if (read_only && (flags & PyBUF_WRITABLE)) {
        PyErr_SetString(PyExc_BufferError, "positions are read-only");
        return -1;
    }
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !is_fortran(array)) {
        PyErr_SetString(PyExc_BufferError, "the memory is contiguous in the order of C, not of Fortran");
        return -1;
    }
    if (!array_is_readable(array)) return -1;
    view->buf = array->data;
    view->obj = Py_NewRef(self);
    view->itemsize = (Py_ssize_t)kinds[array->kind].size;
    view->len = count_of(array) * view->itemsize;
    view->readonly = read_only;
    view->ndim = (flags & PyBUF_ND) ? array->dimensions : 1;
    view->format = (flags & PyBUF_FORMAT) ? (char *)kinds[array->kind].format : NULL;
    view->shape = (flags & PyBUF_ND) ? array->shape : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? array->strides : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

static Py_ssize_t array_length(PyObject *self)
{
    return self_of(self)->shape[0];
}

static PyObject *get_shape(PyObject *self, void *unused)
{
    (void)unused;
    array_object *array = self_of(self);
    PyObject *shape = PyTuple_New(array->dimensions);
    for (int i = 0; shape && i < array->dimensions; i++) {
        PyObject *extent = PyLong_FromSsize_t(array->shape[i]);
        if (!extent || PyTuple_SetItem(shape, i, extent) < 0) Py_CLEAR(shape);
    }
    return shape;
}

static PyObject *get_format(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(kinds[self_of(self)->kind].format);
}

/* numpy's older protocol, for libraries that support no other. */
static PyObject *get_interface(PyObject *self, void *unused)
{
    (void)unused;
    static const char *const types[] = {"|u1", "<u2", "<i8", "<f4", "<i4", "|V112"};
    array_object *array = self_of(self);
    if (!array_is_readable(array)) return NULL;
    PyObject *shape = get_shape(self, NULL), *address = PyLong_FromVoidPtr(array->data);
    if (!shape || !address) {
        Py_XDECREF(shape);
        Py_XDECREF(address);
        return NULL;
    }
    return Py_BuildValue("{sNsss(NO)si}", "shape", shape, "typestr", types[array->kind], "data", address,
                         array->kind == ARRAY_POSITION ? Py_True : Py_False, "version", 3);
}

/* ---- DLPack ---- */

enum { DEVICE_CPU = 1 };

typedef struct dl_device {
    int32_t type, id;
} dl_device;

typedef struct dl_tensor {
    void *data;
    dl_device device;
    int32_t dimensions;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } type;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} dl_tensor;

/* The struct that DLPack requires, followed by the shape, in one block of memory. */
typedef struct dl_managed {
    dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *);
    int64_t shape[ARRAY_MAX_DIMENSIONS];
} dl_managed;

/* The reader may call this from any thread, with or without the GIL of any interpreter. */
static void managed_delete(dl_managed *managed)
{
    array_memory_release(managed->context);
    free(managed);
}

static void capsule_delete(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, "dltensor")) return; /* a consumer has taken over the tensor */
    dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
    if (managed) managed->deleter(managed);
}

/* Reads the options of __dlpack__. All memory is CPU memory, which has no streams, and the DLPack version is the first
 * one, which every consumer accepts. False with an exception. */
static bool read_dlpack_options(PyObject *args, PyObject *kwargs, bool *copy)
{
    static char *option_names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream, *version, *device = Py_None, *wants_copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$OOO", option_names, &stream, &version, &device, &wants_copy))
        return false;
    int type = DEVICE_CPU, id = 0, is_true = PyObject_IsTrue(wants_copy);
    if (is_true < 0) return false;
    if (device != Py_None && !PyTuple_Check(device)) {
        PyErr_SetString(PyExc_TypeError, "dl_device must be a tuple (type, id)");
        return false;
    }
    if (device != Py_None && !PyArg_ParseTuple(device, "ii;dl_device must be (type, id)", &type, &id)) return false;
    if (type != DEVICE_CPU || id != 0) {
        PyErr_Format(PyExc_BufferError, "the memory is that of the CPU, (%d, 0), not of the device (%d, %d)",
                     DEVICE_CPU, type, id);
        return false;
    }
    *copy = is_true;
    return true;
}

static PyObject *copy_of(PyObject *self)
{
    const array_object *array = self_of(self);
    core_state *state = PyType_GetModuleState(Py_TYPE(self));
    PyObject *copy = array_new_raw(state, array->kind, array->dimensions, array->shape);
    if (copy) memcpy(self_of(copy)->data, array->data, (size_t)count_of(array) * kinds[array->kind].size);
    return copy;
}

/* Describes the array for DLPack; its memory lives as long as the capsule or its consumer. */
static PyObject *capsule_of(array_object *array)
{
    dl_managed *managed = calloc(1, sizeof *managed);
    array_memory *memory = managed ? memory_share(array) : NULL;
    if (!memory) {
        free(managed);
        return PyErr_NoMemory();
    }
    for (int i = 0; i < array->dimensions; i++) managed->shape[i] = array->shape[i];
    managed->tensor.data = array->data;
    managed->tensor.device.type = DEVICE_CPU;
    managed->tensor.dimensions = array->dimensions;
    managed->tensor.type.code = kinds[array->kind].dlpack_code;
    managed->tensor.type.bits = kinds[array->kind].dlpack_bits;
    managed->tensor.type.lanes = 1;
    managed->tensor.shape = managed->shape;
    managed->context = memory;
    managed->deleter = managed_delete;
    PyObject *capsule = PyCapsule_New(managed, "dltensor", capsule_delete);
    if (!capsule) managed_delete(managed);
    return capsule;
}

array_memory *array_share(PyObject *object)
{
    array_object *array = array_root(self_of(object));
    PyObject *owner = array->view ? copy_of((PyObject *)array) : Py_NewRef((PyObject *)array);
    array_memory *memory = owner ? memory_share(self_of(owner)) : NULL;
    if (owner && !memory) PyErr_NoMemory();
    Py_XDECREF(owner);
    return memory;
}

static PyObject *array_dlpack(PyObject *self, PyObject *args, PyObject *kwargs)
{
    bool copy;
    if (!read_dlpack_options(args, kwargs, &copy)) return NULL;
    if (!kinds[self_of(self)->kind].dlpack_bits) {
        PyErr_SetString(PyExc_BufferError, "positions have no type in DLPack: use numpy.asarray(positions)");
        return NULL;
    }
    if (!array_is_readable(self_of(self))) return NULL;
    array_object *array = array_root(self_of(self));
    /* Only the owner of wrapped memory may free it, and it needs the GIL for that, so the consumer gets a copy. */
    PyObject *owner = copy || array->view ? copy_of((PyObject *)array) : Py_NewRef((PyObject *)array);
    if (!owner) return NULL;
    PyObject *capsule = capsule_of(self_of(owner));
    Py_DECREF(owner);
    return capsule;
}

static PyObject *array_dlpack_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return Py_BuildValue("ii", DEVICE_CPU, 0);
}

/* ---- As a sequence ---- */

static const char *const names[ARRAY_KIND_COUNT] = {"uint8", "uint16", "int64", "float32", "int32", "positions"};

static PyObject *array_repr(PyObject *self)
{
    array_object *array = self_of(self);
    if (array->kind == ARRAY_POSITION) return PyUnicode_FromFormat("<Array of %zd positions>", array->shape[0]);
    PyObject *shape = get_shape(self, NULL);
    PyObject *text = shape ? PyUnicode_FromFormat("<Array of %s, shape %R>", names[array->kind], shape) : NULL;
    Py_XDECREF(shape);
    return text;
}

/* Calls a function of plyforge.batch about positions with the array and perhaps a key. */
static PyObject *call_batch(const char *name, PyObject *self, PyObject *key)
{
    PyObject *module = PyImport_ImportModule("plyforge.batch");
    PyObject *function = module ? core_attribute(module, name) : NULL;
    PyObject *result = function ? PyObject_CallFunctionObjArgs(function, self, key, NULL) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(module);
    return result;
}

/* The numbers as a memoryview. */
static PyObject *array_view(PyObject *self)
{
    if (self_of(self)->kind != ARRAY_POSITION) return PyMemoryView_FromObject(self);
    PyErr_SetString(PyExc_TypeError,
                    "positions are no numbers: use batch.fens(positions), list(positions) or numpy.asarray()");
    return NULL;
}

static PyObject *array_get(PyObject *self, PyObject *index)
{
    if (self_of(self)->kind == ARRAY_POSITION) return call_batch("_item", self, index);
    PyObject *view = array_view(self);
    if (!view) return NULL;
    PyObject *item = PyObject_GetItem(view, index);
    Py_DECREF(view);
    if (!item && PyErr_ExceptionMatches(PyExc_NotImplementedError))
        PyErr_SetString(PyExc_TypeError, "use numpy.asarray(array)[...] for parts of an array of several dimensions");
    return item;
}

/* Implements positions + positions. numpy's arrays implement their own addition. */
static PyObject *array_add(PyObject *a, PyObject *b)
{
    if (Py_TYPE(a) != Py_TYPE(b) || self_of(a)->kind != ARRAY_POSITION || self_of(b)->kind != ARRAY_POSITION)
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *both = PyTuple_Pack(2, a, b);
    PyObject *result = both ? call_batch("concatenate", both, NULL) : NULL;
    Py_XDECREF(both);
    return result;
}

static PyObject *array_to_list(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *view = array_view(self);
    PyObject *method = view ? core_attribute(view, "tolist") : NULL;
    PyObject *list = method ? PyObject_CallNoArgs(method) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(view);
    return list;
}

/* Comparing identities would be wrong, and some people expect one truth value, others one for each element, so this is
 * an error. numpy's arrays, which have __array_ufunc__, and memoryviews can compare themselves with a buffer. */
static PyObject *array_compare(PyObject *self, PyObject *other, int operation)
{
    (void)self;
    if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    PyObject *knows = core_attribute((PyObject *)Py_TYPE(other), "__array_ufunc__");
    if (!knows) PyErr_Clear();
    Py_XDECREF(knows);
    if (knows || PyMemoryView_Check(other)) Py_RETURN_NOTIMPLEMENTED;
    return PyErr_Format(PyExc_TypeError,
                        "arrays are not compared by == or !=: use numpy.asarray(array) == other for each element, or "
                        "numpy.array_equal(array, other)");
}

/* Hashes by identity, as for most objects: an array can be the key of a dictionary although == is refused. */
static Py_hash_t array_hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)self >> 4);
}

static PyObject *array_iterate(PyObject *self)
{
    if (self_of(self)->kind == ARRAY_POSITION) return call_batch("_boards", self, NULL);
    PyObject *list = array_to_list(self, NULL);
    PyObject *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

/* For pickle and copy: plyforge._rows validates the rows of positions that come from outside. */
static PyObject *array_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    array_object *array = self_of(self);
    PyObject *module = PyImport_ImportModule("plyforge._rows");
    PyObject *function = module ? core_attribute(module, "restore") : NULL;
    PyObject *shape = function ? get_shape(self, NULL) : NULL;
    PyObject *bytes = shape ? PyBytes_FromObject(self) : NULL;
    PyObject *result = bytes ? Py_BuildValue("O(iOO)", function, (int)array->kind, shape, bytes) : NULL;
    Py_XDECREF(module);
    Py_XDECREF(function);
    Py_XDECREF(shape);
    Py_XDECREF(bytes);
    return result;
}

static PyGetSetDef array_fields[] = {
    {"shape", get_shape, NULL, "The extent of each dimension.", NULL},
    {"format", get_format, NULL, "The format of an element, as in struct.", NULL},
    {"__array_interface__", get_interface, NULL, "The memory, as numpy describes it.", NULL},
    {0},
};

static PyMethodDef array_methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))array_dlpack, METH_VARARGS | METH_KEYWORDS,
     "__dlpack__($self, stream=None, *, max_version=None, dl_device=None, copy=None)\n--\n\nThe memory, or a copy of "
     "it, as "
     "DLPack "
     "describes it. BufferError for positions and for a device that is not the CPU."},
    {"tolist", array_to_list, METH_NOARGS, "tolist($self)\n--\n\nThe numbers, as lists of lists."},
    {"__reduce__", array_reduce, METH_NOARGS, "Supports pickle and copy."},
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS, "The CPU."},
    {0},
};

static const char array_doc[] =
    "Memory with a shape: give it to numpy.asarray(), memoryview() or torch.from_dlpack(), which copy nothing. Use "
    "numpy.array_equal() to compare two: == raises TypeError.";

static PyType_Slot array_slots[] = {
    {Py_tp_doc, (void *)array_doc},
    {Py_tp_dealloc, (void *)array_dealloc},
    {Py_tp_getset, array_fields},
    {Py_tp_methods, array_methods},
    {Py_tp_repr, (void *)array_repr},
    {Py_tp_iter, (void *)array_iterate},
    {Py_tp_richcompare, (void *)array_compare},
    {Py_tp_hash, (void *)array_hash},
    {Py_mp_subscript, (void *)array_get},
    {Py_nb_add, (void *)array_add},
    {Py_mp_length, (void *)array_length},
    {Py_sq_length, (void *)array_length},
    {Py_bf_getbuffer, (void *)array_get_buffer},
    {0, NULL},
};

static PyType_Spec array_spec = {"plyforge.batch.Array", sizeof(array_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, array_slots};

bool array_add_type(PyObject *module, core_state *state)
{
    state->array_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &array_spec, NULL);
    return state->array_type && PyModule_AddType(module, state->array_type) == 0;
}
