/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that outlive their entry: how many there are, which programs have them, and who waits for them. */
#include "program.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* More executions that have not ended make the caller wait, since each has memory: as long as one of them runs, which ends by itself. If
 * none does, or a program calls Python, what it waits for may wait for this thread: then a while only. */
enum { MOST = 32, WAIT_MS = 100, END_MS = 5000 };

/* Executions of more time end later: then another thread takes the start of the next one, in some 10 us. */
static const uint64_t SLOW_NS = 300000, FAST_NS = 60000;
/* A program that calls, or loops, is slow until it was measured. */
static const double SLOW_WORK = 4e6;
enum { MEASURED = 16, LATE = 3 }; /* one of so many is measured; so many in a row are late */

/* Waits until fewer than `most` executions are in flight. With the lock. */
static bool wait_for(PJRT_Client *client, uint32_t most, long ms)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += ms % 1000 * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	while (client->in_flight >= most) {
		if (pthread_cond_timedwait(&client->ended, &client->lock, &until) == ETIMEDOUT)
			return client->in_flight < most;
	}
	return true;
}

void pjrt__program_enter(struct pjrt__program *program)
{
	PJRT_Client *client = program->client;
	__atomic_add_fetch(&program->references, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&client->lock);
	while (client->in_flight >= MOST && !wait_for(client, MOST, WAIT_MS)) {
		if (client->running == 0 || client->calling > 0)
			break;
	}
	client->in_flight++;
	pthread_mutex_unlock(&client->lock);
}

void pjrt__client_runs(PJRT_Client *client, int more, int more_calling)
{
	pthread_mutex_lock(&client->lock);
	client->running += (uint32_t)more;
	client->calling += (uint32_t)more_calling;
	pthread_mutex_unlock(&client->lock);
}

/* The last reference goes to a thread of the caller, because a thread of the queue cannot close a model. */
void pjrt__program_leave(struct pjrt__program *program, bool ran)
{
	PJRT_Client *client = program->client;
	uint32_t references = __atomic_load_n(&program->references, __ATOMIC_RELAXED);
	pthread_mutex_lock(&client->lock);
	/* release: pairs with pjrt__program_release() */
	while (references > 1 && !__atomic_compare_exchange_n(&program->references, &references, references - 1, true,
					 __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	if (references == 1) {
		program->next_dead = client->dead;
		client->dead = program;
	}
	client->in_flight--;
	client->running -= ran;
	pthread_cond_broadcast(&client->ended);
	pthread_mutex_unlock(&client->lock);
}

void pjrt__client_sweep(PJRT_Client *client)
{
	pthread_mutex_lock(&client->lock);
	struct pjrt__program *dead = client->dead;
	client->dead = NULL;
	pthread_mutex_unlock(&client->lock);
	while (dead) {
		struct pjrt__program *next = dead->next_dead;
		pjrt__program_release(dead);
		dead = next;
	}
}

bool pjrt__client_settle(PJRT_Client *client)
{
	pthread_mutex_lock(&client->lock);
	const bool settled = wait_for(client, 1, END_MS);
	pthread_mutex_unlock(&client->lock);
	pjrt__client_sweep(client);
	return settled;
}

/* ---- which executions end before Execute returns */

bool pjrt__program_is_slow(const struct pjrt__program *program)
{
	return __atomic_load_n(&program->slow, __ATOMIC_RELAXED); /* a hint */
}

uint64_t pjrt__program_begin(struct pjrt__program *program)
{
	const uint32_t runs = __atomic_load_n(&program->runs, __ATOMIC_RELAXED); /* a hint: lost counts do not matter */
	__atomic_store_n(&program->runs, runs + 1, __ATOMIC_RELAXED);
	return runs % MEASURED == 0 || __atomic_load_n(&program->late, __ATOMIC_RELAXED) ? async_now_ns() : 0;
}

/* One that takes long may have waited for a processor, so several must. */
void pjrt__program_took(struct pjrt__program *program, uint64_t ns)
{
	const bool slow = pjrt__program_is_slow(program);
	const uint32_t late = ns > SLOW_NS && !slow ? __atomic_load_n(&program->late, __ATOMIC_RELAXED) + 1 : 0;
	if (late >= LATE || (slow && ns < FAST_NS))
		__atomic_store_n(&program->slow, !slow, __ATOMIC_RELAXED);
	__atomic_store_n(&program->late, late < LATE ? late : 0, __ATOMIC_RELAXED);
}

static PJRT_NamedValue number(const char *name, double value)
{
	return (PJRT_NamedValue){ .struct_size = sizeof(PJRT_NamedValue), .name = name, .name_size = strlen(name),
		.type = PJRT_NamedValue_kFloat, .float_value = (float)value, .value_size = 1 };
}

void pjrt__program_guess(struct pjrt__program *program)
{
	struct bef_model_cost cost = { .size = sizeof cost };
	const bool known = bef_model_cost(program->model, program->main, &cost, NULL) == BEF_OK && cost.exact;
	const double bytes = (double)cost.bytes_read + (double)cost.bytes_written;
	program->slow = !known || (double)cost.operations + bytes > SLOW_WORK;
	program->cost[0] = number("flops", (double)cost.operations);
	program->cost[1] = number("bytes accessed", bytes);
}
