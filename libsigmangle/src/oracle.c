/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle with a device: which layout it takes, and whether a buffer has it. */
#include <bytecursor/options.h>
#include <sigmangle/match.h>

#include "raw.h"

/* Multiplies a number of bytes, then rounds it up. Returns false if the result exceeds the address space. */
SMALL static bool extend(int64_t *bytes, int64_t times, int64_t align)
{
	const int64_t most = SIZE_MAX < (uint64_t)INT64_MAX ? (int64_t)SIZE_MAX : INT64_MAX;
	if (times > 1 && *bytes > most / times)
		return false;
	*bytes *= times > 1 ? times : 1;
	if (align > 1 && *bytes % align != 0) {
		if (*bytes > most - (align - *bytes % align))
			return false;
		*bytes += align - *bytes % align;
	}
	return true;
}

/* The layout that the device takes: packed, but for the padding of rows. `axis` is the one at which it becomes too large. */
SMALL static bool lay_out(const struct sigmangle_device *device, const struct sigmangle_buffer *have, int64_t *out_strides,
	size_t *out_size, size_t *axis)
{
	int64_t bytes = (int64_t)sigmangle_type_size(have->type);
	bool empty = false;
	for (*axis = have->rank; *axis > 0;) {
		--*axis;
		out_strides[*axis] = bytes;
		empty = empty || have->shape[*axis] == 0;
		if (!extend(&bytes, have->shape[*axis], *axis > 0 && *axis + 1 == have->rank ? device->row_align : 1))
			return false;
	}
	if (!extend(&bytes, 1, device->align))
		return false;
	*out_size = empty ? 0 : (size_t)bytes;
	return true;
}

/* Strides that a device which takes any can use. */
SMALL static bool is_reachable(const struct sigmangle_device *device, const struct sigmangle_buffer *have, size_t axis)
{
	const int64_t unit = (int64_t)sigmangle_type_size(have->type);
	const bool is_row = axis + 2 == have->rank && device->row_align > 1;
	return device->strided && have->strides[axis] > 0 && have->strides[axis] % (is_row ? device->row_align : unit) == 0;
}

/* Compares the strides of a buffer that has elements, NULL: packed ones, with those of the layout. */
SMALL static void match_layout(const struct sigmangle_device *device, const struct sigmangle_buffer *have,
	const int64_t *strides, struct sigmangle_match *match)
{
	int64_t packed = (int64_t)sigmangle_type_size(have->type);
	for (size_t axis = have->rank; axis-- > 0;) {
		const int64_t got = have->strides ? have->strides[axis] : packed;
		packed *= have->shape[axis]; /* cannot overflow: the layout is no smaller */
		if (have->shape[axis] == 1 || got == strides[axis] || (have->strides && is_reachable(device, have, axis)))
			continue;
		*match = (struct sigmangle_match){ SIGMANGLE_CONVERT, SIGMANGLE_OTHER_STRIDE, 0, axis, strides[axis], got };
	}
}

SMALL enum sigmangle_status sigmangle_oracle_for(const struct sigmangle_device *device, const struct sigmangle_item *want,
	const struct sigmangle_buffer *have, int64_t *out_strides, size_t *out_size, struct sigmangle_match *out_match)
{
	static const struct sigmangle_device none = { sizeof none, 0, 0, 0, false };
	const struct sigmangle_buffer shape = { have->type, have->rank, have->shape, NULL };
	size_t axis;
	if (!device)
		device = &none;
	*out_size = 0;
	if (BYTECURSOR_SIZE_LACKS(device, strided) || device->row_align < 0 || device->align < 0)
		return SIGMANGLE_E_ARG;
	*out_match = sigmangle_oracle(want, &shape);
	if (out_match->fit != SIGMANGLE_USABLE)
		return SIGMANGLE_OK;
	if (device->lacks >> have->type & 1) {
		*out_match = (struct sigmangle_match){ SIGMANGLE_INCOMPATIBLE, SIGMANGLE_NO_DEVICE_TYPE, 0, 0, 0, have->type };
	} else if (!lay_out(device, have, out_strides, out_size, &axis)) {
		*out_match = (struct sigmangle_match){ SIGMANGLE_INCOMPATIBLE, SIGMANGLE_BAD_SHAPE, 0, axis, 0,
			have->rank ? have->shape[axis] : 0 };
	} else if (*out_size > 0) {
		match_layout(device, have, out_strides, out_match);
	}
	return SIGMANGLE_OK;
}
