/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Costs of ops in floating-point operations; mlirbc(1) documents the rules. */
#include "models/model.h"

#include <mlirbc/stablehlo_ops.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdlib.h>
#include <string.h>

const char *const flops_kind_names[FLOPS_KINDS] = { "dot", "convolution", "elementwise", "reduction", "other" };

/* ---- rules */

enum rule {
	RULE_UNKNOWN,
	RULE_FREE, /* moves elements, or only describes */
	RULE_ELEMENT,
	RULE_DOT,
	RULE_DOT_GENERAL,
	RULE_CONVOLUTION,
	RULE_REDUCE,
	RULE_REDUCE_WINDOW,
	RULE_SELECT_AND_SCATTER,
	RULE_SCATTER,
	RULE_MAP,
	RULE_SORT,
	RULE_TOP_K,
	RULE_FFT,
	RULE_CHOLESKY,
	RULE_SOLVE,
	RULE_NORM,
	RULE_WHILE,
	RULE_BRANCH,
	RULE_CALL,
	RULE_CUSTOM_CALL,
	RULE_REGIONS
};

/* Of operations whose cost the table of operations does not have. */
static enum rule own_rule(enum mlirbc_stablehlo_code code)
{
	switch ((int)code) {
	case MLIRBC_STABLEHLO_dot: return RULE_DOT;
	case MLIRBC_STABLEHLO_dot_general: return RULE_DOT_GENERAL;
	case MLIRBC_STABLEHLO_convolution:
	case MLIRBC_STABLEHLO_dynamic_conv: return RULE_CONVOLUTION;
	case MLIRBC_STABLEHLO_reduce:
	case MLIRBC_STABLEHLO_all_reduce:
	case MLIRBC_STABLEHLO_reduce_scatter:
	case MLIRBC_STABLEHLO_collective_reduce: return RULE_REDUCE;
	case MLIRBC_STABLEHLO_reduce_window: return RULE_REDUCE_WINDOW;
	case MLIRBC_STABLEHLO_select_and_scatter: return RULE_SELECT_AND_SCATTER;
	case MLIRBC_STABLEHLO_scatter: return RULE_SCATTER;
	case MLIRBC_STABLEHLO_map: return RULE_MAP;
	case MLIRBC_STABLEHLO_sort: return RULE_SORT;
	case MLIRBC_CHLO_top_k: return RULE_TOP_K;
	case MLIRBC_STABLEHLO_fft: return RULE_FFT;
	case MLIRBC_STABLEHLO_cholesky: return RULE_CHOLESKY;
	case MLIRBC_STABLEHLO_triangular_solve: return RULE_SOLVE;
	case MLIRBC_STABLEHLO_batch_norm_inference:
	case MLIRBC_STABLEHLO_batch_norm_training:
	case MLIRBC_STABLEHLO_batch_norm_grad: return RULE_NORM;
	case MLIRBC_STABLEHLO_while: return RULE_WHILE;
	case MLIRBC_STABLEHLO_if:
	case MLIRBC_STABLEHLO_case: return RULE_BRANCH;
	case MLIRBC_STABLEHLO_composite: return RULE_CALL;
	case MLIRBC_STABLEHLO_custom_call: return RULE_CUSTOM_CALL;
	case MLIRBC_STABLEHLO_async_start: return RULE_REGIONS;
	default: return RULE_UNKNOWN;
	}
}

static enum rule rule_of(const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
	const struct mlirbc_stablehlo_facts *facts = mlirbc_stablehlo_facts(code);
	if (facts)
		return facts->cost == MLIRBC_STABLEHLO_COST_OWN	   ? own_rule(code)
		       : facts->cost == MLIRBC_STABLEHLO_COST_FREE ? RULE_FREE
								     : RULE_ELEMENT;
	if (model_dialect_is(op, "chlo")) /* of another version */
		return mlirbc_op_is(op, "chlo.dynamic_reshape") ? RULE_FREE : RULE_ELEMENT;
	if (mlirbc_op_is(op, "func.call"))
		return RULE_CALL;
	const char *const free_dialects[] = { "builtin", "func", "check", "shape" };
	for (size_t i = 0; i < sizeof free_dialects / sizeof *free_dialects; i++) {
		if (model_dialect_is(op, free_dialects[i]))
			return RULE_FREE;
	}
	return RULE_UNKNOWN;
}

/* ---- sums */

uint64_t flops_total(const struct flops *flops)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < FLOPS_KINDS; i++)
		sum = model_add(sum, flops->kinds[i]);
	return sum;
}

static void note_gaps(struct flops *sum, const struct flops *part)
{
	sum->uncounted = model_add(sum->uncounted, part->uncounted);
	sum->loops = model_add(sum->loops, part->loops);
	sum->recursive |= part->recursive;
}

static void add_times(struct flops *sum, const struct flops *part, uint64_t times)
{
	for (unsigned i = 0; i < FLOPS_KINDS; i++)
		sum->kinds[i] = model_add(sum->kinds[i], model_multiply(part->kinds[i], times));
	note_gaps(sum, part);
}

static void add_to(struct flops *sum, enum flops_kind kind, uint64_t count)
{
	sum->kinds[kind] = model_add(sum->kinds[kind], count);
}

/* ---- shapes and attributes. Functions return false if something is not known or not valid. */

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, uint32_t index)
{
	const struct mlirbc_value *value = index < op->operand_count ? mlirbc_op_operands(op)[index].value : NULL;
	return value ? value->type : NULL;
}

static bool operand_elements(const struct mlirbc_op *op, uint32_t index, uint64_t *out)
{
	const struct mlirbc_type *type = operand_type(op, index);
	return type && model_elements(type, out);
}

/* Of the last result: the first of rng_bit_generator is its state. */
static bool result_elements(const struct mlirbc_op *op, uint64_t *out)
{
	return op->result_count && model_elements(mlirbc_op_results(op)[op->result_count - 1].type, out);
}

/* A dimension of an operand; a negative index counts from the end. */
static bool dimension(const struct mlirbc_type *type, int64_t index, uint64_t *out)
{
	if (!type || type->kind != MLIRBC_TYPE_TENSOR)
		return false;
	const int64_t rank = (int64_t)type->u.shaped.rank, at = index < 0 ? index + rank : index;
	if (at < 0 || at >= rank || type->u.shaped.dims[at] < 0)
		return false;
	*out = (uint64_t)type->u.shaped.dims[at];
	return true;
}

/* The product of array<i64: ...>, or of dense<...> : tensor<Nxi64>. */
static bool list_product(const struct mlirbc_op *op, const char *name, uint64_t *out)
{
	enum { MOST = 64 };
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	if (!attr || (attr->kind != MLIRBC_ATTR_DENSE_ARRAY && attr->kind != MLIRBC_ATTR_DENSE) ||
		attr->u.dense.size / 8 != attr->u.dense.count)
		return false;
	uint64_t count = attr->u.dense.count, step = count == 1 ? 0 : 8;
	if (attr->kind == MLIRBC_ATTR_DENSE && !mlirbc_type_elements(attr->type, &count))
		return false;
	*out = 1;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t value = 0;
		for (unsigned k = 0; k < 8; k++)
			value |= (uint64_t)attr->u.dense.data[step * i + k] << 8 * k;
		if (value > INT64_MAX || i == MOST)
			return false;
		*out = model_multiply(*out, value);
	}
	return true;
}

/* The product of the contracting dimensions: #stablehlo.dot<..., lhs_contracting_dimensions = [1, 2], ...>. */
static bool contracted(const struct mlirbc_op *op, uint64_t *out)
{
	static const char field[] = "lhs_contracting_dimensions = [";
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "dot_dimension_numbers");
	char text[1024];
	*out = 1;
	if (!attr || model_attr_text(attr, text, sizeof text) >= sizeof text)
		return false;
	const char *at = strstr(text, field);
	if (!at) /* an empty list is omitted */
		return strstr(text, ".dot<") != NULL;
	for (at += sizeof field - 1; *at && *at != ']'; at += strspn(at, ", ")) {
		char *end;
		uint64_t size;
		const long long index = strtoll(at, &end, 10);
		if (end == at || !dimension(operand_type(op, 0), index, &size))
			return false;
		*out = model_multiply(*out, size);
		at = end;
	}
	return *at == ']';
}

/* The size of the kernel's output features, by #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]> or the raw form. */
static bool kernel_outputs(const struct mlirbc_op *op, uint64_t *out)
{
	static const char raw[] = "kernel_output_feature_dimension = ";
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "dimension_numbers");
	char text[1024];
	if (!attr || model_attr_text(attr, text, sizeof text) >= sizeof text)
		return false;
	const char *at = strstr(text, raw);
	if (at)
		return dimension(operand_type(op, 1), strtoll(at + sizeof raw - 1, NULL, 10), out);
	if (!(at = strstr(text, "x[")))
		return false;
	int64_t index = 0;
	for (at += 2; *at && *at != ']' && *at != 'o'; at++)
		index += *at == ',';
	return *at == 'o' && dimension(operand_type(op, 1), index, out);
}

/* ---- ops */

static bool product(const struct mlirbc_op *op, enum rule rule, struct flops *sum)
{
	uint64_t results, depth, outputs;
	bool known = result_elements(op, &results);
	if (rule == RULE_DOT_GENERAL) {
		known = known && contracted(op, &depth);
	} else if (rule == RULE_DOT) {
		known = known && dimension(operand_type(op, 0), -1, &depth);
	} else {
		known = known && operand_elements(op, 1, &depth) && kernel_outputs(op, &outputs);
		depth = known && outputs ? depth / outputs : 0;
	}
	if (known)
		add_to(sum, rule == RULE_CONVOLUTION ? FLOPS_CONVOLUTION : FLOPS_DOT,
			model_multiply(2, model_multiply(results, depth)));
	return known;
}

static uint64_t log2_ceil(uint64_t n)
{
	uint64_t bits = 0;
	while (n > 1 && bits < 64 && (UINT64_C(1) << bits) < n && bits < 63)
		bits++;
	return bits;
}

/* The number of times that the first region of the op runs. */
static bool applications(const struct mlirbc_op *op, enum rule rule, uint64_t *out)
{
	uint64_t window, size;
	const struct mlirbc_attr *along;
	switch (rule) {
	case RULE_REDUCE_WINDOW:
		if (!result_elements(op, out) || !list_product(op, "window_dimensions", &window))
			return false;
		*out = model_multiply(*out, window);
		return true;
	case RULE_SCATTER: return op->operand_count && operand_elements(op, op->operand_count - 1, out);
	case RULE_SORT:
		along = mlirbc_op_attr(op, "dimension");
		if (!dimension(operand_type(op, 0),
			    along && along->kind == MLIRBC_ATTR_INTEGER ? (int64_t)along->u.number.words[0] : -1,
			    &size) ||
			!operand_elements(op, 0, out))
			return false;
		*out = model_multiply(*out, log2_ceil(size));
		return true;
	default: return operand_elements(op, 0, out);
	}
}

static bool with_region(const struct model *model, const struct mlirbc_op *op, enum rule rule, struct flops *sum)
{
	uint64_t times;
	const struct flops body = model_region_flops(model, op, 0);
	if (!applications(op, rule, &times))
		return false;
	add_to(sum, rule == RULE_MAP ? FLOPS_ELEMENTWISE : FLOPS_REDUCTION, model_multiply(flops_total(&body), times));
	note_gaps(sum, &body);
	return true;
}

static bool select_and_scatter(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	uint64_t window, times;
	const struct flops select = model_region_flops(model, op, 0), scatter = model_region_flops(model, op, 1);
	if (!operand_elements(op, 1, &times) || !list_product(op, "window_dimensions", &window))
		return false;
	const uint64_t each = model_add(model_multiply(window, flops_total(&select)), flops_total(&scatter));
	add_to(sum, FLOPS_REDUCTION, model_multiply(times, each));
	note_gaps(sum, &select);
	note_gaps(sum, &scatter);
	return true;
}

/* 5 N log2 N for each complex transform of N elements, half for a real one. */
static bool fft(const struct mlirbc_op *op, struct flops *sum)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "fft_type");
	char text[64] = "";
	uint64_t points, elements, results;
	if (!type || model_attr_text(type, text, sizeof text) >= sizeof text ||
		!list_product(op, "fft_length", &points) || !operand_elements(op, 0, &elements) ||
		!result_elements(op, &results))
		return false;
	const bool real = strstr(text, "RFFT") != NULL;
	const uint64_t most = elements > results ? elements : results;
	const uint64_t all = model_multiply(model_multiply(5, most), log2_ceil(points));
	add_to(sum, FLOPS_OTHER, real ? all / 2 : all);
	return true;
}

static bool other(const struct mlirbc_op *op, enum rule rule, struct flops *sum)
{
	uint64_t elements, size = 1;
	if (rule == RULE_FFT)
		return fft(op, sum);
	if (!operand_elements(op, rule == RULE_SOLVE, &elements) ||
		((rule == RULE_CHOLESKY || rule == RULE_SOLVE || rule == RULE_TOP_K) &&
			!dimension(operand_type(op, 0), -1, &size)))
		return false;
	if (rule == RULE_TOP_K)
		elements = model_multiply(elements, log2_ceil(size));
	else if (rule == RULE_NORM)
		elements = model_multiply(elements, mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_batch_norm_inference  ? 4
						    : mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_batch_norm_training ? 8
													: 11);
	else
		elements = model_multiply(elements, size) / (rule == RULE_CHOLESKY ? 3 : 1);
	add_to(sum, FLOPS_OTHER, elements);
	return true;
}

static void loop(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	uint64_t trips = 1;
	const struct flops condition = model_region_flops(model, op, 0), body = model_region_flops(model, op, 1);
	const bool known = mlirbc_stablehlo_trip_count(op, &trips);
	add_times(sum, &condition, known ? model_add(trips, 1) : 1);
	add_times(sum, &body, trips);
	sum->loops = model_add(sum->loops, !known);
}

/* The branch that costs most. */
static void branch(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	struct flops most = { .uncounted = 0 };
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct flops one = model_region_flops(model, op, i);
		if (i == 0 || flops_total(&one) > flops_total(&most))
			most = one;
	}
	add_times(sum, &most, 1);
}

static bool call(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	const struct model_function *callee = model_callee(model, op);
	if (!callee)
		return false;
	if (callee->state == FLOPS_DONE)
		add_times(sum, &callee->flops, 1);
	else
		sum->recursive = true;
	return true;
}

/* Custom calls that move, check or describe values are free; the cost of others is not known. */
static bool custom_call(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "call_target_name");
	if (!name || name->kind != MLIRBC_ATTR_STRING)
		return false;
	const struct mlirbc_stablehlo_target target = mlirbc_stablehlo_target(
		name->u.string->data, name->u.string->size);
	return target.kind == MLIRBC_STABLEHLO_TARGET_IDENTITY || target.kind == MLIRBC_STABLEHLO_TARGET_CHECK ||
	       target.kind == MLIRBC_STABLEHLO_TARGET_SHAPE || target.kind == MLIRBC_STABLEHLO_TARGET_BUFFER;
}

static void regions(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct flops one = model_region_flops(model, op, i);
		add_times(sum, &one, 1);
	}
}

static void add_op(const struct model *model, const struct mlirbc_op *op, struct flops *sum)
{
	const enum rule rule = rule_of(op);
	uint64_t elements;
	bool known = true;
	switch (rule) {
	case RULE_FREE: break;
	case RULE_ELEMENT:
		if ((known = result_elements(op, &elements)))
			add_to(sum, FLOPS_ELEMENTWISE, elements);
		break;
	case RULE_DOT:
	case RULE_DOT_GENERAL:
	case RULE_CONVOLUTION: known = product(op, rule, sum); break;
	case RULE_SELECT_AND_SCATTER: known = select_and_scatter(model, op, sum); break;
	case RULE_WHILE: loop(model, op, sum); break;
	case RULE_BRANCH: branch(model, op, sum); break;
	case RULE_CALL: known = call(model, op, sum); break;
	case RULE_CUSTOM_CALL: known = custom_call(op); break;
	case RULE_FFT:
	case RULE_CHOLESKY:
	case RULE_SOLVE:
	case RULE_NORM:
	case RULE_TOP_K: known = other(op, rule, sum); break;
	case RULE_UNKNOWN: known = false; /* fall through */
	case RULE_REGIONS: regions(model, op, sum); break;
	default: known = with_region(model, op, rule, sum);
	}
	sum->uncounted = model_add(sum->uncounted, !known);
}

/* Regions are nested no deeper than the reader allows. */
struct flops model_region_flops(const struct model *model, const struct mlirbc_op *op, uint32_t index)
{
	struct flops sum = { .uncounted = 0 };
	if (index >= op->region_count)
		return sum;
	for (const struct mlirbc_block *block = mlirbc_op_regions(op)[index].first; block; block = block->next) {
		for (const struct mlirbc_op *inner = block->first; inner; inner = inner->next)
			add_op(model, inner, &sum);
	}
	return sum;
}
