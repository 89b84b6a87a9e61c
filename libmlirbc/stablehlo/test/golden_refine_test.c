/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Refinement of the golden programs with dynamic shapes. JAX passes the sizes of dimensions as scalar integers in front of the other
 * arguments. The test gives these a value, and every '?' of the other arguments a size that is one of the values or derived from one,
 * until the program becomes wholly static; the result verifies, and has no '?' in its text. */
#include "../../test/golden.h"

#include <mlirbc/build.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>

enum { MOST_ARGUMENTS = 32, MOST_UNKNOWN = 64, MOST_TRIES = 4000 };

/* One assignment of sizes; the last failure, or what remained. */
struct attempt {
	int64_t scale; /* scalar i is scale + i */
	unsigned choice[MOST_UNKNOWN];
	size_t scalars, unknowns; /* of the program */
	uint64_t dynamic;
	char message[300];
};

static const struct mlirbc_type *entry_type(const struct mlirbc_module *module)
{
	const struct mlirbc_string name = { "main", 4 };
	const struct mlirbc_op *op = mlirbc_block_symbol(mlirbc_module_symbols(module), &name);
	const struct mlirbc_attr *attr = op ? mlirbc_op_attr(op, "function_type") : NULL;
	return attr ? attr->u.type_value : NULL;
}

static bool is_scalar_int(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.rank == 0 &&
	       type->u.shaped.element->kind == MLIRBC_TYPE_INTEGER && type->u.shaped.element->u.integer.width >= 32;
}

/* The sizes that a dimension may have: the values of the scalars, then multiples and neighbours of them. */
static int64_t size_of(const struct attempt *attempt, unsigned choice)
{
	const size_t scalars = attempt->scalars ? attempt->scalars : 1;
	int64_t value = attempt->scale + (int64_t)(choice % scalars);
	switch (choice / scalars) {
	case 0: return value;
	case 1: return 2 * value;
	case 2: return value + 1;
	case 3: return value - 1;
	default: return value * value;
	}
}

static unsigned choices(const struct attempt *attempt)
{
	return 5 * (attempt->scalars ? (unsigned)attempt->scalars : 1);
}

static size_t set_arguments(struct mlirbc_context *context, const struct mlirbc_type *function, struct attempt *attempt,
	struct mlirbc_stablehlo_argument *out)
{
	const struct mlirbc_types *inputs = &function->u.function.inputs;
	size_t count = 0, unknown = 0;
	attempt->scalars = 0;
	while (attempt->scalars < inputs->count && is_scalar_int(inputs->data[attempt->scalars]))
		attempt->scalars++;
	for (size_t i = 0; i < inputs->count && count < MOST_ARGUMENTS; i++) {
		struct mlirbc_type type = *inputs->data[i];
		int64_t dims[MOST_UNKNOWN];
		out[count] = (struct mlirbc_stablehlo_argument){ .index = i };
		if (i < attempt->scalars) {
			out[count++].value = mlirbc_attr_integer(
				context, type.u.shaped.element, (uint64_t)(attempt->scale + (int64_t)i));
			continue;
		}
		if (type.kind != MLIRBC_TYPE_TENSOR || type.u.shaped.rank > MOST_UNKNOWN)
			continue;
		for (size_t k = 0; k < type.u.shaped.rank; k++) {
			dims[k] = type.u.shaped.dims[k];
			if (dims[k] < 0 && unknown < MOST_UNKNOWN)
				dims[k] = size_of(attempt, attempt->choice[unknown++]);
		}
		out[count++].type = mlirbc_type_shaped(
			context, MLIRBC_TYPE_TENSOR, dims, type.u.shaped.rank, type.u.shaped.element);
	}
	attempt->unknowns = unknown;
	return count;
}

static bool has_question_mark(const struct mlirbc_module *module)
{
	struct text out = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	bool found = mlirbc_print(module, &options, append, &out) != MLIRBC_OK || memchr(out.data, '?', out.size);
	free(out.data);
	return found;
}

static void remains(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	struct attempt *attempt = ctx;
	(void)op;
	if (!attempt->message[0])
		snprintf(attempt->message, sizeof attempt->message, "%u:%u: %s", diag->line, diag->column,
			diag->message);
}

/* True: wholly static. False, with a message: not so. A module that was refined always verifies. */
static bool refine(const char *name, const struct text *text, struct attempt *attempt)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_stablehlo_argument arguments[MOST_ARGUMENTS];
	struct mlirbc_stablehlo_refine_report report = { .size = sizeof report };
	const struct mlirbc_stablehlo_refine_options how = {
		.size = sizeof how, .report = remains, .report_ctx = attempt
	};
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	attempt->message[0] = '\0';
	if (mlirbc_parse(context, text->data, text->size, &options, &module, &diag) != MLIRBC_OK)
		abort();
	size_t count = set_arguments(context, entry_type(module), attempt, arguments);
	bool done = mlirbc_stablehlo_refine(module, arguments, count, &how, &report, &diag) == MLIRBC_OK;
	if (!done) {
		snprintf(attempt->message, sizeof attempt->message, "%u:%u: %s", diag.line, diag.column, diag.message);
	} else {
		if (mlirbc_stablehlo_verify_module(module, NULL, &diag) != MLIRBC_OK)
			check_report(__FILE__, __LINE__, "%s is not valid after refinement: %s", name, diag.message);
		if (report.dynamic == 0 && has_question_mark(module))
			check_report(__FILE__, __LINE__, "%s has '?' in its text, but nothing was reported", name);
		attempt->dynamic = report.dynamic;
		done = report.dynamic == 0;
	}
	mlirbc_context_destroy(context);
	return done;
}

static bool next_choice(struct attempt *attempt)
{
	for (size_t i = attempt->unknowns; i-- > 0;) {
		if (++attempt->choice[i] < choices(attempt))
			return true;
		attempt->choice[i] = 0;
	}
	return false;
}

static size_t programs, left;

static void refine_any(const char *folder, const char *name)
{
	static const int64_t scales[] = { 4, 8, 3, 2, 16, 1 };
	struct text text;
	struct attempt attempt = { 0 };
	char path[4096], first[300] = "";
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	programs++;
	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		memset(&attempt, 0, sizeof attempt);
		attempt.scale = scales[i];
		size_t tries = 0;
		do {
			if (refine(name, &text, &attempt)) {
				free(text.data);
				return;
			}
			if (!first[0])
				memcpy(first, attempt.message, sizeof first);
		} while (tries++ < MOST_TRIES / 6 && next_choice(&attempt));
	}
	printf("# %s remains dynamic: %s\n", name, first);
	left++;
	free(text.data);
}

static void dynamic_programs(void)
{
	CHECK(each_file("dynamic", ".mlir", refine_any) > 0);
	printf("# %zu of %zu programs become static\n", programs - left, programs);
	CHECK(100 * left <= programs);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(dynamic_programs) };
	return golden_find("stablehlo") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
