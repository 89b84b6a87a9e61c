/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fixtures of the tree cover the dialects, so that they are tested without other data: in texts (data/text), in programs that verify
 * (data/verify) and in portable artifacts (data/vhlo), each operation occurs, each of its attributes, each enumerator and each attribute
 * with a form of its own. Each operation of chlo is lowered somewhere. */
#include "../../test/text.h"
#include "dialect/attrs.h"
#include "dialect/enums.h"
#include "dialect/ops.h"

#include <dirent.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>

/* Attributes of their own form that are not enumerators. */
static const char *const mnemonics[] = { "gather", "scatter", "dot", "conv", "channel_handle", "dot_algorithm", "result_accuracy",
	"output_operand_alias", "bounds", "replica_group_mesh_axes", "mesh", "mesh_axis", "axis_ref", "sub_axis_info", "ragged_dot" };
enum { MNEMONICS = sizeof mnemonics / sizeof *mnemonics };

struct seen {
	bool ops[SHLO__CODES];
	uint32_t attrs[SHLO__CODES]; /* by place in the table */
	unsigned enumerators[SHLO__ENUMS];
	bool mnemonics[MNEMONICS];
	size_t files;
};

/* ---- collecting */

static void note_attr(struct seen *seen, const struct mlirbc_attr *attr)
{
	struct shlo__accuracy accuracy;
	struct mlirbc_parts parts = mlirbc_attr_parts(attr);
	for (int i = 0; i < SHLO__ENUMS; i++) {
		int value = shlo__enum_of((enum shlo__enum)i, attr);
		seen->enumerators[i] |= value >= 0 ? 1U << value : 0;
	}
	if (shlo__accuracy_of(attr, &accuracy, NULL))
		seen->enumerators[SHLO__RESULT_ACCURACY_MODE] |= 1U << accuracy.mode;
	for (struct mlirbc_part part; mlirbc_parts_next(&parts, &part);) {
		if (part.attr)
			note_attr(seen, part.attr);
	}
}

/* Attributes occur within the text of others. */
static void note_mnemonics(struct seen *seen, const struct mlirbc_module *module)
{
	struct printed out = print_module(module, false);
	for (size_t i = 0; i < MNEMONICS; i++) {
		char form[2][64];
		bool is_field = strcmp(mnemonics[i], "sub_axis_info") == 0;
		bool is_bare = strcmp(mnemonics[i], "mesh_axis") == 0; /* in a mesh */
		snprintf(form[0], sizeof form[0], is_bare ? "mesh<axes=[<" : is_field ? "%s = " : "#stablehlo.%s<", mnemonics[i]);
		snprintf(form[1], sizeof form[1], "#chlo.%s<", mnemonics[i]);
		seen->mnemonics[i] |= strstr(out.text, form[0]) || strstr(out.text, form[1]);
	}
	free(out.text);
}

static void note_module(struct seen *seen, struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
		struct mlirbc_stablehlo_attr_spec spec;
		unsigned place = 0;
		seen->ops[code] = true;
		for (const char *at = shlo__op_attrs(code); at && (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL; place++) {
			char name[64];
			snprintf(name, sizeof name, "%.*s", (int)spec.name_size, spec.name);
			seen->attrs[code] |= mlirbc_op_attr(op, name) ? UINT32_C(1) << place : 0;
		}
		int64_t version;
		if (code == MLIRBC_STABLEHLO_custom_call && shlo__int_of(mlirbc_op_attr(op, "api_version"), &version))
			seen->enumerators[SHLO__API_VERSION] |= 1U << version; /* StableHLO has it as a number */
		if (mlirbc_op_properties(op))
			note_attr(seen, mlirbc_op_properties(op));
		if (mlirbc_op_attributes(op))
			note_attr(seen, mlirbc_op_attributes(op));
	}
	note_mnemonics(seen, module);
}

static void each_file(const char *folder, const char *suffix, void (*each)(struct seen *seen, const char *data, size_t size), struct seen *seen)
{
	static char data[1 << 20];
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		char path[4096];
		const char *name = entries[i]->d_name, *end = strrchr(name, '.');
		snprintf(path, sizeof path, "%s/%s", folder, name);
		FILE *f = end && strcmp(end, suffix) == 0 ? fopen(path, "rb") : NULL;
		size_t size = f ? fread(data, 1, sizeof data - 1, f) : 0;
		data[size] = '\0';
		if (f && fclose(f) == 0) {
			each(seen, data, size);
			seen->files++;
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	CHECK(seen->files > 1);
}

static struct mlirbc_module *parse(struct mlirbc_context *context, const char *text, size_t size)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	return mlirbc_parse(context, text, size, &options, &module, NULL) == MLIRBC_OK ? module : NULL;
}

static void each_text(struct seen *seen, const char *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, data, size);
	if (CHECK(module != NULL))
		note_module(seen, module);
	mlirbc_context_destroy(context);
}

/* Programs of a file that verify. */
static void each_accepted(const char *data, void (*each)(struct seen *seen, struct mlirbc_module *module), struct seen *seen)
{
	for (const char *at = data, *next; *at; at = next) {
		const char *mark = strstr(at, "// -----\n");
		next = mark ? mark + 9 : at + strlen(at);
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, at, mark ? (size_t)(mark - at) : strlen(at));
		if (module && mlirbc_stablehlo_verify_module(module, NULL, NULL) == MLIRBC_OK)
			each(seen, module);
		mlirbc_context_destroy(context);
	}
}

static void each_verified(struct seen *seen, const char *data, size_t size)
{
	(void)size;
	each_accepted(data, note_module, seen);
}

static void each_artifact(struct seen *seen, const char *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	if (CHECK_INT(mlirbc_load(context, data, size, NULL, &module, NULL), MLIRBC_OK) &&
		CHECK_INT(mlirbc_stablehlo_from_vhlo(module, NULL, NULL), MLIRBC_OK))
		note_module(seen, module);
	mlirbc_context_destroy(context);
}

static void note_lowered(struct seen *seen, struct mlirbc_module *module)
{
	bool before[SHLO__CODES] = { false };
	struct mlirbc_stablehlo_pass_report report = { .size = sizeof report };
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
		before[mlirbc_stablehlo_code(op->name)] = true;
	if (mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_CHLO, NULL, &report, NULL) != MLIRBC_OK || report.chlo_left)
		return;
	for (int code = 1; code < SHLO__CODES; code++)
		seen->ops[code] |= before[code];
}

static void each_lowered(struct seen *seen, const char *data, size_t size)
{
	(void)size;
	each_accepted(data, note_lowered, seen);
}

/* ---- comparing */

static bool is_of(int code, const char *dialect)
{
	return strncmp(shlo__op_name((enum mlirbc_stablehlo_code)code), dialect, strlen(dialect)) == 0;
}

static void check_ops(const struct seen *seen, const char *dialect)
{
	for (int code = 1; code < SHLO__CODES; code++) {
		if (is_of(code, dialect) && !seen->ops[code])
			check_report(__FILE__, __LINE__, "no fixture has %s", shlo__op_name((enum mlirbc_stablehlo_code)code));
	}
}

/* TRANSPOSE_INVALID, which nothing accepts; and what is left out when an artifact is read, because it is the default. */
static bool is_expected(int which, int value, bool artifact)
{
	if (which == SHLO__TRANSPOSE && value == 0)
		return false;
	return !artifact || !((which == SHLO__COMPARISON_TYPE && value == SHLO__NOTYPE) || (which == SHLO__API_VERSION && value == 1) ||
				    (which == SHLO__RESULT_ACCURACY_MODE && value == 0));
}

static void check_attrs(const struct seen *seen, const char *dialect)
{
	for (int code = 1; code < SHLO__CODES; code++) {
		struct mlirbc_stablehlo_attr_spec spec;
		unsigned place = 0;
		const char *at = shlo__op_attrs((enum mlirbc_stablehlo_code)code);
		for (; (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL; place++) {
			CHECK(place < 32);
			if (is_of(code, dialect) && !(seen->attrs[code] >> place & 1))
				check_report(__FILE__, __LINE__, "no fixture has attribute %.*s of %s", (int)spec.name_size, spec.name,
					shlo__op_name((enum mlirbc_stablehlo_code)code));
		}
	}
	for (int which = 0; which < SHLO__ENUMS; which++) {
		struct mlirbc_string name;
		for (int value = 0; value < 8; value++) {
			if (shlo__enum_name((enum shlo__enum)which, value, &name) && is_expected(which, value, *dialect) &&
				!(seen->enumerators[which] >> value & 1))
				check_report(__FILE__, __LINE__, "no fixture has %s %.*s", shlo__enum_mnemonic((enum shlo__enum)which),
					(int)name.size, name.data);
		}
	}
	for (size_t i = 0; i < MNEMONICS; i++) {
		bool chlo = strcmp(mnemonics[i], "ragged_dot") == 0;
		if (!seen->mnemonics[i] && !(chlo && *dialect))
			check_report(__FILE__, __LINE__, "no fixture has an attribute %s", mnemonics[i]);
	}
}

static void check_folder(const char *folder, const char *suffix, void (*each)(struct seen *, const char *, size_t), const char *dialect)
{
	struct seen *seen = calloc(1, sizeof *seen);
	if (!CHECK(seen != NULL))
		return;
	each_file(folder, suffix, each, seen);
	check_ops(seen, dialect);
	check_attrs(seen, dialect);
	free(seen);
}

static void texts(void) { check_folder(TEST_DATA "/text", ".mlir", each_text, ""); }
static void verified_programs(void) { check_folder(TEST_DATA "/verify", ".mlir", each_verified, ""); }
static void artifacts(void) { check_folder(TEST_DATA "/vhlo", ".mlirbc", each_artifact, "stablehlo."); }

static void lowering(void)
{
	struct seen *seen = calloc(1, sizeof *seen);
	if (!CHECK(seen != NULL))
		return;
	each_file(TEST_DATA "/verify", ".mlir", each_lowered, seen);
	check_ops(seen, "chlo.");
	free(seen);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(texts), CHECK_CASE(verified_programs), CHECK_CASE(artifacts),
		CHECK_CASE(lowering) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
