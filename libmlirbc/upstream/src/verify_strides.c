/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strides of memrefs: those of slices, and accesses that need elements side by side. */
#include "own_parts.h"
#include "verify_own.h"

enum { MOST_DIMS = 32 };

struct strides {
	int64_t of[MOST_DIMS], offset; /* MLIRBC_DYNAMIC: not known */
};

static int64_t times(int64_t a, int64_t b)
{
	int64_t product;
	return a == MLIRBC_DYNAMIC || b == MLIRBC_DYNAMIC || __builtin_mul_overflow(a, b, &product) ? MLIRBC_DYNAMIC : product;
}

static int64_t plus(int64_t a, int64_t b)
{
	int64_t sum;
	return a == MLIRBC_DYNAMIC || b == MLIRBC_DYNAMIC || __builtin_add_overflow(a, b, &sum) ? MLIRBC_DYNAMIC : sum;
}

/* "12", "-3" or "?" at *at, which moves behind it. */
static int64_t number_at(const char **at, const char *end)
{
	const bool negative = *at < end && **at == '-';
	int64_t number = 0;
	*at += negative;
	if (*at < end && **at == '?') {
		++*at;
		return MLIRBC_DYNAMIC;
	}
	for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
		number = plus(times(number, 10), **at - '0');
	return negative ? times(number, -1) : number;
}

/* Of strided<[8, 1], offset: 3>. */
static bool read_strides(const struct mlirbc_string *text, size_t rank, struct strides *out)
{
	static const char start[] = "strided<[", middle[] = ", offset: ";
	const char *at = text->data + sizeof start - 1, *end = text->data + text->size;
	if (text->size < sizeof start || memcmp(text->data, start, sizeof start - 1) != 0)
		return false;
	for (size_t i = 0; i < rank; i++) {
		out->of[i] = number_at(&at, end);
		at += i + 1 < rank ? 2 : 0;
	}
	out->offset = 0;
	if (at < end && *at == ']' && (size_t)(end - ++at) > sizeof middle && memcmp(at, middle, sizeof middle - 1) == 0) {
		at += sizeof middle - 1;
		out->offset = number_at(&at, end);
	}
	return at < end && *at == '>';
}

/* False: another layout, which is not understood. */
static bool strides_of(const struct mlirbc_type *type, struct strides *out)
{
	const struct mlirbc_attr *layout = type->u.shaped.encoding;
	if (type->kind != MLIRBC_TYPE_MEMREF || up__rank(type) > MOST_DIMS)
		return false;
	if (layout)
		return layout->kind == MLIRBC_ATTR_AFFINE && read_strides(layout->u.dialect.text, up__rank(type), out);
	int64_t next = 1;
	for (size_t i = up__rank(type); i-- > 0;) {
		out->of[i] = next;
		next = times(next, up__dim(type, i));
	}
	out->offset = 0;
	return true;
}

/* The result of a subview that keeps all dimensions has the strides of the source times those of the slice. */
static bool keeps_strides(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	struct up__ints offsets, steps;
	struct strides source, result;
	if (!up__ints_of(op, "static_offsets", &offsets) || !up__ints_of(op, "static_strides", &steps) || !strides_of(from, &source) ||
		!strides_of(to, &result) || up__rank(from) != up__rank(to) || offsets.count != up__rank(from) ||
		steps.count != up__rank(from))
		return true;
	int64_t offset = source.offset;
	bool same = true;
	for (size_t i = 0; i < up__rank(from); i++) {
		offset = plus(offset, times(up__int_at(&offsets, i), source.of[i]));
		same &= times(source.of[i], up__int_at(&steps, i)) == result.of[i];
	}
	return (same && offset == result.offset) ||
	       mlirbc_parser_error_op(parser, op, "expected result type with the strides of the slice (mismatch of result layout), but got "
				       "'%s'",
		       UP__TEXT(to));
}

bool up__check_subview(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return up__check_extract_slice(parser, op) && keeps_strides(parser, op);
}

/* One element needs no neighbours. */
static bool is_single(const struct mlirbc_type *vector)
{
	uint64_t count;
	return !up__is_scalable(vector) && mlirbc_type_elements(vector, &count) && count == 1;
}

bool up__check_vector_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool load = op->result_count != 0;
	const struct mlirbc_type *memory = up__operand_type(op, !load);
	const struct mlirbc_type *vector = load ? up__result_type(op, 0) : up__operand_type(op, 0);
	struct strides strides;
	if (!is_single(vector) && strides_of(memory, &strides) && up__rank(memory) && strides.of[up__rank(memory) - 1] != 1)
		return VERIFY_FAIL(parser, op, "most minor memref dim must have unit stride%s", "");
	return up__check_vector_elements(parser, op);
}
