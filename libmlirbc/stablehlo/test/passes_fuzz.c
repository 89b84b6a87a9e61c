/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: a valid program, text or artifact, is valid after each pass alone, after all passes, refinement, as the program of a
 * partition, and after conversion to VHLO and back, also where they fail. Each gets a copy of its own. Further properties: a failure has
 * its status and a message, and what was changed prints. */
#include "mutate.h"
#include "valid.h"

#include <mlirbc/stablehlo_passes.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int ignore(void *ctx, const char *text, size_t size)
{
	*(size_t *)ctx += size + (text == NULL);
	return 0;
}

static void check_result(
	struct mlirbc_module *module, const char *step, enum mlirbc_status status, const struct mlirbc_diag *diag)
{
	struct mlirbc_print_options print = { .size = sizeof print, .pretty = true };
	size_t printed = 0;
	if (status != MLIRBC_OK && (diag->status != status || !diag->message[0])) {
		fprintf(stderr, "%s fails without a message\n", step);
		abort();
	}
	valid_require(module, step, diag);
	print.dialects = mlirbc_stablehlo_printing(&print.dialect_count);
	status = mlirbc_print(module, &print, ignore, &printed);
	if (status != MLIRBC_OK && status != MLIRBC_E_LIMIT && status != MLIRBC_E_NOMEM) {
		fprintf(stderr, "does not print after %s\n", step);
		abort();
	}
}

static void run_pass(struct mlirbc_module *module, const char *step, unsigned passes)
{
	const struct mlirbc_stablehlo_pass_options options = { .size = sizeof options, .max_ops = 20000 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_run(module, passes, &options, NULL, &diag);
	check_result(module, step, status, &diag);
}

static void run_refinement(struct mlirbc_module *module, const char *step, unsigned unused)
{
	const struct mlirbc_stablehlo_refine_options options = { .size = sizeof options, .max_ops = 20000 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_refine(module, NULL, 0, &options, NULL, &diag);
	(void)unused;
	check_result(module, step, status, &diag);
}

static void run_local(struct mlirbc_module *module, const char *step, unsigned partitions)
{
	struct mlirbc_stablehlo_divisions divisions = { .size = sizeof divisions };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_global_to_local(module, partitions, &divisions, &diag);
	check_result(module, step, status, &diag);
}

static void run_propagation(struct mlirbc_module *module, const char *step, unsigned unused)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_propagate(module, &diag);
	(void)unused;
	check_result(module, step, status, &diag);
}

/* The artifact can be written, too. */
static void run_vhlo(struct mlirbc_module *module, const char *step, unsigned encoded)
{
	const struct mlirbc_stablehlo_version version = { encoded / 100, encoded % 100, 0 };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_to_vhlo(module, version, NULL, &diag);
	if (status == MLIRBC_OK && mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK) {
		enum mlirbc_status written = valid_as_bytes(module, &form, &diag);
		if (written != MLIRBC_OK && written != MLIRBC_E_NOMEM && written != MLIRBC_E_LIMIT) {
			fprintf(stderr, "no bytecode after %s: %s\n", step, diag.message);
			abort();
		}
		diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
		if (status != MLIRBC_OK && status != MLIRBC_E_NOMEM && status != MLIRBC_E_LIMIT) {
			fprintf(stderr, "%s and not back: %s\n", step, diag.message);
			abort();
		}
		if (status != MLIRBC_OK)
			return; /* still VHLO */
	}
	check_result(module, step, status, &diag);
}

static const struct step {
	const char *name;
	void (*run)(struct mlirbc_module *module, const char *step, unsigned argument);
	unsigned argument;
} steps[] = {
	{ "chlo", run_pass, MLIRBC_STABLEHLO_CHLO },
	{ "composites", run_pass, MLIRBC_STABLEHLO_COMPOSITES },
	{ "custom calls", run_pass, MLIRBC_STABLEHLO_CUSTOM_CALLS },
	{ "inlining", run_pass, MLIRBC_STABLEHLO_INLINE },
	{ "tuples", run_pass, MLIRBC_STABLEHLO_TUPLES },
	{ "barriers", run_pass, MLIRBC_STABLEHLO_BARRIERS },
	{ "folding", run_pass, MLIRBC_STABLEHLO_FOLD },
	{ "common subexpressions", run_pass, MLIRBC_STABLEHLO_CSE },
	{ "dead code", run_pass, MLIRBC_STABLEHLO_DCE },
	{ "refinement", run_refinement, 0 },
	{ "two partitions", run_local, 2 },
	{ "four partitions", run_local, 4 },
	{ "propagation", run_propagation, 0 },
	{ "conversion to VHLO 1.20", run_vhlo, 120 },
	{ "conversion to VHLO 1.13", run_vhlo, 113 },
	{ "conversion to VHLO 0.9", run_vhlo, 9 },
	{ "all passes", run_pass, MLIRBC_STABLEHLO_ALL },
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool valid = true;
	for (size_t i = 0; i < sizeof steps / sizeof *steps && valid; i++) {
		struct mlirbc_context *context;
		struct mlirbc_module *module = valid_open(data, size, &context);
		valid = module != NULL;
		if (valid)
			steps[i].run(module, steps[i].name, steps[i].argument);
		mlirbc_context_destroy(context);
	}
	return 0;
}
