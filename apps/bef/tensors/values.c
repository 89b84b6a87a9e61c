/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A list is read twice: for its shape, then for its elements. */
#include "tensors/values.h"
#include "tensors/elements.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers */

struct number {
	enum { NUMBER_NONE, NUMBER_BOOL, NUMBER_SIGNED, NUMBER_UNSIGNED, NUMBER_FLOAT } form;
	int64_t integer;
	double real, imaginary;
	bool is_complex;
};

static bool is_word(const char *text, const char *word) { return strcmp(text, word) == 0; }

static bool parse_bool(const char *text, struct number *out)
{
	const bool yes = is_word(text, "true") || is_word(text, "True");
	if (!yes && !is_word(text, "false") && !is_word(text, "False"))
		return false;
	*out = (struct number){ .form = NUMBER_BOOL, .integer = yes, .real = yes };
	return true;
}

static bool parse_integer(const char *text, struct number *out)
{
	char *end;
	errno = 0;
	out->integer = strtoll(text, &end, 0);
	out->form = NUMBER_SIGNED;
	if (errno == ERANGE && *text != '-') {
		errno = 0;
		out->integer = (int64_t)strtoull(text, &end, 0);
		out->form = NUMBER_UNSIGNED;
	}
	out->real = out->form == NUMBER_UNSIGNED ? (double)(uint64_t)out->integer : (double)out->integer;
	return errno == 0 && end != text && !*end;
}

/* "1.5", "2j", "1-2j", "(1-2j)"; infinite only if the text is. */
static bool parse_float(const char *text, struct number *out)
{
	const bool brackets = *text == '(';
	const char *at = text + brackets;
	char *end;
	*out = (struct number){ .form = NUMBER_FLOAT };
	out->real = strtod(at, &end);
	if (end == at)
		return false;
	if (*end == '+' || *end == '-') {
		at = end;
		out->imaginary = strtod(at, &end);
		if (end == at || *end != 'j')
			return false;
	} else if (*end == 'j') {
		out->imaginary = out->real;
		out->real = 0;
	}
	out->is_complex = *end == 'j';
	end += out->is_complex;
	return brackets ? is_word(end, ")") : !*end;
}

static bool parse_number(const char *text, struct number *out)
{
	*out = (struct number){ .form = NUMBER_NONE };
	return parse_bool(text, out) || parse_integer(text, out) || parse_float(text, out);
}

bool value_is_one(const char *text)
{
	struct number number;
	return *text == '[' || parse_number(text, &number);
}

/* False: the type does not have this number. */
static bool store_number(const struct number *number, enum kernels_dtype dtype, void *bytes, uint64_t index)
{
	const enum elements_kind kind = elements_kind(dtype);
	if (kind != ELEMENTS_FLOAT && kind != ELEMENTS_COMPLEX) {
		bool good = number->form != NUMBER_FLOAT && elements_fits(dtype, number->integer, number->form == NUMBER_UNSIGNED);
		if (good)
			elements_put_integer(dtype, bytes, index, number->integer);
		return good;
	}
	if (number->is_complex && kind != ELEMENTS_COMPLEX)
		return false;
	elements_put_float(dtype, bytes, index, 0, number->real);
	if (kind == ELEMENTS_COMPLEX)
		elements_put_float(dtype, bytes, index, 1, number->imaginary);
	/* some types have no infinity or NaN, and all have a largest number */
	const double stored = elements_float(dtype, bytes, index, 0);
	return isnan(stored) == isnan(number->real) && isinf(stored) == isinf(number->real);
}

/* ---- lists */

enum { WORD = 400 };

struct list {
	const char *at;
	const struct array_type *type;
	struct npy_elements *out;
	uint64_t count; /* elements so far */
	uint32_t rank;  /* UINT32_MAX: not known yet */
	bool store;     /* second reading */
	char word[WORD];
	const char *wrong;
};

static void skip_space(struct list *list) { list->at += strspn(list->at, " \t\n"); }

static bool fail(struct list *list, const char *wrong)
{
	list->wrong = wrong;
	return false;
}

static bool read_element(struct list *list, uint32_t depth)
{
	const size_t size = strcspn(list->at, ",[] \t\n");
	struct number number;
	if (list->rank == UINT32_MAX)
		list->rank = depth;
	if (list->rank != depth)
		return fail(list, "lists of different depths");
	if (size == 0 || size >= WORD)
		return fail(list, "a list without an element");
	memcpy(list->word, list->at, size);
	list->word[size] = '\0';
	list->at += size;
	if (!parse_number(list->word, &number))
		return fail(list, "a word that is not a number");
	if (list->store && !store_number(&number, list->type->dtype, list->out->owned, list->count))
		return fail(list, "a number that the type does not have");
	list->count++;
	list->word[0] = '\0';
	return true;
}

static bool read_part(struct list *list, uint32_t depth);

/* The elements of a list, after its bracket. */
static bool read_list(struct list *list, uint32_t depth)
{
	int64_t length = 0;
	if (depth == KERNELS_MAX_RANK)
		return fail(list, "more dimensions than a tensor can have");
	if (list->rank != UINT32_MAX && depth >= list->rank)
		return fail(list, "lists of different depths");
	for (skip_space(list); *list->at != ']'; skip_space(list)) {
		if (!read_part(list, depth + 1))
			return false;
		length++;
		skip_space(list);
		if (*list->at == ',')
			list->at++;
		else if (*list->at != ']')
			return fail(list, "no ',' or ']' after an element");
	}
	list->at++;
	if (list->rank == UINT32_MAX) /* an empty list */
		list->rank = depth + 1;
	if (list->out->dims[depth] < 0)
		list->out->dims[depth] = length;
	return list->out->dims[depth] == length || fail(list, "lists of different lengths");
}

static bool read_part(struct list *list, uint32_t depth)
{
	skip_space(list);
	if (*list->at != '[')
		return read_element(list, depth);
	list->at++;
	return read_list(list, depth);
}

static bool read_all(struct list *list, const char *text)
{
	list->at = text;
	list->count = 0;
	list->word[0] = '\0';
	if (!read_part(list, 0))
		return false;
	skip_space(list);
	return !*list->at || fail(list, "text after the value");
}

static int report(const struct list *list)
{
	char expected[TYPE_TEXT];
	const struct array_type *type = list->type;
	array_type_text(type->dtype, type->rank, type->dims, expected);
	if (list->word[0])
		cli_error("--input: %s is %s, found %s: '%s'", type->argument, expected, list->wrong, list->word);
	else
		cli_error("--input: %s is %s, found %s", type->argument, expected, list->wrong);
	return CLI_USAGE;
}

/* The shape of the text must be that of the type. */
static bool check_shape(const struct list *list, const char *text)
{
	const struct array_type *type = list->type;
	char expected[TYPE_TEXT], found[TYPE_TEXT];
	if (array_fits(type, type->dtype, list->out->rank, list->out->dims))
		return true;
	array_type_text(type->dtype, type->rank, type->dims, expected);
	if (list->out->rank == 0)
		cli_error("--input: %s is %s, found the number %s", type->argument, expected, text);
	else
		cli_error("--input: %s is %s, found a list of the shape %s", type->argument, expected,
			strchr(array_type_text(type->dtype, list->out->rank, list->out->dims, found), '['));
	return false;
}

int value_parse(const char *text, const struct array_type *type, struct npy_elements *out)
{
	struct list list = { .type = type, .out = out, .rank = UINT32_MAX };
	*out = (struct npy_elements){ .dtype = type->dtype };
	for (uint32_t i = 0; i < KERNELS_MAX_RANK; i++)
		out->dims[i] = -1;
	if (!read_all(&list, text))
		return report(&list);
	out->rank = list.rank;
	if (!check_shape(&list, text))
		return CLI_USAGE;
	out->size = kernels_dtype_size(type->dtype) * list.count;
	out->bytes = out->owned = malloc(out->size + 1);
	if (!out->owned)
		return cli_out_of_memory();
	list.store = true;
	if (read_all(&list, text))
		return CLI_GOOD;
	free(out->owned);
	return report(&list);
}
