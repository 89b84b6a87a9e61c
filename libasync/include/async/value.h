/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Async values: reference-counted results that may not be available yet.
 *
 * State table. Rows: state; columns: the call and the state after it. The calls marked "-" are programming errors.
 *
 *   state         | producer:   | producer: emplace | producer: | producer: forward    | any thread
 *                 | construct   | or set_available  | fail      | (indirect only)      |
 *   UNCONSTRUCTED | CONSTRUCTED | AVAILABLE         | ERROR     | that of the target,  | and_then: waits
 *                 |             |                   |           | once it is final     |
 *   CONSTRUCTED   | -           | AVAILABLE (only   | ERROR     | -                    | and_then: waits
 *                 |             | set_available)    |           |                      |
 *   AVAILABLE     | -           | -                 | -         | -                    | reads the payload;
 *                 |             |                   |           |                      | and_then: runs at once
 *   ERROR         | -           | -                 | -         | -                    | reads the error;
 *                 |             |                   |           |                      | and_then: runs at once
 *
 * The producer is the thread that has the right to complete the value. AVAILABLE and ERROR are final. A second
 * completion is reported as misuse (<async/misuse.h>) in every build, and undone: the first result stays, the second is
 * released. When two threads complete a value at the same time, one of the calls is reported too, but emplace may have
 * overwritten the payload. Other errors, such as reading the payload of an unavailable value, are caught by assert in
 * builds without NDEBUG.
 *
 * Kinds: concrete (payload or error in place), indirect (forwards to another value, whose type may be unknown when
 * the indirect value is made), and the immortal chain.
 *
 * Thread class of struct async_value: safe; only the producer may complete it. Nothing here blocks or takes a lock.
 *
 * Borrowed references: every function may be called through a reference that another thread owns, as long as the owner
 * does not release it before the call has begun to have its effect. The owner must keep its reference
 * 	- for completing (emplace, set_available, fail, forward): until the value is complete; it may release the value
 * 	  as soon as it sees that, although the completing call has not returned yet;
 * 	- for and_then: until the waiter has run;
 * 	- for all other functions: until the call has returned.
 *
 * Functions whose names end in _new are for callers with exclusive access: the caller holds the only reference, has lent
 * it to nobody, no other thread can reach the value, and it is not an indirect value that waits for its target. This is
 * so from the creation of a value until the caller gives it to somebody. They do what the function without _new does,
 * without a locked instruction. Builds without NDEBUG assert the part of it that can be tested.
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
#define ASYNC_FLAG_INDIRECT 2u /* made by async_value_create_indirect(), whatever the kind is now */

/* The header of every value. The fields are private: they are here so that the functions below can be inlined.
 * The payload, or the target of an indirect value, follows (see async_value_offset()). */
struct async_value {
	uint32_t refs;  /* atomic */
	async_type_id type;
	uint8_t kind;    /* an indirect value that fails becomes concrete, just before it is published */
	uint8_t flags;   /* never change */
	uintptr_t state; /* atomic: enum async_state in the two low bits, list of waiters or error above them */
	const struct async_allocator *allocator; /* where the memory goes back to; NULL: not ours to free */
};

/* ---- making values. All return one reference, owned by the caller, or NULL when out of memory. `allocator` (NULL:
 * system) must outlive the value. */

/* UNCONSTRUCTED value of a registered type. */
ASYNC_API struct async_value *async_value_create(const struct async_allocator *allocator, async_type_id type);
/* AVAILABLE value; *payload is moved in (see struct async_type). On failure *payload is untouched. */
ASYNC_API struct async_value *async_value_create_available(const struct async_allocator *allocator, async_type_id type,
	void *payload);
/* ERROR value; takes over the caller's reference to error, also on failure. */
ASYNC_API struct async_value *async_value_create_error(const struct async_allocator *allocator,
	struct async_error *error);
/* The error value for when no memory is left to make one: RESOURCE_EXHAUSTED, immortal, as async_chain(). */
ASYNC_API struct async_value *async_value_out_of_memory(void);
/* UNCONSTRUCTED indirect value; `type` may be ASYNC_TYPE_NONE when it is not known yet. */
ASYNC_API struct async_value *async_value_create_indirect(const struct async_allocator *allocator, async_type_id type);

/* The available chain: one immortal value, shared by everybody; retain and release are free and may be left out. */
ASYNC_API extern struct async_value async_chain_value;

static inline struct async_value *async_chain(void)
{
	return &async_chain_value;
}

/* UNCONSTRUCTED chain, for a side effect that is not done yet; complete it with async_value_set_available(). */
ASYNC_API struct async_value *async_chain_create(const struct async_allocator *allocator);

/* ---- references */

/* private: the last reference is gone; gives back n references to an indirect value */
ASYNC_API void async_value_destroy_(struct async_value *value);
ASYNC_API void async_value_release_indirect_(struct async_value *value, uint32_t n);

static inline struct async_value *async_value_retain_n(struct async_value *value, uint32_t n)
{
	/* relaxed: the caller has a reference, owned or borrowed, which orders everything before it */
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

/* Gives back n references; NULL is ignored. With the last one the payload is destroyed and the memory freed, in this
 * thread. Dropping the last reference of a value that never became available fails its waiters with CANCELLED. */
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
	 * its use of the payload is over. A count of n: these references are the only ones, and the costlier
	 * read-modify-write is not needed, because no thread can add one. It would need a reference to do so, and those
	 * that borrow one of these must be done before its owner gives it back. */
	if (__atomic_load_n(&value->refs, __ATOMIC_ACQUIRE) != n) {
		ASYNC_POINT_();
		if (__atomic_fetch_sub(&value->refs, n, __ATOMIC_ACQ_REL) != n)
			return;
	}
	async_value_destroy_(value);
}

static inline void async_value_release(struct async_value *value)
{
	async_value_release_n(value, 1);
}

/* ---- looking */

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

/* Distance from the header to the payload for a payload of this alignment. */
static inline size_t async_value_offset(size_t align)
{
	return (sizeof(struct async_value) + (align - 1)) & ~(align - 1);
}

/* Where an indirect value keeps its target; private. */
static inline void **async_value_slot_(const struct async_value *value)
{
	return (void **)((char *)(uintptr_t)value + sizeof(struct async_value));
}

/* The value that holds the payload: the value itself, or what an available indirect value forwards to. Borrowed. */
static inline struct async_value *async_value_target(struct async_value *value)
{
	assert(value->kind != ASYNC_INDIRECT || async_value_is_available(value));
	while (value->kind == ASYNC_INDIRECT)
		value = (struct async_value *)*async_value_slot_(value);
	return value;
}

/* Type of the payload; ASYNC_TYPE_NONE for errors and for indirect values that do not know yet. */
ASYNC_API async_type_id async_value_type(const struct async_value *value);

ASYNC_API void *async_value_payload_aligned_(struct async_value *concrete); /* private */

/* private, for assertions */
static inline bool async_value_has_payload_(const struct async_value *concrete)
{
	enum async_state state = async_value_state(concrete);
	return state == ASYNC_AVAILABLE || state == ASYNC_CONSTRUCTED;
}

/* The payload of a value in state AVAILABLE (or CONSTRUCTED, for its producer); of an unavailable value see
 * async_value_storage(). Borrowed; valid as long as the value. Any thread may read it; only the holder of the only
 * reference may change it, and only while no other thread borrows that reference.
 * A value in another state, an error included, is caught by assert only: a test would cost as much as the function. */
static inline void *async_value_payload(struct async_value *value)
{
	value = async_value_target(value);
	assert(async_value_has_payload_(value));
	return async_value_payload_aligned_(value);
}

/* As async_value_payload() for a type known to be aligned to at most 8 bytes, without asking its descriptor. */
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

/* True when the value is available and has one reference, which is then the caller's; of an indirect value also when it
 * has the only reference to its target. The payload may be taken over then, if no other thread borrows the reference.
 * Never true for an immortal value. While an indirect value is being completed by another thread, the library holds a
 * reference for a moment. */
ASYNC_API bool async_value_is_unique(const struct async_value *value);

/* ---- copying and taking the payload */

/* A new AVAILABLE value with a copy of the payload (see struct async_type.copy), from `allocator`; of a value in ERROR,
 * a new value that shares the error. *out_value is one reference, the caller's; NULL on failure.
 * @return ASYNC_OK · ASYNC_E_STATE not available yet · ASYNC_E_UNSUPPORTED the type cannot be copied ·
 *         ASYNC_E_NOMEM no memory, or copy() failed. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_copy(const struct async_allocator *allocator,
	struct async_value *value, struct async_value **out_value);

/* Takes the payload out into the raw memory at out_payload, and gives back the caller's reference: moves it if that is
 * the only one (see async_value_is_unique()), else copies it. On failure nothing has happened and the reference is still
 * the caller's.
 * @return ASYNC_OK · ASYNC_E_STATE not AVAILABLE · ASYNC_E_UNSUPPORTED shared, and the type cannot be copied ·
 *         ASYNC_E_NOMEM copy() failed. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_take(struct async_value *value, void *out_payload);

/* ---- completing; each value exactly once, by the producer. The waiters run in this thread before the call returns
 * (only past 64 completions nested in each other, when one of the outer calls gets to them). A second completion is
 * reported with ASYNC_MISUSE_COMPLETED_TWICE and has no other effect than to release its argument. */

/* Storage of an UNCONSTRUCTED value, to build the payload in place; then async_value_set_available(). */
ASYNC_API void *async_value_storage(struct async_value *value);
/* Optional: marks the payload in the storage as built, so that a later fail() or drop destroys it. */
ASYNC_API void async_value_set_constructed(struct async_value *value);
/* UNCONSTRUCTED (with a payload built in the storage, or of size 0) or CONSTRUCTED -> AVAILABLE. */
ASYNC_API void async_value_set_available(struct async_value *value);
ASYNC_API void async_value_set_available_new(struct async_value *value);
/* Moves *payload in and makes the value available. */
ASYNC_API void async_value_emplace(struct async_value *value, void *payload);
ASYNC_API void async_value_emplace_new(struct async_value *value, void *payload);
/* -> ERROR; takes over the caller's reference to error. A payload that was constructed is destroyed. Also for an
 * indirect value. */
ASYNC_API void async_value_fail(struct async_value *value, struct async_error *error);
ASYNC_API void async_value_fail_new(struct async_value *value, struct async_error *error);
/* Indirect only: takes over the caller's reference to target; the indirect value becomes available when target is.
 * Target may be indirect itself; it must not depend on the value. Dropping the indirect value first drops the
 * target. For forward_new() the caller needs exclusive access to the indirect value, not to the target. */
ASYNC_API void async_value_forward(struct async_value *indirect, struct async_value *target);
ASYNC_API void async_value_forward_new(struct async_value *indirect, struct async_value *target);

/* ---- waiting without blocking */

/* A continuation in the caller's memory. It must stay valid until run() is called, which may free it. */
struct async_waiter {
	struct async_waiter *next; /* private */
	/* Called once, without locks held: at once if the value is available, else in the thread that completes it.
	 * Keep it short or hand over to a queue. `self` belongs to the caller of and_then() again. */
	void (*run)(struct async_waiter *self);
};

/* Runs waiter->run when the value is available or failed. Does not keep the value alive. Waiters of one value run in
 * the order in which they were added. */
ASYNC_API void async_value_and_then(struct async_value *value, struct async_waiter *waiter);
ASYNC_API void async_value_and_then_new(struct async_value *value, struct async_waiter *waiter);
/* As above with a waiter taken from the value's allocator.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_and_then_call(struct async_value *value,
	void (*fn)(void *ctx), void *ctx);

/* Calls fn when all values are available or failed, with no allocation per value. The values are borrowed until then.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_values_when_ready(const struct async_allocator *allocator,
	struct async_value *const *values, size_t count, void (*fn)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
