/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* IR in memory: uniqueness, dictionaries, uses, blocks, walks, limits. */
#include "text.h"

static struct mlirbc_context *c;

static const struct mlirbc_type *i32(void) { return mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS); }

static struct mlirbc_op *make_op(const char *name, struct mlirbc_block *block, size_t results,
	struct mlirbc_value **operands, size_t operand_count, size_t regions)
{
	const struct mlirbc_type *types[3] = { i32(), i32(), i32() };
	struct mlirbc_op_spec spec = { .name = name,
		.name_size = strlen(name),
		.result_types = types,
		.result_count = results,
		.operands = operands,
		.operand_count = operand_count,
		.region_count = regions };
	return mlirbc_op_create(c, &spec, block);
}

static void strings_are_unique(void)
{
	char copy[] = "hello";
	const struct mlirbc_string *a = mlirbc_string_get(c, "hello", 5), *b = mlirbc_string_get(c, copy, 5);
	CHECK(a == b);
	CHECK(a->data != copy);
	CHECK(mlirbc_string_get(c, "hello", 4) != a);
	const struct mlirbc_string *nul = mlirbc_string_get(c, "a\0b", 3);
	CHECK_INT(nul->size, 3);
	CHECK(nul != mlirbc_string_get(c, "a\0c", 3));
	CHECK(mlirbc_string_get(c, NULL, 0) == mlirbc_string_get(c, "", 0));
	const struct mlirbc_string *first[5000];
	char name[32];
	for (int i = 0; i < 5000; i++)
		first[i] = mlirbc_string_get(c, name, (size_t)snprintf(name, sizeof name, "name %d", i));
	for (int i = 0; i < 5000; i++) {
		if (!CHECK(first[i] == mlirbc_string_get(c, name, (size_t)snprintf(name, sizeof name, "name %d", i))))
			return;
	}
}

static void types_are_unique(void)
{
	CHECK(i32() == i32());
	CHECK(i32() != mlirbc_type_integer(c, 32, MLIRBC_SIGNED));
	CHECK(mlirbc_type_index(c) == mlirbc_type_index(c));
	CHECK(mlirbc_type_float(c, MLIRBC_F16) != mlirbc_type_float(c, MLIRBC_BF16));
	int64_t dims[2] = { 2, MLIRBC_DYNAMIC };
	struct mlirbc_type tensor = { .kind = MLIRBC_TYPE_TENSOR,
		.u.shaped = { .element = i32(), .dims = dims, .rank = 2 } };
	const struct mlirbc_type *a = mlirbc_type_get(c, &tensor);
	dims[1] = 3;
	const struct mlirbc_type *b = mlirbc_type_get(c, &tensor);
	CHECK(a != b);
	CHECK(a->u.shaped.dims[1] == MLIRBC_DYNAMIC && !mlirbc_tensor_is_static(a));
	struct mlirbc_type known = tensor, unranked = { .kind = MLIRBC_TYPE_UNRANKED_TENSOR, .u.shaped = { .element = i32() } };
	known.u.shaped.rank = 1;
	CHECK(mlirbc_tensor_is_static(&known) && mlirbc_tensor_is_static(i32()) && !mlirbc_tensor_is_static(&unranked));
	CHECK(b == mlirbc_type_get(c, &tensor));
	uint8_t flags[2] = { 0, 0 };
	struct mlirbc_type vector = { .kind = MLIRBC_TYPE_VECTOR,
		.u.shaped = { .element = i32(), .dims = dims, .rank = 2, .scalable = flags } };
	const struct mlirbc_type *fixed = mlirbc_type_get(c, &vector);
	CHECK(fixed->u.shaped.scalable == NULL);
	flags[0] = 1;
	CHECK(mlirbc_type_get(c, &vector) != fixed);
	const struct mlirbc_type *pair[2] = { i32(), a };
	struct mlirbc_type function = { .kind = MLIRBC_TYPE_FUNCTION, .u.function = { { pair, 1 }, { pair + 1, 1 } } };
	struct mlirbc_type other = { .kind = MLIRBC_TYPE_FUNCTION, .u.function = { { pair, 2 }, { pair, 0 } } };
	CHECK(mlirbc_type_get(c, &function) == mlirbc_type_get(c, &function));
	CHECK(mlirbc_type_get(c, &function) != mlirbc_type_get(c, &other));
}

static void type_facts(void)
{
	CHECK_INT(mlirbc_type_width(mlirbc_type_index(c)), 64);
	CHECK_INT(mlirbc_type_width(mlirbc_type_float(c, MLIRBC_TF32)), 19);
	CHECK_INT(mlirbc_type_width(mlirbc_type_none(c)), 0);
	CHECK_STR(mlirbc_float_name(MLIRBC_F8E4M3B11FNUZ), "f8E4M3B11FNUZ");
	static const struct {
		int64_t dims[3];
		size_t rank;
		bool known;
		uint64_t count;
	} shapes[] = { { { 0 }, 0, true, 1 }, { { 2, 3 }, 2, true, 6 }, { { 2, MLIRBC_DYNAMIC }, 2, false, 0 },
		{ { INT64_MAX, 2 }, 2, false, 0 }, { { INT64_MAX, 2, 0 }, 3, true, 0 },
		{ { INT64_MAX }, 1, true, INT64_MAX }, { { 0, MLIRBC_DYNAMIC }, 2, false, 0 } };
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR,
			.u.shaped = { .element = i32(), .dims = shapes[i].dims, .rank = shapes[i].rank } };
		uint64_t count = 0;
		CHECK_INT(mlirbc_type_elements(mlirbc_type_get(c, &type), &count), shapes[i].known);
		CHECK_INT(count, shapes[i].count);
	}
	uint64_t count;
	CHECK(!mlirbc_type_elements(i32(), &count));
}

static void attributes_are_unique(void)
{
	CHECK(mlirbc_attr_unit(c) == mlirbc_attr_unit(c));
	CHECK(mlirbc_attr_bool(c, true) == mlirbc_attr_integer(c, mlirbc_type_integer(c, 1, MLIRBC_SIGNLESS), 1));
	CHECK(mlirbc_attr_string(c, "x", 1) != mlirbc_attr_symbol(c, "x", 1));
	const struct mlirbc_attr *minus = mlirbc_attr_integer(c, i32(), UINT64_MAX);
	CHECK_INT(minus->u.number.words[0], UINT32_MAX);
	CHECK(minus == mlirbc_attr_integer(c, i32(), UINT32_MAX));
	const struct mlirbc_attr *wide = mlirbc_attr_integer(c, mlirbc_type_integer(c, 200, MLIRBC_SIGNLESS), 7);
	CHECK_INT(wide->u.number.count, 4);
	CHECK_INT(wide->u.number.words[0], 7);
	CHECK_INT(wide->u.number.words[3], 0);
	const struct mlirbc_attr *parts[2] = { minus, wide };
	CHECK(mlirbc_attr_array(c, parts, 2) == mlirbc_attr_array(c, parts, 2));
	CHECK(mlirbc_attr_array(c, parts, 1) != mlirbc_attr_array(c, parts, 2));
	CHECK(mlirbc_loc_file(c, "f", 1, 2, 3) == mlirbc_loc_file(c, "f", 1, 2, 3));
	CHECK(mlirbc_loc_file(c, "f", 1, 2, 3) != mlirbc_loc_file(c, "f", 1, 3, 2));
	const struct mlirbc_attr *file = mlirbc_loc_file(c, "f", 1, 2, 3);
	CHECK(mlirbc_loc_place(file) == file && !mlirbc_loc_place(mlirbc_loc_unknown(c)) && !mlirbc_loc_place(NULL));
	struct mlirbc_attr distinct = { .kind = MLIRBC_ATTR_DISTINCT, .u.distinct = { minus, 0 } };
	CHECK(mlirbc_attr_get(c, &distinct) != mlirbc_attr_get(c, &distinct));
}

static void equal_elements_are_a_splat(void)
{
	int64_t dims[1] = { 3 };
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR,
		.u.shaped = { .element = mlirbc_type_integer(c, 16, MLIRBC_SIGNLESS), .dims = dims, .rank = 1 } };
	const uint8_t same[] = { 7, 1, 7, 1, 7, 1 }, other[] = { 7, 1, 7, 1, 7, 2 };
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_DENSE, .type = mlirbc_type_get(c, &type), .u.dense = { same, 6, 3, false }
	};
	const struct mlirbc_attr *list = mlirbc_attr_get(c, &attr);
	CHECK(list->u.dense.splat);
	CHECK_INT(list->u.dense.size, 2);
	attr.u.dense.size = 2;
	attr.u.dense.count = 1;
	attr.u.dense.splat = true;
	CHECK(mlirbc_attr_get(c, &attr) == list);
	struct mlirbc_attr differs = {
		.kind = MLIRBC_ATTR_DENSE, .type = attr.type, .u.dense = { other, 6, 3, false }
	};
	const struct mlirbc_attr *kept = mlirbc_attr_get(c, &differs);
	CHECK(!kept->u.dense.splat);
	CHECK_BYTES(kept->u.dense.data, kept->u.dense.size, other, sizeof other);
}

static void dictionaries_are_sorted(void)
{
	struct mlirbc_named_attr entries[40];
	char names[40][8];
	for (int i = 0; i < 40; i++) {
		size_t size = (size_t)snprintf(names[i], sizeof *names, "n%d", (i * 17) % 40);
		entries[i] = (struct mlirbc_named_attr){ mlirbc_string_get(c, names[i], size),
			mlirbc_attr_integer(c, i32(), (uint64_t)i) };
	}
	const struct mlirbc_attr *all = mlirbc_attr_dictionary(c, entries, 40);
	CHECK_OR_RETURN(all != NULL);
	for (int i = 0; i < 40; i++)
		CHECK(mlirbc_dictionary_find(all, names[i]) == entries[i].value);
	CHECK(mlirbc_dictionary_find(all, "n") == NULL);
	CHECK(mlirbc_dictionary_find(all, "n400") == NULL);
	CHECK(mlirbc_dictionary_find(NULL, "n1") == NULL);
	CHECK_BYTES(all->u.dictionary.data[0].name->data, all->u.dictionary.data[0].name->size, "n0", 2);
	CHECK_BYTES(all->u.dictionary.data[2].name->data, all->u.dictionary.data[2].name->size, "n10", 3);
	struct mlirbc_named_attr swapped[2] = { entries[1], entries[0] };
	CHECK(mlirbc_attr_dictionary(c, entries, 2) == mlirbc_attr_dictionary(c, swapped, 2));
	entries[39] = entries[0];
	CHECK(mlirbc_attr_dictionary(c, entries, 40) == NULL);
}

static void uses_follow_values(void)
{
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_op *def = make_op("t.def", module->body, 2, NULL, 0, 0);
	struct mlirbc_value *both[2] = { &mlirbc_op_results(def)[0], &mlirbc_op_results(def)[0] };
	struct mlirbc_op *first = make_op("t.a", module->body, 0, both, 2, 0),
			 *second = make_op("t.b", module->body, 0, both, 1, 0);
	CHECK(mlirbc_op_results(def)[0].first_use == &mlirbc_op_operands(second)[0]); /* last use first */
	CHECK(mlirbc_operand_next(&mlirbc_op_operands(second)[0]) == &mlirbc_op_operands(first)[1]);
	CHECK(mlirbc_operand_next(&mlirbc_op_operands(first)[1]) == &mlirbc_op_operands(first)[0]);
	CHECK(mlirbc_operand_next(&mlirbc_op_operands(first)[0]) == NULL);
	mlirbc_operand_set(&mlirbc_op_operands(first)[1], &mlirbc_op_results(def)[1]);
	CHECK(mlirbc_operand_next(&mlirbc_op_operands(second)[0]) == &mlirbc_op_operands(first)[0]);
	CHECK(mlirbc_op_results(def)[1].first_use == &mlirbc_op_operands(first)[1]);
	mlirbc_operand_set(&mlirbc_op_operands(first)[1], NULL);
	CHECK(mlirbc_op_results(def)[1].first_use == NULL);
	mlirbc_value_replace(&mlirbc_op_results(def)[0], &mlirbc_op_results(def)[1]);
	CHECK(mlirbc_op_results(def)[0].first_use == NULL);
	CHECK(mlirbc_op_results(def)[1].first_use == &mlirbc_op_operands(first)[0]); /* reversed */
	CHECK(mlirbc_operand_next(&mlirbc_op_operands(first)[0]) == &mlirbc_op_operands(second)[0]);
	CHECK(mlirbc_op_operands(second)[0].value == &mlirbc_op_results(def)[1]);
	mlirbc_value_replace(&mlirbc_op_results(def)[1], &mlirbc_op_results(def)[1]);
	CHECK(mlirbc_op_results(def)[1].first_use == &mlirbc_op_operands(first)[0]);
}

/* Also those that are far from it. */
static void operands_know_their_op(void)
{
	static const uint32_t counts[] = { 1, 5, 6, 7, 37, 38, 39, 70, 71, 4000 };
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_op *def = make_op("t.def", module->body, 1, NULL, 0, 0);
	static struct mlirbc_value *values[4000];
	for (size_t i = 0; i < 4000; i++)
		values[i] = mlirbc_op_results(def);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct mlirbc_op *op = make_op("t.many", module->body, 2, values, counts[i], 1);
		CHECK_OR_RETURN(op != NULL);
		for (uint32_t j = 0; j < counts[i]; j++)
			CHECK(mlirbc_operand_owner(&mlirbc_op_operands(op)[j]) == op);
		CHECK(mlirbc_value_op(&mlirbc_op_results(op)[1]) == op && mlirbc_op_regions(op)->parent == op);
	}
}

/* Both kinds of attributes, in either order, and without one of them again. */
static void op_attributes_come_and_go(void)
{
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_op *op = make_op("t.op", module->body, 0, NULL, 0, 0);
	struct mlirbc_named_attr one = { mlirbc_string_get(c, "a", 1), mlirbc_attr_unit(c) };
	const struct mlirbc_attr *a = mlirbc_attr_dictionary(c, &one, 1), *b = mlirbc_attr_bool(c, true);
	CHECK(!mlirbc_op_has_attrs(op));
	CHECK(mlirbc_op_set_attributes(op, a) && mlirbc_op_attributes(op) == a && !mlirbc_op_properties(op));
	CHECK(mlirbc_op_set_properties(op, b) && mlirbc_op_attributes(op) == a && mlirbc_op_properties(op) == b);
	CHECK(mlirbc_op_set_attributes(op, NULL) && !mlirbc_op_attributes(op) && mlirbc_op_properties(op) == b);
	CHECK(mlirbc_op_set_attributes(op, a) && mlirbc_op_attributes(op) == a && mlirbc_op_properties(op) == b);
	CHECK(mlirbc_op_set_properties(op, NULL) && mlirbc_op_attributes(op) == a && !mlirbc_op_properties(op));
	CHECK(mlirbc_op_has_attrs(op) && mlirbc_op_set_attributes(op, NULL) && !mlirbc_op_has_attrs(op));
}

static void arguments_move_with_their_uses(void)
{
	struct mlirbc_op *outer = make_op("t.outer", NULL, 0, NULL, 0, 1);
	const struct mlirbc_type *types[2] = { i32(), mlirbc_type_index(c) };
	struct mlirbc_block *block = mlirbc_block_create(c, mlirbc_op_regions(outer), types, NULL, 1);
	struct mlirbc_value *operand = &block->arguments[0];
	struct mlirbc_op *user = make_op("t.use", block, 0, &operand, 1, 0);
	CHECK(mlirbc_block_add_arguments(c, block, types, NULL, 2));
	CHECK_INT(block->argument_count, 3);
	CHECK(mlirbc_op_operands(user)[0].value == &block->arguments[0]);
	CHECK(block->arguments[0].first_use == &mlirbc_op_operands(user)[0]);
	CHECK(block->arguments[2].type == mlirbc_type_index(c));
	CHECK(mlirbc_value_location(&block->arguments[2]) == mlirbc_loc_unknown(c));
	CHECK_INT(block->arguments[2].index, 2);
	CHECK_INT(mlirbc_block_create(c, mlirbc_op_regions(outer), NULL, NULL, 0)->number, 1);
}

static void ops_can_be_moved(void)
{
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_op *a = make_op("t.a", module->body, 0, NULL, 0, 0),
			 *b = make_op("t.b", module->body, 0, NULL, 0, 0),
			 *d = make_op("t.d", module->body, 0, NULL, 0, 0);
	mlirbc_op_remove(b);
	CHECK(a->next == d && d->prev == a && b->parent == NULL);
	mlirbc_op_remove(b);
	mlirbc_op_remove(a);
	CHECK(module->body->first == d);
	mlirbc_op_append(a, module->body);
	CHECK(d->next == a && module->body->last == a && a->parent == module->body);
	mlirbc_op_remove(a);
	mlirbc_op_remove(d);
	CHECK(module->body->first == NULL && module->body->last == NULL);
}

static void attributes_of_an_op(void)
{
	const struct mlirbc_string *x = mlirbc_string_get(c, "x", 1), *y = mlirbc_string_get(c, "y", 1);
	const struct mlirbc_attr *one = mlirbc_attr_integer(c, i32(), 1), *two = mlirbc_attr_integer(c, i32(), 2);
	struct mlirbc_named_attr inherent[] = { { y, one } }, others[] = { { x, two }, { y, two } };
	struct mlirbc_op_spec spec = { .name = "t.a",
		.name_size = 3,
		.properties = mlirbc_attr_dictionary(c, inherent, 1),
		.attributes = mlirbc_attr_dictionary(c, others, 2) };
	struct mlirbc_op *op = mlirbc_op_create(c, &spec, NULL);
	bool ok = false;
	CHECK(mlirbc_op_is(op, "t.a") && !mlirbc_op_is(op, "t.ab") && !mlirbc_op_is(op, "t"));
	CHECK(mlirbc_op_attr(op, "x") == two);
	CHECK(mlirbc_op_attr(op, "y") == one); /* the inherent one counts */
	CHECK(mlirbc_op_attr(op, "z") == NULL);
	const struct mlirbc_attr *all = mlirbc_op_all_attrs(c, op, &ok);
	CHECK(ok);
	CHECK_INT(all->u.dictionary.count, 2);
	CHECK(mlirbc_dictionary_find(all, "y") == one);
	mlirbc_op_set_attributes(op, mlirbc_attr_dictionary(c, NULL, 0));
	CHECK(mlirbc_op_attributes(op) == NULL);
	CHECK(mlirbc_op_all_attrs(c, op, &ok) == mlirbc_op_properties(op));
	mlirbc_op_set_properties(op, NULL);
	CHECK(mlirbc_op_all_attrs(c, op, &ok) == NULL && ok);
}

static void symbols_are_found(void)
{
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_named_attr entry = { mlirbc_string_get(c, "sym_name", 8), mlirbc_attr_string(c, "f", 1) };
	struct mlirbc_op_spec spec = {
		.name = "func.func", .name_size = 9, .properties = mlirbc_attr_dictionary(c, &entry, 1)
	};
	make_op("t.other", module->body, 0, NULL, 0, 0);
	struct mlirbc_op *f = mlirbc_op_create(c, &spec, module->body);
	const struct mlirbc_string name = { "f", 1 }, missing = { "g", 1 };
	CHECK(mlirbc_block_symbol(module->body, &name) == f);
	CHECK(mlirbc_block_symbol(module->body, &missing) == NULL);
	CHECK(!mlirbc_op_is_private(f));
	CHECK_INT(mlirbc_op_set_attr(f, "sym_visibility", mlirbc_attr_string(c, "private", 7)), MLIRBC_OK);
	CHECK(mlirbc_op_is_private(f));
	CHECK_INT(mlirbc_op_set_attr(f, "sym_visibility", mlirbc_attr_string(c, "nested", 6)), MLIRBC_OK);
	CHECK(!mlirbc_op_is_private(f));
}

static void walk_orders(void)
{
	/* root { a { } b { c ^ d } , { e } } f, with empty regions and blocks in between */
	struct mlirbc_module *module = mlirbc_module_create(c);
	struct mlirbc_op *root = make_op("root", module->body, 0, NULL, 0, 1);
	struct mlirbc_block *body = mlirbc_block_create(c, mlirbc_op_regions(root), NULL, NULL, 0);
	make_op("a", body, 0, NULL, 0, 1);
	struct mlirbc_op *b = make_op("b", body, 0, NULL, 0, 3);
	make_op("c", mlirbc_block_create(c, &mlirbc_op_regions(b)[0], NULL, NULL, 0), 0, NULL, 0, 0);
	mlirbc_block_create(c, &mlirbc_op_regions(b)[0], NULL, NULL, 0);
	make_op("d", mlirbc_block_create(c, &mlirbc_op_regions(b)[0], NULL, NULL, 0), 0, NULL, 0, 0);
	make_op("e", mlirbc_block_create(c, &mlirbc_op_regions(b)[2], NULL, NULL, 0), 0, NULL, 0, 0);
	make_op("f", body, 0, NULL, 0, 0);
	make_op("outside", module->body, 0, NULL, 0, 0);
	char names[200] = "";
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
		strcat(strncat(names, op->name->data, op->name->size), " ");
	CHECK_STR(names, "root a b c d e f ");
	names[0] = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_post(root, op)) != NULL;)
		strcat(strncat(names, op->name->data, op->name->size), " ");
	CHECK_STR(names, "a c d e b f root ");
	names[0] = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(b, op)) != NULL;)
		strcat(strncat(names, op->name->data, op->name->size), " ");
	CHECK_STR(names, "b c d e ");
	struct mlirbc_op *leaf = body->last;
	CHECK(mlirbc_op_next_pre(leaf, NULL) == leaf && mlirbc_op_next_pre(leaf, leaf) == NULL);
	CHECK(mlirbc_op_next_post(leaf, NULL) == leaf && mlirbc_op_next_post(leaf, leaf) == NULL);
}

static void limit_and_large_requests(void)
{
	struct mlirbc_context *small = mlirbc_context_create(NULL);
	size_t before = mlirbc_context_bytes(small);
	mlirbc_context_limit(small, before + 100000);
	CHECK(mlirbc_context_alloc(small, 200000, 8) == NULL);
	char *p = mlirbc_context_alloc(small, 50000, 4096);
	CHECK(p != NULL);
	CHECK_INT((uintptr_t)p % 4096, 0);
	CHECK(mlirbc_context_bytes(small) <= before + 100000);
	CHECK(mlirbc_context_alloc(small, SIZE_MAX - 5, 8) == NULL);
	mlirbc_context_limit(small, 0);
	CHECK(mlirbc_context_alloc(small, 200000, 8) != NULL);
	CHECK(mlirbc_context_alloc(small, 0, 1) != NULL);
	mlirbc_context_destroy(small);
	mlirbc_context_destroy(NULL);
	struct mlirbc_op_spec huge = { .name = "x", .name_size = 1, .region_count = SIZE_MAX / 2 };
	CHECK(mlirbc_op_create(c, &huge, NULL) == NULL);
}

static void everything_is_given_back(void)
{
	struct counting counting = { .fail_at = SIZE_MAX };
	const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
	struct mlirbc_context *own = mlirbc_context_create(&allocator);
	for (int i = 0; i < 2000; i++)
		mlirbc_attr_integer(own, mlirbc_type_integer(own, 64, MLIRBC_SIGNLESS), (uint64_t)i);
	CHECK_INT(counting.live, mlirbc_context_bytes(own));
	mlirbc_context_destroy(own);
	CHECK_INT(counting.live, 0);
	counting.fail_at = 0;
	CHECK(mlirbc_context_create(&allocator) == NULL);
}

static void names_of_status(void)
{
	CHECK_STR(mlirbc_status_name(MLIRBC_E_SYNTAX), "MLIRBC_E_SYNTAX");
	CHECK_STR(mlirbc_status_name((enum mlirbc_status)77), "?");
	char version[32];
	snprintf(version, sizeof version, "%d.%d.%d", MLIRBC_VERSION_MAJOR, MLIRBC_VERSION_MINOR, MLIRBC_VERSION_PATCH);
	CHECK_STR(mlirbc_version(), version);
}

/* A string of that many bytes in a text. */
static enum mlirbc_status parse_string(struct mlirbc_context *context, size_t size)
{
	static const char head[] = "\"t.x\"() {a = \"", tail[] = "\"} : () -> ()";
	struct mlirbc_module *module;
	char *text = malloc(sizeof head + size + sizeof tail);
	if (!text)
		abort();
	memcpy(text, head, sizeof head - 1);
	memset(text + sizeof head - 1, 'x', size);
	memcpy(text + sizeof head - 1 + size, tail, sizeof tail);
	enum mlirbc_status status = mlirbc_parse(context, text, strlen(text), NULL, &module, NULL);
	free(text);
	return status;
}

/* After the limit refused a request, a later lack of memory is still reported as such. */
static void limit_and_lack_of_memory(void)
{
	struct counting counting = { .fail_at = SIZE_MAX };
	const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
	struct mlirbc_context *context = mlirbc_context_create(&allocator);
	mlirbc_context_limit(context, 1 << 20);
	CHECK_INT(parse_string(context, 1 << 21), MLIRBC_E_LIMIT);
	CHECK_INT(parse_string(context, 1 << 17), MLIRBC_OK);
	counting.fail_at = 0;
	CHECK_INT(parse_string(context, 1 << 18), MLIRBC_E_NOMEM);
	counting.fail_at = SIZE_MAX;
	CHECK_INT(parse_string(context, 1 << 21), MLIRBC_E_LIMIT);
	mlirbc_context_destroy(context);
}

static bool is_at(const struct mlirbc_op *op, const char *file, uint32_t line, uint32_t column)
{
	const struct mlirbc_string *found;
	uint32_t found_line, found_column;
	return mlirbc_op_position(op, &found, &found_line, &found_column) && found->size == strlen(file) &&
	       memcmp(found->data, file, found->size) == 0 && found_line == line && found_column == column;
}

/* Of ops with and without locations of their own, before and after an attribute is made. */
static void positions_of_ops(void)
{
	const char text[] = "\"a.b\"() : () -> ()\n  \"a.b\"() : () -> ()\n"
			    "\"a.b\"() : () -> () loc(\"other\":7:8)\n\"a.b\"() : () -> () loc(unknown)\n";
	const struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "file" };
	struct mlirbc_module *module = NULL;
	const struct mlirbc_string *file;
	uint32_t line, column;
	if (!CHECK_INT(mlirbc_parse(c, text, sizeof text - 1, &options, &module, NULL), MLIRBC_OK))
		return;
	struct mlirbc_block *block = mlirbc_op_regions(module->body->first)->first; /* of the implicit builtin.module */
	struct mlirbc_op *first = block->first, *second = first->next, *third = second->next;
	CHECK(is_at(first, "file", 1, 1));
	CHECK(is_at(second, "file", 2, 3));
	CHECK_INT(mlirbc_op_location(second)->u.file.line, 2);
	CHECK(is_at(second, "file", 2, 3));
	CHECK(is_at(third, "other", 7, 8));
	CHECK(!mlirbc_op_position(third->next, &file, &line, &column));
	struct mlirbc_op *made = make_op("a.c", block, 0, NULL, 0, 0);
	CHECK(!mlirbc_op_position(made, &file, &line, &column));
	mlirbc_op_copy_location(made, first);
	CHECK(is_at(made, "file", 1, 1));
	CHECK(mlirbc_op_location(made) == mlirbc_op_location(first));
	mlirbc_op_copy_location(made, third);
	CHECK(mlirbc_op_location(made) == mlirbc_op_location(third));
	mlirbc_op_copy_location(made, third->next);
	CHECK_INT(mlirbc_op_location(made)->kind, MLIRBC_LOC_UNKNOWN);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(strings_are_unique), CHECK_CASE(types_are_unique),
		CHECK_CASE(type_facts), CHECK_CASE(attributes_are_unique), CHECK_CASE(equal_elements_are_a_splat),
		CHECK_CASE(dictionaries_are_sorted), CHECK_CASE(uses_follow_values), CHECK_CASE(operands_know_their_op),
		CHECK_CASE(op_attributes_come_and_go), CHECK_CASE(arguments_move_with_their_uses),
		CHECK_CASE(ops_can_be_moved), CHECK_CASE(attributes_of_an_op), CHECK_CASE(positions_of_ops), CHECK_CASE(symbols_are_found),
		CHECK_CASE(walk_orders), CHECK_CASE(limit_and_large_requests), CHECK_CASE(limit_and_lack_of_memory),
		CHECK_CASE(everything_is_given_back), CHECK_CASE(names_of_status) };
	c = mlirbc_context_create(NULL);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	mlirbc_context_destroy(c);
	return result;
}
