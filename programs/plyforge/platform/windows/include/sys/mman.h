/* Windows has no mmap; see ../../posix.h. A mapping fails, and the file is read instead. */
#define PROT_READ                            0
#define MAP_PRIVATE                          0
#define MAP_FAILED                           ((void *)-1)
#define POSIX_MADV_SEQUENTIAL                0
#define mmap(address, size, what, how, f, o) ((void)(f), MAP_FAILED)
#define munmap(address, size)                ((void)(address), (void)(size))
#define posix_madvise(address, size, advice) ((void)(address), 0)
