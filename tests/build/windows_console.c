/* plyforge.exe in a console: colours, Unicode, Ctrl-C, and streams that are closed. The console is a pseudo console, so
 * that no window is needed: the program makes one and runs itself inside, where the tests are.
 * usage: windows_console.exe PLYFORGE.EXE, both without blanks in their names */
#define WIN32_LEAN_AND_MEAN
#define NTDDI_VERSION 0x0A000006
#define _WIN32_WINNT  0x0A00
#include <windows.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { COLUMNS = 120, LINES = 40, CELLS = COLUMNS * LINES, PATIENCE = 120000, INTERRUPTED = 130 };

static unsigned passed, failed;

static void check(const char *what, bool right)
{
    *(right ? &passed : &failed) += 1;
    printf("%s: %s\n", right ? "ok" : "FAILED", what);
    fflush(stdout);
}

/* ---- Inside the console ---- */

static HANDLE screen, keyboard;
static const HANDLE closed = INVALID_HANDLE_VALUE; /* NULL would be the console */
static const wchar_t *program;

static void clear(void)
{
    DWORD done;
    COORD first = {0, 0};
    FillConsoleOutputCharacterW(screen, L' ', CELLS, first, &done);
    FillConsoleOutputAttribute(screen, 7, CELLS, first, &done);
    SetConsoleTextAttribute(screen, 7);
    SetConsoleCursorPosition(screen, first);
}

static bool shows(const wchar_t *text)
{
    static wchar_t cells[CELLS + 1];
    DWORD read = 0;
    ReadConsoleOutputCharacterW(screen, cells, CELLS, (COORD){0, 0}, &read);
    cells[read] = L'\0';
    return wcsstr(cells, text) != NULL;
}

/* Windows has taken the escape sequences for colours, or Wine has them on the screen. */
static bool shows_colours(void)
{
    static WORD attributes[CELLS];
    DWORD read = 0;
    ReadConsoleOutputAttribute(screen, attributes, CELLS, (COORD){0, 0}, &read);
    for (DWORD i = 0; i < read; i++)
        if (attributes[i] != 7) return true;
    return shows(L"\033[");
}

static HANDLE start(const wchar_t *words, HANDLE input, HANDLE output, HANDLE errors)
{
    wchar_t line[1024];
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process;
    startup.hStdInput = input;
    startup.hStdOutput = output;
    startup.hStdError = errors;
    _snwprintf(line, 1024, L"%ls %ls", program, words);
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process)) return NULL;
    CloseHandle(process.hThread);
    return process.hProcess;
}

/* The exit status, or 9999 if it does not end. */
static DWORD end(HANDLE process)
{
    DWORD status = 9999;
    if (process != NULL && WaitForSingleObject(process, PATIENCE) == WAIT_OBJECT_0)
        GetExitCodeProcess(process, &status);
    if (status == 9999 && process != NULL) TerminateProcess(process, 1);
    CloseHandle(process);
    return status;
}

static DWORD run(const wchar_t *words)
{
    clear();
    return end(start(words, keyboard, screen, screen));
}

static BOOL WINAPI ignore(DWORD event)
{
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* The event is lost on a program that is not in the console yet, and ends one that has not asked for it: on a busy
 * machine this may need several attempts. */
static void test_ctrl_c(void)
{
    DWORD status = 0;
    for (DWORD delay = 500; status != INTERRUPTED && delay <= 16000; delay *= 2) {
        clear();
        HANDLE process = start(L"perft 40 --plain", keyboard, screen, screen);
        Sleep(delay);
        for (unsigned i = 0; i < 3; i++) {
            GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
            if (WaitForSingleObject(process, 10000) == WAIT_OBJECT_0) break;
        }
        status = end(process);
    }
    check("Ctrl-C: the count says so and returns 130", status == INTERRUPTED && shows(L"stopped after"));
}

static void test_console(void)
{
    SetEnvironmentVariableW(L"TERM", NULL);
    SetEnvironmentVariableW(L"NO_COLOR", NULL);
    check("a sentence", run(L"explain e2e5") == 0 && shows(L"a pawn does not move from e2 to e5"));
    check("colours in a console", shows_colours());
    SetEnvironmentVariableW(L"NO_COLOR", L"1");
    check("no colours with NO_COLOR", run(L"explain e2e5") == 0 && shows(L"is not legal") && !shows_colours());
    check("chess figures", run(L"show --unicode") == 0 && shows(L"\x265c \x265e \x265d \x265b \x265a"));
    check("an error with a name in Unicode",
          run(L"pgn \"Spiele \x00fc \x2654.pgn\"") == 2 && shows(L"Spiele \x00fc \x2654.pgn"));
    clear();
    check("standard output is closed",
          end(start(L"perft 2", keyboard, closed, screen)) == 1 && shows(L"standard output is closed"));
    clear();
    check("standard input is closed",
          end(start(L"pgn - --check", closed, screen, screen)) == 2 && shows(L"standard input is closed"));
    clear();
    check("standard error is closed", end(start(L"perft 2", keyboard, screen, closed)) == 0 && shows(L"searched: 400"));
    test_ctrl_c();
}

static int inside(void)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    DWORD access = GENERIC_READ | GENERIC_WRITE, shared = FILE_SHARE_READ | FILE_SHARE_WRITE;
    screen = CreateFileW(L"CONOUT$", access, shared, &inherited, OPEN_EXISTING, 0, NULL);
    keyboard = CreateFileW(L"CONIN$", access, shared, &inherited, OPEN_EXISTING, 0, NULL);
    SetConsoleCtrlHandler(ignore, TRUE);
    check("a console", screen != INVALID_HANDLE_VALUE && keyboard != INVALID_HANDLE_VALUE);
    if (failed == 0) test_console();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

/* ---- Outside ---- */

static DWORD WINAPI drain(void *pipe)
{
    char bytes[4096];
    DWORD size;
    while (ReadFile(pipe, bytes, sizeof bytes, &size, NULL) && size > 0) continue;
    return 0;
}

static int outside(const wchar_t *self)
{
    HANDLE input[2], output[2];
    HPCON console;
    SIZE_T size = 0;
    STARTUPINFOEXW startup = {.StartupInfo.cb = sizeof startup};
    PROCESS_INFORMATION process;
    wchar_t line[1024];
    if (!CreatePipe(&input[0], &input[1], NULL, 0) || !CreatePipe(&output[0], &output[1], NULL, 0)) return 2;
    if (CreatePseudoConsole((COORD){COLUMNS, LINES}, input[0], output[1], 0, &console) != S_OK) return 2;
    CreateThread(NULL, 0, drain, output[0], 0, NULL);
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup.lpAttributeList = malloc(size);
    if (startup.lpAttributeList == NULL) return 2;
    InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, console, sizeof console,
                              NULL, NULL);
    _snwprintf(line, 1024, L"%ls inside %ls", self, program);
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, EXTENDED_STARTUPINFO_PRESENT, NULL, NULL, &startup.StartupInfo,
                        &process))
        return 2;
    DWORD status = 1;
    WaitForSingleObject(process.hProcess, INFINITE); /* each of its tests has an end */
    GetExitCodeProcess(process.hProcess, &status);
    ClosePseudoConsole(console);
    return (int)status;
}

int wmain(int argc, wchar_t **argv)
{
    program = argv[argc - 1];
    return argc > 2 ? inside() : outside(argv[0]);
}
