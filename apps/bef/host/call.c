/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses calls and creates their arguments. */
#include "host/call.h"
#include "host/functions.h"
#include "tensors/npy_array.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments */

struct parse {
	const char *text, *at, *end;
	struct inputs *inputs;
	const struct async_allocator *allocator;
	const struct kernels_function *function;
	uint32_t argument; /* the current one, for messages */
};

static void skip_space(struct parse *p)
{
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
		p->at++;
}

static bool take(struct parse *p, char c)
{
	skip_space(p);
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

/* Returns the text up to the next separator. */
static size_t word_size(const struct parse *p)
{
	size_t size = 0;
	while (p->at + size < p->end && !strchr(",() \t[]\"", p->at[size]))
		size++;
	return size;
}

/* Reports "expected X, found Y" for the current argument. */
static int mismatch(const struct parse *p, const char *expected)
{
	size_t size = word_size(p);
	const struct kernels_type *type = &p->function->arguments[p->argument];
	if (size == 0)
		size = (size_t)(p->end - p->at);
	cli_error("--call: argument %" PRIu32 " of %.*s is %.*s: expected %s, found %s%.*s%s", p->argument + 1,
		(int)p->function->name_size, p->function->name, (int)type->name_size, type->name, expected,
		size ? "'" : "the end", (int)size, p->at, size ? "'" : "");
	return CLI_USAGE;
}

/* Moves a payload into a value. NULL: out of memory; the payload is unchanged. */
static int make_value(const struct parse *p, async_type_id type, void *payload, struct async_value **out)
{
	*out = async_value_create_available(p->allocator, type, payload);
	if (*out)
		return CLI_GOOD;
	return cli_out_of_memory();
}

/* Copies a word as NUL-terminated text; false if it is too long for a number. */
static bool get_word(const struct parse *p, char *out, size_t room)
{
	size_t size = word_size(p);
	if (size == 0 || size >= room)
		return false;
	memcpy(out, p->at, size);
	out[size] = '\0';
	return true;
}

static bool get_signed(const char *word, unsigned bits, int64_t *out)
{
	char *end;
	errno = 0;
	long long number = strtoll(word, &end, 0);
	int64_t most = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1;
	*out = number;
	return !errno && !*end && number <= most && number >= -most - 1;
}

static bool get_unsigned(const char *word, unsigned bits, uint64_t *out)
{
	char *end;
	errno = 0;
	unsigned long long number = strtoull(word, &end, 0);
	*out = number;
	return !errno && !*end && *word != '-' && (bits == 64 || number >> bits == 0);
}

static int parse_integer(struct parse *p, async_type_id type, unsigned bits, bool is_signed, struct async_value **out)
{
	static const char *const expected[2][4] = {
		{ "a number from 0 to 255", "a number from 0 to 65535", "an unsigned integer of 32 bits",
			"an unsigned integer of 64 bits" },
		{ "a number from -128 to 127", "a number from -32768 to 32767", "an integer of 32 bits",
			"an integer of 64 bits" },
	};
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
	} payload;
	char word[64];
	uint64_t number = 0;
	int64_t negative = 0;
	bool good = get_word(p, word, sizeof word) &&
		    (is_signed ? get_signed(word, bits, &negative) : get_unsigned(word, bits, &number));
	if (!good)
		return mismatch(p, expected[is_signed][bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3]);
	if (is_signed)
		number = (uint64_t)negative;
	switch (bits) {
	case 8: payload.u8 = (uint8_t)number; break;
	case 16: payload.u16 = (uint16_t)number; break;
	case 32: payload.u32 = (uint32_t)number; break;
	default: payload.u64 = number;
	}
	p->at += strlen(word);
	return make_value(p, type, &payload, out);
}

static int parse_bool(struct parse *p, async_type_id type, struct async_value **out)
{
	char word[8];
	uint8_t payload = 0;
	if (!get_word(p, word, sizeof word))
		return mismatch(p, "true or false");
	if (strcmp(word, "true") == 0 || strcmp(word, "1") == 0)
		payload = 1;
	else if (strcmp(word, "false") != 0 && strcmp(word, "0") != 0)
		return mismatch(p, "true or false");
	p->at += strlen(word);
	return make_value(p, type, &payload, out);
}

/* Parses numbers with strtod(), including nan and inf. */
static int parse_float(struct parse *p, async_type_id type, struct async_value **out)
{
	char word[400], *end = word;
	bool single = type == kernels_types()->f32, finite;
	union {
		float f32;
		double f64;
	} payload;
	if (!get_word(p, word, sizeof word))
		return mismatch(p, "a number");
	errno = 0;
	if (single)
		payload.f32 = strtof(word, &end);
	else
		payload.f64 = strtod(word, &end);
	finite = single ? !isinf(payload.f32) : !isinf(payload.f64);
	if (end == word || *end || (errno == ERANGE && !finite))
		return mismatch(p, "a number that the type can hold");
	p->at += strlen(word);
	return make_value(p, type, &payload, out);
}

/* Parses "TEXT"; a backslash escapes a quote or a backslash. */
static int parse_string(struct parse *p, async_type_id type, struct async_value **out)
{
	struct kernels_text text;
	size_t size = 0;
	if (p->at == p->end || *p->at != '"')
		return mismatch(p, "a string in double quotes");
	char *copy = malloc((size_t)(p->end - p->at));
	for (p->at++; copy && p->at < p->end && *p->at != '"'; p->at++) {
		p->at += *p->at == '\\' && p->at + 1 < p->end;
		copy[size++] = *p->at;
	}
	bool made = copy && kernels_text_init(&text, p->allocator, copy, size);
	free(copy);
	if (!made)
		return cli_out_of_memory();
	int code = take(p, '"') ? make_value(p, type, &text, out) : mismatch(p, "a quote at the end of the string");
	if (code != CLI_GOOD)
		async_free(text.allocator, text.data, text.size + 1, 1);
	return code;
}

/* [2, 3] */
static int parse_shape(struct parse *p, async_type_id type, struct async_value **out)
{
	int64_t dims[KERNELS_MAX_RANK];
	uint64_t dim;
	char word[32];
	size_t rank = 0;
	struct kernels_dims payload;
	if (!take(p, '['))
		return mismatch(p, "a shape like [2, 3]");
	while (!take(p, ']')) {
		skip_space(p);
		if (rank == KERNELS_MAX_RANK || !get_word(p, word, sizeof word) || !get_unsigned(word, 63, &dim))
			return mismatch(p, "a dimension");
		dims[rank++] = (int64_t)dim;
		p->at += strlen(word);
		if (!take(p, ',') && !(p->at < p->end && *p->at == ']'))
			return mismatch(p, "',' or ']'");
	}
	if (!kernels_dims_init(&payload, p->allocator, dims, rank) && rank)
		return cli_out_of_memory();
	int code = make_value(p, type, &payload, out);
	if (code != CLI_GOOD)
		kernels_dims_finish(&payload);
	return code;
}

/* Parses the name of an input. Each use creates a separate tensor, which kernels may change in place. */
static int parse_tensor(struct parse *p, async_type_id type, struct async_value **out)
{
	size_t size = word_size(p);
	for (size_t i = 0; i < p->inputs->count; i++) {
		struct input *input = &p->inputs->list[i];
		if (input->is_value || !input->name || strlen(input->name) != size || memcmp(input->name, p->at, size) != 0)
			continue;
		struct kernels_tensor tensor;
		int code = tensor_from_npy(&input->file, p->allocator, &tensor);
		if (code != CLI_GOOD)
			return code;
		input->used = true;
		p->at += size;
		code = make_value(p, type, &tensor, out);
		if (code != CLI_GOOD)
			kernels_tensor_finish(&tensor);
		return code;
	}
	return mismatch(p, "the NAME of an --input NAME=FILE.npy");
}

static bool is_type(const struct kernels_type *type, const char *name)
{
	return type->name_size == strlen(name) && memcmp(type->name, name, type->name_size) == 0;
}

static bool is_chain(const struct kernels_type *type) { return is_type(type, "!tfrt.chain"); }

static int parse_argument(struct parse *p, struct async_value **out)
{
	const struct kernels_type_ids *ids = kernels_types();
	const struct kernels_tensor_types *tensors = kernels_tensor_types();
	const struct kernels_type *type = &p->function->arguments[p->argument];
	const struct {
		async_type_id id;
		unsigned bits;
		bool is_signed;
	} integers[] = { { ids->i8, 8, true }, { ids->i16, 16, true }, { ids->i32, 32, true }, { ids->i64, 64, true },
		{ ids->ui8, 8, false }, { ids->ui16, 16, false }, { ids->ui32, 32, false }, { ids->ui64, 64, false } };
	skip_space(p);
	if (is_chain(type)) {
		char word[8];
		if (!get_word(p, word, sizeof word) || strcmp(word, "chain") != 0)
			return mismatch(p, "the word chain");
		p->at += strlen(word);
		*out = async_chain();
		return CLI_GOOD;
	}
	for (size_t i = 0; i < sizeof integers / sizeof *integers && type->id != ASYNC_TYPE_NONE; i++) {
		if (integers[i].id == type->id)
			return parse_integer(p, type->id, integers[i].bits, integers[i].is_signed, out);
	}
	if (type->id == ids->i1)
		return parse_bool(p, type->id, out);
	if (type->id == ids->f32 || type->id == ids->f64)
		return parse_float(p, type->id, out);
	if (type->id == ids->string)
		return parse_string(p, type->id, out);
	if (type->id == tensors->shape)
		return parse_shape(p, type->id, out);
	if (type->id == tensors->tensor)
		return parse_tensor(p, type->id, out);
	cli_error("--call: argument %" PRIu32 " of %.*s is %.*s, which cannot be given on the command line",
		p->argument + 1, (int)p->function->name_size, p->function->name, (int)type->name_size, type->name);
	return CLI_USAGE;
}

/* ---- calls */

/* Parses the arguments in the parentheses. They are separated by commas outside brackets and strings. */
static uint32_t count_given(const struct parse *p)
{
	uint32_t count = 0, depth = 0;
	bool quoted = false, any = false;
	for (const char *at = p->at; at < p->end && (quoted || *at != ')'); at++) {
		if (quoted && *at == '\\' && at + 1 < p->end)
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (!quoted && (*at == '[' || *at == ']'))
			depth += *at == '[' ? 1u : depth ? -1u : 0u;
		else if (!quoted && depth == 0 && *at == ',')
			count++;
		any = any || (*at != ' ' && *at != '\t');
	}
	return any ? count + 1 : 0;
}

static uint32_t count_chains(const struct kernels_function *function)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < function->argument_count; i++)
		count += is_chain(&function->arguments[i]);
	return count;
}

static int parse_arguments(struct parse *p, struct call *call)
{
	const struct kernels_function *function = call->function;
	uint32_t given = count_given(p), chains = count_chains(function);
	bool without_chains = given != function->argument_count && given == function->argument_count - chains;
	if (given != function->argument_count && !without_chains) {
		cli_error("--call: %.*s takes %" PRIu32 " argument%s, found %" PRIu32, (int)function->name_size,
			function->name, function->argument_count, function->argument_count == 1 ? "" : "s", given);
		return CLI_USAGE;
	}
	bool first = true;
	for (p->argument = 0; p->argument < function->argument_count; p->argument++) {
		if (without_chains && is_chain(&function->arguments[p->argument])) {
			call->arguments[p->argument] = async_chain();
			continue;
		}
		if (!first && !take(p, ','))
			return mismatch(p, "',' before it");
		first = false;
		int code = parse_argument(p, &call->arguments[p->argument]);
		if (code != CLI_GOOD)
			return code;
	}
	if (take(p, ')') && (skip_space(p), p->at == p->end))
		return CLI_GOOD;
	cli_error("--call: expected ')' at the end of '%.*s'", (int)(p->end - p->text), p->text);
	return CLI_USAGE;
}

int call_parse(const char *text, size_t size, const struct bef_file *file, struct inputs *inputs,
	const struct async_allocator *allocator, struct call *out_call)
{
	struct parse p = { text, text, text + size, inputs, allocator, NULL, 0 };
	const char *open = memchr(text, '(', size);
	size_t name_size = open ? (size_t)(open - text) : size;
	while (name_size && text[name_size - 1] == ' ')
		name_size--;
	if (!open) {
		cli_error("--call: expected FUNCTION(ARGUMENTS), found '%.*s'", (int)size, text);
		return CLI_USAGE;
	}
	*out_call = (struct call){ bef_file_find(file, text, name_size), NULL };
	if (!out_call->function || name_size == 0) {
		cli_error("couldn't find function %.*s", (int)name_size, text);
		functions_suggest(file, text, name_size);
		return CLI_BAD;
	}
	p.function = out_call->function;
	p.at = open + 1;
	out_call->arguments = calloc(p.function->argument_count + (size_t)1, sizeof *out_call->arguments);
	if (!out_call->arguments)
		return cli_out_of_memory();
	int code = parse_arguments(&p, out_call);
	if (code != CLI_GOOD)
		call_finish(out_call);
	return code;
}

void call_finish(struct call *call)
{
	for (uint32_t i = 0; call->arguments && i < call->function->argument_count; i++)
		async_value_release(call->arguments[i]);
	free(call->arguments);
	call->arguments = NULL;
}
