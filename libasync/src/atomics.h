/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomic operations with their memory order in the name, so that a search lists every relaxed one. They work on plain
 * integers and pointers: public headers must also compile as C++, which has no _Atomic. */
#ifndef ASYNC_SRC_ATOMICS_H
#define ASYNC_SRC_ATOMICS_H

#include <limits.h> /* also defines __GLIBC__ on glibc */

/* In test builds each atomic operation may first delay its thread (see shake.c), so that rare interleavings occur. The
 * inline functions in <async/value.h> do this too. */
#ifdef ASYNC__SHAKE
void async__shake(void);
unsigned async__shake_points(void); /* number of atomic operations of this thread so far */
/* Delays this thread for 0.3 ms at one in `one_in` atomic operations, instead of the default; 0: the default again. */
void async__shake_hold(unsigned one_in);
#define ASYNC__POINT (async__shake(), 0)
#else
#define ASYNC__POINT 0
#endif

#define async__load_relaxed(p) ((void)ASYNC__POINT, __atomic_load_n((p), __ATOMIC_RELAXED))
#define async__load_acquire(p) ((void)ASYNC__POINT, __atomic_load_n((p), __ATOMIC_ACQUIRE))
#define async__load_seq_cst(p) ((void)ASYNC__POINT, __atomic_load_n((p), __ATOMIC_SEQ_CST))
#define async__store_relaxed(p, value) ((void)ASYNC__POINT, __atomic_store_n((p), (value), __ATOMIC_RELAXED))
#define async__store_release(p, value) ((void)ASYNC__POINT, __atomic_store_n((p), (value), __ATOMIC_RELEASE))
#ifdef ASYNC__FENCED /* for emulators that let a load overtake such a store: see test/cross/arm64.py */
#define async__store_seq_cst(p, value) \
	((void)ASYNC__POINT, __atomic_store_n((p), (value), __ATOMIC_SEQ_CST), __atomic_thread_fence(__ATOMIC_SEQ_CST))
#else
#define async__store_seq_cst(p, value) ((void)ASYNC__POINT, __atomic_store_n((p), (value), __ATOMIC_SEQ_CST))
#endif
#define async__exchange_acq_rel(p, value) ((void)ASYNC__POINT, __atomic_exchange_n((p), (value), __ATOMIC_ACQ_REL))
#define async__add_relaxed(p, n) ((void)ASYNC__POINT, __atomic_fetch_add((p), (n), __ATOMIC_RELAXED))
#define async__add_release(p, n) ((void)ASYNC__POINT, __atomic_fetch_add((p), (n), __ATOMIC_RELEASE))
#define async__add_seq_cst(p, n) ((void)ASYNC__POINT, __atomic_fetch_add((p), (n), __ATOMIC_SEQ_CST))
#define async__sub_relaxed(p, n) ((void)ASYNC__POINT, __atomic_fetch_sub((p), (n), __ATOMIC_RELAXED))
#define async__sub_seq_cst(p, n) ((void)ASYNC__POINT, __atomic_fetch_sub((p), (n), __ATOMIC_SEQ_CST))
#define async__sub_acq_rel(p, n) ((void)ASYNC__POINT, __atomic_fetch_sub((p), (n), __ATOMIC_ACQ_REL))
#define async__or_release(p, bits) ((void)ASYNC__POINT, __atomic_fetch_or((p), (bits), __ATOMIC_RELEASE))
#define async__or_relaxed(p, bits) ((void)ASYNC__POINT, __atomic_fetch_or((p), (bits), __ATOMIC_RELAXED))

/* Compare and exchange; the second order is that of the load when it fails, which updates *expected. The weak ones
 * may fail for no reason and belong in loops. */
#define async__cas_weak_relaxed(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
#define async__cas_weak_acquire(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
#define async__cas_weak_release_acquire(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 1, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
#define async__cas_weak_acq_rel(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
#define async__cas_weak_seq_cst(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define async__cas_strong_seq_cst(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define async__cas_strong_relaxed(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
#define async__cas_strong_release_acquire(p, expected, value) \
	((void)ASYNC__POINT, \
		__atomic_compare_exchange_n((p), (expected), (value), 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))

/* Distance between data of different threads: two lines of 64 bytes, since adjacent lines are prefetched in pairs. */
#define ASYNC__APART 128

/* For the thread-local variables of the library, a few words in total. glibc reserves static TLS space for that much in
 * libraries loaded with dlopen(), which makes access as cheap as to other variables; elsewhere only the default, slower
 * TLS model is certain to work. */
#if defined(__GLIBC__)
#define ASYNC__THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define ASYNC__THREAD_LOCAL _Thread_local
#endif

#define ASYNC__LIKELY(condition) __builtin_expect(!!(condition), 1)
#define ASYNC__HIDDEN __attribute__((visibility("hidden"))) /* for declarations of data: found without a table */
#define ASYNC__NOINLINE __attribute__((noinline)) /* keeps rare paths out of frequent ones */
#define ASYNC__UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Hint to the processor that this thread is spinning. */
static inline void async__pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

#endif
