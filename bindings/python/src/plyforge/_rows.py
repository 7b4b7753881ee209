"""How the functions of plyforge.batch check their arguments, allocate their results, and run chunk by chunk in several
threads."""
import array
import concurrent.futures
import contextlib
import operator
import os
import sys

from plyforge import _core

Array = _core.Array
U8, U16, I64, F32, I32, POSITION = range(6)

# Rows of a call of the extension. Ctrl-C is noticed between two calls, so that a call takes some milliseconds at most.
CHUNK = 16384
MAX_THREADS = 256


def rows_of_a_call(row_size):
    """Like CHUNK, for rows of this many bytes: filling new memory takes longer than the work, about a millisecond for
    two megabytes."""
    return max(min(CHUNK, (8 << 20) // row_size), 1)


def integer(value, what, low, high=None):
    """An integer from low to high, or an exception that states the requirement."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if number < low or high is not None and number > high:
        if high is None and low == 0:
            raise ValueError(f"{what} must not be negative: {number}")
        raise ValueError(f"{what} must be from {low} to {high}, not {number}")
    return number


def in_parts(function, rows, threads, *arguments, chunk=CHUNK, stop=None):
    """Calls function(*arguments, begin, end) for all rows, chunk by chunk, and returns the results in order. 0 threads
    means one per core. If several rows are wrong, the error of the first one is raised. stop: a bytearray that ends a
    long call of the function once its first byte is set; the function then always runs in other threads, because only
    the main thread gets Ctrl-C, and only while it runs Python. Without it, the calling thread takes chunks as well."""
    threads = min(integer(threads, "threads", 0) or os.cpu_count() or 1, MAX_THREADS)
    # Several chunks for each thread, because rows differ in work, but not so small that the calls themselves take long.
    if threads > 1:
        chunk = min(chunk, max(-(-rows // (8 * threads)), chunk // 32, 1))
    begins = range(0, max(rows, 1), chunk)
    threads = min(threads, len(begins))
    stop_is_given = stop is not None
    if threads == 1 and not stop_is_given:
        return [function(*arguments, begin, min(begin + chunk, rows)) for begin in begins]
    results, failures, waiting, stop = {}, {}, iter(begins), stop if stop_is_given else bytearray(1)

    def work():
        # Chunks begin in order: when one fails, all before it are finished or running, and none after it needs to
        # begin.
        for begin in waiting:
            if stop[0] or failures:
                break
            try:
                results[begin] = function(*arguments, begin, min(begin + chunk, rows))
            except Exception as error:
                failures[begin] = error

    others = threads if stop_is_given else threads - 1
    with concurrent.futures.ThreadPoolExecutor(others) as pool:
        try:
            futures = [pool.submit(work) for _ in range(others)]
            if not stop_is_given:
                work()
            for future in futures:
                future.result()
        except BaseException:
            stop[0] = 1
            raise
    if failures:
        raise failures[min(failures)]
    return [results[begin] for begin in begins]


@contextlib.contextmanager
def borrow(reads=(), writes=()):
    """Locks Arrays for a whole call: yields loans of them, in the same order, for the functions of the extension.
    RuntimeError if another thread is in a call that writes one of them, or that reads one that is to be written. An
    array that is passed twice has one loan."""
    loans = {}
    try:
        for array_, is_written in [(array_, True) for array_ in writes] + [(array_, False) for array_ in reads]:
            if id(array_) not in loans:
                loans[id(array_)] = _core._batch_borrow(array_, is_written)
        yield [loans[id(array_)] for array_ in (*reads, *writes)]
    finally:
        for loan in loans.values():
            _core._batch_give_back(loan)


# ---- Arguments ----

_NAMES = ["uint8", "uint16", "int64", "float32", "int32", "positions"]
_CODES = ["Bb", "H", "ql", "f", "il"]


def _has_format(view, kind):
    """Whether the elements of a memoryview have that type, in the byte order of this machine."""
    code = view.format.lstrip("@=<" if sys.byteorder == "little" else "@=>")
    return len(code) == 1 and code in _CODES[kind] and view.itemsize == (1, 2, 8, 4, 4)[kind]


def column(values, kind, what, count=None):
    """A contiguous buffer of uint16 or int64: from an array of one dimension, a list of numbers, or their bytes. count:
    how many."""
    name, size = _NAMES[kind], (1, 2, 8)[kind]
    try:
        view = memoryview(values)
    except TypeError:
        if isinstance(values, (str, int, float)) or not hasattr(values, "__iter__"):
            raise TypeError(f"{what} must be an array of {name}, not {type(values).__name__}") from None
        try:
            view = memoryview(array.array("_Hq"[kind], values))
        except TypeError:
            raise TypeError(f"{what} must be {name}: not all elements are integers") from None
        except OverflowError:
            problem = "a number needs more than 64 bits" if kind == I64 else "a number is too large or negative"
            raise ValueError(f"{what} must be {name}: {problem}") from None
    if isinstance(values, (bytes, bytearray)) and len(values) % size == 0:
        view = view.cast("_Hq"[kind])
    if not _has_format(view, kind):
        remedy = (f": numpy.asarray({what}, numpy.{name}) converts them"
                  if view.format.lstrip("@=<>") in tuple("bBhHiIlLqQ") else "")
        raise TypeError(f"{what} must be {name}, not {view.format!r} with {view.itemsize} bytes per element{remedy}")
    if view.ndim != 1 or count is not None and len(view) != count:
        shape = "one dimension" if count is None else f"shape ({count},)"
        raise ValueError(f"{what} must have {shape}, not shape {view.shape}")
    return view if view.c_contiguous else memoryview(view.tobytes()).cast("_Hq"[kind])


def offsets_of(values, what, games, count):
    """int64 offsets that increase from 0 to count. games: the number of games, or None for any number."""
    view = column(values, I64, what)
    if games is not None and len(view) != games + 1:
        raise ValueError(f"{what} must be {games + 1} offsets, one more than there are games, not {len(view)}")
    if not _core._batch_rise(view, count):
        raise ValueError(f"{what} must be int64 offsets that increase from 0 to {count}")
    return view


def size_of(shape):
    """The number of elements."""
    size = 1
    for extent in shape:
        size *= extent
    return size


def rows_of(positions):
    """The number of positions. TypeError for anything that is not an array of positions."""
    if not isinstance(positions, Array) or not positions.format.startswith("T"):
        raise TypeError(f"expected positions, as plyforge.batch.positions() returns them, got "
                        f"{type(positions).__name__}")
    return len(positions)


def result_of(out, kind, shape, is_flags=False):
    """(the array to fill, what to return): the caller's array if it has the right type and shape, or a new one.
    is_flags: each element is 0 or 1, so an array of bool is accepted."""
    if out is None:
        out = _core._batch_new(kind, shape)
        return out, out
    if kind == POSITION:
        if not isinstance(out, Array) or not out.format.startswith("T"):
            raise TypeError("out must be an Array of positions: the library relies on their contents")
        if out.shape != shape:
            raise ValueError(f"out must have shape {shape}, not {out.shape}")
        return out, out
    try:
        view = memoryview(out)
    except TypeError:
        raise TypeError(f"out must be an array of {_NAMES[kind]}, not {type(out).__name__}") from None
    if not _has_format(view, kind) and not (is_flags and view.format == "?"):
        raise TypeError(f"out must be {_NAMES[kind]}, not {view.format!r} with {view.itemsize} bytes per element")
    if view.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {view.shape}")
    if view.readonly or not view.c_contiguous:
        raise ValueError("out must be writable and contiguous")
    return out if isinstance(out, Array) else _core._batch_wrap(out, kind, view.shape), out


def room(out, kind, count):
    """Like result_of, for a one-dimensional array that may be longer than needed."""
    if out is None:
        return result_of(None, kind, (count,))
    try:
        found = len(out)
    except TypeError:
        found = -1
    if found < count:
        raise ValueError(f"out must be an array with at least {count} elements, not {found}")
    return result_of(out, kind, (found,))


def pair(out, count):
    """out as count arrays, or as count times None."""
    if out is not None and not isinstance(out, (tuple, list)):
        raise TypeError(f"out must be {count} arrays, not {type(out).__name__}")
    out = (None,) * count if out is None else tuple(out)
    if len(out) != count:
        raise ValueError(f"out must be {count} arrays, not {len(out)}")
    return out


def wants_all(errors):
    """Whether the caller wants all wrong rows, by passing a list for them."""
    if errors is not None and not hasattr(errors, "append"):
        raise TypeError(f"errors must be a list, to which wrong rows are appended, not {type(errors).__name__}")
    return errors is not None


def finish(result, parts, errors, exception=ValueError):
    """Hands the errors of all parts to the caller's list, or raises the first one."""
    for part in parts:
        for row, message in part:
            if errors is None:
                raise exception(f"row {row}: {message}")
            errors.append((row, message))
    return result


def restore(kind, shape, data):
    """Called when an Array is unpickled."""
    view, size = memoryview(data).cast("B"), size_of(shape) * (1, 2, 8, 4, 4, 112)[kind]
    if len(view) != size:
        raise ValueError(f"an array of {_NAMES[kind]} of shape {shape} has {size} bytes, not {len(view)}")
    array_ = _core._batch_new(kind, shape)
    if kind != POSITION:
        if size:  # an empty view of several dimensions cannot be cast
            memoryview(array_).cast("B")[:] = view
        return array_
    # Rows of Chess960 are sound only by its rules, and all other rows are sound by them as well.
    finish(array_, in_parts(_core._batch_from_bytes, shape[0], 1, data, 112, True, False, False, array_), None)
    return array_
