/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ops that kernels_check_op() accepts, and the messages for those that it rejects. */
#include "check.h"
#include <kernels/check.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <stdlib.h>

enum { MOST = 4 };

/* Types by name; "?" is an unknown one. */
struct types {
	const char *names[MOST + 1];
};

struct function_types {
	struct types arguments, results;
};

struct use {
	const char *kernel;
	struct types arguments, results;
	struct function_types functions[2];
	uint32_t function_count;
	const char *says; /* NULL: no error */
};

static struct kernels_registry *registry;

static uint32_t read_types(const struct types *from, struct kernels_type *out)
{
	uint32_t count = 0;
	for (; from->names[count]; count++) {
		const char *name = from->names[count];
		bool known = strcmp(name, "?") != 0;
		out[count] = (struct kernels_type){ known ? name : NULL, known ? strlen(name) : 0,
			known ? async_type_find(name, strlen(name)) : ASYNC_TYPE_NONE };
	}
	return count;
}

static const struct kernels_entry *find(const char *name)
{
	return kernels_registry_find(registry, name, strlen(name));
}

/* The message of the check; "" if there is none. */
static const char *check(const char *kernel, const struct kernels_op *op)
{
	static struct kernels_diag diag;
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	enum kernels_status status = kernels_check_op(find(kernel), op, &diag);
	CHECK_INT(status, diag.status);
	CHECK_INT(kernels_check_op(find(kernel), op, NULL), status);
	return diag.message;
}

static void check_use(const struct use *use)
{
	struct kernels_type arguments[MOST], results[MOST], types[4][MOST];
	struct kernels_function made[2];
	const struct kernels_function *functions[2] = { &made[0], &made[1] };
	struct kernels_op_attribute attribute = { .attr = { (const uint8_t *)"\1\0\0\0\0\0\0\0", 8 } };
	struct kernels_op op = { .arguments = arguments, .results = results, .functions = functions,
		.attributes = &attribute, .attribute_count = find(use->kernel)->attribute_count > 0 };
	op.argument_count = read_types(&use->arguments, arguments);
	op.result_count = read_types(&use->results, results);
	op.function_count = use->function_count;
	for (uint32_t i = 0; i < use->function_count; i++) {
		made[i] = (struct kernels_function){ .name = "f", .name_size = 1, .arguments = types[2 * i],
			.results = types[2 * i + 1] };
		made[i].argument_count = read_types(&use->functions[i].arguments, types[2 * i]);
		made[i].result_count = read_types(&use->functions[i].results, types[2 * i + 1]);
	}
	const char *said = check(use->kernel, &op);
	if (!use->says)
		CHECK_STR(said, "");
	else if (!strstr(said, use->says))
		CHECK_STR(said, use->says);
}

#define T(...) { { __VA_ARGS__ } }
#define NOTHING { { NULL } }
#define F(...) { __VA_ARGS__ }, 1
#define CHAIN "!tfrt.chain"

static void functions_of_every_kernel_that_calls(void)
{
	static const struct use uses[] = {
		{ "tfrt.call", T("i32", "i1"), T("f32"), F({ T("i32", "i1"), T("f32") }), NULL },
		{ "tfrt.call", T("i32"), T("f32"), F({ T("i32", "i1"), T("f32") }),
			"tfrt.call: callee: function 'f' is (i32, i1) -> (f32), expected (i32) -> (f32)" },
		{ "tfrt.call", T("i32"), T("f32"), F({ T("i32"), T("f32", "f32") }), "expected (i32) -> (f32)" },
		{ "tfrt.call", T("i32"), T("!x.y"), F({ T("i32"), T("!x.y") }), NULL },
		{ "tfrt.call", T("i32"), T("!x.y"), F({ T("i32"), T("!x.z") }), "is (i32) -> (!x.z)" },
		{ "tfrt.call", T("?"), T("?"), F({ T("i32"), T("!x.z") }), NULL },
		{ "tfrt.call", T("?"), NOTHING, F({ T("i32"), T("i32") }), "expected (any) -> ()" },
		{ "tfrt.if", T("i1", "i32"), T("i32"), { { T("i32"), T("i32") }, { T("i32"), T("i32") } }, 2, NULL },
		{ "tfrt.if", T("i1", "i32"), T("i32"), { { T("i32"), T("i32") }, { T("i1"), T("i32") } }, 2,
			"tfrt.if: else: function 'f' is (i1) -> (i32), expected (i32) -> (i32)" },
		{ "tfrt.if", T("i1", "i32"), T("i32"), F({ T("i32"), T("i32") }), "found 1 function, expected 2" },
		{ "tfrt.cond", T("i1"), NOTHING, { { NOTHING, NOTHING }, { NOTHING, T("i32") } }, 2, "b_false_fn" },
		{ "tfrt.case", T("i32", "i1"), T("i1"), { { T("i1"), T("i1") }, { T("i1"), T("i1") } }, 2, NULL },
		{ "tfrt.case", T("i32", "i1"), T("i1"), { { T("i1"), T("i1") }, { T("i1"), T("i32") } }, 2, "branches" },
		{ "tfrt.once", T("i32"), T("i32"), F({ T("i32"), T("i32") }), NULL },
		{ "tfrt.once", T("i32"), T("i32"), F({ NOTHING, T("i32") }), "is () -> (i32), expected (i32)" },
		{ "tfrt.repeat.i32", T("i32", "f32"), T("f32"), F({ T("f32"), T("f32") }), NULL },
		{ "tfrt.repeat.i32", T("i32", "f32"), T("f32"), F({ T("f32"), T("i32") }), "expected (f32) -> (f32)" },
		{ "tfrt.repeat.i32", T("i32", "f32"), NOTHING, F({ T("f32"), T("f32") }),
			"found 0 results, expected 1: those of the arguments from number 1 on" },
		{ "tfrt.while", T("i1", "f32"), T("f32"), F({ T("f32"), T("f32", "i1") }), NULL },
		{ "tfrt.while", T("i1", "f32"), T("f32"), F({ T("f32"), T("f32") }), "expected (f32) -> (f32, i1)" },
		{ "tfrt.while", T("i1", "f32"), T("f32"), F({ T("f32"), T("f32", "i32") }), "expected (f32) -> (f32, i1)" },
		{ "tfrt.while", T("i1", "f32"), T("i32"), F({ T("f32"), T("f32", "i1") }),
			"result 0 is of type i32, expected f32, the type of argument 1" },
		{ "tfrt.parallel_for.i32", T("i32", "i32", "i32", "i1"), T(CHAIN), F({ T("i32", "i32", "i1"), T(CHAIN) }),
			NULL },
		{ "tfrt.parallel_for.i32", T("i32", "i32", "i32"), T(CHAIN), F({ T("i32", "i32"), NOTHING }), NULL },
		{ "tfrt.parallel_for.i32", T("i32", "i32", "i32"), T(CHAIN), F({ T("i32", "i32"), T(CHAIN, CHAIN) }),
			"expected (i32, i32) -> (any?)" },
		{ "tfrt.parallel_call.i32", T("i32", "i32", "i32"), T(CHAIN), F({ T("i32"), NOTHING }),
			"is (i32) -> (), expected (i32, i32)" },
		{ "tfrt_test.do.async", T("i32"), T("f32"), F({ T("i32"), T("f32") }), NULL },
		{ "tfrt_test.do.async", T("i32"), T("f32"), F({ T("i32"), NOTHING }), "body: function 'f' is (i32) -> ()" },
		{ "tfrt_test.invoke_sync_function.i32_i32.i32", T("i32", "i32"), T("i32"),
			F({ T("i32", "i64"), T("i32") }), "is (i32, i64) -> (i32), expected (i32, i32) -> (i32)" },
	};
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		check_use(&uses[i]);
}

/* Every function argument of a kernel of the packs has a type in the signature. */
static void every_function_is_described(void)
{
	size_t count = 0;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		for (uint32_t k = 0; k < entry->function_count + entry->more_functions; k++, count++) {
			if (!entry->functions[k].described)
				CHECK_STR(entry->kernel->signature, "fn(...)");
		}
	}
	CHECK(count >= 14);
}

static void types_and_numbers(void)
{
	static const struct use uses[] = {
		{ "tfrt.add.i32", T("i32", "i32"), T("i32"), .says = NULL },
		{ "tfrt.add.i32", T("?", "i32"), T("?"), .says = NULL },
		{ "tfrt.add.i32", T("i32", "i64"), T("i32"), .says = "tfrt.add.i32: argument 1 is of type i64, expected i32" },
		{ "tfrt.add.i32", T("i32", "!x.y"), T("i32"), .says = "argument 1 is of type !x.y, expected i32" },
		{ "tfrt.add.i32", T("i32", "i32"), T("!x.y"), .says = "result 0 is of type !x.y, expected i32" },
		{ "tfrt.add.i32", T("i32", "i32"), T("i32", "i32"), .says = "found 2 results, expected 1: (i32, i32) -> i32" },
		{ "tfrt.add.i32", T("i32"), T("i32"), .says = "found 1 argument, expected 2" },
		{ "tfrt.add.i32", T("i32", "i32", CHAIN, CHAIN), T("i32"), .says = NULL },
		{ "tfrt.add.i32", T("i32", "i32", "?"), T("i32"), .says = NULL },
		{ "tfrt.add.i32", T("i32", "i32", CHAIN, "i1"), T("i32"),
			.says = "found 4 arguments, expected 2: (i32, i32) -> i32 (argument 3 is of type i1; only chains may follow)" },
		{ "tfrt.print.i32", T("i32", CHAIN, "i32"), T(CHAIN), .says = "argument 2 is of type i32, expected !tfrt.chain" },
		{ "tfrt_test.sum", T("i32", "i32", "i32"), T("i32"), .says = NULL },
	};
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		check_use(&uses[i]);
	CHECK_INT(kernels_entry_argument_count(find("tfrt.add.i32"), 4), 2);
	CHECK_INT(kernels_entry_argument_count(find("tfrt_test.sum"), 4), 4);
}

struct attributes {
	const char *kernel;
	struct kernels_op_attribute list[2];
	uint32_t count;
	const char *says;
};

#define BYTES(text) { (const uint8_t *)(text), sizeof(text) - 1 }
#define ATTR(name, kind, bytes) { BYTES(bytes), name, sizeof(name) - 1, kind }
#define BARE(bytes) { BYTES(bytes), NULL, 0, 0 }

static void attributes(void)
{
	static const struct attributes uses[] = {
		{ "tfrt.constant.i32", { ATTR("value", KERNELS_I32, "\1\0\0\0") }, 1, NULL },
		{ "tfrt.constant.i32", { BARE("\1\0\0\0") }, 1, NULL },
		{ "tfrt.constant.i32", { BARE("\1\0\0") }, 1, "attribute 'value' cannot be read as i32" },
		{ "tfrt.constant.i32", { ATTR("value", KERNELS_F32, "\1\0\0\0") }, 1,
			"attribute 'value' is of type f32, expected i32" },
		{ "tfrt.constant.i32", { ATTR("value", KERNELS_UI32, "\1\0\0\0") }, 1, "is of type ui32, expected i32" },
		{ "tfrt.constant.i32", { ATTR("values", KERNELS_I32, "\1\0\0\0") }, 1,
			"attribute 0 is called 'values', expected 'value'" },
		{ "tfrt.constant.i32", { ATTR("value", KERNELS_I32, "\1\0\0\0"), ATTR("x", KERNELS_I32, "\1\0\0\0") }, 2,
			"unexpected attribute 'x'" },
		{ "tfrt.constant.i32", { ATTR("value", KERNELS_I32, "\1\0\0\0"), ATTR("x.y", KERNELS_I32, "\1\0\0\0") }, 2,
			NULL },
		{ "tfrt.constant.i32", { BARE("\1\0\0\0"), BARE("") }, 2, NULL },
		{ "tfrt_test.get_string", { ATTR("value", KERNELS_STRING, "\1\0\0\0x") }, 1, NULL },
		{ "tfrt_test.get_string", { BARE("\2\0\0\0x") }, 1, "attribute 'value' cannot be read as string" },
		{ "tfrt_test.sum_array_attr.i64",
			{ ATTR("number", KERNELS_STRING, "\0\0\0\0"), ATTR("values", 0x88, "\0\0\0\0") }, 2, NULL },
		{ "tfrt_test.sum_array_attr.i64",
			{ ATTR("number", KERNELS_STRING, "\0\0\0\0"), ATTR("values", 0x88, "\1\0\0\0\1\0\0\0") }, 2,
			"attribute 'values' is of type i32[], expected i64[]" },
		{ "tfrt_test.sync_sum_attributes",
			{ ATTR("a", KERNELS_I32, "\0\0\0\0"), ATTR("b", KERNELS_I64, "\0\0\0\0\0\0\0\0") }, 2,
			"attribute 1 is of type i64, expected i32" },
	};
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
		const struct kernels_type unknown = { NULL, 0, ASYNC_TYPE_NONE };
		const struct kernels_op op = { .results = &unknown, .attributes = uses[i].list, .result_count = 1,
			.attribute_count = uses[i].count };
		const char *said = check(uses[i].kernel, &op);
		if (!uses[i].says)
			CHECK_STR(said, "");
		else if (!strstr(said, uses[i].says))
			CHECK_STR(said, uses[i].says);
	}
}

static const char *nearest(const char *name)
{
	const struct kernels_entry *entry = kernels_registry_nearest(registry, name, strlen(name));
	return entry ? entry->kernel->name : "";
}

static void nearest_names(void)
{
	char lengthy[300];
	memset(lengthy, 'x', sizeof lengthy);
	lengthy[sizeof lengthy - 1] = '\0';
	CHECK_STR(nearest("tfrt.addi.i32"), "tfrt.add.i32");
	CHECK_STR(nearest("tfrt.ad.i64"), "tfrt.add.i64");
	CHECK_STR(nearest("tfr.constant.bf16"), "tfrt.constant.bf16");
	CHECK_STR(nearest("tfrt_test.print_helo"), "tfrt_test.print_hello");
	CHECK_STR(nearest("demo.something.else"), "");
	CHECK_STR(nearest(""), "");
	CHECK_STR(nearest(lengthy), "");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(functions_of_every_kernel_that_calls),
		CHECK_CASE(every_function_is_described),
		CHECK_CASE(types_and_numbers),
		CHECK_CASE(attributes),
		CHECK_CASE(nearest_names),
	};
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_test(), NULL) != KERNELS_OK)
		return 1;
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	kernels_registry_destroy(registry);
	return code;
}
