/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gathers the description of each op for kernels_check_op(), and reports faults with their source locations. */
#include "check.h"

#include <kernels/check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reports */

#ifndef BEF_NO_MESSAGES
struct report {
	const struct bef_open_options *options;
	const char *message;
};

static void report_place(void *ctx, const struct async_place *place)
{
	const struct report *report = ctx;
	report->options->report(
		report->options->report_ctx, place->file || place->text ? place : NULL, report->message);
}
#endif

static void check_report(const struct bef__check *check, uint64_t location, const char *message)
{
	const struct bef_open_options *options = check->options;
	if (!options || !options->report)
		return;
#ifndef BEF_NO_MESSAGES
	if (location != BEF__NOWHERE) {
		struct report report = { options, message };
		bef__decode_location(&check->file->locations, location, report_place, &report);
		return;
	}
#else
	(void)location;
#endif
	options->report(options->report_ctx, NULL, message);
}

#ifndef BEF_NO_MESSAGES
enum bef_status bef__check_fault(struct bef__check *check, uint32_t number, uint64_t offset, uint64_t location,
	const char *format, ...)
{
	const struct kernels_function *f = &check->function->base;
	char message[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	if (check->faults++ < BEF__MOST_FAULTS)
		check_report(check, location, message);
	if (number == 0)
		return bef__fail(check->diag, BEF_E_CORRUPT, offset, "%s", message);
	return bef__fail(check->diag, BEF_E_CORRUPT, offset, "function '%.*s', kernel %u: %s",
		f->name_size > 60 ? 60 : (int)f->name_size, f->name, (unsigned)number, message);
}
#endif

/* ---- unknown kernels */

#ifdef BEF_NO_MESSAGES
enum bef_status bef__check_unknown(struct bef__check *check)
{
	check_report(check, BEF__NOWHERE, "unknown kernel name");
	return bef__fail(check->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET, "unknown kernel name");
}
#else
/* The locations of the first ops that use each unknown kernel, by kernel name; BEF__NOWHERE for the others. */
static void find_first_uses(const struct bef__check *check, uint64_t *locations)
{
	const struct bef_reader *reader = &check->file->reader;
	struct bef_functions functions = bef_reader_functions(reader);
	struct bef_function function;
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		struct bef_body body;
		if (function.kind == BEF_FUNCTION_NATIVE || bef_reader_body(reader, &function, &body, NULL) != BEF_OK)
			continue;
		struct bef_kernels kernels = bef_body_kernels(reader, &body);
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		for (uint32_t k = 0; bef_kernels_next(&kernels, &kernel, &row, NULL) == BEF_OK; k++) {
			if (k > 0 && kernel.code < reader->kernel_count && locations[kernel.code] == BEF__NOWHERE)
				locations[kernel.code] = kernel.location;
		}
	}
}

static void report_unknown(struct bef__check *check, struct bef_string name, uint64_t location)
{
	char message[256];
	int size = name.size > 100 ? 100 : (int)name.size;
	int used = snprintf(message, sizeof message, "unknown kernel name '%.*s'", size, name.data);
	const struct kernels_entry *nearest = bef__is_tfrt_compatible(check->options)
						      ? NULL
						      : kernels_registry_nearest(check->file->registry, name.data, name.size);
	if (nearest)
		snprintf(message + used, sizeof message - (size_t)used, "; did you mean '%.100s'?",
			nearest->kernel->name);
	if (check->faults++ < BEF__MOST_FAULTS)
		check_report(check, location, message);
	bef__fail(check->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET, "%s", message);
}

enum bef_status bef__check_unknown(struct bef__check *check)
{
	struct bef_file *file = check->file;
	uint32_t count = file->reader.kernel_count, most = bef__is_tfrt_compatible(check->options) ? 1 : BEF__MOST_FAULTS;
	uint64_t *locations = bef__arena_alloc(&file->arena, count, sizeof *locations);
	struct bef_names names = bef_reader_kernels(&file->reader);
	struct bef_string name;
	for (uint32_t i = 0; locations && i < count; i++)
		locations[i] = BEF__NOWHERE;
	if (locations)
		find_first_uses(check, locations);
	for (uint32_t i = 0; check->faults < most && bef_names_next(&names, &name, NULL) == BEF_OK; i++) {
		if (!file->entries[i])
			report_unknown(check, name, locations ? locations[i] : BEF__NOWHERE);
	}
	return BEF_E_NOT_FOUND;
}
#endif

/* ---- the optional sections of a function */

static bool is_async_only(const struct bef__check *check, const struct kernels_entry *entry)
{
	return check->function->kind == BEF_FUNCTION_SYNC && !(entry->kernel->flags & KERNELS_SYNC);
}

bool bef__check_fits(const struct bef__check *check, const struct bef_kernel *k)
{
	const struct kernels_entry *entry = check->file->entries[k->code];
	return kernels_entry_fits(entry, k->argument_count, k->result_count, k->attribute_count, k->function_count) &&
	       !is_async_only(check, entry);
}

#ifndef BEF_NO_OPTIONAL
/* The file was verified, so the sections are read without error checks. */
static uint64_t next_number(struct bef_numbers *numbers)
{
	uint64_t number = 0;
	(void)!bef_numbers_next(numbers, &number, NULL);
	return number;
}

/* A cursor at the lists of functions in a section. */
static struct bef_numbers open_section(const struct bef__check *check, enum bef_section_id id)
{
	const struct bef_section *section = &check->file->reader.sections[id];
	struct bef_numbers numbers = { &check->file->reader, section->data, NULL, UINT64_MAX };
	if (section->data) {
		numbers.end = section->data + section->size;
		next_number(&numbers); /* of functions */
	}
	return numbers;
}

static int by_offset(const void *left, const void *right)
{
	const struct bef__attr_type *a = left, *b = right;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static enum bef_status read_attr_types(struct bef__check *check)
{
	struct bef_numbers types = bef_reader_attribute_types(&check->file->reader);
	size_t count = (size_t)types.left / 2;
	bool sorted = true;
	if (count == 0)
		return BEF_OK;
	check->attr_types = async_alloc(check->file->arena.allocator, count * sizeof *check->attr_types,
		_Alignof(struct bef__attr_type));
	if (!check->attr_types)
		return bef__no_memory(check->diag);
	check->attr_type_count = count;
	for (size_t i = 0; i < count; i++) {
		struct bef__attr_type *at = &check->attr_types[i];
		at->offset = (uint32_t)next_number(&types);
		at->type = (uint32_t)next_number(&types);
		sorted = sorted && (i == 0 || at[-1].offset <= at->offset);
	}
	if (!sorted)
		qsort(check->attr_types, count, sizeof *check->attr_types, by_offset);
	return BEF_OK;
}

enum bef_status bef__check_init(struct bef__check *check)
{
	check->names = open_section(check, BEF_SECTION_ATTRIBUTE_NAMES);
	check->register_types = open_section(check, BEF_SECTION_REGISTER_TYPES);
	return read_attr_types(check);
}

void bef__check_finish(struct bef__check *check)
{
	const struct async_allocator *allocator = check->file->arena.allocator;
	if (check->attr_types)
		async_free(allocator, check->attr_types, check->attr_type_count * sizeof *check->attr_types,
			_Alignof(struct bef__attr_type));
	if (check->scratch)
		bef__pages_free(allocator, check->scratch, check->scratch_size, _Alignof(max_align_t));
}

/* Makes *block at least `size` bytes; discards its contents. */
static bool make_room(const struct bef__check *check, void **block, size_t *old_size, size_t size, size_t align)
{
	const struct async_allocator *allocator = check->file->arena.allocator;
	if (size <= *old_size)
		return true;
	if (*block)
		bef__pages_free(allocator, *block, *old_size, align);
	*block = bef__pages_alloc(allocator, size, align);
	*old_size = *block ? size : 0;
	return *block;
}

void bef__check_begin(
	struct bef__check *check, const struct bef__function *function, const struct bef_body *body, void *types)
{
	check->function = function;
	check->types = types;
	if (check->names.next)
		next_number(&check->names); /* of kernels */
	if (check->register_types.next) {
		next_number(&check->register_types); /* of registers */
		for (uint32_t r = 0; r < body->register_count; r++)
			check->types[r] = check->file->types[next_number(&check->register_types)];
	} else {
		memset(check->types, 0, body->register_count * sizeof *check->types);
	}
	for (uint32_t i = 0; i < function->base.argument_count; i++)
		check->types[i] = function->base.arguments[i];
}

/* ---- ops */

/* 0: unknown. Ops mostly use attributes in the order of the file. */
static uint8_t attr_kind(struct bef__check *check, uint32_t offset)
{
	const struct bef__attr_type *types = check->attr_types;
	size_t low = 0, high = check->attr_type_count, next = check->attr_type_last + 1;
	if (next < high && types[next].offset == offset) {
		low = next;
	} else {
		while (low < high) {
			size_t middle = low + (high - low) / 2;
			if (types[middle].offset < offset)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == check->attr_type_count || types[low].offset != offset)
			return 0;
	}
	check->attr_type_last = low;
	return types[low].type > UINT8_MAX ? 0 : (uint8_t)types[low].type;
}

static void gather_attribute(struct bef__check *check, uint32_t offset, struct kernels_op_attribute *out)
{
	const struct bef_section *section = &check->file->reader.sections[BEF_SECTION_ATTRIBUTES];
	struct bef_string name;
	*out = (struct kernels_op_attribute){ .kind = attr_kind(check, offset) };
	if (offset < section->size)
		out->attr = (struct kernels_attr){ section->data + offset, section->size - offset };
	if (check->names.next &&
		bef_reader_string(&check->file->reader, next_number(&check->names), &name, NULL) == BEF_OK) {
		out->name = name.data;
		out->name_size = name.size;
	}
}

/* See struct bef_open_options. */
static void forget_if_prefixed(struct kernels_op_attribute *attributes, uint32_t count)
{
	bool prefixed = false;
	for (uint32_t i = 0; i < count && !prefixed; i++)
		prefixed = attributes[i].name && memchr(attributes[i].name, '.', attributes[i].name_size);
	for (uint32_t i = 0; i < count && prefixed; i++) {
		attributes[i].name = NULL;
		attributes[i].kind = 0;
	}
}

/* Stores the operands of an op in the scratch memory. @return false when out of memory. */
static bool gather_op(struct bef__check *check, const struct bef_kernel *k, struct kernels_op *out)
{
	size_t types = k->argument_count + (size_t)k->result_count;
	size_t size = 1 /* never NULL */ + types * sizeof(struct kernels_type) +
		k->attribute_count * sizeof(struct kernels_op_attribute) + k->function_count * sizeof(struct kernels_function *);
	if (!make_room(check, &check->scratch, &check->scratch_size, size, _Alignof(max_align_t)))
		return false;
	struct kernels_type *type = check->scratch;
	struct kernels_op_attribute *attributes = (void *)(type + types);
	const struct kernels_function **functions = (void *)(attributes + k->attribute_count);
	*out = (struct kernels_op){ type, type + k->argument_count, attributes, functions, k->argument_count,
		k->result_count, k->attribute_count, k->function_count };
	for (uint32_t i = 0; i < k->argument_count; i++)
		*type++ = check->types[bef_word(k->arguments, i)];
	for (uint32_t i = 0; i < k->result_count; i++)
		*type++ = check->types[bef_word(k->results, i)];
	for (uint32_t i = 0; i < k->attribute_count; i++)
		gather_attribute(check, bef_word(k->attributes, i), &attributes[i]);
	if (bef__is_tfrt_compatible(check->options))
		forget_if_prefixed(attributes, k->attribute_count);
	for (uint32_t i = 0; i < k->function_count; i++)
		functions[i] = &check->file->functions[bef_word(k->functions, i)].base;
	return true;
}

enum bef_status bef__check_op(struct bef__check *check, uint32_t number, uint64_t offset, const struct bef_kernel *k)
{
	const struct kernels_entry *entry = check->file->entries[k->code];
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_op op;
	check->op_names = check->names.next;
	if (!gather_op(check, k, &op))
		return bef__no_memory(check->diag);
	if (kernels_check_op(entry, &op, &diag) != KERNELS_OK)
		return bef__check_fault(check, number, offset, k->location, "%s", diag.message);
	if (is_async_only(check, entry))
		return bef__check_fault(check, number, offset, k->location,
			"%s: is not a synchronous kernel, but the function is synchronous", entry->kernel->name);
	return BEF_OK;
}

static struct bef__checked *checked_at(struct bef__check *check, const struct bef_kernel *k)
{
	uint64_t hash = (uint64_t)k->code << 32 | k->argument_count;
	for (uint32_t i = 0; i < k->attribute_count; i++)
		hash = hash * 31 + bef_word(k->attributes, i);
	return &check->checked[(hash * UINT64_C(0x9E3779B97F4A7C15) >> 32) % BEF__CHECKED];
}

static bool same_types(const struct bef__check *check, const uint8_t *a, const uint8_t *b, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_type *x = &check->types[bef_word(a, i)], *y = &check->types[bef_word(b, i)];
		if (x->name != y->name || x->name_size != y->name_size || x->id != y->id)
			return false;
	}
	return true;
}

const struct bef__kernel *bef__check_equal(struct bef__check *check, const struct bef_kernel *k)
{
	const struct bef__checked *other = checked_at(check, k);
	const struct bef_kernel *o = &other->kernel;
	if (other->function != check->function || k->code != o->code || k->function_count > 0 ||
		k->argument_count != o->argument_count || k->result_count != o->result_count ||
		k->attribute_count != o->attribute_count ||
		memcmp(k->attributes, o->attributes, k->attribute_count * sizeof(uint32_t)) != 0 ||
		!same_types(check, k->arguments, o->arguments, k->argument_count) ||
		!same_types(check, k->results, o->results, k->result_count))
		return NULL;
	if (check->names.next) { /* the same bytes are the same numbers */
		if ((size_t)(check->names.end - check->names.next) < other->names_size ||
			memcmp(check->names.next, other->names, other->names_size) != 0)
			return NULL;
		check->names.next += other->names_size;
		check->names.left -= k->attribute_count;
	}
	return other->op;
}

void bef__check_remember(struct bef__check *check, const struct bef_kernel *k, const struct bef__kernel *op)
{
	if (k->function_count > 0)
		return;
	*checked_at(check, k) = (struct bef__checked){ check->function, *k, check->op_names,
		check->names.next ? (size_t)(check->names.next - check->op_names) : 0, op };
}

enum bef_status bef__check_returns(struct bef__check *check, const struct bef_body *body)
{
	const struct kernels_function *f = &check->function->base;
	struct bef_numbers results = body->result_registers;
	for (uint32_t i = 0; i < f->result_count; i++) {
		const struct kernels_type *have = &check->types[next_number(&results)];
		char found[64], expected[64];
		if (kernels_type_is(have, &f->results[i]))
			continue;
		kernels_type_text(have, found, sizeof found);
		kernels_type_text(&f->results[i], expected, sizeof expected);
		return bef__check_fault(check, 0, BEF_NO_OFFSET, body->location,
			"result %u of function '%.*s' is of type %s, expected %s", (unsigned)i,
			f->name_size > 60 ? 60 : (int)f->name_size, f->name, found, expected);
	}
	return BEF_OK;
}
#endif
