/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_passes PASS[,PASS...]|none FILE [generic]: runs passes on a module (text or bytecode) and prints it in custom (or generic) form,
 * the report to stderr. The pass "but-erf" lowers CHLO, but keeps chlo.erf. run_passes local:N FILE: what one of N partitions computes. run_passes refine:[@NAME][;INDEX=TYPE|VALUE]... FILE: refines a function. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	return fwrite(text, 1, size, stdout) != size;
}

static bool keep_erf(void *ctx, const struct mlirbc_op *op)
{
	(void)ctx;
	return mlirbc_op_is(op, "chlo.erf");
}

static unsigned passes_of(const char *names)
{
	static const char *const all[] = { "chlo", "but-erf", "composites", "custom-calls", "inline", "tuples", "barriers", "fold", "cse", "dce", "shardy",
		"dialects" };
	static const unsigned bits[] = { MLIRBC_STABLEHLO_CHLO, MLIRBC_STABLEHLO_CHLO, MLIRBC_STABLEHLO_COMPOSITES, MLIRBC_STABLEHLO_CUSTOM_CALLS,
		MLIRBC_STABLEHLO_INLINE, MLIRBC_STABLEHLO_TUPLES, MLIRBC_STABLEHLO_BARRIERS, MLIRBC_STABLEHLO_FOLD,
		MLIRBC_STABLEHLO_CSE, MLIRBC_STABLEHLO_DCE, MLIRBC_STABLEHLO_SHARDY, MLIRBC_STABLEHLO_DIALECTS };
	unsigned passes = 0;
	while (*names) {
		size_t size = strcspn(names, ","), i = 0;
		while (i < sizeof all / sizeof *all && (strlen(all[i]) != size || memcmp(all[i], names, size) != 0))
			i++;
		if (i == sizeof all / sizeof *all)
			return 0;
		passes |= bits[i];
		names += size + (names[size] == ',');
	}
	return passes;
}

/* ---- refine: */

static void remains(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	(void)ctx;
	(void)op;
	fprintf(stderr, "%s\n", diag->message);
}

/* Types begin with a letter; "dense" begins a value. */
static enum mlirbc_status refine(struct mlirbc_module *module, char *text, struct mlirbc_diag *diag)
{
	enum { MOST = 16 };
	struct mlirbc_stablehlo_argument arguments[MOST];
	struct mlirbc_stablehlo_refine_options options = { .size = sizeof options, .report = remains };
	struct mlirbc_stablehlo_refine_report report = { .size = sizeof report };
	enum mlirbc_status status = MLIRBC_OK;
	size_t count = 0;
	for (char *part = strtok(text, ";"); part && count < MOST && status == MLIRBC_OK; part = strtok(NULL, ";")) {
		if (*part == '@') {
			options.function = part + 1;
			continue;
		}
		struct mlirbc_stablehlo_argument *argument = &arguments[count++];
		*argument = (struct mlirbc_stablehlo_argument){ .index = strtoul(part, &part, 10) };
		bool type = *++part > '9' && strncmp(part, "dense", 5) != 0;
		status = type ? mlirbc_parse_type(module->context, part, strlen(part), &argument->type, diag)
			      : mlirbc_parse_attr(module->context, part, strlen(part), &argument->value, diag);
	}
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_refine(module, arguments, count, &options, &report, diag);
	if (status == MLIRBC_OK)
		fprintf(stderr, "dynamic %llu refined %llu replaced %llu folded %llu assertions %llu functions %llu removed %llu\n",
			(unsigned long long)report.dynamic, (unsigned long long)report.refined, (unsigned long long)report.replaced,
			(unsigned long long)report.folded, (unsigned long long)report.assertions,
			(unsigned long long)report.functions, (unsigned long long)report.removed);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_verify_module(module, NULL, diag);
	return status;
}

int main(int argc, char **argv)
{
	bool refines = argc >= 3 && strncmp(argv[1], "refine:", 7) == 0;
	const bool local = argc >= 3 && strncmp(argv[1], "local:", 6) == 0;
	bool none = refines || local || (argc >= 3 && strcmp(argv[1], "none") == 0);
	unsigned passes = argc >= 3 && !none ? passes_of(argv[1]) : 0;
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_print_options print = { .size = sizeof print, .pretty = argc < 4 };
	const struct mlirbc_open_options options = { .size = sizeof options, .parse = &parse };
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	print.dialects = mlirbc_stablehlo_printing(&print.dialect_count);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_stablehlo_pass_options pass_options = {
		.size = sizeof pass_options, .keep_chlo = strstr(argv[1], "but-erf") ? keep_erf : NULL };
	struct mlirbc_stablehlo_pass_report report = { .size = sizeof report };
	struct mlirbc_mapping mapping = { NULL, 0 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL;
	if ((!passes && !none) || !context || mlirbc_mapping_open(argv[2], &mapping) != MLIRBC_OK) {
		fprintf(stderr, "usage: run_passes PASS[,PASS...] FILE\n");
		return 2;
	}
	enum mlirbc_status status = mlirbc_open(context, mapping.data, mapping.size, &options, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
	if (status == MLIRBC_OK && refines)
		status = mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_DIALECTS, NULL, &report, &diag);
	if (status == MLIRBC_OK && refines)
		status = refine(module, argv[1] + 7, &diag);
	if (status == MLIRBC_OK && local)
		status = mlirbc_stablehlo_global_to_local(module, (uint32_t)strtoul(argv[1] + 6, NULL, 10), NULL, &diag);
	if (status == MLIRBC_OK && local)
		status = mlirbc_stablehlo_verify_module(module, NULL, &diag);
	if (status == MLIRBC_OK && passes)
		status = mlirbc_stablehlo_run(module, passes, &pass_options, &report, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_print(module, &print, put, NULL);
	if (status != MLIRBC_OK)
		fprintf(stderr, "%s: %u:%u: %s: %s\n", argv[2], diag.line, diag.column, mlirbc_status_name(status), diag.message);
	else if (!refines)
		fprintf(stderr, "chlo %llu left %llu composites %llu custom-calls %llu inlined %llu tuples %llu barriers %llu folded %llu "
				"merged %llu removed %llu functions %llu\n",
			(unsigned long long)report.chlo, (unsigned long long)report.chlo_left, (unsigned long long)report.composites,
			(unsigned long long)report.custom_calls, (unsigned long long)report.inlined, (unsigned long long)report.tuples,
			(unsigned long long)report.barriers, (unsigned long long)report.folded, (unsigned long long)report.merged,
			(unsigned long long)report.removed, (unsigned long long)report.removed_functions);
	if (report.dialects || report.dialects_left)
		fprintf(stderr, "dialects %llu left %llu %.*s: %s\n", (unsigned long long)report.dialects,
			(unsigned long long)report.dialects_left, report.dialects_first ? (int)report.dialects_first->name->size : 0,
			report.dialects_first ? report.dialects_first->name->data : "", report.dialects_first ? report.dialects_reason : "");
	mlirbc_context_destroy(context);
	mlirbc_mapping_close(&mapping);
	return status != MLIRBC_OK;
}
