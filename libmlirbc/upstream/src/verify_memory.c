/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accesses of memory: indices, masks and elements of vectors; orders of atomic accesses. */
#include "own_parts.h"
#include "verify_own.h"

/* ---- vector: an access has a base, indices, and operands behind them */

/* Where an operation has what; `value` is an operand counted from the end, or -1: the result. */
static const struct access {
	const char *name, *value_is;
	uint32_t behind; /* operands behind the indices */
	int value, mask;
} accesses[] = {
	{ "vector.maskedload", "result", 2, -1, 2 },
	{ "vector.maskedstore", "valueToStore", 2, 1, 2 },
	{ "vector.expandload", "result", 2, -1, 2 },
	{ "vector.compressstore", "valueToStore", 2, 1, 2 },
	{ "vector.gather", "result", 3, -1, 2 },
	{ "vector.scatter", "valueToStore", 3, 1, 2 },
};

static bool same_dims(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a->kind != MLIRBC_TYPE_VECTOR || b->kind != MLIRBC_TYPE_VECTOR ||
	       (up__rank(a) == up__rank(b) && memcmp(a->u.shaped.dims, b->u.shaped.dims, up__rank(a) * sizeof(int64_t)) == 0);
}

static bool is_ranked(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_TENSOR;
}

bool up__check_masked_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct access *access = accesses;
	while (!mlirbc_op_is(op, access->name))
		access++;
	const struct mlirbc_type *base = up__operand_type(op, 0);
	const uint32_t count = op->operand_count;
	if (count < access->behind + 1 || (access->value < 0 && op->result_count == 0) || !is_ranked(base))
		return true;
	const struct mlirbc_type *value = access->value < 0 ? up__result_type(op, 0) : up__operand_type(op, count - (uint32_t)access->value);
	if (up__element(value) != up__element(base))
		return VERIFY_FAIL(parser, op, "base and %s element type should match", access->value_is);
	if (count - access->behind - 1 != up__rank(base))
		return VERIFY_FAIL(parser, op, "requires %u indices", (unsigned)up__rank(base));
	if (access->behind == 3 && !same_dims(value, up__operand_type(op, count - 3)))
		return VERIFY_FAIL(parser, op, "expected %s dim to match indices dim", access->value_is);
	return same_dims(value, up__operand_type(op, count - (uint32_t)access->mask)) ||
	       VERIFY_FAIL(parser, op, "expected %s shape to match mask shape", access->value_is);
}

/* The number of dimensions of an affine map or set, SIZE_MAX: it is none. */
size_t up__map_dims(const struct mlirbc_attr *map)
{
	static const char start[] = "affine_map<("; /* as long as that of a set */
	const struct mlirbc_string *text = map && map->kind == MLIRBC_ATTR_AFFINE ? map->u.dialect.text : NULL;
	size_t count = 0, at = sizeof start - 1;
	if (!text || text->size <= at || memcmp(text->data, start, 7) != 0)
		return SIZE_MAX;
	for (; at < text->size && text->data[at] != ')'; at++)
		count += text->data[at] == 'd';
	return count;
}

/* Whether a result of the map is the number 0. */
static bool broadcasts(const struct mlirbc_attr *map)
{
	const struct mlirbc_string *text = map && map->kind == MLIRBC_ATTR_AFFINE ? map->u.dialect.text : NULL;
	for (size_t at = 2; text && at + 1 < text->size; at++) {
		const char *here = text->data + at;
		if (*here == '0' && (here[-1] == '(' || (here[-1] == ' ' && here[-2] == ',')) && (here[1] == ',' || here[1] == ')'))
			return true;
	}
	return false;
}

/* Each result of the map is a dimension that no other one is, or 0: "(d0, d1) -> (d1, 0)". */
static bool permutes(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *map = mlirbc_op_attr(op, "permutation_map");
	const bool zeros = broadcasts(map);
	struct up__loops loops;
	uint64_t seen = 0;
	for (size_t i = 0; up__loops_of(map, &loops) && i < loops.count; i++) {
		const int loop = loops.of[i];
		if (loop < 0 && !zeros)
			return VERIFY_FAIL(parser, op, "requires a projected permutation_map (at most one dim or the zero constant can appear in "
						       "each result)%s", "");
		if (loop >= 0 && loop < UP__MOST_LOOPS && (seen >> loop & 1))
			return VERIFY_FAIL(parser, op, "requires a permutation_map that is a permutation (found one dim used more than once)%s", "");
		seen |= loop >= 0 && loop < UP__MOST_LOOPS ? UINT64_C(1) << loop : 0;
	}
	return true;
}

bool up__check_transfer(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint32_t begins[5];
	const uint32_t base_at = mlirbc_op_is(op, "vector.transfer_write");
	if (!up__segments(op, begins, 4) || begins[1] - begins[0] != 1)
		return true;
	const struct mlirbc_type *base = up__operand_type(op, base_at);
	const uint32_t indices = base_at ? begins[3] - begins[2] : begins[2] - begins[1];
	const size_t dims = up__map_dims(mlirbc_op_attr(op, "permutation_map"));
	if (!is_ranked(base))
		return true;
	if (indices != up__rank(base))
		return VERIFY_FAIL(parser, op, "requires %u indices", (unsigned)up__rank(base));
	if (base_at && broadcasts(mlirbc_op_attr(op, "permutation_map")))
		return VERIFY_FAIL(parser, op, "should not have broadcast dimensions%s", "");
	if (dims != SIZE_MAX && dims != up__rank(base))
		return VERIFY_FAIL(parser, op, "requires a permutation_map with input dims of the same rank as the source type%s", "");
	return permutes(parser, op);
}

/* ---- vector.contract, vector.scan */

static bool is_reduction(const struct mlirbc_attr *iterator)
{
	const struct mlirbc_string word = up__inside(iterator, "iterator_type");
	return word.size == 9 && memcmp(word.data, "reduction", 9) == 0;
}

/* The size of the dimension that a loop goes over; -1: none. */
static int64_t size_of_loop(const struct mlirbc_type *type, const struct mlirbc_attr *map, size_t loop)
{
	struct up__loops loops;
	for (size_t i = 0; up__loops_of(map, &loops) && i < loops.count && type->kind == MLIRBC_TYPE_VECTOR; i++) {
		if (loops.of[i] == (int)loop)
			return up__dim(type, i);
	}
	return -1;
}

static bool contracted_dims_match(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_attr *maps,
	const struct mlirbc_attr *loops)
{
	for (size_t i = 0; i < loops->u.array.count; i++) {
		const int64_t left = size_of_loop(up__operand_type(op, 0), maps->u.array.data[0], i);
		const int64_t right = size_of_loop(up__operand_type(op, 1), maps->u.array.data[1], i);
		if (left >= 0 && right >= 0 && left != right)
			return VERIFY_FAIL(parser, op, "invalid %s dimension map", is_reduction(loops->u.array.data[i]) ? "contracting" : "batch");
	}
	return true;
}

bool up__check_contract(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *maps = mlirbc_op_attr(op, "indexing_maps"), *loops = mlirbc_op_attr(op, "iterator_types");
	if (!maps || !loops || maps->kind != MLIRBC_ATTR_ARRAY || loops->kind != MLIRBC_ATTR_ARRAY)
		return true;
	if (maps->u.array.count != 3)
		return VERIFY_FAIL(parser, op, "expected an indexing map for each vector operand%s", "");
	bool contracts = false;
	for (size_t i = 0; i < loops->u.array.count; i++)
		contracts |= is_reduction(loops->u.array.data[i]);
	if (!contracts)
		return VERIFY_FAIL(parser, op, "expected at least one contracting dimension pair%s", "");
	for (uint32_t i = 0; i < 3; i++) {
		const size_t dims = up__map_dims(maps->u.array.data[i]), results = up__map_results(maps->u.array.data[i]);
		const struct mlirbc_type *type = up__operand_type(op, i);
		if (dims != SIZE_MAX && dims != loops->u.array.count)
			return VERIFY_FAIL(parser, op, "expected indexing map %u to have %u number of inputs", (unsigned)i,
				(unsigned)loops->u.array.count);
		if (results != SIZE_MAX && results != (type->kind == MLIRBC_TYPE_VECTOR ? up__rank(type) : 0))
			return VERIFY_FAIL(parser, op, "expected indexing map %u to have as many outputs as the rank of its operand", (unsigned)i);
	}
	if (up__element(up__operand_type(op, 0)) != up__element(up__operand_type(op, 1)))
		return VERIFY_FAIL(parser, op, "failed to verify that lhs and rhs have same element type%s", "");
	return contracted_dims_match(parser, op, maps, loops);
}

bool up__check_scan(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *source = up__operand_type(op, 0);
	const int64_t dim = up__int_of(op, "reduction_dim", 0);
	return (dim >= 0 && (uint64_t)dim < up__rank(source)) ||
	       VERIFY_FAIL(parser, op, "reduction dimension %lld has to be less than %u", (long long)dim, (unsigned)up__rank(source));
}

/* ---- atomic accesses of llvm and ptr */

enum { NOT_ATOMIC, UNORDERED, MONOTONIC };
/* Numbers of enumerations: llvm::AtomicOrdering has 3 for "consume", ptr has no such word. */
static const char *const llvm_orders[] = { "not_atomic", "unordered", "monotonic", "", "acquire", "release", "acq_rel", "seq_cst" };
static const char *const ptr_orders[] = { "not_atomic", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst" };

static const char *order_of(const struct mlirbc_op *op, const char *name)
{
	const int64_t order = up__int_of(op, name, NOT_ATOMIC);
	const bool is_ptr = op->name->data[0] == 'p';
	return order < 0 || order >= 7 + !is_ptr ? "" : is_ptr ? ptr_orders[order] : llvm_orders[order];
}

bool up__check_atomic_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const char *order = order_of(op, "ordering");
	const bool is_load = op->result_count != 0;
	if (strcmp(order, "not_atomic") == 0)
		return true;
	if (strcmp(order, is_load ? "release" : "acquire") == 0 || strcmp(order, "acq_rel") == 0)
		return VERIFY_FAIL(parser, op, "unsupported ordering '%s'", order);
	return mlirbc_op_attr(op, "alignment") || VERIFY_FAIL(parser, op, "expected alignment for atomic access%s", "");
}

bool up__check_cmpxchg(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const char *failure = order_of(op, "failure_ordering");
	if (up__int_of(op, "success_ordering", MONOTONIC) < MONOTONIC || up__int_of(op, "failure_ordering", MONOTONIC) < MONOTONIC)
		return VERIFY_FAIL(parser, op, "ordering must be at least 'monotonic'%s", "");
	return (strcmp(failure, "release") != 0 && strcmp(failure, "acq_rel") != 0) ||
	       VERIFY_FAIL(parser, op, "failure ordering cannot be 'release' or 'acq_rel'%s", "");
}

bool up__check_llvm_rmw(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { XCHG = 0, UMIN = 10, FADD = 11, FMIN = 14 };
	const int64_t kind = up__int_of(op, "bin_op", XCHG);
	const struct mlirbc_type *type = up__operand_type(op, 1);
	if (up__int_of(op, "ordering", MONOTONIC) < MONOTONIC)
		return VERIFY_FAIL(parser, op, "expected at least 'monotonic' ordering%s", "");
	if (kind >= FADD && kind <= FMIN && type->kind == MLIRBC_TYPE_INTEGER)
		return VERIFY_FAIL(parser, op, "expected LLVM IR floating point type%s", "");
	return kind <= XCHG || kind > UMIN || type->kind != MLIRBC_TYPE_FLOAT ||
	       VERIFY_FAIL(parser, op, "expected LLVM IR integer type%s", "");
}

/* ---- memref.view, memref.realloc; affine.linearize_index */

bool up__check_view(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const uint32_t sizes = op->operand_count - 2, dynamic = up__dynamic_dims(up__result_type(op, 0));
	return op->operand_count < 2 || sizes == dynamic ||
	       VERIFY_FAIL(parser, op, "incorrect number of dynamic sizes, has %u, expected %u", (unsigned)sizes, (unsigned)dynamic);
}

bool up__check_realloc(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	if (up__element(from) != up__element(to))
		return mlirbc_parser_error_op(parser, op, "different element types specified for source memref type '%s' and result memref type '%s'",
			UP__TEXT(from), UP__TEXT(to));
	const bool dynamic = up__dynamic_dims(to) > 0, given = op->operand_count > 1;
	return dynamic == given || mlirbc_parser_error_op(parser, op, "%s dimension operand for result type '%s'",
					   dynamic ? "missing" : "unnecessary", UP__TEXT(to));
}

bool up__check_linearize(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__ints basis;
	uint32_t begins[3];
	if (!up__segments(op, begins, 2) || !up__ints_of(op, "static_basis", &basis))
		return true;
	return basis.count == begins[1] || basis.count + 1 == begins[1] ||
	       VERIFY_FAIL(parser, op, "should be passed a basis element for each index except possibly the first%s", "");
}
