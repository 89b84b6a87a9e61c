/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares arguments with inputs. */
#include <sigmangle/match.h>

#include "raw.h"

/* The expected dimensions: those of an item or, for any rank, of the payload of a buffer. */
struct dims {
	const int32_t *array;
	const char *at, *end;
};

static int32_t take_dim(struct dims *dims)
{
	struct sigmangle__token token;
	if (dims->array)
		return *dims->array++;
	do {
		token = sigmangle__lex_again(dims->at, dims->end);
		dims->at = token.next;
	} while (token.tag != 'd');
	return token.value;
}

static struct sigmangle_match differs(enum sigmangle_mismatch why, size_t axis, int64_t wanted, int64_t got)
{
	enum sigmangle_fit fit = why == SIGMANGLE_OTHER_STRIDE ? SIGMANGLE_CONVERT : SIGMANGLE_INCOMPATIBLE;
	return (struct sigmangle_match){ fit, why, 0, axis, wanted, got };
}

/* Bytes of all elements, without axes of size 0; returns false if the size exceeds the address space. */
SMALL static bool contiguous_size(
	const struct sigmangle_buffer *buffer, int64_t *out_size, size_t *out_axis, bool *out_empty)
{
	const int64_t most = SIZE_MAX < (uint64_t)INT64_MAX ? (int64_t)SIZE_MAX : INT64_MAX;
	int64_t size = (int64_t)sigmangle_type_size(buffer->type);
	*out_empty = false;
	for (size_t axis = buffer->rank; axis-- > 0;) {
		int64_t extent = buffer->shape[axis];
		*out_axis = axis;
		if (extent < 0)
			return false;
		*out_empty = *out_empty || extent == 0;
		if (extent && size > most / extent)
			return false;
		size *= extent ? extent : 1;
	}
	*out_size = size;
	return true;
}

SMALL static struct sigmangle_match match_strides(const struct sigmangle_buffer *have)
{
	int64_t expected;
	size_t axis;
	bool empty;
	if (!contiguous_size(have, &expected, &axis, &empty))
		return differs(SIGMANGLE_BAD_SHAPE, axis, 0, have->shape[axis]);
	if (!have->strides || empty)
		return differs(SIGMANGLE_FITS, 0, 0, 0);
	for (axis = 0; axis < have->rank; axis++) {
		expected /= have->shape[axis];
		if (have->shape[axis] != 1 && have->strides[axis] != expected)
			return differs(SIGMANGLE_OTHER_STRIDE, axis, expected, have->strides[axis]);
	}
	return differs(SIGMANGLE_FITS, 0, 0, 0);
}

SMALL static struct sigmangle_match match_buffer(
	const struct sigmangle_item *want, struct dims dims, const struct sigmangle_buffer *have)
{
	if (have->rank != want->rank)
		return differs(SIGMANGLE_OTHER_RANK, 0, (int64_t)want->rank, (int64_t)have->rank);
	if (have->type != want->type)
		return differs(SIGMANGLE_OTHER_TYPE, 0, want->type, have->type);
	for (size_t axis = 0; axis < want->rank; axis++) {
		int32_t dim = take_dim(&dims);
		if (dim >= 0 && have->shape[axis] != dim)
			return differs(SIGMANGLE_OTHER_DIM, axis, dim, have->shape[axis]);
	}
	struct sigmangle_match match = match_strides(have);
	if (match.why == SIGMANGLE_FITS)
		match.fit = SIGMANGLE_USABLE;
	return match;
}

SMALL struct sigmangle_match sigmangle_oracle(const struct sigmangle_item *want, const struct sigmangle_buffer *have)
{
	if (want->category == SIGMANGLE_UNRECOGNIZED)
		return differs(SIGMANGLE_NO_TYPE, 0, 0, 0);
	if (want->category != SIGMANGLE_BUFFER)
		return differs(SIGMANGLE_OTHER_CATEGORY, 0, want->category, SIGMANGLE_BUFFER);
	return match_buffer(want, (struct dims){ want->dims, NULL, NULL }, have);
}

SMALL static struct sigmangle_match match_argument(
	const struct sigmangle_item *want, struct dims dims, const struct sigmangle_argument *have)
{
	struct sigmangle_match fits = { SIGMANGLE_USABLE, SIGMANGLE_FITS, 0, 0, 0, 0 };
	if (want->category == SIGMANGLE_UNRECOGNIZED)
		return differs(SIGMANGLE_NO_TYPE, 0, 0, 0);
	if (want->category != have->category)
		return differs(SIGMANGLE_OTHER_CATEGORY, 0, want->category, have->category);
	if (want->category == SIGMANGLE_BUFFER)
		return match_buffer(want, dims, &have->buffer);
	if (want->category == SIGMANGLE_SCALAR && want->type != have->buffer.type)
		return differs(SIGMANGLE_OTHER_TYPE, 0, want->type, have->buffer.type);
	return fits;
}

/* ---- calls */

/* Iterates over the inputs of a strict signature. */
struct inputs {
	const char *signature, *at, *end;
	struct sigmangle_item item;
	struct sigmangle__item read;
};

SMALL static enum sigmangle_status inputs_open(
	struct inputs *inputs, struct sigmangle_string f, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle_raw_check(f.data, f.size, SIGMANGLE_STRICT, diag);
	if (status == SIGMANGLE_OK)
		status = sigmangle__side(f.data, f.size, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	*inputs = (struct inputs){ .signature = f.data, .at = payload.data, .end = payload.data + payload.size };
	return SIGMANGLE_OK;
}

/* Returns false at the end. The signature is valid. */
static bool inputs_next(struct inputs *inputs)
{
	if (inputs->at == inputs->end)
		return false;
	inputs->read.item = &inputs->item;
	sigmangle__read_item(&inputs->read, inputs->at, inputs->end, SIGMANGLE_STRICT, NULL, 0);
	inputs->at = inputs->read.token.next;
	return true;
}

static struct dims inputs_dims(const struct inputs *inputs)
{
	return (struct dims){ NULL, inputs->read.token.payload, inputs->read.token.next };
}

SMALL enum sigmangle_status sigmangle_match_call(struct sigmangle_string f, const struct sigmangle_argument *arguments,
	size_t count, struct sigmangle_match *out_matches, struct sigmangle_match *out_call,
	struct sigmangle_diag *diag)
{
	struct inputs inputs;
	size_t position = 0, wanted = 0;
	enum sigmangle_status status = inputs_open(&inputs, f, diag);
	if (status != SIGMANGLE_OK)
		return status;
	*out_call = (struct sigmangle_match){ SIGMANGLE_USABLE, SIGMANGLE_FITS, 0, 0, 0, 0 };
	for (; inputs_next(&inputs); wanted++) {
		if (position == count)
			continue;
		struct sigmangle_match match = match_argument(&inputs.item, inputs_dims(&inputs), &arguments[position]);
		match.argument = position;
		if (match.fit > out_call->fit)
			*out_call = match;
		if (out_matches)
			out_matches[position] = match;
		position++;
	}
	if (wanted != count) {
		*out_call = differs(SIGMANGLE_OTHER_COUNT, 0, (int64_t)wanted, (int64_t)count);
		out_call->argument = position;
	}
	for (; out_matches && position < count; position++) {
		out_matches[position] = differs(SIGMANGLE_OTHER_COUNT, 0, (int64_t)wanted, (int64_t)count);
		out_matches[position].argument = position;
	}
	return SIGMANGLE_OK;
}

SMALL enum sigmangle_status sigmangle_dynamic_dims(struct sigmangle_string f,
	const struct sigmangle_argument *arguments, size_t count, int64_t *out, size_t room, size_t *out_count,
	struct sigmangle_diag *diag)
{
	struct inputs inputs;
	struct sigmangle_match call;
	enum sigmangle_status status = sigmangle_match_call(f, arguments, count, NULL, &call, diag);
	*out_count = 0;
	if (status == SIGMANGLE_OK && call.fit == SIGMANGLE_INCOMPATIBLE)
		status = sigmangle__fail_match(diag, &call);
	if (status == SIGMANGLE_OK)
		status = inputs_open(&inputs, f, diag);
	for (; status == SIGMANGLE_OK && inputs_next(&inputs); arguments++) {
		struct dims dims = inputs_dims(&inputs);
		for (size_t axis = 0; axis < inputs.item.rank; axis++) {
			if (take_dim(&dims) >= 0)
				continue;
			if (*out_count < room)
				out[*out_count] = arguments->buffer.shape[axis];
			++*out_count;
		}
	}
	return status;
}

/* ---- buffers to allocate */

SMALL enum sigmangle_status sigmangle_describe(const struct sigmangle_item *item, const int64_t *dynamic,
	size_t dynamic_count, int64_t *out_shape, int64_t *out_strides, size_t *out_size)
{
	struct sigmangle_buffer buffer = { item->type, item->rank, out_shape, NULL };
	int64_t size;
	size_t axis;
	bool empty;
	if (item->category != SIGMANGLE_BUFFER || !sigmangle_type_size(item->type) ||
		sigmangle_item_dynamic(item) != dynamic_count)
		return SIGMANGLE_E_ARG;
	for (axis = 0; axis < item->rank; axis++) {
		out_shape[axis] = item->dims[axis] < 0 ? *dynamic++ : item->dims[axis];
		if (out_shape[axis] < 0)
			return SIGMANGLE_E_ARG;
	}
	if (!contiguous_size(&buffer, &size, &axis, &empty))
		return SIGMANGLE_E_LIMIT;
	*out_size = empty ? 0 : (size_t)size;
	for (axis = 0; out_strides && axis < item->rank; axis++) {
		size /= out_shape[axis] ? out_shape[axis] : 1;
		out_strides[axis] = size;
	}
	return SIGMANGLE_OK;
}
