/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of ops and the signatures of kernels agree: an op that a row describes is one that the kernel of its name accepts. */
#include "tables/ops.h"

#include <check.h>
#include <kernels/check.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, NAME_SIZE = 96 };

/* An op as its row describes it, with the fewest operands and results. */
struct described {
	char name[NAME_SIZE];
	char types[2 * MOST][NAME_SIZE];
	struct kernels_type arguments[MOST], results[MOST];
	struct kernels_op_attribute attributes[MOST];
	struct kernels_op op;
};

static struct kernels_registry *registry;
static unsigned compared, without_kernel;

/* The name of a type in signatures. */
static void type_name(char letter, const struct bef_mlir__op *op, char *out)
{
	size_t size = 0;
	if (letter == 'X')
		letter = op->dtype;
	const char *suffix = bef_mlir__letter_suffix(letter, &size), *text = bef_mlir__letter_text(letter, op);
	if (letter == 'k' || letter == 'b')
		snprintf(out, NAME_SIZE, "i1");
	else if (letter == 'z' || letter == 'Z')
		snprintf(out, NAME_SIZE, "complex<%s>", letter == 'z' ? "f32" : "f64");
	else if (suffix)
		snprintf(out, NAME_SIZE, "%.*s", (int)size, suffix);
	else
		snprintf(out, NAME_SIZE, "%.*s%s%c", (int)strcspn(text, " "), text, letter == 'R' ? "." : "", letter == 'R' ? op->rank : '\0');
}

/* @return the number of types; those behind which any number may follow are left out. */
static uint32_t list_types(const char *letters, const struct bef_mlir__op *op, char (*names)[NAME_SIZE], struct kernels_type *out)
{
	uint32_t count = 0;
	for (; *letters && letters[1] != '*'; letters++, count++) {
		type_name(*letters, op, names[count]);
		out[count] = (struct kernels_type){ *letters == '.' ? NULL : names[count], strlen(names[count]), ASYNC_TYPE_NONE };
	}
	return count;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct kernels_op_attribute *)a)->name, ((const struct kernels_op_attribute *)b)->name);
}

static uint8_t kind_of(char letter, const struct bef_mlir__op *op)
{
	static const struct {
		char letter;
		uint8_t kind;
	} kinds[] = { { '"', KERNELS_STRING }, { '#', KERNELS_I64 | KERNELS_KIND_ARRAY }, { 'e', KERNELS_KIND_DENSE },
		{ 'b', KERNELS_I1 }, { 'k', KERNELS_I1 }, { 'j', KERNELS_I8 }, { 'm', KERNELS_I16 }, { 'i', KERNELS_I32 },
		{ 'l', KERNELS_I64 }, { 'y', KERNELS_UI8 }, { 'x', KERNELS_UI16 }, { 'u', KERNELS_UI32 }, { 'w', KERNELS_UI64 },
		{ 'h', KERNELS_F16 }, { 'g', KERNELS_BF16 }, { 'f', KERNELS_F32 }, { 'd', KERNELS_F64 } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (kinds[i].letter == (letter == 'X' ? op->dtype : letter))
			return kinds[i].kind;
	}
	return 0;
}

/* Fills in the attributes that BEF files store as such, in their order there; for other letters than those above, the kind is that of the
 * signature. @return the number of symbols and lists of symbols among them: functions of the kernel. */
static uint32_t list_attributes(const struct bef_mlir__op *op, const struct kernels_entry *entry, struct described *out)
{
	const struct bef_mlir__op_def *def = op->def;
	uint32_t functions = 0, count = 0;
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && def->attrs[i].name; i++) {
		const struct bef_mlir__attr_def *attr = &def->attrs[i];
		if (attr->kind == '@')
			functions++;
		else if (strcmp(attr->name, "_tfrt_cost") != 0 && !entry->more_functions)
			out->attributes[count++] = (struct kernels_op_attribute){ .name = attr->name, .name_size = strlen(attr->name),
				.kind = kind_of(attr->kind, op) };
	}
	qsort(out->attributes, count, sizeof *out->attributes, compare_names);
	for (uint32_t i = 0; i < count && i < entry->attribute_count; i++) {
		if (!out->attributes[i].kind)
			out->attributes[i].kind = entry->attributes[i].kind;
	}
	out->op.attribute_count = count;
	return functions;
}

/* Kernels with functions: only numbers, and types of operands, because the functions of an op are not in its row. */
static void compare_calling(const struct kernels_entry *entry, const struct bef_mlir__op_def *def, const struct described *d,
	uint32_t functions)
{
	if (!CHECK_INT(entry->function_count, functions + def->regions) || !CHECK_INT(entry->argument_count, d->op.argument_count) ||
		!CHECK_INT(entry->attribute_count, d->op.attribute_count))
		printf("# that was %s: %s\n", d->name, entry->kernel->signature);
	for (uint32_t i = 0; i < entry->argument_count && i < d->op.argument_count; i++) {
		const struct kernels_type want = { NULL, 0, entry->arguments[i] };
		if (!CHECK(kernels_type_is(&d->arguments[i], &want)))
			printf("# that was operand %u of %s: %s\n", (unsigned)i, d->name, entry->kernel->signature);
	}
}

static void compare(const struct bef_mlir__dialect *dialect, const struct bef_mlir__op_def *def, const char *dtype, char rank)
{
	struct bef_mlir__op op = { .def = def, .dtype = dtype ? *dtype : 0, .rank = rank };
	struct described d;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	size_t size = 0;
	memset(&d, 0, sizeof d);
	const char *suffix = dtype ? bef_mlir__letter_suffix(*dtype, &size) : "";
	const char rank_text[] = { '.', rank, '\0' };
	snprintf(d.name, sizeof d.name, "%s.%s%s%.*s%s", dialect->name, def->name, dtype ? "." : "", (int)size, suffix, rank ? rank_text : "");
	const struct kernels_entry *entry = kernels_registry_find(registry, d.name, strlen(d.name));
	/* TFRT's op has one value, and its kernels for complex numbers read two attributes: no text gives them */
	const bool differs = strncmp(d.name, "tfrt_dht.fill_tensor_with_constant.complex", 42) == 0;
	if (!entry || differs) {
		without_kernel++;
		return;
	}
	compared++;
	const uint32_t functions = list_attributes(&op, entry, &d);
	d.op.argument_count = list_types(def->operands, &op, d.types, d.arguments);
	d.op.result_count = list_types(def->results, &op, d.types + MOST, d.results);
	d.op.arguments = d.arguments;
	d.op.results = d.results;
	d.op.attributes = d.attributes;
	if (entry->function_count || entry->more_functions)
		compare_calling(entry, def, &d, functions);
	else if (kernels_check_op(entry, &d.op, &diag) != KERNELS_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
}

static void compare_row(const struct bef_mlir__dialect *dialect, const struct bef_mlir__op_def *def)
{
	const char *dtype = def->dtypes;
	do {
		for (char rank = def->ranks ? '0' : 0; rank < (def->ranks ? '0' + def->ranks : 1); rank++)
			compare(dialect, def, dtype, rank);
	} while (dtype && *++dtype);
}

static void ops_have_the_signatures_of_their_kernels(void)
{
	registry = kernels_registry_create(NULL);
	CHECK_OR_RETURN(registry && kernels_registry_add(registry, kernels_pack_basic(), NULL) == KERNELS_OK &&
		kernels_registry_add(registry, kernels_pack_tensor(), NULL) == KERNELS_OK &&
		kernels_registry_add(registry, kernels_pack_test(), NULL) == KERNELS_OK);
	for (size_t i = 0; bef_mlir__dialects[i]; i++) {
		for (size_t k = 0; k < bef_mlir__dialects[i]->count; k++)
			compare_row(bef_mlir__dialects[i], &bef_mlir__dialects[i]->ops[k]);
	}
	printf("# %u ops, and %u without a kernel\n", compared, without_kernel);
	CHECK(compared > 180);
	kernels_registry_destroy(registry);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(ops_have_the_signatures_of_their_kernels) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
