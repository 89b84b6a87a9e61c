/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encodings of dialects: one that a program adds, and VHLO's. */
#include "bytecode.h"

/* ---- a test dialect. Attribute 0: a point with two signed numbers. Attribute 1: a name and an optional attribute.
 * Type 0: an angle in some type. */

static const struct mlirbc_attr *make_attr(
	struct mlirbc_decoder *decoder, const char *mnemonic, struct mlirbc_named_attr *fields, const char *format)
{
	struct mlirbc_context *context = mlirbc_decoder_context(decoder);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_CODED };
	fields[0].name = mlirbc_string_get(context, "first", 5);
	fields[1].name = mlirbc_string_get(context, "second", 6);
	attr.u.coded = (struct mlirbc_coded){ mlirbc_string_get(context, "shape", 5),
		mlirbc_string_get(context, mnemonic, strlen(mnemonic)), fields, 2, format };
	return mlirbc_attr_get(context, &attr);
}

static const struct mlirbc_attr *decode_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	struct mlirbc_context *context = mlirbc_decoder_context(decoder);
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	struct mlirbc_named_attr fields[2] = { { NULL, NULL }, { NULL, NULL } };
	uint64_t code = mlirbc_decoder_number(decoder);
	++*(int *)ctx;
	if (code == 0) {
		int64_t x = mlirbc_decoder_signed(decoder), y = mlirbc_decoder_signed(decoder);
		if (!mlirbc_decoder_done(decoder))
			return NULL;
		fields[0].value = mlirbc_attr_integer(context, i64, (uint64_t)x);
		fields[1].value = mlirbc_attr_integer(context, i64, (uint64_t)y);
		return make_attr(decoder, "point", fields, "T<$n0, $n1>");
	}
	if (code == 1) {
		const struct mlirbc_string *name = mlirbc_decoder_string(decoder);
		fields[1].value = mlirbc_decoder_optional(decoder);
		if (!mlirbc_decoder_done(decoder))
			return NULL;
		fields[0].value = mlirbc_attr_string(context, name->data, name->size);
		return make_attr(decoder, "named", fields, NULL);
	}
	if (code == 2)
		mlirbc_decoder_fail(decoder, "code %d is reserved", 2);
	else
		mlirbc_decoder_keep(decoder);
	return NULL;
}

static const struct mlirbc_type *decode_type(struct mlirbc_decoder *decoder, void *ctx)
{
	struct mlirbc_context *context = mlirbc_decoder_context(decoder);
	uint64_t code = mlirbc_decoder_number(decoder);
	const struct mlirbc_type *of = mlirbc_decoder_type(decoder);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_CODED };
	(void)ctx;
	if (code != 0)
		mlirbc_decoder_keep(decoder);
	if (code != 0 || !mlirbc_decoder_done(decoder))
		return NULL;
	struct mlirbc_named_attr field = { mlirbc_string_get(context, "in", 2), mlirbc_attr_type(context, of) };
	type.u.coded = (struct mlirbc_coded){ mlirbc_string_get(context, "shape", 5),
		mlirbc_string_get(context, "angle", 5), &field, 1, NULL };
	return mlirbc_type_get(context, &type);
}

static int calls;
static const struct mlirbc_dialect shape = { "shape", decode_attr, decode_type, &calls };

/* ---- */

static struct loaded load_with(struct file *f, const struct mlirbc_dialect *dialect, bool lazy)
{
	struct loaded l = {
		.context = mlirbc_context_create(NULL), .diag = MLIRBC_DIAG_INIT, .input = malloc(f->out.size)
	};
	struct mlirbc_load_options options = {
		.size = sizeof options, .lazy_attributes = lazy, .dialects = &dialect, .dialect_count = dialect != NULL
	};
	if (!l.context || !l.input)
		abort();
	memcpy(l.input, f->out.data, f->out.size);
	l.status = mlirbc_load(l.context, l.input, f->out.size, &options, &l.module, &l.diag);
	return l;
}

static void check_text(int line, const struct mlirbc_attr *attr, const char *expected)
{
	char text[512] = "nothing";
	if (attr)
		(void)mlirbc_attr_text(attr, text, sizeof text);
	if (strcmp(text, expected) != 0)
		check_report(__FILE__, line, "\"%s\", expected \"%s\"", text, expected);
}

/* The attribute under test of a dialect with this name; entries may have been added. */
static void check_entry(int line, struct file *f, const struct mlirbc_dialect *dialect, const char *expected)
{
	file_finish(f);
	for (int lazy = 0; lazy < 2; lazy++) {
		struct loaded l = load_with(f, dialect, lazy);
		if (l.status != MLIRBC_OK)
			check_report(__FILE__, line, "%s", l.diag.message);
		else
			check_text(line, attr_x(&l), expected);
		loaded_free(&l);
	}
	file_free(f);
}

static unsigned start(struct file *f, const char *dialect)
{
	attr_start(f);
	return file_dialect(f, dialect);
}

#define ENTRY(f, type, dialect, ...)                                                                                   \
	file_entry((f), (type), (dialect), true, (const uint8_t[]){ __VA_ARGS__ },                                     \
		sizeof((const uint8_t[]){ __VA_ARGS__ }))

static void a_program_adds_an_encoding(void)
{
	struct file f;
	unsigned d = start(&f, "shape");
	ENTRY(&f, false, d, N(0), N(6), N(1)); /* 3, -1 */
	check_entry(__LINE__, &f, &shape, "#shape.point<3, -1>");
	d = start(&f, "shape");
	calls = 0;
	ENTRY(&f, false, d, N(1), N(3), FLAG(X + 1, 1));
	ENTRY(&f, false, d, N(0), N(0), N(2));
	check_entry(__LINE__, &f, &shape, "#shape.named<first = \"a\", second = #shape.point<0, 1>>");
	CHECK_INT(calls, 6); /* twice for the one that waits, in each of two loads */
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(1), N(3), N(0));
	check_entry(__LINE__, &f, &shape, "#shape.named<first = \"a\">");
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(9), 0xAB);
	check_entry(__LINE__, &f, &shape, "#shape<\"bytecode 0x13AB\">");
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(0), N(6), N(1));
	check_entry(__LINE__, &f, NULL, "#shape<\"bytecode 0x010D03\">"); /* unknown dialect */
	d = start(&f, "shape");
	ATTR(&f, N(6), N(T10 + 1));
	ENTRY(&f, true, d, N(0), N(F32));
	check_entry(__LINE__, &f, &shape, "!shape.angle<in = f32>");
}

static void check_failure(int line, struct file *f, size_t offset, const char *text)
{
	size_t at = f->data[0].size - offset;
	file_finish(f);
	struct loaded l = load_with(f, &shape, false);
	if (l.status != MLIRBC_E_CORRUPT || !strstr(l.diag.message, text) || l.diag.offset != f->at[ENTRIES] + at)
		check_report(__FILE__, line, "%d at %llu \"%s\"", l.status, (unsigned long long)l.diag.offset,
			l.diag.message);
	loaded_free(&l);
	l = load_with(f, &shape, true); /* found later */
	CHECK_INT(l.status, MLIRBC_OK);
	CHECK(!attr_x(&l));
	CHECK_INT(mlirbc_file_failure(l.module->file, &l.diag), MLIRBC_E_CORRUPT);
	CHECK(strstr(l.diag.message, text) != NULL);
	loaded_free(&l);
	file_free(f);
}

static void errors_of_an_encoding(void)
{
	struct file f;
	unsigned d = start(&f, "shape");
	ENTRY(&f, false, d, N(2));
	check_failure(__LINE__, &f, 0, "code 2 is reserved");
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(0), N(6), N(1), N(1));
	check_failure(__LINE__, &f, 1, "1 bytes too many");
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(0), N(6));
	check_failure(__LINE__, &f, 0, "the data ends");
	d = start(&f, "shape");
	ENTRY(&f, false, d, N(1), N(3), FLAG(X, 1));
	check_failure(__LINE__, &f, 1, "contains itself");
}

/* ---- VHLO */

#define VHLO_TYPE(f, d, ...) ENTRY((f), true, (d), __VA_ARGS__)
enum { V = T10 + 1 }; /* the first type that a test adds */

static void check_vhlo(int line, const uint8_t *data, size_t size, const char *expected)
{
	struct file f;
	unsigned d = start(&f, "vhlo");
	file_entry(&f, false, d, true, data, size);
	ENTRY(&f, false, d, N(14), N(3));              /* Y - 4: "a" */
	ENTRY(&f, false, d, N(2), N(1));               /* true */
	VHLO_TYPE(&f, d, N(4));                        /* f32 */
	VHLO_TYPE(&f, d, N(13));                       /* i32 */
	VHLO_TYPE(&f, d, N(20), N(1), N(4), N(V + 1)); /* 2xi32 */
	VHLO_TYPE(&f, d, N(0));                        /* bool */
	VHLO_TYPE(&f, d, N(20), N(1), N(6), N(V + 3)); /* 3xbool */
	VHLO_TYPE(&f, d, N(8), N(2), N(V), N(V + 1), N(1), N(V + 2));
	VHLO_TYPE(&f, d, N(19)); /* ui64 */
	VHLO_TYPE(&f, d, N(21), N(X + 1), N(1), N(4), N(V));
	VHLO_TYPE(&f, d, N(1), N(V));
	VHLO_TYPE(&f, d, N(34));
	VHLO_TYPE(&f, d, N(23), N(2), N(V), N(V + 3));
	check_entry(line, &f, NULL, expected);
}
#define VHLO(expected, ...)                                                                                            \
	check_vhlo(__LINE__, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), (expected))

static void reads_vhlo(void)
{
	VHLO("#vhlo.array_v1<[#vhlo.string_v1<\"a\">, #vhlo.bool_v1<true>]>", N(1), N(2), N(X + 1), N(X + 2));
	VHLO("#vhlo.bool_v1<false>", N(2), N(0));
	VHLO("#vhlo.comparison_direction_v1<GT>", N(3), N(3));
	VHLO("#vhlo.comparison_type_v1<TOTALORDER>", N(4), N(2));
	VHLO("#vhlo.api_version_v1<API_VERSION_TYPED_FFI>", N(5), N(4));
	VHLO("#vhlo.dict_v1<{#vhlo.string_v1<\"a\"> = #vhlo.bool_v1<true>}>", N(6), N(1), N(X + 1), N(X + 2));
	VHLO("#vhlo.fft_type_v1<IRFFT>", N(7), N(3));
	VHLO("#vhlo.float_v1<0.000000e+00 : !vhlo.f32_v1>", N(8), N(V), N(0));
	VHLO("#vhlo.integer_v1<5 : i32>", N(9), N(V + 1), N(10));
	VHLO("#vhlo.integer_v1<5 : ui64>", N(9), N(V + 6), N(10));
	VHLO("#vhlo.output_operand_alias_v1<outputTupleIndices = [1, 2], operandIndex = 3, operandTupleIndices = []>",
		N(10), N(2), N(2), N(4), N(6), N(0));
	VHLO("#vhlo.precision_v1<HIGHEST>", N(11), N(2));
	VHLO("#vhlo.rng_algorithm_v1<PHILOX>", N(12), N(2));
	VHLO("#vhlo.rng_distribution_v1<NORMAL>", N(13), N(2));
	VHLO("#vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi32>>", N(15), N(V + 2), N(8), 1, 0, 0, 0, 2, 0, 0, 0);
	VHLO("#vhlo.tensor_v1<dense<[true, false, true]> : tensor<3xi1>>", N(15), N(V + 4), N(1), 5);
	VHLO("#vhlo.transpose_v1<ADJOINT>", N(16), N(3));
	VHLO("#vhlo.type_v1<!vhlo.func_v1<(!vhlo.f32_v1, !vhlo.i32_v1) -> !vhlo.tensor_v1<2x!vhlo.i32_v1>>>", N(17),
		N(V + 5));
	VHLO("#vhlo.type_v1<!vhlo.tensor_v1<2x!vhlo.f32_v1, #vhlo.string_v1<\"a\">>>", N(17), N(V + 7));
	VHLO("#vhlo.type_v1<!vhlo.complex_v1<!vhlo.f32_v1>>", N(17), N(V + 8));
	VHLO("#vhlo.type_v1<!vhlo.tf31_v1>", N(17), N(V + 9));
	VHLO("#vhlo.type_v1<!vhlo.tuple_v1<!vhlo.f32_v1, !vhlo.bool_v1>>", N(17), N(V + 10));
	VHLO("#vhlo.type_extensions_v1<bounds = [2]>", N(18), N(1), N(4));
	VHLO("#vhlo.result_accuracy_mode_v1<TOLERANCE>", N(19), N(2));
	VHLO("#vhlo.sub_axis_info_v1<preSize = 1, size = 2>", N(21), N(2), N(4));
	VHLO("#vhlo.axis_ref_v1<name = #vhlo.string_v1<\"a\">>", N(22), N(X + 1), N(0));
	VHLO("#vhlo.mesh_axis_v1<name = #vhlo.string_v1<\"a\">, size = 2>", N(24), N(X + 1), N(4));
	VHLO("#vhlo<\"bytecode 0x810F\">", N(64), N(7)); /* newer */
	VHLO("#vhlo.precision_v1<9>", N(11), N(9));      /* so is this value */
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(a_program_adds_an_encoding),
		CHECK_CASE(errors_of_an_encoding), CHECK_CASE(reads_vhlo) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
