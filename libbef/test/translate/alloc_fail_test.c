/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation fails once: the call reports it, returns nothing and leaks nothing. */
#include "support.h"

/* Fails from allocation `left` on; counts live allocations. */
struct failing {
	long left;
	size_t bytes;
};

static void *failing_alloc(void *ctx, size_t size, size_t align)
{
	struct failing *state = ctx;
	(void)align;
	if (state->left-- <= 0)
		return NULL;
	state->bytes += size;
	return malloc(size);
}

static void *failing_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct failing *state = ctx;
	(void)align;
	if (state->left-- <= 0)
		return NULL;
	state->bytes += size - old_size;
	return realloc(p, size);
}

static void failing_free(void *ctx, void *p, size_t size, size_t align)
{
	struct failing *state = ctx;
	(void)align;
	state->bytes -= size;
	free(p);
}

static const char program[] =
	"#shared = [1 : i8, \"x\", [2.0, \"y\"], dense<3> : tensor<4xi32>, #corert.shape<2x?>]\n"
	"module attributes {tfrt.cost_threshold = 7 : i64, tfrt.merge_inter_dependent_streams = true} {\n"
	"module @m attributes {tfrt.compiled} {\n  func.func @k(%x: i32) -> i32 {\n    func.return %x : i32\n  }\n}\n"
	"func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}\n"
	"func.func @f(%x: i32, %b: i1) -> i32 {\n"
	"  %a = tfrt_test.test_cost %x {id = 1, _tfrt_cost = 2} : i32\n"
	"  %c = tfrt_test.test_cost %x {id = 2, _tfrt_cost = 2} : i32\n"
	"  %d = tfrt.add.i32 %a, %c\n"
	"  %r = tfrt.if %b, %d : (i32) -> (i32) {\n    tfrt.return %d : i32\n  } else {\n"
	"    %e = tfrt.call @native_add(%d, %d) : (i32, i32) -> i32\n    tfrt.return %e : i32\n  }\n"
	"  \"k.k\"(%r) {s = #shared, m = @m::@k, f = [@f, @native_add], t = \"text\"} : (i32) -> () "
	"loc(callsite(\"a\"(\"b\":1:2) at fused[\"c\", \"d\"]))\n"
	"  tfrt.return %r : i32\n}\n}\n";

/* Returns the result of one attempt; all memory must have been freed. */
static enum bef_status try_text(long allowed, const struct made *expected)
{
	struct failing state = { allowed, 0 };
	struct bef_allocator allocator = { failing_alloc, allowed % 2 ? failing_resize : NULL, failing_free, &state };
	struct made made = { .diag = BEF_DIAG_INIT };
	made.status = bef_assemble_text(program, sizeof program - 1, "t.mlir", &allocator, NULL, &made.data, &made.size,
		&made.diag);
	CHECK_INT(made.data != NULL, made.status == BEF_OK);
	if (made.status == BEF_OK) {
		CHECK_BYTES(made.data, made.size, expected->data, expected->size);
	} else {
		CHECK_INT(made.status, BEF_E_NOMEM);
		CHECK_INT(made.diag.status, BEF_E_NOMEM);
		CHECK(made.diag.message[0] != 0);
		CHECK_INT(made.size, 0);
	}
	bef_assemble_free(&allocator, made.data, made.size);
	CHECK_INT(state.bytes, 0);
	return made.status;
}

static void text_to_file(void)
{
	struct made expected = assemble(program);
	long allowed = 0;
	CHECK_OR_RETURN(CHECK_MADE(expected));
	while (allowed < 100000 && try_text(allowed, &expected) != BEF_OK && check_failures == 0)
		allowed++;
	CHECK(allowed > 20 && allowed < 100000);
	drop(&expected);
}

/* As above without the parser: IR in a separate context. */
static void module_to_file(void)
{
	struct made expected = assemble(program);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t.mlir" };
	struct mlirbc_module *module;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	CHECK_OR_RETURN(mlirbc_parse(context, program, sizeof program - 1, &options, &module, NULL) == MLIRBC_OK);
	enum bef_status status = BEF_E_NOMEM;
	long allowed = 0;
	for (; status != BEF_OK && allowed < 100000 && check_failures == 0; allowed++) {
		struct failing state = { allowed, 0 };
		struct bef_allocator allocator = { failing_alloc, failing_resize, failing_free, &state };
		uint8_t *data;
		size_t size;
		status = bef_assemble(module, &allocator, NULL, &data, &size, NULL);
		if (status == BEF_OK)
			CHECK_BYTES(data, size, expected.data, expected.size);
		else
			CHECK_INT(status, BEF_E_NOMEM);
		bef_assemble_free(&allocator, data, size);
		CHECK_INT(state.bytes, 0);
	}
	CHECK(allowed > 20 && allowed < 100000);
	mlirbc_context_destroy(context);
	drop(&expected);
}

/* The limit of the IR context. */
static void context_limit(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t.mlir" };
	struct mlirbc_module *module;
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	CHECK_OR_RETURN(
		mlirbc_parse(context, "\"k.k\"() : () -> ()\n", 19, &options, &module, NULL) == MLIRBC_OK);
	mlirbc_context_limit(context, 1);
	/* Conversion looks up types by name in the context, which does not have them yet here. */
	CHECK_INT(bef_assemble(module, NULL, NULL, &data, &size, &diag), BEF_E_NOMEM);
	CHECK_INT(diag.status, BEF_E_NOMEM);
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(text_to_file),
		CHECK_CASE(module_to_file),
		CHECK_CASE(context_limit),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
