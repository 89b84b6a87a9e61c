/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parser of signatures: results, and errors for invalid ones. */
#include "../src/signature.h"
#include "check.h"
#include <stdlib.h>

static struct kernels__signature s;

/* NULL on success; else the error. */
static const char *parse(const char *text, bool any_results, size_t *position)
{
	size_t unused;
	kernels_types();
	return kernels__signature_parse(text, any_results, &s, position ? position : &unused);
}

static void two_scalars(void)
{
	CHECK(!parse("(i32, i32) -> i32", false, NULL));
	CHECK_INT(s.argument_count, 2);
	CHECK_INT(s.result_count, 1);
	CHECK_INT(s.arguments[0], kernels_types()->i32);
	CHECK_INT(s.arguments[1], kernels_types()->i32);
	CHECK_INT(s.results[0], kernels_types()->i32);
	CHECK(!s.more_arguments && !s.more_results && !s.more_attributes && !s.more_functions);
	CHECK_INT(s.attribute_count + s.function_count, 0);
}

static void nothing_at_all(void)
{
	CHECK(!parse("()->()", false, NULL));
	CHECK_INT(s.argument_count + s.result_count + s.attribute_count + s.function_count, 0);
	CHECK(!parse("  (  )  ->  (  )  ", false, NULL));
}

static void every_type(void)
{
	const struct kernels_type_ids *t = kernels_types();
	CHECK(!parse("(i1, i8, i16, i64, ui8, ui16, ui32, ui64, f16, bf16, f32, f64, complex<f32>, complex<f64>, "
		     "!tfrt.string, "
		     "!tfrt.chain, any) -> ()",
		false, NULL));
	const async_type_id expected[] = { t->i1, t->i8, t->i16, t->i64, t->ui8, t->ui16, t->ui32, t->ui64, t->f16,
		t->bf16, t->f32, t->f64, t->complex64, t->complex128, t->string, ASYNC_TYPE_CHAIN, ASYNC_TYPE_NONE };
	CHECK_INT(s.argument_count, sizeof expected / sizeof *expected);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		CHECK_INT(s.arguments[i], expected[i]);
}

static void names_with_commas_inside(void)
{
	static const struct async_type odd = { .name = "!test.pair<i32, tuple<f32>>", .size = 8, .align = 4 };
	async_type_id id = async_type_register(&odd);
	CHECK(id != ASYNC_TYPE_NONE);
	CHECK(!parse("(!test.pair<i32, tuple<f32>>, i1) -> !test.pair<i32, tuple<f32>>", false, NULL));
	CHECK_INT(s.argument_count, 2);
	CHECK_INT(s.arguments[0], id);
	CHECK_INT(s.results[0], id);
}

static void more_arguments(void)
{
	CHECK(!parse("(!tfrt.string, ...) -> !tfrt.chain", false, NULL));
	CHECK_INT(s.argument_count, 1);
	CHECK_INT(s.more_arguments, 1);
	CHECK_INT(s.rest_type, ASYNC_TYPE_NONE);
	CHECK(!parse("(i32...) -> i32", false, NULL));
	CHECK_INT(s.argument_count, 0);
	CHECK_INT(s.more_arguments, 1);
	CHECK_INT(s.rest_type, kernels_types()->i32);
	CHECK(!parse("(i1, !tfrt.string ...) -> i32", false, NULL));
	CHECK_INT(s.argument_count, 1);
	CHECK_INT(s.rest_type, kernels_types()->string);
}

static void results(void)
{
	CHECK(!parse("() -> (i32, i64)", false, NULL));
	CHECK_INT(s.result_count, 2);
	CHECK_INT(s.results[1], kernels_types()->i64);
	CHECK(!parse("() -> (any, ...)", true, NULL));
	CHECK_INT(s.result_count, 1);
	CHECK_INT(s.results[0], ASYNC_TYPE_NONE);
	CHECK_INT(s.more_results, 1);
	CHECK(!parse("() -> (...)", true, NULL));
	CHECK_INT(s.result_count, 0);
	CHECK(!parse("() -> any", true, NULL));
	CHECK_INT(s.result_count, 1);
}

static bool parameter_is(size_t i, const char *name, unsigned kind)
{
	const struct kernels_parameter *p = &s.attributes[i];
	return CHECK_INT(p->kind, kind) && CHECK_INT(p->name_size, strlen(name)) &&
		CHECK(memcmp(p->name, name, p->name_size) == 0);
}

static void attributes(void)
{
	CHECK(!parse("() {value: i32} -> i32", false, NULL));
	CHECK_INT(s.attribute_count, 1);
	parameter_is(0, "value", KERNELS_I32);
	CHECK(!parse("() {i64[], shape: i64 [], type, t : type[],dense,aggregate , any, shape} -> ()", false, NULL));
	CHECK_INT(s.attribute_count, 8);
	parameter_is(0, "", KERNELS_I64 | KERNELS_KIND_ARRAY);
	parameter_is(1, "shape", KERNELS_I64 | KERNELS_KIND_ARRAY);
	parameter_is(2, "", KERNELS_KIND_TYPE);
	parameter_is(3, "t", 0x99);
	parameter_is(4, "", KERNELS_KIND_DENSE);
	parameter_is(5, "", KERNELS_KIND_AGGREGATE);
	parameter_is(6, "", KERNELS_KIND_ANY);
	parameter_is(7, "", KERNELS_KIND_SHAPE);
}

/* Programs always have attributes in this order, so a signature in another order would swap them. */
static void attributes_are_sorted(void)
{
	CHECK(!parse("() {a: i32, aa: i32, b: i32..., then: fn, else: fn} -> (...)", true, NULL));
	CHECK_STR(parse("() {b: i32, a: i32} -> i32", false, NULL),
		"attributes in ascending order of their names, as in programs");
	CHECK(parse("() {a: i32, a: i32} -> i32", false, NULL) != NULL);
	CHECK(parse("() {ab: i32, a: i32} -> i32", false, NULL) != NULL);
}

static void every_scalar_kind(void)
{
	static const struct {
		const char *text;
		unsigned kind;
	} kinds[] = {
		{ "() {i1} -> ()", KERNELS_I1 },
		{ "() {i8} -> ()", KERNELS_I8 },
		{ "() {i16} -> ()", KERNELS_I16 },
		{ "() {i32} -> ()", KERNELS_I32 },
		{ "() {i64} -> ()", KERNELS_I64 },
		{ "() {ui8} -> ()", KERNELS_UI8 },
		{ "() {ui16} -> ()", KERNELS_UI16 },
		{ "() {ui32} -> ()", KERNELS_UI32 },
		{ "() {ui64} -> ()", KERNELS_UI64 },
		{ "() {f16} -> ()", KERNELS_F16 },
		{ "() {bf16} -> ()", KERNELS_BF16 },
		{ "() {f32} -> ()", KERNELS_F32 },
		{ "() {f64} -> ()", KERNELS_F64 },
		{ "() {string} -> ()", KERNELS_STRING },
		{ "() {f64[]} -> ()", KERNELS_F64 | KERNELS_KIND_ARRAY },
		{ "() {i1[]} -> ()", 0x85 },
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		CHECK(!parse(kinds[i].text, false, NULL));
		CHECK_INT(s.attribute_count, 1);
		parameter_is(0, "", kinds[i].kind);
	}
}

static void functions(void)
{
	CHECK(!parse("(i1, ...) {then: fn, else: fn} -> (...)", true, NULL));
	CHECK_INT(s.function_count, 2);
	CHECK_INT(s.attribute_count, 0);
	CHECK(!parse("(i32, ...) {branches: fn...} -> (...)", true, NULL));
	CHECK_INT(s.function_count, 0);
	CHECK_INT(s.more_functions, 1);
	CHECK(!parse("() {m: i64, f: fn, n: i32, ...} -> ()", true, NULL));
	CHECK_INT(s.function_count, 1);
	CHECK_INT(s.attribute_count, 2);
	CHECK_INT(s.more_attributes, 1);
	parameter_is(2, "", KERNELS_KIND_ANY);
	CHECK(!parse("() {i32..., f: fn} -> i32", false, NULL));
	CHECK_INT(s.attribute_count, 0);
	CHECK_INT(s.function_count, 1);
	parameter_is(0, "", KERNELS_I32);
}

/* One letter per element: that of its type, in lower case if it may be missing. */
static const char *elements(const struct kernels_element *list, uint32_t count)
{
	static char text[2][16];
	static size_t turn;
	char *out = text[turn++ % 2];
	for (uint32_t i = 0; i < count; i++) {
		bool any = list[i].type == ASYNC_TYPE_NONE;
		switch (list[i].kind) {
		case KERNELS_ELEMENT_TYPE: out[i] = any ? 'Y' : list[i].type == kernels_types()->i32 ? 'I' : 'T'; break;
		case KERNELS_ELEMENT_OPTIONAL: out[i] = any ? 'y' : 'i'; break;
		case KERNELS_ELEMENT_ARGUMENTS: out[i] = 'A'; break;
		case KERNELS_ELEMENT_RESULTS: out[i] = 'R'; break;
		default: out[i] = '.';
		}
	}
	out[count] = '\0';
	return out;
}

static void types_of_functions(void)
{
	CHECK(!parse("(i1, ...) {then: fn ( args... ) -> (results...), k: i32, fn(i32,i1)->i32, p: fn() -> (any?)} -> (...)",
		true, NULL));
	CHECK_INT(s.function_count, 3);
	CHECK_INT(s.attribute_count, 1);
	CHECK_STR(elements(s.functions[0].arguments, s.functions[0].argument_count), "A");
	CHECK_STR(elements(s.functions[0].results, s.functions[0].result_count), "R");
	CHECK_INT(s.functions[0].name_size, 4);
	CHECK_STR(elements(s.functions[1].arguments, s.functions[1].argument_count), "IT");
	CHECK_STR(elements(s.functions[1].results, s.functions[1].result_count), "I");
	CHECK_INT(s.functions[1].name_size, 0);
	CHECK_STR(elements(s.functions[2].arguments, s.functions[2].argument_count), "");
	CHECK_STR(elements(s.functions[2].results, s.functions[2].result_count), "y");
	CHECK(!parse("(i32, ...) {branches: fn(any, ...) -> (args..., i1)...} -> (args...)", true, NULL));
	CHECK_INT(s.function_count, 0);
	CHECK_INT(s.more_functions, 1);
	CHECK_STR(elements(s.functions[0].arguments, s.functions[0].argument_count), "Y.");
	CHECK_STR(elements(s.functions[0].results, s.functions[0].result_count), "AT");
	CHECK(s.more_results && s.results_are_arguments);
	CHECK(!parse("() {fn} -> (...)", true, NULL));
	CHECK(!s.functions[0].described && !s.results_are_arguments);
}

/* Text, position of the error, and the expected element. */
static void errors(void)
{
	static const struct {
		const char *text;
		size_t position;
		const char *expected;
	} bad[] = {
		{ "", 0, "'(' before the arguments" },
		{ "i32 -> i32", 0, "'(' before the arguments" },
		{ "(i32", 4, "',' or ')' after an argument" },
		{ "(i32 i32) -> i32", 5, "',' or ')' after an argument" },
		{ "(,) -> i32", 1, "a type" },
		{ "(i32,) -> i32", 5, "a type" },
		{ "(i33) -> i32", 1, "a registered type" },
		{ "(!test.nobody_knows_it) -> i32", 1, "a registered type" },
		{ "(i32..., i32) -> i32", 7, "')' after '...'" },
		{ "(..., i32) -> i32", 4, "')' after '...'" },
		{ "(complex<f32) -> i32", 1, "a registered type" },
		{ "() i32", 3, "'->' before the results" },
		{ "()", 2, "'->' before the results" },
		{ "() ->", 5, "a type" },
		{ "() -> (i32", 10, "',' or ')' after a result" },
		{ "() -> (i32...)", 10, "',' or ')' after a result" },
		{ "() -> i32, i32", 9, "nothing more" },
		{ "() -> () ()", 9, "nothing more" },
		{ "() -> any", 6, "a definite type: a payload kernel constructs its results in place" },
		{ "() -> (i32, ...)", 12, "a definite number of results" },
		{ "() {} -> ()", 4, "an attribute kind" },
		{ "() {value: } -> ()", 11, "an attribute kind" },
		{ "() {value: i33} -> ()", 11, "an attribute kind" },
		{ "() {i32 -> ()", 8, "',' or '}' after an attribute" },
		{ "() {string[]} -> ()", 10, "no array of this kind (see aggregate)" },
		{ "() {fn[]} -> ()", 6, "no array of this kind (see aggregate)" },
		{ "() {i32..., i32} -> ()", 12, "nothing after '...'" },
		{ "() {fn(} -> ()", 7, "a type" },
		{ "() {fn(i32 i32) -> ()} -> ()", 11, "',' or ')' after a type of the function" },
		{ "() {fn(..., i32) -> ()} -> ()", 10, "',' or ')' after a type of the function" },
		{ "() {fn(i32?, i32) -> ()} -> ()", 11, "',' or ')' after a type of the function" },
		{ "() {fn(i32)} -> ()", 11, "'->' before the results of the function" },
		{ "() {fn(i32) -> } -> ()", 15, "a type" },
		{ "() {fn(i33) -> ()} -> ()", 7, "a registered type" },
		{ "() -> (args...)", 7, "a definite number of results" },
		{ "() -> (args)", 7, "a registered type" },
		{ "() {f: fn..., g: fn} -> ()", 14, "nothing after '...'" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		size_t position = 999;
		const char *expected = parse(bad[i].text, false, &position);
		if (!CHECK_STR(expected, bad[i].expected) || !CHECK_INT(position, bad[i].position))
			printf("# in \"%s\"\n", bad[i].text);
	}
}

/* `opening`, then `count` times `item`, separated by commas, then `closing`. */
static char *repeat(const char *opening, const char *item, size_t count, const char *closing)
{
	char *text = malloc(strlen(opening) + count * (strlen(item) + 1) + strlen(closing) + 1);
	if (!text)
		exit(99);
	strcpy(text, opening);
	for (size_t i = 0; i < count; i++) {
		strcat(text, i ? "," : "");
		strcat(text, item);
	}
	strcat(text, closing);
	return text;
}

static void long_lists(void)
{
	static const struct { const char *opening, *closing, *expected; } lists[] = {
		{ "(", ") -> ()", "64 arguments or fewer" },
		{ "() -> (", ")", "64 results or fewer" },
		{ "() {", "} -> ()", "64 attributes or fewer" },
		{ "() {fn(", ") -> ()} -> ()", "64 types of functions or fewer" },
	};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		char *fits = repeat(lists[i].opening, "i32", 64, lists[i].closing);
		char *does_not = repeat(lists[i].opening, "i32", 65, lists[i].closing);
		CHECK(!parse(fits, false, NULL));
		CHECK_STR(parse(does_not, false, NULL), lists[i].expected);
		free(fits);
		free(does_not);
	}
	/* There is room for the kind of the rest even if the list is full. */
	char *full = repeat("() {", "i32", 64, ", f32...} -> ()");
	CHECK(!parse(full, false, NULL));
	parameter_is(64, "", KERNELS_F32);
	free(full);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(two_scalars),
		CHECK_CASE(nothing_at_all),
		CHECK_CASE(every_type),
		CHECK_CASE(names_with_commas_inside),
		CHECK_CASE(more_arguments),
		CHECK_CASE(results),
		CHECK_CASE(attributes),
		CHECK_CASE(attributes_are_sorted),
		CHECK_CASE(every_scalar_kind),
		CHECK_CASE(functions),
		CHECK_CASE(types_of_functions),
		CHECK_CASE(errors),
		CHECK_CASE(long_lists),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
