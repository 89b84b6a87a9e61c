/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader against MLIR's own tools: files that mlir-opt 16, 19 and 22 wrote, the text that they print of
 * them, the orders of uses that they had in memory, and files that crash or hang mlir-opt 22. */
#include "golden.h"

/* ---- texts. Names are BASE.TOOL.vVERSION.mlirbc; the text is BASE.TOOL.vVERSION.KIND.txt, or BASE.TOOL.KIND.txt
 * for all. */

static size_t loads, texts, differences;

static bool expected_text(const char *folder, const char *name, const char *kind, struct text *out)
{
	char path[4096];
	size_t length = strlen(name) - strlen(".mlirbc");
	snprintf(path, sizeof path, "%s/%.*s.%s.txt", folder, (int)length, name, kind);
	if (read_file(path, out))
		return true;
	while (length && name[length - 1] != '.')
		length--;
	snprintf(path, sizeof path, "%s/%.*s%s.txt", folder, (int)length, name, kind);
	return read_file(path, out);
}

/* The first lines that differ. Both texts end with a newline and a NUL. */
static void report_difference(const char *name, bool debug_info, const char *printed, const char *expected)
{
	size_t line = 1, here, there;
	for (;; line++, printed += here + 1, expected += there + 1) {
		here = strcspn(printed, "\n");
		there = strcspn(expected, "\n");
		if (here != there || memcmp(printed, expected, here) != 0 || !printed[here])
			break;
	}
	printf("# %s%s, line %zu:\n#   prints   %.*s\n#   expected %.*s\n", name, debug_info ? " with locations" : "",
		line, here < 200 ? (int)here : 200, printed, there < 200 ? (int)there : 200, expected);
}

static void compare_text(const struct loaded *l, const char *folder, const char *name, bool debug_info)
{
	struct mlirbc_print_options options = { sizeof options, debug_info };
	struct text printed = { 0 }, expected;
	enum mlirbc_status status = mlirbc_print(l->module, &options, append, &printed);
	append(&printed, "\n", 1); /* mlir-opt ends with an empty line */
	if (status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s does not print: %s", name, mlirbc_status_name(status));
	if (!strstr(name, ".16.") && expected_text(folder, name, debug_info ? "loc" : "gen", &expected)) {
		texts++;
		if (printed.size != expected.size || memcmp(printed.data, expected.data, expected.size) != 0) {
			report_difference(name, debug_info, printed.data, expected.data);
			differences++;
		}
		free(expected.data);
	}
	free(printed.data);
}

static void check_file(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	if (l.status != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", name, mlirbc_status_name(l.status),
			(unsigned long long)l.diag.offset, l.diag.message);
	} else {
		loads++;
		compare_text(&l, folder, name, false);
		compare_text(&l, folder, name, true);
	}
	unload(&l);
}

static void prints_what_mlir_prints(void)
{
	size_t files = each_file("out", ".mlirbc", check_file);
	printf("# %zu of %zu files load, %zu of %zu texts are those of mlir-opt\n", loads, files, texts - differences,
		texts);
	CHECK(files > 0 && texts > 0);
	CHECK_INT(differences, 0);
}

/* ---- orders of uses, from comments in BASE.TOOL.users.txt: what the tool had in memory when it wrote the file */

enum { MOST_OPS = 256 };

/* A comment that lists users, and the op that it is about. Both lists are in the order of the text. */
static struct {
	int ids[MOST_OPS]; /* of the n-th op: how comments name it; 0: they do not */
	const char *users[MOST_OPS];
	size_t count;
	const char *argument_users[MOST_OPS];
	size_t argument_count;
} oracle;

static void read_line(const char *line)
{
	const char *comment = strstr(line, " // "), *op = line + strspn(line, " ");
	if (strncmp(op, "// %", 4) == 0 && oracle.argument_count < MOST_OPS)
		oracle.argument_users[oracle.argument_count++] = strstr(op, " is ");
	const char *id = *op == '%' ? op : comment ? strstr(comment, "// id: %") : NULL;
	if ((*op != '%' && *op != '"') || oracle.count == MOST_OPS)
		return;
	oracle.ids[oracle.count] = id ? atoi(strchr(id, '%') + 1) : 0;
	oracle.users[oracle.count++] = comment ? strstr(comment, "// user") : NULL;
}

static void read_oracle(struct text *text)
{
	memset(&oracle, 0, sizeof oracle);
	for (char *line = strtok(text->data, "\n"); line; line = strtok(NULL, "\n"))
		read_line(line);
}

static int op_named(int id)
{
	for (size_t i = 0; id && i < oracle.count; i++) {
		if (oracle.ids[i] == id)
			return (int)i;
	}
	return -1;
}

/* Whether the value's users, each op once, are those that the comment names, in this order. */
static bool same_users(const struct mlirbc_value *value, const char *comment)
{
	bool seen[MOST_OPS] = { false };
	for (const struct mlirbc_operand *use = value->first_use; use; use = use->next_use) {
		int op = (int)use->owner->number;
		if (seen[op])
			continue;
		seen[op] = true;
		comment = comment ? strchr(comment, '%') : NULL;
		int id = comment ? atoi(comment + 1) : 0;
		if (op_named(id) != op)
			return false;
		do { /* "%2#0, %2#1": one op with several results */
			comment = strchr(comment + 1, '%');
		} while (comment && atoi(comment + 1) == id);
		comment = comment ? comment - 1 : NULL;
	}
	return true;
}

/* Lists of several results stand in parentheses. */
static const char *users_of(const char *comment, uint32_t result)
{
	for (uint32_t i = 0; comment && i <= result && strchr(comment, '('); i++)
		comment = strchr(comment, '(') + 1;
	return comment;
}

static size_t orders;

static void check_users(const struct loaded *l, const char *name)
{
	struct mlirbc_op *root = l->module->body->first;
	size_t count = 0, argument = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_walk_pre(root, op));)
		op->number = (uint32_t)count++;
	if (count != oracle.count) {
		check_report(__FILE__, __LINE__, "%s has %zu ops, its text %zu", name, count, oracle.count);
		return;
	}
	for (struct mlirbc_op *op = NULL; (op = mlirbc_walk_pre(root, op));) {
		const struct mlirbc_block *block = op->parent;
		for (uint32_t i = 0; op == block->first && i < block->argument_count; i++, orders++) {
			if (!same_users(&block->arguments[i], oracle.argument_users[argument++]))
				check_report(__FILE__, __LINE__, "%s: uses of argument %zu", name, argument - 1);
		}
		for (uint32_t i = 0; oracle.users[op->number] && i < op->result_count; i++, orders++) {
			if (!same_users(&mlirbc_op_results(op)[i], users_of(oracle.users[op->number], i)))
				check_report(__FILE__, __LINE__, "%s: uses of result %u of op %u", name, i, op->number);
		}
	}
}

static void check_orders(const char *folder, const char *name)
{
	for (int version = 3; version <= 6; version++) {
		char path[4096];
		struct text text;
		int base = (int)(strlen(name) - strlen(".users.txt"));
		snprintf(path, sizeof path, "%s/%s", folder, name);
		if (!read_file(path, &text))
			abort();
		read_oracle(&text);
		snprintf(path, sizeof path, "%.*s.v%d.mlirbc", base, name, version);
		struct loaded l = load(folder, path);
		if (CHECK_INT(l.status, MLIRBC_OK))
			check_users(&l, path);
		unload(&l);
		free(text.data);
	}
}

static void restores_the_order_of_uses(void)
{
	CHECK(each_file("out", ".users.txt", check_orders) > 0);
	printf("# %zu values have their uses in the order of the writer\n", orders);
	CHECK(orders > 100);
}

/* ---- files that are broken. Each ends in an error that names a byte, or prints, in little memory. */

static void check_invalid(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct text printed = { 0 };
	if (l.status == MLIRBC_OK)
		(void)mlirbc_print(l.module, NULL, append, &printed);
	else if (l.diag.status != l.status || (l.diag.offset > l.input.size && l.status != MLIRBC_E_LIMIT) ||
		 !l.diag.message[0])
		check_report(__FILE__, __LINE__, "%s: %s without a good reason: \"%s\" at %llu", name,
			mlirbc_status_name(l.status), l.diag.message, (unsigned long long)l.diag.offset);
	if (mlirbc_context_bytes(l.context) > 1000 * l.input.size + (1 << 20))
		check_report(__FILE__, __LINE__, "%s takes %zu bytes", name, mlirbc_context_bytes(l.context));
	free(printed.data);
	unload(&l);
}

static void survives_broken_files(void) { CHECK(each_file("invalid", ".mlirbc", check_invalid) > 0); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(prints_what_mlir_prints),
		CHECK_CASE(restores_the_order_of_uses),
		CHECK_CASE(survives_broken_files),
	};
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
