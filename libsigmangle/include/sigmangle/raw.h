/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Raw signatures (attribute `f`): the flat lists of inputs and results of a function.
 *
 *	I23!B11!d-1d128d64B6!t6d10R12!B9!d-1d1000
 *	(Buffer<float32[?x128x64]>, Buffer<sint32[10]>) -> (Buffer<float32[?x1000]>)
 *
 * IREE "Function signatures", section "Raw Function ABI", with the scalar S of January 2020. */
#ifndef SIGMANGLE_RAW_H
#define SIGMANGLE_RAW_H

#include <sigmangle/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types; the values are the numbers in signatures. */
enum sigmangle_type {
	SIGMANGLE_FLOAT32 = 0, /* the default, never written */
	SIGMANGLE_FLOAT16 = 1,
	SIGMANGLE_FLOAT64 = 2,
	SIGMANGLE_BFLOAT16 = 3,
	SIGMANGLE_SINT8 = 4,
	SIGMANGLE_SINT16 = 5,
	SIGMANGLE_SINT32 = 6,
	SIGMANGLE_SINT64 = 7,
	SIGMANGLE_UINT8 = 8,
	SIGMANGLE_UINT16 = 9,
	SIGMANGLE_UINT32 = 10,
	SIGMANGLE_UINT64 = 11
};
#define SIGMANGLE_TYPE_COUNT 12

/* "float32"; NULL for an unknown number. Static text. */
SIGMANGLE_API const char *sigmangle_type_name(int32_t type);
/* Bytes of an element: 1, 2, 4, 8; 0 for an unknown number. */
SIGMANGLE_API size_t sigmangle_type_size(int32_t type);
/* The format letter of Python's struct module and buffer protocol: "f", "e", "d", "b"; NULL if there is none
 * (bfloat16). */
SIGMANGLE_API const char *sigmangle_type_format(int32_t type);
/* The number of a name; -1 for an unknown name. */
SIGMANGLE_API int32_t sigmangle_type_find(const char *name, size_t size);

enum sigmangle_category {
	SIGMANGLE_BUFFER = 0,
	SIGMANGLE_REFERENCE = 1,
	SIGMANGLE_SCALAR = 2,
	SIGMANGLE_UNRECOGNIZED = 3
};

#define SIGMANGLE_DYNAMIC (-1)

/* One input or result. Fields that do not apply to the category are 0. */
struct sigmangle_item {
	enum sigmangle_category category;
	int32_t type;        /* buffers, scalars: enum sigmangle_type */
	size_t rank;         /* buffers */
	const int32_t *dims; /* rank elements; SIGMANGLE_DYNAMIC (lax: any negative value) for any size */
};

/* The number of dynamic dimensions. */
SIGMANGLE_API size_t sigmangle_item_dynamic(const struct sigmangle_item *item);

/* ---- reading */

#define SIGMANGLE_RAW_RANK 64

/* Reads the items of one side. The fields are private; see sigmangle_raw_room(). Thread class: one-at-a-time. Do not
 * copy it while an item is in use: it contains the dimensions. */
struct sigmangle_raw {
	const char *origin, *next, *end, *limit;
	enum sigmangle_mode mode;
	int32_t *dims;
	size_t room;
	int32_t own[SIGMANGLE_RAW_RANK];
};

/* Starts reading one side. Strict: checks the frame (I, then R, then nothing), not the contents.
 * @return SIGMANGLE_OK · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT; *out_raw is usable only after SIGMANGLE_OK
 * The bytes must stay valid and unchanged. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_open(struct sigmangle_raw *out_raw,
	const char *signature, size_t size, enum sigmangle_side side, enum sigmangle_mode mode,
	struct sigmangle_diag *diag);
/* Sets the buffer for the dimensions of one item, in place of the reader's own, which holds SIGMANGLE_RAW_RANK. Half of
 * the signature's size is always sufficient. `dims` must outlive the reader. */
SIGMANGLE_API void sigmangle_raw_room(struct sigmangle_raw *raw, int32_t *dims, size_t room);
/* Reads one item. Its dimensions are valid until the next call.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT ·
 *         SIGMANGLE_E_LIMIT the rank exceeds the room; after an error, further calls return the same error */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_next(
	struct sigmangle_raw *raw, struct sigmangle_item *out_item, struct sigmangle_diag *diag);

/* Called for every item; a status other than SIGMANGLE_OK ends the visit and becomes its result. */
typedef enum sigmangle_status (*sigmangle_item_fn)(void *ctx, const struct sigmangle_item *item);
/* Reads all items with the two functions above. @return SIGMANGLE_OK · errors of these functions or of `visit` */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_visit(const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, sigmangle_item_fn visit, void *ctx,
	struct sigmangle_diag *diag);

/* Checks a whole signature, of any rank. The diagnostic gives the first invalid byte. Takes linear time. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag);

/* ---- text: "(Buffer<float32[?x128]>, sint32) -> (RefObject<?>)", as IREE prints it; U is "Unrecognized<?>". Like
 * snprintf: *out_length is the length of the whole text; the text is truncated and NUL-terminated within `room` bytes.
 * `out` may be NULL if room is 0. After a failure out is "" and *out_length is 0. */

SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_text(const char *signature, size_t size,
	enum sigmangle_mode mode, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag);
/* Prints one item. @return the length, without the NUL */
SIGMANGLE_API size_t sigmangle_item_text(const struct sigmangle_item *item, char *out, size_t room);

/* ---- writing */

/* Writes a whole signature, canonical for a mode other than SIGMANGLE_LAX, which writes any type and dimension. Like
 * snprintf: *out_length is the signature's length, without the NUL. If room is not greater, `out` is "" rather than a
 * part of the signature, and the result is still SIGMANGLE_OK.
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG an item that signatures cannot represent; diag has a reason and no offset ·
 *         SIGMANGLE_E_LIMIT too long. After a failure *out_length is 0 */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_raw_mangle(const struct sigmangle_item *inputs,
	size_t input_count, const struct sigmangle_item *results, size_t result_count, enum sigmangle_mode mode,
	char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
