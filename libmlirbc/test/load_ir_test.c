/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader: ops, regions, blocks, numbers of values, orders of uses. */
#include "bytecode.h"

enum { MODULE, A, B };                                                         /* op names of file_start */
enum { RESULTS = 2, OPERANDS = 4, SUCCESSORS = 8, REGIONS = 16, ORDERS = 32 }; /* bits of an op's mask */

static void start(struct file *f, unsigned version, unsigned values, unsigned op_count, const uint8_t *ops, size_t size)
{
	struct bytes bytes = { 0 };
	put_data(&bytes, ops, size);
	file_start(f, version);
	file_module(f, values, op_count, &bytes);
	free(bytes.data);
}
#define OPS(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })

static struct mlirbc_block *body(const struct loaded *l)
{
	return l->status == MLIRBC_OK ? mlirbc_op_regions(l->module->body->first)->first : NULL;
}

/* In version 6, at the n-th byte of the module's section of regions. */
static void check_bad_ops(
	int line, unsigned values, unsigned op_count, const uint8_t *ops, size_t size, size_t n, const char *text)
{
	struct file f;
	start(&f, 6, values, op_count, ops, size);
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[IR] + 7 + n, text);
}
#define BAD_OPS(values, op_count, n, text, ...)                                                                        \
	check_bad_ops(__LINE__, (values), (op_count), OPS(__VA_ARGS__), (n), (text))

/* ---- ops. Byte 3 of the regions is the first op's. */

static void checks_ops(void)
{
	BAD_OPS(0, 1, 3, "op 1: op name index is 3, expected less than 3", N(3), 0, N(0));
	BAD_OPS(0, 1, 4, "mask is 0x80", N(A), 0x80, N(0));
	BAD_OPS(0, 1, 5, "location index is 1", N(A), 0, N(1));
	BAD_OPS(0, 1, 6, "attribute index is 9", N(A), 0x01, N(0), N(9));
	BAD_OPS(0, 1, 6, "attribute 0 is of another kind, expected a dictionary", N(A), 0x01, N(0), N(0));
	BAD_OPS(0, 1, 6, "properties index is 0", N(A), 0x40, N(0), N(0));
	BAD_OPS(0, 1, 6, "number of results is 3, but only 2", N(A), RESULTS, N(0), N(3), N(0), N(0));
	BAD_OPS(2, 1, 7, "type index is 1", N(A), RESULTS, N(0), N(2), N(1), N(0));
	BAD_OPS(0, 1, 6, "number of operands is 1152921504606846976", N(A), OPERANDS, N(0), 0, 0, 0, 0, 0, 0, 0, 0,
		0x10);
	BAD_OPS(1, 1, 7, "value index is 1, expected less than 1", N(A), OPERANDS, N(0), N(1), N(1));
	BAD_OPS(0, 1, 7, "block index is 1, expected less than 1", N(A), SUCCESSORS, N(0), N(1), N(1));
	BAD_OPS(0, 1, 6, "number of regions is 60", N(A), REGIONS, N(0), FLAG(60, 0), N(0));
	BAD_OPS(1, 1, 8, "value 0 is used, but the region ends", N(A), OPERANDS, N(0), N(1), N(0), N(0));
	BAD_OPS(0, 1, 8, "1 more values, but the region declared only 0", N(A), RESULTS, N(0), N(1), N(0));
	BAD_OPS(0, 2, 6, "the data ends", N(A), 0, N(0));
	BAD_OPS(0, 1, 6, "1 bytes too many", N(A), 0, N(0), 0);
}

/* The same behind an op of that name that has what is expected. */
static void checks_ops_like_others(void)
{
#define FIRST N(B), RESULTS, N(0), N(1), N(0)                       /* 5 bytes: %0 */
#define USES N(A), OPERANDS, N(0), N(2), N(0), N(0)                 /* 6 bytes */
#define BOTH N(A), OPERANDS | RESULTS, N(0), N(1), N(0), N(1), N(0) /* 7 bytes */
	BAD_OPS(1, 4, 24, "op 4: value index is 1, expected less than 1", FIRST, USES, USES, N(A), OPERANDS, N(0), N(2),
		N(1), N(0));
	BAD_OPS(1, 4, 25, "op 4: value index is 1, expected less than 1", FIRST, USES, USES, N(A), OPERANDS, N(0), N(2),
		N(0), N(1));
	BAD_OPS(1, 4, 25, "value index is 127, expected less than 1", FIRST, USES, USES, N(A), OPERANDS, N(0), N(2),
		N(0), N(127));
	BAD_OPS(1, 4, 24, "value index is 200, expected less than 1", FIRST, USES, USES, N(A), OPERANDS, N(0), N(2),
		0x22, 0x03, N(0));
	BAD_OPS(1, 4, 22, "location index is 5", FIRST, USES, USES, N(A), OPERANDS, N(5), N(2), N(0), N(0));
	BAD_OPS(3, 3, 17, "type index is 1", FIRST, FIRST, N(B), RESULTS, N(0), N(1), N(1));
	BAD_OPS(2, 3, 18, "1 more values, but the region declared only 0", FIRST, FIRST, FIRST);
	BAD_OPS(3, 4, 22, "op 4: the data ends", FIRST, BOTH, BOTH, 0);
	BAD_OPS(4, 4, 27, "number of operands", FIRST, BOTH, BOTH, N(A), OPERANDS | RESULTS, N(0), N(1), N(0), N(1));
	BAD_OPS(3, 3, 22, "1 bytes too many", FIRST, BOTH, BOTH, N(A));
	/* The section after the one that ends in the op could be read as its last operand. */
	BAD_OPS(0, 2, 37, "number of operands is 2, but only 1", N(B), REGIONS, N(0), FLAG(1, 1), IR, N(30), N(1), N(2),
		N(10), FIRST, FIRST, USES, USES, N(A), OPERANDS, N(0), N(2), N(0), N(A), 0, N(0));
	BAD_OPS(6, 4, 29, "value 5 is used, but the region ends", FIRST, BOTH, BOTH, N(A), OPERANDS | RESULTS, N(0),
		N(1), N(0), N(1), N(5));
}

/* After two ops of a name others are read by comparing them with those; longer numbers are read one by one. */
static void reads_ops_like_others(void)
{
	struct file f;
	start(&f, 6, 7, 11,
		OPS(N(B), RESULTS, N(0), N(1), N(0),                              /* %0 = b */
			N(A), OPERANDS, N(0), N(5), N(0), N(0), N(0), N(0), N(0), /* a(%0, %0, %0, %0, %0) */
			N(A), OPERANDS, N(0), N(5), N(0), N(0), N(0), N(0), N(0), /* again */
			N(B), RESULTS, N(0), N(1), N(0),                          /* %1 = b */
			N(A), OPERANDS, N(0), N(5), N(0), N(0), N(4), N(0), N(4), /* a(%0, %0, %4, %0, %4) */
			N(B), RESULTS, N(0), N(1), N(0),                          /* %2 = b */
			N(A), OPERANDS, N(0), N(5), N(4), N(1), N(0), N(1), N(0), /* a(%4, %1, %0, %1, %0) */
			N(B), RESULTS, N(0), 0x06, 0x00, N(0),                    /* %3 = b, 1 in two bytes */
			N(A), OPERANDS, N(0), N(5), N(0), 0x06, 0x00, N(2), N(4), 0x0A,
			0x00,                                                       /* a(%0, %1, %2, %4, %2) */
			N(B), RESULTS, 0x02, 0x00, N(3), N(0), N(0), N(0),          /* %4, %5, %6 = b */
			N(A), OPERANDS, N(0), N(5), N(5), N(4), N(3), N(2), N(1))); /* a(%5, %4, %3, %2, %1) */
	static const unsigned expected[6][5] = { { 0 }, { 0 }, { 0, 0, 4, 0, 4 }, { 4, 1, 0, 1, 0 }, { 0, 1, 2, 4, 2 },
		{ 5, 4, 3, 2, 1 } };
	struct loaded l = load_good(&f);
	if (CHECK(body(&l))) {
		const struct mlirbc_value *values[7];
		unsigned count = 0, users = 0;
		struct mlirbc_op *prev = NULL;
		for (struct mlirbc_op *op = body(&l)->first; op; prev = op, op = op->next) {
			CHECK(op->prev == prev && op->parent == body(&l) && !op->region_count && !op->has_successors);
			for (unsigned i = 0; i < op->result_count; i++) {
				const struct mlirbc_value *value = &mlirbc_op_results(op)[i];
				CHECK(mlirbc_value_op(value) == op && value->index == i && value->type);
				values[count++] = value;
			}
		}
		CHECK(prev == body(&l)->last && count == 7);
		for (struct mlirbc_op *op = body(&l)->first; op && count == 7; op = op->next) {
			for (unsigned i = 0; i < op->operand_count; i++) {
				CHECK(mlirbc_op_operands(op)[i].value == values[expected[users][i]]);
				CHECK(mlirbc_operand_owner(&mlirbc_op_operands(op)[i]) == op);
			}
			users += op->operand_count == 5;
		}
		CHECK(users == 6);
		for (unsigned i = 0; i < count; i++) {
			unsigned uses = 0, all = 0;
			for (const struct mlirbc_operand *use = values[i]->first_use; use;
				use = mlirbc_operand_next(use))
				uses += use->value == values[i];
			for (unsigned j = 0; j < 30; j++)
				all += expected[j / 5][j % 5] == i;
			CHECK_INT(uses, all);
		}
	}
	loaded_free(&l);
}

static void checks_the_top_level(void)
{
	struct file f;
	start(&f, 6, 0, 0, OPS(0));
	f.body[IR].size = 0;
	PUT(&f.body[IR], FLAG(1, 1), N(0), N(A), 0, N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[IR], "the top-level block has arguments");
	start(&f, 6, 0, 0, OPS(0));
	f.body[IR].size = 0;
	PUT(&f.body[IR], N(2), N(A), OPERANDS, N(0), N(1), N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[IR] + 5, "value index is 0, expected less than 0");
	start(&f, 6, 0, 0,
		OPS(0)); /* several ops, one with an unusable result; regions that are not isolated */
	f.body[IR].size = 0;
	PUT(&f.body[IR], N(4), N(A), RESULTS, N(0), N(1), N(0), N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), N(4));
	PUT(&f.body[IR], N(A), RESULTS, N(0), N(1), N(0), N(A), OPERANDS, N(0), N(1), N(0));
	struct loaded l = load_good(&f);
	if (l.status == MLIRBC_OK) {
		struct mlirbc_op *b = l.module->body->last;
		CHECK(l.module->body->first->next == b && !b->parent->parent && !b->isolated);
		CHECK(mlirbc_op_operands(mlirbc_op_regions(b)->first->last)->value ==
			mlirbc_op_results(mlirbc_op_regions(b)->first->first));
		CHECK(!mlirbc_op_results(l.module->body->first)->first_use);
	}
	loaded_free(&l);
}

/* ---- locations: one read after another takes fewer looks when it has the form of the last one */

static const uint32_t lines[] = { 0, 1, 127, 128, 129, 16383, 16384, 2097151, 2097152, 16777215, 16777216, UINT32_MAX };
static const uint32_t columns[] = { 0, 1, 127, 128, 16383, 16384, UINT32_MAX };
enum {
	LINES = sizeof lines / sizeof *lines,
	COLUMNS = sizeof columns / sizeof *columns,
	LOCATIONS = 4 * LINES * COLUMNS
};

/* Of location i: file, line, column. Neighbours are alike in some and different in others. */
static void location_parts(unsigned i, uint32_t *out)
{
	out[0] = i / 2 % 2;
	out[1] = lines[i / 4 % LINES] - (i % 2 && lines[i / 4 % LINES] > 1);
	out[2] = columns[i / 4 / LINES];
}

/* Attribute 0 is unknown; `names` are the files; then the locations. */
static void put_locations(struct file *f, const unsigned *names)
{
	struct bytes ops = { 0 };
	for (unsigned i = 0; i < LOCATIONS; i++) {
		struct bytes b = { 0 };
		uint32_t parts[3];
		location_parts(i, parts);
		PUT(&b, N(11), N(names[parts[0]]));
		put_number(&b, parts[1]);
		put_number(&b, parts[2]);
		unsigned entry = file_entry(f, false, 0, true, b.data, b.size);
		free(b.data);
		PUT(&ops, N(A), 0);
		put_number(&ops, entry);
	}
	file_module(f, 0, LOCATIONS, &ops);
	free(ops.data);
}

static void reads_locations(void)
{
	static const char *const files[] = { "one.mlir", "two.mlir" };
	struct file f;
	file_start(&f, 6);
	ATTR(&f, N(2), N(file_string(&f, files[0])));
	ATTR(&f, N(2), N(file_string(&f, files[1])));
	put_locations(&f, (const unsigned[]){ 1, 2 });
	struct loaded l = load_good(&f);
	unsigned i = 0;
	for (struct mlirbc_op *op = body(&l) ? body(&l)->first : NULL; op; op = op->next, i++) {
		const struct mlirbc_attr *location = mlirbc_op_location(op);
		uint32_t parts[3];
		location_parts(i, parts);
		if (CHECK(location && location->kind == MLIRBC_LOC_FILE)) {
			CHECK(is(location->u.file.file, files[parts[0]]));
			CHECK_INT(location->u.file.line, parts[1]);
			CHECK_INT(location->u.file.column, parts[2]);
		}
	}
	CHECK_INT(i, LOCATIONS);
	loaded_free(&l);
}

/* That the second file is none is found at the first op with such a location, whose form is a known one by then. */
static void checks_files_of_locations(void)
{
	struct file f;
	file_start(&f, 6);
	ATTR(&f, N(2), N(file_string(&f, "one.mlir")));
	ATTR(&f, N(7));
	put_locations(&f, (const unsigned[]){ 1, 2 });
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 13,
		"attribute 5: attribute 2 is of another kind, expected a string");
}

/* ---- values and scopes */

/* Uses before the definition come behind the later ones, for the list goes from the latest use to the earliest. */
static void resolves_forward_references(void)
{
	struct file f;
	start(&f, 6, 1, 4,
		OPS(N(A), OPERANDS, N(0), N(2), N(0), N(0),                     /* a(%0, %0) */
			N(A), OPERANDS, N(0), N(1), N(0),                       /* a(%0) */
			N(B), OPERANDS | RESULTS, N(0), N(1), N(0), N(1), N(0), /* %0 = b(%0) */
			N(A), OPERANDS, N(0), N(1), N(0)));                     /* a(%0) */
	struct loaded l = load_good(&f);
	if (CHECK(body(&l))) {
		struct mlirbc_op *first = body(&l)->first, *second = first->next, *b = second->next, *last = b->next;
		const struct mlirbc_operand *expected[] = { mlirbc_op_operands(last), mlirbc_op_operands(b),
			mlirbc_op_operands(second), mlirbc_op_operands(first) + 1, mlirbc_op_operands(first) };
		const struct mlirbc_operand *use = mlirbc_op_results(b)->first_use;
		for (size_t i = 0; i < 5; i++, use = use ? mlirbc_operand_next(use) : NULL)
			CHECK(use == expected[i] && use->value == mlirbc_op_results(b));
		CHECK(!use);
	}
	loaded_free(&l);
}

/* Two regions of an op, one after the other, reuse the numbers behind those of the region around them; an isolated
 * op starts from 0. */
static void numbers_values_by_scope(void)
{
	for (unsigned version = 0; version <= 6; version++) {
		struct bytes ops = { 0 }, inner = { 0 };
		struct file f;
		PUT(&ops, N(A), RESULTS, N(0), N(1), N(0)); /* %0 */
		PUT(&ops, N(B), REGIONS, N(0), FLAG(2, 0));
		PUT(&ops, N(1), N(1), N(4), N(A), RESULTS, N(0), N(1), N(0)); /* region 0: %2 */
		PUT(&ops, N(A), OPERANDS, N(0), N(3), N(0), N(1), N(2));      /* uses %0, %1, %2 */
		PUT(&ops, N(1), N(1), N(2), N(A), RESULTS, N(0), N(1), N(0)); /* region 1: %2 again */
		PUT(&ops, N(A), RESULTS, N(0), N(1), N(0));                   /* %1 */
		PUT(&inner, N(1), N(1), N(4), N(A), RESULTS, N(0), N(1), N(0), N(A), OPERANDS, N(0), N(1), N(0));
		PUT(&ops, N(B), REGIONS, N(0), FLAG(1, 1)); /* isolated: %0 */
		if (version >= 2)
			PUT(&ops, IR, N(inner.size));
		put_all(&ops, &inner);
		start(&f, version, 2, 4, ops.data, ops.size);
		struct loaded l = load_good(&f);
		if (CHECK(body(&l))) {
			struct mlirbc_op *a = body(&l)->first, *b = a->next, *late = b->next, *isolated = late->next;
			struct mlirbc_op *nested = mlirbc_op_regions(b)[0].first->first, *user = nested->next;
			CHECK(mlirbc_op_operands(user)[0].value == mlirbc_op_results(a) &&
				mlirbc_op_operands(user)[1].value == mlirbc_op_results(late));
			CHECK(mlirbc_op_operands(user)[2].value == mlirbc_op_results(nested) &&
				!mlirbc_op_results(mlirbc_op_regions(b)[1].first->first)->first_use);
			struct mlirbc_op *own = mlirbc_op_regions(isolated)->first->first;
			CHECK(isolated->isolated && !b->isolated &&
				mlirbc_op_operands(own->next)->value == mlirbc_op_results(own));
			CHECK(own->parent->parent->parent == isolated);
		}
		loaded_free(&l);
		free(ops.data);
		free(inner.data);
	}
	/* not visible: a value outside of an isolated op, a value of the region before */
	BAD_OPS(1, 2, 21, "value index is 0, expected less than 0", N(A), RESULTS, N(0), N(1), N(0), N(B), REGIONS,
		N(0), FLAG(1, 1), IR, N(8), N(1), N(0), N(2), N(A), OPERANDS, N(0), N(1), N(0));
	BAD_OPS(0, 1, 22, "value index is 0, expected less than 0", N(B), REGIONS, N(0), FLAG(2, 0), N(1), N(1), N(2),
		N(A), RESULTS, N(0), N(1), N(0), N(1), N(0), N(2), N(A), OPERANDS, N(0), N(1), N(0));
}

static void checks_region_sections(void)
{
	BAD_OPS(0, 1, 7, "Properties section, expected an IR section", N(B), REGIONS, N(0), FLAG(1, 1), PROPERTIES,
		N(0));
	BAD_OPS(0, 1, 8, "of 3 bytes, but only 1", N(B), REGIONS, N(0), FLAG(1, 1), IR, N(3), N(0));
	BAD_OPS(0, 1, 10, "1 bytes too many", N(B), REGIONS, N(0), FLAG(1, 1), IR, N(2), N(0), N(0));
	BAD_OPS(0, 1, 9, "the data ends", N(B), REGIONS, N(0), FLAG(1, 1), IR, N(0));
	BAD_OPS(0, 1, 7, "number of blocks is 9, but only", N(B), REGIONS, N(0), FLAG(1, 0), N(9));
	BAD_OPS(0, 1, 8, "number of values is 9, but only", N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(9), N(0));
}

/* Blocks and values that regions inside one another announce add up to at most the bytes there are. */
static void limits_declared_values(void)
{
	for (int values = 0; values < 2; values++) {
		struct bytes ops = { 0 };
		struct file f;
		for (int i = 0; i < 100; i++) /* b { 1 block, 90 values; or 90 blocks, none } with one op */
			PUT(&ops, N(B), REGIONS, N(0), FLAG(1, 0), values ? N(1) : N(90), values ? N(90) : N(0), N(2));
		start(&f, 6, 0, 1, ops.data, ops.size);
		file_finish(&f);
		struct loaded l = load_bytes(f.out.data, f.out.size, 0);
		CHECK(l.status == MLIRBC_E_CORRUPT && strstr(l.diag.message, "have no room for that many"));
		loaded_free(&l);
		file_free(&f);
		free(ops.data);
	}
}

/* `depth` ops inside one another, in the region of a module. */
static enum mlirbc_status load_nested(unsigned depth, uint32_t max_depth, bool sections)
{
	struct bytes ops = { 0 };
	struct file f;
	for (unsigned i = 0; i < depth; i++) {
		struct bytes outer = { 0 };
		PUT(&outer, N(B), REGIONS, N(0), FLAG(1, sections));
		if (sections) {
			PUT(&outer, IR);
			put_number(&outer, 3 + ops.size);
		}
		PUT(&outer, N(1), N(0), ops.size ? N(2) : N(0));
		put_all(&outer, &ops);
		free(ops.data);
		ops = outer;
	}
	start(&f, 6, 0, 1, ops.data, ops.size);
	file_finish(&f);
	struct loaded l = load_bytes(f.out.data, f.out.size, max_depth);
	enum mlirbc_status status = l.status;
	loaded_free(&l);
	file_free(&f);
	free(ops.data);
	return status;
}

static void limits_nesting(void)
{
	for (int sections = 0; sections < 2; sections++) {
		CHECK_INT(load_nested(511, 0, sections), MLIRBC_OK);
		CHECK_INT(load_nested(512, 0, sections), MLIRBC_E_LIMIT);
		CHECK_INT(load_nested(3, 3, sections), MLIRBC_E_LIMIT);
		CHECK_INT(load_nested(5000, UINT32_MAX, sections), MLIRBC_OK);
	}
}

/* ---- blocks */

/* In each version: an op whose region has two blocks that branch to each other, with an argument. */
static void reads_blocks(void)
{
	for (unsigned version = 0; version <= 6; version++) {
		struct bytes ops = { 0 };
		struct file f;
		PUT(&ops, N(B), REGIONS, N(0), FLAG(1, 0), N(2), N(2));    /* blocks, values */
		PUT(&ops, N(2), N(A), SUCCESSORS, N(0), N(2), N(1), N(0)); /* ^0: a()[^1, ^0] */
		PUT(&ops, FLAG(1, 1), N(2));                               /* ^1: one op, two arguments */
		if (version < 4)
			PUT(&ops, N(0), N(0), N(0), N(0)); /* type, location */
		else
			PUT(&ops, FLAG(0, 0), FLAG(0, 1), N(0)); /* unknown location, written or not */
		if (version >= 3)
			PUT(&ops, 0); /* no orders of uses */
		PUT(&ops, N(A), OPERANDS, N(0), N(1), N(1));
		start(&f, version, 0, 1, ops.data, ops.size);
		struct loaded l = load_good(&f);
		if (CHECK(body(&l))) {
			struct mlirbc_region *region = mlirbc_op_regions(body(&l)->first);
			struct mlirbc_block *first = region->first, *second = first->next;
			CHECK(region->block_count == 2 && region->last == second && second->number == 1 &&
				!second->next);
			CHECK(mlirbc_op_successors(first->first)[0] == second &&
				mlirbc_op_successors(first->first)[1] == first);
			CHECK(second->argument_count == 2 && mlirbc_value_block(&second->arguments[1]) == second &&
				second->arguments[1].index == 1);
			CHECK(mlirbc_value_location(&second->arguments[0]) == mlirbc_loc_unknown(l.context));
			CHECK(mlirbc_op_operands(second->first)->value == &second->arguments[1]);
		}
		loaded_free(&l);
		free(ops.data);
	}
	BAD_OPS(0, 1, 10, "number of block arguments is 5", N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), FLAG(0, 1),
		N(5));
	BAD_OPS(0, 1, 11, "type index is 1", N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), FLAG(0, 1), N(1), FLAG(1, 0),
		0);
	BAD_OPS(0, 1, 12, "location index is 7", N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), FLAG(0, 1), N(1),
		FLAG(0, 1), N(7), 0);
	BAD_OPS(0, 1, 12, "is 0x21, expected 0 or 0x20", N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), FLAG(0, 1), N(1),
		FLAG(0, 0), 0x21);
}

/* ---- orders of uses */

/* %0 = a, with this order, used by n ops b; `expected`: numbers of the ops in the list. */
static void check_order(int line, const uint8_t *order, size_t size, unsigned uses, const char *expected)
{
	struct bytes ops = { 0 };
	struct file f;
	PUT(&ops, N(A), RESULTS | ORDERS, N(0), N(1), N(0));
	put_data(&ops, order, size);
	for (unsigned i = 0; i < uses; i++)
		PUT(&ops, N(B), OPERANDS, N(0), N(1), N(0));
	start(&f, 3, 1, uses + 1, ops.data, ops.size);
	free(ops.data);
	struct loaded l = load_good(&f);
	struct mlirbc_op *a = body(&l) ? body(&l)->first : NULL;
	const struct mlirbc_operand *use = a ? mlirbc_op_results(a)->first_use : NULL;
	for (const char *digit = expected; *digit; digit++, use = use ? mlirbc_operand_next(use) : NULL) {
		struct mlirbc_op *op = a;
		for (int i = *digit - '0'; op && i >= 0; i--)
			op = op->next;
		if (!use || mlirbc_operand_owner(use) != op)
			check_report(__FILE__, line, "not the order %s at use %d", expected, (int)(digit - expected));
	}
	CHECK(a && !use && mlirbc_op_results(a)->number == 0);
	loaded_free(&l);
}

static void restores_orders(void)
{
	check_order(__LINE__, OPS(FLAG(4, 0), N(0), N(1), N(2), N(3)), 4, "3210");
	/* number i: where the i-th of 3, 2, 1, 0 goes */
	check_order(__LINE__, OPS(FLAG(4, 0), N(2), N(0), N(3), N(1)), 4, "2031");
	check_order(__LINE__, OPS(FLAG(4, 0), N(3), N(2), N(1), N(0)), 4, "0123");
	/* pairs: (where, which of 543210); a cycle of three is not its own inverse */
	check_order(__LINE__, OPS(FLAG(4, 1), N(1), N(4), N(4), N(1)), 6, "513240");
	check_order(__LINE__, OPS(FLAG(6, 1), N(0), N(2), N(2), N(5), N(5), N(0)), 6, "340215");
}

static void restores_orders_of_many(void)
{
	/* %0:2 = a, then b(%0, %1, %1, %0); an order for each result: number of orders, then number of the result */
	struct file f;
	start(&f, 6, 2, 2,
		OPS(N(A), RESULTS | ORDERS, N(0), N(2), N(0), N(0), N(2), N(1), FLAG(2, 0), N(1), N(0), N(0),
			FLAG(2, 1), N(0), N(0), N(B), OPERANDS, N(0), N(4), N(0), N(1), N(1), N(0)));
	struct loaded l = load_good(&f);
	if (CHECK(body(&l))) {
		struct mlirbc_op *a = body(&l)->first, *b = a->next;
		CHECK(mlirbc_op_results(a)[0].first_use == &mlirbc_op_operands(b)[3] &&
			mlirbc_operand_next(&mlirbc_op_operands(b)[3]) == &mlirbc_op_operands(b)[0]);
		CHECK(mlirbc_op_results(a)[1].first_use == &mlirbc_op_operands(b)[1] &&
			mlirbc_operand_next(&mlirbc_op_operands(b)[1]) == &mlirbc_op_operands(b)[2]);
	}
	loaded_free(&l);
	/* a block argument, used twice in a region inside */
	start(&f, 6, 0, 1,
		OPS(N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(1), FLAG(1, 1), N(1), FLAG(0, 0), ORDERS, FLAG(2, 0), N(1),
			N(0), N(B), REGIONS, N(0), FLAG(1, 0), N(1), N(0), N(2), N(A), OPERANDS, N(0), N(2), N(0),
			N(0)));
	l = load_good(&f);
	if (CHECK(body(&l))) {
		struct mlirbc_block *block = mlirbc_op_regions(body(&l)->first)->first;
		struct mlirbc_op *a = mlirbc_op_regions(block->first)->first->first;
		CHECK(block->arguments->first_use == &mlirbc_op_operands(a)[0] &&
			mlirbc_operand_next(&mlirbc_op_operands(a)[0]) == &mlirbc_op_operands(a)[1]);
	}
	loaded_free(&l);
}

/* Below version 3 the bit means nothing. */
static void ignores_orders_before_version_3(void)
{
	struct file f;
	start(&f, 2, 1, 1, OPS(N(A), RESULTS | ORDERS, N(0), N(1), N(0)));
	struct loaded l = load_good(&f);
	CHECK(body(&l));
	loaded_free(&l);
}

/* One value with two uses, whose order begins at byte 8. */
#define BAD_ORDER(n, text, ...)                                                                                        \
	BAD_OPS(1, 2, (n), (text), N(A), RESULTS | ORDERS, N(0), N(1), N(0), __VA_ARGS__, N(B), OPERANDS, N(0), N(2),  \
		N(0), N(0))

static void checks_orders(void)
{
	BAD_ORDER(9, "use-list order of 3 numbers for a value with 2 uses", FLAG(3, 0), N(0), N(1), N(2));
	BAD_ORDER(9, "use-list order of 1 numbers for a value with 2 uses", FLAG(1, 0), N(0));
	BAD_ORDER(9, "use-list order of 6 numbers for a value with 2 uses", FLAG(6, 1), N(0), N(1), N(1), N(0), N(0),
		N(0));
	BAD_ORDER(9, "use-list order of 1 numbers", FLAG(1, 1), N(0));
	BAD_ORDER(10, "position 0 is duplicated", FLAG(2, 0), N(0), N(0));
	BAD_ORDER(9, "position in a use-list is 2, expected less than 2", FLAG(2, 0), N(2), N(0));
	BAD_ORDER(9, "use 0 moves, but no use takes its position", FLAG(2, 1), N(1), N(0));
	BAD_ORDER(8, "use-list order of 60 numbers, but only", FLAG(60, 0), N(0));
	BAD_OPS(0, 1, 7, "number of a value with a use-list order is 0", N(A), ORDERS, N(0), N(1), N(0), FLAG(0, 0));
	BAD_OPS(2, 1, 13, "second use-list order of the same value", N(A), RESULTS | ORDERS, N(0), N(2), N(0), N(0),
		N(2), N(1), FLAG(0, 1), N(1), FLAG(0, 1));
}

/* An op that the quick reader gives up only after it has seen the operands: their uses must not be there twice. */
static void many_regions_behind_operands(void)
{
	struct file f;
	struct bytes ops = { 0 };
	file_start(&f, 6);
	PUT(&ops, N(1), 0x02, N(0), N(1), N(0));                         /* value 0 */
	PUT(&ops, N(2), 0x14, N(0), N(3), N(0), N(1), N(0), FLAG(9, 0)); /* operands, nine regions */
	for (int i = 0; i < 9; i++)
		PUT(&ops, N(0));
	PUT(&ops, N(1), 0x02, N(0), N(1), N(0)); /* value 1 */
	file_module(&f, 2, 3, &ops);
	free(ops.data);
	struct loaded l = load_good(&f);
	if (l.status == MLIRBC_OK) {
		const struct mlirbc_op *a = mlirbc_op_regions(l.module->body->first)->first->first, *b = a->next;
		struct mlirbc_operand *operands = mlirbc_op_operands(b);
		const struct mlirbc_operand *use = mlirbc_op_results(a)->first_use;
		CHECK(use == &operands[2] && mlirbc_operand_next(use) == &operands[0] &&
			!mlirbc_operand_next(&operands[0]));
		use = mlirbc_op_results(b->next)->first_use;
		CHECK(use == &operands[1] && !mlirbc_operand_next(use));
		CHECK_INT(b->region_count, 9);
		CHECK(mlirbc_operand_owner(&operands[0]) == b && operands[1].value == mlirbc_op_results(b->next));
	}
	loaded_free(&l);
}

/* Ops one after the other with results and operands, whose marks need aligned ops: where pointers have 4 bytes, a result's
 * size is not a multiple of the alignment. */
static void links_uses_of_ops_like_others(void)
{
	enum { OPS = 100 };
	struct file f;
	struct bytes ops = { 0 };
	size_t uses = 0;
	PUT(&ops, N(A), RESULTS, N(2), N(1), N(0));
	for (unsigned i = 1; i < OPS; i++)
		PUT(&ops, N(A), RESULTS | OPERANDS, N(2), N(1), N(0), N(2), N(0), N(i - 1));
	file_start(&f, 6);
	ATTR(&f, N(2), N(file_string(&f, "one.mlir")));
	ATTR(&f, N(11), N(1), N(1), N(2)); /* a location in that file, which takes no memory of its own */
	file_module(&f, OPS, OPS, &ops);
	free(ops.data);
	struct loaded l = load_good(&f);
	CHECK_OR_RETURN(body(&l));
	struct mlirbc_op *first = body(&l)->first;
	for (struct mlirbc_op *op = first; op; op = op->next) {
		for (uint32_t i = 0; i < op->operand_count; i++)
			CHECK(mlirbc_operand_owner(&mlirbc_op_operands(op)[i]) == op);
	}
	const struct mlirbc_operand *use = mlirbc_op_results(first)->first_use;
	for (; use && uses <= OPS; use = mlirbc_operand_next(use), uses++)
		CHECK(use->value == mlirbc_op_results(first));
	CHECK_INT(uses, OPS);
	loaded_free(&l);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(checks_ops),
		CHECK_CASE(checks_ops_like_others),
		CHECK_CASE(reads_ops_like_others),
		CHECK_CASE(checks_the_top_level),
		CHECK_CASE(reads_locations),
		CHECK_CASE(checks_files_of_locations),
		CHECK_CASE(resolves_forward_references),
		CHECK_CASE(numbers_values_by_scope),
		CHECK_CASE(checks_region_sections),
		CHECK_CASE(limits_declared_values),
		CHECK_CASE(limits_nesting),
		CHECK_CASE(reads_blocks),
		CHECK_CASE(restores_orders),
		CHECK_CASE(restores_orders_of_many),
		CHECK_CASE(ignores_orders_before_version_3),
		CHECK_CASE(checks_orders),
		CHECK_CASE(many_regions_behind_operands),
		CHECK_CASE(links_uses_of_ops_like_others),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
