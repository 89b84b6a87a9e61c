/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check --explain: a line for each operation of the file. */
#include "commands/check_print.h"

#include <inttypes.h>
#include <kernels/math.h>

static const char *const kinds[] = { "runs", "inside", "replaced", "inlined", "gone", "refused" };
static const char *const ways[] = { NULL, "kernel", "fused", "epilogue", "read", "nothing" };

static bool begins(struct bef_string text, const char *with)
{
	return text.size >= strlen(with) && memcmp(text.data, with, strlen(with)) == 0;
}

/* The library of products and factorizations (--math), which may decline one and leave it to the built-in code. */
static const char *library_of(const struct bef_stablehlo_way *way)
{
	const struct kernels_math *math = kernels_math_chosen();
	if (begins(way->kernel, "hlo.dot") || begins(way->kernel, "hlo.convolution"))
		return kernels_math_has_products(math) ? math->name : "builtin";
	if (begins(way->kernel, "hlo.lapack_"))
		return kernels_math_has_lapack(math) ? math->name : "builtin";
	return NULL;
}

static void put_way(const struct bef_stablehlo_way *way)
{
	const char *library = library_of(way), *kernel = way->kernel.data;
	const int size = (int)way->kernel.size;
	switch (way->how) {
	case BEF_STABLEHLO_KERNEL:
		if (way->kernels > 1)
			printf("%" PRIu32 " kernels, the last %.*s", way->kernels, size, kernel);
		else
			printf("kernel %.*s", size, kernel);
		break;
	case BEF_STABLEHLO_FUSED:
		printf("fused: %" PRIu32 " operation%s in kernel %.*s, number %" PRIu32, way->group_size, way->group_size == 1 ? "" : "s", size,
			kernel, way->group);
		break;
	case BEF_STABLEHLO_EPILOGUE: printf("part of the product's kernel %.*s", size, kernel); break;
	case BEF_STABLEHLO_READ: printf("no kernel: others read it where it is"); break;
	default: printf("no kernel: it has the value of another operation, or nothing uses it"); break;
	}
	if (library && way->how == BEF_STABLEHLO_KERNEL)
		printf(", library %s", library);
}

static void put_answer(const struct check *check, const struct check_answer *answer)
{
	switch (answer->kind) {
	case CHECK_REFUSED: {
		const char *text = strstr(answer->problem->diag.message, "': ");
		printf("cannot run: %s", text ? text + 3 : answer->problem->diag.message);
		break;
	}
	case CHECK_RUNS: put_way(&answer->told->way); break;
	case CHECK_INSIDE: printf("a step of %.*s", (int)answer->told->way.kernel.size, answer->told->way.kernel.data); break;
	case CHECK_REPLACED:
		printf("replaced by others, the last is %.*s: ", (int)answer->told->name->size, answer->told->name->data);
		put_way(&answer->told->way);
		break;
	case CHECK_INLINED: printf("inlined"); break;
	case CHECK_GONE:
		printf(check->problem_count ? "not in the program: removed, or it depends on what cannot run"
					    : "removed: computed at once, equal to another one, or not used");
		break;
	}
}

static void put_place(const struct check *check, const struct mlirbc_attr *location)
{
	const struct mlirbc_attr *file = location ? mlirbc_loc_place(location) : NULL;
	if (!file) {
		printf("-");
		return;
	}
	const struct mlirbc_string *name = file->u.file.file;
	if (name->size != strlen(check->name) || memcmp(name->data, check->name, name->size) != 0) {
		cli_put_escaped(stdout, name->data, name->size);
		putchar(':');
	}
	printf("%" PRIu32 ":%" PRIu32, file->u.file.line, file->u.file.column);
}

static void json_answer(const struct check_op *op, const struct check_answer *answer)
{
	const struct mlirbc_attr *file = op->location ? mlirbc_loc_place(op->location) : NULL;
	const struct bef_stablehlo_way *way = answer->told ? &answer->told->way : NULL;
	cli_json_open(NULL, '{');
	cli_json_text("operation", op->name->data, op->name->size);
	if (file) {
		cli_json_text("file", file->u.file.file->data, file->u.file.file->size);
		cli_json_number("line", file->u.file.line);
		cli_json_number("column", file->u.file.column);
	}
	cli_json_word("state", kinds[answer->kind]);
	if (way && (size_t)way->how < sizeof ways / sizeof *ways) {
		cli_json_word("how", ways[way->how]);
		if (way->kernel.size)
			cli_json_text("kernel", way->kernel.data, way->kernel.size);
		if (way->group) {
			cli_json_number("group", way->group);
			cli_json_number("group_size", way->group_size);
		}
		if (library_of(way))
			cli_json_word("library", library_of(way));
	}
	if (answer->problem)
		cli_json_word("message", answer->problem->diag.message);
	cli_json_close();
}

void check_put_answers(const struct check *check, const struct check_index *index, bool json)
{
	if (json)
		cli_json_open("explanations", '[');
	else if (check->op_count)
		putchar('\n');
	for (size_t i = 0; i < check->op_count; i++) {
		const struct check_op *op = &check->ops[i];
		struct check_answer answer;
		if (!check_is_listed(op))
			continue;
		check_answer(check, index, op, &answer);
		if (json) {
			json_answer(op, &answer);
			continue;
		}
		put_place(check, op->location);
		printf("  ");
		cli_put_escaped(stdout, op->name->data, op->name->size);
		printf("  ");
		put_answer(check, &answer);
		putchar('\n');
	}
	if (json)
		cli_json_close();
}
