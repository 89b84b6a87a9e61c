/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of a program that a test writes piece by piece. To begin a new one, set written.size to 0. */
#ifndef BEF_STABLEHLO_TEST_PUT_H
#define BEF_STABLEHLO_TEST_PUT_H

#include <bef/status.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	char text[1u << 22];
	size_t size;
} written;

BEF_PRINTF(1, 2)
static void put(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	written.size += (size_t)vsnprintf(written.text + written.size, sizeof written.text - written.size, format, arguments);
	va_end(arguments);
	if (written.size >= sizeof written.text)
		abort();
}

#endif
