/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares a caller's arguments with a signature: the buffer description oracle of IREE's "Function signatures",
 * section "Memory layout"; whole calls; and the buffers to allocate for results.
 *
 * A signature does not describe the memory layout, so the expected layout is contiguous: row-major and packed.
 * Thread class: safe; there is no state between calls. */
#ifndef SIGMANGLE_MATCH_H
#define SIGMANGLE_MATCH_H

#include <sigmangle/raw.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Description of an existing buffer. */
struct sigmangle_buffer {
	int32_t type; /* enum sigmangle_type */
	size_t rank;
	const int64_t *shape; /* rank of them, 0 or more */
	const int64_t
		*strides; /* bytes from one element to the next along each axis, may be negative; NULL: contiguous */
};

enum sigmangle_fit {
	SIGMANGLE_USABLE = 0,      /* without a copy */
	SIGMANGLE_CONVERT = 1,     /* after a copy into a contiguous buffer of the same type and shape */
	SIGMANGLE_INCOMPATIBLE = 2 /* never: another function or other data is needed */
};

/* The reason why a fit is not SIGMANGLE_USABLE: the first of these, in this order, for one argument. */
enum sigmangle_mismatch {
	SIGMANGLE_FITS = 0,
	SIGMANGLE_OTHER_COUNT = 1,    /* an extra or missing argument */
	SIGMANGLE_OTHER_CATEGORY = 2, /* wanted, got: enum sigmangle_category */
	SIGMANGLE_NO_TYPE = 3,        /* unrecognized in the signature: cannot be passed */
	SIGMANGLE_OTHER_RANK = 4,
	SIGMANGLE_OTHER_TYPE = 5,  /* wanted, got: enum sigmangle_type */
	SIGMANGLE_OTHER_DIM = 6,   /* axis says which */
	SIGMANGLE_BAD_SHAPE = 7,   /* got: a negative size along axis, or a size that is too large for memory */
	SIGMANGLE_OTHER_STRIDE = 8, /* axis; wanted, got in bytes. The only reason for SIGMANGLE_CONVERT */
	SIGMANGLE_NO_DEVICE_TYPE = 9 /* got: a type that the device lacks */
};

struct sigmangle_match {
	enum sigmangle_fit fit;
	enum sigmangle_mismatch why;
	size_t argument; /* its position in the call */
	size_t axis;
	int64_t wanted, got;
};

/* "rank": an identifier for programs; "?" for an unknown number. Static text. */
SIGMANGLE_API const char *sigmangle_mismatch_name(enum sigmangle_mismatch why);
/* "axis 1 has size 4, the signature says 3". Like snprintf: returns the length. */
SIGMANGLE_API size_t sigmangle_match_text(const struct sigmangle_match *match, char *out, size_t room);

/* The oracle: determines whether `have` can be passed where the signature has `want`. Strides along axes of size 1, and
 * of buffers without elements, are ignored. */
SIGMANGLE_API struct sigmangle_match sigmangle_oracle(
	const struct sigmangle_item *want, const struct sigmangle_buffer *have);

/* What a device asks of a buffer. All members but `size` zero: what the signature says, contiguous. Thread class:
 * immutable. */
struct sigmangle_device {
	size_t size;       /* sizeof(struct sigmangle_device) */
	uint64_t lacks;    /* bit n is set: no buffers of type n (enum sigmangle_type) */
	int64_t row_align; /* padding: rows (rank 2 and more) begin at multiples of so many bytes; 0: packed */
	int64_t align;     /* sizes of whole buffers are multiples of so many bytes; 0: as they are */
	bool strided;      /* any positive strides will do: multiples of the element size; for rows, of row_align */
};

/* The oracle in one call, with a device (BufferDescriptionOracle of the document): compares `have` as
 * sigmangle_oracle(), and describes the buffer that the device takes. For an argument, *out_match says whether `have`
 * can be used as it is, or is to be copied into the described buffer. To make a buffer, pass its type and shape, and
 * strides NULL.
 * @param device       NULL: none
 * @param out_strides  have->rank elements, of the described buffer, whose type and shape are those of `have`
 * @param out_size     its bytes with padding; 0 if it has no elements, or if `have` is SIGMANGLE_INCOMPATIBLE
 * @return SIGMANGLE_OK if the comparison was possible, whatever its result · SIGMANGLE_E_ARG device->size is not set,
 *         or an alignment is negative */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_oracle_for(const struct sigmangle_device *device,
	const struct sigmangle_item *want, const struct sigmangle_buffer *have, int64_t *out_strides, size_t *out_size,
	struct sigmangle_match *out_match);

/* Computes the contiguous buffer to allocate for `item`: a result, or the copy of an argument.
 * @param dynamic  sizes for the dynamic dimensions, in order; `dynamic_count` must be their number
 * @param out_shape, out_strides  item->rank elements each; out_strides may be NULL
 * @param out_size  bytes
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG not a buffer, an invalid type, dimension or size, or a wrong count ·
 *         SIGMANGLE_E_LIMIT more bytes than INT64_MAX or SIZE_MAX; after a failure the outputs are undefined */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_describe(const struct sigmangle_item *item,
	const int64_t *dynamic, size_t dynamic_count, int64_t *out_shape, int64_t *out_strides, size_t *out_size);

/* One argument of a call. */
struct sigmangle_argument {
	enum sigmangle_category category;
	struct sigmangle_buffer buffer; /* for a scalar only the type is used, for a reference nothing */
};

/* Compares all arguments of a call with the inputs of raw signature `f`, including those after the first mismatch.
 * @param out_matches  one for each argument; may be NULL
 * @param out_call     the worst match, and the first of equally bad ones; a wrong count is worst: `argument` is then
 * the first missing or extra argument, `wanted` and `got` are the counts
 * @return SIGMANGLE_OK if the comparison was possible, whatever its result · errors of the signature in strict mode */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_match_call(struct sigmangle_string f,
	const struct sigmangle_argument *arguments, size_t count, struct sigmangle_match *out_matches,
	struct sigmangle_match *out_call, struct sigmangle_diag *diag);

/* Computes the arguments of the result allocator `fbr`: the sizes of the arguments in all dynamic dimensions of the
 * inputs, in order. Like snprintf: *out_count is their number; at most `room` are stored.
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG the call does not match, even with conversion: diag has the worst match of
 *         sigmangle_match_call() · errors of the signature */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_dynamic_dims(struct sigmangle_string f,
	const struct sigmangle_argument *arguments, size_t count, int64_t *out, size_t room, size_t *out_count,
	struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
