/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The engine of one address space. Pending operations are in one list, oldest first. An operation has an indirect value for each value of
 * each member; a member that takes part forwards its values to them. So nobody waits in a call, and a value may be used
 * as soon as its member has given it. */
#include <kernels/world.h>
#include <pthread.h>
#include <string.h>

#define NO_PEER UINT32_MAX
#define TRANSFER UINT32_MAX

/* An exchange, or a transfer of one sender and one receiver. */
struct pending {
	struct pending *next;
	uint32_t kind; /* TRANSFER, or that of the exchange */
	int64_t channel;
	uint64_t fingerprint;
	const char *name; /* of the operation of the first member */
	uint32_t first_process; /* number of that member */
	uint32_t member_count, input_count;
	/* Members that have not finished to take part; of a transfer, sides. The block exists until this is 0, so a thread
	 * that completes the values of a member, without the lock, may use it. */
	uint32_t missing;
	uint32_t source, target; /* of a transfer; NO_PEER: any process */
	bool sent, received;     /* of a transfer */
	size_t size; /* of this block */
	struct async_value **values; /* member_count * input_count indirect values, one reference each */
	uint32_t *members;
	bool *took; /* per member: it has taken part, or never will */
};

struct kernels_world {
	uint32_t refs; /* atomic */
	const struct async_allocator *allocator;
	uint32_t replicas, partitions, running;
	pthread_mutex_t lock; /* for all below */
	struct pending *first;
	bool *ended; /* per process */
	bool is_late; /* the time of a process is up: it ends because of that, perhaps since another one keeps it waiting */
	uint32_t feeds;
	bool (*next_feed)(void *ctx, uint32_t number, uint32_t count, struct async_value **results);
	void *feed_ctx;
	size_t feed_size;
};

struct kernels_world *kernels_world_create(
	const struct async_allocator *allocator, uint32_t replicas, uint32_t partitions)
{
	size_t count = (size_t)replicas * partitions;
	struct kernels_world *world = async_alloc(allocator, sizeof *world + count, _Alignof(struct kernels_world));
	if (!world)
		return NULL;
	memset(world, 0, sizeof *world + count);
	world->refs = 1;
	world->allocator = allocator;
	world->replicas = replicas;
	world->partitions = partitions;
	world->running = (uint32_t)count;
	world->ended = (bool *)(world + 1);
	pthread_mutex_init(&world->lock, NULL);
	return world;
}

struct kernels_world *kernels_world_retain(struct kernels_world *world)
{
	__atomic_fetch_add(&world->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller holds a reference */
	return world;
}

static void pending_destroy(struct kernels_world *world, struct pending *pending)
{
	for (size_t i = 0; i < (size_t)pending->member_count * pending->input_count; i++)
		if (pending->values[i])
			async_value_release(pending->values[i]);
	async_free(world->allocator, pending, pending->size, _Alignof(struct pending));
}

void kernels_world_release(struct kernels_world *world)
{
	/* acq_rel: the last one destroys what the others wrote */
	if (__atomic_fetch_sub(&world->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	while (world->first) { /* transfers that nobody received */
		struct pending *pending = world->first;
		world->first = pending->next;
		pending_destroy(world, pending);
	}
	pthread_mutex_destroy(&world->lock);
	if (world->feed_ctx)
		async_free(world->allocator, world->feed_ctx, world->feed_size, 16);
	async_free(world->allocator, world, sizeof *world + (size_t)world->replicas * world->partitions,
		_Alignof(struct kernels_world));
}

bool kernels_world_feed(struct kernels_world *world,
	bool (*next)(void *ctx, uint32_t number, uint32_t count, struct async_value **results), const void *ctx, size_t size)
{
	world->feed_ctx = async_alloc(world->allocator, size, 16);
	if (!world->feed_ctx)
		return false;
	memcpy(world->feed_ctx, ctx, size);
	world->feed_size = size;
	world->next_feed = next;
	return true;
}

/* ---- pending operations; the lock is held */

static struct pending *pending_create(struct kernels_world *world, uint32_t kind, int64_t channel, const uint32_t *members,
	uint32_t member_count, uint32_t input_count)
{
	size_t values = (size_t)member_count * input_count;
	size_t size = sizeof(struct pending) + values * sizeof(struct async_value *) +
		      member_count * (sizeof(uint32_t) + sizeof(bool));
	struct pending *pending = async_alloc(world->allocator, size, _Alignof(struct pending));
	if (!pending)
		return NULL;
	memset(pending, 0, size);
	*pending = (struct pending){ .kind = kind, .channel = channel, .member_count = member_count,
		.input_count = input_count, .missing = member_count, .source = NO_PEER, .target = NO_PEER, .size = size };
	pending->values = (struct async_value **)(pending + 1);
	pending->members = (uint32_t *)(void *)(pending->values + values);
	pending->took = (bool *)(pending->members + member_count);
	if (members)
		memcpy(pending->members, members, member_count * sizeof *members);
	for (size_t i = 0; i < values; i++) {
		pending->values[i] = async_value_create_indirect(world->allocator, ASYNC_TYPE_NONE);
		if (!pending->values[i]) {
			pending_destroy(world, pending);
			return NULL;
		}
	}
	struct pending **end = &world->first;
	while (*end)
		end = &(*end)->next;
	*end = pending;
	return pending;
}

static void pending_unlink(struct kernels_world *world, struct pending *pending)
{
	struct pending **at = &world->first;
	while (*at != pending)
		at = &(*at)->next;
	*at = pending->next;
}

/* The oldest operation of this channel and these members in which the member has not taken part. */
static struct pending *find_exchange(struct kernels_world *world, const struct kernels_exchange *exchange)
{
	for (struct pending *p = world->first; p; p = p->next)
		if (p->kind != TRANSFER && p->channel == exchange->channel && p->member_count == exchange->member_count &&
			!p->took[exchange->self] &&
			memcmp(p->members, exchange->members, p->member_count * sizeof *p->members) == 0)
			return p;
	return NULL;
}

/* One member, or side, less; the last one frees the operation. */
static void finish_member(struct kernels_world *world, struct pending *pending)
{
	if (--pending->missing > 0)
		return;
	pending_unlink(world, pending);
	pending_destroy(world, pending);
}

static struct async_error *ended_error(const struct kernels_world *world, uint32_t process)
{
	if (world->is_late)
		return async_error_make(ASYNC_CODE_DEADLINE_EXCEEDED, "the time of another process is up");
	return async_error_make(ASYNC_CODE_ABORTED, "replica %u, partition %u has ended without taking part in this operation",
		process / world->partitions, process % world->partitions);
}

/* The error of an input, with the process that gave it. */
static struct async_error *error_of(const struct kernels_world *world, uint32_t process, const struct async_value *input)
{
	struct async_error *error = async_value_error(input);
	return async_error_create_from(async_allocator_system(), async_error_retain(error), async_error_code(error),
		(struct async_location){ NULL, 0 }, "replica %u, partition %u: %s", process / world->partitions,
		process % world->partitions, async_error_message(error));
}

/* Completes the values of a member, which nobody else does: `took` is set. Releases the lock meanwhile. `process`: the number of the
 * member. `error`: for all values; takes over the reference. NULL: there are inputs. */
static void complete(struct kernels_world *world, struct pending *pending, uint32_t member, uint32_t process,
	struct async_value *const *inputs, struct async_error *error)
{
	struct async_value **values = pending->values + (size_t)member * pending->input_count;
	uint32_t count = pending->input_count;
	pthread_mutex_unlock(&world->lock);
	for (uint32_t i = 0; i < count; i++) {
		if (error)
			async_value_fail(values[i], async_error_retain(error));
		else if (async_value_is_error(inputs[i]))
			async_value_fail(values[i], error_of(world, process, inputs[i]));
		else
			async_value_forward(values[i], async_value_retain(inputs[i]));
	}
	async_error_release(error);
	pthread_mutex_lock(&world->lock);
	finish_member(world, pending);
}

/* ---- exchanges */

/* Fails the values of members that have ended. Returns whether it did: the list may then have changed. */
static bool fail_ended(struct kernels_world *world, struct pending *pending)
{
	for (uint32_t i = 0; pending->kind != TRANSFER && i < pending->member_count; i++)
		if (!pending->took[i] && world->ended[pending->members[i]]) {
			pending->took[i] = true;
			complete(world, pending, i, pending->members[i], NULL, ended_error(world, pending->members[i]));
			return true;
		}
	return false;
}

/* `one`, `other`: fingerprints. */
static struct async_error *mismatch(const struct kernels_world *world, uint32_t process, const char *name, const char *other_name,
	uint64_t one, uint64_t other)
{
	char text[KERNELS_FINGERPRINT_TEXT];
	const uint32_t replica = process / world->partitions, partition = process % world->partitions;
	if (strcmp(name, other_name) == 0)
		return async_error_make(ASYNC_CODE_FAILED_PRECONDITION,
			"replica %u, partition %u takes part in %s with another %s", replica, partition, name,
			kernels_fingerprint_difference(one, other, text, sizeof text));
	return async_error_make(ASYNC_CODE_FAILED_PRECONDITION,
		"replica %u, partition %u takes part with %s where this process has %s", replica, partition, name, other_name);
}

static const char *name_of(const struct kernels_exchange *exchange) { return exchange->name ? exchange->name : "operation"; }

/* The member has another operation than those before it: an error for both sides. Releases the lock meanwhile. */
static bool refuse(struct kernels_world *world, struct pending *pending, uint32_t process,
	const struct kernels_exchange *exchange, struct async_value **results)
{
	const size_t count = (size_t)exchange->member_count * exchange->input_count;
	struct async_error *error = mismatch(world, pending->first_process, pending->name, name_of(exchange),
		pending->fingerprint, exchange->fingerprint);
	for (size_t i = 0; i < count; i++)
		results[i] = async_value_create_error(world->allocator, async_error_retain(error));
	async_error_release(error);
	pending->took[exchange->self] = true;
	complete(world, pending, exchange->self, process, NULL,
		mismatch(world, process, name_of(exchange), pending->name, pending->fingerprint, exchange->fingerprint));
	return true;
}

static bool world_exchange(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
	struct async_value **results)
{
	struct kernels_world *world = ctx;
	const uint32_t number = kernels_process_number(process);
	pthread_mutex_lock(&world->lock);
	struct pending *pending = find_exchange(world, exchange);
	if (pending && (pending->input_count != exchange->input_count || pending->kind != exchange->kind ||
			       pending->fingerprint != exchange->fingerprint)) {
		const bool good = refuse(world, pending, number, exchange, results);
		pthread_mutex_unlock(&world->lock);
		return good;
	}
	if (!pending) {
		pending = pending_create(world, exchange->kind, exchange->channel, exchange->members,
			exchange->member_count, exchange->input_count);
		if (pending) {
			pending->fingerprint = exchange->fingerprint;
			pending->name = name_of(exchange);
			pending->first_process = number;
		}
	}
	if (pending) {
		for (size_t i = 0; i < (size_t)pending->member_count * pending->input_count; i++)
			results[i] = async_value_retain(pending->values[i]);
		pending->took[exchange->self] = true;
		pending->missing++; /* stays until the members that have ended are handled */
		complete(world, pending, exchange->self, number, exchange->inputs, NULL);
		while (fail_ended(world, pending))
			;
		finish_member(world, pending);
	}
	pthread_mutex_unlock(&world->lock);
	return pending != NULL;
}

/* ---- transfers */

static bool fits(uint32_t known, uint32_t wanted) { return known == NO_PEER || wanted == NO_PEER || known == wanted; }

/* The oldest transfer that waits for this side, or a new one. */
static struct pending *find_transfer(struct kernels_world *world, const struct kernels_transfer *transfer, bool send,
	uint32_t source, uint32_t target)
{
	for (struct pending *p = world->first; p; p = p->next)
		if (p->kind == TRANSFER && p->channel == transfer->channel && !(send ? p->sent : p->received) &&
			p->input_count == transfer->count && fits(p->source, source) && fits(p->target, target))
			return p;
	struct pending *made = pending_create(world, TRANSFER, transfer->channel, NULL, 1, transfer->count);
	if (made) {
		made->missing = 2;
		made->source = source;
		made->target = target;
	}
	return made;
}

static uint32_t peer_of(const struct kernels_transfer *transfer)
{
	return transfer->peer < 0 || transfer->peer >= NO_PEER ? NO_PEER : (uint32_t)transfer->peer;
}

static bool world_send(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer)
{
	struct kernels_world *world = ctx;
	pthread_mutex_lock(&world->lock);
	struct pending *pending =
		find_transfer(world, transfer, true, kernels_process_number(process), peer_of(transfer));
	if (pending) {
		pending->sent = true;
		complete(world, pending, 0, kernels_process_number(process), transfer->inputs, NULL);
	}
	pthread_mutex_unlock(&world->lock);
	return pending != NULL;
}

/* Nobody can send what this transfer waits for. */
static bool is_hopeless(const struct kernels_world *world, const struct pending *pending)
{
	if (pending->kind != TRANSFER || pending->sent)
		return false;
	if (pending->source != NO_PEER)
		return world->ended[pending->source];
	return world->running <= 1;
}

static void fail_transfer(struct kernels_world *world, struct pending *pending)
{
	pending->sent = true;
	const uint32_t source = pending->source == NO_PEER ? 0 : pending->source;
	complete(world, pending, 0, source, NULL, ended_error(world, source));
}

static bool world_receive(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer,
	struct async_value **results)
{
	struct kernels_world *world = ctx;
	uint32_t source = peer_of(transfer);
	if (source != NO_PEER && source >= world->replicas * world->partitions)
		source = NO_PEER;
	pthread_mutex_lock(&world->lock);
	struct pending *pending = find_transfer(world, transfer, false, source, kernels_process_number(process));
	if (pending) {
		for (uint32_t i = 0; i < pending->input_count; i++)
			results[i] = async_value_retain(pending->values[i]);
		pending->received = true;
		if (is_hopeless(world, pending))
			fail_transfer(world, pending);
		finish_member(world, pending);
	}
	pthread_mutex_unlock(&world->lock);
	return pending != NULL;
}

/* ---- the end of a process */

/* Fails one operation that waits for a process that has ended. */
static bool fail_one(struct kernels_world *world)
{
	for (struct pending *p = world->first; p; p = p->next) {
		if (fail_ended(world, p))
			return true;
		if (is_hopeless(world, p)) {
			fail_transfer(world, p);
			return true;
		}
	}
	return false;
}

void kernels_world_end(struct kernels_world *world, uint32_t process)
{
	pthread_mutex_lock(&world->lock);
	world->ended[process] = true;
	world->running--;
	while (fail_one(world))
		;
	pthread_mutex_unlock(&world->lock);
}

/* Others wait for the end of the process, which is near. */
static void world_cancelled(void *ctx, const struct kernels_process *process, struct async_error *error)
{
	struct kernels_world *world = ctx;
	(void)process;
	if (async_error_code(error) != ASYNC_CODE_DEADLINE_EXCEEDED)
		return;
	pthread_mutex_lock(&world->lock);
	world->is_late = true;
	pthread_mutex_unlock(&world->lock);
}

/* ---- the host */

static bool world_infeed(void *ctx, const struct kernels_process *process, uint32_t count, struct async_value **results)
{
	struct kernels_world *world = ctx;
	(void)process;
	pthread_mutex_lock(&world->lock);
	uint32_t number = world->feeds++;
	pthread_mutex_unlock(&world->lock);
	if (world->next_feed && world->next_feed(world->feed_ctx, number, count, results))
		return true;
	for (uint32_t i = 0; i < count; i++)
		results[i] = async_value_create_error(world->allocator,
			async_error_make(ASYNC_CODE_OUT_OF_RANGE, "the infeed has no values left"));
	return true;
}

const struct kernels_engine *kernels_world_engine(void)
{
	static const struct kernels_engine engine = { .size = sizeof engine, .exchange = world_exchange, .send = world_send,
		.receive = world_receive, .infeed = world_infeed, .cancelled = world_cancelled };
	return &engine;
}
