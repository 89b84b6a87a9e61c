/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs passes in order. */
#include "chlo/lower.h"
#include "dialect/options.h"
#include "legalize/legalize.h"

#include <mlirbc/load.h>
#include <string.h>

static bool begin(struct shlo__pass *pass)
{
	return pass->module->body->first && shlo__pass_ok(pass, mlirbc_module_load(pass->module, pass->diag)) &&
	       shlo__pass_index(pass);
}

enum mlirbc_status mlirbc_stablehlo_run(struct mlirbc_module *module, unsigned passes,
	const struct mlirbc_stablehlo_pass_options *options, struct mlirbc_stablehlo_pass_report *report, struct mlirbc_diag *diag)
{
	static const struct {
		unsigned bit;
		bool (*run)(struct shlo__pass *pass);
	} all[] = { { MLIRBC_STABLEHLO_DIALECTS, shlo__pass_dialects }, { MLIRBC_STABLEHLO_SHARDY, shlo__pass_shardy }, { MLIRBC_STABLEHLO_CHLO, shlo__pass_chlo }, { MLIRBC_STABLEHLO_COMPOSITES, shlo__pass_composites },
		{ MLIRBC_STABLEHLO_CUSTOM_CALLS, shlo__pass_custom_calls }, { MLIRBC_STABLEHLO_INLINE, shlo__pass_inline },
		{ MLIRBC_STABLEHLO_TUPLES, shlo__pass_tuples }, { MLIRBC_STABLEHLO_BARRIERS, shlo__pass_barriers },
		{ MLIRBC_STABLEHLO_FOLD, shlo__pass_fold }, { MLIRBC_STABLEHLO_CSE, shlo__pass_cse },
		{ MLIRBC_STABLEHLO_DCE, shlo__pass_dce } };
	struct shlo__pass pass = { .context = module->context, .module = module, .diag = diag };
	if (passes & ~(unsigned)MLIRBC_STABLEHLO_ALL)
		return shlo__bad_argument(diag, "the mask of passes has bits of no pass, expected bits of MLIRBC_STABLEHLO_ALL");
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_stablehlo_pass_options");
	if (BYTECURSOR_SIZE_IS_WRONG(report))
		return shlo__size_is_wrong(diag, report->size, "mlirbc_stablehlo_pass_report");
	if (options)
		memcpy(&pass.options, options, options->size < sizeof pass.options ? options->size : sizeof pass.options);
	pass.any_size = pass.options.max_elements == 0;
	pass.any_ops = pass.options.max_ops == 0;
	pass.options.max_elements = pass.options.max_elements ? pass.options.max_elements : 1024;
	pass.options.max_ops = pass.options.max_ops ? pass.options.max_ops : 10000000;
	bool ok = begin(&pass);
	for (size_t i = 0; ok && i < sizeof all / sizeof *all; i++)
		ok = !(passes & all[i].bit) || (!mlirbc_context_stopped(pass.context) ? all[i].run(&pass) : shlo__pass_no_memory(&pass));
	shlo__pass_finish(&pass);
	if (report) {
		size_t size = report->size < sizeof pass.report ? report->size : sizeof pass.report;
		memcpy((char *)report + sizeof report->size, (const char *)&pass.report + sizeof report->size,
			size - sizeof report->size);
	}
	return pass.status;
}
