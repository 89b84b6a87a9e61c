/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of a message: inline, or received behind it. */
#include "engine.h"
#include <string.h>

/* An empty tensor of the type; false if it is not one, or out of memory. */
static bool make_tensor(struct kernels_tensor *out, const struct mpi_piece *piece)
{
	struct kernels_shape shape = { .rank = piece->rank };
	int64_t elements;
	if (piece->rank > KERNELS_MAX_RANK || piece->dtype > 255)
		return false;
	memcpy(shape.dims, piece->dims, sizeof shape.dims);
	for (uint32_t i = 0; i < shape.rank; i++)
		if (shape.dims[i] < 0)
			return false;
	const size_t size = kernels_dtype_size((enum kernels_dtype)piece->dtype);
	if (size == 0 || !kernels_shape_elements(&shape, &elements) || (uint64_t)elements > UINT64_MAX / size ||
		(uint64_t)elements * size != piece->bytes)
		return false;
	return kernels_tensor_init(out, async_allocator_pooled(), (enum kernels_dtype)piece->dtype, &shape);
}

bool kernels_mpi__take_content(struct mpi_operation *op, uint32_t member, const struct mpi_header *header, uint32_t index, void *to,
	size_t size, size_t most)
{
	const struct mpi_piece *pieces = mpi_pieces(header);
	const char *contents = mpi_contents(header);
	for (uint32_t i = 0; i < index && header->is_inline; i++)
		contents += mpi_padded(pieces[i].bytes);
	if (!header->is_inline)
		kernels_mpi__receive_content(op->members[member], (uint16_t)(header->tag + index), to, size, most, op, member);
	else if (pieces[index].bytes == size && size > 0)
		memcpy(to, contents, size);
	return !header->is_inline || pieces[index].bytes == size;
}

bool kernels_mpi__take_contents(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	const struct mpi_piece *pieces = mpi_pieces(header);
	struct kernels_tensor *tensors = op->tensors + (size_t)member * op->count;
	if (op->reduction)
		return kernels_mpi__take_parts(op, member, header);
	static const struct mpi_piece nothing = { .dtype = KERNELS_I1, .rank = 1 };
	const bool is_mine = header->target == MPI_PACK_ALL || header->target == (uint32_t)S.rank;
	for (uint32_t i = 0; i < op->count; i++)
		if (!make_tensor(&tensors[i], is_mine ? &pieces[i] : &nothing))
			return false;
	for (uint32_t i = 0; is_mine && i < op->count; i++) {
		void *bytes = pieces[i].bytes > 0 ? kernels_tensor_data(&tensors[i]) : NULL;
		if (bytes)
			(void)kernels_mpi__take_content(op, member, header, i, bytes, pieces[i].bytes, pieces[i].bytes);
	}
	return true;
}

void kernels_mpi__short(struct mpi_operation *op, uint32_t member)
{
	op->is_short = true;
	kernels_mpi__member_failed(op, member,
		async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "the values of rank %u have other types, or do not fit into memory",
			op->members[member]));
}
