/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Diagnostics of all sizes: calls public functions that take a diagnostic so that they fail, and checks what they store.
 *
 *	#define DIAGS_STRUCT struct bef_diag
 *	#include "diags.h"
 *	DIAGS_FAILS(bef_reader_open) { struct bef_reader r; return bef_reader_open("", 0, &r, diag); }
 *	int main(int argc, char **argv)
 *	{
 *		static const struct diags_case cases[] = { DIAGS_CASE(bef_reader_open) };
 *		return diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
 *	}
 *
 * A call is made several hundred times: it makes its input anew, frees what it made, and returns the status, the same each time. */
#ifndef DIAGS_H
#define DIAGS_H

#include "check.h"

#include <stdlib.h>

struct diags_case {
	const char *name;
	unsigned (*call)(void *diag); /* enums of statuses are unsigned */
};
#define DIAGS_FAILS(function) static unsigned diags_fails_##function(void *diag)
#define DIAGS_CASE(function) { #function, diags_fails_##function }
/* Another failure of the same function, in another place of the library. */
#define DIAGS_FAILS_TOO(function, how) static unsigned diags_fails_##function##_##how(void *diag)
#define DIAGS_CASE_TOO(function, how) { #function " " #how, diags_fails_##function##_##how }

enum {
	DIAGS_SIZE = sizeof(DIAGS_STRUCT),
	DIAGS_STATUS = offsetof(DIAGS_STRUCT, status),
	DIAGS_MESSAGE = offsetof(DIAGS_STRUCT, message),
	DIAGS_STATUS_END = DIAGS_STATUS + sizeof(int),
	DIAGS_MESSAGE_END = DIAGS_MESSAGE + sizeof(((DIAGS_STRUCT *)0)->message),
	DIAGS_ROOM = DIAGS_SIZE + 64 /* and bytes behind the structure, which must not change */
};

/* True if the text has no control characters (C0, DEL, C1) and is UTF-8, also where it was cut. */
static bool diags_is_clean(const unsigned char *text)
{
	for (; *text; text++) {
		const unsigned char lead = *text;
		const int more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
		if (lead < 0x20 || lead == 0x7F || (lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || (lead == 0xC2 && text[1] < 0xA0))
			return false;
		for (int i = 0; i < more; i++) {
			if ((*++text & 0xC0) != 0x80)
				return false;
		}
	}
	return true;
}

/* A diagnostic of `size` bytes without a failure: the rest is 0xA5. The message has no end before the call. */
static void diags_clear(unsigned char *room, size_t size)
{
	const size_t reach = size < DIAGS_SIZE ? size : DIAGS_SIZE;
	memset(room, 0xA5, DIAGS_ROOM);
	if (reach > DIAGS_STATUS)
		memset(room + DIAGS_STATUS, 0, reach - DIAGS_STATUS);
	if (reach > DIAGS_MESSAGE)
		memset(room + DIAGS_MESSAGE, 'X', reach - DIAGS_MESSAGE);
	memcpy(room, &size, sizeof size);
}

static void diags_full(const struct diags_case *c, unsigned char *room)
{
	unsigned stored;
	diags_clear(room, DIAGS_SIZE);
	const unsigned status = c->call(room);
	memcpy(&stored, room + DIAGS_STATUS, sizeof stored);
	CHECK(status != 0);
	CHECK_INT(stored, status);
	CHECK(room[DIAGS_MESSAGE] != 0);
	if (CHECK(memchr(room + DIAGS_MESSAGE, 0, DIAGS_MESSAGE_END - DIAGS_MESSAGE) != NULL))
		CHECK(diags_is_clean(room + DIAGS_MESSAGE));
	CHECK(((const DIAGS_STRUCT *)(const void *)room)->rule != NULL);
	CHECK_INT(c->call(NULL), status);
}

/* What an older or newer caller passes: a structure that ends anywhere, and other data behind it. */
static bool diags_sized(const struct diags_case *c, unsigned char *room, size_t size, unsigned status)
{
	unsigned char before[DIAGS_ROOM];
	const size_t reach = size < DIAGS_SIZE ? size : DIAGS_SIZE;
	const size_t first = reach < sizeof size ? sizeof size : reach;
	unsigned stored;
	diags_clear(room, size);
	memcpy(before, room, DIAGS_ROOM);
	bool good = CHECK_INT(c->call(room), status);
	good = CHECK_BYTES(room, sizeof size, before, sizeof size) && good;
	good = CHECK_BYTES(room + first, DIAGS_ROOM - first, before + first, DIAGS_ROOM - first) && good;
	if (reach >= DIAGS_STATUS_END) {
		memcpy(&stored, room + DIAGS_STATUS, sizeof stored);
		good = CHECK_INT(stored, status) && good;
	} else {
		good = CHECK_BYTES(room, DIAGS_ROOM, before, DIAGS_ROOM) && good;
	}
	if (reach > DIAGS_MESSAGE) {
		const size_t end = reach < DIAGS_MESSAGE_END ? reach : DIAGS_MESSAGE_END;
		good = CHECK(memchr(room + DIAGS_MESSAGE, 0, end - DIAGS_MESSAGE) != NULL) && good;
		good = good && CHECK(diags_is_clean(room + DIAGS_MESSAGE));
		good = CHECK(end == DIAGS_MESSAGE + 1 || room[DIAGS_MESSAGE] != 0) && good;
	}
	if (!good)
		printf("# %s() with a diagnostic of %zu bytes\n", c->name, size);
	return good;
}

/* The first failure stays. */
static void diags_kept(const struct diags_case *c, unsigned char *room, unsigned status)
{
	static const size_t sizes[] = { DIAGS_STATUS_END, DIAGS_MESSAGE, DIAGS_MESSAGE + 8, DIAGS_SIZE, DIAGS_SIZE + 4 };
	unsigned char before[DIAGS_ROOM];
	const int earlier = 77;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		diags_clear(room, sizes[i]);
		memcpy(room + DIAGS_STATUS, &earlier, sizeof earlier);
		memcpy(before, room, DIAGS_ROOM);
		CHECK_INT(c->call(room), status);
		CHECK_BYTES(room, DIAGS_ROOM, before, DIAGS_ROOM);
	}
}

static bool diags_run(const struct diags_case *c)
{
	unsigned char *room = malloc(DIAGS_ROOM); /* aligned for the structure */
	check_failures = 0;
	if (!CHECK(room != NULL))
		return false;
	diags_full(c, room);
	const unsigned status = c->call(NULL);
	for (size_t size = 0; check_failures == 0 && size <= DIAGS_SIZE + 4 && diags_sized(c, room, size, status);)
		size++;
	diags_kept(c, room, status);
	free(room);
	return check_failures == 0;
}

static int diags_main(int argc, char **argv, const struct diags_case *cases, size_t count)
{
	size_t failed = 0;
	printf("1..%zu\n", count);
	for (size_t i = 0; i < count; i++) {
		if (!check_selected(argc, argv, cases[i].name)) {
			printf("ok %zu - %s # SKIP not selected\n", i + 1, cases[i].name);
			continue;
		}
		const bool good = diags_run(&cases[i]);
		failed += !good;
		printf("%s %zu - %s\n", good ? "ok" : "not ok", i + 1, cases[i].name);
		fflush(stdout);
	}
	return failed != 0;
}

#endif
