/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each rule of the verifier, by its name: a file that breaks it, built byte by byte, and the byte that is blamed. Some
 * files that look suspicious and keep all rules. */
#include "bytecode.h"

#include <mlirbc/verify.h>

static enum mlirbc_status verify_bytes(const void *data, size_t size, const char **out_rule, struct mlirbc_diag *diag)
{
	uint8_t *exact = malloc(size ? size : 1); /* so that a byte too far is seen */
	if (!exact)
		abort();
	if (size)
		memcpy(exact, data, size);
	enum mlirbc_status status = mlirbc_verify(exact, size, NULL, out_rule, diag);
	free(exact);
	return status;
}

static void check_breaks_at(const char *source, int line, const struct bytes *file, const char *rule, size_t offset)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const char *broken;
	enum mlirbc_status status = verify_bytes(file->data, file->size, &broken, &diag);
	if (status == MLIRBC_OK || status != diag.status || !broken || strcmp(broken, rule) != 0 ||
		diag.offset != offset || !diag.message[0])
		check_report(source, line, "%s [%s] at %llu \"%s\", expected [%s] at %zu", mlirbc_status_name(status),
			broken ? broken : "", (unsigned long long)diag.offset, diag.message, rule, offset);
}
#define CHECK_BREAKS(f, rule, offset)                                                                                  \
	(file_finish(f), check_breaks_at(__FILE__, __LINE__, &(f)->out, (rule), (offset)), file_free(f))

static void check_good_at(const char *source, int line, struct file *f)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const char *broken;
	file_finish(f);
	enum mlirbc_status status = verify_bytes(f->out.data, f->out.size, &broken, &diag);
	if (status != MLIRBC_OK || broken)
		check_report(source, line, "%s [%s] at %llu \"%s\", expected it to be good", mlirbc_status_name(status),
			broken ? broken : "", (unsigned long long)diag.offset, diag.message);
	file_free(f);
}
#define CHECK_GOOD(f) check_good_at(__FILE__, __LINE__, (f))

/* ---- header and sections */

static void header_rules(void)
{
	static const struct {
		uint8_t data[24];
		size_t size;
		const char *rule;
		size_t offset;
	} cases[] = {
		{ { 'M', 'L', 'I', 'R' }, 4, "magic", 0 },
		{ { 'M', 'L', 0xEF, 'R', N(7), 0 }, 6, "version", 4 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 'x' }, 6, "producer", 6 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 9, N(0) }, 8, "section-id", 6 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 0, N(9) }, 8, "section-length", 7 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 7 }, 7, "cut-short", 7 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 0x87, N(0), N(3) }, 9, "alignment", 8 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 0x87, N(0), N(4), 0xCB, 0xCB, 0xCC }, 12, "padding", 11 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 7, N(0), 7, N(0) }, 10, "section-duplicate", 8 },
		{ { 'M', 'L', 0xEF, 'R', N(6), 0, 0, N(1), N(0) }, 9, "section-missing", 9 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bytes file = { (uint8_t *)(uintptr_t)cases[i].data, cases[i].size, 0 };
		check_breaks_at(__FILE__, __LINE__, &file, cases[i].rule, cases[i].offset);
	}
}

/* ---- tables */

static struct bytes nothing;

static void start(struct file *f)
{
	file_start(f, 6);
	file_module(f, 0, 0, &nothing);
}

static void string_rules(void)
{
	struct file f;
	start(&f);
	PUT(&f.string_sizes, N(0));
	f.string_count++;
	CHECK_BREAKS(&f, "string-size", f.at[STRINGS] + f.string_sizes.size);
	start(&f);
	f.string_data.data[f.string_data.size - 1] = 'x';
	CHECK_BREAKS(&f, "string-end", f.at[STRINGS] + f.body[STRINGS].size - 1);
	start(&f);
	PUT(&f.string_data, 'x');
	CHECK_BREAKS(&f, "trailing-bytes", f.at[STRINGS] + f.body[STRINGS].size - 1);
}

static void dialect_rules(void)
{
	struct file f;
	start(&f);
	f.op_count++;
	CHECK_BREAKS(&f, "op-name-count", f.at[DIALECTS] - 2);
	start(&f);
	PUT(&f.op_names, N(2), N(0));
	CHECK_BREAKS(&f, "index", f.at[DIALECTS] + f.body[DIALECTS].size - 2);
	file_start(&f, 6);
	put_number(&f.body[DIALECTS], file_string(&f, "v") << 1 | 1);
	PUT(&f.body[DIALECTS], IR, N(0)); /* the dialect version is in a section of the wrong kind */
	f.dialect_count++;
	file_module(&f, 0, 0, &nothing);
	CHECK_BREAKS(&f, "dialect-version", f.at[DIALECTS] + 4);
	file_start(&f, 6);
	put_number(&f.body[DIALECTS], file_string(&f, "v") << 1 | 1);
	PUT(&f.body[DIALECTS], VERSIONS, N(2), 1, 2);
	f.dialect_count++;
	file_module(&f, 0, 0, &nothing);
	CHECK_GOOD(&f);
}

static void entry_rules(void)
{
	struct file f;
	start(&f);
	f.given[OFFSETS] = true;
	PUT(&f.body[OFFSETS], N(1), N(1), N(0), N(2), FLAG(1, 1), FLAG(2, 1));
	CHECK_BREAKS(&f, "entry-group", f.at[OFFSETS] + 3);
	start(&f);
	f.given[OFFSETS] = true;
	PUT(&f.body[OFFSETS], N(1), N(0), N(0), N(1), FLAG(20, 1));
	CHECK_BREAKS(&f, "entry-size", f.at[OFFSETS] + 4);
	start(&f);
	PUT(&f.data[1], 0);
	CHECK_BREAKS(&f, "entry-tail", f.at[ENTRIES] + 4);
	start(&f);
	ATTR(&f, N(40));
	CHECK_BREAKS(&f, "entry-code", f.at[ENTRIES] + 1);
	start(&f);
	file_entry(&f, false, 0, false, "unit", 4);
	CHECK_BREAKS(&f, "entry-text", f.at[ENTRIES] + 5);
	start(&f);
	ATTR(&f, N(0), N(1), N(2));
	CHECK_BREAKS(&f, "index", f.at[ENTRIES] + 3);
	start(&f);
	ATTR(&f, N(15), N(0));
	CHECK_BREAKS(&f, "trailing-bytes", f.at[ENTRIES] + 2);
	start(&f);
	ATTR(&f, N(0), N(50));
	CHECK_BREAKS(&f, "count", f.at[ENTRIES] + 2);
	start(&f);
	ATTR(&f, N(18), N(0), N(9), 1);
	CHECK_BREAKS(&f, "size", f.at[ENTRIES] + 3);
}

/* No op uses them. */
static void meaning_rules(void)
{
	struct file f;
	start(&f);
	ATTR(&f, N(0), N(1), N(1));
	CHECK_BREAKS(&f, "meaning", f.at[ENTRIES] + 3); /* contains itself */
	start(&f);
	ATTR(&f, N(9), N(0), N(1));
	CHECK_BREAKS(&f, "meaning", f.at[ENTRIES] + 2); /* a float of type i32 */
	start(&f);
	TYPE(&f, N(13), N(1), N(3), N(0));
	CHECK_BREAKS(&f, "meaning", f.at[ENTRIES] + 6); /* a size of -2 */
}

static void resource_rules(void)
{
	static const struct {
		uint8_t key[4], data[4];
		size_t data_size;
		const char *rule;
		bool in_data;
		size_t offset;
	} cases[] = {
		{ { N(0), N(1), 3 }, { 0 }, 1, "resource-kind", false, 5 },
		{ { N(0), N(2), 1 }, { 0 }, 1, "resource-size", false, 4 },
		{ { N(0), N(1), 1 }, { 2 }, 1, "bool", true, 0 },
		{ { N(0), N(2), 0 }, { N(3), N(0) }, 2, "alignment", true, 0 },
		{ { N(0), N(3), 0 }, { N(1), N(2), 0 }, 3, "size", true, 1 },
		{ { N(0), N(2), 1 }, { 1, 1 }, 2, "trailing-bytes", true, 1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct file f;
		start(&f);
		PUT(&f.body[RESOURCE_OFFSETS], N(0), N(0), N(1));
		put_data(&f.body[RESOURCE_OFFSETS], cases[i].key, 3);
		put_data(&f.body[RESOURCES], cases[i].data, cases[i].data_size);
		CHECK_BREAKS(
			&f, cases[i].rule, f.at[cases[i].in_data ? RESOURCES : RESOURCE_OFFSETS] + cases[i].offset);
	}
}

static void blob_rules(void)
{
	struct file f;
	start(&f);
	PUT(&f.body[PROPERTIES], N(1), N(9), 0);
	CHECK_BREAKS(&f, "blob-size", f.at[PROPERTIES] + 1);
	start(&f);
	PUT(&f.body[PROPERTIES], N(1), N(1), 0); /* no op uses it, so its layout is unknown */
	CHECK_GOOD(&f);
}

/* ---- ops: bytes of a region of one module, `at` counted from the first one's first byte */

static void check_ops(const char *source, int line, unsigned values, unsigned count, const uint8_t *ops, size_t size,
	const char *rule, size_t at)
{
	struct file f;
	struct bytes bytes = { 0 };
	put_data(&bytes, ops, size);
	file_start(&f, 6);
	unsigned scf = file_dialect(&f, "scf"), cf = file_dialect(&f, "cf");
	file_op(&f, scf, "execute_region", true); /* op 3: its regions are in SSA form */
	file_op(&f, cf, "br", true);              /* op 4 */
	file_module(&f, values, count, &bytes);
	if (rule) {
		file_finish(&f);
		check_breaks_at(source, line, &f.out, rule, f.at[IR] + f.body[IR].size - size + at);
		file_free(&f);
	} else {
		check_good_at(source, line, &f);
	}
	free(bytes.data);
}
#define OPS(values, count, rule, at, ...)                                                                              \
	check_ops(__FILE__, __LINE__, (values), (count), (const uint8_t[]){ __VA_ARGS__ },                             \
		sizeof((const uint8_t[]){ __VA_ARGS__ }), (rule), (at))

/* t.a: one result. t.b: one operand, value n. */
#define DEF N(1), 0x02, N(0), N(1), N(0)
#define USE(n) N(2), 0x04, N(0), N(1), N(n)

static void op_rules(void)
{
	OPS(0, 1, "index", 0, N(5));
	OPS(0, 1, "op-mask", 1, N(1), 0x80, N(0));
	OPS(0, 1, "index", 4, USE(0));
	OPS(0, 1, "index", 4, N(1), 0x08, N(0), N(1), N(1));
	OPS(0, 1, "value-count", 3, DEF);
	OPS(0, 1, "region-section", 4, N(1), 0x10, N(0), FLAG(1, 1), VERSIONS, N(0));
	OPS(0, 1, "cut-short", 3, N(1), 0x02, N(0));
	OPS(0, 1, "count", 3, N(1), 0x10, N(0), FLAG(9, 0));
	OPS(1, 2, NULL, 0, DEF, USE(0));
	struct file f;
	file_start(&f, 6);
	PUT(&f.body[IR], FLAG(0, 1), N(0), 0);
	CHECK_BREAKS(&f, "top-level", f.at[IR]);
	/* fewer values than declared: the byte after the number of blocks */
	file_start(&f, 6);
	file_module(&f, 1, 0, &nothing);
	CHECK_BREAKS(&f, "region-values", f.at[IR] + f.body[IR].size - 2);
}

/* scf.execute_region with one region: 2 + blocks... */
#define REGION(...) N(3), 0x10, N(0), FLAG(1, 0), __VA_ARGS__
/* cf.br without operands to block n */
#define JUMP(n) N(4), 0x08, N(0), N(1), N(n)
#define FORK(m, n) N(4), 0x08, N(0), N(2), N(m), N(n)

static void dominance_rule(void)
{
	OPS(1, 2, NULL, 0, USE(0), DEF);                                         /* a module is a graph */
	OPS(0, 1, NULL, 0, REGION(N(1), N(1), FLAG(2, 0), DEF, USE(0)));         /* in order */
	OPS(0, 1, "dominance", 11, REGION(N(1), N(1), FLAG(2, 0), USE(0), DEF)); /* not in order */
	/* t.a is unknown: its region may be a graph */
	OPS(0, 1, NULL, 0, N(1), 0x10, N(0), FLAG(1, 0), N(1), N(1), FLAG(2, 0), USE(0), DEF);
	/* an op uses its own result */
	OPS(0, 1, "dominance", 13, REGION(N(1), N(1), FLAG(1, 0), N(1), 0x06, N(0), N(1), N(0), N(1), N(0)));
	/* ^0: jump 1; ^1: def, jump 2; ^2: use */
	OPS(0, 1, NULL, 0, REGION(N(3), N(1), FLAG(1, 0), JUMP(1), FLAG(2, 0), DEF, JUMP(2), FLAG(1, 0), USE(0)));
	/* ^0: fork 1 2; ^1: def, jump 2; ^2: use, which ^1 does not dominate */
	OPS(0, 1, "dominance", 29,
		REGION(N(3), N(1), FLAG(1, 0), FORK(1, 2), FLAG(2, 0), DEF, JUMP(2), FLAG(1, 0), USE(0)));
	/* likewise in an unknown op: blocks are blocks */
	OPS(0, 1, "dominance", 29, N(1), 0x10, N(0), FLAG(1, 0), N(3), N(1), FLAG(1, 0), FORK(1, 2), FLAG(2, 0), DEF,
		JUMP(2), FLAG(1, 0), USE(0));
	/* a loop: ^0: jump 2; ^1: use, jump 2; ^2: def, fork 1 3; ^3: nothing */
	OPS(0, 1, NULL, 0,
		REGION(N(4), N(1), FLAG(1, 0), JUMP(2), FLAG(2, 0), USE(0), JUMP(2), FLAG(2, 0), DEF, FORK(1, 3),
			FLAG(1, 0), N(1), 0, N(0)));
	/* an unreachable block may use anything; its values cannot be used elsewhere */
	OPS(0, 1, NULL, 0, REGION(N(2), N(1), FLAG(1, 0), DEF, FLAG(1, 0), USE(0)));
	OPS(0, 1, "dominance", 11, REGION(N(2), N(1), FLAG(1, 0), USE(0), FLAG(1, 0), DEF));
}

/* Uses in regions inside the defining one. */
static void dominance_from_within(void)
{
	OPS(0, 1, NULL, 0, REGION(N(1), N(1), FLAG(2, 0), DEF, REGION(N(1), N(0), FLAG(1, 0), USE(0))));
	OPS(0, 1, "dominance", 18, REGION(N(1), N(1), FLAG(2, 0), REGION(N(1), N(0), FLAG(1, 0), USE(0)), DEF));
}

static void block_rules(void)
{
	OPS(0, 1, "entry-block", 11, REGION(N(1), N(0), FLAG(1, 0), JUMP(0)));
	OPS(0, 1, "successor-last", 11,
		REGION(N(2), N(0), FLAG(2, 0), JUMP(1), N(1), 0, N(0), FLAG(1, 0), N(1), 0, N(0)));
	OPS(0, 1, "block-empty", 12, REGION(N(2), N(0), FLAG(1, 0), JUMP(1), FLAG(0, 0)));
	OPS(0, 1, NULL, 0, REGION(N(1), N(0), FLAG(0, 0)));
	/* an op that jumps and has a region, in which blocks end, too */
	OPS(0, 1, NULL, 0,
		REGION(N(2), N(0), FLAG(1, 0), N(4), 0x18, N(0), N(1), N(1), FLAG(1, 0), N(1), N(0), FLAG(2, 0), N(1),
			0, N(0), N(1), 0, N(0), FLAG(1, 0), N(1), 0, N(0)));
}

static void isolated_rule(void)
{
	struct file f;
	struct bytes ops = { 0 };
	file_start(&f, 6);
	PUT(&ops, DEF, N(0), 0x10, N(0), FLAG(1, 0), N(1), N(0), FLAG(1, 0), USE(0)); /* a module in the module */
	file_module(&f, 1, 2, &ops);
	file_finish(&f);
	check_breaks_at(__FILE__, __LINE__, &f.out, "isolated", f.at[IR] + f.body[IR].size - 1);
	file_free(&f);
	free(ops.data);
}

/* t.a with one result and an order of its uses, then three uses. */
#define ORDERED(...) N(1), 0x22, N(0), N(1), N(0), __VA_ARGS__
#define USES USE(0), USE(0), USE(0)

static void use_list_rules(void)
{
	OPS(1, 4, NULL, 0, ORDERED(FLAG(3, 0), N(1), N(2), N(0)), USES);
	OPS(1, 4, "use-list-length", 6, ORDERED(FLAG(2, 0), N(1), N(0)), USES);
	OPS(1, 4, "use-list-permutation", 6, ORDERED(FLAG(3, 0), N(1), N(2), N(1)), USES);
	OPS(1, 4, "use-list-permutation", 6, ORDERED(FLAG(3, 0), N(1), N(2), N(3)), USES);
	OPS(1, 4, NULL, 0, ORDERED(FLAG(4, 1), N(0), N(2), N(2), N(0)), USES);
	OPS(1, 4, "use-list-length", 6, ORDERED(FLAG(3, 1), N(0), N(2), N(2)), USES);
	OPS(1, 4, "use-list-permutation", 6, ORDERED(FLAG(4, 1), N(0), N(2), N(2), N(1)), USES);
	OPS(2, 1, "use-list-twice", 11, N(1), 0x22, N(0), N(2), N(0), N(0), N(2), N(1), FLAG(1, 0), N(0), N(1),
		FLAG(1, 0), N(0));
	OPS(0, 1, "use-list-flag", 9, REGION(N(1), N(1), FLAG(0, 1), N(1), FLAG(0, 0), 1));
}

/* ---- limits */

static void deep(struct bytes *ops, unsigned levels)
{
	for (unsigned i = 0; i < levels; i++)
		PUT(ops, N(1), 0x10, N(0), FLAG(1, 0), N(1), N(0), FLAG(1, 0));
	PUT(ops, N(1), 0, N(0));
}

static void limits(void)
{
	struct mlirbc_verify_options options = { .size = sizeof options, .max_depth = 100 };
	for (unsigned levels = 98; levels <= 100; levels++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct file f;
		struct bytes ops = { 0 };
		file_start(&f, 6);
		deep(&ops, levels);
		file_module(&f, 0, 1, &ops);
		file_finish(&f);
		const char *rule = "not set";
		enum mlirbc_status status = mlirbc_verify(f.out.data, f.out.size, &options, &rule, &diag);
		CHECK_INT(status, levels < 99 ? MLIRBC_OK : levels == 99 ? status : MLIRBC_E_LIMIT);
		CHECK(rule == NULL);
		options.memory = 1000;
		CHECK_INT(mlirbc_verify(f.out.data, f.out.size, &options, &rule, &diag), MLIRBC_E_LIMIT);
		options.memory = 0;
		free(ops.data);
		file_free(&f);
	}
}

/* ---- many blocks: a ladder of forks, so that dominance is not found by chance */

static void ladder(void)
{
	enum { RUNGS = 20000 };
	for (int bad = 0; bad < 2; bad++) {
		struct file f;
		struct bytes ops = { 0 };
		file_start(&f, 6);
		unsigned scf = file_dialect(&f, "scf"), cf = file_dialect(&f, "cf");
		file_op(&f, scf, "execute_region", true);
		file_op(&f, cf, "br", true);
		PUT(&ops, N(3), 0x10, N(0), FLAG(1, 0));
		put_number(&ops, 2 * RUNGS + 1);
		PUT(&ops, N(1));
		PUT(&ops, FLAG(bad ? 1 : 2, 0)); /* ^0 defines, unless bad: then the last but one does */
		if (!bad)
			PUT(&ops, DEF);
		for (unsigned i = 0; i < RUNGS; i++) { /* ^2i goes to ^2i+1 and ^2i+2, ^2i+1 to ^2i+2 */
			PUT(&ops, N(4), 0x08, N(0), N(2));
			put_number(&ops, 2 * i + 1);
			put_number(&ops, 2 * i + 2);
			PUT(&ops, FLAG(bad && i == RUNGS - 1 ? 2 : 1, 0));
			if (bad && i == RUNGS - 1)
				PUT(&ops, DEF);
			PUT(&ops, N(4), 0x08, N(0), N(1));
			put_number(&ops, 2 * i + 2);
			PUT(&ops, FLAG(1, 0));
		}
		PUT(&ops, USE(0));
		file_module(&f, 0, 1, &ops);
		if (bad)
			CHECK_BREAKS(&f, "dominance", f.at[IR] + f.body[IR].size - 1);
		else
			CHECK_GOOD(&f);
		free(ops.data);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(header_rules),
		CHECK_CASE(string_rules),
		CHECK_CASE(dialect_rules),
		CHECK_CASE(entry_rules),
		CHECK_CASE(meaning_rules),
		CHECK_CASE(resource_rules),
		CHECK_CASE(blob_rules),
		CHECK_CASE(op_rules),
		CHECK_CASE(dominance_rule),
		CHECK_CASE(dominance_from_within),
		CHECK_CASE(block_rules),
		CHECK_CASE(isolated_rule),
		CHECK_CASE(use_list_rules),
		CHECK_CASE(limits),
		CHECK_CASE(ladder),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
