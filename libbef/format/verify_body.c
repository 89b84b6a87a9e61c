/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies a function body in one walk over its kernels.
 *
 * A kernel may only use registers that earlier kernels define, so when the walk reaches a kernel, all lists that must
 * name it as a user have been visited. Each entry of these lists was put into a bucket of the kernel it names
 * ("edges"). The bucket must be full and contain the same multiset of registers as the arguments of the kernel. This
 * proves that used-by lists equal the real users, without sorting or searching, and rules out cycles. */
#include <bef/reader.h>
#include "verify.h"
#include <stdio.h>
#include <string.h>

#define UNDEFINED UINT32_MAX
#ifdef __OPTIMIZE_SIZE__
#define GOOD 1u
#else
#define GOOD 16u
#endif

struct body_check {
	struct bef__verifier *v;
	const struct bef_function *function;
	struct bef_body body;
	uint32_t *uses;      /* per register: number of uses; UNDEFINED until a kernel defines it */
	uint32_t *balance;   /* per register and for the pseudo register: zero between kernels */
	uint32_t *first;     /* per kernel, and one more: start of its bucket */
	uint32_t *next;      /* per kernel: the first free place of its bucket */
	uint32_t *edges;     /* registers */
	uint32_t number;     /* of the current kernel */
	const uint8_t *at;   /* its record */
	uint64_t attributes; /* of the kernels so far */
	struct {
		const uint8_t *list;
		uint32_t count;
	} good[GOOD]; /* attributes that may be used, the newest per code of a kernel */
};

#ifdef BEF_NO_MESSAGES
BEF__COLD static enum bef_status fail_brief(const struct body_check *c, const uint8_t *at)
{
	return bef__diag_fail_brief(c->v->diag, BEF_E_CORRUPT, bef__offset(c->v->reader, at));
}
#define fail(c, at, ...) BEF__WITHOUT_TEXT(fail_brief((c), (at)), __VA_ARGS__)
#define fail_kernel(c, ...) BEF__WITHOUT_TEXT(fail_brief((c), (c)->at), __VA_ARGS__)
#else
BEF_PRINTF(3, 4)
BEF__COLD static enum bef_status fail(const struct body_check *c, const uint8_t *at, const char *format, ...)
{
	char text[160];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return bef__diag_fail(c->v->diag, BEF_E_CORRUPT, bef__offset(c->v->reader, at), "Functions, function %u%s",
		c->function->index, text);
}

BEF_PRINTF(2, 3) BEF__COLD static enum bef_status fail_kernel(const struct body_check *c, const char *format, ...)
{
	char text[140];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return fail(c, c->at, ", kernel %u: %s", c->number, text);
}
#endif

/* Adds the place to the failure of an iterator, which does not know it. */
BEF__COLD static enum bef_status fail_inside(const struct body_check *c, const char *kernel,
	const struct bef_diag *inner)
{
	const char *text = strstr(inner->message, ": ");
	return bef__diag_fail(c->v->diag, inner->status, inner->offset, "Functions, function %u%s: %s",
		c->function->index, kernel, text ? text + 2 : inner->message);
}

/* Allocates a bucket per kernel with a slot per operand; a kernel without operands waits for the pseudo register. */
static enum bef_status make_buckets(struct body_check *c)
{
	struct bef_numbers table = c->body.kernel_table;
	uint64_t edges = 0, limit = c->body.kernels_size / 4;
	for (uint32_t i = 0; i < c->body.kernel_count; i++) {
		struct bef_kernel_row row;
		const uint8_t *at = table.next;
		BEF__TRY(bef__take_row(&table, &row, c->v->diag));
		const uint64_t operands = row.operands;
		c->first[i] = c->next[i] = (uint32_t)edges;
		edges += i == 0 ? 0 : operands == 0 ? 1 : operands;
		if (operands > limit || edges > limit)
			return fail(c, at, ", kernel %u: %llu operands, but the section has only %llu more words", i,
				(unsigned long long)operands, (unsigned long long)limit);
	}
	c->first[c->body.kernel_count] = (uint32_t)edges;
	if (!bef__buffer_reserve(&c->v->edges, c->v->allocator, (size_t)edges * sizeof *c->edges))
		return bef__diag_fail(c->v->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "no memory for function %u",
			c->function->index);
	c->edges = (uint32_t *)(void *)c->v->edges.data;
	return BEF_OK;
}

static enum bef_status prepare(struct body_check *c)
{
	/* Counts are below the size of the section, which is below 2^32. */
	uint64_t registers = c->body.register_count, kernels = c->body.kernel_count;
	uint64_t size = sizeof(uint32_t) * (registers + (registers + 1) + (kernels + 1) + kernels);
	struct bytecursor_buffer *words = &c->v->words;
	if (size > SIZE_MAX || !bef__buffer_reserve(words, c->v->allocator, (size_t)size))
		return bef__diag_fail(c->v->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "no memory for function %u",
			c->function->index);
	c->uses = (uint32_t *)(void *)words->data;
	c->balance = c->uses + registers;
	c->first = c->balance + registers + 1;
	c->next = c->first + kernels + 1;
	memset(c->uses, 0xFF, (size_t)registers * sizeof *c->uses);
	memset(c->balance, 0, (size_t)(registers + 1) * sizeof *c->balance);
	return make_buckets(c);
}

/* ---- a kernel */

static enum bef_status verify_pseudo_kernel(struct body_check *c, const struct bef_kernel *k)
{
	if (k->argument_count != 0 || k->attribute_count != 0 || k->function_count != 0)
		return fail_kernel(c, "the pseudo kernel has %u arguments, %u attributes, %u functions",
			k->argument_count, k->attribute_count, k->function_count);
	if ((uint64_t)k->result_count != (uint64_t)c->function->argument_count + 1)
		return fail_kernel(c, "the pseudo kernel has %u results, but the function %u arguments",
			k->result_count, c->function->argument_count);
	if (bef_word(k->results, 0) != c->body.register_count)
		return fail_kernel(c, "the first result of the pseudo kernel is %u, not %u", bef_word(k->results, 0),
			c->body.register_count);
	for (uint32_t i = 1; i < k->result_count; i++) {
		if (bef_word(k->results, i) != i - 1)
			return fail_kernel(c, "argument %u is register %u", i - 1, bef_word(k->results, i));
	}
	return BEF_OK;
}

/* A model repeats kernels with their attributes. */
static bool is_good(const struct body_check *c, const struct bef_kernel *k)
{
	const uint32_t place = k->code % GOOD, count = k->attribute_count;
	return GOOD > 1 && count > 0 && c->good[place].count == count &&
	       memcmp(c->good[place].list, k->attributes, count * sizeof(uint32_t)) == 0;
}

static enum bef_status verify_references(struct body_check *c, const struct bef_kernel *k)
{
	const struct bef__verifier *v = c->v;
	const struct bef_reader *reader = v->reader;
	if (k->code >= reader->kernel_count)
		return fail_kernel(c, "code %u, but there are %u kernels", k->code, reader->kernel_count);
	if (!bef__verify_location_offset(v, k->location))
		return fail_kernel(c, "no location begins at Locations +%u", k->location);
	const uint32_t attributes = is_good(c, k) ? 0 : k->attribute_count;
	for (uint32_t i = 0; i < attributes; i++) {
		uint32_t offset = bef_word(k->attributes, i);
		if (offset >= reader->sections[BEF_SECTION_ATTRIBUTES].size)
			return fail_kernel(c, "attribute %u at +%u, but Attributes has %zu bytes", i, offset,
				reader->sections[BEF_SECTION_ATTRIBUTES].size);
		if (v->attributes.size > 0 && !bef__bitmap_test(&v->attributes, offset))
			return fail_kernel(c, "attribute %u at +%u is not in AttributeTypes", i, offset);
	}
	if (GOOD > 1 && attributes > 0) {
		c->good[k->code % GOOD].list = k->attributes;
		c->good[k->code % GOOD].count = attributes;
	}
	for (uint32_t i = 0; i < k->function_count; i++) {
		if (bef_word(k->functions, i) >= reader->function_count)
			return fail_kernel(c, "function %u, but there are %u", bef_word(k->functions, i),
				reader->function_count);
	}
	c->attributes += k->attribute_count;
	return BEF_OK;
}

static enum bef_status verify_arguments(struct body_check *c, const struct bef_kernel *k)
{
	uint32_t pseudo = c->body.register_count, n = c->number;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		uint32_t reg = bef_word(k->arguments, i);
		if (reg >= c->body.register_count)
			return fail_kernel(c, "argument %u is register %u of %u", i, reg, c->body.register_count);
		if (c->uses[reg] == UNDEFINED)
			return fail_kernel(c, "argument %u is register %u, which no kernel before it defines", i, reg);
		c->uses[reg]++;
		c->balance[reg]++;
	}
	if (k->argument_count == 0)
		c->balance[pseudo]++;
	if (c->next[n] != c->first[n + 1])
		return fail_kernel(c, "used-by lists name it %u times, expected %u", c->next[n] - c->first[n],
			c->first[n + 1] - c->first[n]);
	for (uint32_t i = c->first[n]; i < c->first[n + 1]; i++) {
		uint32_t reg = c->edges[i];
		if (c->balance[reg] == 0 && reg == pseudo)
			return fail_kernel(c, "listed as a kernel without arguments, but has arguments");
		if (c->balance[reg] == 0)
			return fail_kernel(c, "used-by list of register %u names it more often than it is used", reg);
		c->balance[reg]--;
	}
	return BEF_OK; /* as many were subtracted as were added, so all are zero again */
}

static enum bef_status verify_results(struct body_check *c, const struct bef_kernel *k)
{
	const uint8_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count; i++) {
		uint32_t reg = bef_word(k->results, i), count = bef_word(k->user_counts, i);
		if (c->number > 0 || i > 0) {
			if (reg >= c->body.register_count)
				return fail_kernel(c, "result %u is register %u of %u", i, reg, c->body.register_count);
			if (c->uses[reg] != UNDEFINED)
				return fail_kernel(c, "result %u: register %u is defined twice", i, reg);
			c->uses[reg] = 0;
		}
		for (uint32_t j = 0; j < count; j++) {
			uint32_t user = bef_word(users, j);
			if (user <= c->number || user >= c->body.kernel_count)
				return fail_kernel(c, "result %u: user %u, expected above %u and below %u", i, user,
					c->number, c->body.kernel_count);
			if (c->next[user] == c->first[user + 1])
				return fail_kernel(c, "result %u: kernel %u is listed more often than it has operands",
					i, user);
			c->edges[c->next[user]++] = reg;
		}
		users += 4 * (size_t)count;
	}
	return BEF_OK;
}

/* Reads the record again to determine why it is unreadable. */
#ifdef BEF_NO_MESSAGES
BEF__COLD static enum bef_status fail_record(const struct body_check *c, uint64_t offset)
{
	struct bef_kernel k;
	return bef_body_kernel(c->v->reader, &c->body, offset, &k, c->v->diag);
}
#else
BEF__COLD static enum bef_status fail_record(const struct body_check *c, uint64_t offset)
{
	struct bef_diag inner = BEF_DIAG_INIT;
	struct bef_kernel k;
	char place[32];
	(void)!bef_body_kernel(c->v->reader, &c->body, offset, &k, &inner);
	(void)snprintf(place, sizeof place, ", kernel %u", c->number);
	return fail_inside(c, place, &inner);
}
#endif

static enum bef_status verify_kernels(struct body_check *c, uint64_t *out_size)
{
	struct bef_numbers table = c->body.kernel_table;
	uint64_t end = 0;
	for (c->number = 0; c->number < c->body.kernel_count; c->number++) {
		struct bef_kernel k;
		struct bef_kernel_row row;
		c->at = table.next;
		BEF__TRY(bef__take_row(&table, &row, c->v->diag));
		if (row.offset != end)
			return fail_kernel(c, "at +%llu, expected +%llu", (unsigned long long)row.offset,
				(unsigned long long)end);
		if (row.stream > INT32_MAX)
			return fail_kernel(c, "stream %llu", (unsigned long long)row.stream);
		if (bef_body_kernel(c->v->reader, &c->body, row.offset, &k, NULL) != BEF_OK)
			return fail_record(c, row.offset);
		if (row.operands != k.argument_count)
			return fail_kernel(c, "%llu operands in the table, but %u arguments",
				(unsigned long long)row.operands, k.argument_count);
		c->at = c->body.kernels + row.offset;
		if (c->number == 0) {
			BEF__TRY(verify_pseudo_kernel(c, &k));
		} else {
			BEF__TRY(verify_references(c, &k));
			BEF__TRY(verify_arguments(c, &k));
		}
		BEF__TRY(verify_results(c, &k));
		end += k.size;
	}
	*out_size = end;
	return BEF_OK;
}

/* ---- the function */

static enum bef_status verify_returns(struct body_check *c)
{
	struct bef_numbers results = c->body.result_registers;
	bool sync = c->function->kind == BEF_FUNCTION_SYNC;
	for (uint32_t i = 0; results.left > 0; i++) {
		uint64_t reg;
		const uint8_t *at = results.next;
		BEF__TRY(bef__take_number(&results, &reg, c->v->diag));
		if (reg >= c->body.register_count || c->uses[reg] == UNDEFINED)
			return fail(c, at, ": result %u is register %llu, which no kernel defines", i,
				(unsigned long long)reg);
		/* The caller of a synchronous function owns arguments and results, so no register may be two of
		 * them. */
		if (sync && (reg < c->function->argument_count || c->balance[reg] > 0))
			return fail(c, at, ": result %u of a synchronous function is %s", i,
				reg < c->function->argument_count ? "an argument" : "returned twice");
		c->balance[reg] = sync;
		c->uses[reg]++;
	}
	return BEF_OK;
}

static enum bef_status verify_use_counts(struct body_check *c)
{
	struct bef_numbers counts = c->body.use_counts;
	for (uint32_t i = 0; i < c->body.register_count; i++) {
		uint64_t count;
		const uint8_t *at = counts.next;
		BEF__TRY(bef__take_number(&counts, &count, c->v->diag));
		if (c->uses[i] == UNDEFINED)
			return fail(c, at, ": no kernel defines register %u", i);
		if (count != c->uses[i])
			return fail(c, at, ": use count of register %u is %llu, but it is used %u times", i,
				(unsigned long long)count, c->uses[i]);
	}
	return BEF_OK;
}

#ifndef BEF_NO_OPTIONAL
/* Where lists of names that were found good begin, by their first bytes; NULL: nowhere. */
struct known_names {
	const uint8_t *places[256];
};

static uint64_t eight_bytes(const uint8_t *at)
{
	uint64_t bytes;
	memcpy(&bytes, at, sizeof bytes);
	return bytes;
}

/* The number of numbers in 8 bytes: each ends with a byte below 128. */
static uint32_t numbers_in(uint64_t bytes)
{
	return (uint32_t)__builtin_popcountll(~bytes & 0x8080808080808080u);
}

/* Steps over numbers whose bytes are those of numbers that were found good. A large function has the same few lists of names again and
 * again. */
static void skip_known(struct bef_numbers *names, struct known_names *known)
{
	const uint8_t *at = names->next;
	uint64_t left = names->left;
	if (names->end - at < 8)
		return;
	const uint64_t first = eight_bytes(at);
	const uint8_t **place = &known->places[(uint32_t)first * 0x9e3779b1u >> 24], *good = *place;
	*place = at;
	if (!good)
		return;
	while (left >= 8 && names->end - at >= 8 && eight_bytes(at) == eight_bytes(good)) {
		left -= numbers_in(eight_bytes(at));
		at += 8;
		good += 8;
	}
	/* the rest, and back to the end of a number */
	while (left > 0 && at < names->end && *at == *good) {
		left -= *at < 0x80;
		at++;
		good++;
	}
	while (at > names->next && at[-1] >= 0x80)
		at--;
	names->next = at;
	names->left = left;
}

static enum bef_status verify_names(struct body_check *c, struct bef_numbers *names)
{
	struct known_names known;
	const bool remembers = GOOD > 1 && names->left >= 1024;
	if (remembers)
		memset(&known, 0, sizeof known);
	while (names->left > 0) {
		uint64_t number;
		const uint8_t *at = names->next;
		BEF__TRY(bef__take_number(names, &number, c->v->diag));
		if (!bef__is_string_start(&c->v->reader->sections[BEF_SECTION_STRINGS], number))
			return bef__diag_fail(c->v->diag, BEF_E_CORRUPT, bef__offset(c->v->reader, at),
				"AttributeNames, function %u: no string begins at Strings +%llu", c->function->index,
				(unsigned long long)number);
		if (remembers)
			skip_known(names, &known);
	}
	return BEF_OK;
}

static enum bef_status verify_optional(struct body_check *c)
{
	const struct bef_reader *reader = c->v->reader;
	struct bef_numbers names, types;
	uint64_t number;
	BEF__TRY(bef__attribute_names(reader, c->body.kernel_count, c->attributes, &c->v->names_position, &names,
		c->v->diag));
	BEF__TRY(verify_names(c, &names));
	BEF__TRY(bef_reader_register_types(reader, &c->body, &c->v->registers_position, &types, c->v->diag));
	while (types.left > 0) {
		const uint8_t *at = types.next;
		BEF__TRY(bef__take_number(&types, &number, c->v->diag));
		if (number >= reader->type_count)
			return bef__diag_fail(c->v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"RegisterTypes, function %u: type %llu, but there are %u", c->function->index,
				(unsigned long long)number, reader->type_count);
	}
	return BEF_OK;
}
#endif

enum bef_status bef__verify_body(struct bef__verifier *v, const struct bef_function *function)
{
	const struct bef_reader *reader = v->reader;
	const uint8_t *section = reader->sections[BEF_SECTION_FUNCTIONS].data;
	struct body_check c = { .v = v, .function = function };
	struct bef_diag inner = BEF_DIAG_INIT;
	uint64_t size = 0;
	if (function->offset != v->body_end)
		return fail(&c, section + v->body_end, ": begins at +%llu, expected +%llu",
			(unsigned long long)function->offset, (unsigned long long)v->body_end);
	if (bef_reader_body(reader, function, &c.body, &inner) != BEF_OK)
		return fail_inside(&c, "", &inner);
	if (!bef__verify_location_offset(v, c.body.location))
		return fail(&c, section + function->offset, ": no location begins at Locations +%llu",
			(unsigned long long)c.body.location);
	BEF__TRY(prepare(&c));
	BEF__TRY(verify_kernels(&c, &size));
	BEF__TRY(verify_returns(&c));
	BEF__TRY(verify_use_counts(&c));
	v->body_end = (uint64_t)(c.body.kernels - section) + size;
#ifdef BEF_NO_OPTIONAL
	return BEF_OK;
#else
	return verify_optional(&c);
#endif
}
