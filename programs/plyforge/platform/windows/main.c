/* Starts the program on Windows: converts its arguments to UTF-8, turns off the translation of line ends in the
 * standard streams, and sets the console to UTF-8 and colours. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <shellapi.h>
#include <stdbool.h>

#include "posix.h"

int plyforge_main(int argc, char **argv);

/* Windows does not buffer console output: it would pass on the bytes of a character one by one, and the console would
 * treat each as a character. The variable TERM, which only other systems set, tells the program whether colours are
 * supported. */
static void prepare_console(void)
{
    static const DWORD streams[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (unsigned i = 0; i < 2; i++) {
        DWORD mode;
        HANDLE console = GetStdHandle(streams[i]);
        if (!GetConsoleMode(console, &mode)) continue; /* a file or a pipe */
        SetConsoleOutputCP(CP_UTF8);
        bool colours = SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        if (streams[i] != STD_OUTPUT_HANDLE) continue;
        setvbuf(stdout, NULL, _IOFBF, 1 << 16);
        if (colours && getenv("TERM") == NULL) _putenv("TERM=windows");
    }
}

int main(void)
{
    int argc = 0;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &argc);
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    if (words == NULL || argv == NULL) return 1;
    for (int i = 0; i < argc; i++)
        if ((argv[i] = windows_narrow(words[i])) == NULL) return 1;
    LocalFree(words);
    _fmode = _O_BINARY;
    for (int file = 0; file < 3; file++)
        if (_get_osfhandle(file) >= 0) _setmode(file, _O_BINARY);
    prepare_console();
    return plyforge_main(argc, argv);
}
