/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bitcode of LLVM, as far as it is needed to find device code in it: clang stores it as the initial value of a variable in the section
 * .llvm.offloading (@llvm.embedded.object). A module's record of that variable has the number of the value, and a block of constants
 * has the bytes. Other blocks are skipped by their lengths. */
#include "containers.h"

#include <string.h>

enum { BLOCK_INFO = 0, BLOCK_MODULE = 8, BLOCK_CONSTANTS = 11 };
enum { MODULE_VERSION = 1, MODULE_SECTION = 5, MODULE_VARIABLE = 7, MODULE_FUNCTION = 8, MODULE_OLD_ALIAS = 9, MODULE_ALIAS = 14, MODULE_IFUNC = 15 };
enum { CONSTANT_TYPE = 1, CONSTANT_STRING = 8, CONSTANT_TEXT = 9, CONSTANT_DATA = 22 };
enum { END_BLOCK, ENTER_BLOCK, DEFINE_ABBREVIATION, RECORD, FIRST_ABBREVIATION };
enum encoding { FIXED = 1, VARIABLE, ARRAY, CHAR6, BLOB, LITERAL };
enum { MOST_OPS = 32, MOST_ABBREVIATIONS = 256, KEPT = 16, MOST_SECTIONS = 64, MOST_WANTED = 64 };

struct abbreviation {
	uint32_t block; /* of those that BLOCK_INFO defines */
	uint32_t count;
	struct {
		uint8_t encoding;
		uint64_t value;
	} ops[MOST_OPS];
};

struct abbreviations {
	struct bytecursor_buffer list; /* struct abbreviation */
};

struct wanted {
	uint64_t value; /* the number of a value */
	uint32_t section;
};

struct bits {
	struct syclbin_span bytes;
	uint64_t at, end; /* in bits */
	bool wrong;
	const struct syclbin_allocator *allocator;
	struct abbreviations common; /* of BLOCK_INFO */
	/* of the module */
	uint32_t version, section_count, wanted_count;
	char sections[MOST_SECTIONS][SYCLBIN__LONGEST_SECTION];
	struct wanted wanted[MOST_WANTED];
	uint64_t values; /* so far */
	enum syclbin_status (*found)(void *ctx, struct syclbin_string section, struct bytecursor_buffer *bytes);
	void *ctx;
};

struct record {
	uint64_t code, count; /* operands */
	uint64_t ops[KEPT];   /* the first ones */
	struct bytecursor_buffer *bytes; /* all operands as bytes, where this is wanted */
	bool no_memory;
};

static uint64_t take(struct bits *b, unsigned width)
{
	uint64_t n = 0;
	if (width > 64 || b->end - b->at < width) {
		b->wrong = true;
		return 0;
	}
	for (unsigned done = 0; done < width;) {
		const unsigned shift = b->at % 8, left = width - done, some = 8 - shift < left ? 8 - shift : left;
		n |= ((uint64_t)b->bytes.data[b->at / 8] >> shift & ((1u << some) - 1)) << done;
		b->at += some;
		done += some;
	}
	return n;
}

static uint64_t take_variable(struct bits *b, unsigned width)
{
	const uint64_t more = (uint64_t)1 << (width - 1);
	uint64_t n = 0, part;
	unsigned shift = 0;
	do {
		part = take(b, width);
		if (shift >= 64) {
			b->wrong = true;
			return 0;
		}
		n |= (part & (more - 1)) << shift;
		shift += width - 1;
	} while (part & more && !b->wrong);
	return n;
}

static void align(struct bits *b)
{
	const uint64_t at = (b->at + 31) & ~(uint64_t)31;
	b->wrong = b->wrong || at > b->end;
	b->at = b->wrong ? b->end : at;
}

/* ---- abbreviations */

static bool define(struct bits *b, struct abbreviations *to, uint32_t block)
{
	struct abbreviation a = { .block = block, .count = (uint32_t)take_variable(b, 5) };
	if (a.count == 0 || a.count > MOST_OPS || to->list.size / sizeof a >= MOST_ABBREVIATIONS)
		b->wrong = true;
	for (uint32_t i = 0; i < a.count && !b->wrong; i++) {
		if (take(b, 1)) {
			a.ops[i].encoding = LITERAL;
			a.ops[i].value = take_variable(b, 8);
			continue;
		}
		a.ops[i].encoding = (uint8_t)take(b, 3);
		const bool sized = a.ops[i].encoding == FIXED || a.ops[i].encoding == VARIABLE;
		a.ops[i].value = sized ? take_variable(b, 5) : 0;
		/* an element takes at least one bit, so the input bounds the elements */
		if (a.ops[i].encoding < FIXED || a.ops[i].encoding > BLOB || a.ops[i].value > 64 ||
			(a.ops[i].encoding == VARIABLE && a.ops[i].value < 2))
			b->wrong = true;
	}
	return !b->wrong && syclbin__append(&to->list, b->allocator, &a, sizeof a);
}

static const struct abbreviation *abbreviation(const struct abbreviations *from, uint64_t index)
{
	return index < from->list.size / sizeof(struct abbreviation)
		       ? (const struct abbreviation *)(const void *)from->list.data + index
		       : NULL;
}

/* ---- records */

static void add(struct bits *b, struct record *r, uint64_t value)
{
	const uint8_t byte = (uint8_t)value;
	if (r->count < KEPT)
		r->ops[r->count] = value;
	r->count++;
	if (r->bytes && !r->no_memory)
		r->no_memory = !syclbin__append(r->bytes, b->allocator, &byte, 1);
}

static uint64_t take_scalar(struct bits *b, enum encoding encoding, uint64_t value)
{
	static const char six[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
	switch (encoding) {
	case LITERAL:
		return value;
	case FIXED:
		return take(b, (unsigned)value);
	case VARIABLE:
		return take_variable(b, (unsigned)value);
	case CHAR6:
		return (uint8_t)six[take(b, 6)];
	case ARRAY:
	case BLOB:
		break;
	}
	b->wrong = true;
	return 0;
}

static void take_blob(struct bits *b, struct record *r)
{
	const uint64_t size = take_variable(b, 6);
	align(b);
	if (b->wrong || size > (b->end - b->at) / 8) {
		b->wrong = true;
		return;
	}
	for (uint64_t i = 0; i < size; i++)
		add(b, r, take(b, 8));
	align(b);
}

static void take_abbreviated(struct bits *b, const struct abbreviation *a, struct record *r)
{
	for (uint32_t i = 0; i < a->count && !b->wrong; i++) {
		const enum encoding encoding = (enum encoding)a->ops[i].encoding;
		if (i == 0) {
			r->code = take_scalar(b, encoding, a->ops[0].value);
		} else if (encoding == BLOB) {
			take_blob(b, r);
		} else if (encoding == ARRAY) {
			const uint64_t count = take_variable(b, 6);
			const bool empty = i + 2 != a->count || a->ops[i + 1].encoding == LITERAL ||
					   (a->ops[i + 1].encoding == FIXED && a->ops[i + 1].value == 0);
			b->wrong = b->wrong || empty || count > b->end - b->at;
			for (uint64_t k = 0; k < count && !b->wrong; k++)
				add(b, r, take_scalar(b, (enum encoding)a->ops[i + 1].encoding, a->ops[i + 1].value));
			return;
		} else {
			add(b, r, take_scalar(b, encoding, a->ops[i].value));
		}
	}
}

static void take_record(struct bits *b, uint64_t id, const struct abbreviations *own, struct record *r)
{
	const struct abbreviation *a = id >= FIRST_ABBREVIATION ? abbreviation(own, id - FIRST_ABBREVIATION) : NULL;
	if (a) {
		take_abbreviated(b, a, r);
		return;
	}
	b->wrong = b->wrong || id != RECORD;
	r->code = take_variable(b, 6);
	for (uint64_t left = take_variable(b, 6); left > 0 && !b->wrong; left--)
		add(b, r, take_variable(b, 6));
}

/* ---- blocks */

static uint32_t section_of(const struct bits *b, const struct record *r)
{
	const unsigned first = b->version >= 2 ? 2 : 0; /* the name in a table of strings */
	const uint64_t section = r->count > first + 5 ? r->ops[first + 5] : 0;
	return section > 0 && section <= b->section_count ? (uint32_t)section : 0;
}

static void read_module_record(struct bits *b, const struct record *r)
{
	switch (r->code) {
	case MODULE_VERSION:
		b->version = (uint32_t)r->ops[0];
		break;
	case MODULE_SECTION:
		if (b->section_count == MOST_SECTIONS)
			break;
		for (uint64_t i = 0; i < r->count && i + 1 < SYCLBIN__LONGEST_SECTION; i++)
			b->sections[b->section_count][i] = (char)(i < r->bytes->size ? r->bytes->data[i] : 0);
		b->section_count++;
		break;
	case MODULE_VARIABLE: {
		const uint32_t section = section_of(b, r);
		const char *name = section ? b->sections[section - 1] : "";
		const uint64_t initial = r->ops[b->version >= 2 ? 4 : 2];
		if (initial > 0 && b->wanted_count < MOST_WANTED &&
			syclbin__section_kind((struct syclbin_string){ name, strlen(name) }) != SYCLBIN__SECTION_OTHER)
			b->wanted[b->wanted_count++] = (struct wanted){ initial - 1, section - 1 };
		b->values++;
		break;
	}
	case MODULE_FUNCTION:
	case MODULE_OLD_ALIAS:
	case MODULE_ALIAS:
	case MODULE_IFUNC:
		b->values++;
		break;
	default:
		break;
	}
}

static const struct wanted *wanted(const struct bits *b)
{
	for (uint32_t i = 0; i < b->wanted_count; i++) {
		if (b->wanted[i].value == b->values)
			return &b->wanted[i];
	}
	return NULL;
}

static enum syclbin_status read_constant(struct bits *b, struct record *r)
{
	const struct wanted *w = r->code == CONSTANT_TYPE ? NULL : wanted(b);
	const uint8_t zero = 0;
	b->values += r->code != CONSTANT_TYPE;
	if (!w || (r->code != CONSTANT_STRING && r->code != CONSTANT_TEXT && r->code != CONSTANT_DATA))
		return SYCLBIN_OK;
	if (r->code == CONSTANT_TEXT && !syclbin__append(r->bytes, b->allocator, &zero, 1))
		return SYCLBIN_E_NOMEM;
	const char *name = b->sections[w->section];
	const enum syclbin_status status = b->found(b->ctx, (struct syclbin_string){ name, strlen(name) }, r->bytes);
	if (status == SYCLBIN_OK)
		*r->bytes = (struct bytecursor_buffer){ 0 };
	return status;
}

static enum syclbin_status read_block(struct bits *b, uint64_t block, unsigned width);

static enum syclbin_status enter(struct bits *b, uint64_t outer)
{
	const uint64_t block = take_variable(b, 8);
	const uint64_t width = take_variable(b, 4);
	align(b);
	const uint64_t words = take(b, 32);
	if (b->wrong || words > (b->end - b->at) / 32 || width < 2 || width > 32) {
		b->wrong = true;
		return SYCLBIN_OK;
	}
	const bool inner = outer == BLOCK_MODULE && (block == BLOCK_INFO || block == BLOCK_CONSTANTS);
	const uint64_t end = b->end, behind = b->at + 32 * words;
	enum syclbin_status status = SYCLBIN_OK;
	if (inner || (outer == UINT64_MAX && (block == BLOCK_MODULE || block == BLOCK_INFO))) {
		b->end = behind;
		if (block == BLOCK_MODULE)
			b->version = b->section_count = b->wanted_count = 0;
		b->values = block == BLOCK_MODULE ? 0 : b->values;
		status = read_block(b, block, (unsigned)width);
		b->end = end;
	}
	b->at = behind;
	return status;
}

static bool inherit(struct bits *b, uint64_t block, struct abbreviations *own)
{
	const struct abbreviation *a;
	for (uint64_t i = 0; (a = abbreviation(&b->common, i)) != NULL; i++) {
		if (a->block == block && !syclbin__append(&own->list, b->allocator, a, sizeof *a))
			return false;
	}
	return true;
}

static enum syclbin_status read_record(struct bits *b, uint64_t block, uint64_t id, const struct abbreviations *own, uint32_t *described)
{
	struct bytecursor_buffer bytes = { 0 };
	const bool keeps = (block == BLOCK_CONSTANTS && wanted(b)) || block == BLOCK_MODULE;
	struct record r = { .bytes = keeps ? &bytes : NULL };
	enum syclbin_status status = SYCLBIN_OK;
	take_record(b, id, own, &r);
	if (r.no_memory)
		status = SYCLBIN_E_NOMEM;
	else if (b->wrong)
		status = SYCLBIN_OK;
	else if (block == BLOCK_INFO && r.code == 1)
		*described = (uint32_t)r.ops[0];
	else if (block == BLOCK_MODULE)
		read_module_record(b, &r);
	else if (block == BLOCK_CONSTANTS)
		status = read_constant(b, &r);
	syclbin__buffer_free(&bytes, b->allocator);
	return status;
}

/* Reads to the end of a block, or, at the top, of the file. UINT64_MAX: the top. */
static enum syclbin_status read_block(struct bits *b, uint64_t block, unsigned width)
{
	struct abbreviations own = { { 0 } };
	uint32_t described = UINT32_MAX;
	enum syclbin_status status = inherit(b, block, &own) ? SYCLBIN_OK : SYCLBIN_E_NOMEM;
	while (status == SYCLBIN_OK && !b->wrong && b->end - b->at >= (block == UINT64_MAX ? 64 : width)) {
		const uint64_t id = take(b, width);
		if (id == ENTER_BLOCK)
			status = enter(b, block);
		else if (id == END_BLOCK || block == UINT64_MAX)
			break;
		else if (id == DEFINE_ABBREVIATION)
			status = define(b, block == BLOCK_INFO ? &b->common : &own, described) || b->wrong ? SYCLBIN_OK : SYCLBIN_E_NOMEM;
		else
			status = read_record(b, block, id, &own, &described);
	}
	syclbin__buffer_free(&own.list, b->allocator);
	return status;
}

bool syclbin__is_bitcode(const struct syclbin_span *span)
{
	return span->size >= 20 && (syclbin__u32(span->data) == 0xDEC04342u || syclbin__u32(span->data) == 0x0B17C0DEu);
}

enum syclbin_status syclbin__bitcode_walk(const struct syclbin_span *span, const struct syclbin_allocator *allocator,
	enum syclbin_status (*found)(void *ctx, struct syclbin_string section, struct bytecursor_buffer *bytes), void *ctx,
	struct syclbin_diag *diag)
{
	struct syclbin_span bytes = *span;
	if (syclbin__u32(span->data) == 0x0B17C0DEu) { /* the wrapper of Darwin */
		const uint64_t offset = syclbin__u32(span->data + 8), size = syclbin__u32(span->data + 12);
		if (!syclbin__inside(offset, size, span->size) || size < 4)
			return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BITCODE, span->offset + 8,
				"bitcode: %llu bytes at %llu, but %zu are available", (unsigned long long)size,
				(unsigned long long)offset, span->size);
		bytes = syclbin__part(span, offset, size);
	}
	struct bits *b = syclbin__alloc(allocator, 1, sizeof *b);
	if (!b)
		return syclbin__no_memory(diag);
	memset(b, 0, sizeof *b);
	b->bytes = bytes;
	b->at = 32;
	b->end = (uint64_t)bytes.size * 8;
	b->allocator = allocator;
	b->found = found;
	b->ctx = ctx;
	enum syclbin_status status = read_block(b, UINT64_MAX, 2);
	if (status == SYCLBIN_E_NOMEM)
		(void)!syclbin__no_memory(diag);
	else if (status == SYCLBIN_OK && b->wrong)
		status = syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BITCODE, bytes.offset + b->at / 8,
			"bitcode: a record or a block is damaged");
	syclbin__buffer_free(&b->common.list, allocator);
	syclbin__free(allocator, b, 1, sizeof *b);
	return status;
}
