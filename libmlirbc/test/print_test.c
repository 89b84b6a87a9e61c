/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The printer on IR that was made by hand: single pieces, one op, very deep IR, output and memory that end early. The
 * form itself is shown by fixture_test. */
#include "text.h"

static struct mlirbc_op *make_op(struct mlirbc_context *context, const char *name, struct mlirbc_block *block,
	size_t results, struct mlirbc_value *const *operands, size_t operand_count, size_t regions)
{
	const struct mlirbc_type *type = mlirbc_type_integer(context, 8, MLIRBC_SIGNED), *types[2] = { type, type };
	struct mlirbc_op_spec spec = { .name = name,
		.name_size = strlen(name),
		.result_types = types,
		.result_count = results,
		.operands = operands,
		.operand_count = operand_count,
		.region_count = regions };
	return mlirbc_op_create(context, &spec, block);
}

static void texts_of_pieces(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 16, MLIRBC_UNSIGNED);
	const struct mlirbc_attr *attr = mlirbc_attr_integer(context, type, 65535);
	char text[16];
	CHECK_INT(mlirbc_type_text(type, text, sizeof text), 4);
	CHECK_STR(text, "ui16");
	CHECK_INT(mlirbc_attr_text(attr, text, sizeof text), 12);
	CHECK_STR(text, "65535 : ui16");
	memset(text, 'x', sizeof text);
	CHECK_INT(mlirbc_attr_text(attr, text, 6), 12);
	CHECK_STR(text, "65535");
	CHECK_INT(text[6], 'x');
	CHECK_INT(mlirbc_attr_text(attr, text, 1), 12);
	CHECK_STR(text, "");
	CHECK_INT(mlirbc_attr_text(attr, NULL, 0), 12);
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print_attr(attr, printed_append, &out), MLIRBC_OK);
	CHECK_STR(out.text, "65535 : ui16");
	free(out.text);
	mlirbc_context_destroy(context);
}

/* IR that text cannot express: unknown attributes of bytecode, distinct ones made by hand. */
static void pieces_only_programs_make(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_string *dialect = mlirbc_string_get(context, "d", 1);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_BYTES, .u.bytes = { dialect, (const uint8_t *)"\x01\xAB", 2, NULL } };
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_BYTES, .u.bytes = { dialect, (const uint8_t *)"\xFF", 1, NULL } };
	struct mlirbc_attr distinct = { .kind = MLIRBC_ATTR_DISTINCT, .u.distinct = { NULL, 7 } };
	struct mlirbc_attr simple = { .kind = MLIRBC_ATTR_DIALECT,
		.u.dialect = { dialect, mlirbc_string_get(context, "x.y<z>", 6), true } };
	struct mlirbc_attr wrapped = { .kind = MLIRBC_ATTR_DIALECT,
		.u.dialect = { dialect, mlirbc_string_get(context, "1", 1), false } };
	char text[64];
	mlirbc_attr_text(mlirbc_attr_get(context, &attr), text, sizeof text);
	CHECK_STR(text, "#d<\"bytecode 0x01AB\">");
	mlirbc_type_text(mlirbc_type_get(context, &type), text, sizeof text);
	CHECK_STR(text, "!d<\"bytecode 0xFF\">");
	mlirbc_attr_text(mlirbc_attr_get(context, &distinct), text, sizeof text);
	CHECK_STR(text, "distinct[7]<>");
	mlirbc_attr_text(mlirbc_attr_get(context, &simple), text, sizeof text);
	CHECK_STR(text, "#d.x.y<z>");
	mlirbc_attr_text(mlirbc_attr_get(context, &wrapped), text, sizeof text);
	CHECK_STR(text, "#d<1>");
	mlirbc_context_destroy(context);
}

static void integers_of_all_widths(void)
{
	static const struct {
		const char *text, *printed;
	} values[] = { { "0 : i200", NULL }, { "-1 : i200", NULL }, { "1000000000 : i200", NULL },
		{ "-1000000000000000000 : i200", NULL },
		{ "803469022129495137770981046170581301261101496891396417650687 : i200", NULL },
		{ "803469022129495137770981046170581301261101496891396417650688 : i200",
			"-803469022129495137770981046170581301261101496891396417650688 : i200" },
		{ "-803469022129495137770981046170581301261101496891396417650688 : i200", NULL },
		{ "1606938044258990275541962092341162602522202993782792835301375 : ui200", NULL },
		{ "340282366920938463463374607431768211455 : ui128", NULL }, { "-9223372036854775808 : si64", NULL },
		{ "18446744073709551615 : ui64", NULL }, { "18446744073709551615 : i64", "-1 : i64" },
		{ "0xF : i4", "-1 : i4" },
		/* the lowest constant, whose magnitude is not one */
		{ "affine_map<(d0) -> (-9223372036854775808)>", NULL } };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	char text[128];
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const struct mlirbc_attr *attr;
		const char *expected = values[i].printed ? values[i].printed : values[i].text;
		if (!CHECK_INT(
			    mlirbc_parse_attr(context, values[i].text, strlen(values[i].text), &attr, NULL), MLIRBC_OK))
			continue;
		mlirbc_attr_text(attr, text, sizeof text);
		CHECK_STR(text, expected);
	}
	mlirbc_context_destroy(context);
}

static void one_op_alone(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = mlirbc_module_create(context);
	make_op(context, "t.before", module->body, 2, NULL, 0, 0);
	struct mlirbc_op *op = make_op(context, "t.op", module->body, 1, NULL, 0, 1);
	struct mlirbc_block *block = mlirbc_block_create(context, mlirbc_op_regions(op), NULL, NULL, 0);
	struct mlirbc_value *none = NULL,
			    *inner = mlirbc_op_results(make_op(context, "t.inner", block, 2, NULL, 0, 0)) + 1;
	make_op(context, "t.use", block, 0, &inner, 1, 0);
	make_op(context, "t.unset", block, 0, &none, 1, 0);
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print_op(op, NULL, printed_append, &out), MLIRBC_OK);
	CHECK_STR(out.text,
		"%0 = \"t.op\"() ({\n  %1:2 = \"t.inner\"() : () -> (si8, si8)\n  \"t.use\"(%1#1) : (si8) -> ()\n"
		"  \"t.unset\"(<<NULL VALUE>>) : (<<NULL TYPE>>) -> ()\n}) : () -> si8");
	free(out.text);
	mlirbc_context_destroy(context);
}

static int count_bytes(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
	return 0;
}

static void very_deep_ir(void)
{
	enum { DEPTH = 5000 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = mlirbc_module_create(context);
	struct mlirbc_block *block = module->body;
	for (int i = 0; i < DEPTH; i++)
		block = mlirbc_block_create(
			context, mlirbc_op_regions(make_op(context, "d", block, 0, NULL, 0, 1)), NULL, NULL, 0);
	size_t count = 0, bytes = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_post(module->body->first, op)) != NULL;)
		count++;
	CHECK_INT(count, DEPTH);
	CHECK_INT(mlirbc_print(module, NULL, count_bytes, &bytes), MLIRBC_OK);
	/* each level twice with its indent, `"d"() ({`, `}) : () -> ()` and two newlines, and the innermost `^bb0:` */
	CHECK_INT(bytes, (size_t)DEPTH * (DEPTH - 1) * 2 + DEPTH * 23 + 2 * (DEPTH - 1) + 6);
	mlirbc_context_destroy(context);
}

struct short_sink {
	size_t room, calls_after;
	bool full;
};

static int write_some(void *ctx, const char *text, size_t size)
{
	struct short_sink *sink = ctx;
	(void)text;
	sink->calls_after += sink->full;
	sink->full = size > sink->room;
	sink->room -= sink->full ? 0 : size;
	return sink->full ? 1 : 0;
}

static const char source[] =
	"#m = affine_map<(d0) -> (d0)>\n%r:2 = \"a.b\"(%f) <{k = #m}> ({\n^e(%p: i32 loc(\"l\")):\n  \"c.d\"()[^b] : "
	"() -> ()\n^b:\n})"
	" {w = distinct[0]<1>, x = dense_resource<k> : tensor<1xi8>} : (i1) -> (i8, i8) loc(fused[\"p\", \"q\"])\n"
	"%f = \"e.f\"() : () -> i1\nmodule { module { \"g.h\"() : () -> () } }\n"
	"{-# dialect_resources: { builtin: { k: \"0x0100000001\" } } #-}\n";

static void writing_may_fail(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	char *large = malloc(200 * sizeof source);
	size_t size = 0;
	for (int i = 0; i < 200; i++)
		size += (size_t)sprintf(large + size, "\"a.b\"() {k = \"%d\"} : () -> ()\n", i);
	CHECK_INT(mlirbc_parse(context, large, size, NULL, &module, NULL), MLIRBC_OK);
	for (size_t room = 0; room < 12000; room += 3000) {
		struct short_sink sink = { .room = room };
		CHECK_INT(mlirbc_print(module, &options, write_some, &sink), MLIRBC_E_IO);
		CHECK_INT(sink.calls_after, 0);
	}
	struct short_sink sink = { .room = SIZE_MAX };
	CHECK_INT(mlirbc_print(module, NULL, write_some, &sink), MLIRBC_OK);
	free(large);
	mlirbc_context_destroy(context);
}

static void every_allocation_may_fail(void)
{
	struct counting counting = { .fail_at = SIZE_MAX };
	const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
	struct mlirbc_context *context = mlirbc_context_create(&allocator);
	struct mlirbc_module *module;
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	CHECK_OR_RETURN(mlirbc_parse(context, source, sizeof source - 1, NULL, &module, NULL) == MLIRBC_OK);
	size_t live = counting.live, failures = 0;
	for (;; failures++) {
		struct printed out = { 0 };
		counting.fail_at = counting.requests + failures;
		enum mlirbc_status status = mlirbc_print(module, &options, printed_append, &out);
		free(out.text);
		CHECK_INT(counting.live, live);
		if (status == MLIRBC_OK)
			break;
		CHECK_INT(status, MLIRBC_E_NOMEM);
		CHECK_OR_RETURN(failures < 100);
	}
	CHECK(failures >= 3);
	mlirbc_context_destroy(context);
	CHECK_INT(counting.live, 0);
}

/* Printing twice gives the same text: scratch numbers of the first time do not matter. */
static void printing_changes_nothing(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	CHECK_OR_RETURN(mlirbc_parse(context, source, sizeof source - 1, NULL, &module, NULL) == MLIRBC_OK);
	size_t bytes = mlirbc_context_bytes(context);
	struct printed a = print_module(module, true), b = print_module(module, false), d = print_module(module, true);
	CHECK_STR(a.text, d.text);
	CHECK(strcmp(a.text, b.text) != 0);
	CHECK_INT(mlirbc_context_bytes(context), bytes);
	free(a.text);
	free(b.text);
	free(d.text);
	mlirbc_context_destroy(context);
}

static void check_options(int line, const char *text, struct mlirbc_print_options options, const char *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct printed out = { 0 };
	options.size = sizeof options;
	if (CHECK_INT(mlirbc_parse(context, text, strlen(text), NULL, &module, NULL), MLIRBC_OK) &&
		CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK) &&
		strcmp(out.text, expected) != 0)
		check_report(__FILE__, line, "printed\n%s", out.text);
	free(out.text);
	mlirbc_context_destroy(context);
}

/* What mlir-opt-22 prints with its options of the same meaning. */
static void options_leave_out_and_add(void)
{
	static const char elements[] =
		"module { \"x.y\"() {a = dense<[1, 2, 3, 4]> : tensor<4xi32>, b = dense<1> : tensor<50xi32>, c = "
		"dense<[1, 2, "
		"3]> : tensor<3xi32>, d = dense<[\"a\", \"b\", \"c\", \"d\"]> : tensor<4x!x.s>, e = array<i32: 1, 2, "
		"3, 4>, f "
		"= sparse<[[0], [1], [2], [3]], [1, 2, 3, 4]> : tensor<8xi8>, g = dense_resource<k> : tensor<4xi8>, h "
		"= "
		"dense_resource<l> : "
		"tensor<1xi8>} : () -> () }\n{-# dialect_resources: { builtin: { k: \"0x0400000001020304\", l: "
		"\"0x0400000001\" } } #-}\n";
	check_options(__LINE__, elements, (struct mlirbc_print_options){ .elide = true, .elide_larger_than = 3 },
		"\"builtin.module\"() ({\n  \"x.y\"() {a = dense_resource<__elided__> : tensor<4xi32>, b = dense<1> : "
		"tensor<50xi32>, c = dense<[1, 2, 3]> : tensor<3xi32>, d = dense_resource<__elided__> : "
		"tensor<4x!x.s>, e = "
		"array<i32: 1, 2, 3, 4>, f = dense_resource<__elided__> : tensor<8xi8>, g = dense_resource<k> : "
		"tensor<4xi8>, h = "
		"dense_resource<l> : tensor<1xi8>} : () -> ()\n}) : () -> ()\n\n{-#\n  dialect_resources: {\n    "
		"builtin: {\n      l: "
		"\"0x0400000001\"\n    }\n  }\n#-}\n");
	check_options(__LINE__, "%a:2 = \"x.w\"() ({}, {^b(%q: i1):}) : () -> (i1, i1) \"x.v\"() : () -> ()",
		(struct mlirbc_print_options){ .skip_regions = true }, "\"builtin.module\"() ({...}) : () -> ()\n");
	check_options(__LINE__,
		"\"x.w\"() ({}, {^bb0(%q: i1, %u: i1): \"a.b\"(%q, %r#1) : (i1, i1) -> () %r:2 = \"a.b\"(%r#0) : (i1) "
		"-> (i1, "
		"i1) %s = \"p.q\"(%r#1, %r#1, %r#0) : (i1, i1, i1) -> i1 }) : () -> ()",
		(struct mlirbc_print_options){ .value_users = true },
		"\"builtin.module\"() ({\n  \"x.w\"() ({\n  }, {\n  ^bb0(%arg0: i1, %arg1: i1):\n    // %arg0 is used "
		"by %2\n    // "
		"%arg1 is unused\n    \"a.b\"(%arg0, %3#1) : (i1, i1) -> () // id: %2\n    %3:2 = \"a.b\"(%3#0) : (i1) "
		"-> (i1, i1) "
		"// users: (%4, %3#0, %3#1), (%4, %2)\n    %4 = \"p.q\"(%3#1, %3#1, %3#0) : (i1, i1, i1) -> i1 // "
		"unused\n  }) : () "
		"-> ()\n}) : () -> ()\n");
	check_options(__LINE__,
		"\"t.a\"() ({ \"t.b\"() {x = affine_map<(d0) -> (d0)>} : () -> () loc(\"q\":1:1) }) {y = "
		"affine_set<(d0) : "
		"(d0 >= 0)>} : () -> () loc(\"z\":2:2)",
		(struct mlirbc_print_options){ .skip_regions = true, .debug_info = true },
		"\"builtin.module\"() ({...}) : () -> () loc(#loc)\n#loc = loc(\"-\":0:0)\n");
	/* an op with several results has users, even if it is one */
	check_options(__LINE__,
		"%a = \"t.o\"() : () -> i1 %b = \"t.u\"(%a, %a) : (i1, i1) -> i1 \"t.u\"(%b) : (i1) -> () %c:2 = "
		"\"t.o\"() : () -> (i1, i1) \"t.u\"(%c#1) : (i1) -> () %d = \"t.o\"() : () -> i1 %e:2 = \"t.u\"(%d) : "
		"(i1) -> (i1, i1)",
		(struct mlirbc_print_options){ .value_users = true },
		"\"builtin.module\"() ({\n  %1 = \"t.o\"() : () -> i1 // user: %2\n  %2 = \"t.u\"(%1, %1) : (i1, i1) "
		"-> i1 "
		"// user: %3\n  \"t.u\"(%2) : (i1) -> () // id: %3\n  %4:2 = \"t.o\"() : () -> (i1, i1) // users: "
		"(unused), (%5)\n  \"t.u\"(%4#1) : (i1) -> () // id: %5\n  %6 = \"t.o\"() : () -> i1 // users: %7#0, "
		"%7#1\n  %7:2 = \"t.u\"(%6) : (i1) -> (i1, i1) // unused\n}) : () -> ()\n");
}

/* Attributes of dialects may have a type; the attribute of an alias has its own. */
static void dialect_attributes_with_types(void)
{
	check_options(__LINE__,
		"#a = #x.y : i32 \"t\"() {a = #a, b = #x<odd 1> : i32, c = [#x.y<1> : f32, #x.y], d = "
		"#ml_program.extern : "
		"i8} : () -> ()",
		(struct mlirbc_print_options){ .debug_info = false },
		"#extern = #ml_program.extern : i8\n\"builtin.module\"() ({\n  \"t\"() {a = #x.y : i32, b = #x<odd 1> "
		": "
		"i32, c = [#x.y<1> : f32, #x.y], d = #extern} : () -> ()\n}) : () -> ()\n");
}

static bool comment(void *ctx, const struct mlirbc_op *op, char *out, size_t room)
{
	++*(int *)ctx;
	if (mlirbc_op_is(op, "t.long"))
		memset(out, 'x', room); /* without an end */
	else
		snprintf(out, room, "%u\tregions\n", op->region_count);
	return !mlirbc_op_is(op, "t.none");
}

struct text_buffer {
	char data[4096];
	size_t size;
};

static int collect(void *ctx, const char *text, size_t size)
{
	struct text_buffer *all = ctx;
	if (size > sizeof all->data - all->size)
		return 1;
	memcpy(all->data + all->size, text, size);
	all->size += size;
	return 0;
}

static void comments_of_the_caller(void)
{
	static const char input[] = "\"t.a\"() ({\n  \"t.none\"() : () -> ()\n}) : () -> ()\n\"t.long\"() : () -> ()\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module, *again;
	struct text_buffer all = { .size = 0 };
	int calls = 0;
	const struct mlirbc_print_options options = { .size = sizeof options, .comment = comment, .comment_ctx = &calls };
	CHECK_OR_RETURN(mlirbc_parse(context, input, sizeof input - 1, NULL, &module, NULL) == MLIRBC_OK);
	CHECK_INT(mlirbc_print(module, &options, collect, &all), MLIRBC_OK);
	all.data[all.size < sizeof all.data ? all.size : 0] = '\0';
	CHECK_INT(calls, 4);
	CHECK(strstr(all.data, "  \"t.a\"() ({\n    \"t.none\"() : () -> ()\n  }) : () -> () // 1?regions?\n") != NULL);
	CHECK(strstr(all.data, "\"t.long\"() : () -> () // xxxx") != NULL);
	CHECK(strstr(all.data, "\n}) : () -> () // 1?regions?\n") != NULL);
	CHECK_INT(mlirbc_parse(context, all.data, all.size, NULL, &again, NULL), MLIRBC_OK); /* comments are ignored */
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(texts_of_pieces), CHECK_CASE(pieces_only_programs_make),
		CHECK_CASE(integers_of_all_widths), CHECK_CASE(one_op_alone), CHECK_CASE(very_deep_ir),
		CHECK_CASE(writing_may_fail), CHECK_CASE(every_allocation_may_fail),
		CHECK_CASE(printing_changes_nothing), CHECK_CASE(options_leave_out_and_add),
		CHECK_CASE(dialect_attributes_with_types), CHECK_CASE(comments_of_the_caller) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
