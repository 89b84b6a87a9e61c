/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader: builtin types, entries of other dialects, entries that contain themselves or much else. */
#include "bytecode.h"

/* ---- types: the one under test is number Y, in the type attribute `x` */

static void type_start(struct file *f)
{
	attr_start(f);
	ATTR(f, N(6), N(Y));
}

static const struct mlirbc_type *type_x(const struct loaded *l)
{
	const struct mlirbc_attr *x = attr_x(l);
	return x && x->kind == MLIRBC_ATTR_TYPE ? x->u.type_value : NULL;
}

#define WITH_TYPE(name, wanted, more, ...)                                                                             \
	struct file f;                                                                                                 \
	type_start(&f);                                                                                                \
	TYPE(&f, __VA_ARGS__);                                                                                         \
	more;                                                                                                          \
	struct loaded l = load_good(&f);                                                                               \
	const struct mlirbc_type *name = type_x(&l);                                                                   \
	if (CHECK(name) && CHECK_INT(name->kind, wanted))
#define DONE loaded_free(&l)

static void check_bad_type(int line, const uint8_t *data, size_t size, size_t offset, const char *text)
{
	struct file f;
	type_start(&f);
	size_t start = f.data[0].size + f.data[1].size;
	file_entry(&f, true, 0, true, data, size);
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + offset, text);
}
#define BAD_TYPE(offset, text, ...)                                                                                    \
	check_bad_type(__LINE__, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), (offset), \
		(text))

static void reads_scalars(void)
{
	static const struct {
		uint8_t code;
		enum mlirbc_float kind;
	} floats[] = { { 3, MLIRBC_BF16 }, { 4, MLIRBC_F16 }, { 5, MLIRBC_F32 }, { 6, MLIRBC_F64 }, { 7, MLIRBC_F80 },
		{ 8, MLIRBC_F128 } };
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		WITH_TYPE(type, MLIRBC_TYPE_FLOAT, , N(floats[i].code))
		CHECK_INT(type->u.float_kind, floats[i].kind);
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_INTEGER, , N(0), N(7 << 2 | 2))
		CHECK(type == mlirbc_type_integer(l.context, 7, MLIRBC_UNSIGNED));
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_COMPLEX, , N(9), N(F32))
		CHECK(type->u.shaped.element == mlirbc_type_float(l.context, MLIRBC_F32));
		DONE;
	}
	BAD_TYPE(1, "signedness 3", N(0), N(7 << 2 | 3));
	BAD_TYPE(1, "integer type of 16777216 bits", N(0), 0x08, 0, 0, 0x40);
	BAD_TYPE(0, "code of a builtin type is 33", N(33));
	BAD_TYPE(1, "1 bytes too many", N(5), N(5));
	BAD_TYPE(1, "not allowed there", N(9), N(INDEX));
}

static void reads_lists(void)
{
	{
		WITH_TYPE(type, MLIRBC_TYPE_FUNCTION, , N(2), N(2), N(I32), N(F32), N(1), N(INDEX))
		{
			CHECK(type->u.function.inputs.count == 2 && type->u.function.results.count == 1);
			CHECK(type->u.function.inputs.data[1]->kind == MLIRBC_TYPE_FLOAT);
			CHECK(type->u.function.results.data[0]->kind == MLIRBC_TYPE_INDEX);
		}
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_TUPLE, , N(15), N(0))
		CHECK_INT(type->u.tuple.count, 0);
		DONE;
	}
	BAD_TYPE(1, "number of types is 2, but only 1", N(2), N(2), N(I32));
	BAD_TYPE(2, "type index is 9", N(15), N(1), N(Y + 1));
}

static void reads_shapes(void)
{
	{ /* tensor<?x3xf32, "x"> */
		WITH_TYPE(type, MLIRBC_TYPE_TENSOR, , N(14), N(1), N(2), 0, 255, 255, 255, 255, 255, 255, 255, 255,
			N(6), N(F32))
		{
			CHECK(type->u.shaped.rank == 2 && type->u.shaped.dims[0] == MLIRBC_DYNAMIC &&
				type->u.shaped.dims[1] == 3);
			CHECK(type->u.shaped.encoding == mlirbc_attr_string(l.context, "x", 1));
		}
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_UNRANKED_TENSOR, , N(18), N(F32))
		CHECK(type->u.shaped.rank == 0);
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_UNRANKED_MEMREF, , N(17), N(1), N(F32))
		CHECK(type->u.shaped.space == mlirbc_attr_string(l.context, "x", 1));
		DONE;
	}
	{
		WITH_TYPE(type, MLIRBC_TYPE_VECTOR, , N(19), N(1), N(8), N(F32))
		CHECK(type->u.shaped.dims[0] == 4 && !type->u.shaped.scalable);
		DONE;
	}
	BAD_TYPE(2, "dimension 0 is -1, expected at least 0", N(13), N(1), N(1), N(F32));
	BAD_TYPE(2, "dimension 0 is 0, expected at least 1", N(19), N(1), N(0), N(F32));
	BAD_TYPE(2, "expected at least 1", N(19), N(1), 0, 255, 255, 255, 255, 255, 255, 255, 255, N(F32));
	BAD_TYPE(3, "not allowed there", N(19), N(1), N(2), N(T4));
	BAD_TYPE(1, "number of dimensions is 100", N(13), N(100), N(2), N(F32));
}

/* One code, two layouts. */
static void reads_scalable_vectors(void)
{
	{ /* flags: vector<2x[4]xf32> */
		WITH_TYPE(type, MLIRBC_TYPE_VECTOR, , N(20), N(2), 0, 1, N(2), N(4), N(8), N(F32))
		{
			CHECK_OR_RETURN(type->u.shaped.scalable);
			CHECK(!type->u.shaped.scalable[0] && type->u.shaped.scalable[1]);
		}
		DONE;
	}
	{ /* LLVM 16, the number of them: the same */
		WITH_TYPE(type, MLIRBC_TYPE_VECTOR, , N(20), N(1), N(2), N(4), N(8), N(F32))
		{
			CHECK_OR_RETURN(type->u.shaped.scalable);
			CHECK(!type->u.shaped.scalable[0] && type->u.shaped.scalable[1]);
		}
		DONE;
	}
	BAD_TYPE(1, "3 scalable dimensions, expected at most 2", N(20), N(3), N(2), N(4), N(8), N(F32));
}

static void reads_memrefs(void)
{
	static const struct {
		const char *layout;
		bool identity;
	} layouts[] = { { "affine_map<(d0, d1) -> (d0, d1)>", true }, { "affine_map<(d0, d1) -> (d1, d0)>", false },
		{ "strided<[4, 1]>", false }, { "affine_map<(d0) -> (d0)>", false } };
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		struct file f;
		type_start(&f);
		file_entry(&f, false, 0, false, layouts[i].layout, strlen(layouts[i].layout) + 1);
		TYPE(&f, N(11), N(1), N(2), N(4), N(8), N(F32), N(X + 1));
		struct loaded l = load_good(&f);
		const struct mlirbc_type *type = type_x(&l);
		if (CHECK(type && type->kind == MLIRBC_TYPE_MEMREF)) {
			CHECK((type->u.shaped.encoding == NULL) == layouts[i].identity);
			CHECK(type->u.shaped.space == mlirbc_attr_string(l.context, "x", 1));
		}
		loaded_free(&l);
	}
	BAD_TYPE(4, "expected a layout", N(10), N(1), N(8), N(F32), N(1));
}

/* ---- text, and bytes of dialects that are not known. Dialect 1 is `t`. */

static void reads_text(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(0), N(6), N(4), N(5), N(6), N(7), N(8), N(9));
	ATTR_TEXT(&f, 1, "#t.some<text>");                       /* 4 */
	ATTR_TEXT(&f, 1, "#t<\"any thing\">");                   /* 5 */
	ATTR_TEXT(&f, 0, "affine_map<(d0) -> (d0 floordiv 2)>"); /* 6 */
	ATTR(&f, N(6), N(Y));
	ATTR(&f, N(6), N(Y + 1));
	ATTR_TEXT(&f, 1, "#t.a{(unbalanced"); /* not ours to judge */
	TYPE_TEXT(&f, 1, "!t.ptr<1>");
	TYPE_TEXT(&f, 0, "f8E4M3FN");
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	if (CHECK(x)) {
		const struct mlirbc_attr *const *part = x->u.array.data;
		CHECK(part[0]->kind == MLIRBC_ATTR_DIALECT && is(part[0]->u.dialect.dialect, "t"));
		CHECK(is(part[0]->u.dialect.text, "some<text>") && !part[0]->u.dialect.wrapped);
		CHECK(is(part[1]->u.dialect.text, "\"any thing\"") && part[1]->u.dialect.wrapped);
		CHECK(part[2]->kind == MLIRBC_ATTR_AFFINE);
		CHECK(part[3]->u.type_value->kind == MLIRBC_TYPE_DIALECT &&
			is(part[3]->u.type_value->u.dialect.text, "ptr<1>"));
		CHECK(part[4]->u.type_value == mlirbc_type_float(l.context, MLIRBC_F8E4M3FN));
		CHECK(part[5]->kind == MLIRBC_ATTR_DIALECT && is(part[5]->u.dialect.text, "a{(unbalanced"));
	}
	loaded_free(&l);
}

static void check_bad_text(int line, const char *text, size_t size, size_t offset, const char *message)
{
	struct file f;
	attr_start(&f);
	size_t start = f.data[0].size;
	file_entry(&f, false, 0, false, text, size);
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + offset, message);
}

static void checks_text(void)
{
	check_bad_text(__LINE__, "#t.a", 4, 4, "expected a byte 0 as its last");
	check_bad_text(__LINE__, "#t\0a", 5, 2, "expected a byte 0 as its last");
	check_bad_text(__LINE__, "", 0, 0, "expected a byte 0 as its last");
	check_bad_text(__LINE__, "affine_map<() -> ()> x", 23, 0, "text \"affine_map<() -> ()> x\"");
	check_bad_text(__LINE__, "no such thing", 14, 0, "text \"no such thing\"");
}

static void keeps_foreign_bytes(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(0), N(3), N(4), N(5), N(6));
	file_entry(&f, false, 1, true, "\1\2\3", 3);
	ATTR(&f, N(6), N(Y));
	ATTR(&f, N(18), N(Y), N(2), 1, 2); /* dense elements of a type that only the dialect knows */
	file_entry(&f, true, 1, true, "\4\5", 2);
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	if (CHECK(x)) {
		const struct mlirbc_attr *attr = x->u.array.data[0], *dense = x->u.array.data[2];
		const struct mlirbc_type *type = x->u.array.data[1]->u.type_value;
		CHECK(attr->kind == MLIRBC_ATTR_BYTES && is(attr->u.bytes.dialect, "t"));
		CHECK_BYTES(attr->u.bytes.data, attr->u.bytes.size, "\1\2\3", 3);
		CHECK(type->kind == MLIRBC_TYPE_BYTES && is(type->u.bytes.dialect, "t"));
		CHECK_BYTES(type->u.bytes.data, type->u.bytes.size, "\4\5", 2);
		CHECK(dense->kind == MLIRBC_ATTR_BYTES && is(dense->u.bytes.dialect, "builtin") &&
			dense->u.bytes.size == 5);
	}
	loaded_free(&l);
}

/* Type Y of the quant dialect, which is number 2; codes that are not known stay bytes. Files that MLIR wrote are in
 * data/load. */
static void quant_start(struct file *f, const uint8_t *data, size_t size)
{
	type_start(f);
	file_entry(f, true, file_dialect(f, "quant"), true, data, size);
}

static void check_quant(int line, const uint8_t *data, size_t size, const char *text)
{
	struct file f;
	quant_start(&f, data, size);
	struct loaded l = load_good(&f);
	const struct mlirbc_type *type = type_x(&l);
	if (!type || type->kind != (text ? MLIRBC_TYPE_DIALECT : MLIRBC_TYPE_BYTES) ||
		(text && !is(type->u.dialect.text, text)))
		check_report(__FILE__, line, "not the type expected");
	loaded_free(&l);
}
#define QUANT(text, ...)                                                                                               \
	check_quant(__LINE__, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), (text))

static void check_bad_quant(int line, const uint8_t *data, size_t size, size_t offset, const char *text)
{
	struct file f;
	quant_start(&f, data, size);
	size_t start = f.data[0].size + f.data[1].size - size;
	file_finish(&f);
	check_bad_at(__FILE__, line, &f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + start + offset, text);
}
#define BAD_QUANT(offset, text, ...)                                                                                   \
	check_bad_quant(__LINE__, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }),          \
		(offset), (text))

static void reads_quant_types(void)
{
	QUANT("any<i1>", N(1), N(1), N(I1), N(1), N(0));
	QUANT("any<u1<0:0>:f32>", N(2), N(0), N(I1), N(F32), N(0), N(0));
	QUANT("calibrated<f32<0.000000e+00:0.000000e+00>>", N(3), N(F32), N(0), N(0));
	QUANT("uniform<u1<0:0>:f32:3, {0.000000e+00,0.000000e+00:-1}>", N(5), N(0), N(I1), N(F32), N(3), N(0), N(0),
		N(2), N(0), N(0), N(2), N(0), N(1));
	QUANT(NULL, N(0));
	QUANT(NULL, N(7), 1, 2, 3);
	BAD_QUANT(2, "expected i1 to i32", N(1), N(1), N(F32), N(0), N(0));
	BAD_QUANT(2, "expected i1 to i32", N(1), N(1), N(I64), N(0), N(0));
	BAD_QUANT(10, "1 zero points, expected 2", N(5), N(0), N(I1), N(F32), N(3), N(0), N(0), N(2), N(0), N(0), N(1),
		N(0));
	BAD_QUANT(4, "the data ends", N(1), N(1), N(I1), N(0));
	BAD_QUANT(5, "1 bytes too many", N(1), N(1), N(I1), N(0), N(0), 0);
	BAD_QUANT(8, "expected dense elements", N(6), N(0), N(I32), N(F32), N(0), N(0), N(0), N(0), N(1), N(1));
}

/* ---- graphs */

/* Entries that nothing uses are never looked at. */
static void leaves_unused_entries_alone(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(7));
	ATTR(&f, N(99));
	file_entry(&f, true, 0, true, "", 0);
	struct loaded l = load_good(&f);
	CHECK(attr_x(&l));
	loaded_free(&l);
}

static void finds_cycles(void)
{
	struct file f;
	attr_start(&f); /* x = [x] */
	ATTR(&f, N(0), N(1), N(X));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 9, "attribute 3: contains itself, through attribute 3");
	attr_start(&f); /* x = [4, 5], 4 = [5], 5 = [4] */
	ATTR(&f, N(0), N(2), N(4), N(5));
	ATTR(&f, N(0), N(1), N(5));
	ATTR(&f, N(0), N(1), N(4));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 13, "attribute 4: contains itself, through attribute 5");
	attr_start(&f); /* x = type, whose encoding is x */
	ATTR(&f, N(6), N(Y));
	TYPE(&f, N(14), N(X), N(0), N(I32));
	size_t at = f.data[0].size + f.data[1].size - 3;
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + at, "type 8: contains itself, through attribute 3");
}

/* A chain of n arrays around an empty one. */
static void chain_start(struct file *f, unsigned n)
{
	attr_start(f);
	for (unsigned i = 0; i < n; i++) {
		struct bytes attr = { 0 };
		PUT(&attr, N(0), N(1));
		put_number(&attr, X + 1 + i);
		file_entry(f, false, 0, true, attr.data, attr.size);
		free(attr.data);
	}
	ATTR(f, N(0), N(0));
}

static void limits_depth(void)
{
	struct file f;
	chain_start(&f, 508); /* with the dictionary 510 */
	struct loaded l = load_good(&f);
	CHECK(attr_x(&l));
	loaded_free(&l);
	chain_start(&f, 600);
	file_finish(&f);
	l = load_bytes(f.out.data, f.out.size, 0);
	CHECK_INT(l.status, MLIRBC_E_LIMIT);
	CHECK(strstr(l.diag.message, "nested deeper than the limit of 512") != NULL);
	loaded_free(&l);
	l = load_bytes(f.out.data, f.out.size, 700);
	CHECK_INT(l.status, MLIRBC_OK);
	loaded_free(&l);
	file_free(&f);
}

/* No stack is used up, whatever the limit. */
static void reads_deep_chains(void)
{
	struct file f;
	chain_start(&f, 200000);
	file_finish(&f);
	struct loaded l = load_bytes(f.out.data, f.out.size, UINT32_MAX);
	CHECK_INT(l.status, MLIRBC_OK);
	unsigned depth = 0;
	for (const struct mlirbc_attr *x = attr_x(&l); x && x->u.array.count; x = x->u.array.data[0])
		depth++;
	CHECK_INT(depth, 200000);
	loaded_free(&l);
	file_free(&f);
}

/* Each entry is made once, however often it is used: here 2^100 times in all. */
static void shares_parts(void)
{
	struct file f;
	attr_start(&f);
	for (uint8_t i = 0; i < 100; i++)
		ATTR(&f, N(0), N(2), N(X + 1 + i), N(X + 1 + i));
	ATTR(&f, N(7));
	struct loaded l = load_good(&f);
	const struct mlirbc_attr *x = attr_x(&l);
	CHECK(x && x->u.array.data[0] == x->u.array.data[1]);
	CHECK(mlirbc_context_bytes(l.context) < 1 << 20);
	loaded_free(&l);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(reads_scalars),
		CHECK_CASE(reads_lists),
		CHECK_CASE(reads_shapes),
		CHECK_CASE(reads_scalable_vectors),
		CHECK_CASE(reads_memrefs),
		CHECK_CASE(reads_text),
		CHECK_CASE(checks_text),
		CHECK_CASE(keeps_foreign_bytes),
		CHECK_CASE(reads_quant_types),
		CHECK_CASE(leaves_unused_entries_alone),
		CHECK_CASE(finds_cycles),
		CHECK_CASE(limits_depth),
		CHECK_CASE(reads_deep_chains),
		CHECK_CASE(shares_parts),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
