/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of room layout against references that compute one element at a time, on random types and attributes. */
#include "arrays.h"

/* ---- the cases */

static void broadcasts(void)
{
	for (int round = 0; round < 600; round++) {
		int64_t dims[KERNELS_MAX_RANK], map[KERNELS_MAX_RANK], from_dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims), from_rank = rank ? (uint32_t)random_below(rank + 1) : 0;
		for (uint32_t i = 0; i < rank; i++)
			map[i] = i;
		shuffle(rank, map);
		for (uint32_t i = 0; i < from_rank; i++)
			from_dims[i] = random_below(3) ? dims[map[i]] : 1;
		struct array from = any_array_of(any_dtype(), from_rank, from_dims);
		struct array expected = array_make(from.dtype, rank, dims);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK] = { 0 };
				for (uint32_t i = 0; i < from_rank; i++)
					at[i] = from_dims[i] == 1 ? 0 : index[map[i]];
				copy_element(
					&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, at));
			}
		bool dynamic = random_below(2);
		calls_begin(dynamic ? "hlo.dynamic_broadcast_in_dim" : "hlo.broadcast_in_dim");
		operand(from);
		if (dynamic)
			operand_ints(random_below(2) ? KERNELS_I32 : KERNELS_UI64, rank, dims);
		result(&expected, !dynamic);
		calls_ints("broadcast_dimensions", from_rank, map);
		expect(&expected);
	}
}

static void one_transpose(struct array from)
{
	uint32_t rank = from.shape.rank;
	int64_t permutation[KERNELS_MAX_RANK], dims[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < rank; i++)
		permutation[i] = i;
	shuffle(rank, permutation);
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = from.shape.dims[permutation[i]];
	struct array expected = array_make(from.dtype, rank, dims);
	if (expected.elements > 0)
		EACH(&expected.shape, index)
		{
			int64_t at[KERNELS_MAX_RANK];
			for (uint32_t i = 0; i < rank; i++)
				at[permutation[i]] = index[i];
			copy_element(&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, at));
		}
	calls_begin("hlo.transpose");
	operand(from);
	result(&expected, false);
	calls_ints("permutation", rank, permutation);
	expect(&expected);
}

static void transposes(void)
{
	for (int round = 0; round < 600; round++)
		one_transpose(any_array());
}

/* Blocks of all sizes of elements, and what is left beside them. */
static void transposed_blocks(void)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		for (int round = 0; round < 4; round++) {
			const int64_t dims[] = { round ? random_from(1, 150) : 128, round ? random_from(1, 150) : 64 };
			one_transpose(any_array_of(dtypes[i], 2, dims));
			one_transpose(any_array_of(dtypes[i], 3, (int64_t[]){ 2, dims[0], dims[1] }));
		}
	one_transpose(any_array_of(KERNELS_F32, 3, (int64_t[]){ 3, 25, 61 }));
	one_transpose(any_array_of(KERNELS_F32, 2, (int64_t[]){ 3, 1600 }));
	one_transpose(any_array_of(KERNELS_F32, 2, (int64_t[]){ 1600, 3 }));
}

static void reverses(void)
{
	for (int round = 0; round < 400; round++) {
		struct array from = any_array(), expected;
		uint32_t rank = from.shape.rank, count = rank ? (uint32_t)random_below(rank + 1) : 0;
		int64_t dims[KERNELS_MAX_RANK];
		for (uint32_t i = 0; i < rank; i++)
			dims[i] = i;
		shuffle(rank, dims);
		expected = array_make(from.dtype, rank, from.shape.dims);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK];
				memcpy(at, index, sizeof at);
				for (uint32_t i = 0; i < count; i++)
					at[dims[i]] = from.shape.dims[dims[i]] - 1 - index[dims[i]];
				copy_element(
					&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, at));
			}
		calls_begin("hlo.reverse");
		operand(from);
		result(&expected, false);
		calls_ints("dimensions", count, dims);
		expect(&expected);
	}
}

static void slices(void)
{
	for (int round = 0; round < 600; round++) {
		struct array from = any_array();
		uint32_t rank = from.shape.rank;
		int64_t start[KERNELS_MAX_RANK], limit[KERNELS_MAX_RANK], stride[KERNELS_MAX_RANK];
		int64_t dims[KERNELS_MAX_RANK];
		for (uint32_t i = 0; i < rank; i++) {
			start[i] = random_from(0, from.shape.dims[i]);
			limit[i] = random_below(4) ? from.shape.dims[i] : random_from(start[i], from.shape.dims[i]);
			stride[i] = random_below(2) ? 1 : random_below(20) ? random_from(1, 4) : INT64_MAX;
			dims[i] = 0;
			for (int64_t at = start[i]; at < limit[i]; at += stride[i] < 100 ? stride[i] : 100)
				dims[i]++;
		}
		struct array expected = array_make(from.dtype, rank, dims);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK];
				for (uint32_t i = 0; i < rank; i++)
					at[i] = start[i] + (index[i] ? index[i] * stride[i] : 0);
				copy_element(
					&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, at));
			}
		bool dynamic = random_below(2);
		calls_begin(dynamic ? "hlo.real_dynamic_slice" : "hlo.slice");
		operand(from);
		if (dynamic) {
			operand_ints(KERNELS_I64, rank, start);
			operand_ints(KERNELS_I64, rank, limit);
			operand_ints(KERNELS_UI64, rank, stride);
		} else {
			calls_ints("start_indices", rank, start);
			calls_ints("limit_indices", rank, limit);
			calls_ints("strides", rank, stride);
		}
		result(&expected, false);
		expect(&expected);
	}
}

static void pads(void)
{
	for (int round = 0; round < 800; round++) {
		struct array from = any_array(), value = any_array_of(from.dtype, 0, NULL);
		uint32_t rank = from.shape.rank;
		int64_t low[KERNELS_MAX_RANK], high[KERNELS_MAX_RANK], interior[KERNELS_MAX_RANK];
		int64_t dims[KERNELS_MAX_RANK];
		for (uint32_t i = 0; i < rank; i++) {
			int64_t n = from.shape.dims[i], most = rank < 5 ? 3 : 1;
			do {
				low[i] = random_from(-most, most);
				high[i] = random_from(-most, most);
				interior[i] = random_below(3) ? 0 : random_below(9) || n > 1 ? most - 1 : INT64_MAX;
				dims[i] = low[i] + high[i] + (n ? (n - 1) * (interior[i] & 255) + n : 0);
			} while (dims[i] < 0);
		}
		struct array expected = array_make(from.dtype, rank, dims);
		for (int64_t i = 0; i < expected.elements; i++)
			copy_element(&expected, i, &value, 0);
		if (from.elements > 0)
			EACH(&from.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK];
				bool inside = true;
				for (uint32_t i = 0; i < rank; i++) {
					at[i] = low[i] + index[i] + index[i] * (interior[i] & 255);
					inside = inside && at[i] >= 0 && at[i] < dims[i];
				}
				if (inside)
					copy_element(&expected, array_at(&expected.shape, at), &from,
						array_at(&from.shape, index));
			}
		bool dynamic = random_below(2);
		calls_begin(dynamic ? "hlo.dynamic_pad" : "hlo.pad");
		operand(from);
		operand(value);
		if (dynamic) {
			operand_ints(KERNELS_I8, rank, low);
			operand_ints(KERNELS_I32, rank, high);
			operand_ints(KERNELS_I64, rank, interior);
		} else {
			calls_ints("edge_padding_low", rank, low);
			calls_ints("edge_padding_high", rank, high);
			calls_ints("interior_padding", rank, interior);
		}
		result(&expected, false);
		expect(&expected);
	}
}

static void concatenates(void)
{
	for (int round = 0; round < 400; round++) {
		int64_t dims[KERNELS_MAX_RANK], count = random_from(1, 5), total = 0;
		uint32_t rank = any_dims(dims);
		if (rank == 0)
			continue;
		enum kernels_dtype dtype = any_dtype();
		uint32_t along = (uint32_t)random_below(rank);
		struct array inputs[5], expected;
		for (int64_t i = 0; i < count; i++) {
			dims[along] = random_from(0, 4);
			total += dims[along];
			inputs[i] = any_array_of(dtype, rank, dims);
		}
		dims[along] = total;
		expected = array_make(dtype, rank, dims);
		total = 0;
		calls_begin("hlo.concatenate");
		for (int64_t i = 0; i < count; i++) {
			if (inputs[i].elements > 0)
				EACH(&inputs[i].shape, index)
				{
					int64_t at[KERNELS_MAX_RANK];
					memcpy(at, index, sizeof at);
					at[along] += total;
					copy_element(&expected, array_at(&expected.shape, at), &inputs[i],
						array_at(&inputs[i].shape, index));
				}
			total += inputs[i].shape.dims[along];
			operand(inputs[i]);
		}
		calls_int("dimension", along);
		result(&expected, false);
		expect(&expected);
	}
}

static int64_t clamp(int64_t value, int64_t high) { return value < 0 ? 0 : value > high ? high : value; }

static void dynamic_slices(void)
{
	for (int round = 0; round < 400; round++) {
		struct array from = any_array();
		uint32_t rank = from.shape.rank;
		int64_t start[KERNELS_MAX_RANK], size[KERNELS_MAX_RANK];
		enum kernels_dtype dtype = random_below(2) ? KERNELS_I8 : KERNELS_UI32;
		calls_begin("hlo.dynamic_slice");
		calls_operand(&from);
		for (uint32_t i = 0; i < rank; i++) {
			size[i] = random_from(0, from.shape.dims[i]);
			size[i] += size[i] == 0 && from.shape.dims[i] > 0;
			start[i] = random_from(dtype == KERNELS_I8 ? -5 : 0, 50);
			operand(scalar(dtype, start[i]));
			start[i] = clamp(start[i], from.shape.dims[i] - size[i]);
		}
		struct array expected = array_make(from.dtype, rank, size);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK];
				for (uint32_t i = 0; i < rank; i++)
					at[i] = start[i] + index[i];
				copy_element(
					&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, at));
			}
		array_free(&from);
		calls_ints("slice_sizes", rank, size);
		result(&expected, false);
		expect(&expected);
	}
}

static void dynamic_update_slices(void)
{
	for (int round = 0; round < 400; round++) {
		struct array from = any_array(), update;
		uint32_t rank = from.shape.rank;
		int64_t start[KERNELS_MAX_RANK], size[KERNELS_MAX_RANK];
		for (uint32_t i = 0; i < rank; i++)
			size[i] = random_from(from.shape.dims[i] > 0 && random_below(9), from.shape.dims[i]);
		update = any_array_of(from.dtype, rank, size);
		bool keep = random_below(2);
		calls_begin("hlo.dynamic_update_slice");
		calls_operand(&from);
		if (keep)
			calls_keep(0);
		else if (rank > 0)
			calls_give(0);
		calls_operand(&update);
		struct array expected = array_make(from.dtype, rank, from.shape.dims);
		size_t bytes = (size_t)from.elements * kernels_dtype_size(from.dtype);
		memcpy(expected.bytes, from.bytes, bytes);
		for (uint32_t i = 0; i < rank; i++) {
			start[i] = random_below(50) ? random_from(-5, 40) : INT64_MIN;
			operand(scalar(KERNELS_I64, start[i]));
			start[i] = clamp(start[i], from.shape.dims[i] - size[i]);
		}
		if (update.elements > 0)
			EACH(&update.shape, index)
			{
				int64_t at[KERNELS_MAX_RANK];
				for (uint32_t i = 0; i < rank; i++)
					at[i] = start[i] + index[i];
				copy_element(&expected, array_at(&expected.shape, at), &update,
					array_at(&update.shape, index));
			}
		result(&expected, false);
		expect(&expected);
		if (keep && !calls_mutating)
			CHECK_BYTES(calls_kept(), bytes, from.bytes, bytes);
		array_free(&from);
		array_free(&update);
	}
}

/* The memory of an operand is reused if the call has the only reference to it, and not otherwise. */
static void in_place(void)
{
	for (int given = 0; given < 2; given++) {
		struct array from = any_array_of(KERNELS_I32, 1, (int64_t[]){ 5 });
		struct array update = any_array_of(KERNELS_I32, 1, (int64_t[]){ 2 });
		struct array expected = array_make(KERNELS_I32, 1, (int64_t[]){ 5 });
		memcpy(expected.bytes, from.bytes, 20);
		memcpy((int32_t *)expected.bytes + 3, update.bytes, 8);
		calls_begin("hlo.dynamic_update_slice");
		operand(from);
		operand(update);
		operand(scalar(KERNELS_I32, 9));
		if (given)
			calls_give(0);
		result(&expected, true);
		expect(&expected);
		CHECK_INT(calls_reused(0), given);
	}
}

static void dynamic_reshapes(void)
{
	for (int round = 0; round < 100; round++) {
		struct array from = any_array();
		int64_t dims[2] = { from.elements, 1 };
		calls_begin("hlo.dynamic_reshape");
		calls_operand(&from);
		operand_ints(KERNELS_I32, 2, dims);
		calls_result(from.dtype, 2, (int64_t[]){ -1, -1 });
		struct array expected = array_make(from.dtype, 2, dims);
		memcpy(expected.bytes, from.bytes, (size_t)from.elements * kernels_dtype_size(from.dtype));
		array_free(&from);
		expect(&expected);
	}
}

static void iotas(void)
{
	static const enum kernels_dtype numbers[] = { KERNELS_UI8, KERNELS_I16, KERNELS_I32, KERNELS_I64, KERNELS_F32 };
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		if (rank == 0)
			continue;
		uint32_t along = (uint32_t)random_below(rank);
		if (!random_below(4) && rank < 3)
			dims[along] = random_from(0, 600);
		struct array expected = array_make(numbers[random_below(5)], rank, dims);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at = array_at(&expected.shape, index);
				if (expected.dtype == KERNELS_F32)
					((float *)expected.bytes)[at] = (float)index[along];
				else
					array_set(&expected, at, index[along]);
			}
		bool dynamic = random_below(2);
		calls_begin(dynamic ? "hlo.dynamic_iota" : "hlo.iota");
		if (dynamic)
			operand_ints(KERNELS_I64, rank, dims);
		calls_int("iota_dimension", along);
		result(&expected, !dynamic);
		expect(&expected);
	}
}

static void too_large(void)
{
	calls_begin("hlo.iota");
	calls_int("iota_dimension", 1);
	calls_result(KERNELS_I16, 2, (int64_t[]){ 1 << 20, 1 << 20 });
	REFUSED(sizeof(size_t) > 4 ? "out of memory allocating 2199023255552 bytes"
				   : "attribute types has a type with too many elements");
}

static void large(void)
{
	for (int round = 0; round < 4; round++) {
		one_transpose(any_array_of(KERNELS_F32, 3, (int64_t[]){ 300, 7, 90 }));
		one_transpose(any_array_of(KERNELS_UI8, 2, (int64_t[]){ 900, 700 }));
	}
}

static void threads(void) { with_threads(large); }

/* ---- refusals */

static void begin_23(const char *name)
{
	calls_begin(name);
	operand(any_array_of(KERNELS_F32, 2, (int64_t[]){ 2, 3 }));
}

static void refusals(void)
{
	begin_23("hlo.transpose");
	calls_ints("permutation", 2, (int64_t[]){ 0, 0 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	REFUSED("attribute permutation has the dimension 0 twice");
	begin_23("hlo.transpose");
	calls_ints("permutation", 2, (int64_t[]){ 1, 0 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	REFUSED("result 0 has the type f32[2, 3], expected f32[3, 2]");
	begin_23("hlo.slice");
	calls_ints("start_indices", 2, (int64_t[]){ 0, 1 });
	calls_ints("limit_indices", 2, (int64_t[]){ 2, 4 });
	calls_ints("strides", 2, (int64_t[]){ 1, 1 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	REFUSED("slice [1, 4) with stride 1 of dimension 1, which is 3");
	begin_23("hlo.broadcast_in_dim");
	calls_ints("broadcast_dimensions", 2, (int64_t[]){ 0, 1 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 4, 3 });
	REFUSED("dimension 0 of the operand is 2, expected 1 or 4");
	begin_23("hlo.concatenate");
	calls_int("dimension", 2);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	REFUSED("attribute dimension is 2, expected less than the rank 2");
	begin_23("hlo.pad");
	operand(scalar(KERNELS_F32, 0));
	calls_ints("edge_padding_low", 2, (int64_t[]){ INT64_MAX, 1 });
	calls_ints("edge_padding_high", 2, (int64_t[]){ INT64_MAX, 1 });
	calls_ints("interior_padding", 2, (int64_t[]){ 0, 0 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	REFUSED("padding 9223372036854775807, 9223372036854775807, interior 0 of dimension 0, which is 2");
	begin_23("hlo.dynamic_slice");
	operand(scalar(KERNELS_I32, 0));
	calls_ints("slice_sizes", 2, (int64_t[]){ 1, 1 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 1, 1 });
	REFUSED("1 start indices, expected 2");
}

static const struct check_case random_cases[] = { CHECK_CASE(broadcasts), CHECK_CASE(transposes), CHECK_CASE(reverses),
	CHECK_CASE(slices), CHECK_CASE(pads), CHECK_CASE(concatenates), CHECK_CASE(dynamic_slices),
	CHECK_CASE(dynamic_update_slices), CHECK_CASE(dynamic_reshapes), CHECK_CASE(iotas) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(broadcasts), CHECK_CASE(transposes), CHECK_CASE(reverses),
	CHECK_CASE(slices), CHECK_CASE(pads), CHECK_CASE(concatenates), CHECK_CASE(dynamic_slices),
	CHECK_CASE(dynamic_update_slices), CHECK_CASE(dynamic_reshapes), CHECK_CASE(iotas), CHECK_CASE(too_large),
	CHECK_CASE(transposed_blocks), CHECK_CASE(in_place), CHECK_CASE(threads), CHECK_CASE(refusals), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
