/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builder: attributes find their place, failures stay, memory may fail, files are mapped. */
#include "text.h"


static void attributes_find_their_place(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	CHECK_INT(mlirbc_builder_init(&b, c), MLIRBC_OK);
	const struct mlirbc_type *f32 = mlirbc_type_float(c, MLIRBC_F32);
	const struct mlirbc_attr *half = mlirbc_attr_float(c, f32, 0.5), *unit = mlirbc_attr_unit(c);
	struct mlirbc_value *value = MLIRBC_VALUE(&b, "arith.constant", MLIRBC_RESULTS(f32),
		MLIRBC_ATTRS({ "my.note", unit }, { "value", half }));
	MLIRBC_OP(&b, "my.op", MLIRBC_OPERANDS(value, value), MLIRBC_ATTRS({ "value", half }, { "a", unit }));
	CHECK_INT(b.status, MLIRBC_OK);
	struct printed text = print_module(b.module, false);
	CHECK_STR(text.text,
		"\"builtin.module\"() ({\n"
		"  %0 = \"arith.constant\"() <{value = 5.000000e-01 : f32}> {my.note} : () -> f32\n"
		"  \"my.op\"(%0, %0) {a, value = 5.000000e-01 : f32} : (f32, f32) -> ()\n"
		"}) : () -> ()\n");
	free(text.text);
	mlirbc_context_destroy(c);
}

static void regions_and_locations(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	mlirbc_builder_init(&b, c);
	const struct mlirbc_type *index = mlirbc_type_index(c), *many[20];
	for (size_t i = 0; i < 20; i++)
		many[i] = index;
	const struct mlirbc_attr *file = mlirbc_loc_file(c, "f", 1, 2, 3), *parts[] = { file, mlirbc_loc_unknown(c) };
	b.location = mlirbc_loc_fused(c, parts, 2, mlirbc_loc_name(c, "n", mlirbc_loc_callsite(c, file, file)));
	CHECK(b.location != NULL && mlirbc_loc_place(b.location) == file);
	CHECK(mlirbc_loc_place(mlirbc_loc_name(c, "n", mlirbc_loc_callsite(c, file, mlirbc_loc_unknown(c)))) == file);
	CHECK(!mlirbc_loc_place(mlirbc_loc_callsite(c, mlirbc_loc_unknown(c), file)));
	struct mlirbc_op *op = MLIRBC_OP(&b, "my.loop", .region_count = 2);
	struct mlirbc_block *few = mlirbc_builder_block(&b, op, 0, many, 1);
	struct mlirbc_block *block = mlirbc_builder_block(&b, op, 1, many, 20);
	CHECK(few && block && block->argument_count == 20 && b.status == MLIRBC_OK);
	CHECK(block && mlirbc_value_location(&block->arguments[19]) == b.location);
	mlirbc_builder_enter(&b, block);
	CHECK(MLIRBC_OP(&b, "my.end")->parent == block);
	CHECK(mlirbc_builder_function(&b, "f", mlirbc_type_function(c, many, 2, many, 1)) != NULL);
	struct printed text = print_module(b.module, true);
	CHECK(text.size > 500);
	free(text.text);
	mlirbc_context_destroy(c);
}

static void the_first_failure_stays(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	const struct mlirbc_type *i8 = mlirbc_type_integer(c, 8, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *unit = mlirbc_attr_unit(c);
	struct mlirbc_builder b;
	static const char *const expected[] = { "operand 1 is NULL", "result type 0 is NULL", "attribute \"a\" is NULL",
		"duplicate attribute \"a\"", "successor 0 is NULL", "has no result", "no region 3",
		"is not a function type", "already exists", "not a power of two", "no block to enter", "no type" };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		mlirbc_builder_init(&b, c);
		struct mlirbc_value *value = MLIRBC_VALUE(&b, "a.b", MLIRBC_RESULTS(i8));
		struct mlirbc_op *op = b.block->first;
		switch (i) {
		case 0: MLIRBC_OP(&b, "a.b", MLIRBC_OPERANDS(value, NULL)); break;
		case 1: MLIRBC_OP(&b, "a.b", MLIRBC_RESULTS(NULL)); break;
		case 2: MLIRBC_OP(&b, "a.b", MLIRBC_ATTRS({ "a", NULL })); break;
		case 3: MLIRBC_OP(&b, "a.b", MLIRBC_ATTRS({ "a", unit }, { "b", unit }, { "a", unit })); break;
		case 4: MLIRBC_OP(&b, "a.b", MLIRBC_SUCCESSORS(NULL)); break;
		case 5: MLIRBC_VALUE(&b, "a.b", .operand_count = 0); break;
		case 6: mlirbc_builder_block(&b, op, 3, NULL, 0); break;
		case 7: mlirbc_builder_function(&b, "f", i8); break;
		case 8:
			mlirbc_builder_resource(&b, "k", i8, "x", 1, 1);
			mlirbc_builder_resource(&b, "k", i8, "x", 1, 1);
			break;
		case 9: mlirbc_builder_resource(&b, "k", i8, "x", 1, 3); break;
		case 10: mlirbc_builder_enter(&b, NULL); break;
		case 11: mlirbc_builder_resource(&b, "k", NULL, "x", 1, 1); break;
		default: break;
		}
		CHECK_INT(b.status, MLIRBC_E_ARG);
		if (!CHECK(strstr(b.message, expected[i]) != NULL))
			printf("# %s\n", b.message);
		CHECK(!MLIRBC_OP(&b, "a.c") && !mlirbc_builder_block(&b, op, 0, NULL, 0));
		CHECK(!mlirbc_builder_function(&b, "g", NULL) && !mlirbc_builder_resource(&b, "l", i8, "x", 1, 1));
		CHECK(strstr(b.message, expected[i]) != NULL);
	}
	mlirbc_context_destroy(c);
}

static void values_in_few_words(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	const struct mlirbc_type *i16 = mlirbc_type_integer(c, 16, MLIRBC_SIGNLESS);
	const int64_t dims[] = { 2, 2 }, unknown[] = { MLIRBC_DYNAMIC };
	const struct mlirbc_type *four = mlirbc_type_shaped(c, MLIRBC_TYPE_VECTOR, dims, 2, i16);
	CHECK(mlirbc_attr_dense(c, four, "\1\0\2\0\3\0\4", 8) != NULL);
	const struct mlirbc_attr *splat = mlirbc_attr_dense(c, four, "\1", 2);
	CHECK(splat && splat->u.dense.splat && splat == mlirbc_attr_dense(c, four, "\1\0\1\0\1\0\1", 8));
	CHECK(!mlirbc_attr_dense(c, four, "\1\0\2\0\3\0\4", 7) && !mlirbc_attr_dense(c, four, "\1\0\2\0", 4));
	CHECK(!mlirbc_attr_dense(c, mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, unknown, 1, i16), "\1", 2));
	CHECK(!mlirbc_attr_dense(c, i16, "\1", 2) && !mlirbc_attr_dense(c, NULL, "\1", 2));
	CHECK(!mlirbc_type_shaped(c, MLIRBC_TYPE_TUPLE, dims, 2, i16));
	CHECK(!mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, dims, 2, NULL) && !mlirbc_attr_float(c, i16, 1));
	CHECK(!mlirbc_type_function(c, (const struct mlirbc_type *[]){ NULL }, 1, NULL, 0));
	const struct mlirbc_attr *pi = mlirbc_attr_float(c, mlirbc_type_float(c, MLIRBC_F64), 3.25);
	CHECK(pi && pi->u.number.words[0] == UINT64_C(0x400A000000000000));
	int32_t numbers[100];
	for (int32_t i = 0; i < 100; i++)
		numbers[i] = i - 50;
	const struct mlirbc_attr *array = mlirbc_attr_i32_array(c, numbers, 100);
	CHECK(array && array->u.dense.size == 400 && array->u.dense.data[0] == 0xCE && array->u.dense.data[3] == 0xFF);
	CHECK(!mlirbc_loc_callsite(c, NULL, mlirbc_loc_unknown(c)) &&
		!mlirbc_loc_fused(c, &(const struct mlirbc_attr *){ NULL }, 1, NULL));
	mlirbc_context_destroy(c);
}

/* The data of a resource stays where it is until it is written. */
static void resources_from_files(void)
{
	struct mlirbc_mapping mapping, none;
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	struct printed out = { 0 };
	CHECK_INT(mlirbc_mapping_open("/nobody/wrote/this", &none), MLIRBC_E_IO);
	CHECK(!none.data && none.size == 0);
	mlirbc_mapping_close(&none);
	if (!CHECK_INT(mlirbc_mapping_open(LOAD_DATA "/make.sh", &mapping), MLIRBC_OK)) {
		mlirbc_context_destroy(c);
		return;
	}
	mlirbc_builder_init(&b, c);
	const int64_t dims[] = { (int64_t)mapping.size };
	const struct mlirbc_type *type =
		mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, dims, 1, mlirbc_type_integer(c, 8, MLIRBC_SIGNLESS));
	const struct mlirbc_attr *data = mlirbc_builder_resource(&b, "file", type, mapping.data, mapping.size, 64);
	MLIRBC_OP(&b, "my.data", MLIRBC_ATTRS({ "value", data }));
	CHECK(b.module->resources && b.module->resources->data == mapping.data);
	CHECK_INT(mlirbc_write(b.module, NULL, printed_append, &out, NULL), MLIRBC_OK);
	struct mlirbc_module *module = NULL;
	CHECK_INT(mlirbc_load(c, out.text, out.size, NULL, &module, NULL), MLIRBC_OK);
	const struct mlirbc_resource *r = module ? module->resources : NULL;
	CHECK(r && r->size == mapping.size && memcmp(r->data, mapping.data, r->size) == 0 && r->alignment == 64);
	CHECK(r && (size_t)((const char *)r->data - out.text) % 64 == 0);
	mlirbc_context_destroy(c);
	mlirbc_mapping_close(&mapping);
	free(out.text);
}

static void memory_may_be_short(void)
{
	enum mlirbc_status status = MLIRBC_E_LIMIT;
	size_t failures = 0;
	for (size_t limit = 1000; status == MLIRBC_E_LIMIT && limit < 1 << 20; limit += 500) {
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_builder b;
		mlirbc_context_limit(c, limit);
		mlirbc_builder_init(&b, c);
		const struct mlirbc_type *i8 = mlirbc_type_integer(c, 8, MLIRBC_SIGNLESS);
		for (int i = 0; i < 50 && i8; i++)
			MLIRBC_OP(&b, "a.b", MLIRBC_RESULTS(i8), MLIRBC_ATTRS({ "a", mlirbc_loc_unknown(c) }));
		status = i8 ? b.status : MLIRBC_E_LIMIT;
		failures += status == MLIRBC_E_LIMIT;
		CHECK(status == MLIRBC_OK || status == MLIRBC_E_LIMIT);
		mlirbc_context_destroy(c);
	}
	CHECK_INT(status, MLIRBC_OK);
	CHECK(failures > 3);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(attributes_find_their_place),
		CHECK_CASE(regions_and_locations),
		CHECK_CASE(the_first_failure_stays),
		CHECK_CASE(values_in_few_words),
		CHECK_CASE(resources_from_files),
		CHECK_CASE(memory_may_be_short),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
