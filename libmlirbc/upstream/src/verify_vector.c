/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of vector: positions, shapes and masks. */
#include "own_parts.h"
#include "verify_own.h"

enum { POISON = -1 };

static bool is_vector(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_VECTOR; }

/* ---- positions */

/* Each position that is a number is inside the dimension. */
static bool positions_fit(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct up__ints *at,
	const struct mlirbc_type *vector, const char *which)
{
	for (size_t i = 0; i < at->count; i++) {
		const int64_t position = up__int_at(at, i);
		if (position != MLIRBC_DYNAMIC && (position < POISON || position >= up__dim(vector, i)))
			return VERIFY_FAIL(parser, op, "expected position attribute #%u to be a non-negative integer smaller than the "
						       "corresponding %s dimension%s",
				(unsigned)i + 1, which, *which == 'v' ? " or poison (-1)" : "");
	}
	return true;
}

/* The last dimensions of a vector from `from` on, or its element, are those of the type. */
static bool is_part(const struct mlirbc_type *type, const struct mlirbc_type *vector, size_t from)
{
	if (from == up__rank(vector))
		return type == vector->u.shaped.element ||
		       (is_vector(type) && up__rank(type) == 1 && up__dim(type, 0) == 1 && type->u.shaped.element == vector->u.shaped.element);
	return is_vector(type) && up__rank(type) == up__rank(vector) - from &&
	       memcmp(type->u.shaped.dims, vector->u.shaped.dims + from, up__rank(type) * sizeof(int64_t)) == 0;
}

bool up__check_vector_extract(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *vector = up__operand_type(op, 0), *result = up__result_type(op, 0);
	struct up__ints at;
	if (!up__ints_of(op, "static_position", &at))
		return true;
	const size_t depth = at.count < up__rank(vector) ? at.count : up__rank(vector);
	if (at.count <= up__rank(vector) && !is_part(result, vector, depth)) {
		struct mlirbc_type part = *vector;
		part.u.shaped.rank -= depth;
		part.u.shaped.dims += depth;
		part.u.shaped.scalable += part.u.shaped.scalable ? depth : 0;
		const struct mlirbc_type *inferred = part.u.shaped.rank ? mlirbc_type_get(mlirbc_parser_context(parser), &part)
									: vector->u.shaped.element;
		return inferred ? VERIFY_FAIL(parser, op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
					  UP__TEXT(inferred), UP__TEXT(result))
				: mlirbc_parser_no_memory(parser);
	}
	if (at.count > up__rank(vector))
		return VERIFY_FAIL(parser, op, "expected position attribute of rank no greater than vector rank%s", "");
	return positions_fit(parser, op, &at, vector, "vector");
}

bool up__check_vector_insert(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *source = up__operand_type(op, 0), *vector = up__operand_type(op, 1);
	struct up__ints at;
	if (!up__ints_of(op, "static_position", &at))
		return true;
	if (at.count > up__rank(vector))
		return VERIFY_FAIL(parser, op, "expected position attribute of rank no greater than dest vector rank%s", "");
	if (is_vector(source) && up__rank(source) + at.count != up__rank(vector))
		return VERIFY_FAIL(parser, op, "expected position attribute rank + source rank to match dest vector rank%s", "");
	if (!is_vector(source) && at.count != up__rank(vector))
		return VERIFY_FAIL(parser, op, "expected position attribute rank to match the dest vector rank%s", "");
	return positions_fit(parser, op, &at, vector, "dest vector");
}

/* ---- shapes */

bool up__check_vector_broadcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	if (!is_vector(from) || up__is_scalable(from) || up__is_scalable(to))
		return true;
	if (up__rank(from) > up__rank(to))
		return VERIFY_FAIL(parser, op, "source rank higher than destination rank%s", "");
	const size_t lead = up__rank(to) - up__rank(from);
	for (size_t i = 0; i < up__rank(from); i++) {
		if (up__dim(from, i) != 1 && up__dim(from, i) != up__dim(to, lead + i))
			return VERIFY_FAIL(parser, op, "dimension mismatch (%lld vs. %lld)", (long long)up__dim(from, i),
				(long long)up__dim(to, lead + i));
	}
	return true;
}

bool up__check_vector_shape_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint64_t from, to;
	if (up__element(up__operand_type(op, 0)) != up__element(up__result_type(op, 0)))
		return VERIFY_FAIL(parser, op, "has different source and result element types%s", "");
	if (!mlirbc_type_elements(up__operand_type(op, 0), &from) || !mlirbc_type_elements(up__result_type(op, 0), &to) || from == to)
		return true;
	return VERIFY_FAIL(parser, op, "has different number of elements at source (%llu) and result (%llu)", (unsigned long long)from,
		(unsigned long long)to);
}

bool up__check_vector_transpose(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	struct up__ints order;
	if (!up__ints_of(op, "permutation", &order))
		return true;
	if (up__rank(from) != up__rank(to))
		return VERIFY_FAIL(parser, op, "vector result rank mismatch: %u", (unsigned)up__rank(to));
	if (up__rank(from) != order.count)
		return VERIFY_FAIL(parser, op, "transposition length mismatch: %u", (unsigned)order.count);
	for (size_t i = 0; i < order.count; i++) {
		const int64_t at = up__int_at(&order, i);
		if (at < 0 || (uint64_t)at >= order.count)
			return VERIFY_FAIL(parser, op, "transposition index out of range: %lld", (long long)at);
		for (size_t j = 0; j < i; j++) {
			if (up__int_at(&order, j) == at)
				return VERIFY_FAIL(parser, op, "duplicate position index: %lld", (long long)at);
		}
		if (up__dim(to, i) != up__dim(from, (size_t)at))
			return VERIFY_FAIL(parser, op, "dimension size mismatch at: %lld", (long long)at);
	}
	return true;
}

bool up__check_vector_shuffle(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *first = up__operand_type(op, 0), *second = up__operand_type(op, 1);
	struct up__ints mask;
	if (!up__ints_of(op, "mask", &mask))
		return true;
	if (up__rank(first) != up__rank(second))
		return VERIFY_FAIL(parser, op, "rank mismatch%s", "");
	if (mask.count == 0)
		return VERIFY_FAIL(parser, op, "invalid mask length%s", "");
	const int64_t all = (up__rank(first) ? up__dim(first, 0) : 1) + (up__rank(second) ? up__dim(second, 0) : 1);
	for (size_t i = 0; i < mask.count; i++) {
		const int64_t at = up__int_at(&mask, i);
		if (at < POISON || at >= all)
			return VERIFY_FAIL(parser, op, "mask index #%u out of range", (unsigned)i + 1);
	}
	return true;
}

bool up__check_vector_bitcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	const size_t rank = up__rank(from);
	const uint32_t before = mlirbc_type_width(from->u.shaped.element), after = mlirbc_type_width(to->u.shaped.element);
	const bool index = from->u.shaped.element->kind == MLIRBC_TYPE_INDEX || to->u.shaped.element->kind == MLIRBC_TYPE_INDEX;
	if (rank != up__rank(to) || index || before == 0 || after == 0)
		return true;
	for (size_t i = 0; i + 1 < rank; i++) {
		if (up__dim(from, i) != up__dim(to, i))
			return VERIFY_FAIL(parser, op, "dimension size mismatch at: %u", (unsigned)i);
	}
	if (rank == 0)
		return before == after || VERIFY_FAIL(parser, op, "source/result bitwidth of the 0-D vector element types must be equal%s", "");
	return before * (uint64_t)up__dim(from, rank - 1) == after * (uint64_t)up__dim(to, rank - 1) ||
	       VERIFY_FAIL(parser, op, "source/result bitwidth of the minor 1-D vectors must be equal%s", "");
}

/* The number of elements of the vector or tensor. */
bool up__check_from_elements(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint64_t count;
	if (!mlirbc_type_elements(up__result_type(op, 0), &count) || count == op->operand_count)
		return true;
	return VERIFY_FAIL(parser, op, "number of operands and types do not match: got %u operands and %llu types",
		(unsigned)op->operand_count, (unsigned long long)count);
}

bool up__check_outer_product(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < 2 && i < op->operand_count; i++) {
		const struct mlirbc_type *type = up__operand_type(op, i);
		if (type->kind == MLIRBC_TYPE_VECTOR && up__rank(type) != 1)
			return VERIFY_FAIL(parser, op, "expected 1-d vector for operand #%u", (unsigned)i + 1);
	}
	return true;
}

bool up__check_interleave(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool splits = op->result_count == 2;
	const struct mlirbc_type *half = splits ? up__result_type(op, 0) : up__operand_type(op, 0);
	const struct mlirbc_type *whole = splits ? up__operand_type(op, 0) : up__result_type(op, 0);
	if (up__rank(half) == 0 || up__rank(half) != up__rank(whole))
		return true;
	const size_t last = up__rank(half) - 1;
	return up__dim(whole, last) == 2 * up__dim(half, last) ||
	       VERIFY_FAIL(parser, op, "failed to verify that type of '%s' is double the width of the %s", splits ? "source" : "result",
		       splits ? "results" : "inputs");
}

/* A memref of elements or vectors has the same dimensions as one of vectors. */
bool up__check_type_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *types[2] = { up__operand_type(op, 0), up__result_type(op, 0) };
	int64_t dims[2][64];
	size_t ranks[2] = { 0, 0 };
	for (int i = 0; i < 2; i++) {
		const struct mlirbc_type *element = types[i]->u.shaped.element;
		const size_t inner = is_vector(element) ? up__rank(element) : 0;
		if (up__rank(types[i]) + inner > 64)
			return true;
		for (size_t k = 0; k < up__rank(types[i]); k++)
			dims[i][ranks[i]++] = up__dim(types[i], k);
		for (size_t k = 0; k < inner; k++)
			dims[i][ranks[i]++] = up__dim(element, k);
	}
	return (ranks[0] == ranks[1] && memcmp(dims[0], dims[1], ranks[0] * sizeof(int64_t)) == 0) ||
	       VERIFY_FAIL(parser, op, "expects concatenated result and operand shapes to be equal: '%s'", UP__TEXT(types[1]));
}

/* vector.load and vector.store; their strides are checked before. */
bool up__check_vector_elements(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool stores = op->result_count == 0;
	const struct mlirbc_type *vector = stores ? up__operand_type(op, 0) : up__result_type(op, 0);
	const struct mlirbc_type *memory = up__element(up__operand_type(op, stores));
	if (memory == (is_vector(memory) ? vector : vector->u.shaped.element))
		return true;
	return is_vector(memory) ? VERIFY_FAIL(parser, op, "base memref and %s vector types should match", stores ? "valueToStore" : "result")
				 : VERIFY_FAIL(parser, op, "base and %s should match", stores ? "valueToStore element type" : "result element types");
}

/* ---- parts with strides */

static bool too_long(struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *which)
{
	return VERIFY_FAIL(parser, op, "expected %s attribute of rank no greater than vector rank", which);
}

static bool outside(struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *which, size_t dim, int64_t from, int64_t end)
{
	return VERIFY_FAIL(parser, op, "expected %s dimension %u to be confined to [%lld, %lld)", which, (unsigned)dim, (long long)from,
		(long long)end);
}

static bool strides_are_one(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct up__ints *strides)
{
	for (size_t i = 0; i < strides->count; i++) {
		if (up__int_at(strides, i) != 1)
			return VERIFY_FAIL(parser, op, "expected strides to be confined to [1, 2)%s", "");
	}
	return true;
}

bool up__check_vector_extract_slice(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	struct up__ints offsets, sizes, strides;
	if (!up__ints_of(op, "offsets", &offsets) || !up__ints_of(op, "sizes", &sizes) || !up__ints_of(op, "strides", &strides))
		return true;
	if (offsets.count != sizes.count || offsets.count != strides.count)
		return VERIFY_FAIL(parser, op, "expected offsets, sizes and strides attributes of same size%s", "");
	if (offsets.count > up__rank(from))
		return too_long(parser, op, "offsets");
	for (size_t i = 0; i < offsets.count; i++) {
		if (up__int_at(&offsets, i) < 0 || up__int_at(&offsets, i) >= up__dim(from, i))
			return outside(parser, op, "offsets", i, 0, up__dim(from, i));
	}
	for (size_t i = 0; i < offsets.count; i++) {
		if (up__int_at(&sizes, i) < 1 || up__int_at(&sizes, i) > up__dim(from, i))
			return outside(parser, op, "sizes", i, 1, up__dim(from, i) + 1);
	}
	if (!strides_are_one(parser, op, &strides))
		return false;
	for (size_t i = 0; i < offsets.count; i++) {
		if (up__int_at(&offsets, i) + up__int_at(&sizes, i) > up__dim(from, i))
			return outside(parser, op, "sum(offsets, sizes)", i, 1, up__dim(from, i) + 1);
	}
	bool same = up__rank(to) == up__rank(from);
	for (size_t i = 0; i < up__rank(from) && same; i++)
		same = up__dim(to, i) == (i < sizes.count ? up__int_at(&sizes, i) : up__dim(from, i));
	return same || VERIFY_FAIL(parser, op, "expected result type to be a vector of the sizes, but got '%s'", UP__TEXT(to));
}

bool up__check_vector_insert_slice(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__operand_type(op, 1);
	struct up__ints offsets, strides;
	if (!up__ints_of(op, "offsets", &offsets) || !up__ints_of(op, "strides", &strides))
		return true;
	if (offsets.count != up__rank(to))
		return VERIFY_FAIL(parser, op, "expected offsets of same size as destination vector rank%s", "");
	if (strides.count != up__rank(from))
		return VERIFY_FAIL(parser, op, "expected strides of same size as source vector rank%s", "");
	if (up__rank(from) > up__rank(to))
		return VERIFY_FAIL(parser, op, "expected source rank to be no greater than destination rank%s", "");
	for (size_t i = 0; i < offsets.count; i++) {
		if (up__int_at(&offsets, i) < 0 || up__int_at(&offsets, i) >= up__dim(to, i))
			return outside(parser, op, "offsets", i, 0, up__dim(to, i));
	}
	if (!strides_are_one(parser, op, &strides))
		return false;
	const size_t lead = up__rank(to) - up__rank(from);
	for (size_t i = lead; i < offsets.count; i++) {
		if (up__int_at(&offsets, i) + up__dim(from, i - lead) > up__dim(to, i))
			return outside(parser, op, "sum(offsets, source vector shape)", i, 1, up__dim(to, i) + 1);
	}
	return true;
}

/* ---- masks and reductions */

bool up__check_create_mask(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const size_t rank = up__rank(up__result_type(op, 0));
	if (rank == 0)
		return op->operand_count == 1 || VERIFY_FAIL(parser, op, "must specify exactly one operand for 0-D create_mask%s", "");
	return op->operand_count == rank || VERIFY_FAIL(parser, op, "must specify an operand for each result vector dimension%s", "");
}

bool up__check_constant_mask(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *mask = up__result_type(op, 0);
	struct up__ints sizes;
	if (!up__ints_of(op, "mask_dim_sizes", &sizes) || up__rank(mask) == 0)
		return true;
	if (sizes.count != up__rank(mask))
		return VERIFY_FAIL(parser, op, "must specify array attr of size equal vector result rank%s", "");
	size_t zeros = 0;
	for (size_t i = 0; i < sizes.count; i++) {
		if (up__is_scalable(mask) && mask->u.shaped.scalable[i] && up__int_at(&sizes, i) != 0 &&
			up__int_at(&sizes, i) != up__dim(mask, i))
			return VERIFY_FAIL(parser, op, "only supports 'none set' or 'all set' scalable dimensions%s", "");
		if (up__int_at(&sizes, i) < 0 || up__int_at(&sizes, i) > up__dim(mask, i))
			return VERIFY_FAIL(parser, op, "array attr of size out of bounds of vector result dimension size%s", "");
		zeros += up__int_at(&sizes, i) == 0;
	}
	return zeros == 0 || zeros == sizes.count ||
	       VERIFY_FAIL(parser, op, "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim%s", "");
}

bool up__check_multi_reduction(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__operand_type(op, 1);
	struct up__ints reduced;
	if (!up__ints_of(op, "reduction_dims", &reduced))
		return true;
	size_t kept = 0;
	bool same = true;
	for (size_t i = 0; i < up__rank(from); i++) {
		bool gone = false;
		for (size_t j = 0; j < reduced.count && !gone; j++)
			gone = up__int_at(&reduced, j) == (int64_t)i;
		if (gone)
			continue;
		same = same && is_vector(to) && kept < up__rank(to) && up__dim(to, kept) == up__dim(from, i);
		kept++;
	}
	same = same && (kept == 0 ? !is_vector(to) : up__rank(to) == kept);
	return same || VERIFY_FAIL(parser, op, "destination type '%s' is incompatible with source type '%s'", UP__TEXT(to), UP__TEXT(from));
}

/* The kinds that combine integers, floats, or both. */
bool up__check_vector_reduction(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char *const integers[] = { "minui", "minsi", "maxui", "maxsi", "and", "or", "xor" };
	static const char *const floats[] = { "minnumf", "maxnumf", "minimumf", "maximumf" };
	const struct mlirbc_type *vector = up__operand_type(op, 0), *element = vector->u.shaped.element;
	const struct mlirbc_string kind = up__inside(mlirbc_op_attr(op, "kind"), "kind");
	bool good = true;
	if (up__rank(vector) > 1)
		return VERIFY_FAIL(parser, op, "unsupported reduction rank: %u", (unsigned)up__rank(vector));
	for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
		good &= element->kind != MLIRBC_TYPE_FLOAT || kind.size != strlen(integers[i]) || memcmp(kind.data, integers[i], kind.size) != 0;
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
		good &= element->kind == MLIRBC_TYPE_FLOAT || kind.size != strlen(floats[i]) || memcmp(kind.data, floats[i], kind.size) != 0;
	return good || VERIFY_FAIL(parser, op, "unsupported reduction type '%s' for kind '%.*s'", UP__TEXT(element), (int)kind.size, kind.data);
}

/* vector.scalable.insert and vector.scalable.extract: the part begins at a multiple of its size. */
bool up__check_scalable_part(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool insert = mlirbc_op_is(op, "vector.scalable.insert");
	const struct mlirbc_type *part = insert ? up__operand_type(op, 0) : up__result_type(op, 0);
	const int64_t size = part->kind == MLIRBC_TYPE_VECTOR && up__rank(part) == 1 ? up__dim(part, 0) : 1;
	return size <= 0 || up__int_of(op, "pos", 0) % size == 0 ||
	       VERIFY_FAIL(parser, op, "failed to verify that position is a multiple of the %s length.", insert ? "source" : "result");
}

/* ---- vector.mask */

/* The type of a mask has the dimensions of a reduction's source; other operations have more rules. The operation is not
 * checked yet. */
static const struct mlirbc_type *masked_by(const struct mlirbc_op *masked)
{
	if (masked->operand_count == 0)
		return NULL;
	return mlirbc_op_is(masked, "vector.reduction") || mlirbc_op_is(masked, "vector.multi_reduction") ? up__operand_type(masked, 0) : NULL;
}

static bool same_dims(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return !is_vector(a) || !is_vector(b) ||
	       (up__rank(a) == up__rank(b) && memcmp(a->u.shaped.dims, b->u.shaped.dims, up__rank(a) * sizeof(int64_t)) == 0);
}

bool up__check_mask(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *masked = block ? block->first : NULL, *end = block ? block->last : NULL;
	if (!masked || op->operand_count == 0)
		return true;
	if (masked->next && masked->next->next)
		return VERIFY_FAIL(parser, op, "expects only one operation to mask%s", "");
	if (end->operand_count != op->result_count && mlirbc_op_is(end, "vector.yield"))
		return VERIFY_FAIL(parser, op, "expects number of results to match mask region yielded values%s", "");
	if (masked == end)
		return true;
	if (memcmp(masked->name->data, "vector.", masked->name->size < 7 ? masked->name->size : 7) != 0 && mlirbc_upstream__row_find(masked->name))
		return VERIFY_FAIL(parser, op, "expects a MaskableOpInterface within the mask region%s", "");
	const struct mlirbc_type *expected = masked_by(masked);
	return !expected || same_dims(expected, up__operand_type(op, 0)) ||
	       VERIFY_FAIL(parser, op, "expects a mask with the dimensions of '%s' for the maskable operation", UP__TEXT(expected));
}
