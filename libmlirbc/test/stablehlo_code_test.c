/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO and CHLO in their own encoding: each code is read as the text that StableHLO prints, and that text is written with the
 * same bytes. No tool for StableHLO is needed. */
#include "bytecode.h"
#include "text.h"

#include <mlirbc/edit.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define Z(n) N(2 * (n)) /* a signed number */
#define DYNAMIC 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
#define ONE 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xE0, 0x7F /* 1.0 */
#define TWO 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80

/* The entry under test is attribute X or type Y; the parts that it may have follow X. */
enum { MODE = X + 1, PART, WHOLE, AXIS_X, AXES, IDS, SYMBOL };
/* Strings behind those of attr_start: 5 is "x". */
enum { STRING_X = 5 };

static const struct code {
	const char *dialect, *text; /* text NULL: an unknown code, whose bytes are kept */
	bool type, refers;          /* has numbers of other entries, or is an earlier form: other bytes are written */
	uint8_t data[48];
	size_t size;
} codes[] = {
#define BYTES(...) { __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })
#define S(text, ...) { "stablehlo", text, false, false, BYTES(__VA_ARGS__) }
#define R(text, ...) { "stablehlo", text, false, true, BYTES(__VA_ARGS__) }
	S(NULL, N(0)),
	S("channel_handle<handle = 7, type = 3>", N(1), Z(7), Z(3)),
	S("comparison_direction GT", N(2), N(3)),
	S("comparison_type UNSIGNED", N(3), N(4)),
	S("conv<[b, 0, 1, f]x[0, 1, i, o]->[b, f, 1, 0]>", N(4), Z(0), Z(3), N(2), Z(1), Z(2), Z(2), Z(3), N(2), Z(0), Z(1), Z(0),
		Z(1), N(2), Z(3), Z(2)),
	S("conv<raw input_batch_dimension = 1, kernel_spatial_dimensions = [5]>", N(4), Z(1), Z(0), N(0), Z(0), Z(0), N(1), Z(5), Z(0),
		Z(0), N(0)),
	S("dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], "
	  "rhs_contracting_dimensions = [3]>", N(5), N(1), Z(0), N(1), Z(1), N(1), Z(2), N(1), Z(3)),
	S("dot<>", N(5), N(0), N(0), N(0), N(0)),
	S("fft_type IRFFT", N(6), N(3)),
	S("gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [3], "
	  "start_index_map = [0, 1], index_vector_dim = 1>", N(7), N(1), Z(1), N(1), Z(0), N(1), Z(2), N(1), Z(3), N(2), Z(0), Z(1), Z(1)),
	S("precision HIGHEST", N(8), N(2)),
	S("rng_algorithm PHILOX", N(9), N(2)),
	S("rng_distribution NORMAL", N(10), N(2)),
	S("scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [3], "
	  "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>", N(11), N(1), Z(1), N(1), Z(0), N(1), Z(2), N(1), Z(3), N(1), Z(0),
		Z(1)),
	R("gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>", N(7), N(1), Z(1), N(1),
		Z(0), N(2), Z(0), Z(1), Z(1)),
	R("gather<>", N(7), N(0), N(0), N(0), Z(0)),
	R("scatter<scatter_dims_to_operand_dims = [0]>", N(11), N(0), N(0), N(1), Z(0), Z(0)),
	S("transpose ADJOINT", N(12), N(3)),
	S("bounds<?, 5>", N(13), N(2), DYNAMIC, Z(5)),
	S("bounds<>", N(13), N(0)),
	S("output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = [0, 2]>", N(14), N(0), Z(1), N(2),
		Z(0), Z(2)),
	R("dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
	  "rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = true>", N(15), N(F32), N(F32), N(F32),
		Z(1), Z(1), Z(3), 1),
	S("result_accuracy_mode<HIGHEST>", N(16), N(1)),
	R("result_accuracy<atol = 1.000000e+00, rtol = 2.000000e+00, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>", N(17),
		ONE, TWO, Z(3), N(MODE)),
	R("replica_group_mesh_axes<mesh = @x, axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>]>", N(18), N(SYMBOL), N(1),
		N(WHOLE)),
	S("sub_axis_info(4)2", N(19), Z(4), Z(2)),
	R("axis_ref<name = \"x\">", N(20), N(STRING_X), 0),
	R("axis_ref<name = \"x\", sub_axis_info = (1)2>", N(20), N(STRING_X), 1, N(PART)),
	R("mesh_axis<name = \"x\", size = 4>", N(21), N(STRING_X), Z(4)),
	R("mesh<axes=[<name = \"x\", size = 4>]>", N(22), N(AXES), 0),
	R("mesh<axes=[<name = \"x\", size = 4>], device_ids=dense<7> : tensor<4xi32>>", N(22), N(AXES), 1, N(IDS)),
	S(NULL, N(23), 1, 2, 3),
	{ "stablehlo", "token", true, false, BYTES(N(0)) },
	{ "stablehlo", "future<tensor<4xi32>>", true, true, BYTES(N(1), N(1), N(T4)) },
	{ "stablehlo", NULL, true, false, BYTES(N(2), 1) },
	{ "chlo", "comparison_direction NE", false, false, BYTES(N(0), N(1)) },
	{ "chlo", "comparison_type TOTALORDER", false, false, BYTES(N(1), N(2)) },
	{ "chlo", NULL, false, false, BYTES(N(2), N(0)) },
};

static void put_part(struct file *f, unsigned dialect, const uint8_t *data, size_t size)
{
	file_entry(f, false, dialect, true, data, size);
}
#define PART_OF(f, dialect, ...)                                                                                       \
	put_part((f), (dialect), (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

/* A file with the entry and all parts. */
static void start(struct file *f, const char *dialect, bool type, const uint8_t *data, size_t size)
{
	attr_start(f);
	const unsigned stablehlo = file_dialect(f, "stablehlo"), chlo = file_dialect(f, "chlo");
	const unsigned own = strcmp(dialect, "chlo") == 0 ? chlo : stablehlo;
	if (type)
		ATTR(f, N(6), N(Y));
	else
		file_entry(f, false, own, true, data, size);
	PART_OF(f, stablehlo, N(16), N(2));
	PART_OF(f, stablehlo, N(19), Z(1), Z(2));
	PART_OF(f, stablehlo, N(20), N(STRING_X), 1, N(PART));
	PART_OF(f, stablehlo, N(21), N(STRING_X), Z(4));
	PART_OF(f, 0, N(0), N(1), N(AXIS_X));
	PART_OF(f, 0, N(18), N(T4), N(4), 7, 0, 0, 0);
	PART_OF(f, 0, N(4), N(1)); /* @x */
	if (type)
		file_entry(f, true, own, true, data, size);
}

static bool has_bytes(const struct printed *in, const void *bytes, size_t size)
{
	for (size_t i = 0; i + size <= in->size; i++) {
		if (memcmp(in->text + i, bytes, size) == 0)
			return true;
	}
	return false;
}

/* The text, parsed and written, is in the encoding again. */
static void check_written(const struct code *code, const struct printed *text)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (parse_exact(context, text->text, text->size, NULL, &module, &diag) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s: %s", code->text, diag.message);
	} else {
		struct printed bytes = write_module(module, NULL);
		if ((!code->refers && !has_bytes(&bytes, code->data, code->size)) || has_bytes(&bytes, "#stablehlo", 10) ||
			has_bytes(&bytes, "!stablehlo", 10) || has_bytes(&bytes, "#chlo", 5))
			check_report(__FILE__, __LINE__, "%s is not written in its encoding", code->text);
		struct mlirbc_module *again = load_written(context, &bytes);
		struct printed now = again ? print_module(again, false) : (struct printed){ 0 };
		if (!printed_equal(&now, text))
			check_report(__FILE__, __LINE__, "%s became %s", code->text, now.text);
		free(now.text);
		free(bytes.text);
	}
	mlirbc_context_destroy(context);
}

/* The file is valid, and without what it does not use it is the same module. */
static void check_compact(const struct code *code, const struct file *f)
{
	struct mlirbc_compact_options options = { .size = sizeof options };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct printed whole = { .text = (char *)f->out.data, .size = f->out.size }, out = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_verify(f->out.data, f->out.size, NULL, NULL, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", code->text, diag.message);
	CHECK_INT(mlirbc_compact(context, f->out.data, f->out.size, &options, printed_append, &out, NULL, NULL), MLIRBC_OK);
	const struct mlirbc_module *before = load_written(context, &whole), *after = load_written(context, &out);
	if (before && after) {
		struct printed texts[] = { print_module(before, false), print_module(after, false) };
		CHECK(printed_equal(&texts[0], &texts[1]) && out.size < f->out.size);
		free(texts[0].text);
		free(texts[1].text);
	}
	mlirbc_context_destroy(context);
	free(out.text);
}

static void check_code(const struct code *code)
{
	struct file f;
	start(&f, code->dialect, code->type, code->data, code->size);
	file_finish(&f);
	if (code->text)
		check_compact(code, &f);
	struct loaded l = load_bytes(f.out.data, f.out.size, 0);
	if (l.status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", code->text, l.diag.message);
	file_free(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	const struct mlirbc_type *type = x && x->kind == MLIRBC_ATTR_TYPE ? x->u.type_value : NULL;
	const struct mlirbc_string *text = code->type ? (type && type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL)
						      : (x && x->kind == MLIRBC_ATTR_DIALECT ? x->u.dialect.text : NULL);
	const bool kept = code->type ? type && type->kind == MLIRBC_TYPE_BYTES : x && x->kind == MLIRBC_ATTR_BYTES;
	if (code->text ? !text || !is(text, code->text) : !kept)
		check_report(__FILE__, __LINE__, "%s is %.*s", code->text ? code->text : "an unknown code", text ? (int)text->size : 0,
			text ? text->data : "");
	if (code->text && l.status == MLIRBC_OK) {
		struct printed printed = print_module(l.module, false);
		check_written(code, &printed);
		free(printed.text);
	}
	loaded_free(&l);
}

static void each_code(void)
{
	for (size_t i = 0; i < LENGTH(codes); i++)
		check_code(&codes[i]);
}

static void check_bad(int line, const char *dialect, bool type, const uint8_t *data, size_t size, size_t offset, const char *text)
{
	struct file f;
	attr_start(&f);
	size_t at = f.data[0].size;
	file_free(&f);
	start(&f, dialect, type, data, size);
	if (type)
		at = f.data[0].size + f.data[1].size - size;
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + at + offset, text);
}
#define BAD_BYTES(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })
#define BAD(offset, text, ...) check_bad(__LINE__, "stablehlo", false, BAD_BYTES(__VA_ARGS__), (offset), (text))

static void broken_entries(void)
{
	BAD(0, "value of stablehlo.precision is a number without a name", N(8), N(3));
	BAD(0, "value of stablehlo.rng_distribution is a number without a name", N(10), N(0));
	BAD(0, "mode of stablehlo.result_accuracy is an attribute of another kind", N(17), ONE, TWO, Z(3), N(1));
	BAD(0, "axes of stablehlo.replica_group_mesh_axes is an attribute of another kind", N(18), N(SYMBOL), N(1), N(AXIS_X));
	BAD(0, "sub_axis_info of stablehlo.axis_ref is an attribute of another kind", N(20), N(STRING_X), 1, N(MODE));
	BAD(0, "axes of stablehlo.mesh is an attribute of another kind", N(22), N(AXIS_X), 0);
	BAD(0, "device_ids of stablehlo.mesh is an attribute of another kind", N(22), N(AXES), 1, N(AXES));
	BAD(2, "bool is 2, expected 0 or 1", N(20), N(STRING_X), 2);
	BAD(4, "the data ends", N(5), N(0), N(0), N(0));
	BAD(4, "the data ends", N(7), N(0), N(0), N(0));
	BAD(7, "1 bytes too many", N(7), N(0), N(0), N(0), N(0), N(0), N(0), N(0));
	BAD(5, "1 bytes too many", N(5), N(0), N(0), N(0), N(0), 0);
	BAD(1, "number of items", N(13), N(100), N(0));
	BAD(1, "type index is 99, expected less than", N(15), N(99), N(F32), N(F32), Z(1), Z(1), Z(1), 0);
	check_bad(__LINE__, "chlo", false, BAD_BYTES(N(0), N(6)), 0, "value of chlo.comparison_direction is a number without a name");
	check_bad(__LINE__, "stablehlo", true, BAD_BYTES(N(1), N(1), N(99)), 2, "");
}

/* An entry with the text of another twice, and so on: the text would double with each. */
static void text_that_grows(void)
{
	enum { LEVELS = 60 };
	struct file f;
	attr_start(&f);
	const unsigned stablehlo = file_dialect(&f, "stablehlo");
	for (unsigned i = 0; i < LEVELS; i++) { /* three types whose encoding is the next entry */
		PART_OF(&f, stablehlo, N(15), N(Y + i), N(Y + i), N(Y + i), Z(1), Z(1), Z(1), 0);
		TYPE(&f, N(14), N(X + 1 + i), N(0), N(I32));
	}
	ATTR(&f, N(2), N(STRING_X));
	file_finish(&f);
	struct loaded l = load_bytes(f.out.data, f.out.size, 0);
	CHECK_INT(l.status, MLIRBC_E_LIMIT);
	if (!strstr(l.diag.message, "in proportion to the size of the file"))
		check_report(__FILE__, __LINE__, "%s", l.diag.message);
	loaded_free(&l);
	file_free(&f);
}

/* Texts that are not what StableHLO prints: the bytes say the same, or the text is written. */
static void other_texts(void)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
		{ "#stablehlo.dot< rhs_contracting_dimensions=[1],lhs_contracting_dimensions=[0], >",
			"#stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>" },
		{ "#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 4>]>", "#stablehlo.mesh<axes=[<name = \"x\", size = 4>]>" },
		{ "#stablehlo.dot<lhs = [0]>", "#stablehlo.dot<lhs = [0]>" },
		{ "#stablehlo.channel_handle<handle = 1>", "#stablehlo.channel_handle<handle = 1>" },
		{ "#stablehlo.channel_handle<handle = 1, type = 99999999999999999999>",
			"#stablehlo.channel_handle<handle = 1, type = 99999999999999999999>" },
		{ "#stablehlo<precision LOW>", "#stablehlo<precision LOW>" },
		{ "#stablehlo.conv<[b, b]x[i, o]->[b, f]>", "#stablehlo.conv<[b, b]x[i, o]->[b, f]>" },
		{ "#stablehlo.conv<[b, f, 1]x[i, o, 0]->[b, f, 0]>", "#stablehlo.conv<[b, f, 1]x[i, o, 0]->[b, f, 0]>" },
		{ "#stablehlo.later<1>", "#stablehlo.later<1>" },
		{ "#chlo<precision HIGH>", "#chlo<precision HIGH>" },
		{ "#chlo.ragged_dot<lhs_ragged_dimensions = [0]>", "#chlo.ragged_dot<lhs_ragged_dimensions = [0]>" },
	};
	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = NULL;
		char text[300];
		snprintf(text, sizeof text, "\"t.a\"() {x = %s} : () -> ()", rows[i].in);
		if (CHECK_INT(parse_exact(context, text, strlen(text), NULL, &module, NULL), MLIRBC_OK)) {
			struct printed bytes = write_module(module, NULL);
			struct mlirbc_module *again = load_written(context, &bytes);
			struct printed out = again ? print_module(again, false) : (struct printed){ 0 };
			if (!out.text || !strstr(out.text, rows[i].out))
				check_report(__FILE__, __LINE__, "%s is read as %s", rows[i].in, out.text);
			free(out.text);
			free(bytes.text);
		}
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(each_code), CHECK_CASE(broken_entries), CHECK_CASE(text_that_grows),
		CHECK_CASE(other_texts) };
	return check_main(argc, argv, cases, LENGTH(cases));
}
