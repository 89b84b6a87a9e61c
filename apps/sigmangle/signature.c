/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kinds, errors with a caret, operands or lines. */
#include "sigmangle.h"
#include "../cli/compressed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void *memory(void *old, size_t count, size_t size)
{
	void *block = count < SIZE_MAX / size ? realloc(old, count * size + 1) : NULL;
	if (!block) {
		cli_error("out of memory");
		exit(CLI_SYSTEM);
	}
	return block;
}

unsigned signature_kinds(
	const char *data, size_t size, unsigned ask, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_diag raw = SIGMANGLE_DIAG_INIT, sip = SIGMANGLE_DIAG_INIT;
	unsigned kinds = 0;
	if (ask & KIND_RAW && sigmangle_raw_check(data, size, mode, &raw) == SIGMANGLE_OK)
		kinds |= KIND_RAW;
	if (ask & KIND_SIP && sigmangle_sip_check(data, size, mode, &sip) == SIGMANGLE_OK)
		kinds |= KIND_SIP;
	if (!kinds)
		*diag = ask == KIND_SIP || (ask & KIND_SIP && sip.offset > raw.offset) ? sip : raw;
	return kinds;
}

unsigned asked_kinds(bool raw, bool sip) { return raw == sip ? KIND_RAW | KIND_SIP : raw ? KIND_RAW : KIND_SIP; }

#define AROUND 34

int show_error(const char *name, const char *data, size_t size, uint64_t offset, const char *message)
{
	const char *between = *name ? ": " : "";
	if (offset > size) {
		cli_error("%s%s%s", name, between, message);
		return CLI_BAD;
	}
	cli_error("%s%sbyte %" PRIu64 ": %s", name, between, offset, message);
	const size_t from = offset > AROUND ? (size_t)offset - AROUND : 0;
	const size_t to = size - offset > AROUND ? (size_t)offset + AROUND : size;
	const char *before = from ? "..." : "";
	fprintf(stderr, "  %s", before);
	for (size_t i = from; i < to; i++)
		fputc(data[i] >= 0x20 && data[i] < 0x7f ? data[i] : '.', stderr);
	fprintf(stderr, "%s\n  %*s", to < size ? "..." : "", (int)(offset - from + strlen(before)), "");
	cli_put_styled(stderr, CLI_STYLE_CARET, "^");
	fputc('\n', stderr);
	return CLI_BAD;
}

bool operands_next(struct operands *operands, const char **out_text, size_t *out_size, char *out_name, size_t name_room)
{
	*out_name = 0;
	if (operands->count) {
		if (operands->next == operands->count)
			return false;
		*out_text = operands->words[operands->next++];
		*out_size = strlen(*out_text);
		return true;
	}
	if (!operands->lines) {
		cli_note_terminal();
		operands->lines = cli_open_stdin();
	}
	ssize_t got = operands->lines ? getline(&operands->line, &operands->room, operands->lines) : -1;
	if (got < 0) {
		operands->failed = !operands->lines;
		if (operands->lines && ferror(operands->lines)) {
			cli_error("cannot read <stdin>");
			operands->failed = true;
		}
		return false;
	}
	snprintf(out_name, name_room, "<stdin>:%zu", ++operands->number);
	*out_text = operands->line;
	*out_size = (size_t)got - (operands->line[got - 1] == '\n');
	return true;
}

int operands_finish(struct operands *operands, int code)
{
	if (operands->lines && operands->lines != stdin)
		fclose(operands->lines);
	free(operands->line);
	free(operands->words);
	return operands->failed ? CLI_BAD : code;
}

int32_t type_word(const char *word, size_t size)
{
	static const char *const brief[SIGMANGLE_TYPE_COUNT] = { "f32", "f16", "f64", "bf16", "i8", "i16", "i32", "i64",
		"u8", "u16", "u32", "u64" };
	int32_t type = sigmangle_type_find(word, size);
	for (int32_t i = 0; i < SIGMANGLE_TYPE_COUNT && type < 0; i++) {
		if (strlen(brief[i]) == size && memcmp(brief[i], word, size) == 0)
			type = i;
	}
	return type;
}

bool take_int32(const char **at, const char *end, int32_t lowest, int32_t *out_number)
{
	const char *p = *at;
	const bool negative = p < end && *p == '-';
	int64_t number = 0;
	p += negative;
	const char *digits = p;
	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		number = number * 10 + (*p - '0');
		if (number > (int64_t)INT32_MAX + 1)
			return false;
	}
	number = negative ? -number : number;
	if (p == digits || number < lowest || number > INT32_MAX)
		return false;
	*at = p;
	*out_number = (int32_t)number;
	return true;
}
