/* Keeps track of which rows of an array may currently be read and written; array.h has the rules. */
#include "array.h"

/* Whether two uses of the same array conflict. A loan permits the uses that go through it. */
static bool collide(const array_use *old, const array_use *new)
{
    if (!old->writes && !new->writes) return false;
    if (old->is_loan && !new->is_loan && old->owner == new->owner) return false;
    return old->begin < new->end &&new->begin < old->end;
}

static bool is_free(const array_object *root, const array_use *use)
{
    for (const array_use *other = root->uses; other; other = other->next) {
        if (!collide(other, use)) continue;
        PyErr_SetString(PyExc_RuntimeError, other->writes
                                                ? "the array cannot be used now: another call is writing it"
                                                : "the array cannot be written now: another call is reading it");
        return false;
    }
    return true;
}

static bool add_use(array_object *root, array_use *use)
{
    if (!is_free(root, use)) return false;
    use->next = root->uses;
    root->uses = use;
    return true;
}

bool array_use_begin(array_object *array, array_use *use, Py_ssize_t begin, Py_ssize_t end, bool writes)
{
    *use = (array_use){.owner = array, .begin = begin, .end = end, .writes = writes};
    return add_use(array_root(array), use);
}

void array_use_end(array_object *array, array_use *use)
{
    array_use **place = &array_root(array)->uses;
    while (*place && *place != use) place = &(*place)->next;
    if (*place) *place = use->next;
}

bool array_is_readable(array_object *array)
{
    array_use use = {.owner = array, .end = PY_SSIZE_T_MAX};
    return is_free(array_root(array), &use);
}

PyObject *array_lend(core_state *state, array_object *array, bool writes)
{
    array_object *root = array_root(array);
    array_object *loan = array_without_memory(state, root->kind, root->dimensions, root->shape);
    if (!loan) return NULL;
    loan->loan = (array_use){.owner = loan, .end = PY_SSIZE_T_MAX, .writes = writes, .is_loan = true};
    if (!add_use(root, &loan->loan)) {
        Py_DECREF(loan);
        return NULL;
    }
    loan->data = root->data;
    loan->owner = (array_object *)Py_NewRef((PyObject *)root);
    return (PyObject *)loan;
}

bool batch_begin(row_job *job)
{
    if (job->from && job->to && array_root(job->from) == array_root(job->to)) {
        Py_ssize_t begin = job->first_read < job->first_written ? job->first_read : job->first_written;
        Py_ssize_t end = job->end_read > job->end_written ? job->end_read : job->end_written;
        job->from = NULL;
        return array_use_begin(job->to, &job->uses[1], begin, end, true);
    }
    if (job->from && !array_use_begin(job->from, &job->uses[0], job->first_read, job->end_read, false)) return false;
    if (!job->to || array_use_begin(job->to, &job->uses[1], job->first_written, job->end_written, true)) return true;
    if (job->from) array_use_end(job->from, &job->uses[0]);
    return false;
}

void batch_end(row_job *job)
{
    if (job->from) array_use_end(job->from, &job->uses[0]);
    if (job->to) array_use_end(job->to, &job->uses[1]);
}

/* borrow(array, writes) -> a loan */
static PyObject *borrow(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *array;
    int writes;
    if (!PyArg_ParseTuple(args, "O!p", state->array_type, &array, &writes)) return NULL;
    return array_lend(state, (array_object *)array, writes != 0);
}

/* give_back(loan): ends the loan before it is freed. Afterwards its rows can be used like those of any array. */
static PyObject *give_back(PyObject *module, PyObject *object)
{
    core_state *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(object, state->array_type) || !((array_object *)object)->owner)
        return PyErr_Format(PyExc_TypeError, "expected a loan, got %R", (PyObject *)Py_TYPE(object));
    array_use_end((array_object *)object, &((array_object *)object)->loan);
    Py_RETURN_NONE;
}

PyMethodDef borrow_functions[] = {
    {"_batch_borrow", borrow, METH_VARARGS, "_batch_borrow($self, array, writes)\n--\n\n"},
    {"_batch_give_back", give_back, METH_O, "_batch_give_back($self, loan, /)\n--\n\n"},
    {0},
};
