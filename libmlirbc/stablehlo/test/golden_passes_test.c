/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every pass over the golden programs of StableHLO: each alone, all together, refinement without and with sizes, and conversions to VHLO
 * and back. A program that verifies does so afterwards, also if the pass fails: its operations, and as bytecode, so that values are
 * visible where they are used. */
#include "../../test/golden.h"
#define VALID_MEMORY 1024 /* models */
#include "valid.h"

#include <mlirbc/build.h>
#include <mlirbc/stablehlo_passes.h>

enum { PASSES = 11, MOST_ARGUMENTS = 32, MOST_RANK = 16 };

static enum mlirbc_status run_one(struct mlirbc_module *module, unsigned passes, struct mlirbc_diag *diag)
{
	return mlirbc_stablehlo_run(module, passes, NULL, NULL, diag);
}

/* Every '?' of the arguments becomes the size. 0: no types are given. */
static enum mlirbc_status refine(struct mlirbc_module *module, unsigned size, struct mlirbc_diag *diag)
{
	const struct mlirbc_string name = { "main", 4 };
	const struct mlirbc_op *op = mlirbc_block_symbol(mlirbc_module_symbols(module), &name);
	const struct mlirbc_attr *attr = op ? mlirbc_op_attr(op, "function_type") : NULL;
	struct mlirbc_stablehlo_argument arguments[MOST_ARGUMENTS];
	size_t count = 0;
	for (size_t i = 0; attr && size && i < attr->u.type_value->u.function.inputs.count && count < MOST_ARGUMENTS; i++) {
		const struct mlirbc_type *type = attr->u.type_value->u.function.inputs.data[i];
		int64_t dims[MOST_RANK];
		if (type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.rank > MOST_RANK || type->u.shaped.encoding)
			continue;
		for (size_t k = 0; k < type->u.shaped.rank; k++)
			dims[k] = type->u.shaped.dims[k] < 0 ? (int64_t)size : type->u.shaped.dims[k];
		arguments[count++] = (struct mlirbc_stablehlo_argument){ .index = i,
			.type = mlirbc_type_shaped(
				module->context, MLIRBC_TYPE_TENSOR, dims, type->u.shaped.rank, type->u.shaped.element) };
	}
	return mlirbc_stablehlo_refine(module, arguments, count, NULL, NULL, diag);
}

static enum mlirbc_status through_vhlo(struct mlirbc_module *module, unsigned minor, struct mlirbc_diag *diag)
{
	const struct mlirbc_stablehlo_version version = { 1, minor, 0 };
	enum mlirbc_status status = mlirbc_stablehlo_to_vhlo(module, version, NULL, diag);
	return status == MLIRBC_OK ? mlirbc_stablehlo_from_vhlo(module, NULL, diag) : status;
}

static size_t verified, changed;

/* Reads, verifies, runs and verifies. False: the program is not valid, or cannot be read. */
static bool check_after(const char *name, const struct text *text, const char *what,
	enum mlirbc_status (*run)(struct mlirbc_module *, unsigned, struct mlirbc_diag *), unsigned argument)
{
	struct mlirbc_context *context;
	struct mlirbc_module *module = valid_open(text->data, text->size, &context);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT, after = MLIRBC_DIAG_INIT;
	const bool valid = module != NULL;
	if (valid) {
		enum mlirbc_status status = run(module, argument, &diag);
		changed += status == MLIRBC_OK;
		if (valid_status(module, &after) != MLIRBC_OK)
			check_report(name, (int)after.line, "not valid after %s %u (%s): %s", what, argument,
				mlirbc_status_name(status), after.message);
	}
	mlirbc_context_destroy(context);
	return valid;
}

/* With gcc's AddressSanitizer, in `test/run`, one of three: other tests run the same passes. */
#ifdef __SANITIZE_ADDRESS__
enum { OF_ALL = 3 };
#else
enum { OF_ALL = 1 };
#endif

static void check_program(const char *folder, const char *name)
{
	static size_t number;
	struct text text;
	if (number++ % OF_ALL != 0)
		return;
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	bool valid = check_after(name, &text, "the passes", run_one, MLIRBC_STABLEHLO_ALL);
	verified += valid;
	for (unsigned i = 0; valid && i < PASSES; i++)
		(void)check_after(name, &text, "the pass", run_one, 1U << i);
	for (unsigned size = 0; valid && size < 4; size += 2)
		(void)check_after(name, &text, "refinement with the size", refine, size);
	for (unsigned minor = 0; valid && minor <= 20; minor += 20)
		(void)check_after(name, &text, "conversion to version 1.", through_vhlo, minor);
	free(text.data);
}

static void texts(void)
{
	static const char *const folders[] = { "testdata", "dynamic", "quantized", "math", "interpret", "models", "versions",
		"verify" };
	size_t found = 0;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		found += each_file(folders[i], ".mlir", check_program);
	CHECK(found > 0);
	printf("# %zu of %zu programs verify; %zu runs succeeded\n", verified, found, changed);
	CHECK(verified > 0 && changed > verified);
}

static void artifacts(void) { CHECK(each_file("versions", ".mlirbc", check_program) > 0); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(texts), CHECK_CASE(artifacts) };
	return golden_find("stablehlo") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
