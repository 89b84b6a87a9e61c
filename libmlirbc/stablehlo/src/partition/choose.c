/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the factors of an operation are divided: as operands are, or as results are best divided, whichever moves least. */
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

enum { MOST_CHOICES = 4 };

static uint64_t elements(const struct mlirbc_type *type)
{
	uint64_t count;
	return mlirbc_type_elements(type, &count) ? count : 0;
}

static const struct shlo__division *home_of(const struct shlo__partition *p, const struct mlirbc_value *value)
{
	const struct shlo__entry *entry = shlo__value_find(p, value);
	return entry ? entry->home : NULL;
}

/* Whether a sum over devices is worth it: it moves the results, and without it the operand is gathered, unless others have its division. */
static bool pays(const struct shlo__partition *p, const struct mlirbc_op *op, size_t operand, int16_t factor)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct shlo__division *home = home_of(p, value);
		for (size_t dim = 0; home && i != operand && dim < home->rank; dim++) {
			if (p->factors.operands[i][dim] == factor && home->parts[dim] > 1)
				return true;
		}
	}
	return elements(mlirbc_op_results(op)[0].type) <= elements(mlirbc_op_operands(op)[operand].value->type);
}

void shlo__propose(struct shlo__partition *p, const int16_t *dims, const struct shlo__division *division, struct shlo__tiles *tiles)
{
	const struct shlo__factors *f = &p->factors;
	for (size_t dim = 0; division && dim < division->rank; dim++) {
		const int16_t factor = dims[dim];
		if (factor == SHLO__NO_FACTOR || division->parts[dim] == 1 || tiles->parts[factor] != 1 ||
			(f->size[factor] % division->parts[dim] != 0 && !f->padded[factor]) ||
			f->size[factor] / division->parts[dim] < f->least[factor])
			continue;
		shlo__tiles_copy(p, tiles, (size_t)factor, division, dim);
		if (!shlo__tiles_uniform(p, tiles))
			shlo__tiles_drop(p, tiles, (size_t)factor);
	}
}

/* Reductions that do not pay are left out. */
static void propose_operand(struct shlo__partition *p, const struct mlirbc_op *op, size_t operand, struct shlo__tiles *tiles)
{
	int16_t dims[SHLO__MOST_DIMS];
	const struct shlo__division *home = home_of(p, mlirbc_op_operands(op)[operand].value);
	for (size_t dim = 0; home && dim < home->rank; dim++) {
		dims[dim] = p->factors.operands[operand][dim];
		if (dims[dim] != SHLO__NO_FACTOR && home->parts[dim] > 1 && p->factors.halo[dims[dim]].reach > 0 &&
			(operand > 0 || !shlo__halo_pays(p, op, dim, home->parts[dim])))
			dims[dim] = SHLO__NO_FACTOR;
		if (dims[dim] != SHLO__NO_FACTOR && p->factors.reduced[dims[dim]] && home->parts[dim] > 1 && !pays(p, op, operand, dims[dim]))
			dims[dim] = SHLO__NO_FACTOR;
	}
	shlo__propose(p, dims, home, tiles);
}

/* Windows are divided as their operand is only. */
static void propose_result(struct shlo__partition *p, const struct mlirbc_value *result, size_t at, struct shlo__tiles *tiles)
{
	int16_t dims[SHLO__MOST_DIMS];
	for (size_t dim = 0; dim < SHLO__MOST_DIMS; dim++) {
		dims[dim] = p->factors.results[at][dim];
		if (dims[dim] != SHLO__NO_FACTOR && p->factors.halo[dims[dim]].reach > 0)
			dims[dim] = SHLO__NO_FACTOR;
	}
	shlo__propose(p, dims, shlo__hint(p, result), tiles);
}

/* Operations that need a dimension as a whole, and are worth it to exchange parts of it for parts of another one. */
static bool exchanges(const struct mlirbc_op *op)
{
	static const char names[] = "stablehlo.sort\0stablehlo.fft\0stablehlo.reduce_window\0stablehlo.select_and_scatter\0stablehlo.convolution\0"
				    "stablehlo.cholesky\0stablehlo.triangular_solve\0stablehlo.custom_call\0stablehlo.concatenate\0";
	return shlo__is_one_of(op->name, names);
}

/* Divides another dimension of an operand as one that stays whole is. */
static void divide_another(struct shlo__partition *p, const struct mlirbc_op *op, size_t operand, struct shlo__tiles *tiles)
{
	const struct shlo__division *home = home_of(p, mlirbc_op_operands(op)[operand].value);
	const int16_t *factors = p->factors.operands[operand];
	for (size_t dim = 0; home && dim < home->rank; dim++) {
		if (home->parts[dim] == 1 || (factors[dim] != SHLO__NO_FACTOR && tiles->parts[factors[dim]] > 1))
			continue;
		for (size_t other = 0; other < home->rank; other++) {
			const int16_t factor = factors[other];
			if (factor == SHLO__NO_FACTOR || factor == factors[dim] || tiles->parts[factor] > 1 || p->factors.reduced[factor] ||
				p->factors.halo[factor].reach > 0 || p->factors.size[factor] % home->parts[dim] != 0)
				continue;
			shlo__tiles_copy(p, tiles, (size_t)factor, home, dim);
			if (shlo__tiles_uniform(p, tiles))
				break;
			shlo__tiles_drop(p, tiles, (size_t)factor);
		}
	}
}

/* Divides factors as operand `first` is, then as the largest and the others are, then as results are best divided. `first` beyond the
 * operands: as results are first. */
static void fill(struct shlo__partition *p, const struct mlirbc_op *op, size_t first, size_t largest, struct shlo__tiles *tiles)
{
	shlo__tiles_clear(p, tiles, p->factors.count);
	for (size_t i = 0; first >= op->operand_count && i < op->result_count; i++)
		propose_result(p, &mlirbc_op_results(op)[i], i, tiles);
	if (first < op->operand_count)
		propose_operand(p, op, first, tiles);
	if (op->operand_count > 0)
		propose_operand(p, op, largest, tiles);
	for (size_t i = 0; i < op->operand_count; i++)
		propose_operand(p, op, i, tiles);
	for (size_t i = 0; i < op->result_count; i++)
		propose_result(p, &mlirbc_op_results(op)[i], i, tiles);
	if (op->operand_count > 0 && exchanges(op))
		divide_another(p, op, largest, tiles);
}

bool shlo__divide(struct shlo__partition *p, const struct mlirbc_op *op, struct shlo__tiles *tiles)
{
	size_t largest = 0, best, candidates = op->operand_count > 1 && op->operand_count <= MOST_CHOICES ? op->operand_count + 1 : 1;
	double least = 0, cost;
	if (p->factors.count == 0) {
		shlo__tiles_clear(p, tiles, 0);
		return true;
	}
	for (size_t i = 1; i < op->operand_count; i++) {
		if (elements(mlirbc_op_operands(op)[i].value->type) > elements(mlirbc_op_operands(op)[largest].value->type))
			largest = i;
	}
	best = largest;
	for (size_t i = 0; candidates > 1 && i <= candidates; i++) { /* the largest comes first, and wins if others are as good */
		const size_t first = i == 0 ? largest : i - 1;
		fill(p, op, first, largest, tiles);
		if (!shlo__cost(p, op, tiles, &cost))
			return false;
		if (i == 0 || cost < least) {
			least = cost;
			best = first;
		}
	}
	fill(p, op, best, largest, tiles);
	if (shlo__is_collective(op) && !shlo__collective_fits(p, op, tiles))
		shlo__tiles_clear(p, tiles, p->factors.count);
	return true;
}

bool shlo__of_factors(struct shlo__partition *p, const int16_t *factors, const struct mlirbc_type *type, const struct shlo__tiles *tiles,
	const struct shlo__division **out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	*out = NULL;
	if (tiles->rank == 0)
		return true;
	shlo__tiles_clear(p, made, type->u.shaped.rank);
	for (size_t dim = 0; dim < type->u.shaped.rank; dim++) {
		if (factors[dim] != SHLO__NO_FACTOR)
			shlo__tiles_split(p, made, dim, tiles, (size_t)factors[dim]);
	}
	return shlo__tiles_finish(p, made, out);
}
