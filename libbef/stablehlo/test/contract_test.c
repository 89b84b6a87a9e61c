/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libbef-stablehlo writes is what hlo/kernels.h and hlo/steps.h say, from which pack hlo is made: the programs of data/ are lowered
 * in several ways. Each kernel that a program has is in the lists, with exactly its attributes; each kernel in the lists is made by some
 * program if it is marked LOWERED, and by none if it is marked FILES. The same for the steps of expressions. */
#include "../../../libmlirbc/test/golden.h"

#include <bef/stablehlo.h>
#include <hlo/kernels.h>
#include <mlirbc/stablehlo.h>

enum made_by { LOWERED, FILES };

static struct {
	const char *name, *signature;
	enum made_by made_by;
	size_t uses;
} kernels[] = {
#define ROW(name, signature, made_by) { #name, signature, made_by, 0 },
#define STEP(name, operands, form, kinds, flags) HLO_STEP_KERNEL(ROW, name, operands, form)
	HLO_STEPS(STEP) HLO_KERNELS(ROW)
};
#define KERNELS (sizeof kernels / sizeof *kernels)

static size_t step_uses[HLO_OPCODE_COUNT], spec_uses, reduce_uses, call_uses;
/* Steps that are no operations of StableHLO. */
static const char *const words[] = { "iota", "join", "load", "store", "variable", "set", "loop", "while", "end", "if", "else" };
enum { WORDS = sizeof words / sizeof *words, LOOP_WORDS = 2 };
static size_t word_uses[WORDS];

/* ---- attributes */

/* Takes the next name from the attributes of a signature; false: there is none. A list may be missing. */
static bool next_name(const char **at, const char **out, size_t *out_size, bool *out_list)
{
	int depth = 0;
	*at += strspn(*at, "{, ");
	*out = *at;
	*out_size = strcspn(*at, ":}");
	if ((*at)[*out_size] != ':')
		return false;
	for (; depth > 0 || (**at != ',' && **at != '}'); (*at)++)
		depth += (**at == '(') - (**at == ')');
	*out_list = (*at)[-1] == '.';
	return true;
}

/* Those of the operation are sorted by name, like those of the signature. */
static bool has_attributes(const struct mlirbc_op *op, const char *signature)
{
	const struct mlirbc_attr *all = mlirbc_op_attributes(op);
	const char *at = strchr(signature, '{'), *name;
	size_t count = 0, size;
	bool list;
	while (next_name(&at, &name, &size, &list)) {
		const struct mlirbc_string *found = all && count < all->u.dictionary.count ? all->u.dictionary.data[count].name : NULL;
		const bool is_found = found && found->size == size && memcmp(found->data, name, size) == 0;
		if (!is_found && !list)
			return false;
		count += is_found;
	}
	return all && all->u.dictionary.count == count;
}

/* ---- expressions */

static void check_step(const struct mlirbc_op *op, const char *word, size_t size)
{
	enum hlo_opcode opcode;
	struct hlo_opcode_detail detail = { .spec = false };
	for (size_t i = 0; i < WORDS; i++) {
		if (hlo_is_word(word, size, words[i])) {
			CHECK(i < LOOP_WORDS || hlo_is_word(op->name->data, op->name->size, "hlo.while_scalars"));
			word_uses[i]++;
			return;
		}
	}
	if (size > 7 && memcmp(word, "reduce.", 7) == 0) {
		reduce_uses++;
		CHECK(hlo_find_opcode(word + 7, size - 7, &opcode) && (hlo_step(opcode)->flags & HLO_REDUCES));
	} else if (hlo_read_operation(word, size, &opcode, &detail) == HLO_WORD_STEP) {
		step_uses[opcode]++;
		spec_uses += detail.spec;
	} else {
		check_report(__FILE__, __LINE__, "%.*s has the step %.*s", (int)op->name->size, op->name->data, (int)size, word);
	}
}

/* The first word of each statement between the arguments and the returned values. */
static void check_expression(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	if (!attr || attr->kind != MLIRBC_ATTR_STRING)
		return; /* a function */
	const char *end = attr->u.string->data + attr->u.string->size, *at = attr->u.string->data;
	call_uses += memcmp(at, "call ", 5) == 0;
	while ((at = memchr(at, ';', (size_t)(end - at))) != NULL) {
		const char *word = at + 2;
		size_t size = 0;
		while (word + size < end && word[size] != ' ' && word[size] != ';')
			size++;
		if (!hlo_is_word(word, size, "return"))
			check_step(op, word, size);
		at++;
	}
}

/* ---- programs */

static void check_op(const struct mlirbc_op *op)
{
	static const char *const expressions[] = { "body", "comparator", "condition", "epilogue", "scatter", "select" };
	const char *name = op->name->data + 4;
	const size_t size = op->name->size - 4;
	size_t i = 0;
	if (op->name->size < 5 || memcmp(op->name->data, "hlo.", 4) != 0 || (size > 12 && memcmp(name, "custom_call.", 12) == 0))
		return;
	while (i < KERNELS && !hlo_is_word(name, size, kernels[i].name))
		i++;
	if (i == KERNELS) {
		check_report(__FILE__, __LINE__, "hlo.%.*s is not in hlo/kernels.h", (int)size, name);
		return;
	}
	kernels[i].uses++;
	if (!has_attributes(op, kernels[i].signature))
		check_report(__FILE__, __LINE__, "hlo.%.*s has other attributes than %s", (int)size, name, kernels[i].signature);
	for (size_t k = 0; k < sizeof expressions / sizeof *expressions; k++)
		check_expression(op, expressions[k]);
}

static void lower(const char *path, const struct text *text, const struct bef_stablehlo_options *options)
{
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bef_diag why = BEF_DIAG_INIT;
	struct mlirbc_module *module, *program;
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (!context || mlirbc_parse(context, text->data, text->size, &parse, &module, &diag) != MLIRBC_OK)
		abort();
	const enum bef_status status = bef_stablehlo_lower(module, options, &program, &why);
	if (status != BEF_OK)
		check_report(path, 0, "%s", why.message);
	for (struct mlirbc_op *root = status == BEF_OK ? program->body->first : NULL; root; root = root->next)
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
			check_op(op);
	mlirbc_context_destroy(context);
}

static void lower_all(const char *folder, const char *name)
{
	char path[4096];
	struct text text;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	for (int i = 0; i < 4; i++)
		lower(path, &text, &(struct bef_stablehlo_options){ .size = sizeof(struct bef_stablehlo_options),
			.no_folding = i != 3, .no_fusing = i == 1, .device = i == 2 ? "opencl:0" : NULL,
			.semantics = i == 3 || strcmp(name, "spec.mlir") == 0 ? BEF_SEMANTICS_SPEC : BEF_SEMANTICS_XLA });
	free(text.data);
}

static void all_are_known(void)
{
	snprintf(golden, sizeof golden, "%s", PROGRAMS);
	CHECK(each_file("run", ".mlir", lower_all) > 10);
	CHECK(each_file("semantics", ".mlir", lower_all) > 1);
	CHECK(each_file("lowered", ".mlir", lower_all) > 0);
	for (size_t i = 0; i < KERNELS; i++)
		if ((kernels[i].uses > 0) != (kernels[i].made_by == LOWERED))
			check_report(__FILE__, __LINE__, "hlo.%s is marked %s, and is made %zu times", kernels[i].name,
				kernels[i].made_by == LOWERED ? "LOWERED" : "FILES", kernels[i].uses);
	for (int i = 0; i < HLO_OPCODE_COUNT; i++)
		if (step_uses[i] == 0)
			check_report(__FILE__, __LINE__, "no program has the step %s", hlo_step((enum hlo_opcode)i)->name);
	CHECK(spec_uses > 0);
	CHECK(reduce_uses > 0);
	for (size_t i = 0; i < WORDS; i++)
		if (word_uses[i] == 0)
			check_report(__FILE__, __LINE__, "no program has the step %s", words[i]);
	CHECK(call_uses > 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(all_are_known) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
