/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "parking.h"
#include "thread.h"
#include <async/timer.h>
#if ASYNC__FUTEX
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if ASYNC__FUTEX

void async__parking_init(struct async__parking *parking) { *parking = (struct async__parking){ 0, 0 }; }
void async__parking_finish(struct async__parking *parking) { (void)parking; }

static void take_token(struct async__parking *parking)
{
	uint32_t tokens = async__load_relaxed(&parking->tokens);
	for (;;) {
		if (tokens == 0) {
			syscall(SYS_futex, &parking->tokens, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
			tokens = async__load_relaxed(&parking->tokens);
		} else if (async__cas_weak_acquire(&parking->tokens, &tokens, tokens - 1)) {
			return; /* acquire: pairs with the release in give_tokens() */
		}
	}
}

/* Sleeps until there is a token, or for `ns`. */
static void await_token(struct async__parking *parking, uint64_t ns)
{
	struct timespec time = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };
	syscall(SYS_futex, &parking->tokens, FUTEX_WAIT_PRIVATE, 0, &time, NULL, 0);
}

static bool try_take_token(struct async__parking *parking)
{
	uint32_t tokens = async__load_relaxed(&parking->tokens);
	/* acquire: pairs with the release in give_tokens() */
	return tokens > 0 && async__cas_weak_acquire(&parking->tokens, &tokens, tokens - 1);
}

static void give_tokens(struct async__parking *parking, uint32_t count)
{
	async__add_release(&parking->tokens, count); /* release: pairs with the acquire in take_token() */
	syscall(SYS_futex, &parking->tokens, FUTEX_WAKE_PRIVATE, count < INT_MAX ? (int)count : INT_MAX, NULL, NULL, 0);
}

#else

void async__parking_init(struct async__parking *parking)
{
	parking->crowd = parking->tokens = 0;
	pthread_mutex_init(&parking->lock, NULL);
	async__cond_init(&parking->more);
}

void async__parking_finish(struct async__parking *parking)
{
	pthread_cond_destroy(&parking->more);
	pthread_mutex_destroy(&parking->lock);
}

static void take_token(struct async__parking *parking)
{
	pthread_mutex_lock(&parking->lock);
	while (parking->tokens == 0)
		pthread_cond_wait(&parking->more, &parking->lock);
	parking->tokens--;
	pthread_mutex_unlock(&parking->lock);
}

static void await_token(struct async__parking *parking, uint64_t ns)
{
	uint64_t until = async_now_ns() + ns;
	pthread_mutex_lock(&parking->lock);
	while (parking->tokens == 0 && async__cond_wait_until(&parking->more, &parking->lock, until))
		;
	pthread_mutex_unlock(&parking->lock);
}

static bool try_take_token(struct async__parking *parking)
{
	pthread_mutex_lock(&parking->lock);
	bool taken = parking->tokens > 0;
	parking->tokens -= taken;
	pthread_mutex_unlock(&parking->lock);
	return taken;
}

static void give_tokens(struct async__parking *parking, uint32_t count)
{
	pthread_mutex_lock(&parking->lock);
	parking->tokens += count;
	pthread_cond_broadcast(&parking->more);
	pthread_mutex_unlock(&parking->lock);
}

#endif

static uint32_t idle_in(uint32_t crowd) { return crowd & (ASYNC__SEARCHING - 1); }

/* The number of workers between announce() and the end of retract() or sleep() equals the idle count, plus tokens, plus
 * wakers about to give one. Tokens are anonymous: another worker may take the token meant for this one, and then leaves
 * a place in the idle count over. So this takes whichever is available first, a token or a place in the idle count; it
 * must not wait for a token alone. */
bool async__parking_retract(struct async__parking *parking)
{
	uint32_t crowd = async__load_seq_cst(&parking->crowd);
	for (unsigned tries = 0;; tries++) {
		while (idle_in(crowd) != 0) {
			if (async__cas_weak_seq_cst(&parking->crowd, &crowd, crowd - ASYNC__IDLE))
				return true;
		}
		if (try_take_token(parking))
			return false;
		async__wait_a_little(tries);
		crowd = async__load_seq_cst(&parking->crowd);
	}
}

void async__parking_sleep(struct async__parking *parking) { take_token(parking); }

bool async__parking_nap(struct async__parking *parking, uint64_t ns)
{
	if (try_take_token(parking))
		return true;
	await_token(parking, ns);
	return try_take_token(parking);
}

void async__parking_wake_slow(struct async__parking *parking, uint32_t crowd, size_t tasks)
{
	uint32_t woken;
	do {
		uint32_t idle = idle_in(crowd), searching = crowd / ASYNC__SEARCHING;
		if (idle == 0 || searching >= tasks)
			return;
		woken = tasks - searching < idle ? (uint32_t)(tasks - searching) : idle;
	} while (!async__cas_weak_seq_cst(
		&parking->crowd, &crowd, crowd - woken * ASYNC__IDLE + woken * ASYNC__SEARCHING));
	give_tokens(parking, woken);
}

void async__parking_wake_all(struct async__parking *parking)
{
	uint32_t crowd = async__load_seq_cst(&parking->crowd), idle;
	do {
		idle = idle_in(crowd);
		if (idle == 0)
			return;
	} while (!async__cas_weak_seq_cst(&parking->crowd, &crowd, crowd - idle + idle * ASYNC__SEARCHING));
	give_tokens(parking, idle);
}
