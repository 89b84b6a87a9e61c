/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares ops with signatures. Types are compared by number if both have one, else by name. */
#include "fail.h"
#include <kernels/check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool count_fits(uint32_t have, uint32_t listed, bool more) { return have == listed || (more && have > listed); }

bool kernels_entry_fits(const struct kernels_entry *entry, uint32_t argument_count, uint32_t result_count,
	uint32_t attribute_count, uint32_t function_count)
{
	return argument_count >= entry->argument_count &&
	       count_fits(result_count, entry->result_count, entry->more_results) &&
	       attribute_count >= entry->attribute_count &&
	       count_fits(function_count, entry->function_count, entry->more_functions);
}

#ifdef KERNELS_NO_MESSAGES
enum kernels_status kernels_check_op(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	if (kernels_entry_fits(
		    entry, op->argument_count, op->result_count, op->attribute_count, op->function_count))
		return KERNELS_OK;
	return kernels__fail_brief(diag, KERNELS_E_CORRUPT, KERNELS__NO_TEXT, "");
}
#else
KERNELS_PRINTF(3, 4)
static enum kernels_status fail(const struct kernels_entry *entry, struct kernels_diag *diag, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	kernels__fail(diag, KERNELS_E_CORRUPT, "", entry->kernel->name, format, arguments);
	va_end(arguments);
	return KERNELS_E_CORRUPT;
}
#endif

/* ---- types */

static struct kernels_type type_of(async_type_id id)
{
	struct kernels_type type = { NULL, 0, id };
	if (id != ASYNC_TYPE_NONE) {
		type.name = async_type_get(id)->name;
		type.name_size = strlen(type.name);
	}
	return type;
}

static struct kernels_type named(struct kernels_type type)
{
	return type.name ? type : type_of(type.id);
}

bool kernels_type_is(const struct kernels_type *left, const struct kernels_type *right)
{
	if (left->id != ASYNC_TYPE_NONE && right->id != ASYNC_TYPE_NONE)
		return left->id == right->id;
	struct kernels_type a = named(*left), b = named(*right);
	return !a.name || !b.name || (a.name_size == b.name_size && memcmp(a.name, b.name, a.name_size) == 0);
}

void kernels_type_text(const struct kernels_type *type, char *out, size_t size)
{
	struct kernels_type shown = named(*type);
	snprintf(out, size, "%.*s", shown.name ? shown.name_size > 63 ? 63 : (int)shown.name_size : 1,
		shown.name ? shown.name : "?");
}

#ifndef KERNELS_NO_MESSAGES
/* ---- numbers */

static enum kernels_status check_count(const struct kernels_entry *entry, const char *what, uint32_t have,
	uint32_t listed, bool more, struct kernels_diag *diag)
{
	if (count_fits(have, listed, more))
		return KERNELS_OK;
	return fail(entry, diag, "found %u %s%s, expected %s%u: %.120s", (unsigned)have, what, have == 1 ? "" : "s",
		more && have < listed ? "at least " : "", (unsigned)listed, entry->kernel->signature);
}

static enum kernels_status check_counts(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	uint32_t arguments = kernels_entry_argument_count(entry, op->argument_count);
	enum kernels_status status =
		check_count(entry, "argument", arguments, entry->argument_count, entry->more_arguments, diag);
	if (status == KERNELS_OK)
		status = check_count(
			entry, "result", op->result_count, entry->result_count, entry->more_results, diag);
	if (status == KERNELS_OK && op->attribute_count < entry->attribute_count)
		status = check_count(
			entry, "attribute", op->attribute_count, entry->attribute_count, entry->more_attributes, diag);
	if (status == KERNELS_OK)
		status = check_count(
			entry, "function", op->function_count, entry->function_count, entry->more_functions, diag);
	return status;
}

/* ---- arguments and results */

struct type_text {
	char text[64];
};

static struct type_text type_text(struct kernels_type type)
{
	struct type_text out;
	kernels_type_text(&type, out.text, sizeof out.text);
	return out;
}

/* "!dialect.name" of a dialect that no pack describes. */
static bool is_unknown_name(const struct kernels_type *type)
{
	return type->id == ASYNC_TYPE_NONE && type->name && type->name_size > 1 && type->name[0] == '!' &&
	       async_type_find(type->name, type->name_size) == ASYNC_TYPE_NONE;
}

/* A program may have its own name for the type of a pack, as in TFRT: kernels give values their types, and executors compare those.
 * "!tfrt." and "i32" are not such types. */
static bool is_other_name(const struct kernels_type *have, const struct kernels_type *want)
{
	return want->name[0] == '!' && strncmp(want->name, "!tfrt.", 6) != 0 && is_unknown_name(have);
}

static bool is_registered_type(const struct kernels_type *have, async_type_id want)
{
	if (want == ASYNC_TYPE_NONE || have->id == want)
		return true;
	struct kernels_type wanted = type_of(want);
	return kernels_type_is(have, &wanted) || is_other_name(have, &wanted);
}

static enum kernels_status check_type(const struct kernels_entry *entry, const char *what, uint32_t index,
	const struct kernels_type *have, async_type_id want, struct kernels_diag *diag)
{
	if (is_registered_type(have, want))
		return KERNELS_OK;
	return fail(entry, diag, "%s %u is of type %s, expected %s", what, (unsigned)index, type_text(*have).text,
		type_text(type_of(want)).text);
}

static enum kernels_status check_arguments(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		bool listed = i < entry->argument_count;
		async_type_id want = listed ? entry->arguments[i] : entry->more_arguments ? entry->rest_type : ASYNC_TYPE_CHAIN;
		if (is_registered_type(&op->arguments[i], want))
			continue;
		if (listed || entry->more_arguments)
			return check_type(entry, "argument", i, &op->arguments[i], want, diag);
		return fail(entry, diag,
			"found %u arguments, expected %u: %.100s (argument %u is of type %s; only chains may follow)",
			(unsigned)op->argument_count, (unsigned)entry->argument_count, entry->kernel->signature,
			(unsigned)i, type_text(op->arguments[i]).text);
	}
	return KERNELS_OK;
}

/* Results that repeat arguments: equal number and types. */
static enum kernels_status check_repeated(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	uint32_t rest = op->argument_count - entry->argument_count;
	if (op->result_count - entry->result_count != rest)
		return fail(entry, diag, "found %u results, expected %u: those of the arguments from number %u on",
			(unsigned)op->result_count, (unsigned)(entry->result_count + rest),
			(unsigned)entry->argument_count);
	for (uint32_t i = 0; i < rest; i++) {
		const struct kernels_type *argument = &op->arguments[entry->argument_count + i];
		const struct kernels_type *result = &op->results[entry->result_count + i];
		if (!kernels_type_is(argument, result))
			return fail(entry, diag, "result %u is of type %s, expected %s, the type of argument %u",
				(unsigned)(entry->result_count + i), type_text(*result).text,
				type_text(*argument).text, (unsigned)(entry->argument_count + i));
	}
	return KERNELS_OK;
}

static enum kernels_status check_results(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	for (uint32_t i = 0; i < entry->result_count; i++) {
		enum kernels_status status = check_type(entry, "result", i, &op->results[i], entry->results[i], diag);
		if (status != KERNELS_OK)
			return status;
	}
	return entry->results_are_arguments ? check_repeated(entry, op, diag) : KERNELS_OK;
}

/* ---- attributes */

struct kind_text {
	char text[16];
};

static struct kind_text kind_text(uint8_t kind)
{
	static const struct {
		uint8_t kind;
		char name[12];
	} names[] = { { KERNELS_KIND_TYPE, "type" }, { KERNELS_KIND_SHAPE, "shape" }, { KERNELS_KIND_DENSE, "dense" },
		{ KERNELS_KIND_AGGREGATE, "aggregate" }, { 26, "function" }, { 29, "symbol" }, { KERNELS_UI8, "ui8" },
		{ KERNELS_UI16, "ui16" }, { KERNELS_UI32, "ui32" }, { KERNELS_UI64, "ui64" } };
	uint8_t element = kind & (uint8_t)~KERNELS_KIND_ARRAY;
	const char *name = kernels_dtype_name((enum kernels_dtype)element);
	struct kind_text out;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (names[i].kind == element)
			name = names[i].name;
	}
	snprintf(out.text, sizeof out.text, "%.11s%s", name, kind & KERNELS_KIND_ARRAY ? "[]" : "");
	return out;
}

static bool is_empty_array(const struct kernels_op_attribute *attribute)
{
	return (attribute->kind & KERNELS_KIND_ARRAY) && attribute->attr.size >= 4 &&
	       kernels_load_u32(attribute->attr.data) == 0;
}

/* MLIR's iN has no sign: TFRT's programs give it where a kernel reads uiN of the same bytes. */
static bool is_unsigned_of(uint8_t have, uint8_t want)
{
	static const uint8_t kinds[][2] = { { KERNELS_I8, KERNELS_UI8 }, { KERNELS_I16, KERNELS_UI16 }, { KERNELS_I32, KERNELS_UI32 },
		{ KERNELS_I64, KERNELS_UI64 } };
	const uint8_t element = KERNELS_KIND_ARRAY - 1;
	bool is = false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		is = is || ((have & element) == kinds[i][0] && (want & element) == kinds[i][1]);
	return is && (have & KERNELS_KIND_ARRAY) == (want & KERNELS_KIND_ARRAY);
}

/* An empty array has no element type. */
static bool is_kind(const struct kernels_op_attribute *attribute, uint8_t want)
{
	return want == KERNELS_KIND_ANY || attribute->kind == want || is_unsigned_of(attribute->kind, want) ||
	       (is_empty_array(attribute) && ((want & KERNELS_KIND_ARRAY) || want == KERNELS_KIND_AGGREGATE));
}

/* Returns false if the kernel could not read the attribute. */
static bool is_readable(struct kernels_attr attr, uint8_t kind)
{
	union {
		struct kernels_string string;
		struct kernels_array array;
		struct kernels_shape_view shape;
		struct kernels_dense_view dense;
		struct kernels_aggregate aggregate;
		enum kernels_dtype dtype;
		char scalar[16];
	} out;
	if (kind == (KERNELS_KIND_TYPE | KERNELS_KIND_ARRAY))
		return kernels_attr_array(attr, KERNELS_UI8, &out.array);
	if (kind != KERNELS_KIND_ANY && (kind & KERNELS_KIND_ARRAY))
		return kernels_attr_array(attr, (enum kernels_dtype)(kind & ~KERNELS_KIND_ARRAY), &out.array);
	switch (kind) {
	case KERNELS_KIND_ANY: return true;
	case KERNELS_STRING: return kernels_attr_string(attr, &out.string);
	case KERNELS_KIND_TYPE: return kernels_attr_dtype(attr, &out.dtype);
	case KERNELS_KIND_SHAPE: return kernels_attr_shape(attr, &out.shape);
	case KERNELS_KIND_DENSE: return kernels_attr_dense(attr, &out.dense);
	case KERNELS_KIND_AGGREGATE: return kernels_attr_aggregate(attr, &out.aggregate);
	default: return kernels_attr_scalar(attr, (enum kernels_dtype)kind, out.scalar);
	}
}

#define SHOWN(size) ((size) > 60 ? 60 : (int)(size))

static enum kernels_status check_attribute(const struct kernels_entry *entry, const struct kernels_parameter *want,
	uint32_t index, const struct kernels_op_attribute *have, struct kernels_diag *diag)
{
	char name[80];
	if (want->name_size && have->name &&
		(have->name_size != want->name_size || memcmp(have->name, want->name, want->name_size) != 0))
		return fail(entry, diag, "attribute %u is called '%.*s', expected '%.*s'", (unsigned)index,
			SHOWN(have->name_size), have->name, SHOWN(want->name_size), want->name);
	if (have->kind ? is_kind(have, want->kind) : is_readable(have->attr, want->kind))
		return KERNELS_OK;
	if (want->name_size)
		snprintf(name, sizeof name, "'%.*s'", SHOWN(want->name_size), want->name);
	else
		snprintf(name, sizeof name, "%u", (unsigned)index);
	if (have->kind)
		return fail(entry, diag, "attribute %s is of type %s, expected %s", name, kind_text(have->kind).text,
			kind_text(want->kind).text);
	return fail(entry, diag, "attribute %s cannot be read as %s", name, kind_text(want->kind).text);
}

/* The names of discardable attributes begin with the name of a dialect. */
static bool is_discardable(const struct kernels_op_attribute *attribute)
{
	return !attribute->name || memchr(attribute->name, '.', attribute->name_size) != NULL;
}

static enum kernels_status check_attributes(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	for (uint32_t i = 0; i < op->attribute_count; i++) {
		const struct kernels_op_attribute *attribute = &op->attributes[i];
		enum kernels_status status = KERNELS_OK;
		if (i < entry->attribute_count || entry->more_attributes) {
			uint32_t listed = i < entry->attribute_count ? i : entry->attribute_count;
			status = check_attribute(entry, &entry->attributes[listed], i, attribute, diag);
		} else if (!is_discardable(attribute)) {
			status = fail(entry, diag, "unexpected attribute '%.*s'; expected %u: %.100s",
				SHOWN(attribute->name_size), attribute->name, (unsigned)entry->attribute_count,
				entry->kernel->signature);
		}
		if (status != KERNELS_OK)
			return status;
	}
	return KERNELS_OK;
}

/* ---- functions */

/* Iterates over the types of an op to which elements expand. */
struct walk {
	const struct kernels_entry *entry;
	const struct kernels_op *op;
	const struct kernels_element *next, *end;
	uint32_t row; /* number of types already returned of the sequence at `next` */
};

enum step { STEP_TYPE, STEP_OPTIONAL, STEP_MORE, STEP_END };

/* Returns true and the next type in *out, of the sequence that starts after the `listed` ones. */
static bool next_of_row(struct walk *walk, const struct kernels_type *types, uint32_t count, uint32_t listed,
	struct kernels_type *out)
{
	if (listed + walk->row < count) {
		*out = types[listed + walk->row++];
		return true;
	}
	walk->row = 0;
	return false;
}

static enum step next_type(struct walk *walk, struct kernels_type *out)
{
	const struct kernels_op *op = walk->op;
	for (; walk->next < walk->end; walk->next++) {
		switch (walk->next->kind) {
		case KERNELS_ELEMENT_MORE: return STEP_MORE;
		case KERNELS_ELEMENT_ARGUMENTS:
			if (next_of_row(walk, op->arguments, op->argument_count, walk->entry->argument_count, out))
				return STEP_TYPE;
			break;
		case KERNELS_ELEMENT_RESULTS:
			if (next_of_row(walk, op->results, op->result_count, walk->entry->result_count, out))
				return STEP_TYPE;
			break;
		default:
			*out = type_of(walk->next->type);
			return walk->next++->kind == KERNELS_ELEMENT_OPTIONAL ? STEP_OPTIONAL : STEP_TYPE;
		}
	}
	return STEP_END;
}

static bool are_types(struct walk walk, const struct kernels_type *types, uint32_t count)
{
	struct kernels_type want;
	for (uint32_t i = 0;; i++) {
		enum step step = next_type(&walk, &want);
		if (step == STEP_MORE || step == STEP_END || i == count)
			return step == STEP_MORE || (i == count && step != STEP_TYPE);
		if (!kernels_type_is(&types[i], &want))
			return false;
	}
}

/* Prints a list of types, truncated if it is too long. */
struct list_text {
	char text[72];
	size_t size;
};

static void add_text(struct list_text *out, const char *text, size_t size)
{
	size_t room = sizeof out->text - 1 - out->size;
	if (size > room && room >= 3)
		memcpy(out->text + out->size, "...", 3), out->size += 3;
	if (size > room) {
		out->text[sizeof out->text - 1] = '\0';
		return;
	}
	memcpy(out->text + out->size, text, size);
	out->size += size;
}

static void add_type(struct list_text *out, struct kernels_type type)
{
	if (out->size > 1)
		add_text(out, ", ", 2);
	type = named(type);
	if (type.name)
		add_text(out, type.name, type.name_size);
	else
		add_text(out, "any", 3);
}

static struct list_text wanted_text(struct walk walk)
{
	struct list_text out = { "(", 1 };
	struct kernels_type type;
	enum step step;
	while ((step = next_type(&walk, &type)) == STEP_TYPE || step == STEP_OPTIONAL) {
		add_type(&out, type);
		if (step == STEP_OPTIONAL)
			add_text(&out, "?", 1);
	}
	if (step == STEP_MORE)
		add_type(&out, (struct kernels_type){ "...", 3, ASYNC_TYPE_NONE });
	add_text(&out, ")", 1);
	return out;
}

static struct list_text types_text(const struct kernels_type *types, uint32_t count)
{
	struct list_text out = { "(", 1 };
	for (uint32_t i = 0; i < count; i++)
		add_type(&out, types[i]);
	add_text(&out, ")", 1);
	return out;
}

static enum kernels_status check_function(const struct kernels_entry *entry, const struct kernels_op *op,
	const struct kernels_function_parameter *want, const struct kernels_function *have, struct kernels_diag *diag)
{
	struct walk arguments = { entry, op, want->arguments, want->arguments + want->argument_count, 0 };
	struct walk results = { entry, op, want->results, want->results + want->result_count, 0 };
	if (are_types(arguments, have->arguments, have->argument_count) &&
		are_types(results, have->results, have->result_count))
		return KERNELS_OK;
	return fail(entry, diag, "%.*s%sfunction '%.*s' is %s -> %s, expected %s -> %s",
		want->name_size > 20 ? 20 : (int)want->name_size, want->name, want->name_size ? ": " : "",
		have->name_size > 40 ? 40 : (int)have->name_size, have->name_size ? have->name : "",
		types_text(have->arguments, have->argument_count).text,
		types_text(have->results, have->result_count).text, wanted_text(arguments).text,
		wanted_text(results).text);
}

static enum kernels_status check_functions(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	for (uint32_t i = 0; i < op->function_count; i++) {
		const struct kernels_function_parameter *want =
			&entry->functions[i < entry->function_count ? i : entry->function_count];
		enum kernels_status status =
			want->described ? check_function(entry, op, want, op->functions[i], diag) : KERNELS_OK;
		if (status != KERNELS_OK)
			return status;
	}
	return KERNELS_OK;
}

enum kernels_status kernels_check_op(
	const struct kernels_entry *entry, const struct kernels_op *op, struct kernels_diag *diag)
{
	enum kernels_status status = check_counts(entry, op, diag);
	if (status == KERNELS_OK)
		status = check_arguments(entry, op, diag);
	if (status == KERNELS_OK)
		status = check_results(entry, op, diag);
	if (status == KERNELS_OK && op->attribute_count)
		status = check_attributes(entry, op, diag);
	if (status == KERNELS_OK && op->function_count)
		status = check_functions(entry, op, diag);
	return status;
}
#endif
