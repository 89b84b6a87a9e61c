/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of loops over single elements (CODE.md): results have the bits of expr/scalars.h, which computes where there is no code.
 *
 *	struct hlo_code *code = kernels_hlo__code_loop(condition, body, carried, allocator, &reason); // in plan()
 *	... // in run(): hlo_register frame[code->frame], arguments first
 *	switch (kernels_hlo__code_run(code, frame, limit, &watch)) // HLO_CODE_LIMIT: after `limit` iterations; may go on
 */
#ifndef KERNELS_HLO_CODE_CODE_H
#define KERNELS_HLO_CODE_CODE_H

#include "expr/expr.h"
#include "expr/scalars.h"

#if defined(__x86_64__) && defined(__linux__) && defined(KERNELS_HLO_JIT)
#define HLO_CODE 1
#else
#define HLO_CODE 0
#endif

enum hlo_code_end {
	HLO_CODE_LIMIT,   /* iterations, also of loops inside, were as many as allowed */
	HLO_CODE_DONE,    /* the condition was false */
	HLO_CODE_GIVEN_UP /* a loop inside was given up by the watch; frame and arrays may have any values */
};

/* AddressSanitizer does not see what code reads and writes, so memory is checked before each call. */
#if defined(__SANITIZE_ADDRESS__)
#define HLO_CODE_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HLO_CODE_CHECKED 1
#endif
#endif
#if defined(HLO_CODE_CHECKED)
void *__asan_region_is_poisoned(void *begin, size_t size);
static inline void hlo_code_check(const void *begin, size_t size)
{
	const volatile char *bad = __asan_region_is_poisoned((void *)(uintptr_t)begin, size);
	if (bad)
		(void)*bad; /* which is reported */
}
#else
static inline void hlo_code_check(const void *begin, size_t size)
{
	(void)begin;
	(void)size;
}
#endif

/* Immutable. Refers to the expressions. */
struct hlo_code {
	uint32_t (*entry)(struct hlo_register *frame, uint64_t limit); /* of a loop: an enum hlo_code_end */
	void (*run_lanes)(void *const *pointers, void *frame, size_t n); /* of lanes (code/lane_code.h) */
	uint32_t watch;        /* of a loop: offset in the frame of a pointer to the watch */
	uint32_t frame;        /* of a loop: registers, those of the arguments first; of lanes: units of 32 bytes */
	size_t size, mapped;   /* bytes of instructions and constants; of pages */
	size_t first;          /* offset of the first instruction */
	void *pages;
	const struct hlo_expr *body; /* of a loop: its arguments are those of the frame */
	const struct async_allocator *allocator;
};

/* Whether loops get code; *out_reason says why not: the build has none, it is turned off, the processor has no AVX2. */
bool kernels_hlo__code_is_on(const char **out_reason);

/* while (condition(arguments)) the first `carried` arguments become the results of the body. Returns NULL if there is no code; *out_reason
 * says why: it is not on, arrays have elements of other types than registers, the system refuses executable pages, or memory is short. */
struct hlo_code *kernels_hlo__code_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, const char **out_reason);
void kernels_hlo__code_destroy(struct hlo_code *code); /* NULL is allowed */

static inline void hlo_code_check_frame(const struct hlo_code *code, const struct hlo_register *frame)
{
	const struct hlo_expr *body = code->body;
	hlo_code_check(frame, code->frame * sizeof *frame);
	for (uint32_t i = 0; i < body->argument_count; i++) {
		struct hlo_scalar_array array;
		memcpy(&array, &frame[i], sizeof array);
		if (body->arrays[i])
			hlo_code_check(array.data, (array.last + 1) * kernels_dtype_size(body->dtypes[i]));
	}
}

/* `watch`: for loops inside the loop. */
static inline enum hlo_code_end kernels_hlo__code_run(
	const struct hlo_code *code, struct hlo_register *frame, uint64_t limit, struct hlo_watch *watch)
{
#if defined(HLO_CODE_CHECKED)
	hlo_code_check_frame(code, frame);
#endif
	memcpy((char *)frame + code->watch, &watch, sizeof watch);
	return (enum hlo_code_end)code->entry(frame, limit);
}

/* The bytes before they are made executable, for tests and dumps; the caller frees them (struct hlo_code_bytes). */
struct hlo_code_bytes {
	uint8_t *data;     /* constants, then instructions from `first` on */
	size_t size, first, room;
	uint32_t frame, watch;
	const struct async_allocator *allocator;
	const char *kind;                 /* the name in listings */
	bool listed;                      /* there will be a listing (code/listing.h), with these notes */
	char *notes;
	size_t notes_size, notes_room;
};
bool kernels_hlo__code_write_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, struct hlo_code_bytes *out);
void kernels_hlo__code_free(struct hlo_code_bytes *bytes);

#endif
