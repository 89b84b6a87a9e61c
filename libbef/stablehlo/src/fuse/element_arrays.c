/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays that are not split, as those of a scan, which each iteration takes a slice of, or replaces one in. The
 * expression has the array as one argument, and loads and stores elements. Stores change the array at once, so only its newest value may be
 * read, updated, and returned. */
#include "fuse/elements.h"

#include <string.h>

/* A value that is an array. */
struct bef_hlo__array {
	const struct mlirbc_value *argument;
	uint32_t first;   /* position of the argument's own entry */
	uint32_t number;  /* of the argument in the expression */
	uint32_t newest;  /* of the first entry: the position of the newest value */
};

static const struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

bool bef_hlo__is_array(const struct mlirbc_type *type)
{
	uint64_t count;
	return bef_hlo__is_tensor(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && mlirbc_type_elements(type, &count) && count > BEF_HLO__FEW_ELEMENTS;
}

/* Of an operation inside of the block. */
static bool slices(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_value *array, uint32_t position)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	for (uint32_t i = 1; i < op->operand_count; i++) {
		if (operand(op, i) == array)
			return false;
	}
	return op->operand_count == 0 || operand(op, 0) != array || code == MLIRBC_STABLEHLO_dynamic_slice ||
	       (code == MLIRBC_STABLEHLO_dynamic_update_slice && bef_hlo__is_only_sliced(lower, op->parent, mlirbc_op_results(op), position));
}

static bool is_inside(const struct mlirbc_op *op, const struct mlirbc_value *array)
{
	for (uint32_t r = 0; r < op->region_count; r++) {
		const struct mlirbc_region *region = &mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[r];
		for (const struct mlirbc_block *block = region->first; block; block = block->next) {
			for (const struct mlirbc_op *inner = block->first; inner; inner = inner->next) {
				for (uint32_t i = 0; i < inner->operand_count; i++) {
					if (operand(inner, i) == array)
						return true;
				}
				if (is_inside(inner, array))
					return true;
			}
		}
	}
	return false;
}

bool bef_hlo__is_only_sliced(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_value *array, uint32_t position)
{
	if (!bef_hlo__is_array(array->type))
		return false;
	for (const struct mlirbc_op *op = block->first; op != block->last; op = op->next) {
		if (!slices(lower, op, array, position) || is_inside(op, array))
			return false;
	}
	for (uint32_t i = 0; i < block->last->operand_count; i++) {
		if (operand(block->last, i) == array && i != position)
			return false;
	}
	return true;
}

static bool push(struct bef_hlo__elements *e, const struct bef_hlo__array *entry)
{
	if (e->array_count % 16 == 0) {
		struct bef_hlo__array *arrays = bef_hlo__room(e->text.lower, e->array_count + 16, sizeof *arrays);
		e->fits = e->fits && arrays;
		if (!arrays)
			return false;
		if (e->array_count)
			memcpy(arrays, e->arrays, e->array_count * sizeof *arrays);
		e->arrays = arrays;
	}
	e->arrays[e->array_count++] = *entry;
	return true;
}

static bool add(struct bef_hlo__elements *e, const struct mlirbc_value *value, const struct bef_hlo__array *entry)
{
	bef_hlo__expression_define(&e->text, value, e->array_count | BEF_HLO__IS_ARRAY);
	return push(e, entry);
}

void bef_hlo__elements_array(struct bef_hlo__elements *e, const struct mlirbc_value *value)
{
	const struct bef_hlo__array entry = { value, e->array_count, e->text.next, e->array_count };
	e->fits = e->fits && bef_hlo__is_array(value->type) && e->text.next < HLO_EXPR_ARGUMENTS && add(e, value, &entry) &&
		  bef_hlo__expression_array_argument(&e->text, value->type);
}

/* The array with this index, if that is of its newest value; else NULL, and !fits. */
static struct bef_hlo__array *newest_at(struct bef_hlo__elements *e, uint32_t index)
{
	e->fits = e->fits && (index & BEF_HLO__IS_ARRAY);
	if (!e->fits)
		return NULL;
	struct bef_hlo__array *first = &e->arrays[e->arrays[index & ~BEF_HLO__IS_ARRAY].first];
	e->fits = first->newest == (index & ~BEF_HLO__IS_ARRAY);
	return e->fits ? first : NULL;
}

/* The array of the value, if that is its newest one; else NULL, and !fits. */
static struct bef_hlo__array *newest(struct bef_hlo__elements *e, const struct mlirbc_value *value)
{
	e->fits = e->fits && bef_hlo__expression_defines(&e->text, value);
	return newest_at(e, e->fits ? e->text.lower->steps[value->number].index : 0);
}

/* ---- indices, which are i64 */

struct place {
	const struct mlirbc_type *i64;
	bool known;    /* no start index is computed */
	uint32_t base; /* the number of the position of the window's first element, unless known */
};

static uint32_t step(struct bef_hlo__elements *e, const struct place *p, const char *name, uint32_t a, int64_t number)
{
	const uint32_t operands[2] = { a, bef_hlo__elements_number(e, (double)number, p->i64) };
	return bef_hlo__elements_step(e, name, operands, 2, p->i64);
}

/* The start index of one dimension as i64, clamped to 0 .. last. */
static uint32_t clamped(struct bef_hlo__elements *e, const struct place *p, const struct mlirbc_value *start, int64_t last)
{
	const uint32_t *numbers = bef_hlo__elements_of(e, start);
	const enum kernels_dtype dtype = bef_hlo__dtype(bef_hlo__element(start->type));
	e->fits = e->fits && dtype != KERNELS_UI64; /* those from 2^63 on would be negative */
	if (!e->fits)
		return 0;
	const uint32_t index = numbers[0];
	const uint32_t wide = dtype == KERNELS_I64 ? index : bef_hlo__elements_step(e, "convert", &index, 1, p->i64);
	return step(e, p, "minimum", step(e, p, "maximum", wide, 0), last);
}

static bool find_place(struct bef_hlo__elements *e, const struct mlirbc_op *op, const struct mlirbc_type *size, uint32_t first,
	struct place *out)
{
	const struct mlirbc_type *array = operand(op, 0)->type;
	int64_t stride = 1;
	*out = (struct place){ bef_hlo__shaped(e->text.lower, NULL, 0, e->text.lower->i64), true, 0 };
	e->fits = e->fits && out->i64 && op->operand_count == first + array->u.shaped.rank && size->u.shaped.rank == array->u.shaped.rank;
	for (size_t i = array->u.shaped.rank; i-- > 0 && e->fits;) {
		const int64_t last = array->u.shaped.dims[i] - size->u.shaped.dims[i];
		e->fits = last >= 0;
		if (last > 0) {
			const uint32_t index = clamped(e, out, operand(op, first + (uint32_t)i), last);
			const uint32_t part = stride == 1 ? index : step(e, out, "multiply", index, stride);
			const uint32_t sum[2] = { out->base, part };
			out->base = out->known ? part : bef_hlo__elements_step(e, "add", sum, 2, out->i64);
			out->known = false;
		}
		stride *= array->u.shaped.dims[i];
	}
	return e->fits;
}

/* The number of the position of element i of the window. */
static uint32_t position(struct bef_hlo__elements *e, const struct place *p, const struct mlirbc_type *array,
	const struct mlirbc_type *size, uint64_t i)
{
	int64_t index[HLO_MOST_RANK];
	bef_hlo__unravel(size, (int64_t)i, index);
	const int64_t offset = bef_hlo__ravel(array, index);
	if (p->known)
		return bef_hlo__elements_number(e, (double)offset, p->i64);
	return offset == 0 ? p->base : step(e, p, "add", p->base, offset);
}

/* ---- accesses */

/* Those of neighbours are one, and need one index. */
static void note_accesses(struct bef_hlo__elements *e, const struct mlirbc_type *type, uint64_t count, uint32_t before)
{
	const uint32_t packed = e->packed;
	bef_hlo__elements_note_packs(e, type, count, before);
	e->packed_accesses += e->packed > packed ? (uint32_t)count : 0;
}

static void load(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_value *result = mlirbc_op_results(op);
	const struct bef_hlo__array *array = newest(e, operand(op, 0));
	struct place place;
	const uint32_t before = e->steps;
	uint64_t count = 0;
	if (!array || !find_place(e, op, result->type, 1, &place) || !mlirbc_type_elements(result->type, &count))
		return;
	uint32_t *out = bef_hlo__elements_define(e, result);
	for (uint64_t i = 0; out && i < count && e->fits; i++) {
		const uint32_t operands[2] = { array->number, position(e, &place, operand(op, 0)->type, result->type, i) };
		const uint32_t number = bef_hlo__elements_access_step(e, "load", operands, 2, result->type);
		out[i] = number;
	}
	note_accesses(e, result->type, count, before);
}

static void store(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_value *update = operand(op, 1);
	struct bef_hlo__array *array = newest(e, operand(op, 0));
	const uint32_t *new = bef_hlo__elements_of(e, update);
	struct place place;
	const uint32_t before = e->steps;
	uint64_t count = 0;
	if (!array || !new || !find_place(e, op, update->type, 2, &place) || !mlirbc_type_elements(update->type, &count))
		return;
	for (uint64_t i = 0; i < count && e->fits; i++) {
		const uint32_t operands[3] = { array->number, position(e, &place, operand(op, 0)->type, update->type, i), new[i] };
		(void)bef_hlo__elements_access_step(e, "store", operands, 3, update->type);
	}
	note_accesses(e, update->type, count, before);
	const struct bef_hlo__array entry = { array->argument, array->first, array->number, 0 };
	array->newest = e->array_count;
	e->stores++;
	e->fits = e->fits && add(e, mlirbc_op_results(op), &entry);
}

bool bef_hlo__elements_access(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(e->text.lower, op);
	if (op->result_count != 1 || op->operand_count == 0 || !bef_hlo__expression_defines(&e->text, operand(op, 0)) ||
		!(e->text.lower->steps[operand(op, 0)->number].index & BEF_HLO__IS_ARRAY))
		return false;
	if (code == MLIRBC_STABLEHLO_dynamic_slice)
		load(e, op);
	else if (code == MLIRBC_STABLEHLO_dynamic_update_slice)
		store(e, op);
	else
		return false;
	return true;
}

/* ---- blocks, which may change an array, or not */

/* A newest value of the array, with its index. */
static uint32_t renew(struct bef_hlo__elements *e, struct bef_hlo__array *first)
{
	const struct bef_hlo__array entry = { first->argument, first->first, first->number, 0 };
	const uint32_t index = e->array_count;
	first->newest = index;
	e->fits = e->fits && push(e, &entry);
	return index | BEF_HLO__IS_ARRAY;
}

uint32_t bef_hlo__elements_begin_array(struct bef_hlo__elements *e, const struct mlirbc_value *argument, uint32_t index)
{
	struct bef_hlo__array *first = newest_at(e, index);
	const uint32_t new = first ? renew(e, first) : 0;
	if (first)
		bef_hlo__elements_alias(e, argument, new);
	return new;
}

uint32_t *bef_hlo__elements_newest(struct bef_hlo__elements *e)
{
	uint32_t *out = bef_hlo__room(e->text.lower, e->array_count + 1u, sizeof *out);
	e->fits = e->fits && out;
	for (uint32_t i = 0; out && i < e->array_count; i++)
		out[i] = e->arrays[i].newest;
	return out;
}

uint32_t bef_hlo__elements_end_array(
	struct bef_hlo__elements *e, const struct mlirbc_value *argument, const struct mlirbc_value *value, uint32_t *before)
{
	struct bef_hlo__array *first = newest(e, value);
	const uint32_t begin = bef_hlo__expression_number(&e->text, argument);
	e->fits = e->fits && (begin & BEF_HLO__IS_ARRAY) && e->arrays[begin & ~BEF_HLO__IS_ARRAY].first == first->first;
	if (!e->fits)
		return 0;
	const uint32_t at = first->first, new = renew(e, first);
	before[at] = new & ~BEF_HLO__IS_ARRAY;
	return new;
}

bool bef_hlo__elements_arrays_are(const struct bef_hlo__elements *e, const uint32_t *newest_values)
{
	for (uint32_t i = 0; i < e->array_count; i++) {
		if (e->arrays[i].first == i && e->arrays[i].newest != newest_values[i])
			return false;
	}
	return true;
}

void bef_hlo__elements_set_newest(struct bef_hlo__elements *e, const uint32_t *before, uint32_t *out_changed)
{
	for (uint32_t i = 0; i < e->array_count; i++) {
		if (e->arrays[i].first != i)
			continue;
		out_changed[i] = out_changed[i] || e->arrays[i].newest != before[i];
		e->arrays[i].newest = before[i];
	}
}

void bef_hlo__elements_renew(struct bef_hlo__elements *e, const uint32_t *changed)
{
	const uint32_t count = e->array_count;
	for (uint32_t i = 0; i < count && e->fits; i++) {
		if (e->arrays[i].first == i && changed[i])
			(void)renew(e, &e->arrays[i]);
	}
}

uint32_t bef_hlo__elements_array_of(struct bef_hlo__elements *e, const struct mlirbc_value *value)
{
	const struct bef_hlo__array *first = newest(e, value);
	return first ? first->first : 0;
}

uint32_t bef_hlo__elements_newest_of(const struct bef_hlo__elements *e, uint32_t array) { return e->arrays[array].newest | BEF_HLO__IS_ARRAY; }

void bef_hlo__elements_return_array(
	struct bef_hlo__elements *e, const struct mlirbc_value *value, const struct mlirbc_value *argument)
{
	const struct bef_hlo__array *array = newest(e, value);
	e->fits = e->fits && array->argument == argument;
	if (e->fits)
		bef_hlo__expression_put_number(&e->text, array->number);
}
