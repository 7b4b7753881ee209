/* POSIX on Windows; see posix.h. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdbool.h>

#include "posix.h"

#undef open
#undef fopen

/* ---- Text ---- */

/* Converts a name to UTF-16, which must be freed; NULL, with errno set, if it is not UTF-8 or memory has run out. */
static wchar_t *wide(const char *name)
{
    if (strcmp(name, "/dev/null") == 0) name = "NUL";
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
    wchar_t *out = size > 0 ? malloc((size_t)size * sizeof *out) : NULL;
    if (out == NULL) {
        errno = size > 0 ? ENOMEM : EINVAL;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, 0, name, -1, out, size);
    return out;
}

char *windows_narrow(const wchar_t *name)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *out = size > 0 ? malloc((size_t)size) : NULL;
    if (out != NULL) WideCharToMultiByte(CP_UTF8, 0, name, -1, out, size, NULL, NULL);
    return out;
}

/* Sets errno from the last Windows error. */
static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: errno = ENOENT; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_LOCK_VIOLATION: errno = EAGAIN; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_INVALID_HANDLE: errno = EBADF; break;
    default: errno = EACCES;
    }
    return -1;
}

/* ---- Files ---- */

FILE *windows_fopen(const char *name, const char *mode)
{
    wchar_t *path = wide(name), wide_mode[8] = {0};
    if (path == NULL) return NULL;
    for (unsigned i = 0; mode[i] != '\0' && i < 6; i++) wide_mode[i] = (wchar_t)mode[i];
    FILE *out = _wfopen(path, wide_mode);
    free(path);
    return out;
}

int windows_open(const char *name, int flags, ...)
{
    wchar_t *path = wide(name);
    int out;
    if (path == NULL) return -1;
    if (strcmp(name, "/") == 0 ||
        (flags & O_DIRECTORY) != 0) { /* a directory, which can have a descriptor but cannot be read */
        HANDLE folder = CreateFileW(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, NULL);
        out = folder == INVALID_HANDLE_VALUE ? fail() : _open_osfhandle((intptr_t)folder, _O_BINARY);
    } else {
        out = _wopen(path, flags | _O_BINARY, _S_IREAD | _S_IWRITE);
    }
    free(path);
    return out;
}

/* Fills in the struct of stat for an open file. */
static int status_of(HANDLE file, struct windows_stat *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    memset(out, 0, sizeof *out);
    DWORD type = GetFileType(file);
    if (type != FILE_TYPE_DISK) {
        if (type == FILE_TYPE_UNKNOWN) return fail();
        out->st_mode = type == FILE_TYPE_PIPE ? _S_IFIFO : _S_IFCHR;
        out->st_ino = (unsigned long long)(uintptr_t)file;
        return 0;
    }
    if (!GetFileInformationByHandle(file,
                                    &about)) { /* Wine cannot stat a file that was opened by a shell of the host */
        LARGE_INTEGER size;
        if (!GetFileSizeEx(file, &size)) return fail();
        out->st_mode = _S_IFREG | _S_IREAD;
        out->st_ino = (unsigned long long)(uintptr_t)file;
        out->st_size = size.QuadPart;
        return 0;
    }
    bool is_folder = about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    bool is_fixed = about.dwFileAttributes & FILE_ATTRIBUTE_READONLY;
    out->st_dev = about.dwVolumeSerialNumber;
    out->st_ino = (unsigned long long)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    out->st_mode = (unsigned short)((is_folder ? _S_IFDIR : _S_IFREG) | _S_IREAD | (is_fixed ? 0 : _S_IWRITE));
    out->st_size = (long long)((unsigned long long)about.nFileSizeHigh << 32 | about.nFileSizeLow);
    return 0;
}

int windows_stat(const char *name, struct windows_stat *out)
{
    wchar_t *path = wide(name);
    if (path == NULL) return -1;
    HANDLE file = CreateFileW(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(path);
    if (file == INVALID_HANDLE_VALUE) return fail();
    int status = status_of(file, out);
    CloseHandle(file);
    return status;
}

int windows_fstat(int file, struct windows_stat *out)
{
    return status_of((HANDLE)_get_osfhandle(file), out);
}

int windows_access(const char *name, int mode)
{
    wchar_t *path = wide(name);
    int status = path == NULL ? -1 : _waccess(path, mode);
    free(path);
    return status;
}

int windows_mkdir(const char *name, int mode)
{
    (void)mode;
    wchar_t *path = wide(name);
    int status = path == NULL ? -1 : _wmkdir(path);
    free(path);
    return status;
}

int windows_rename(const char *from, const char *to)
{
    wchar_t *old = wide(from), *new = wide(to);
    int status = -1;
    if (old != NULL && new != NULL)
        status = MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : fail();
    free(old);
    free(new);
    return status;
}

int windows_remove(const char *name)
{
    wchar_t *path = wide(name);
    int status = path == NULL ? -1 : _wremove(path);
    free(path);
    return status;
}

/* The name of a file in an open folder, which must be freed; NULL, with errno set, on failure. */
static char *name_in(int folder, const char *name)
{
    HANDLE handle = (HANDLE)_get_osfhandle(folder);
    DWORD length = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *path = length > 0 ? malloc((length + 1) * sizeof *path) : NULL;
    char *narrow = NULL, *out = NULL;
    if (path != NULL && GetFinalPathNameByHandleW(handle, path, length + 1, FILE_NAME_NORMALIZED) > 0)
        narrow = windows_narrow(path);
    size_t size = narrow != NULL ? strlen(narrow) + strlen(name) + 2 : 0;
    if (narrow != NULL && (out = malloc(size)) != NULL) snprintf(out, size, "%s\\%s", narrow, name);
    if (length == 0) fail();
    free(path);
    free(narrow);
    return out;
}

int openat(int folder, const char *name, int flags, ...)
{
    char *full = name_in(folder, name);
    int out = full == NULL ? -1 : windows_open(full, flags);
    free(full);
    return out;
}

int faccessat(int folder, const char *name, int mode, int flags)
{
    (void)flags;
    char *full = name_in(folder, name);
    int out = full == NULL ? -1 : windows_access(full, mode);
    free(full);
    return out;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    char *old = name_in(from_folder, from), *new = name_in(to_folder, to);
    int out = old == NULL || new == NULL ? -1 : windows_rename(old, new);
    free(old);
    free(new);
    return out;
}

int unlinkat(int folder, const char *name, int flags)
{
    (void)flags;
    char *full = name_in(folder, name);
    int out = full == NULL ? -1 : windows_remove(full);
    free(full);
    return out;
}

/* Replaces the six X at the end of the name by six digits. */
int windows_mkstemp(char *name)
{
    char *digits = name + strlen(name) - 6;
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(digits, 7, "%06u", ((unsigned)GetCurrentProcessId() * 1009 + i) % 1000000);
        int file = windows_open(name, _O_RDWR | _O_CREAT | _O_EXCL | _O_NOINHERIT);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

char *realpath(const char *name, char *out)
{
    (void)out; /* always NULL */
    wchar_t *path = wide(name);
    wchar_t *full = path == NULL ? NULL : _wfullpath(NULL, path, 0);
    char *text = full == NULL ? NULL : windows_narrow(full);
    free(path);
    free(full);
    return text;
}

ssize_t pread(int file, void *bytes, size_t size, long long offset)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    LARGE_INTEGER before;
    DWORD got = 0;
    if (size > 1 << 30) size = 1 << 30;
    /* Windows moves the file position, which must not change. */
    if (!SetFilePointerEx(handle, (LARGE_INTEGER){.QuadPart = 0}, &before, FILE_CURRENT)) return fail();
    bool read = ReadFile(handle, bytes, (DWORD)size, &got, &place) || GetLastError() == ERROR_HANDLE_EOF;
    ssize_t result = read ? (ssize_t)got : fail();
    return SetFilePointerEx(handle, before, NULL, FILE_BEGIN) ? result : fail();
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    size_t length = 0;
    for (int c; (c = getc(stream)) != EOF;) {
        if (length + 2 > *size || *line == NULL) {
            size_t room = *size < 128 ? 128 : *size * 2;
            char *larger = room > *size ? realloc(*line, room) : NULL;
            if (larger == NULL) return -1;
            *line = larger;
            *size = room;
        }
        (*line)[length++] = (char)c;
        if (c == '\n') break;
    }
    if (length == 0) return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

char *strndup(const char *text, size_t size)
{
    size_t length = strnlen(text, size);
    char *out = malloc(length + 1);
    if (out == NULL) return NULL;
    memcpy(out, text, length);
    out[length] = '\0';
    return out;
}

/* Creates a temporary file with the text, which is removed when it is closed. */
FILE *fmemopen(void *text, size_t size, const char *mode)
{
    (void)mode;
    wchar_t folder[MAX_PATH], name[MAX_PATH];
    if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"ply", 0, name) == 0) {
        fail();
        return NULL;
    }
    FILE *out = _wfopen(name, L"w+bTD");
    if (out == NULL) return NULL;
    if (fwrite(text, 1, size, out) == size && fseek(out, 0, SEEK_SET) == 0) return out;
    fclose(out);
    return NULL;
}

#undef vfprintf
#undef fprintf

int windows_vfprintf(FILE *stream, const char *format, va_list arguments)
{
    char text[4096];
    if (stream != stderr) return vfprintf(stream, format, arguments);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0 || length >= (int)sizeof text) /* too long for one write, but not truncated */
        length = vfprintf(stream, format, again);
    else if (_write(_fileno(stderr), text, (unsigned)length) != length)
        length = -1;
    va_end(again);
    return length;
}

int windows_fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = windows_vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

static int lock(HANDLE file, const struct flock *range)
{
    OVERLAPPED place = {.Offset = (DWORD)range->l_start, .OffsetHigh = (DWORD)(range->l_start >> 32)};
    DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (range->l_type == F_WRLCK ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    return LockFileEx(file, flags, 0, (DWORD)range->l_len, (DWORD)(range->l_len >> 32), &place) ? 0 : fail();
}

int fcntl(int file, int command, ...)
{
    intptr_t handle = _get_osfhandle(file);
    if (handle == -1 || handle == -2) { /* -2: a standard stream that does not exist */
        errno = EBADF;
        return -1;
    }
    if (command != F_SETLK) return 0;
    va_list arguments;
    va_start(arguments, command);
    const struct flock *range = va_arg(arguments, const struct flock *);
    va_end(arguments);
    return lock((HANDLE)handle, range);
}

long sysconf(int name)
{
    (void)name; /* the only one that the program queries */
    SYSTEM_INFO about;
    GetSystemInfo(&about);
    return (long)about.dwNumberOfProcessors;
}
