/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the tests of libbef-mlir: text to BEF, and access to the contents of the BEF. */
#ifndef BEF_TEST_TRANSLATE_SUPPORT_H
#define BEF_TEST_TRANSLATE_SUPPORT_H

#include <bef/reader.h>
#include <bef/translate.h>
#include <check.h>
#include <mlirbc/parse.h>
#include <stdint.h>
#include <stdlib.h>

struct made {
	enum bef_status status;
	struct bef_diag diag;
	uint8_t *data; /* free it with drop() */
	size_t size;
};

__attribute__((unused)) static struct made assemble_with(const char *text, const struct bef_assemble_options *options)
{
	struct made made = { .diag = BEF_DIAG_INIT };
	made.status = bef_assemble_text(
		text, strlen(text), "t.mlir", NULL, options, &made.data, &made.size, &made.diag);
	return made;
}

__attribute__((unused)) static struct made assemble(const char *text) { return assemble_with(text, NULL); }

__attribute__((unused)) static void drop(struct made *made)
{
	bef_assemble_free(NULL, made->data, made->size);
	made->data = NULL;
}

/* Makes the op's location, and those of all nested ops, unknown: programs that differ only in layout then give the
 * same file. */
__attribute__((unused)) static struct made assemble_without_locations(const char *text, size_t size)
{
	struct made made = { .status = BEF_E_NOMEM, .diag = BEF_DIAG_INIT };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t.mlir" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	if (!context)
		return made;
	made.status = (enum bef_status)mlirbc_parse(context, text, size, &options, &module, &diag);
	if (made.status == BEF_OK) {
		for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
			for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
				(void)mlirbc_op_set_location(op, NULL);
		}
		made.status = bef_assemble(module, NULL, NULL, &made.data, &made.size, &made.diag);
	} else {
		made.diag.line = diag.line;
		made.diag.column = diag.column;
		snprintf(made.diag.message, sizeof made.diag.message, "%s", diag.message);
	}
	mlirbc_context_destroy(context);
	return made;
}

__attribute__((unused)) static bool check_made(const char *file, int line, const struct made *made)
{
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (made->status != BEF_OK)
		return check_report(file, line, "%u:%u: %s", made->diag.line, made->diag.column, made->diag.message);
	if (bef_reader_open(made->data, made->size, &reader, &diag) == BEF_OK &&
		bef_reader_verify(&reader, NULL, &diag) == BEF_OK)
		return true;
	return check_report(
		file, line, "the file is not valid: 0x%llx: %s", (unsigned long long)diag.offset, diag.message);
}
/* Tests whether there is a file and it verifies. */
#define CHECK_MADE(made) check_made(__FILE__, __LINE__, &(made))

/* ---- contents. The file is known to verify. */

struct function_view {
	struct bef_function function;
	struct bef_body body; /* not set for native functions */
};

/* Returns function `index` of the file. */
__attribute__((unused)) static struct function_view view_function(const struct bef_reader *reader, uint32_t index)
{
	struct function_view view = { 0 };
	struct bef_functions functions = bef_reader_functions(reader);
	for (uint32_t i = 0; i <= index; i++) {
		if (!CHECK_INT(bef_functions_next(&functions, &view.function, NULL), BEF_OK))
			return view;
	}
	if (view.function.kind != BEF_FUNCTION_NATIVE)
		CHECK_INT(bef_reader_body(reader, &view.function, &view.body, NULL), BEF_OK);
	return view;
}

struct kernel_view {
	uint32_t offset, operands, stream;
	struct bef_kernel kernel;
};

__attribute__((unused)) static struct kernel_view view_kernel(
	const struct bef_reader *reader, const struct function_view *function, uint32_t index)
{
	struct kernel_view view = { 0 };
	struct bef_numbers table = function->body.kernel_table;
	uint64_t row[3] = { 0, 0, 0 };
	for (uint32_t i = 0; i <= index; i++) {
		for (int column = 0; column < 3; column++)
			CHECK_INT(bef_numbers_next(&table, &row[column], NULL), BEF_OK);
	}
	view.offset = (uint32_t)row[0];
	view.operands = (uint32_t)row[1];
	view.stream = (uint32_t)row[2];
	CHECK_INT(bef_body_kernel(reader, &function->body, row[0], &view.kernel, NULL), BEF_OK);
	return view;
}

/* Formats names of a table as "i32,i64", for comparison. */
__attribute__((unused)) static void join_names(struct bef_names names, char *out, size_t size)
{
	struct bef_string name;
	size_t used = 0;
	out[0] = 0;
	while (bef_names_next(&names, &name, NULL) == BEF_OK && used < size)
		used += (size_t)snprintf(out + used, size - used, "%s%.*s", used ? "," : "", (int)name.size, name.data);
}

/* Formats words of a list as "1,2,3". */
__attribute__((unused)) static void join_words(const uint8_t *list, size_t count, char *out, size_t size)
{
	size_t used = 0;
	out[0] = 0;
	for (size_t i = 0; i < count && used < size; i++)
		used += (size_t)snprintf(out + used, size - used, "%s%u", i ? "," : "", bef_word(list, i));
}

#endif
