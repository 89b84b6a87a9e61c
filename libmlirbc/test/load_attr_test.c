/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader: attributes and types of the builtin dialect, foreign ones, and entries that refer to themselves. */
#include "bytecode.h"

/* For the attribute `x` of this kind that the bytes code, with `name` for it and `l` for the load. More entries may
 * be added to `f`. */
#define WITH_ATTR(name, wanted, more, ...)                                                                             \
	struct file f;                                                                                                 \
	attr_start(&f);                                                                                                \
	ATTR(&f, __VA_ARGS__);                                                                                         \
	more;                                                                                                          \
	struct loaded l = load_good(&f);                                                                               \
	const struct mlirbc_attr *name = attr_x(&l);                                                                   \
	if (CHECK(name) && CHECK_INT(name->kind, wanted))
#define DONE loaded_free(&l)

static void check_bad_attr(int line, const uint8_t *data, size_t size, size_t offset, const char *text)
{
	struct file f;
	attr_start(&f);
	size_t start = f.data[0].size;
	file_entry(&f, false, 0, true, data, size);
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + offset, text);
}
#define BAD_ATTR(offset, text, ...)                                                                                    \
	check_bad_attr(__LINE__, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), (offset), \
		(text))

/* ---- containers, strings, symbols */

static void reads_containers(void)
{
	{
		WITH_ATTR(x, MLIRBC_ATTR_ARRAY, , N(0), N(3), N(1), N(0), N(1))
		{
			CHECK_INT(x->u.array.count, 3);
			CHECK(x->u.array.data[0] == x->u.array.data[2] &&
				x->u.array.data[1]->kind == MLIRBC_LOC_UNKNOWN);
		}
		DONE;
	}
	{ /* {x = unknown, a = "x"}, out of order */
		WITH_ATTR(x, MLIRBC_ATTR_DICTIONARY, ATTR(&f, N(2), N(3)), N(1), N(2), N(1), N(0), N(4), N(1))
		{
			CHECK(x->u.dictionary.count == 2 && is(x->u.dictionary.data[0].name, "a"));
			CHECK(mlirbc_dictionary_find(x, "x")->kind == MLIRBC_LOC_UNKNOWN);
		}
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_DICTIONARY, , N(1), N(0))
		CHECK_INT(x->u.dictionary.count, 0);
		DONE;
	}
	BAD_ATTR(1, "number of attributes is 9, but only 1", N(0), N(9), N(0));
	BAD_ATTR(2, "attribute index is 4, expected less than 4", N(0), N(1), N(4));
	BAD_ATTR(3, "1 bytes too many", N(0), N(1), N(0), 0);
	BAD_ATTR(1, "duplicate name", N(1), N(3), N(1), N(0), N(1), N(0), N(1), N(0));
	BAD_ATTR(2, "expected a string", N(1), N(1), N(0), N(0));
	BAD_ATTR(0, "code of a builtin attribute is 23", N(23));
	BAD_ATTR(0, "the data ends", 0x02);
}

static void reads_strings_and_symbols(void)
{
	{
		WITH_ATTR(x, MLIRBC_ATTR_STRING, , N(3), N(3), N(I32))
		CHECK(is(x->u.string, "a") && x->type->kind == MLIRBC_TYPE_INTEGER);
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_STRING, , N(3), N(3), N(NONE))
		CHECK(!x->type && mlirbc_attr_unique(l.context, x) == mlirbc_attr_string(l.context, "a", 1));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_SYMBOL, , N(4), N(1))
		CHECK(is(x->u.symbol.root, "x") &&
			mlirbc_attr_unique(l.context, x) == mlirbc_attr_symbol(l.context, "x", 1));
		DONE;
	}
	{ /* @x::@x::@x */
		WITH_ATTR(x, MLIRBC_ATTR_SYMBOL, ATTR(&f, N(4), N(1)), N(5), N(1), N(2), N(4), N(4))
		CHECK(x->u.symbol.count == 2 && is(x->u.symbol.nested[1], "x"));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_TYPE, , N(6), N(F32))
		CHECK(x->u.type_value == mlirbc_type_float(l.context, MLIRBC_F32));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_UNIT, , N(7))
		CHECK(x == mlirbc_attr_unit(l.context));
		DONE;
	}
	BAD_ATTR(1, "string index is 6", N(2), N(6));
	BAD_ATTR(1, "expected a string", N(4), N(0));
	BAD_ATTR(3, "expected a symbol", N(5), N(1), N(1), N(1));
	BAD_ATTR(1, "type index is 8", N(6), N(8));
	BAD_ATTR(1, "1 bytes too many", N(7), 0);
}

static void reads_distinct(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(0), N(3), N(4), N(5), N(5)); /* [distinct A, distinct B, distinct B], both of attribute 6 */
	ATTR(&f, N(21), N(6));
	ATTR(&f, N(21), N(6));
	ATTR(&f, N(7));
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	if (CHECK(x && x->u.array.data[0]->kind == MLIRBC_ATTR_DISTINCT)) {
		CHECK(x->u.array.data[0] != x->u.array.data[1] && x->u.array.data[1] == x->u.array.data[2]);
		CHECK(x->u.array.data[0]->u.distinct.referenced == NULL);
	}
	loaded_free(&l);
}

/* ---- numbers */

static void check_number(int line, const struct bytes *type, const struct bytes *value, uint64_t low, uint64_t high)
{
	struct file f;
	struct bytes attr = { 0 };
	attr_start(&f);
	file_entry(&f, true, 0, true, type->data, type->size);
	PUT(&attr, type->data[0] == N(0) || type->data[0] == N(1) ? N(8) : N(9), N(Y));
	put_all(&attr, value);
	file_entry(&f, false, 0, true, attr.data, attr.size);
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	if (!x || x->u.number.words[0] != low || (x->u.number.count > 1 ? x->u.number.words[1] : 0) != high)
		check_report(__FILE__, line, "not the number expected");
	free(attr.data);
	loaded_free(&l);
}

static void check_integer(int line, unsigned width, int64_t value, uint64_t expected)
{
	struct bytes type = { 0 }, bytes = { 0 };
	PUT(&type, N(0));
	put_number(&type, (uint64_t)width << 2);
	if (width <= 8)
		PUT(&bytes, (uint8_t)value);
	else
		put_signed(&bytes, value);
	check_number(line, &type, &bytes, expected, 0);
	free(type.data);
	free(bytes.data);
}

static void reads_numbers(void)
{
	check_integer(__LINE__, 0, 0, 0);
	check_integer(__LINE__, 1, 1, 1);
	check_integer(__LINE__, 8, -1, 0xFF);
	check_integer(__LINE__, 3, -1, 7); /* excess bits are dropped */
	check_integer(__LINE__, 9, 511, 511);
	check_integer(__LINE__, 32, 4294967295, 0xFFFFFFFF);
	check_integer(__LINE__, 32, -1, 0xFFFFFFFF);
	check_integer(__LINE__, 64, -1, UINT64_MAX);
	check_integer(__LINE__, 64, INT64_MIN, UINT64_C(1) << 63);
	struct bytes types[] = { { (uint8_t[]){ N(1) }, 1, 0 }, { (uint8_t[]){ N(5) }, 1, 0 },
		{ (uint8_t[]){ N(4) }, 1, 0 }, { (uint8_t[]){ N(7) }, 1, 0 },
		{ (uint8_t[]){ N(0), 0x02, 0x08 }, 3, 0 } };
	struct bytes words = { 0 }, one = { 0 };
	put_signed(&one, 0x3FC00000);
	check_number(__LINE__, &types[0], &one, 0x3FC00000, 0); /* index */
	check_number(__LINE__, &types[1], &one, 0x3FC00000, 0); /* f32 */
	check_number(__LINE__, &types[2], &one, 0, 0);          /* f16: bits beyond 16 */
	PUT(&words, N(2));
	put_signed(&words, INT64_MIN);
	put_signed(&words, 0x3FFF);
	check_number(__LINE__, &types[3], &words, UINT64_C(1) << 63, 0x3FFF); /* f80: 1.0 */
	words.size = 0;
	PUT(&words, N(1), N(2));                         /* one word of two */
	check_number(__LINE__, &types[4], &words, 1, 0); /* i128 */
	free(words.data);
	free(one.data);
	BAD_ATTR(1, "expected an integer type", N(8), N(F32), 0, 0);
	BAD_ATTR(1, "expected an integer type", N(8), N(NONE), 0);
	BAD_ATTR(1, "expected a float type", N(9), N(I32), N(0));
	BAD_ATTR(2, "the data ends", N(8), N(I1));
	BAD_ATTR(2, "the data ends", N(8), N(I32), 0x08, 0);
	BAD_ATTR(3, "1 bytes too many", N(8), N(I1), 0, 0);
}

/* A few bytes of file must not become much memory: an i16777215 takes 2 MB. */
static void limits_wide_integers(void)
{
	struct file f;
	struct bytes list = { 0 };
	attr_start(&f);
	PUT(&list, N(0));
	put_number(&list, 5000);
	for (unsigned i = 0; i < 5000; i++)
		put_number(&list, X + 1 + i);
	file_entry(&f, false, 0, true, list.data, list.size);
	for (unsigned i = 0; i < 5000; i++)
		ATTR(&f, N(8), N(Y), N(2), N(1), 0x02, (uint8_t)i); /* two words */
	TYPE(&f, N(0), 0xC8, 0xFF, 0xFF, 0x3F);                     /* (2^24 - 1) << 2, times 2, plus 1, times 2^3 */
	file_finish(&f);
	struct loaded l = load_bytes(f.out.data, f.out.size, 0);
	CHECK_INT(l.status, MLIRBC_E_LIMIT);
	CHECK(mlirbc_context_bytes(l.context) < 100 * f.out.size + (4 << 20));
	loaded_free(&l);
	file_free(&f);
	free(list.data);
	attr_start(&f);
	ATTR(&f, N(8), N(Y), N(3), N(1), N(1), N(1));
	TYPE(&f, N(0), 0x02, 0x08); /* i128 has two words */
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 9, "number of words is 3, expected 1 to 2");
}

/* ---- locations */

/* module { t.a } with a location of this file (an attribute), line and column. */
static void start_located(struct file *f, uint64_t file, uint64_t line, uint64_t column)
{
	struct bytes ops = { 0 }, location = { 0 };
	attr_start(f);
	put_number(&location, 11);
	put_number(&location, file);
	put_number(&location, line);
	put_number(&location, column);
	file_entry(f, false, 0, true, location.data, location.size);
	f->body[IR].size = 0;
	PUT(&ops, N(1), 0, N(X));
	file_module(f, 0, 1, &ops);
	free(ops.data);
	free(location.data);
}

/* Also where numbers are too large for the eight bytes that most locations are kept in. */
static void reads_locations_of_ops(void)
{
	static const uint32_t lines[] = { 0, 127, 128, 16383, 16384, (1 << 24) - 1, 1 << 24, UINT32_MAX },
			      columns[] = { 0, 1, 128, (1 << 14) - 1, 1 << 14, UINT32_MAX };
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		for (size_t j = 0; j < sizeof columns / sizeof *columns; j++) {
			struct file f;
			start_located(&f, 1, lines[i], columns[j]);
			struct loaded l = load_good(&f);
			const struct mlirbc_op *op =
				l.status == MLIRBC_OK ? mlirbc_op_regions(l.module->body->first)->first->first : NULL;
			CHECK(op && mlirbc_attr_unique(l.context, mlirbc_op_location(op)) ==
					    mlirbc_loc_file(l.context, "x", 1, lines[i], columns[j]));
			CHECK(op && mlirbc_op_location(op) == mlirbc_op_location(op));
			loaded_free(&l);
		}
	}
	struct file f;
	start_located(&f, 0, 1, 1);
	size_t start = f.data[0].size - 4;
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + 1, "attribute 0 is of another kind, expected a string");
	start_located(&f, X, 1, 1);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + 1, "contains itself");
	start_located(&f, 1, UINT64_C(1) << 32, 1);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + 2, "line is 4294967296");
	start_located(&f, 9, 1, 1);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + 1, "attribute index is 9, expected less than 4");
}

static void reads_locations(void)
{
	{
		WITH_ATTR(x, MLIRBC_LOC_FILE, , N(11), N(1), 0x02, 0x08, N(7))
		CHECK(mlirbc_attr_unique(l.context, x) == mlirbc_loc_file(l.context, "x", 1, 512, 7));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_LOC_CALLSITE, , N(10), N(0), N(0))
		CHECK(x->u.callsite.callee == mlirbc_loc_unknown(l.context) &&
			x->u.callsite.caller == x->u.callsite.callee);
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_LOC_FUSED, , N(12), N(2), N(0), N(0))
		CHECK(x->u.fused.parts.count == 2 && !x->u.fused.metadata);
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_LOC_FUSED, , N(13), N(1), N(0), N(1))
		CHECK(mlirbc_attr_unique(l.context, x->u.fused.metadata) == mlirbc_attr_string(l.context, "x", 1));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_LOC_NAME, , N(14), N(1), N(0))
		CHECK(is(x->u.name.name, "x") && !x->u.name.child);
		DONE;
	}
	BAD_ATTR(1, "expected a string", N(11), N(0), N(1), N(1));
	BAD_ATTR(2, "line is 4294967296", N(11), N(1), 0x20, 0, 0, 0, 0x40, 0, N(1));
	BAD_ATTR(2, "expected a location", N(10), N(0), N(1));
	BAD_ATTR(2, "expected a location", N(12), N(1), N(1));
	BAD_ATTR(2, "expected a location", N(14), N(1), N(1));
	BAD_ATTR(2, "number of positions is 5", N(22), N(1), N(5), N(1), N(1), N(1), N(1), N(1));
}

static void reads_ranges(void)
{
	static const uint32_t expected[5][5] = { { 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0 }, { 1, 2, 1, 2, 0 },
		{ 1, 2, 1, 3, 1 }, { 1, 2, 3, 4, 1 } };
	for (uint8_t count = 0; count <= 4; count++) {
		struct file f;
		struct bytes attr = { 0 };
		attr_start(&f);
		PUT(&attr, N(22), N(1), N(count));
		for (uint8_t i = 1; i <= count; i++)
			PUT(&attr, N(i));
		file_entry(&f, false, 0, true, attr.data, attr.size);
		free(attr.data);
		struct loaded l = load_good(&f);
		const struct mlirbc_attr *x = attr_x(&l);
		if (CHECK(x && x->kind == MLIRBC_LOC_FILE)) {
			const uint32_t *e = expected[count];
			CHECK(x->u.file.line == e[0] && x->u.file.column == e[1] && x->u.file.end_line == e[2]);
			CHECK(x->u.file.end_column == e[3] && x->u.file.range == e[4]);
		}
		loaded_free(&l);
	}
}

/* ---- elements */

static void reads_dense_arrays(void)
{
	{
		WITH_ATTR(x, MLIRBC_ATTR_DENSE_ARRAY, , N(17), N(I32), N(2), N(8), 1, 2, 3, 4, 5, 6, 7, 8)
		{
			CHECK(x->u.dense.count == 2 && !x->u.dense.splat && x->u.dense.data > l.input);
			CHECK_BYTES(x->u.dense.data, x->u.dense.size, "\1\2\3\4\5\6\7\10", 8);
		}
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_DENSE_ARRAY, , N(17), N(I1), N(3), N(3), 1, 0, 1)
		CHECK_BYTES(x->u.dense.data, x->u.dense.size, "\1\0\1", 3);
		DONE;
	}
	BAD_ATTR(3, "3 bytes of data for 1 elements of 4 bytes", N(17), N(I32), N(1), N(3), 1, 2, 3);
	BAD_ATTR(3, "i1 element 1 is 2", N(17), N(I1), N(2), N(2), 1, 2);
	BAD_ATTR(1, "expected an integer or float type", N(17), N(T4), N(1), N(1), 1);
	BAD_ATTR(11, "for 4611686018427387905 elements", N(17), N(I32), 0, 1, 0, 0, 0, 0, 0, 0, 0x40, N(4), 0, 0, 0, 0);
}

static void check_dense(
	int line, unsigned type, const void *stored, size_t stored_size, const void *expected, size_t size, bool splat)
{
	struct file f;
	struct bytes attr = { 0 };
	attr_start(&f);
	TYPE(&f, N(9), N(I32));             /* Y: complex<i32> */
	TYPE(&f, N(13), N(1), N(2), N(Y));  /* Y + 1: tensor<1xcomplex<i32>> */
	TYPE(&f, N(19), N(1), N(6), N(I1)); /* Y + 2: vector<3xi1> */
	TYPE(&f, N(13), N(1), N(0), N(I1)); /* Y + 3: tensor<0xi1> */
	PUT(&attr, N(18), N(type), N(stored_size));
	put_data(&attr, stored, stored_size);
	file_entry(&f, false, 0, true, attr.data, attr.size);
	free(attr.data);
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	if (!x || x->kind != MLIRBC_ATTR_DENSE || x->u.dense.splat != splat || x->u.dense.size != size ||
		(size && memcmp(x->u.dense.data, expected, size) != 0))
		check_report(__FILE__, line, "not the elements expected");
	loaded_free(&l);
}
#define DENSE(type, stored, expected, splat)                                                                           \
	check_dense(__LINE__, (type), (stored), sizeof(stored) - 1, (expected), sizeof(expected) - 1, (splat))

static void reads_dense(void)
{
	DENSE(T4, "aaaabbbbccccdddd", "aaaabbbbccccdddd", false);
	DENSE(T4, "abcd", "abcd", true);
	DENSE(T4, "abcdabcdabcdabcd", "abcd", true);
	DENSE(Y + 1, "abcdefgh", "abcdefgh", true);
	DENSE(T10, "\xFF", "\1", true);
	DENSE(T10, "\0", "\0", true);
	DENSE(T10, "\x81\x02", "\1\0\0\0\0\0\0\1\0\1", false);
	DENSE(T10, "\xFF\x03", "\1", true);
	DENSE(T10, "\1\0\0\0\0\0\0\1\0\1", "\1\0\0\0\0\0\0\1\0\1", false); /* unpacked */
	DENSE(Y + 2, "\xFF", "\1", true);
	DENSE(Y + 2, "\xFD", "\1\0\1", false); /* bits beyond the third mean nothing */
	DENSE(Y + 2, "\7", "\1", true);
	DENSE(Y + 3, "", "", false);
	BAD_ATTR(2, "3 bytes of data for 4 elements of 4 bytes", N(18), N(T4), N(3), 0, 0, 0);
	BAD_ATTR(2, "the data ends", N(18), N(T4), N(16), 0, 0, 0);
	BAD_ATTR(2, "3 bytes of data for 10 i1 elements", N(18), N(T10), N(3), 0, 0, 0);
	BAD_ATTR(2, "1 bytes of data for 10 i1 elements", N(18), N(T10), N(1), 1);
	BAD_ATTR(1, "expected a tensor or vector", N(18), N(I32), N(4), 0, 0, 0, 0);
}

static void reads_strings_elements(void)
{
	{
		WITH_ATTR(x, MLIRBC_ATTR_DENSE_STRINGS, , N(19), N(T4), N(0), N(3), N(4), N(3), N(5))
		CHECK(x->u.strings.count == 4 && !x->u.strings.splat && is(x->u.strings.data[3], "x"));
		DONE;
	}
	{
		WITH_ATTR(x, MLIRBC_ATTR_DENSE_STRINGS, , N(19), N(T4), N(1), N(3))
		CHECK(x->u.strings.count == 1 && x->u.strings.splat && is(x->u.strings.data[0], "a"));
		DONE;
	}
	BAD_ATTR(2, "splat flag 0 before 3 bytes", N(19), N(T4), N(0), N(3), N(3), N(3));
	BAD_ATTR(2, "splat flag 2", N(19), N(T4), N(2), N(3));
	BAD_ATTR(6, "string index is 9", N(19), N(T4), N(0), N(3), N(3), N(3), N(9));
}

static void reads_sparse(void)
{
	for (uint8_t positions = 1; positions <= 2; positions++) { /* of two values in tensor<4xi32> */
		struct file f;
		attr_start(&f);
		ATTR(&f, N(20), N(T4), N(X + 1), N(X + 2));
		ATTR(&f, N(18), N(Y), N(8), 1, 0, 0, 0, 0, 0, 0, 0);
		ATTR(&f, N(18), N(Y + 1), N(4), 9, 0, 0, 0);
		TYPE(&f, N(13), N(2), N(2 * positions), N(2), N(I64)); /* tensor<?x1xi64>, splat */
		TYPE(&f, N(13), N(1), N(4), N(I32));                   /* tensor<2xi32>, splat */
		if (positions == 1) {
			CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 8, "positions do not match");
			continue;
		}
		struct loaded l = load_good(&f);
		const struct mlirbc_attr *x = attr_x(&l);
		CHECK(x && x->kind == MLIRBC_ATTR_SPARSE && x->u.sparse.values->u.dense.splat);
		loaded_free(&l);
	}
	BAD_ATTR(2, "expected dense elements", N(20), N(T4), N(0), N(0));
}

static void reads_resource_keys(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(16), N(T4), N(1));
	PUT(&f.body[RESOURCE_OFFSETS], N(0), N(0), N(2), N(3), N(1), 1, N(4), N(0), 0);
	PUT(&f.body[RESOURCES], 1);
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	CHECK(x && x->kind == MLIRBC_ATTR_DENSE_RESOURCE && is(x->u.resource, "b"));
	loaded_free(&l);
	BAD_ATTR(2, "resource index is 0, expected less than 0", N(16), N(T4), N(0));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(reads_containers),
		CHECK_CASE(reads_strings_and_symbols),
		CHECK_CASE(reads_distinct),
		CHECK_CASE(reads_numbers),
		CHECK_CASE(limits_wide_integers),
		CHECK_CASE(reads_locations), CHECK_CASE(reads_locations_of_ops),
		CHECK_CASE(reads_ranges),
		CHECK_CASE(reads_dense_arrays),
		CHECK_CASE(reads_dense),
		CHECK_CASE(reads_strings_elements),
		CHECK_CASE(reads_sparse),
		CHECK_CASE(reads_resource_keys),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
