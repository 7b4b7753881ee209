"""Run by test_robust.py with failing_malloc.so preloaded: every job of batch_jobs() with each of its allocations
failing in turn. Prints the number of jobs and of allocations that failed."""
import ctypes
import gc
import sys

import test_robust

preloaded = ctypes.CDLL(None)
fail_at, is_pending = preloaded.fail_at, preloaded.is_pending
OFF, LIMIT = ctypes.c_long(-1), 400


def turn_off():
    """Whether the failing allocation was still to come. The calls allocate, too."""
    pending = True
    try:
        pending = bool(is_pending())
    except Exception:  # a MemoryError, or one of ctypes that has it as its reason
        pass
    while True:
        try:
            fail_at(OFF)
            return pending
        except Exception:
            continue


def starve(name, job):
    """Until the job needs no more allocations than were let through."""
    for count in range(LIMIT):
        number = ctypes.c_long(count)
        try:
            fail_at(number)
            job()
        except MemoryError:
            pass
        except Exception as error:
            # A function of C that fails without an exception, or blames a number. (CPython 3.11 itself has none if a
            # function of Python fails and its traceback cannot be written.)
            is_silent = isinstance(error, SystemError) and 'returned' in str(error) and '<function' not in str(error)
            if is_silent or isinstance(error, OverflowError):
                turn_off()
                sys.exit(f'{name}, allocation {count}: {error!r}')
        if turn_off():
            return count
    return LIMIT


gc.disable()
jobs, failures = test_robust.batch_jobs(), 0
for name, job in jobs.items():
    test_robust.quietly(job)
    failures += starve(name, job)
    test_robust.quietly(job)
print(len(jobs), failures)
