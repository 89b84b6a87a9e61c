/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether what a caller has is what a signature wants: the buffer description oracle of IREE's "Function signatures",
 * section "Memory layout"; whole calls; and what to allocate for results.
 *
 * A signature says nothing of memory layout, so the layout wanted here is the contiguous one: row-major, packed.
 * Thread class: safe; nothing is kept between calls. */
#ifndef SIGMANGLE_MATCH_H
#define SIGMANGLE_MATCH_H

#include <sigmangle/raw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A buffer that somebody has. */
struct sigmangle_buffer {
	int32_t type; /* enum sigmangle_type */
	size_t rank;
	const int64_t *shape; /* rank of them, 0 or more */
	const int64_t
		*strides; /* bytes from one element to the next along each axis, may be below 0; NULL: contiguous */
};

enum sigmangle_fit {
	SIGMANGLE_USABLE = 0,      /* as it is */
	SIGMANGLE_CONVERT = 1,     /* after copying it into a contiguous buffer of the same type and shape */
	SIGMANGLE_INCOMPATIBLE = 2 /* never: another function is needed, or other data */
};

/* Why a fit is not SIGMANGLE_USABLE. The first of these, in this order, of one argument. */
enum sigmangle_mismatch {
	SIGMANGLE_FITS = 0,
	SIGMANGLE_OTHER_COUNT = 1,    /* an argument too many, or one that is missing */
	SIGMANGLE_OTHER_CATEGORY = 2, /* wanted, got: enum sigmangle_category */
	SIGMANGLE_NO_TYPE = 3,        /* unrecognized in the signature: cannot be passed */
	SIGMANGLE_OTHER_RANK = 4,
	SIGMANGLE_OTHER_TYPE = 5,  /* wanted, got: enum sigmangle_type */
	SIGMANGLE_OTHER_DIM = 6,   /* axis says which */
	SIGMANGLE_BAD_SHAPE = 7,   /* got: a size below 0 along axis, or what is too large for memory */
	SIGMANGLE_OTHER_STRIDE = 8 /* axis; in bytes. The only reason for SIGMANGLE_CONVERT */
};

struct sigmangle_match {
	enum sigmangle_fit fit;
	enum sigmangle_mismatch why;
	size_t argument; /* its position in the call */
	size_t axis;
	int64_t wanted, got;
};

/* "rank": a word for programs. "?" for a number that is none. Static text. */
SIGMANGLE_API const char *sigmangle_mismatch_name(enum sigmangle_mismatch why);
/* "axis 1 has size 4, the signature says 3". Like snprintf: returns the length. */
SIGMANGLE_API size_t sigmangle_match_text(const struct sigmangle_match *match, char *out, size_t room);

/* The oracle: can `have` be passed where the signature says `want`? Strides along axes of size 1, and of buffers
 * without elements, do not matter. */
SIGMANGLE_API struct sigmangle_match sigmangle_oracle(
	const struct sigmangle_item *want, const struct sigmangle_buffer *have);

/* The contiguous buffer to allocate for `item`: a result, or the copy of an argument.
 * @param dynamic  sizes for the dynamic dimensions, in order; `dynamic_count` has to be how many there are
 * @param out_shape, out_strides  item->rank of them each; out_strides may be NULL
 * @param out_size  bytes
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG no buffer, or a type, a dimension or a size that is none, or the count is
 *         wrong · SIGMANGLE_E_LIMIT more bytes than INT64_MAX or SIZE_MAX; the outputs are undefined then */
SIGMANGLE_API enum sigmangle_status sigmangle_describe(const struct sigmangle_item *item, const int64_t *dynamic,
	size_t dynamic_count, int64_t *out_shape, int64_t *out_strides, size_t *out_size);

/* One argument of a call. */
struct sigmangle_argument {
	enum sigmangle_category category;
	struct sigmangle_buffer buffer; /* of a scalar only the type counts, of a reference nothing */
};

/* Compares all arguments of a call with the inputs of raw signature `f`, and goes on after the first that does not fit.
 * @param out_matches  one for each argument; may be NULL
 * @param out_call     the worst of them, of equals the first; a wrong count is worst: argument is the first that is
 *                     missing or too many, wanted and got are the counts
 * @return SIGMANGLE_OK when it could be compared, whatever the result · errors of the signature, read strictly */
SIGMANGLE_API enum sigmangle_status sigmangle_match_call(struct sigmangle_string f,
	const struct sigmangle_argument *arguments, size_t count, struct sigmangle_match *out_matches,
	struct sigmangle_match *out_call, struct sigmangle_diag *diag);

/* The arguments of the result allocator `fbr`: the sizes that the arguments have in the dynamic dimensions of the
 * inputs, all of them, in order. Like snprintf: *out_count is how many there are, at most `room` are stored.
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG the call does not match, even after conversion: see sigmangle_match_call() ·
 *         errors of the signature */
SIGMANGLE_API enum sigmangle_status sigmangle_dynamic_dims(struct sigmangle_string f,
	const struct sigmangle_argument *arguments, size_t count, int64_t *out, size_t room, size_t *out_count,
	struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
