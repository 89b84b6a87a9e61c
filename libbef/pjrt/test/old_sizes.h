/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table as a client of version 0.57 uses it: arguments have the members of that version, or of the one that brought
 * the function, and end where memory ends. A function that looks further crashes. */
#ifndef PJRT_TEST_OLD_SIZES_H
#define PJRT_TEST_OLD_SIZES_H

#include "../src/api.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LEAST_SIZE(name, last) (offsetof(PJRT_##name##_Args, last) + sizeof(((PJRT_##name##_Args *)0)->last))
#define R0(name, last) LEAST_##name = LEAST_SIZE(name, last),
#define R1(name, last, a) LEAST_##name = LEAST_SIZE(name, last),
#define R2(name, last, a, b) LEAST_##name = LEAST_SIZE(name, last),
enum {
#include "../src/requirements.def"
	LEAST_OF_NOTHING
};
#undef R0
#undef R1
#undef R2

/* Two pages, of which the second one cannot be used. Each call has its own: callbacks call other functions. */
static char *take_pages(size_t page)
{
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0 ? pages : NULL;
}

static const PJRT_Api *newest_table;

#define X(number, name) \
	static PJRT_Error *old_##name(PJRT_##name##_Args *args) \
	{ \
		const size_t page = (size_t)sysconf(_SC_PAGESIZE); \
		char *pages = args && args->struct_size > LEAST_##name ? take_pages(page) : NULL; \
		if (!pages) \
			return newest_table->name(args); \
		char *old = pages + ((page - LEAST_##name) & ~(size_t)7); \
		const size_t least = LEAST_##name, size = args->struct_size; \
		memcpy(old, args, least); \
		memcpy(old, &least, sizeof least); \
		PJRT_Error *error = newest_table->name((PJRT_##name##_Args *)(void *)old); \
		memcpy(args, old, least); \
		args->struct_size = size; \
		munmap(pages, 2 * page); \
		return error; \
	}
#include "../src/functions.def"
#undef X

static inline const PJRT_Api *old_table(const PJRT_Api *newest)
{
	static PJRT_Api table;
	newest_table = newest;
	table = *newest;
#define X(number, name) table.name = old_##name;
#include "../src/functions.def"
#undef X
	return &table;
}

#endif
