/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See index.h. */
#include "windows/index.h"

const struct hlo_index_names kernels_hlo__gather_names = { "offset_dims", "collapsed_slice_dims",
	"operand_batching_dims", "start_indices_batching_dims", "start_index_map" };
const struct hlo_index_names kernels_hlo__scatter_names = { "update_window_dims", "inserted_window_dims",
	"input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims" };

struct numbers {
	struct hlo_dims window, collapsed, batching, indices_batching, map;
	int64_t vector_dim;
};

static bool read_sorted(struct hlo_op *op, const char *name, uint32_t rank, struct hlo_dims *out)
{
	if (!kernels_hlo__dims(op, name, rank, out))
		return false;
	for (uint32_t i = 1; i < out->count; i++)
		if (out->at[i] < out->at[i - 1])
			return kernels_hlo__refuse(op, "attribute %s is not sorted", name);
	return true;
}

static bool read_numbers(struct hlo_op *op, const struct hlo_index_names *names, uint32_t operand_rank,
	uint32_t indices_rank, uint32_t other_rank, struct numbers *n)
{
	if (!read_sorted(op, names->window, other_rank, &n->window) ||
		!read_sorted(op, names->collapsed, operand_rank, &n->collapsed) ||
		!read_sorted(op, names->batching, operand_rank, &n->batching) ||
		!kernels_hlo__dims(op, names->indices_batching, indices_rank, &n->indices_batching) ||
		!kernels_hlo__dims(op, names->map, operand_rank, &n->map) ||
		!kernels_hlo__int(op, "index_vector_dim", &n->vector_dim))
		return false;
	if (n->vector_dim < 0 || n->vector_dim > indices_rank)
		return kernels_hlo__refuse(op, "attribute index_vector_dim is %lld, expected 0 to %u",
			(long long)n->vector_dim, indices_rank);
	if (n->collapsed.set & n->batching.set)
		return kernels_hlo__refuse(op, "attributes %s and %s overlap", names->collapsed, names->batching);
	if (n->map.set & n->batching.set)
		return kernels_hlo__refuse(op, "attributes %s and %s overlap", names->map, names->batching);
	if (n->vector_dim < indices_rank && (n->indices_batching.set >> n->vector_dim & 1))
		return kernels_hlo__refuse(
			op, "attribute %s has the dimension of index_vector_dim", names->indices_batching);
	if (n->window.count + n->collapsed.count + n->batching.count != operand_rank)
		return kernels_hlo__refuse(op, "attributes %s, %s and %s have %u dimensions, expected %u",
			names->window, names->collapsed, names->batching,
			n->window.count + n->collapsed.count + n->batching.count, operand_rank);
	return true;
}

/* Gives each dimension of the third array its meaning. */
static void assign(const struct numbers *n, const struct hlo_type *indices, struct hlo_index *out)
{
	int64_t strides[KERNELS_MAX_RANK];
	uint32_t operand_dim = 0, indices_dim = 0;
	kernels_hlo__strides(indices, strides);
	out->vector_stride = n->vector_dim < indices->shape.rank ? strides[n->vector_dim] : 0;
	for (uint32_t i = 0; i < out->other_rank; i++) {
		out->window[i] = out->batching[i] = HLO_NO_DIM;
		if (n->window.set >> i & 1) {
			while (out->collapsed >> operand_dim & 1)
				operand_dim++;
			out->window[i] = operand_dim++;
			continue;
		}
		indices_dim += indices_dim == n->vector_dim;
		out->batch_dims[i] = indices->shape.dims[indices_dim];
		out->index_stride[i] = strides[indices_dim];
		for (uint32_t b = 0; b < n->batching.count; b++)
			if (n->indices_batching.at[b] == indices_dim)
				out->batching[i] = (uint32_t)n->batching.at[b];
		indices_dim++;
	}
}

bool kernels_hlo__index_plan(struct hlo_op *op, const struct hlo_index_names *names, const struct hlo_type *operand,
	const struct hlo_type *indices, uint32_t other_rank, struct hlo_index *out)
{
	struct numbers n;
	uint32_t rank = indices->shape.rank;
	if (!hlo_is_integer(indices->dtype))
		return kernels_hlo__refuse(
			op, "the start indices are %s, expected integers", kernels_dtype_name(indices->dtype));
	if (!read_numbers(op, names, operand->shape.rank, rank, other_rank, &n))
		return false;
	int64_t depth = n.vector_dim < rank ? indices->shape.dims[n.vector_dim] : 1;
	if (depth != n.map.count)
		return kernels_hlo__refuse(op,
			"attribute %s has %u dimensions, expected %lld, the length of an index vector", names->map,
			n.map.count, (long long)depth);
	uint32_t batch_rank = rank - (n.vector_dim < rank);
	if (batch_rank + n.window.count != other_rank)
		return kernels_hlo__refuse(op, "the rank of result or updates is %u, expected %u", other_rank,
			batch_rank + n.window.count);
	if (n.batching.count != n.indices_batching.count)
		return kernels_hlo__refuse(op, "attributes %s and %s have %u and %u dimensions", names->batching,
			names->indices_batching, n.batching.count, n.indices_batching.count);
	for (uint32_t i = 0; i < n.batching.count; i++)
		if (operand->shape.dims[n.batching.at[i]] != indices->shape.dims[n.indices_batching.at[i]])
			return kernels_hlo__refuse(op, "batching dimension %u of operand and indices is %lld and %lld",
				i, (long long)operand->shape.dims[n.batching.at[i]],
				(long long)indices->shape.dims[n.indices_batching.at[i]]);
	*out = (struct hlo_index){ .depth = n.map.count, .other_rank = other_rank,
		.collapsed = n.collapsed.set | n.batching.set };
	for (uint32_t i = 0; i < n.map.count; i++)
		out->map[i] = (uint32_t)n.map.at[i];
	assign(&n, indices, out);
	return true;
}
