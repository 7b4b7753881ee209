/* Ctrl-C on Windows; see interrupt.h. The first is recorded, the second ends the program. Engines are not run. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "platform/interrupt.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int interrupted;

/* Called on a separate thread. FALSE passes the event on, and the program ends. */
static BOOL WINAPI on_event(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) return FALSE;
    return !atomic_exchange(&interrupted, 1);
}

void catch_interrupts(void)
{
    static bool caught;
    if (!caught) SetConsoleCtrlHandler(on_event, TRUE);
    caught = true;
}

bool was_interrupted(void)
{
    return interrupted != 0;
}

bool stop_when_interrupted(void *context)
{
    (void)context;
    return interrupted != 0;
}

/* Files can always be read. Pipes and consoles are polled every few milliseconds. */
bool wait_for_input(int file, double seconds)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    DWORD type = GetFileType(handle);
    ULONGLONG deadline = GetTickCount64() + (seconds < 2e6 ? (ULONGLONG)(seconds * 1000) + 1 : (ULONGLONG)1 << 60);
    while (!was_interrupted()) {
        DWORD ready = 0;
        if (type == FILE_TYPE_DISK) return true;
        if (type == FILE_TYPE_PIPE) {
            if (!PeekNamedPipe(handle, NULL, 0, NULL, &ready, NULL) || ready > 0) return true;
        } else if (WaitForSingleObject(handle, 0) == WAIT_OBJECT_0) {
            return true;
        }
        if (GetTickCount64() >= deadline) return false;
        Sleep(5);
    }
    return false;
}

pid_t fork_child(void)
{
    errno = ENOSYS;
    return -1;
}

void forget_child(void)
{
}

/* Removed only when the program ends normally: there are no signals. */
static char *unfinished;

void forget_unfinished_file(void)
{
    unfinished = NULL;
}

static void remove_file(void)
{
    if (unfinished != NULL) remove(unfinished);
}

int create_unfinished_file(char *name)
{
    int file = mkstemp(name);
    if (file >= 0 && atexit(remove_file) == 0) unfinished = name;
    return file;
}
