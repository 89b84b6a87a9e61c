/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker on the golden bytecode: its fields tile every file, and it meets as many ops as the reader makes. */
#include "golden.h"
#include "walk_check.h"

static uint64_t count_ops(const struct mlirbc_module *module)
{
	uint64_t count = 0;
	for (struct mlirbc_op *top = module->body->first; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op));)
			count++;
	}
	return count;
}

static void check_file(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct walk_check check;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = walk_and_check(l.input.data, l.input.size, false, &check, &diag);
	if (status != MLIRBC_OK || check.wrong)
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s %s", name, mlirbc_status_name(status),
			(unsigned long long)diag.offset, diag.message, check.wrong ? check.wrong : "");
	else if (l.module && count_ops(l.module) != check.ops)
		check_report(__FILE__, __LINE__, "%s: another number of ops than the reader", name);
	unload(&l);
}

static void check_invalid(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct walk_check check;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = walk_and_check(l.input.data, l.input.size, false, &check, &diag);
	if (check.wrong || (status != MLIRBC_OK && (!diag.message[0] || diag.offset > l.input.size)))
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s %s", name, mlirbc_status_name(status),
			(unsigned long long)diag.offset, diag.message, check.wrong ? check.wrong : "");
	unload(&l);
}

static void walks_the_corpus(void) { CHECK(each_file("out", ".mlirbc", check_file) > 0); }
static void walks_what_is_invalid(void) { CHECK(each_file("invalid", ".mlirbc", check_invalid) > 0); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(walks_the_corpus), CHECK_CASE(walks_what_is_invalid) };
	if (!golden_find("mlirbc"))
		return 0;
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
