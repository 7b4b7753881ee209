/* What a program on the board needs of it. board.c has it for any Cortex-M under a debugger or QEMU, by semihosting;
 * replace that file by your UART. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Stores up to size bytes of the host's standard input and returns their number, 0 at the end. */
uint32_t board_read(char *bytes, uint32_t size);

/* Writes text to the host's standard output. */
void board_write(const char *text);

/* Stores the command line, without its end, and returns its length. */
uint32_t board_command_line(char *text, uint32_t size);

/* How much the program has of flash and of static memory, without the stack, and how deep the stack has been. */
uint32_t board_flash_bytes(void);
uint32_t board_ram_bytes(void);
uint32_t board_stack_bytes(void);

#endif
