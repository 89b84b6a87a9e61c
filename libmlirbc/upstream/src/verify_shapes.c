/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shapes and positions of linalg, quant, sparse_tensor and bufferization; kinds of reductions of gpu. */
#include "own_parts.h"
#include "verify_own.h"

static bool is_tensor(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_TENSOR; }

/* ---- linalg.pack, linalg.unpack */

/* Different positions below `limit`. */
static bool are_positions(const struct up__ints *ints, size_t limit)
{
	for (size_t i = 0; i < ints->count; i++) {
		const int64_t at = up__int_at(ints, i);
		if (at < 0 || (uint64_t)at >= limit)
			return false;
		for (size_t j = 0; j < i; j++) {
			if (up__int_at(ints, j) == at)
				return false;
		}
	}
	return true;
}

/* The first dimensions of the packed type count the tiles, in the order of outer_dims_perm. */
static bool check_outer(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *plain,
	const struct mlirbc_type *packed)
{
	struct up__ints where, tiles, outer;
	if (!up__ints_of(op, "inner_dims_pos", &where) || !up__ints_of(op, "static_inner_tiles", &tiles))
		return true;
	const bool permuted = up__ints_of(op, "outer_dims_perm", &outer) && outer.count;
	for (size_t i = 0; i < up__rank(plain); i++) {
		const size_t from = permuted ? (size_t)up__int_at(&outer, i) : i;
		int64_t count = up__dim(plain, from);
		for (size_t j = 0; j < where.count && count != MLIRBC_DYNAMIC; j++) {
			const int64_t tile = up__int_at(&tiles, j);
			if (up__int_at(&where, j) == (int64_t)from)
				count = tile > 0 ? count / tile + (count % tile != 0) : MLIRBC_DYNAMIC;
		}
		if (up__dims_differ(count, up__dim(packed, i)))
			return mlirbc_parser_error_op(parser, op, "expected %lld in dimension %u of the packed domain value, got '%s'",
				(long long)count, (unsigned)i, UP__TEXT(packed));
	}
	return true;
}

static bool check_padding(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *plain)
{
	uint32_t begins[5];
	if (!up__segments(op, begins, 4) || begins[3] == begins[2])
		return true;
	const struct mlirbc_type *found = up__operand_type(op, begins[2]);
	return found == plain->u.shaped.element || VERIFY_FAIL(parser, op, "expected padding_value has '%s' but got: '%s'",
							   UP__TEXT(plain->u.shaped.element), UP__TEXT(found));
}

bool up__check_pack(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool unpack = mlirbc_op_is(op, "linalg.unpack");
	const struct mlirbc_type *plain = up__operand_type(op, unpack), *packed = up__operand_type(op, !unpack);
	struct up__ints where, tiles, outer;
	if (!is_tensor(plain) || !is_tensor(packed) || !up__ints_of(op, "inner_dims_pos", &where) ||
		!up__ints_of(op, "static_inner_tiles", &tiles))
		return true;
	for (size_t i = 0; i < tiles.count; i++) {
		if (up__int_at(&tiles, i) == 0)
			return VERIFY_FAIL(parser, op, "invalid zero tile factor%s", "");
	}
	if (tiles.count > up__rank(plain) || tiles.count != where.count)
		return VERIFY_FAIL(parser, op, "tiling factors must be as many as inner_dims_pos: %u, found %u", (unsigned)where.count,
			(unsigned)tiles.count);
	if (!are_positions(&where, up__rank(plain)))
		return VERIFY_FAIL(parser, op, "invalid inner_dims_pos vector%s", "");
	if (up__ints_of(op, "outer_dims_perm", &outer) && outer.count &&
		(outer.count != up__rank(plain) || !up__is_permutation(&outer)))
		return VERIFY_FAIL(parser, op, "invalid outer_dims_perm vector%s", "");
	if (up__rank(packed) != up__rank(plain) + tiles.count)
		return VERIFY_FAIL(parser, op, "packed rank != (unpacked rank + num tiling factors), got %u != %u", (unsigned)up__rank(packed),
			(unsigned)(up__rank(plain) + tiles.count));
	for (size_t i = 0; i < tiles.count; i++) {
		const int64_t dim = up__dim(packed, up__rank(plain) + i), tile = up__int_at(&tiles, i);
		if (dim != MLIRBC_DYNAMIC && tile != MLIRBC_DYNAMIC && dim != tile)
			return VERIFY_FAIL(parser, op, "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type%s", "");
	}
	return check_outer(parser, op, plain, packed) && (unpack || check_padding(parser, op, plain));
}

bool up__check_softmax(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *input = up__operand_type(op, 0);
	const int64_t dim = up__int_of(op, "dimension", 0);
	return (input->kind != MLIRBC_TYPE_TENSOR && input->kind != MLIRBC_TYPE_MEMREF) ||
	       (dim >= 0 && (uint64_t)dim < up__rank(input)) || VERIFY_FAIL(parser, op, "incorrect dimension specified%s", "");
}

/* affine.delinearize_index: a result for each element of the basis, and perhaps one more. */
bool up__check_delinearize(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__ints basis;
	return !up__ints_of(op, "static_basis", &basis) || op->result_count == basis.count || op->result_count == basis.count + 1 ||
	       VERIFY_FAIL(parser, op, "should return an index for each basis element and up to one extra index%s", "");
}

/* ---- conversions between tensors */

/* Both are scalars, or tensors of the same shape. */
bool up__check_quant_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	bool same = from->kind == to->kind || (!up__is_shaped(from) && !up__is_shaped(to));
	if (same && is_tensor(from))
		same = up__rank(from) == up__rank(to) &&
		       memcmp(from->u.shaped.dims, to->u.shaped.dims, up__rank(from) * sizeof(int64_t)) == 0;
	return same || VERIFY_FAIL(parser, op, "failed to verify that input and result are both scalars or both tensors with matching shape%s", "");
}

bool up__check_sparse_convert(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	if (!is_tensor(from) || !is_tensor(to))
		return true;
	if (up__rank(from) != up__rank(to))
		return VERIFY_FAIL(parser, op, "unexpected conversion mismatch in rank%s", "");
	for (size_t i = 0; i < up__rank(from); i++) {
		if (up__dim(to, i) != up__dim(from, i) && up__dim(to, i) != MLIRBC_DYNAMIC)
			return VERIFY_FAIL(parser, op, "unexpected conversion mismatch in dimension %u", (unsigned)i);
	}
	return true;
}

bool up__check_dealloc(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint32_t begins[4];
	if (!up__segments(op, begins, 3))
		return true;
	if (op->result_count != begins[3] - begins[2])
		return VERIFY_FAIL(parser, op, "must have the same number of updated conditions (results) as retained operands%s", "");
	return begins[1] - begins[0] == begins[2] - begins[1] ||
	       VERIFY_FAIL(parser, op, "must have the same number of conditions as memrefs to deallocate%s", "");
}

bool up__check_materialize(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__operand_type(op, 1);
	const bool buffer = to->kind == MLIRBC_TYPE_MEMREF || to->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	const bool ranked = is_tensor(from) && (is_tensor(to) || to->kind == MLIRBC_TYPE_MEMREF);
	if (ranked && up__rank(from) != up__rank(to))
		return VERIFY_FAIL(parser, op, "rank mismatch between source and destination shape%s", "");
	if (ranked && !up__shapes_match(from, to))
		return VERIFY_FAIL(parser, op, "source/destination shape mismatch%s", "");
	if (buffer != (mlirbc_op_attr(op, "writable") != NULL))
		return VERIFY_FAIL(parser, op, "'writable' must be specified if and only if the destination is of memref type%s", "");
	return true;
}

/* ---- gpu.all_reduce, gpu.subgroup_reduce: the word suits the type */

static const char *reduction_of(const struct mlirbc_op *op)
{
	static const char start[] = "all_reduce_op ";
	static const char *const bits[] = { "and", "or", "xor", "minui", "minsi", "maxui", "maxsi" };
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "op");
	const struct mlirbc_string *text = attr && attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	if (!text || text->size < sizeof start || memcmp(text->data, start, sizeof start - 1) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
		const size_t size = strlen(bits[i]);
		if (text->size == sizeof start - 1 + size && memcmp(text->data + sizeof start - 1, bits[i], size) == 0)
			return bits[i];
	}
	return NULL;
}

bool up__check_reduction_kind(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__element(up__operand_type(op, 0));
	const char *word = reduction_of(op);
	if (word && type->kind == MLIRBC_TYPE_FLOAT)
		return VERIFY_FAIL(parser, op, "`%s` reduction operation is not compatible with type '%s'", word, UP__TEXT(type));
	const int64_t size = up__int_of(op, "cluster_size", 1);
	return (size > 0 && (size & (size - 1)) == 0) || VERIFY_FAIL(parser, op, "cluster size %lld is not a power of two", (long long)size);
}
