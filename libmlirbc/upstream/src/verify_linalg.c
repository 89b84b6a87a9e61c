/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structured operations of linalg: their region computes elements of the outputs from elements of all operands. */
#include "constraint.h"
#include "own_linalg.h"
#include "verify_own.h"

#include <stdlib.h>
#include <string.h>

static bool is_tensor(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
}

static bool is_buffer(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
}

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(op)[index].value->type;
}

static const struct mlirbc_type *element(const struct mlirbc_op *op, uint32_t index)
{
	const struct mlirbc_type *type = operand_type(op, index);
	return is_tensor(type) || is_buffer(type) || type->kind == MLIRBC_TYPE_VECTOR ? type->u.shaped.element : type;
}

/* Results are the outputs that are tensors. */
static bool check_results(struct mlirbc_parser *parser, const struct mlirbc_op *op, uint32_t first_output)
{
	uint32_t results = 0;
	bool tensors = false, buffers = false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		tensors |= is_tensor(type);
		buffers |= is_buffer(type);
		if (i < first_output || !is_tensor(type))
			continue;
		if (results < op->result_count && mlirbc_op_results(op)[results].type != type)
			return VERIFY_FAIL(parser, op, "expected type of operand #%u to match type of corresponding result", (unsigned)i);
		results++;
	}
	if (tensors && buffers)
		return VERIFY_FAIL(parser, op, "expected to have pure tensor or buffer semantics%s", "");
	return results == op->result_count ||
	       VERIFY_FAIL(parser, op, "expected the number of tensor results (%u) to be equal to the number of output tensors (%u)",
		       (unsigned)op->result_count, (unsigned)results);
}

static bool check_body(struct mlirbc_parser *parser, const struct mlirbc_op *op, uint32_t first_output)
{
	const struct mlirbc_block *block = mlirbc_op_regions(op)[0].first;
	const struct mlirbc_op *yield = block->last;
	if (block->argument_count != op->operand_count)
		return VERIFY_FAIL(parser, op, "expected as many non-induction variable region arguments as the number of input/output "
					       "operands%s", "");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (block->arguments[i].type != element(op, i))
			return VERIFY_FAIL(parser, op, "expected type of bb argument #%u to match element or self type of the corresponding "
						       "operand", (unsigned)i);
	}
	if (!yield || !mlirbc_op_is(yield, "linalg.yield"))
		return true;
	if (yield->operand_count != op->operand_count - first_output)
		return VERIFY_FAIL(parser, yield, "expected number of yield values (%u) to match the number of inits / outs operands of the "
						  "enclosing LinalgOp (%u)",
			(unsigned)yield->operand_count, (unsigned)(op->operand_count - first_output));
	for (uint32_t i = 0; i < yield->operand_count; i++) {
		if (operand_type(yield, i) != element(op, first_output + i))
			return VERIFY_FAIL(parser, yield, "type of yield operand %u doesn't match the element type of the enclosing operation",
				(unsigned)i + 1);
	}
	return true;
}

/* The ranks of a named operation are in its maps: "3:02;21;01" has results 0 and 2 for the first operand. */
static bool check_ranks(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct up__linalg *named = mlirbc_op_attr(op, "indexing_maps") ? NULL : up__linalg_find(op->name);
	const char *at = named && named->maps ? strchr(named->maps, ':') : NULL;
	for (uint32_t i = 0; at && i < op->operand_count; i++) {
		size_t rank = 0;
		for (at++; *at && *at != ';'; at++) {
			rank++;
			at += *at == '(' ? 3 : 0;
		}
		const struct mlirbc_type *type = operand_type(op, i);
		const bool ranked = type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_MEMREF;
		if (ranked && type->u.shaped.rank != rank)
			return VERIFY_FAIL(parser, op, "expected operand #%u rank (%u) to match the result rank of indexing_map (%u)",
				(unsigned)i, (unsigned)type->u.shaped.rank, (unsigned)rank);
		if (*at == '\0')
			break;
	}
	return true;
}

/* "02(13)": from the notation of linalg_named.c, up to the map behind it. */
static const char *loops_in_notation(const char *at, struct up__loops *out)
{
	for (out->count = 0; *at && *at != ';'; at += *at == '(' ? 4 : 1) {
		if (out->count < UP__MOST_LOOPS)
			out->of[out->count++] = *at >= '0' && *at <= '9' ? *at - '0' : -1;
	}
	return at + (*at == ';');
}

/* The dimensions of the operand have the sizes of their loops, -1 while a loop has none. */
static bool check_loops(struct mlirbc_parser *parser, const struct mlirbc_op *op, uint32_t operand, const struct up__loops *loops, int64_t *sizes)
{
	const struct mlirbc_type *type = operand_type(op, operand);
	for (size_t dim = 0; dim < loops->count && mlirbc_upstream__has_rank(type) && dim < type->u.shaped.rank; dim++) {
		const int loop = loops->of[dim];
		const int64_t found = type->u.shaped.dims[dim];
		if (loop < 0 || loop >= UP__MOST_LOOPS)
			continue;
		sizes[loop] = sizes[loop] < 0 ? found : sizes[loop];
		if (found != sizes[loop])
			return VERIFY_FAIL(parser, op, "inferred input/output operand #%u has shape's dimension #%u to be %lld, but found %lld",
				(unsigned)operand, (unsigned)dim, (long long)sizes[loop], (long long)found);
	}
	return true;
}

/* Dimensions that one loop goes over have one size: the first that is there. MLIR checks this if all are static. */
static bool check_sizes(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *maps = mlirbc_op_attr(op, "indexing_maps");
	const struct up__linalg *named = maps ? NULL : up__linalg_find(op->name);
	const char *at = named && named->maps ? strchr(named->maps, ':') : NULL;
	int64_t sizes[UP__MOST_LOOPS];
	uint64_t count;
	if (maps ? maps->kind != MLIRBC_ATTR_ARRAY || maps->u.array.count != op->operand_count : !at)
		return true;
	for (int i = 0; i < UP__MOST_LOOPS; i++)
		sizes[i] = -1;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		if ((is_tensor(type) || is_buffer(type)) && (!mlirbc_upstream__has_rank(type) || !mlirbc_type_elements(type, &count)))
			return true;
	}
	at += at != NULL;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		struct up__loops loops;
		if (maps && !up__loops_of(maps->u.array.data[i], &loops))
			return true;
		if (!maps)
			at = loops_in_notation(at, &loops);
		if (!check_loops(parser, op, i, &loops, sizes))
			return false;
	}
	return true;
}

/* Each loop goes over a dimension of an operand by itself. */
static bool has_inverse(const struct mlirbc_attr *maps, size_t count)
{
	uint64_t seen = 0;
	for (size_t i = 0; i < maps->u.array.count; i++) {
		struct up__loops loops;
		if (!up__loops_of(maps->u.array.data[i], &loops))
			return true;
		for (size_t j = 0; j < loops.count; j++)
			seen |= loops.of[j] >= 0 && loops.of[j] < 64 ? UINT64_C(1) << loops.of[j] : 0;
	}
	return count >= 64 || seen >> count != 0 || seen == (UINT64_C(1) << count) - 1;
}

/* One map for each operand; linalg.map has operands of one shape. */
static bool check_maps(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *maps = mlirbc_op_attr(op, "indexing_maps");
	if (mlirbc_op_is(op, "linalg.generic") && maps && maps->kind == MLIRBC_ATTR_ARRAY && maps->u.array.count != op->operand_count)
		return VERIFY_FAIL(parser, op, "expected the number of indexing_map (%u) to be equal to the number of input/output operands (%u)",
			(unsigned)maps->u.array.count, (unsigned)op->operand_count);
	const struct mlirbc_attr *loops = mlirbc_op_attr(op, "iterator_types");
	const bool generic = mlirbc_op_is(op, "linalg.generic") && maps && maps->kind == MLIRBC_ATTR_ARRAY && loops &&
			     loops->kind == MLIRBC_ATTR_ARRAY;
	for (uint32_t i = 0; generic && i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		const size_t dims = up__map_dims(maps->u.array.data[i]), results = up__map_results(maps->u.array.data[i]);
		if (dims != SIZE_MAX && dims != loops->u.array.count)
			return VERIFY_FAIL(parser, op, "expected indexing_map #%u to have %u dim(s) to match the number of loops", (unsigned)i,
				(unsigned)loops->u.array.count);
		if (mlirbc_upstream__has_rank(type) && results != SIZE_MAX && type->u.shaped.rank != results)
			return VERIFY_FAIL(parser, op, "expected operand #%u rank (%u) to match the result rank of indexing_map (%u)", (unsigned)i,
				(unsigned)type->u.shaped.rank, (unsigned)results);
	}
	if (generic && !has_inverse(maps, loops->u.array.count))
		return VERIFY_FAIL(parser, op, "invalid indexing maps are non-invertible%s", "");
	if (mlirbc_op_is(op, "linalg.fill") && up__is_shaped(operand_type(op, 0)))
		return mlirbc_parser_error_op(parser, op, "expected op with scalar input");
	const struct mlirbc_type *out = mlirbc_op_is(op, "linalg.map") ? operand_type(op, op->operand_count - 1) : NULL;
	for (uint32_t i = 0; out && mlirbc_upstream__has_rank(out) && i + 1 < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		if (mlirbc_upstream__has_rank(type) && (type->u.shaped.rank != out->u.shaped.rank ||
			memcmp(type->u.shaped.dims, out->u.shaped.dims, type->u.shaped.rank * sizeof(int64_t)) != 0))
			return VERIFY_FAIL(parser, op, "expected shape of input %u to match shape of output", (unsigned)i);
	}
	return true;
}

bool mlirbc_upstream__verify_linalg(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_upstream__printing of = { .op = op, .row = row };
	struct mlirbc_upstream__group outputs;
	if (op->region_count != 1 || mlirbc_op_regions(op)[0].block_count != 1)
		return VERIFY_FAIL(parser, op, "expects to have 1 region with 1 block%s", "");
	if (row->operand_count == 0 || !mlirbc_upstream__group(&of, (uint8_t)(row->operand_count - 1), &outputs))
		return true;
	return check_maps(parser, op) && check_ranks(parser, op) && check_sizes(parser, op) && check_body(parser, op, outputs.from) && check_results(parser, op, outputs.from);
}
