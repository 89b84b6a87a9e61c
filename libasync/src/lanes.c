/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lanes in front of a queue. For each task the queue gets one task that takes the best of the lanes when it runs: which task
 * this is, is decided as late as possible, and the queue decides only where and when. `unfinished` counts these tasks from
 * before they are added, because the task of one thread may run in that of another before the first one is added. */
#include <async/lanes.h>
#include "allocator_private.h"
#include "atomics.h"
#include "misuse_private.h"
#include "running.h"
#include "task_ring.h"
#include "thread.h"
#include "timer_heap.h"
#include <async/future.h>
#include <pthread.h>
#include <stddef.h>

enum { LANES = 3, LOW = 0, NORMAL = 1, HIGH = 2 };

/* A task with a deadline. */
struct due {
	struct async_timer timer; /* first; a node of the heap, never started */
	struct async_task task;
};

struct lane {
	struct async_queue face; /* first */
	struct async_lanes *lanes;
	/* guarded by the lock of the lanes: */
	struct async__task_ring tasks;
	struct async_timer *first_due;
};

struct async_lanes {
	struct async_queue *queue;
	const struct async_allocator *allocator;
	pthread_mutex_t lock;
	/* guarded by lock: */
	size_t unfinished; /* atomic: lane_has_waiting() reads it without the lock */
	uint64_t order; /* of equal deadlines */
	unsigned turn;
	struct lane lanes[LANES];
	struct async_queue_vtable vtable; /* of the lanes */
};

static struct lane *lane_of(struct async_queue *queue) { return (struct lane *)(void *)queue; }
static struct async_queue *behind(struct async_queue *queue) { return lane_of(queue)->lanes->queue; }

/* ---- taking tasks */

static bool take_due(struct async_lanes *lanes, struct lane *lane, struct async_task *out_task)
{
	struct due *due = (struct due *)(void *)lane->first_due;
	if (!due)
		return false;
	lane->first_due = async__timer_heap_remove(lane->first_due, &due->timer);
	*out_task = due->task;
	async_free(lanes->allocator, due, sizeof *due, _Alignof(struct due));
	return true;
}

static bool take_from(struct async_lanes *lanes, int lane, struct async_task *out_task)
{
	return take_due(lanes, &lanes->lanes[lane], out_task) || async__task_ring_pop(&lanes->lanes[lane].tasks, out_task);
}

/* With the lock held. The lane whose turn it is, or else the highest. */
static bool take_best(struct async_lanes *lanes, struct async_task *out_task)
{
	unsigned turn = lanes->turn++ % ASYNC_LANES_TURNS;
	int first = turn == 0 ? LOW : turn % (ASYNC_LANES_TURNS / ASYNC_LANES_NORMAL) == 2 ? NORMAL : HIGH;
	bool taken = take_from(lanes, first, out_task);
	for (int lane = HIGH; lane >= LOW && !taken; lane--)
		taken = take_from(lanes, lane, out_task);
	return taken;
}

static void run_best(void *ctx)
{
	struct async_lanes *lanes = ctx;
	struct async_task task;
	pthread_mutex_lock(&lanes->lock);
	bool taken = take_best(lanes, &task);
	async__store_relaxed(&lanes->unfinished, lanes->unfinished - 1);
	pthread_mutex_unlock(&lanes->lock);
	if (taken)
		task.run(task.ctx);
}

/* ---- adding tasks */

static void add_turn(struct async_lanes *lanes) { async_queue_add_named(lanes->queue, "lane", run_best, lanes); }

/* False: out of memory. */
static bool add_to(struct lane *lane, struct async_task task)
{
	struct async_lanes *lanes = lane->lanes;
	pthread_mutex_lock(&lanes->lock);
	bool added = async__task_ring_push(&lane->tasks, lanes->allocator, task);
	async__store_relaxed(&lanes->unfinished, lanes->unfinished + added);
	pthread_mutex_unlock(&lanes->lock);
	if (added)
		add_turn(lanes);
	return added;
}

static void lane_add(struct async_queue *queue, struct async_task task)
{
	if (!add_to(lane_of(queue), task))
		behind(queue)->vtable->add(behind(queue), task);
}

/* Ended operations, and the rests of functions that hand over, are tasks of the lane: otherwise they would take turns with all lanes
 * together. The owner of `posted` keeps it until the task runs, so the lane needs no memory when it has none. */
static void lane_post(struct async_queue *queue, struct async_posted *posted)
{
	if (!add_to(lane_of(queue), posted->task))
		behind(queue)->vtable->post(behind(queue), posted);
}

static struct lane *lane_for(struct async_lanes *lanes, enum async_priority priority)
{
	return &lanes->lanes[priority > ASYNC_PRIORITY_NORMAL ? HIGH : priority < ASYNC_PRIORITY_NORMAL ? LOW : NORMAL];
}

void async_lanes_add_due(struct async_lanes *lanes, enum async_priority priority, uint64_t when, void (*run)(void *ctx),
	void *ctx)
{
	struct lane *lane = lane_for(lanes, priority);
	struct due *due = async_alloc(lanes->allocator, sizeof *due, _Alignof(struct due));
	if (!due) {
		async_queue_add(&lane->face, run, ctx);
		return;
	}
	*due = (struct due){ .timer.when = when, .task = { run, ctx } };
	pthread_mutex_lock(&lanes->lock);
	due->timer.order = lanes->order++;
	lane->first_due = async__timer_heap_add(lane->first_due, &due->timer);
	async__store_relaxed(&lanes->unfinished, lanes->unfinished + 1);
	pthread_mutex_unlock(&lanes->lock);
	add_turn(lanes);
}

/* ---- what the queue behind does */

static const char *lane_name(struct async_queue *queue) { return behind(queue)->vtable->name(behind(queue)); }

static bool lane_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	return behind(queue)->vtable->add_blocking(behind(queue), task, allow_queuing);
}

static void lane_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	async_queue_await(behind(queue), values, count);
}

static void lane_await_helping(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	async_queue_await_helping(behind(queue), values, count);
}

static void lane_quiesce(struct async_queue *queue) { async_queue_quiesce(behind(queue)); }

static bool lane_quiesce_until(struct async_queue *queue, uint64_t when)
{
	return async_queue_quiesce_until(behind(queue), when) == ASYNC_OK;
}

/* Tasks of any lane. */
static bool lane_has_waiting(struct async_queue *queue)
{
	return async__load_relaxed(&lane_of(queue)->lanes->unfinished) > 0 || async_queue_has_waiting(behind(queue));
}

static unsigned lane_parallelism(struct async_queue *queue) { return async_queue_parallelism(behind(queue)); }
static bool lane_is_worker(struct async_queue *queue) { return behind(queue)->vtable->is_worker(behind(queue)); }

static void lane_destroy(struct async_queue *queue)
{
	async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_queue_destroy", queue,
		"the queue of a lane belongs to its lanes; the call does nothing");
}

static bool lane_run_one(struct async_queue *queue) { return behind(queue)->vtable->run_one(behind(queue)); }

static void lane_hold(struct async_queue *queue, bool polled) { behind(queue)->vtable->hold(behind(queue), polled); }
static void lane_unhold(struct async_queue *queue, bool polled) { behind(queue)->vtable->unhold(behind(queue), polled); }

static void lane_add_poller(struct async_queue *queue, struct async_poller *poller)
{
	behind(queue)->vtable->add_poller(behind(queue), poller);
}

static void lane_remove_poller(struct async_queue *queue, struct async_poller *poller)
{
	behind(queue)->vtable->remove_poller(behind(queue), poller);
}

/* A lane has the optional members that the queue behind has. */
static const struct async_allocator *lane_allocator(struct async_queue *queue)
{
	return async_queue_allocator(behind(queue));
}

static void set_vtable(struct async_queue_vtable *vtable, const struct async_queue_vtable *has)
{
#define HAS(member) (has->size > offsetof(struct async_queue_vtable, member) && has->member)
	bool holds = HAS(hold), polls = HAS(add_poller);
	*vtable = (struct async_queue_vtable){ .size = sizeof *vtable, .name = lane_name, .add = lane_add,
		.add_blocking = lane_add_blocking, .await = lane_await, .quiesce = lane_quiesce,
		.parallelism = lane_parallelism, .is_worker = lane_is_worker, .destroy = lane_destroy,
		.run_one = HAS(run_one) ? lane_run_one : NULL, .hold = holds ? lane_hold : NULL,
		.unhold = holds ? lane_unhold : NULL, .post = holds ? lane_post : NULL,
		.add_poller = polls ? lane_add_poller : NULL, .remove_poller = polls ? lane_remove_poller : NULL,
		.await_helping = lane_await_helping,
		.quiesce_until = HAS(quiesce_until) ? lane_quiesce_until : NULL,
		.has_waiting = lane_has_waiting,
		.allocator = lane_allocator };
#undef HAS
}

/* ---- creation and destruction */

struct async_lanes *async_lanes_create(struct async_queue *queue, const struct async_allocator *allocator)
{
	allocator = async__or_system(allocator);
	struct async_lanes *lanes = async_alloc(allocator, sizeof *lanes, _Alignof(struct async_lanes));
	if (!lanes)
		return NULL;
	*lanes = (struct async_lanes){ .queue = queue, .allocator = allocator };
	pthread_mutex_init(&lanes->lock, NULL);
	set_vtable(&lanes->vtable, queue->vtable);
	for (int i = 0; i < LANES; i++) {
		lanes->lanes[i].face.vtable = &lanes->vtable;
		lanes->lanes[i].lanes = lanes;
	}
	return lanes;
}

struct async_queue *async_lanes_queue(struct async_lanes *lanes, enum async_priority priority)
{
	return &lane_for(lanes, priority)->face;
}

/* Whether each task has been taken from its lane. */
static bool all_taken(struct async_lanes *lanes)
{
	pthread_mutex_lock(&lanes->lock);
	bool taken = lanes->unfinished == 0;
	pthread_mutex_unlock(&lanes->lock);
	return taken;
}

void async_lanes_destroy(struct async_lanes *lanes)
{
	if (!lanes)
		return;
	if (ASYNC__UNLIKELY(lanes->queue->vtable->is_worker(lanes->queue))) {
		async__report_wait_in_task("async_lanes_destroy", lanes->queue);
		return;
	}
	/* A thread whose task has run in the turn of another one may not have added its turn yet. Afterwards tasks that were
	 * taken may still run, as may those for which a lane had no memory: quiescing waits for them. */
	for (unsigned tries = 0; !all_taken(lanes); tries++) {
		async_queue_quiesce(lanes->queue);
		async__wait_a_little(tries);
	}
	async_queue_quiesce(lanes->queue);
	for (int i = 0; i < LANES; i++)
		async__task_ring_finish(&lanes->lanes[i].tasks, lanes->allocator);
	pthread_mutex_destroy(&lanes->lock);
	async_free(lanes->allocator, lanes, sizeof *lanes, _Alignof(struct async_lanes));
}
