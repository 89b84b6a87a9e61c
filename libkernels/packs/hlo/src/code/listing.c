/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code/listing.h"

#if HLO_CODE

#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Words that are separated by commas. */
static bool has_word(const char *list, const char *word)
{
	const size_t size = strlen(word);
	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (strncmp(list, word, size) == 0 && (list[size] == '\0' || list[size] == ','))
			return true;
	}
	return false;
}

unsigned kernels_hlo__code_words(void)
{
	const char *list = secure_getenv("KERNELS_JIT");
	if (!list)
		return 0;
	return (has_word(list, "off") ? HLO_LIST_OFF : 0u) | (has_word(list, "dump") ? HLO_LIST_DUMP : 0u) |
	       (has_word(list, "perf") ? HLO_LIST_PERF : 0u);
}

/* ---- notes: one line each, with the offset of its instructions in front */

static bool grow(struct hlo_code_bytes *bytes, size_t more)
{
	if (bytes->notes_size + more <= bytes->notes_room)
		return true;
	const size_t room = 2 * bytes->notes_room + more + 4096;
	char *notes = bytes->notes ? async_resize(bytes->allocator, bytes->notes, bytes->notes_room, room, 1) : async_alloc(bytes->allocator, room, 1);
	if (!notes)
		return false;
	bytes->notes = notes;
	bytes->notes_room = room;
	return true;
}

static const char *direction_of(const struct hlo_expr_operation *of)
{
#define HLO_NAME(name) [HLO_##name] = "." #name,
	static const char *const names[] = { HLO_DIRECTIONS(HLO_NAME) };
#undef HLO_NAME
	return of->opcode == HLO_OP_compare ? names[of->detail.direction] : "";
}

void kernels_hlo__code_note(struct hlo_code_text *text, uint32_t number, const char *name, const struct hlo_expr_operation *of,
	const uint32_t *operands, enum kernels_dtype dtype)
{
	enum { LINE = 160 };
	struct hlo_code_bytes *bytes = text->bytes;
	char line[LINE];
	if (!bytes->listed || !grow(bytes, sizeof(uint32_t) + LINE))
		return;
	int used = snprintf(line, LINE, "%" PRIu32 ": %s%s", number, of ? hlo_step(of->opcode)->name : name, of ? direction_of(of) : "");
	for (uint32_t k = 0; of && k < of->primitive.operand_count; k++)
		used += snprintf(line + used, LINE - (size_t)used, " %" PRIu32, operands[k]);
	if (dtype != KERNELS_DTYPE_INVALID)
		used += snprintf(line + used, LINE - (size_t)used, " %s", kernels_dtype_name(dtype));
	const uint32_t at = (uint32_t)bytes->size;
	memcpy(bytes->notes + bytes->notes_size, &at, sizeof at);
	memcpy(bytes->notes + bytes->notes_size + sizeof at, line, (size_t)used + 1);
	bytes->notes_size += sizeof at + (size_t)used + 1;
}

/* ---- a listing */

static void print_bytes(FILE *out, const struct hlo_code_bytes *bytes, size_t begin, size_t end)
{
	enum { ROW = 24 };
	for (size_t i = begin; i < end; i++) {
		if ((i - begin) % ROW == 0)
			fprintf(out, "%s\t%6zx ", i > begin ? "\n" : "", i);
		fprintf(out, " %02x", bytes->data[i]);
	}
	if (end > begin)
		fputc('\n', out);
}

static void dump(const struct hlo_code_bytes *bytes, const void *pages, const char *name)
{
	flockfile(stderr);
	fprintf(stderr, "%s at %p: %zu bytes of constants, %zu of instructions, from the beginning:\n", name, pages, bytes->first,
		bytes->size - bytes->first);
	size_t at = bytes->first;
	for (size_t note = 0; note < bytes->notes_size;) {
		uint32_t next;
		memcpy(&next, bytes->notes + note, sizeof next);
		print_bytes(stderr, bytes, at, next);
		at = next;
		fprintf(stderr, "%s\n", bytes->notes + note + sizeof next);
		note += sizeof next + strlen(bytes->notes + note + sizeof next) + 1;
	}
	print_bytes(stderr, bytes, at, bytes->size);
	funlockfile(stderr);
}

/* ---- perf: /tmp/perf-PID.map has lines "address size name" in hexadecimal; only a file of this user is written */

static void add_to_map(const struct hlo_code_bytes *bytes, const void *pages, const char *name)
{
	char path[64], line[160];
	struct stat status;
	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (file < 0)
		return;
	const int size = snprintf(line, sizeof line, "%" PRIxPTR " %zx %s\n", (uintptr_t)pages + bytes->first, bytes->size - bytes->first, name);
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() && write(file, line, (size_t)size) != size)
		fprintf(stderr, "cannot write %s\n", path);
	close(file);
}

void kernels_hlo__code_list(const struct hlo_code_bytes *bytes, const void *pages)
{
	static atomic_uint number;
	char name[64];
	const unsigned words = kernels_hlo__code_words();
	if (!(words & (HLO_LIST_DUMP | HLO_LIST_PERF)))
		return;
	/* relaxed: a number for the name, nothing else is passed on */
	snprintf(name, sizeof name, "hlo.%s.%u", bytes->kind, atomic_fetch_add_explicit(&number, 1, memory_order_relaxed) + 1);
	if (words & HLO_LIST_DUMP)
		dump(bytes, pages, name);
	if (words & HLO_LIST_PERF)
		add_to_map(bytes, pages, name);
}

#else
typedef int kernels_hlo__code_listing_is_empty; /* ISO C forbids an empty translation unit */
#endif
