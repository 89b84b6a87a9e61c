/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A module of StableHLO to a module of kernels: upgrade, verify, simplify, lower. */
#include "body/expression.h"
#include "fuse/fuse.h"
#include "loops/loops.h"
#include "ops/ops.h"
#include "rewrite/rewrite.h"

#include <bef/translate.h>
#include <bytecursor/diag.h>
#include <bytecursor/options.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <string.h>

/* ---- recognition */

static bool has_prefix(const struct mlirbc_string *name, const char *prefix)
{
	size_t size = strlen(prefix);
	return name->size > size && memcmp(name->data, prefix, size) == 0;
}

bool bef_stablehlo_is_model(const struct mlirbc_module *module)
{
	static const char *const prefixes[] = { "stablehlo.", "vhlo.", "chlo.", "check.", "interpreter." };
	struct mlirbc_op *root = module->body->first;
	bool found = false;
	if (bef_mlir_is_program(module))
		return false; /* models inside host programs are data */
	for (struct mlirbc_op *op = root; op && !found; op = mlirbc_op_next_pre(root, op)) {
		for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
			found = found || has_prefix(op->name, prefixes[i]);
		found = found || mlirbc_op_is(op, "func.return");
	}
	return found;
}

/* ---- steps */

/* The functions of a nested module are not visible in the outer one, whose calls have flat names: nothing runs them. Their
 * names may be those of visible functions. */
static enum mlirbc_status erase_nested_modules(struct mlirbc_module *module)
{
	enum mlirbc_status status = MLIRBC_OK;
	for (struct mlirbc_op *op = mlirbc_module_symbols(module)->first, *next; op && status == MLIRBC_OK; op = next) {
		next = op->next;
		if (mlirbc_op_is(op, "builtin.module") && op->parent != module->body)
			status = mlirbc_op_erase(op);
	}
	return status;
}

/* Whether the context was not stopped: between steps that are linear in the number of operations. */
static bool goes_on(struct bef_hlo__lower *lower)
{
	return !mlirbc_context_stopped(lower->context) || bef_hlo__no_memory(lower);
}

/* What computes shapes beside StableHLO becomes StableHLO, before shapes are refined. */
static bool replace_dialects(struct bef_hlo__lower *lower)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_pass_report report = { .size = sizeof report };
	enum mlirbc_status status = mlirbc_stablehlo_run(lower->module, MLIRBC_STABLEHLO_DIALECTS, NULL, &report, &diag);
	if (!bef_hlo__ok(lower, status, &diag))
		return false;
	return !report.dialects_first || bef_hlo__refuse(lower, report.dialects_first, "%s", report.dialects_reason);
}

static bool keep_chlo(void *ctx, const struct mlirbc_op *op) { return bef_hlo__is_chlo_step(ctx, op); }

static bool prepare(struct bef_hlo__lower *lower)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = lower->module;
	const struct mlirbc_stablehlo_verify_options verify = { .size = sizeof verify };
	const struct mlirbc_stablehlo_pass_options options = {
		.size = sizeof options, .keep_chlo = keep_chlo, .keep_chlo_ctx = lower };
	const unsigned passes = (unsigned)MLIRBC_STABLEHLO_ALL & ~(lower->options.no_folding ? MLIRBC_STABLEHLO_FOLD : 0u);
	enum mlirbc_status status = mlirbc_module_load(module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_verify_module(module, &verify, &diag);
	if (status == MLIRBC_OK)
		status = erase_nested_modules(module);
	if (status == MLIRBC_OK)
		bef_hlo__note_placements(lower);
	if (status == MLIRBC_OK && (!goes_on(lower) || !replace_dialects(lower) || !bef_hlo__check_sizes(lower) || !bef_hlo__keep_names(lower) ||
					   !bef_hlo__refine_static(lower) || !bef_hlo__rewrite_async(lower) ||
					   !bef_hlo__rewrite_threefry(lower)))
		return false;
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_run(module, passes, &options, NULL, &diag);
	return bef_hlo__ok(lower, status, &diag) && bef_hlo__check_sizes(lower) && goes_on(lower) && bef_hlo__drop_unused(lower) && bef_hlo__rewrite_top_k(lower) &&
	       bef_hlo__rewrite_integer_products(lower) &&
	       bef_hlo__rewrite_transposed_products(lower) && bef_hlo__rewrite_transposed_operands(lower) && goes_on(lower) &&
	       bef_hlo__rewrite_sums(lower) && bef_hlo__rewrite_split_reductions(lower) && bef_hlo__rewrite_powers(lower) && bef_hlo__rewrite_quotients(lower);
}

/* Changes of the source that let more operations be fused. */
static bool prepare_fusing(struct bef_hlo__lower *lower)
{
	return lower->options.no_fusing || lower->options.signatures_only ||
	       (goes_on(lower) && bef_hlo__rewrite_argmax(lower) && bef_hlo__speculate(lower) && bef_hlo__compute_once(lower) && goes_on(lower) &&
		       bef_hlo__unroll(lower) && bef_hlo__narrow(lower) && bef_hlo__enlarge(lower) && goes_on(lower) &&
		       bef_hlo__drop_unchanged(lower) && bef_hlo__split_carried(lower) && bef_hlo__multiply_slices(lower) && bef_hlo__turn_matrices(lower) && goes_on(lower) &&
		       bef_hlo__hoist(lower) &&
		       bef_hlo__sink_repeated(lower) && bef_hlo__sink_constants(lower) && goes_on(lower));
}

static bool begin(struct bef_hlo__lower *lower)
{
	lower->tensor = bef_hlo__dialect_type(lower, "tfrt_tensor", "tensor");
	lower->chain = bef_hlo__dialect_type(lower, "tfrt", "chain");
	lower->i64 = mlirbc_type_integer(lower->context, 64, MLIRBC_SIGNLESS);
	lower->f64 = mlirbc_type_float(lower->context, MLIRBC_F64);
	if (!lower->tensor || !lower->chain || !lower->i64 || !lower->f64)
		return bef_hlo__no_memory(lower);
	return bef_hlo__unique_name(lower, bef_hlo__signatures, strlen(bef_hlo__signatures)) &&
	       bef_hlo__ok(lower, mlirbc_builder_init(&lower->builder, lower->context), NULL);
}

static void lower_all(struct bef_hlo__lower *lower)
{
	for (size_t i = 0; i < lower->function_count && !bef_hlo__is_over(lower); i++) {
		if (!goes_on(lower))
			return;
		if (!bef_hlo__lower_function(lower, &lower->functions[i]) && lower->status == BEF_OK)
			(void)bef_hlo__refuse(lower, lower->functions[i].op, "it cannot be lowered");
	}
}

static bool read_options(struct bef_hlo__lower *lower, const struct bef_stablehlo_options *options)
{
	char message[120];
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return bef_hlo__fail(lower, BEF_E_ARG, NULL, "%s",
			bytecursor_size_text(message, sizeof message, options->size, "bef_stablehlo_options"));
	if (options)
		memcpy(&lower->options, options, BYTECURSOR_SIZE_TO_COPY(&lower->options, options));
	lower->options.max_reports = lower->options.max_reports ? lower->options.max_reports : 20;
	if ((unsigned)lower->options.semantics > BEF_SEMANTICS_SPEC)
		return bef_hlo__fail(lower, BEF_E_ARG, NULL, "`semantics` of the options is none of enum bef_semantics");
	return true;
}

enum bef_status bef_stablehlo_lower(struct mlirbc_module *module, const struct bef_stablehlo_options *options,
	struct mlirbc_module **out_module, struct bef_diag *diag)
{
	struct bef_hlo__known known[BEF_HLO__NAMES] = { { .name = NULL } };
	struct bef_hlo__lower lower = { .context = module->context, .known = known, .module = module, .failure = BEF_DIAG_INIT,
		.refused = BEF_DIAG_INIT };
	*out_module = NULL;
	if (!read_options(&lower, options)) {
		; /* the failure is stored below */
	} else if (!module->body->first) {
		(void)bef_hlo__fail(&lower, BEF_E_CORRUPT, NULL, "the module is empty");
	} else if (prepare(&lower) && prepare_fusing(&lower) && begin(&lower) && bef_hlo__index(&lower)) {
		if (!lower.options.signatures_only)
			lower_all(&lower);
		if (lower.status == BEF_OK && lower.options.device && !lower.options.signatures_only)
			(void)bef_hlo__place(&lower);
		else if (lower.status == BEF_OK && !lower.options.no_folding && !lower.options.signatures_only)
			(void)bef_hlo__store_panels(&lower);
		if (lower.status == BEF_OK)
			(void)bef_hlo__write_signatures(&lower);
	}
	if (lower.status == BEF_OK)
		*out_module = lower.builder.module;
	else if (BYTECURSOR_DIAG_IS_OPEN(diag))
		BYTECURSOR_DIAG_STORE(diag, &lower.failure);
	return lower.status;
}
