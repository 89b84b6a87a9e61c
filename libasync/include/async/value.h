/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Async values: reference-counted results that may not be available yet.
 *
 * State table. Rows: state; columns: the call and the state after it. The calls marked "-" are programming errors.
 *
 *   state         | construct   | emplace or        | fail      | forward              | any thread
 *                 | (concrete)  | set_available     |           | (indirect only)      |
 *   UNCONSTRUCTED | CONSTRUCTED | AVAILABLE         | ERROR     | that of the target,  | and_then: waits
 *                 |             |                   |           | once it is final     |
 *   CONSTRUCTED   | -           | AVAILABLE (only   | ERROR     | -                    | and_then: waits
 *                 |             | set_available)    |           |                      |
 *   AVAILABLE     | -           | -                 | -         | -                    | reads the payload;
 *                 |             |                   |           |                      | and_then: runs at once
 *   ERROR         | -           | -                 | -         | -                    | reads the error;
 *                 |             |                   |           |                      | and_then: runs at once
 *
 * AVAILABLE and ERROR are final. The first completion wins: a later one, or one at the same time in another thread,
 * changes nothing and releases what it brings (payload, error, target). emplace() and forward() win when they begin:
 * from then on other calls lose although the value is not final yet; fail() may still overtake an emplace() that is
 * moving its payload. Functions whose names begin with async_value_try_ return whether the call won, and are for values
 * that several threads may complete, such as a result that a timeout may fail. The others are for values with one
 * producer: a call that loses is also reported as misuse (<async/misuse.h>), in every build.
 *
 * Other errors, such as reading the payload of an unavailable value, are caught by assert in builds without NDEBUG.
 *
 * Kinds: concrete (payload or error in place), indirect (forwards to another value, whose type may be unknown when
 * the indirect value is made), and the immortal chain.
 *
 * Thread class of struct async_value: safe, also for completion. Nothing here blocks or takes a lock. One thread at a
 * time may construct a payload in the storage, and no other may call emplace meanwhile.
 *
 * Borrowed references: every function may be called through a reference that another thread owns. The owner must keep
 * its reference
 * - for completing (emplace, set_available, fail, forward): if only one call can complete the value, until the value
 *   is complete; it may release the value as soon as it sees that, although the call has not returned yet. If several
 *   calls compete, until all of them have returned; usually each competitor has a separate reference;
 * - for and_then: until the waiter has run;
 * - for all other functions: until the call has returned.
 *
 * Functions whose names end in _new are for callers with exclusive access: the caller holds the only reference, no
 * other thread borrows it, no other thread can reach the value, and it is not an indirect value that waits for its
 * target. This holds from the creation of a value until the caller shares it. They have the effect of the function
 * without _new, but execute no locked instruction. Builds without NDEBUG assert the testable part of this precondition.
 *
 * Corresponds to tsl::AsyncValue of the TFRT host runtime design ("AsyncValue"). */
#ifndef ASYNC_VALUE_H
#define ASYNC_VALUE_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/type.h>
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum async_state {
	ASYNC_UNCONSTRUCTED = 0, /* no payload yet */
	ASYNC_CONSTRUCTED = 1,   /* payload exists, not yet published */
	ASYNC_AVAILABLE = 2,
	ASYNC_ERROR = 3
};

enum async_kind { ASYNC_CONCRETE = 0, ASYNC_INDIRECT = 1 };

/* Flags; private to the library and its inline functions. */
#define ASYNC_FLAG_IMMORTAL 1u /* reference counting does nothing */
#define ASYNC_FLAG_QUICK 4u    /* plain payload, 17 to 32 bytes of async_allocator_cached(): see value.c */
#define ASYNC_FLAG_INDIRECT 2u /* made by async_value_create_indirect(), even if it has failed and is concrete now */

/* The header of every value. The fields are private; they are declared here so that the functions below can be inlined.
 * The payload, or the target of an indirect value, follows (see async_value_offset()). */
struct async_value {
	uint32_t refs;  /* atomic */
	async_type_id type;
	uint8_t kind;    /* an indirect value that fails becomes concrete, just before it is published */
	uint8_t flags;   /* never change */
	uintptr_t state; /* atomic: enum async_state in the two low bits, list of waiters or error above them */
	const struct async_allocator *allocator; /* frees the memory; NULL: the library does not free it */
};

/* ---- creating values. All return one reference, owned by the caller, or NULL when out of memory. `allocator` (NULL:
 * system) must outlive the value. If the value was forwarded to another value, it must also outlive the completion
 * of the other value, whose waiter refers to the memory of the first: see async_request_forward() in
 * <async/request.h>. */

/* UNCONSTRUCTED value of a registered type. */
ASYNC_API struct async_value *async_value_create(const struct async_allocator *allocator, async_type_id type);
/* AVAILABLE value; *payload is moved in (see struct async_type). On failure *payload is untouched. */
ASYNC_API struct async_value *async_value_create_available(const struct async_allocator *allocator, async_type_id type,
	void *payload);
/* ERROR value; takes over the caller's reference to error, also on failure. */
ASYNC_API struct async_value *async_value_create_error(const struct async_allocator *allocator,
	struct async_error *error);
/* The error value to use when none can be allocated: RESOURCE_EXHAUSTED, immortal, as async_chain(). */
ASYNC_API struct async_value *async_value_out_of_memory(void);
/* UNCONSTRUCTED indirect value; `type` may be ASYNC_TYPE_NONE when it is not known yet. */
ASYNC_API struct async_value *async_value_create_indirect(const struct async_allocator *allocator, async_type_id type);

/* The available chain: one immortal value for the process; retain and release have no effect and may be omitted. */
ASYNC_API extern struct async_value async_chain_value;

static inline struct async_value *async_chain(void)
{
	return &async_chain_value;
}

/* UNCONSTRUCTED chain, for a side effect that is still pending; complete it with async_value_set_available(). */
ASYNC_API struct async_value *async_chain_create(const struct async_allocator *allocator);

/* ---- references */

/* private: destroys a value without references; releases n references of an indirect value */
ASYNC_API void async_value_destroy_(struct async_value *value);
ASYNC_API void async_value_release_indirect_(struct async_value *value, uint32_t n);
ASYNC_API void async_value_released_too_often_(struct async_value *value, uint32_t n);

static inline struct async_value *async_value_retain_n(struct async_value *value, uint32_t n)
{
	/* relaxed: the caller has a reference, owned or borrowed, which orders all earlier accesses */
	if (!(value->flags & ASYNC_FLAG_IMMORTAL)) {
		ASYNC_POINT_();
		__atomic_fetch_add(&value->refs, n, __ATOMIC_RELAXED);
	}
	return value;
}

static inline struct async_value *async_value_retain(struct async_value *value)
{
	return async_value_retain_n(value, 1);
}

/* As async_value_retain_n(), for a caller with exclusive access (see above). */
static inline struct async_value *async_value_retain_new(struct async_value *value, uint32_t n)
{
	assert(value->refs == 1 && !(value->flags & ASYNC_FLAG_IMMORTAL));
	value->refs += n;
	return value;
}

/* Releases n references; NULL is ignored. Releasing the last one destroys the payload and frees the memory, in this
 * thread, before the call returns; when more than 64 destructors nest, before the 64th of them returns. If the value
 * was still unavailable, its waiters run with a CANCELLED error. Releasing more references than exist is reported as
 * ASYNC_MISUSE_RELEASED_TOO_OFTEN. */
static inline void async_value_release_n(struct async_value *value, uint32_t n)
{
	if (!value)
		return;
	if (value->flags & (ASYNC_FLAG_IMMORTAL | ASYNC_FLAG_INDIRECT)) {
		if (!(value->flags & ASYNC_FLAG_IMMORTAL))
			async_value_release_indirect_(value, n);
		return;
	}
	ASYNC_POINT_();
	/* acquire: pairs with the release half of the decrement in the thread that dropped another reference, so that
	 * its use of the payload is over. If the count is n, these references are the only ones, and the costlier
	 * read-modify-write is not needed, because no thread can add one: a thread needs a reference to add one, and
	 * threads that borrow one of these must be done before its owner releases it. */
	if (__atomic_load_n(&value->refs, __ATOMIC_ACQUIRE) != n) {
		ASYNC_POINT_();
		uint32_t refs = __atomic_fetch_sub(&value->refs, n, __ATOMIC_ACQ_REL);
		if (refs < n)
			async_value_released_too_often_(value, n);
		if (refs != n)
			return;
	}
	async_value_destroy_(value);
}

static inline void async_value_release(struct async_value *value)
{
	async_value_release_n(value, 1);
}

/* ---- inspection */

static inline enum async_state async_value_state(const struct async_value *value)
{
	ASYNC_POINT_();
	/* acquire: pairs with the release in the completion of a value; publishes payload, error and target */
	return (enum async_state)(__atomic_load_n(&value->state, __ATOMIC_ACQUIRE) & 3u);
}

/* AVAILABLE or ERROR. */
static inline bool async_value_is_available(const struct async_value *value)
{
	return async_value_state(value) >= ASYNC_AVAILABLE;
}

static inline bool async_value_is_error(const struct async_value *value)
{
	return async_value_state(value) == ASYNC_ERROR;
}

/* Offset in bytes from the header to a payload of this alignment. */
static inline size_t async_value_offset(size_t align)
{
	return (sizeof(struct async_value) + (align - 1)) & ~(align - 1);
}

/* The address of the target of an indirect value; private. */
static inline void **async_value_slot_(const struct async_value *value)
{
	return (void **)((char *)(uintptr_t)value + sizeof(struct async_value));
}

/* The value that holds the payload: the value itself, or the target of an available indirect value. Borrowed. */
static inline struct async_value *async_value_target(struct async_value *value)
{
	assert(value->kind != ASYNC_INDIRECT || async_value_is_available(value));
	/* relaxed: published with the state; a forward() that has lost may still compare it */
	while (value->kind == ASYNC_INDIRECT)
		value = (struct async_value *)__atomic_load_n(async_value_slot_(value), __ATOMIC_RELAXED);
	return value;
}

/* The allocator of the value, which outlives it, for memory that is freed before the value is released. Borrowed. */
static inline const struct async_allocator *async_value_allocator(const struct async_value *value)
{
	return value->allocator ? value->allocator : async_allocator_system();
}

/* Type of the payload; ASYNC_TYPE_NONE for errors and for indirect values whose type is not known yet. */
ASYNC_API async_type_id async_value_type(const struct async_value *value);

ASYNC_API void *async_value_payload_aligned_(struct async_value *concrete); /* private */

/* private, for assertions */
static inline bool async_value_has_payload_(const struct async_value *concrete)
{
	enum async_state state = async_value_state(concrete);
	return state == ASYNC_AVAILABLE || state == ASYNC_CONSTRUCTED;
}

/* The payload of a value in state AVAILABLE (or CONSTRUCTED, for its producer); for an unavailable value see
 * async_value_storage(). Borrowed; valid as long as the value. Any thread may read it; only the holder of the only
 * reference may change it, and only while no other thread borrows that reference.
 * Other states, ERROR included, are only asserted: a test would cost as much as the function. */
static inline void *async_value_payload(struct async_value *value)
{
	value = async_value_target(value);
	assert(async_value_has_payload_(value));
	return async_value_payload_aligned_(value);
}

/* As async_value_payload(), for a type known to be aligned to at most 8 bytes; does not read the descriptor. */
static inline void *async_value_payload_small(struct async_value *value)
{
	value = async_value_target(value);
	assert(async_value_has_payload_(value));
	return (char *)value + sizeof(struct async_value);
}

/* As async_value_payload(), and asserts that the payload is of this type. */
static inline void *async_value_payload_as(struct async_value *value, async_type_id type)
{
	assert(async_value_target(value)->type == type);
	(void)type;
	return async_value_payload(value);
}

/* The error of a value in state ERROR. Borrowed. */
ASYNC_API struct async_error *async_value_error(const struct async_value *value);

/* True when the value is available and the caller's reference is the only one; an indirect value must also hold the
 * only reference to its target. The payload may then be taken over, if no other thread borrows the reference. Never
 * true for an immortal value. While another thread completes an indirect value, the library temporarily holds a
 * reference, except in async_value_forward_last(). */
ASYNC_API bool async_value_is_unique(const struct async_value *value);

/* ---- copying and taking the payload */

/* Creates an AVAILABLE value from `allocator` with a copy of the payload (see struct async_type.copy); for a value in
 * ERROR, a value that shares the error. *out_value is one reference, owned by the caller; NULL on failure.
 * @return ASYNC_OK · ASYNC_E_STATE not available yet · ASYNC_E_UNSUPPORTED the type cannot be copied ·
 *         ASYNC_E_NOMEM no memory, or copy() failed. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_copy(const struct async_allocator *allocator,
	struct async_value *value, struct async_value **out_value);

/* Moves the payload into the raw memory at out_payload if the caller's reference is the only one (see
 * async_value_is_unique()), else copies it; then releases the caller's reference. On failure nothing changes and the
 * caller keeps its reference.
 * @return ASYNC_OK · ASYNC_E_STATE not AVAILABLE · ASYNC_E_UNSUPPORTED shared, and the type cannot be copied ·
 *         ASYNC_E_NOMEM copy() failed. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_take(struct async_value *value, void *out_payload);

/* ---- completion. The waiters run in the thread of the call that wins, before it returns (when more than 64
 * completions nest, an outer call runs them instead). A call that loses releases its argument and is reported as
 * ASYNC_MISUSE_COMPLETED_TWICE. */

/* Storage of an UNCONSTRUCTED value, to construct the payload in place; then call async_value_set_available(), also
 * if the value may have failed meanwhile: a payload in the storage of a failed value is destroyed by that call. */
ASYNC_API void *async_value_storage(struct async_value *value);
/* Optional: marks the payload in the storage as constructed, so that a later fail() or drop destroys it. If the
 * value has failed already, destroys the payload and reports a second completion. */
ASYNC_API void async_value_set_constructed(struct async_value *value);
/* UNCONSTRUCTED (with a payload constructed in the storage, or of size 0) or CONSTRUCTED -> AVAILABLE. */
ASYNC_API void async_value_set_available(struct async_value *value);
ASYNC_API void async_value_set_available_new(struct async_value *value);
/* Moves *payload in and makes the value available. */
ASYNC_API void async_value_emplace(struct async_value *value, void *payload);
ASYNC_API void async_value_emplace_new(struct async_value *value, void *payload);
/* -> ERROR; takes over the caller's reference to error. A payload marked as constructed is destroyed. The value may be
 * indirect. */
ASYNC_API void async_value_fail(struct async_value *value, struct async_error *error);
ASYNC_API void async_value_fail_new(struct async_value *value, struct async_error *error);
/* Indirect only: takes over the caller's reference to target; the indirect value becomes available when target is.
 * `target` may itself be indirect; it must not depend on `indirect`. If the indirect value is dropped before that, the
 * target is released. For forward_new() the caller needs exclusive access to the indirect value, not to the target. */
ASYNC_API void async_value_forward(struct async_value *indirect, struct async_value *target);
ASYNC_API void async_value_forward_new(struct async_value *indirect, struct async_value *target);
/* As forward(), and releases the caller's reference to the indirect value. If others have references, and the target is
 * available, a waiter, or a thread that finds the value available, may find it unique. */
ASYNC_API void async_value_forward_last(struct async_value *indirect, struct async_value *target);

/* As the functions without try_, for values that several threads may complete: a result and a timeout, or a
 * cancellation (apps/examples/value_or_timeout.c). @return true when this call has completed the value (forward: has
 * determined the target); false when another call has, or is about to: then the payload, error or target was
 * released, and nothing is reported. The caller's reference must outlast the call. */
ASYNC_API bool async_value_try_emplace(struct async_value *value, void *payload);
ASYNC_API bool async_value_try_fail(struct async_value *value, struct async_error *error);
ASYNC_API bool async_value_try_forward(struct async_value *indirect, struct async_value *target);
ASYNC_API bool async_value_try_set_available(struct async_value *value);
/* @return false when the value has failed: the payload was destroyed, and set_available() has nothing to do. */
ASYNC_API bool async_value_try_set_constructed(struct async_value *value);

/* ---- waiting without blocking */

/* A continuation in the caller's memory. It must stay valid until run() is called, which may free it. */
struct async_waiter {
	struct async_waiter *next; /* private */
	/* Called once, without locks held: at once if the value is available, else in the thread that completes it.
	 * Keep it short, or add a task to a queue. The caller of and_then() owns `self` again. */
	void (*run)(struct async_waiter *self);
};

/* Runs waiter->run when the value is available or failed; at once if it is now, or, where more than 64 waiters nest,
 * when an outer one has returned. Does not keep the value alive. Waiters of one value run in the order in which they
 * were added. */
ASYNC_API void async_value_and_then(struct async_value *value, struct async_waiter *waiter);
ASYNC_API void async_value_and_then_new(struct async_value *value, struct async_waiter *waiter);
/* As above, with a waiter allocated from the value's allocator.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_and_then_call(struct async_value *value,
	void (*fn)(void *ctx), void *ctx);

/* Calls fn when all values are available or failed. Allocates once, not per value. The values are borrowed until then.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_values_when_ready(const struct async_allocator *allocator,
	struct async_value *const *values, size_t count, void (*fn)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
