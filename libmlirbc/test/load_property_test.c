/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader: properties of ops, in blobs whose layout depends on the producer, and before there were blobs. */
#include "bytecode.h"

enum { ATTRIBUTES = 1, HAS_PROPERTIES = 0x40 };

/* module { op }, where the op is number 3: `dialect.name`, of dialect 2. Strings: 5 dialect, 6 name, 7 "v", then
 * those of the test. */
static void start(
	struct file *f, unsigned version, const char *producer, const char *dialect, const char *name, bool registered)
{
	file_start(f, version);
	f->producer = producer;
	unsigned number = file_dialect(f, dialect);
	file_op(f, number, name, registered);
	file_string(f, "v");
	ATTR(f, N(2), N(7)); /* 1: "v" */
	ATTR(f, N(6), N(0)); /* 2: type i32 */
	ATTR(f, N(7));       /* 3: unit */
}

/* Puts the op with its blob and loads. */
static struct loaded load_blob(struct file *f, const uint8_t *blob, size_t size)
{
	struct bytes op = { 0 };
	PUT(&op, N(3), HAS_PROPERTIES, N(0), N(0));
	file_module(f, 0, 1, &op);
	free(op.data);
	PUT(&f->body[PROPERTIES], N(1), N(size));
	put_data(&f->body[PROPERTIES], blob, size);
	return load_good(f);
}
#define BLOB(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })

static const struct mlirbc_op *op_of(const struct loaded *l)
{
	return l->status == MLIRBC_OK ? mlirbc_op_regions(l->module->body->first)->first->first : NULL;
}

static const struct mlirbc_attr *property(const struct loaded *l, const char *name)
{
	return op_of(l) ? mlirbc_dictionary_find(mlirbc_op_properties(op_of(l)), name) : NULL;
}

static size_t count_of(const struct loaded *l)
{
	const struct mlirbc_attr *properties = op_of(l) ? mlirbc_op_properties(op_of(l)) : NULL;
	return properties && properties->kind == MLIRBC_ATTR_DICTIONARY ? properties->u.dictionary.count : 0;
}

/* ---- layouts by producer */

static void knows_who_wrote_it(void)
{
	static const struct {
		const char *producer;
		uint8_t blob[6], size;
		bool known;
	} cases[] = {
		/* ?arg_attrs function_type ?no_inline ?res_attrs sym_name ?sym_visibility */
		{ "MLIR22.1.8", { N(0), N(2), FLAG(3, 1), N(0), N(1), N(0) }, 6, true },
		/* the same without ?no_inline */
		{ "MLIR19.1.7", { N(0), N(2), N(0), N(1), N(0) }, 5, true },
		/* no table: whichever fits */
		{ "MLIR21.1.0", { N(0), N(2), FLAG(3, 1), N(0), N(1), N(0) }, 6, true },
		{ "MLIR20.1.0", { N(0), N(2), N(0), N(1), N(0) }, 5, true },
		{ "somebody", { N(0), N(2), N(0), N(1) }, 4, false },       /* neither */
		{ "somebody", { N(0), N(2), N(0), N(2), N(0) }, 5, false }, /* a type as a name */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct file f;
		start(&f, 6, cases[i].producer, "func", "func", true);
		struct loaded l = load_blob(&f, cases[i].blob, cases[i].size);
		const struct mlirbc_op *op = op_of(&l);
		if (CHECK(op && mlirbc_op_properties(op)) && cases[i].known) {
			const struct mlirbc_attr *name = property(&l, "sym_name"),
						 *type = property(&l, "function_type");
			CHECK(name && is(name->u.string, "v") && type && type->kind == MLIRBC_ATTR_TYPE);
			CHECK_INT(count_of(&l), cases[i].size == 6 ? 3 : 2);
			CHECK(!property(&l, "no_inline") == (cases[i].size == 5) && !mlirbc_op_attributes(op));
		} else if (op) {
			CHECK_INT(mlirbc_op_properties(op)->kind, MLIRBC_ATTR_BYTES);
			CHECK(is(mlirbc_op_properties(op)->u.bytes.dialect, "func"));
			CHECK_BYTES(mlirbc_op_properties(op)->u.bytes.data, mlirbc_op_properties(op)->u.bytes.size,
				cases[i].blob, cases[i].size);
		}
		loaded_free(&l);
	}
}

static void knows_stablehlo_from_anybody(void)
{
	struct file f;
	start(&f, 6, "StableHLO_v1.9.0", "vhlo", "compare_v1", true); /* compare_type comparison_direction */
	struct loaded l = load_blob(&f, BLOB(N(1), N(3)));
	CHECK(property(&l, "compare_type") && property(&l, "comparison_direction")->kind == MLIRBC_ATTR_UNIT);
	loaded_free(&l);
}

/* A newer StableHLO has one field more. Which layout a blob has does not depend on the release of MLIR. */
static void knows_earlier_stablehlo(void)
{
	static const char *const producers[] = { "MLIR22.1.8", "MLIR19.1.7", "MLIR23.0.0git", "StableHLO_v1.5.0" };
	for (size_t i = 0; i < sizeof producers / sizeof *producers; i++) {
		struct file f;
		start(&f, 6, producers[i], "stablehlo", "dot_general", true); /* ?algorithm dot_dimension_numbers ?precision_config */
		struct loaded l = load_blob(&f, BLOB(N(3), N(1), N(0)));
		CHECK_INT(count_of(&l), 2);
		CHECK(property(&l, "algorithm") && property(&l, "dot_dimension_numbers") && !property(&l, "precision_config"));
		loaded_free(&l);
		start(&f, 6, producers[i], "stablehlo", "dot_general", true);
		l = load_blob(&f, BLOB(N(1), N(3)));
		CHECK(property(&l, "precision_config") && property(&l, "dot_dimension_numbers") && !property(&l, "algorithm"));
		loaded_free(&l);
		start(&f, 6, producers[i], "mhlo", "topk", true); /* ?is_stable k ?largest */
		l = load_blob(&f, BLOB(N(0), N(1), N(3)));
		CHECK(property(&l, "k") && property(&l, "largest") && !property(&l, "is_stable"));
		loaded_free(&l);
	}
}

/* tosa.const has `value` in LLVM 19 and `values` in 22; one blob fits both. */
static void assumes_the_nearest_release(void)
{
	static const struct {
		const char *producer, *given, *name, *release;
		size_t assumed;
	} cases[] = { { "MLIR22.1.8", NULL, "values", "MLIR22.1.8", 0 }, { "MLIR19.1.7", NULL, "value", "MLIR19.1.7", 0 },
		{ "MLIR20.1.8", NULL, "value", "MLIR19.1.7", 1 }, { "MLIR17.0.6", NULL, "value", "MLIR19.1.7", 1 },
		{ "MLIR21.1.0", NULL, "values", "MLIR22.1.8", 1 }, { "MLIR23.0.0git", NULL, "values", "MLIR22.1.8", 1 },
		{ "ACME", NULL, "values", "MLIR22.1.8", 1 }, { "", NULL, "values", "MLIR22.1.8", 1 },
		{ "ACME", "MLIR19.1.7", "value", "MLIR19.1.7", 0 }, { "MLIR22.1.8", "MLIR19.1.7", "value", "MLIR19.1.7", 0 },
		{ "ACME", "MLIR18.0.0", "value", "MLIR19.1.7", 1 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct mlirbc_load_options options = { .size = sizeof options, .producer = cases[i].given };
		struct file f;
		struct bytes op = { 0 };
		size_t assumed = 77;
		start(&f, 6, cases[i].producer, "tosa", "const", true);
		PUT(&op, N(3), HAS_PROPERTIES, N(0), N(0));
		file_module(&f, 0, 1, &op);
		free(op.data);
		PUT(&f.body[PROPERTIES], N(1), N(1), N(1));
		file_finish(&f);
		struct loaded l = { .context = mlirbc_context_create(NULL) };
		l.status = mlirbc_load(l.context, f.out.data, f.out.size, &options, &l.module, NULL);
		if (CHECK_INT(l.status, MLIRBC_OK)) {
			CHECK(property(&l, cases[i].name) != NULL);
			CHECK_STR(mlirbc_file_release(l.module->file, &assumed), cases[i].release);
			CHECK_INT(assumed, cases[i].assumed);
			CHECK_STR(mlirbc_file_release(l.module->file, NULL), cases[i].release);
		}
		loaded_free(&l);
		file_free(&f);
	}
}

static void keeps_what_it_does_not_know(void)
{
	struct file f;
	start(&f, 6, "MLIR22.1.8", "mine", "op", true);
	struct loaded l = load_blob(&f, BLOB(0xDE, 0xAD));
	if (CHECK(op_of(&l) && mlirbc_op_properties(op_of(&l))->kind == MLIRBC_ATTR_BYTES))
		CHECK_BYTES(mlirbc_op_properties(op_of(&l))->u.bytes.data,
			mlirbc_op_properties(op_of(&l))->u.bytes.size, "\xDE\xAD", 2);
	loaded_free(&l);
	start(&f, 6, "MLIR22.1.8", "scf", "if", true); /* known, and has no properties: the file was changed */
	l = load_blob(&f, BLOB(0xDE, 0xAD));
	CHECK(op_of(&l) && mlirbc_op_properties(op_of(&l))->kind == MLIRBC_ATTR_BYTES);
	loaded_free(&l);
	start(&f, 6, "MLIR22.1.8", "func", "func", false); /* not registered: one attribute */
	l = load_blob(&f, BLOB(N(1)));
	CHECK(op_of(&l) && mlirbc_attr_unique(l.context, mlirbc_op_properties(op_of(&l))) ==
				   mlirbc_attr_string(l.context, "v", 1));
	loaded_free(&l);
}

/* ---- forms of fields */

static void reads_native_fields(void)
{
	struct file f;
	/* ?syncscope opt:alignment bool:volatile_ bool:nontemporal bool:invariant bool:invariantGroup i32:ordering */
	start(&f, 6, "MLIR22.1.8", "ptr", "load", true);
	struct loaded l = load_blob(&f, BLOB(N(0), 1, N(16), 1, 0, 0, 0, N(5)));
	if (CHECK_INT(count_of(&l), 6)) {
		const struct mlirbc_attr *alignment = property(&l, "alignment"), *ordering = property(&l, "ordering");
		CHECK(alignment->u.array.count == 1 && alignment->u.array.data[0]->u.number.words[0] == 16);
		CHECK(property(&l, "volatile_")->kind == MLIRBC_ATTR_UNIT);
		CHECK(property(&l, "nontemporal") == mlirbc_attr_bool(l.context, false));
		CHECK(ordering ==
			mlirbc_attr_integer(l.context, mlirbc_type_integer(l.context, 32, MLIRBC_SIGNLESS), 5));
	}
	loaded_free(&l);
	start(&f, 6, "MLIR22.1.8", "ptr", "load", true);
	l = load_blob(&f, BLOB(N(0), 0, 0, 0, 0, 0, N(0)));
	CHECK(property(&l, "alignment") && property(&l, "alignment")->u.array.count == 0);
	loaded_free(&l);
	start(&f, 6, "MLIR19.1.7", "llvm", "add", true); /* overflow:overflowFlags */
	l = load_blob(&f, BLOB(N(3)));
	CHECK(property(&l, "overflowFlags") && is(property(&l, "overflowFlags")->u.dialect.text, "overflow<nsw, nuw>"));
	loaded_free(&l);
	start(&f, 6, "MLIR22.1.8", "llvm", "add", true); /* i32:overflowFlags */
	l = load_blob(&f, BLOB(N(3)));
	CHECK(property(&l, "overflowFlags") && property(&l, "overflowFlags")->u.number.words[0] == 3);
	loaded_free(&l);
}

/* ?overflowFlags: what MLIR 22 fills in when a file leaves it out, and only there. */
static void fills_in_defaults(void)
{
	static const struct {
		const char *producer;
		unsigned version;
		bool filled;
	} files[] = { { "MLIR22.1.8", 6, true }, { "MLIR22.0.0git", 5, true }, { "MLIR19.1.7", 6, false },
		{ "MLIR20.1.0", 6, false } };
	struct file f;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		start(&f, files[i].version, files[i].producer, "arith", "addi", true);
		struct loaded l = load_blob(&f, BLOB(N(0)));
		const struct mlirbc_attr *flags = property(&l, "overflowFlags");
		CHECK(op_of(&l) && (flags != NULL) == files[i].filled);
		CHECK(!flags || (is(flags->u.dialect.dialect, "arith") && is(flags->u.dialect.text, "overflow<none>")));
		loaded_free(&l);
	}
	/* Two ops of one layout share a blob, and only one of them has something to fill in. */
	struct bytes ops = { 0 };
	start(&f, 6, "MLIR22.1.8", "arith", "addf", true);
	file_op(&f, 2, "extf", true);
	PUT(&f.body[PROPERTIES], N(1), N(1), N(0));
	PUT(&ops, N(3), HAS_PROPERTIES, N(0), N(0), N(4), HAS_PROPERTIES, N(0), N(0));
	file_module(&f, 0, 2, &ops);
	free(ops.data);
	struct loaded l = load_good(&f);
	CHECK(property(&l, "fastmath") && op_of(&l) && !mlirbc_op_properties(op_of(&l)->next));
	loaded_free(&l);
}

/* Before version 5; segment sizes are not attributes inside MLIR, so their default is zero in every release. */
static void fills_in_dictionaries(void)
{
	static const struct {
		const char *producer, *dialect, *op, *name;
		bool filled;
	} files[] = {
		{ "MLIR22.1.8", "arith", "muli", "overflowFlags", true },
		{ "MLIR19.1.7", "arith", "muli", "overflowFlags", false },
		{ "MLIR22.1.8", "memref", "alloc", "operandSegmentSizes", true },
		{ "MLIR19.1.7", "memref", "alloc", "operandSegmentSizes", true },
		{ "MLIR16.0.6", "memref", "alloc", "operandSegmentSizes", false },
		{ "MLIR22.1.8", "memref", "alloc", "alignment", false },
		{ "MLIR22.1.8", "llvm", "add", "overflowFlags", true },
	};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct file f;
		struct bytes ops = { 0 };
		start(&f, 4, files[i].producer, files[i].dialect, files[i].op, true);
		PUT(&ops, N(3), 0, N(0));
		file_module(&f, 0, 1, &ops);
		free(ops.data);
		struct loaded l = load_good(&f);
		const struct mlirbc_attr *value = property(&l, files[i].name);
		CHECK((value != NULL) == files[i].filled);
		for (size_t k = 0; value && value->kind == MLIRBC_ATTR_DENSE_ARRAY && k < value->u.dense.size; k++)
			CHECK(value->u.dense.count == 2 && value->u.dense.data[k] == 0);
		loaded_free(&l);
	}
}

static const char *segments_producer = "MLIR22.1.8";

static void check_segments(int line, unsigned version, const uint8_t *blob, size_t size, const int32_t *expected,
	size_t groups, const char *dialect, const char *name)
{
	struct file f;
	start(&f, version, segments_producer, dialect, name, true);
	ATTR(&f, N(17), N(0), N(2), N(8), 1, 0, 0, 0, 2, 0, 0, 0); /* 4: array<i32: 1, 2> */
	struct loaded l = load_blob(&f, blob, size);
	const struct mlirbc_attr *sizes = property(&l, "operandSegmentSizes");
	bool good = sizes && sizes->kind == MLIRBC_ATTR_DENSE_ARRAY && sizes->u.dense.count == groups;
	for (size_t i = 0; good && i < groups; i++)
		good = sizes->u.dense.data[4 * i] == expected[i] && sizes->u.dense.data[4 * i + 1] == 0;
	if (!good)
		check_report(__FILE__, line, "not the segment sizes expected");
	loaded_free(&l);
}
#define SEGMENTS(version, groups, expected, dialect, name, ...)                                                        \
	check_segments(__LINE__, (version), BLOB(__VA_ARGS__), (const int32_t *)(expected), (groups), (dialect), (name))

static void reads_segment_sizes(void)
{
	const int32_t one_two[] = { 1, 2 }, third[] = { 0, 0, 7, 0, 0 }, none[] = { 0, 0, 0, 0, 0 };
	/* memref.alloc: ?alignment [2]operandSegmentSizes */
	SEGMENTS(6, 2, one_two, "memref", "alloc", N(0), FLAG(2, 0), N(1), N(2));
	SEGMENTS(6, 2, one_two, "memref", "alloc", N(0), FLAG(2, 1), N(1), N(1 << 1 | 0), N(2 << 1 | 1));
	SEGMENTS(5, 2, one_two, "memref", "alloc", N(0), N(4));
	/* acc.bounds: [5]operandSegmentSizes ?strideInBytes: the sizes come first in version 5, last in version 6 */
	SEGMENTS(6, 5, third, "acc", "bounds", FLAG(3, 1), FLAG(1, 1), N(2), N(7 << 2 | 2));
	SEGMENTS(6, 5, none, "acc", "bounds", N(0), FLAG(0, 1));
	SEGMENTS(5, 2, one_two, "acc", "bounds", N(4), FLAG(3, 1));
	/* of a release without a table, version 5 with the sizes of version 6 */
	segments_producer = "LLVM18.0.0git";
	SEGMENTS(5, 2, one_two, "memref", "alloc", N(0), FLAG(2, 0), N(1), N(2));
	SEGMENTS(5, 5, third, "acc", "bounds", FLAG(3, 1), FLAG(1, 1), N(2), N(7 << 2 | 2));
	segments_producer = "MLIR22.1.8";
}

/* ---- what is wrong. Blobs begin at byte 2 of their section. */

static void check_bad_blob(int line, const char *dialect, const char *name, const uint8_t *blob, size_t size,
	size_t offset, const char *text)
{
	struct file f;
	struct bytes op = { 0 };
	start(&f, 6, "MLIR22.1.8", dialect, name, true);
	PUT(&op, N(3), HAS_PROPERTIES, N(0), N(0));
	file_module(&f, 0, 1, &op);
	free(op.data);
	PUT(&f.body[PROPERTIES], N(1), N(size));
	put_data(&f.body[PROPERTIES], blob, size);
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[PROPERTIES] + 2 + offset, text);
}
#define BAD_BLOB(dialect, name, offset, text, ...)                                                                     \
	check_bad_blob(__LINE__, (dialect), (name), BLOB(__VA_ARGS__), (offset), (text))

static void checks_blobs(void)
{
	BAD_BLOB("arith", "addi", 1, "entry 0: 1 bytes too many", N(0), N(0));
	BAD_BLOB("arith", "addi", 0, "optional attribute is 2, expected 0 or an odd number", FLAG(1, 0));
	BAD_BLOB("arith", "addi", 0, "optional attribute is 9", FLAG(4, 1));
	BAD_BLOB("func", "func", 1, "attribute index is 4, expected less than 4", N(0), N(4), N(0), N(0), N(1), N(0));
	BAD_BLOB("func", "func", 3, "the data ends where an optional attribute was expected", N(0), N(2), N(0));
	BAD_BLOB("memref", "alloc", 1, "3 segment sizes", N(0), FLAG(3, 0), N(1), N(1), N(1));
	BAD_BLOB("memref", "alloc", 1, "positions of 64 bits", N(0), FLAG(1, 1), N(64), N(1));
	BAD_BLOB("memref", "alloc", 3, "segment 3 has size 1", N(0), FLAG(1, 1), N(2), N(1 << 2 | 3));
	BAD_BLOB("memref", "alloc", 3, "the data ends where a segment size", N(0), FLAG(1, 1), N(2));
}

/* A blob that many ops of two kinds share, too large to be looked at for each of them: it is not. */
static void reads_shared_blobs_once(void)
{
	struct file f;
	struct bytes ops = { 0 };
	start(&f, 6, "MLIR22.1.8", "mine", "op", true);
	file_dialect(&f, "other");
	file_op(&f, 3, "op", true);
	for (int i = 0; i < 4000; i++)
		PUT(&ops, N(3 + i % 2), HAS_PROPERTIES, N(0), N(0));
	file_module(&f, 0, 4000, &ops);
	free(ops.data);
	PUT(&f.body[PROPERTIES], N(1));
	put_number(&f.body[PROPERTIES], 200000);
	for (int i = 0; i < 200000; i++)
		PUT(&f.body[PROPERTIES], 0);
	struct loaded l = load_good(&f);
	CHECK_INT(l.status, MLIRBC_OK);
	const struct mlirbc_op *op = op_of(&l);
	for (; op && op->next; op = op->next) {
		const struct mlirbc_attr *mine = mlirbc_op_properties(op), *theirs = mlirbc_op_properties(op->next);
		CHECK_OR_RETURN(mine->kind == MLIRBC_ATTR_BYTES && theirs->u.bytes.dialect != mine->u.bytes.dialect);
		CHECK_OR_RETURN(mine->u.bytes.data == theirs->u.bytes.data);
		CHECK_OR_RETURN(!op->next->next || mlirbc_op_properties(op->next->next) == mine);
	}
	loaded_free(&l);
}

/* ---- before version 5: one dictionary */

static void parts_dictionaries(void)
{
	static const char *const names[2][2] = { { "operandSegmentSizes", "mine" },
		{ "operand_segment_sizes", "mine" } };
	for (unsigned i = 0; i < 4; i++) {
		struct file f;
		struct bytes op = { 0 };
		start(&f, 4, i & 1 ? "MLIR16.0.6" : "MLIR22.1.8", i & 2 ? "mine" : "memref", "alloc", true);
		for (unsigned k = 0; k < 2; k++)
			ATTR(&f, N(2), N(file_string(&f, names[i & 1][k])));
		ATTR(&f, N(1), N(2), N(4), N(1), N(5), N(3)); /* 6: { name 4 = "v", mine = unit } */
		PUT(&op, N(3), ATTRIBUTES, N(0), N(6), N(3), ATTRIBUTES, N(0), N(6));
		file_module(&f, 0, 2, &op);
		free(op.data);
		struct loaded l = load_good(&f);
		const struct mlirbc_op *first = op_of(&l), *second = first ? first->next : NULL;
		if (CHECK(second)) {
			CHECK(mlirbc_op_properties(first) == mlirbc_op_properties(second) &&
				mlirbc_op_attributes(first) == mlirbc_op_attributes(second));
			CHECK_INT(count_of(&l), i & 2 ? 0 : 1); /* an unknown op keeps everything */
			CHECK_INT(mlirbc_op_attributes(first)->u.dictionary.count, i & 2 ? 2 : 1);
			CHECK(i & 2 || property(&l, "operandSegmentSizes"));
			CHECK(mlirbc_dictionary_find(mlirbc_op_attributes(first), "mine")->kind == MLIRBC_ATTR_UNIT);
		}
		loaded_free(&l);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(knows_who_wrote_it),
		CHECK_CASE(knows_stablehlo_from_anybody), CHECK_CASE(knows_earlier_stablehlo),
		CHECK_CASE(assumes_the_nearest_release), CHECK_CASE(keeps_what_it_does_not_know),
		CHECK_CASE(reads_native_fields),
		CHECK_CASE(fills_in_defaults),
		CHECK_CASE(fills_in_dictionaries),
		CHECK_CASE(reads_segment_sizes),
		CHECK_CASE(checks_blobs),
		CHECK_CASE(reads_shared_blobs_once),
		CHECK_CASE(parts_dictionaries),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
