/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attacks of a hostile file with ops, regions, values, properties and resources, and with the file as a whole. */
#include "invalid.h"

#define BUILD(name) static void name(struct file *f)
#define CORRUPT MLIRBC_E_CORRUPT
#define LIMIT MLIRBC_E_LIMIT

/* Ops are t.a (1) and t.b (2): name, mask, location, ... */
#define OPS(f, values, count, ...)                                                                                     \
	do {                                                                                                           \
		file_start((f), 6);                                                                                    \
		MODULE((f), (values), (count), __VA_ARGS__);                                                           \
	} while (0)

BUILD(mask_80) { OPS(f, 0, 1, N(1), 0x80, N(0)); }
BUILD(results_2_60) { OPS(f, 0, 1, N(1), 0x02, N(0), HUGE_COUNT); }
BUILD(operands_2_60) { OPS(f, 0, 1, N(1), 0x04, N(0), HUGE_COUNT); }
BUILD(successors_2_60) { OPS(f, 0, 1, N(1), 0x08, N(0), HUGE_COUNT); }
BUILD(regions_2_60) { OPS(f, 0, 1, N(1), 0x10, N(0), WIDE(UINT64_C(1) << 61)); }
BUILD(isolated_2_60) { OPS(f, 0, 1, N(1), 0x10, N(0), WIDE((UINT64_C(1) << 61) | 1)); }
BUILD(blocks_2_60) { OPS(f, 0, 1, N(1), 0x10, N(0), N(2), HUGE_COUNT, N(0)); }
BUILD(values_2_60) { OPS(f, 0, 1, N(1), 0x10, N(0), N(2), N(1), HUGE_COUNT, N(0)); }
BUILD(ops_2_63) { OPS(f, 0, 1, N(1), 0x10, N(0), N(2), N(1), N(0), WIDE(UINT64_MAX - 1)); }
BUILD(empty_scope) { OPS(f, 0, 1, N(1), 0x04, N(0), N(1), N(0)); }
BUILD(sibling_value) /* the second region uses the number that the first one's value had */
{
	OPS(f, 0, 1, N(1), 0x10, N(0), N(4), N(1), N(1), N(2), N(1), 0x02, N(0), N(1), N(0), N(1), N(0), N(2), N(1),
		0x04, N(0), N(1), N(0));
}
BUILD(defined_inside) /* used outside, defined in a nested region only */
{
	OPS(f, 1, 2, N(1), 0x04, N(0), N(1), N(0), N(1), 0x10, N(0), N(2), N(1), N(1), N(2), N(1), 0x02, N(0), N(1),
		N(0));
}
BUILD(more_values_declared) { OPS(f, 2, 1, N(1), 0x02, N(0), N(1), N(0)); }
BUILD(successor_of_one_block) { OPS(f, 0, 1, N(1), 0x08, N(0), N(1), N(1)); }
BUILD(successor_of_root)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(2), N(1), 0x08, N(0), N(1), N(0));
}
BUILD(no_section_behind_isolated)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(2), N(0), 0x10, N(0), FLAG(1, 1));
}
static void nest(struct file *f, unsigned levels, bool sections)
{
	struct bytes inner = { 0 };
	file_start(f, 6);
	PUT(&inner, N(1), 0, N(0));
	for (unsigned i = 0; i < levels; i++) {
		struct bytes region = { 0 }, op = { 0 };
		PUT(&region, N(1), N(0), N(2)); /* a block, no values, an op */
		put_all(&region, &inner);
		PUT(&op, N(1), 0x10, N(0), FLAG(1, sections));
		if (sections) {
			PUT(&op, IR);
			put_number(&op, region.size);
		}
		put_all(&op, &region);
		free(region.data);
		free(inner.data);
		inner = op;
	}
	file_module(f, 0, 1, &inner);
	free(inner.data);
}
BUILD(deep_inline) { nest(f, 2000, false); }
BUILD(deep_sections) { nest(f, 2000, true); }
BUILD(nesting_of_million) /* inline, each level is 8 bytes; the end is missing */
{
	struct bytes ops = { 0 };
	file_start(f, 6);
	for (unsigned i = 0; i < 1000000; i++)
		PUT(&ops, N(1), 0x10, N(0), N(2), N(1), N(0), N(2));
	file_module(f, 0, 1, &ops);
	free(ops.data);
}
BUILD(no_op_in_root)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(0));
}
BUILD(several_in_root)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(4), N(1), 0, N(0), N(2), 0, N(0));
}
BUILD(root_arguments)
{
	file_start(f, 6);
	PUT(&f->body[IR], FLAG(1, 1), N(1), N(0), N(0), N(1), 0, N(0));
}
BUILD(order_without_uses) { OPS(f, 1, 1, N(1), 0x22, N(0), N(1), N(0), FLAG(2, 0), N(1), N(0)); }
/* One value with two uses. */
#define USED_TWICE(f, ...) OPS(f, 1, 2, N(1), 0x22, N(0), N(1), N(0), __VA_ARGS__, N(2), 0x04, N(0), N(2), N(0), N(0))
BUILD(odd_pairs) { USED_TWICE(f, FLAG(1, 1), N(0)); }
BUILD(pair_above) { USED_TWICE(f, FLAG(2, 1), N(0), N(9)); }
BUILD(order_twice) /* two results, of which the first is named twice */
{
	OPS(f, 2, 2, N(1), 0x22, N(0), N(2), N(0), N(0), N(2), N(0), FLAG(2, 0), N(1), N(0), N(0), FLAG(2, 0), N(1),
		N(0), N(2), 0x04, N(0), N(4), N(0), N(0), N(1), N(1));
}

/* ---- properties: scf.if has none, func.func six */

static void property(struct file *f, const char *dialect, const char *name, const uint8_t *blob, size_t size)
{
	file_start(f, 6);
	f->producer = "MLIR22.1.8";
	file_op(f, file_dialect(f, dialect), name, true);
	MODULE(f, 0, 1, N(3), 0x40, N(0), N(0));
	SECTION(f, PROPERTIES, N(1), N(size));
	put_data(&f->body[PROPERTIES], blob, size);
}
#define B(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })
BUILD(no_such_layout) { property(f, "scf", "if", B(N(0))); }
BUILD(empty_blob) { property(f, "func", "func", B(N(0))); }
BUILD(bits_64) { property(f, "memref", "alloc", B(N(0), FLAG(1, 1), N(64), N(0))); }

/* ---- resources: one dialect group of builtin with one entry, key "builtin" */

static void resource(struct file *f, uint64_t size, unsigned kind, const uint8_t *data, size_t data_size)
{
	OPS(f, 0, 1, N(1), 0, N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(0));
	put_number(&f->body[RESOURCE_OFFSETS], size);
	PUT(&f->body[RESOURCE_OFFSETS], (uint8_t)kind);
	put_data(&f->body[RESOURCES], data, data_size);
}
BUILD(entry_past_end) { resource(f, 100, 0, B(N(1), N(1), 7)); }
BUILD(alignment_2_32) { resource(f, 20, 0, B(WIDE(UINT64_C(1) << 32), N(1), 7, 7, 7, 7, 7, 7, 7, 7, 7, 7)); }
BUILD(blob_past_entry) { resource(f, 3, 0, B(N(1), N(99), 7)); }
BUILD(kind_3) { resource(f, 1, 3, B(7)); }
BUILD(kind_255) { resource(f, 1, 255, B(7)); }
BUILD(bool_2) { resource(f, 1, 1, B(2)); }
BUILD(key_twice)
{
	OPS(f, 0, 1, N(1), 0, N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(2), N(0), N(1), 1, N(0), N(1), 1);
	PUT(&f->body[RESOURCES], 1, 1);
}
BUILD(groups_twice)
{
	OPS(f, 0, 1, N(1), 0, N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(0), N(1), 1, N(0), N(1), N(1), N(1), 1);
	PUT(&f->body[RESOURCES], 1, 0);
}
BUILD(declaration) /* and a reference to it */
{
	attr_start(f);
	ATTR(f, N(16), N(T4), N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(2), N(5), N(0), 0, N(0), N(1), 1);
	PUT(&f->body[RESOURCES], 1);
}
BUILD(no_resources)
{
	attr_start(f);
	ATTR(f, N(16), N(T4), N(0));
}
BUILD(ends_in_group)
{
	OPS(f, 0, 1, N(1), 0, N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(3), N(0), N(1), 1);
	PUT(&f->body[RESOURCES], 1, 1, 1);
}
BUILD(path_as_key) /* the effect of extracting it: test/cli/mlirbc */
{
	attr_start(f);
	ATTR(f, N(16), N(T4), N(0));
	unsigned key = file_string(f, "../../evil");
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(key), N(18), 0);
	PUT(&f->body[RESOURCES], N(1), N(16), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

/* ---- the whole file */

BUILD(groups_of_one) /* 100,000 of them, asked for in an order that is bad for a search from the front */
{
	enum { COUNT = 100000 };
	struct bytes entry = { 0 };
	attr_start(f);
	PUT(&entry, N(0));
	put_number(&entry, COUNT);
	for (unsigned i = COUNT; i-- > 0;)
		put_number(&entry, X + 1 + i);
	file_entry(f, false, 0, true, entry.data, entry.size);
	free(entry.data);
	for (unsigned i = 0; i < COUNT; i++)
		ATTR(f, N(7));
}
BUILD(many_lookups) /* a property blob for each of 50,000 ops, all of one op name */
{
	enum { COUNT = 50000 };
	struct bytes ops = { 0 };
	file_start(f, 6);
	f->producer = "MLIR22.1.8";
	file_op(f, file_dialect(f, "arith"), "addi", true);
	for (unsigned i = 0; i < COUNT; i++) {
		PUT(&ops, N(3), 0x40, N(0));
		put_number(&ops, i);
	}
	file_module(f, 0, COUNT, &ops);
	free(ops.data);
	f->given[PROPERTIES] = true;
	put_number(&f->body[PROPERTIES], COUNT);
	for (unsigned i = 0; i < COUNT; i++)
		PUT(&f->body[PROPERTIES], N(1), N(0));
}

static const struct broken ir[] = {
	{ "mask bit 0x80", mask_80, NULL, CORRUPT, IR, "0x80" },
	{ "2^60 results", results_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 operands", operands_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 successors", successors_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 regions", regions_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 regions with the isolated flag", isolated_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 blocks", blocks_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "2^60 values", values_2_60, NULL, CORRUPT, IR, "op 1" },
	{ "block with 2^63 ops and no bytes", ops_2_63, NULL, CORRUPT, IR, "" },
	{ "operand index into a scope of size 0", empty_scope, NULL, CORRUPT, IR, "value index is 0" },
	{ "operand naming a value of a sibling region", sibling_value, NULL, CORRUPT, IR, "value index is 0" },
	{ "forward reference defined in a nested region only", defined_inside, NULL, CORRUPT, IR, "" },
	{ "more values declared than defined", more_values_declared, NULL, MLIRBC_OK, 0, "%0 = \"t.a\"()" },
	{ "successor in a region of one block", successor_of_one_block, NULL, CORRUPT, IR, "block index is 1" },
	{ "successors of the root op", successor_of_root, NULL, CORRUPT, IR, "block index is 0" },
	{ "isolated flag without a section", no_section_behind_isolated, NULL, CORRUPT, IR, "" },
	{ "nesting of 2,000 inline", deep_inline, NULL, LIMIT, IR, "512" },
	{ "nesting of 2,000 in sections", deep_sections, NULL, LIMIT, IR, "512" },
	{ "nesting of 10^6", nesting_of_million, NULL, LIMIT, IR, "512" },
	{ "root block without ops", no_op_in_root, NULL, MLIRBC_OK, 0, "" },
	{ "root block with several ops", several_in_root, NULL, MLIRBC_OK, 0, "\"t.a\"() : () -> ()\n\"t.b\"()" },
	{ "root block with arguments", root_arguments, NULL, CORRUPT, IR, "argument" },
	{ "order of uses of a value without uses", order_without_uses, NULL, CORRUPT, IR, "" },
	{ "odd count of pairs", odd_pairs, NULL, CORRUPT, IR, "" },
	{ "pair index at or above the uses", pair_above, NULL, CORRUPT, IR, "" },
	{ "order of uses repeated", order_twice, NULL, CORRUPT, IR, "" },
	{ "property of an op without such a layout", no_such_layout, NULL, MLIRBC_OK, 0, "bytecode 0x01" },
	{ "property blob that ends early", empty_blob, NULL, CORRUPT, PROPERTIES, "" },
	{ "sparse array with b = 64", bits_64, NULL, CORRUPT, PROPERTIES, "64 bits" },
};
static const struct broken resources[] = {
	{ "entry size past section 5", entry_past_end, NULL, CORRUPT, ANYWHERE, "" },
	{ "alignment 2^32", alignment_2_32, NULL, CORRUPT, ANYWHERE, "" },
	{ "blob size past the entry", blob_past_entry, NULL, CORRUPT, ANYWHERE, "" },
	{ "kind 3", kind_3, NULL, CORRUPT, ANYWHERE, "3" },
	{ "kind 255", kind_255, NULL, CORRUPT, ANYWHERE, "255" },
	{ "bool byte 2", bool_2, NULL, CORRUPT, RESOURCES, "" },
	{ "key repeated", key_twice, NULL, CORRUPT, ANYWHERE, "" },
	{ "two groups for one dialect", groups_twice, NULL, MLIRBC_OK, 0, "module" },
	{ "declaration and a reference to it", declaration, NULL, MLIRBC_OK, 0, "dense_resource<x>" },
	{ "index into an empty table", no_resources, NULL, CORRUPT, ENTRIES, "" },
	{ "offset section ending inside a group", ends_in_group, NULL, CORRUPT, RESOURCE_OFFSETS, "" },
	{ "path-like name in a resource key", path_as_key, NULL, MLIRBC_OK, 0, "\"../../evil\"" },
};
static const struct broken whole[] = {
	{ "many groups of one entry", groups_of_one, NULL, MLIRBC_OK, 0, "unit, unit" },
	{ "many property lookups", many_lookups, NULL, MLIRBC_OK, 0, "overflow<none>" },
};

static void survives_ir(void) { check_broken(ir, sizeof ir / sizeof *ir); }
static void survives_resources(void) { check_broken(resources, sizeof resources / sizeof *resources); }
static void survives_whole_files(void) { check_broken(whole, sizeof whole / sizeof *whole); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(survives_ir),
		CHECK_CASE(survives_resources),
		CHECK_CASE(survives_whole_files),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
