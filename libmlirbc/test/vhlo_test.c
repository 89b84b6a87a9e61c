/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Portable artifacts of StableHLO: small modules of VHLO with all its attribute and type codes and all its ops, as
 * every release from 0.9 to 1.20 would write them, are read, printed, written again and stripped. No tool for VHLO is
 * needed. */
#include "text.h"

#include "vhlo_ops.h"

#include <mlirbc/edit.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- all attributes and types */

struct samples {
	struct mlirbc_builder b;
	struct mlirbc_context *c;
	const struct mlirbc_type *types[64];
	const struct mlirbc_attr *attrs[64];
	size_t type_count, attr_count;
};

static const struct mlirbc_attr *i64(struct samples *v, int64_t value)
{
	return mlirbc_attr_integer(v->c, mlirbc_type_integer(v->c, 64, MLIRBC_SIGNLESS), (uint64_t)value);
}

static const struct mlirbc_attr *text(struct samples *v, const char *value)
{
	return mlirbc_attr_string(v->c, value, strlen(value));
}

static const struct mlirbc_attr *list(struct samples *v, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	const struct mlirbc_attr *items[] = { a, b };
	return mlirbc_attr_array(v->c, items, (a != NULL) + (size_t)(b != NULL));
}

#define TYPE(v, mnemonic, ...)                                                                                         \
	add_type(v, mlirbc_type_coded((v)->c, "vhlo", mnemonic, (const struct mlirbc_attr *[]){ __VA_ARGS__ },         \
			    LENGTH(((const struct mlirbc_attr *[]){ __VA_ARGS__ }))))
#define ATTR(v, mnemonic, ...)                                                                                         \
	add_attr(v, mlirbc_attr_coded((v)->c, "vhlo", mnemonic, (const struct mlirbc_attr *[]){ __VA_ARGS__ },         \
			    LENGTH(((const struct mlirbc_attr *[]){ __VA_ARGS__ }))))

static const struct mlirbc_attr *add_type(struct samples *v, const struct mlirbc_type *type)
{
	CHECK(type != NULL);
	v->types[v->type_count++] = type;
	return type ? mlirbc_attr_type(v->c, type) : NULL;
}

static const struct mlirbc_attr *add_attr(struct samples *v, const struct mlirbc_attr *attr)
{
	CHECK(attr != NULL);
	v->attrs[v->attr_count++] = attr;
	return attr;
}

static void make_types(struct samples *v)
{
	static const char *const plain[] = { "f32_v1", "bool_v1", "bf16_v1", "f16_v1", "f64_v1", "f8E4M3FN_v1",
		"f8E5M2_v1", "index_v1", "i4_v1", "i8_v1", "i16_v1", "i32_v1", "i64_v1", "ui4_v1", "ui8_v1", "ui16_v1",
		"ui32_v1", "ui64_v1", "token_v1", "witness_v1", "f8E4M3FNUZ_v1", "f8E5M2FNUZ_v1", "f8E4M3B11FNUZ_v1",
		"i2_v1", "ui2_v1", "none_v1", "tf31_v1", "f8E4M3_v1", "f8E3M4_v1", "f4E2M1FN_v1", "f6E2M3FN_v1",
		"f6E3M2FN_v1", "f8E8M0FNU_v1" };
	for (size_t i = 0; i < LENGTH(plain); i++)
		add_type(v, mlirbc_type_coded(v->c, "vhlo", plain[i], NULL, 0));
	const struct mlirbc_attr *f32 = mlirbc_attr_type(v->c, v->types[0]);
	const struct mlirbc_attr *i8 = mlirbc_attr_type(v->c, v->types[9]);
	const struct mlirbc_attr *shape = list(v, i64(v, 2), i64(v, MLIRBC_DYNAMIC)), *none = list(v, NULL, NULL);
	const struct mlirbc_attr *scale = mlirbc_attr_float(v->c, mlirbc_type_float(v->c, MLIRBC_F64), 0.25);
	const struct mlirbc_attr *bounds = mlirbc_attr_coded(v->c, "vhlo", "type_extensions_v1", &shape, 1);
	TYPE(v, "complex_v1", f32);
	const struct mlirbc_attr *tensor = TYPE(v, "tensor_v1", shape, f32);
	TYPE(v, "tensor_v1", bounds, shape, f32);
	TYPE(v, "func_v1", list(v, tensor, f32), list(v, tensor, NULL));
	TYPE(v, "tuple_v1", list(v, tensor, f32));
	TYPE(v, "quant_v1", i64(v, 1), i8, f32, scale, i64(v, -3), i64(v, -128), i64(v, 127));
	TYPE(v, "unranked_tensor_v1", f32);
	TYPE(v, "quant_per_axis_v1", i64(v, 1), i8, f32, i64(v, 0), i64(v, -128), i64(v, 127), list(v, scale, scale),
		list(v, i64(v, 0), i64(v, -1)));
	TYPE(v, "buffer_v1", none, f32);
	TYPE(v, "future_v1", list(v, tensor, NULL));
	CHECK_INT(v->type_count, 43);
}

static void make_enums(struct samples *v)
{
	static const char *const enums[][2] = { { "comparison_direction_v1", "LT" },
		{ "comparison_type_v1", "TOTALORDER" }, { "api_version_v1", "API_VERSION_TYPED_FFI" },
		{ "fft_type_v1", "IRFFT" }, { "precision_v1", "HIGHEST" }, { "rng_algorithm_v1", "PHILOX" },
		{ "rng_distribution_v1", "NORMAL" }, { "transpose_v1", "ADJOINT" },
		{ "result_accuracy_mode_v1", "TOLERANCE" } };
	for (size_t i = 0; i < LENGTH(enums); i++)
		ATTR(v, enums[i][0], text(v, enums[i][1]));
}

static void make_attrs(struct samples *v)
{
	const struct mlirbc_type *f32 = mlirbc_type_float(v->c, MLIRBC_F32), *f64 = mlirbc_type_float(v->c, MLIRBC_F64);
	const int64_t two[] = { 2 };
	const struct mlirbc_type *pair = mlirbc_type_shaped(v->c, MLIRBC_TYPE_TENSOR, two, 1, f32);
	const struct mlirbc_attr *vf32 = mlirbc_attr_type(v->c, v->types[0]), *shape = list(v, i64(v, 2), NULL);
	const struct mlirbc_attr *tensor = mlirbc_attr_type(
		v->c, mlirbc_type_coded(v->c, "vhlo", "tensor_v1", (const struct mlirbc_attr *[]){ shape, vf32 }, 2));
	make_enums(v);
	const struct mlirbc_attr *name = ATTR(v, "string_v1", text(v, "a name"));
	const struct mlirbc_attr *mode = v->attrs[v->attr_count - 2];
	ATTR(v, "array_v1", list(v, name, mode));
	ATTR(v, "bool_v1", mlirbc_attr_bool(v->c, true));
	ATTR(v, "dict_v1", list(v, name, mode));
	ATTR(v, "float_v1", mlirbc_attr_float(v->c, f32, 1.5), vf32);
	ATTR(v, "integer_v1", i64(v, -7), mlirbc_attr_type(v->c, v->types[12]));
	ATTR(v, "integer_v1", mlirbc_attr_bool(v->c, true), mlirbc_attr_type(v->c, v->types[1]));
	ATTR(v, "output_operand_alias_v1", list(v, i64(v, 1), NULL), i64(v, 0), list(v, i64(v, 2), i64(v, 3)));
	ATTR(v, "tensor_v1", mlirbc_attr_dense(v->c, pair, "\0\0\200?\0\0\0@", 8), tensor);
	ATTR(v, "tensor_v1", mlirbc_attr_dense(v->c, pair, "\0\0\200?", 4), tensor);
	ATTR(v, "type_v1", vf32);
	ATTR(v, "type_extensions_v1", list(v, i64(v, MLIRBC_DYNAMIC), i64(v, 4)));
	ATTR(v, "result_accuracy_v1", mlirbc_attr_float(v->c, f64, 0.5), mlirbc_attr_float(v->c, f64, 1e-9), i64(v, 2),
		mode);
	const struct mlirbc_attr *sub = ATTR(v, "sub_axis_info_v1", i64(v, 1), i64(v, 2));
	const struct mlirbc_attr *axis = ATTR(v, "axis_ref_v1", name, NULL);
	ATTR(v, "axis_ref_v1", name, sub);
	ATTR(v, "replica_group_mesh_axes_v1", name, axis);
	const struct mlirbc_attr *mesh_axis = ATTR(v, "mesh_axis_v1", name, i64(v, 4));
	ATTR(v, "mesh_v1", mesh_axis, NULL);
	ATTR(v, "mesh_v1", mesh_axis, name);
}

/* ---- modules */

static void make_op(struct samples *v, size_t number)
{
	const char *spec = vhlo_ops[number], *blank = strchr(spec, ' ');
	char name[128], fields[32][48];
	struct mlirbc_build_attr attrs[32];
	size_t count = 0;
	snprintf(name, sizeof name, "vhlo.%.*s", blank ? (int)(blank - spec) : 100, spec);
	while (blank && count < 32) {
		const char *field = blank + 1;
		blank = strchr(field, ' ');
		snprintf(fields[count], sizeof fields[count], "%.*s", blank ? (int)(blank - field) : 40, field);
		attrs[count] = (struct mlirbc_build_attr){ fields[count], v->attrs[(number + count) % v->attr_count] };
		count++;
	}
	v->b.location = mlirbc_loc_file(v->c, "model.py", 8, (uint32_t)number, 3);
	MLIRBC_OP(&v->b, name, .attrs = attrs, .attr_count = count, MLIRBC_RESULTS(v->types[number % v->type_count]));
}

static void build(struct samples *v)
{
	*v = (struct samples){ .c = mlirbc_context_create(NULL) };
	CHECK_INT(mlirbc_builder_init(&v->b, v->c), MLIRBC_OK);
	make_types(v);
	make_attrs(v);
	struct mlirbc_op *function = MLIRBC_OP(&v->b, "vhlo.func_v1", .region_count = 1,
		MLIRBC_ATTRS({ "sym_name", v->attrs[9] }, { "arg_attrs", v->attrs[10] }, { "res_attrs", v->attrs[10] },
			{ "function_type", v->attrs[9] }, { "sym_visibility", v->attrs[9] }));
	v->b.location = mlirbc_loc_name(v->c, "arguments", NULL);
	mlirbc_builder_enter(&v->b, mlirbc_builder_block(&v->b, function, 0, v->types, v->type_count));
	for (size_t i = 0; i < LENGTH(vhlo_ops); i++)
		make_op(v, i);
	for (size_t i = 0; i < v->attr_count; i++) /* each attribute at least once */
		MLIRBC_OP(
			&v->b, "vhlo.constant_v1", MLIRBC_RESULTS(v->types[0]), MLIRBC_ATTRS({ "value", v->attrs[i] }));
	if (!CHECK_INT(v->b.status, MLIRBC_OK))
		printf("# %s\n", v->b.message);
}

static const struct release {
	const char *name;
	uint32_t version;
} releases[] = { { "0.9.0", 0 }, { "0.10.0", 1 }, { "0.11.0", 1 }, { "0.12.0", 3 }, { "0.13.0", 3 }, { "0.14.0", 4 },
	{ "0.14.0", 5 }, { "0.15.0", 6 }, { "0.16.0", 6 }, { "0.17.0", 6 }, { "0.18.0", 6 }, { "0.19.0", 6 },
	{ "0.20.0", 6 }, { "1.0.0", 6 }, { "1.1.0", 6 }, { "1.2.0", 6 }, { "1.3.0", 6 }, { "1.4.0", 6 }, { "1.5.0", 6 },
	{ "1.6.0", 6 }, { "1.7.0", 6 }, { "1.8.0", 6 }, { "1.9.0", 6 }, { "1.10.0", 6 }, { "1.11.0", 6 },
	{ "1.12.0", 6 }, { "1.13.0", 6 }, { "1.14.0", 6 }, { "1.15.0", 6 }, { "1.16.0", 6 }, { "1.17.0", 6 },
	{ "1.18.0", 6 }, { "1.19.0", 6 }, { "1.20.0", 6 } };

/* No location remains, and the rest is unchanged. */
static void check_stripped(struct mlirbc_context *c, const struct printed *bytes, const struct printed *plain)
{
	struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
	struct printed out = { 0 };
	CHECK_INT(mlirbc_compact(c, bytes->text, bytes->size, &options, printed_append, &out, NULL, NULL), MLIRBC_OK);
	struct mlirbc_module *module = load_written(c, &out);
	if (module) {
		struct printed now = print_module(module, false);
		CHECK(printed_equal(&now, plain));
		free(now.text);
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;)
			CHECK(mlirbc_op_location(op)->kind == MLIRBC_LOC_UNKNOWN);
		CHECK(out.size < bytes->size);
	}
	free(out.text);
}

static void check_release(const struct samples *v, const struct release *release, const struct printed *expected)
{
	char producer[32];
	struct mlirbc_write_options options = {
		.size = sizeof options, .has_version = true, .version = release->version, .producer = producer
	};
	snprintf(producer, sizeof producer, "StableHLO_v%s", release->name);
	struct printed bytes = write_module(v->b.module, &options);
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = load_written(c, &bytes);
	if (module) {
		struct printed now = print_module(module, true), plain = print_module(module, false);
		struct printed again = write_module(module, NULL);
		CHECK(mlirbc_file_version(module->file) == release->version);
		CHECK(module->producer->size == strlen(producer));
		CHECK(printed_equal(&now, expected) && printed_equal(&again, &bytes));
		CHECK_INT(mlirbc_verify(bytes.text, bytes.size, NULL, NULL, NULL), MLIRBC_OK);
		check_stripped(c, &bytes, &plain);
		free(now.text);
		free(plain.text);
		free(again.text);
	}
	mlirbc_context_destroy(c);
	free(bytes.text);
}

static void all_releases(void)
{
	struct samples v;
	build(&v);
	struct printed expected = print_module(v.b.module, true);
	for (size_t i = 0; i < LENGTH(releases); i++)
		check_release(&v, &releases[i], &expected);
	mlirbc_context_destroy(v.c);
	free(expected.text);
}

/* Every code is in the file, in the encoding of the dialect: none of it is text. */
static void all_codes(void)
{
	struct samples v;
	bool attrs[26] = { false }, types[43] = { false };
	build(&v);
	struct printed bytes = write_module(v.b.module, NULL);
	struct mlirbc_module *module = load_written(v.c, &bytes);
	for (int table = 0; module && table < 2; table++) {
		enum mlirbc_table id = table ? MLIRBC_TABLE_TYPES : MLIRBC_TABLE_ATTRIBUTES;
		for (size_t i = 0; i < mlirbc_file_count(module->file, id); i++) {
			struct mlirbc_file_entry entry = mlirbc_file_entry(module->file, id, i);
			struct mlirbc_string dialect = mlirbc_file_dialect(module->file, entry.dialect).name;
			if (dialect.size != 4 || memcmp(dialect.data, "vhlo", 4) != 0)
				continue;
			CHECK(entry.custom && (entry.data[0] & 1));
			if (table && CHECK(entry.data[0] >> 1 < 43))
				types[entry.data[0] >> 1] = true;
			else if (!table && CHECK(entry.data[0] >> 1 < 26))
				attrs[entry.data[0] >> 1] = true;
		}
	}
	for (size_t i = 1; i < 26; i++)
		CHECK(attrs[i] || printf("# attribute code %zu is missing\n", i) < 0);
	for (size_t i = 0; i < 43; i++)
		CHECK(types[i] || printf("# type code %zu is missing\n", i) < 0);
	mlirbc_context_destroy(v.c);
	free(bytes.text);
}

static void text_of_them(void)
{
	struct samples v;
	build(&v);
	struct printed out = print_module(v.b.module, false);
	static const char *const expected[] = { "#vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>",
		"#vhlo.integer_v1<-7 : i64>", "#vhlo.string_v1<\"a name\">", "#vhlo.bool_v1<true>",
		"#vhlo.tensor_v1<dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>>",
		"#vhlo.comparison_direction_v1<LT>", "!vhlo.tensor_v1<2x?x!vhlo.f32_v1>",
		"#vhlo.type_v1<!vhlo.f32_v1>" };
	for (size_t i = 0; i < LENGTH(expected); i++) {
		if (!CHECK(strstr(out.text, expected[i]) != NULL))
			printf("# %s\n", expected[i]);
	}
	mlirbc_context_destroy(v.c);
	free(out.text);
}

static void wrong_values_are_found(void)
{
	struct samples v;
	struct printed out = { 0 };
	build(&v);
	const struct mlirbc_attr *number = i64(&v, 1), *word = text(&v, "NEVER");
	CHECK(!mlirbc_attr_coded(v.c, "vhlo", "string_v9", &number, 1) &&
		!mlirbc_attr_coded(v.c, "vhlo", "string_v1", &number, 0));
	CHECK(!mlirbc_attr_coded(v.c, "other", "string_v1", &number, 1) &&
		!mlirbc_type_coded(v.c, "llvm", "di_file", &number, 1));
	static const char *const mnemonics[] = { "string_v1", "fft_type_v1", "type_v1", "array_v1" };
	for (size_t i = 0; i < LENGTH(mnemonics); i++) {
		struct mlirbc_builder b;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		mlirbc_builder_init(&b, v.c);
		const struct mlirbc_attr *wrong = mlirbc_attr_coded(
			v.c, "vhlo", mnemonics[i], i == 1 ? &word : &number, 1);
		MLIRBC_OP(&b, "vhlo.constant_v1", MLIRBC_ATTRS({ "value", wrong }));
		CHECK_INT(b.status, MLIRBC_OK);
		CHECK_INT(mlirbc_write(b.module, NULL, printed_append, &out, &diag), MLIRBC_E_ARG);
		CHECK(strstr(diag.message, mnemonics[i]) != NULL && out.size == 0);
	}
	mlirbc_context_destroy(v.c);
	free(out.text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(all_codes),
		CHECK_CASE(text_of_them),
		CHECK_CASE(all_releases),
		CHECK_CASE(wrong_values_are_found),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
