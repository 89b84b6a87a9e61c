/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode writer: where readers of MLIR are wrong, or lose something, the output is correct for all of them. */
#include "text.h"

static struct printed write_version(const struct mlirbc_module *module, uint32_t version)
{
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = version };
	return write_module(module, &options);
}

/* ---- orders of uses */

struct orders {
	size_t count, pairs;
	uint64_t values[64]; /* which results have one, in the order of the file */
	size_t value_count;
};

static enum mlirbc_walk_answer find_orders(void *ctx, const struct mlirbc_walk_item *item)
{
	struct orders *out = ctx;
	if (item->event != MLIRBC_WALK_FIELD)
		return MLIRBC_WALK_GO_ON;
	out->count += item->field == MLIRBC_WALK_USE_COUNT;
	out->pairs += item->field == MLIRBC_WALK_USE_COUNT && item->flag;
	if (item->field == MLIRBC_WALK_USE_VALUE && out->value_count < 64)
		out->values[out->value_count++] = item->number;
	return MLIRBC_WALK_GO_ON;
}

static struct orders orders_of(const struct printed *bytes)
{
	struct orders out = { 0 };
	static struct mlirbc_walk_frame frames[64];
	struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 64 };
	CHECK_INT(mlirbc_walk(bytes->text, bytes->size, &options, find_orders, &out, NULL), MLIRBC_OK);
	return out;
}

/* A value used by eight ops, whose use list is given by numbers of ops. */
static void check_order(const char *order, bool expect_order, bool expect_pairs)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	struct mlirbc_op *users[8];
	mlirbc_builder_init(&b, c);
	struct mlirbc_value *value = MLIRBC_VALUE(&b, "a.def", MLIRBC_RESULTS(mlirbc_type_index(c)));
	for (size_t i = 0; i < 8; i++)
		users[i] = MLIRBC_OP(&b, "a.use", MLIRBC_OPERANDS(value));
	for (size_t i = 8; i-- > 0;) { /* the one set last comes first */
		mlirbc_operand_set(mlirbc_op_operands(users[order[i] - '1']), NULL);
		mlirbc_operand_set(mlirbc_op_operands(users[order[i] - '1']), value);
	}
	struct printed bytes = write_version(b.module, 6);
	struct orders found = orders_of(&bytes);
	CHECK_INT(found.count, expect_order);
	CHECK_INT(found.pairs, expect_pairs);
	struct mlirbc_module *module = load_written(c, &bytes);
	struct mlirbc_op *def = module ? mlirbc_op_regions(module->body->first)[0].first->first : NULL;
	char now[9] = { 0 };
	size_t count = 0;
	for (const struct mlirbc_operand *use = def ? mlirbc_op_results(def)->first_use : NULL; use && count < 8;
		use = mlirbc_operand_next(use)) {
		size_t number = 0;
		for (const struct mlirbc_op *op = mlirbc_operand_owner(use); op != def; op = op->prev)
			number++;
		now[count++] = (char)('0' + number);
	}
	CHECK_STR(now, order);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

/* LLVM up to 22 reads pairs the other way round than LLVM writes them: that shows unless both ways are the same. */
static void pairs_only_where_readers_agree(void)
{
	check_order("87654321", false, false);
	check_order("87654312", true, true);
	check_order("87654132", true, false);
	check_order("12345678", true, false);
}

/* Values with an order are in the file in the iteration order of an LLVM hash table. */
static void orders_lie_as_in_a_hash_table(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	const struct mlirbc_type *types[60];
	for (size_t i = 0; i < 60; i++)
		types[i] = mlirbc_type_index(c);
	mlirbc_builder_init(&b, c);
	struct mlirbc_op *def = MLIRBC_OP(&b, "a.def", .results = types, .result_count = 60);
	struct mlirbc_value *values = def ? mlirbc_op_results(def) : NULL;
	static const size_t chosen[] = { 0, 1, 2, 3, 59 };
	static const uint64_t expected[] = { 0, 59, 2, 1, 3 }; /* times 37 modulo 64: 0, 7, 10, 37, 47 */
	for (size_t i = 0; values && i < 5; i++) {
		struct mlirbc_op *use = MLIRBC_OP(&b, "a.use", MLIRBC_OPERANDS(&values[chosen[i]], &values[chosen[i]]));
		mlirbc_operand_set(mlirbc_op_operands(use), NULL);
		mlirbc_operand_set(mlirbc_op_operands(use), &values[chosen[i]]);
	}
	struct printed bytes = write_version(b.module, 6);
	struct orders found = orders_of(&bytes);
	CHECK_INT(found.value_count, 5);
	for (size_t i = 0; i < 5; i++)
		CHECK_INT(found.values[i], expected[i]);
	struct mlirbc_module *module = load_written(c, &bytes);
	struct printed again = module ? write_version(module, 6) : (struct printed){ 0 };
	CHECK(printed_equal(&again, &bytes));
	/* 48 of them and more need a larger table */
	for (size_t i = 0; values && i < 60; i++) {
		struct mlirbc_op *use = MLIRBC_OP(&b, "a.use", MLIRBC_OPERANDS(&values[i], &values[i]));
		mlirbc_operand_set(mlirbc_op_operands(use), NULL);
		mlirbc_operand_set(mlirbc_op_operands(use), &values[i]);
	}
	free(again.text);
	struct printed many = write_version(b.module, 6);
	found = orders_of(&many);
	CHECK_INT(found.value_count, 60);
	/* times 37 modulo 128: 0, 1, 3, 4 */
	CHECK(found.values[0] == 0 && found.values[1] == 45 && found.values[2] == 7 && found.values[3] == 52);
	mlirbc_context_destroy(c);
	free(bytes.text);
	free(many.text);
}

/* ---- resources */

static struct mlirbc_module *with_resources(struct mlirbc_context *c, struct mlirbc_builder *b)
{
	const int64_t four[] = { 4 }, none[] = { 0 };
	const struct mlirbc_type *i8 = mlirbc_type_integer(c, 8, MLIRBC_SIGNLESS);
	const struct mlirbc_type *tensor = mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, four, 1, i8);
	const struct mlirbc_type *empty = mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, none, 1, i8);
	mlirbc_builder_init(b, c);
	mlirbc_builder_resource(b, "unused", tensor, "abcd", 4, 64);
	const struct mlirbc_attr *second = mlirbc_builder_resource(b, "second", tensor, "efgh", 4, 16);
	const struct mlirbc_attr *first = mlirbc_builder_resource(b, "first", empty, "", 0, 8);
	MLIRBC_OP(b, "a.b", MLIRBC_ATTRS({ "a", first }, { "b", second }));
	struct mlirbc_resource more[] = {
		{ .kind = MLIRBC_RESOURCE_STRING, .external = true, .data = (const uint8_t *)"text", .size = 4 },
		{ .kind = MLIRBC_RESOURCE_BOOL, .external = true, .value = true },
		{ .kind = MLIRBC_RESOURCE_BLOB, .data = (const uint8_t *)"other", .size = 5, .alignment = 1 },
	};
	static const char *const keys[] = { "string", "bool", "blob" }, *const groups[] = { "group", "group",
		"dialect" };
	for (size_t i = 0; i < 3; i++) {
		more[i].key = mlirbc_string_get(c, keys[i], strlen(keys[i]));
		more[i].group = mlirbc_string_get(c, groups[i], strlen(groups[i]));
		CHECK(mlirbc_resource_add(b->module, &more[i]) != NULL);
	}
	CHECK_INT(b->status, MLIRBC_OK);
	return b->module;
}

/* External ones, then those of builtin in the order of their use and those that nothing uses, then those of others. */
static void check_resources(const struct mlirbc_module *module)
{
	static const char *const keys[] = { "string", "bool", "first", "second", "unused", "blob" };
	static const uint32_t alignments[] = { 0, 0, 8, 16, 64, 1 };
	size_t i = 0;
	for (const struct mlirbc_resource *r = module->resources; r && i < 6; r = r->next, i++) {
		CHECK(r->key->size == strlen(keys[i]) && memcmp(r->key->data, keys[i], r->key->size) == 0);
		CHECK_INT(r->external, i < 2);
		if (i >= 2)
			CHECK_INT(r->alignment, alignments[i]);
	}
	CHECK_INT(i, 6);
}

static void resources_are_kept(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	const struct mlirbc_module *module = with_resources(c, &b);
	for (uint32_t version = 0; version <= 6; version++) {
		struct printed bytes = write_version(module, version);
		struct mlirbc_module *loaded = load_written(c, &bytes);
		for (uint32_t other = 0; loaded && other <= 6; other++) {
			struct printed again = write_version(loaded, other);
			struct mlirbc_module *converted = load_written(c, &again);
			CHECK(other != version || printed_equal(&again, &bytes));
			if (converted)
				check_resources(converted);
			free(again.text);
		}
		if (!loaded)
			break;
		free(bytes.text);
	}
	mlirbc_context_destroy(c);
}

struct blobs {
	size_t count;
	uint64_t alignments[4];
};

static enum mlirbc_walk_answer find_blobs(void *ctx, const struct mlirbc_walk_item *item)
{
	struct blobs *out = ctx;
	if (item->event == MLIRBC_WALK_FIELD && item->part == MLIRBC_WALK_RESOURCE_DATA &&
		item->field == MLIRBC_WALK_ALIGNMENT && out->count < 4)
		out->alignments[out->count++] = item->number;
	return MLIRBC_WALK_GO_ON;
}

/* LLVM writes alignment 0 for an empty blob and refuses it when it reads. */
static void empty_blobs_have_an_alignment(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	static const char text[] = "\"a.b\"() {a = dense_resource<k> : tensor<0xi8>} : () -> ()\n"
				   "{-# dialect_resources: { builtin: { k: \"0x08000000\", l: \"0x40000000\" } } #-}\n";
	struct mlirbc_module *module = NULL;
	struct blobs found = { 0 };
	static struct mlirbc_walk_frame frames[64];
	struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 64 };
	CHECK_INT(mlirbc_parse(c, text, sizeof text - 1, NULL, &module, NULL), MLIRBC_OK);
	if (module) {
		struct printed bytes = write_version(module, 6);
		CHECK_INT(mlirbc_walk(bytes.text, bytes.size, &options, find_blobs, &found, NULL), MLIRBC_OK);
		CHECK_INT(found.count, 2);
		CHECK(found.alignments[0] > 0 && found.alignments[1] > 0);
		free(bytes.text);
	}
	mlirbc_context_destroy(c);
}

/* Aligned data is at a multiple counted from the start of the file, and the section has an alignment flag if it must
 * move for that. */
static void blobs_are_aligned_in_the_file(void)
{
	for (size_t shift = 0; shift < 70; shift++) {
		char name[80] = { 0 };
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_builder b;
		mlirbc_builder_init(&b, c);
		const int64_t four[] = { 4 };
		const struct mlirbc_type *i8 = mlirbc_type_integer(c, 8, MLIRBC_SIGNLESS);
		const struct mlirbc_attr *data = mlirbc_builder_resource(
			&b, "k", mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, four, 1, i8), "abcd", 4, 64);
		memset(name, 'x', shift);
		mlirbc_builder_resource(&b, "odd", i8, "12345", 5, 1);
		MLIRBC_OP(&b, "a.b", MLIRBC_ATTRS({ name, mlirbc_attr_unit(c) }, { "k", data }));
		struct mlirbc_write_options options = { .size = sizeof options, .producer = name };
		struct printed bytes = { 0 };
		CHECK_INT(mlirbc_write(b.module, &options, printed_append, &bytes, NULL), MLIRBC_OK);
		struct mlirbc_module *module = load_written(c, &bytes);
		for (const struct mlirbc_resource *r = module ? module->resources : NULL; r; r = r->next)
			CHECK_INT((size_t)((const char *)r->data - bytes.text) % r->alignment, 0);
		CHECK_INT(mlirbc_verify(bytes.text, bytes.size, NULL, NULL, NULL), MLIRBC_OK);
		mlirbc_context_destroy(c);
		free(bytes.text);
	}
}

/* LLVM 24 has codes for small floats, LLVM 22 writes their names; LLVM 23 may do either, and reads both. */
static void small_floats(void)
{
	static const char source[] = "\"t.a\"() {x = [tf32, f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4, "
				     "f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E8M0FNU]} : () -> ()";
	static const struct {
		const char *producer;
		bool text;
	} rows[] = { { "MLIR22.1.8", true }, { "MLIR23.0.0git", true }, { "MLIR24.0.0git", false }, { "MLIR31.1.0", false }, { "x", true } };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct mlirbc_write_options options = { .size = sizeof options, .producer = rows[i].producer };
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_module *module = NULL;
		if (!CHECK_INT(parse_exact(c, source, sizeof source - 1, NULL, &module, NULL), MLIRBC_OK))
			return;
		struct printed bytes = write_module(module, &options), before = print_module(module, false);
		bool text = false;
		for (size_t at = 0; at + 9 <= bytes.size; at++)
			text |= memcmp(bytes.text + at, "f8E8M0FNU", 9) == 0;
		if (text != rows[i].text)
			check_report(__FILE__, __LINE__, "%s: small floats are %s", rows[i].producer, text ? "text" : "codes");
		struct mlirbc_module *again = load_written(c, &bytes);
		struct printed after = again ? print_module(again, false) : (struct printed){ 0 };
		CHECK(printed_equal(&before, &after));
		free(bytes.text);
		free(before.text);
		free(after.text);
		mlirbc_context_destroy(c);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(pairs_only_where_readers_agree),
		CHECK_CASE(orders_lie_as_in_a_hash_table),
		CHECK_CASE(resources_are_kept),
		CHECK_CASE(empty_blobs_have_an_alignment),
		CHECK_CASE(blobs_are_aligned_in_the_file),
		CHECK_CASE(small_floats),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
