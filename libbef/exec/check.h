/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks during opening: every op must match the signature of its kernel. The optional sections contain types of
 * registers, names and types of attributes; without them the types are those that kernels and functions declare, and
 * attributes are checked by their encoding.
 *
 * A fault does not end the check: one call reports the faults of the whole program, up to BEF__MOST_FAULTS. */
#ifndef BEF_EXEC_CHECK_H
#define BEF_EXEC_CHECK_H

#include "program.h"
#include "share.h"

enum { BEF__MOST_FAULTS = 20, BEF__CHECKED = 128 };
#ifdef BEF_NO_OPTIONAL
enum { BEF__GOES_ON = 0 }; /* after a fault */
#else
enum { BEF__GOES_ON = 1 };
#endif

#ifndef BEF_NO_OPTIONAL
/* An op that was found good, with the attribute names in the file. */
struct bef__checked {
	const struct bef__function *function; /* registers have types within one function */
	struct bef_kernel kernel;
	const uint8_t *names;
	size_t names_size;
	const struct bef__kernel *op;
};
#endif

/* Thread class: one-at-a-time. Lives as long as bef_file_open() runs. */
struct bef__check {
	struct bef_file *file;
	const struct bef_open_options *options;
	struct bef_diag *diag; /* not NULL but in builds without texts */
	uint32_t faults;       /* that were reported */

	const struct bef__function *function; /* that is being decoded */
#ifndef BEF_NO_OPTIONAL
	struct kernels_type *types;   /* per register of the function */
	struct bef_numbers names, register_types; /* cursors; data NULL: no such section */
	struct bef__attr_type {
		uint32_t offset, type;
	} *attr_types; /* ascending */
	size_t attr_type_count, attr_type_last; /* last: the last one found */
	void *scratch; /* operands of one op */
	size_t scratch_size;
	const uint8_t *op_names; /* names of the op that was checked last */
	struct bef__checked checked[BEF__CHECKED]; /* the newest of each hash value: memory and time are limited in files of any kind */
	struct bef__shared shared;
#endif
};

/* Reports `message` to options->report if that is set; location BEF__NOWHERE: no source location. */
#define BEF__NOWHERE UINT64_MAX

/* Reports the kernels that the registry does not have (their file->entries[] are NULL), each at its first use. There
 * must be at least one. Returns BEF_E_NOT_FOUND. */
enum bef_status bef__check_unknown(struct bef__check *check);

/* The preconditions of decoding: the numbers of operands match the signature, and the kernel is allowed in this kind of
 * function. On false, check_op will report the fault. */
bool bef__check_fits(const struct bef__check *check, const struct bef_kernel *k);

/* Reports a fault of an op, or, number 0, of the function; BEF_E_CORRUPT. */
#ifdef BEF_NO_MESSAGES
#define bef__check_fault(check, number, offset, location, ...) \
	((void)(number), (void)(location), bef__fail((check)->diag, BEF_E_CORRUPT, (offset), __VA_ARGS__))
#else
enum bef_status bef__check_fault(struct bef__check *check, uint32_t number, uint64_t offset, uint64_t location,
	const char *format, ...) BEF_PRINTF(5, 6);
#endif

#ifndef BEF_NO_OPTIONAL
/* Reads AttributeTypes. Fails only when out of memory. `finish` must be called in every case. */
enum bef_status bef__check_init(struct bef__check *check);
void bef__check_finish(struct bef__check *check);

/* Per function, in the order of the file: begin; set_type for results of kernels; then op for every kernel but kernel
 * 0, and returns. `offset`: of the kernel's record in the file. op and returns give BEF_OK, BEF_E_NOMEM, or
 * BEF_E_CORRUPT after they reported a fault. `types`: memory of bef__check_room() bytes, aligned to 8, for the function. */
static inline size_t bef__check_room(uint32_t registers) { return registers * sizeof(struct kernels_type); }
void bef__check_begin(
	struct bef__check *check, const struct bef__function *function, const struct bef_body *body, void *types);
/* A kernel gives register `r` this type. */
static inline void bef__check_set_type(struct bef__check *check, uint32_t r, async_type_id id)
{
	if (!check->types[r].name)
		check->types[r].id = id;
}
enum bef_status bef__check_op(struct bef__check *check, uint32_t number, uint64_t offset, const struct bef_kernel *k);
/* Instead of op: returns an op of the function that was found good and in which all that op checks is the same: kernel, attributes,
 * their names, types of operands and results. NULL: there is none, op must follow. */
const struct bef__kernel *bef__check_equal(struct bef__check *check, const struct bef_kernel *k);
/* After op: `op` is good, and may be returned by bef__check_equal(). */
void bef__check_remember(struct bef__check *check, const struct bef_kernel *k, const struct bef__kernel *op);
enum bef_status bef__check_returns(struct bef__check *check, const struct bef_body *body);
#else /* small programs check the preconditions of decoding, and types that kernels declare; see decode.c */
static inline enum bef_status bef__check_init(struct bef__check *check) { (void)check; return BEF_OK; }
static inline void bef__check_finish(struct bef__check *check) { (void)check; }
static inline size_t bef__check_room(uint32_t registers) { (void)registers; return 0; }
static inline void bef__check_begin(
	struct bef__check *check, const struct bef__function *function, const struct bef_body *body, void *types)
{
	(void)body, (void)types;
	check->function = function;
}
static inline void bef__check_set_type(struct bef__check *check, uint32_t r, async_type_id id)
{
	(void)check, (void)r, (void)id;
}
static inline enum bef_status bef__check_op(
	struct bef__check *check, uint32_t number, uint64_t offset, const struct bef_kernel *k)
{
	(void)check, (void)number, (void)offset, (void)k;
	return BEF_OK; /* checked by bef__check_fits() */
}
static inline const struct bef__kernel *bef__check_equal(struct bef__check *check, const struct bef_kernel *k)
{
	(void)check, (void)k;
	return NULL;
}
static inline void bef__check_remember(
	struct bef__check *check, const struct bef_kernel *k, const struct bef__kernel *op)
{
	(void)check, (void)k, (void)op;
}
static inline enum bef_status bef__check_returns(struct bef__check *check, const struct bef_body *body)
{
	(void)check, (void)body;
	return BEF_OK;
}
#endif

#endif
