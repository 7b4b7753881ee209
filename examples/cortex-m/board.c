/* A Cortex-M from reset to main: vectors, memory, the three functions of libc that a compiler may call, and the host's
 * console by semihosting. The stack is the lowest part of RAM, so that one too deep is a fault and never corrupts data.
 */
#include "board.h"

#include <stddef.h>

int main(void);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void board_reset(void);
void board_fault(void);

/* Addresses, from board.ld. */
extern uint32_t flash_start, flash_end, data_load, data_start, data_end, bss_start, bss_end, stack_start, stack_end;

static const uint32_t PAINT = 0xa5a5a5a5;

/* ---- Semihosting: a breakpoint that the debugger answers ---- */

enum {
    SYS_OPEN = 0x01,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20,
    APPLICATION_EXIT = 0x20026
};

static uint32_t call_host(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

/* Opens the host's console; the mode is 0 for its standard input and 4 for its standard output. */
static uint32_t open_console(uint32_t mode)
{
    const struct {
        const char *name;
        uint32_t mode, length;
    } request = {":tt", mode, 3};
    return call_host(SYS_OPEN, &request);
}

/* Reads or writes all of the bytes or some, and returns how many. */
static uint32_t transfer(uint32_t operation, uint32_t file, const void *bytes, uint32_t size)
{
    const struct {
        uint32_t file;
        const void *bytes;
        uint32_t size;
    } request = {file, bytes, size};
    uint32_t left = call_host(operation, &request);
    return left <= size ? size - left : 0;
}

uint32_t board_read(char *bytes, uint32_t size)
{
    static uint32_t input;
    if (input == 0) input = open_console(0);
    return transfer(SYS_READ, input, bytes, size);
}

void board_write(const char *text)
{
    static uint32_t output;
    if (output == 0) output = open_console(4);
    uint32_t size = 0;
    while (text[size]) size++;
    transfer(SYS_WRITE, output, text, size);
}

uint32_t board_command_line(char *text, uint32_t size)
{
    struct {
        char *text;
        uint32_t size;
    } request = {text, size};
    return call_host(SYS_GET_CMDLINE, &request) == 0 ? request.size : 0;
}

static void leave(uint32_t status)
{
    const uint32_t request[2] = {APPLICATION_EXIT, status};
    call_host(SYS_EXIT_EXTENDED, request);
    for (;;) {
    }
}

/* ---- Memory ---- */

/* How many bytes two addresses are apart. */
static uint32_t distance(const uint32_t *from, const uint32_t *to)
{
    return (uint32_t)((uintptr_t)to - (uintptr_t)from);
}

uint32_t board_flash_bytes(void)
{
    return distance(&flash_start, &flash_end) + distance(&data_start, &data_end);
}

uint32_t board_ram_bytes(void)
{
    return distance(&data_start, &data_end) + distance(&bss_start, &bss_end);
}

uint32_t board_stack_bytes(void)
{
    const volatile uint32_t *word = &stack_start;
    while (word < &stack_end && *word == PAINT) word++;
    return distance((const uint32_t *)word, &stack_end);
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out < in)
        for (size_t i = 0; i < size; i++) out[i] = in[i];
    else
        while (size-- > 0) out[size] = in[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    for (size_t i = 0; i < size; i++) out[i] = (unsigned char)byte;
    return to;
}

/* ---- Start ---- */

void board_reset(void)
{
    /* Down to the frame of this function, which is the first. */
    uint32_t *here = __builtin_frame_address(0);
    for (volatile uint32_t *word = &stack_start; word < here - 32; word++) *word = PAINT;
    memmove(&data_start, &data_load, distance(&data_start, &data_end));
    memset(&bss_start, 0, distance(&bss_start, &bss_end));
    leave((uint32_t)main());
}

/* Takes a stack of its own first: the old one may be full. */
__attribute__((naked)) void board_fault(void)
{
    __asm__ volatile("ldr r0, =stack_end\n\t"
                     "mov sp, r0\n\t"
                     "b board_after_fault\n\t"
                     ".ltorg");
}

__attribute__((used)) void board_after_fault(void);
void board_after_fault(void)
{
    board_write("fault: the stack is full, or an address is wrong\n");
    leave(2);
}

/* The initial stack pointer and the exceptions of the core: reset, NMI, and all kinds of faults. */
__attribute__((used, section(".vectors"))) static const void *const vectors[] = {
    &stack_end,
    (const void *)board_reset,
    (const void *)board_fault,
    (const void *)board_fault,
    (const void *)board_fault,
    (const void *)board_fault,
    (const void *)board_fault,
};
