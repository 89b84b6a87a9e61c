/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copying and taking payloads, waiters through a queue, causes of errors, and the allocators budget and cached. */
#include "support.h"
#include <pthread.h>

static int owner_copy(void *to, const void *from)
{
	const struct owner *source = from;
	if (source->number < 0)
		return 1;
	owner_init(to, source->number);
	return 0;
}

static async_type_id type_copyable(void)
{
	static const struct async_type type = { "!test.copyable", sizeof(struct owner), _Alignof(struct owner),
		owner_destroy, owner_move, owner_copy };
	return async_type_register(&type);
}

static struct async_value *make_owner(const struct async_allocator *memory, async_type_id type, int number)
{
	struct async_value *value = async_value_create(memory, type);
	struct owner owner;
	owner_init(&owner, number);
	async_value_emplace(value, &owner);
	return value;
}

static void copies(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = make_owner(memory, type_copyable(), 7), *copy, *plain = make_i32(memory, 3);
	CHECK_INT(async_value_copy(memory, value, &copy), ASYNC_OK);
	CHECK_INT(owners_alive, 2);
	CHECK_INT(((struct owner *)async_value_payload(copy))->number, 7);
	async_value_release(copy);
	CHECK_INT(async_value_copy(memory, plain, &copy), ASYNC_OK);
	CHECK_INT(get_i32(copy), 3);
	async_value_release(copy);
	struct async_value *indirect = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	CHECK_INT(async_value_copy(memory, indirect, &copy), ASYNC_E_STATE);
	CHECK(!copy);
	async_value_forward(indirect, value);
	CHECK_INT(async_value_copy(memory, indirect, &copy), ASYNC_OK);
	CHECK_INT(copy->kind, ASYNC_CONCRETE);
	async_value_release(copy);
	async_value_release(indirect);
	async_value_release(plain);
	memory_end(memory);
}

static void copies_fail_in_order(void)
{
	const struct async_allocator *memory = memory_begin(), *none = async_allocator_create_budget(NULL, 0);
	struct async_value *value = make_owner(memory, type_owner(), 1), *bad = make_owner(memory, type_copyable(), -1),
			   *copy;
	CHECK_INT(async_value_copy(memory, value, &copy), ASYNC_E_UNSUPPORTED); /* destroy without copy */
	CHECK(!copy);
	CHECK_INT(async_value_copy(memory, bad, &copy), ASYNC_E_NOMEM); /* copy() fails */
	CHECK_INT(async_value_copy(none, bad, &copy), ASYNC_E_NOMEM);
	struct async_error *error = async_error_create(memory, ASYNC_CODE_ABORTED, nowhere, "why");
	struct async_value *failed = async_value_create_error(memory, error);
	CHECK_INT(async_value_copy(memory, failed, &copy), ASYNC_OK);
	CHECK(async_value_error(copy) == error); /* shared */
	async_value_release(copy);
	async_value_release(failed);
	async_value_release(value);
	async_value_release(bad);
	async_allocator_destroy(none);
	memory_end(memory);
}

static void takes_the_only_reference(void)
{
	const struct async_allocator *memory = memory_begin();
	struct owner owner;
	CHECK_INT(async_value_take(make_owner(memory, type_owner(), 9), &owner), ASYNC_OK);
	CHECK_INT(owner.number, 9);
	CHECK_INT(owners_alive, 1); /* moved */
	owner_destroy(&owner);
	struct async_value *indirect = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	async_value_forward(indirect, make_owner(memory, type_owner(), 10));
	CHECK_INT(async_value_take(indirect, &owner), ASYNC_OK);
	CHECK_INT(owner.number, 10);
	owner_destroy(&owner);
	int32_t number = 0;
	CHECK_INT(async_value_take(make_i32(async_allocator_cached(), 4), &number), ASYNC_OK);
	CHECK_INT(number, 4);
	memory_end(memory);
}

static void takes_a_copy_of_what_is_shared(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = make_owner(memory, type_copyable(), 5),
			   *rigid = make_owner(memory, type_owner(), 6);
	struct owner owner;
	CHECK_INT(async_value_take(async_value_retain(value), &owner), ASYNC_OK);
	CHECK_INT(owners_alive, 3);
	CHECK_INT(owner.number, 5);
	owner_destroy(&owner);
	async_value_retain(rigid);
	CHECK_INT(async_value_take(rigid, &owner), ASYNC_E_UNSUPPORTED);
	async_value_release(rigid); /* was not given back */
	CHECK(async_value_is_unique(value));
	struct async_value *late = async_value_create(memory, type_i32());
	CHECK_INT(async_value_take(late, &owner), ASYNC_E_STATE);
	async_value_release(late);
	async_value_release(value);
	async_value_release(rigid);
	memory_end(memory);
}

/* ---- waiters through a queue */

static int called;
static void call(void *ctx)
{
	(void)ctx;
	called++;
}

static void waiters_become_tasks(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	struct async_value *value = async_value_create(memory, type_i32()), *other = async_chain_create(memory);
	struct async_value *both[2] = { value, other };
	struct async_task_waiter waiter = { { NULL, NULL }, queue, { call, NULL } };
	int32_t payload = 1;
	called = 0;
	async_value_and_then_task(value, &waiter);
	CHECK_INT(async_value_and_then_on(value, queue, call, NULL), ASYNC_OK);
	CHECK_INT(async_values_when_ready_on(memory, both, 2, queue, call, NULL), ASYNC_OK);
	async_value_emplace(value, &payload);
	CHECK_INT(called, 0); /* not in the thread that completes */
	async_queue_quiesce(queue);
	CHECK_INT(called, 2);
	CHECK_INT(async_value_and_then_on(value, queue, call, NULL), ASYNC_OK); /* available: still through the queue */
	CHECK_INT(called, 2);
	async_queue_quiesce(queue);
	CHECK_INT(called, 3);
	async_value_release(other); /* dropped: cancelled, and told */
	async_queue_quiesce(queue);
	CHECK_INT(called, 4);
	async_value_release(value);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- causes */

static void errors_have_causes(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_error *root = async_error_create(memory, ASYNC_CODE_NOT_FOUND, nowhere, "no such file");
	struct async_error *top = async_error_create_from(
		memory, async_error_retain(root), ASYNC_CODE_ABORTED, nowhere, "loading %s", "weights");
	CHECK_STR(async_error_message(top), "loading weights");
	CHECK(async_error_cause(top) == root);
	CHECK(!async_error_cause(root));
	CHECK(!async_error_origin(top));
	async_error_set_origin(top, "demo.load");
	CHECK_STR(async_error_origin(top), "demo.load");
	CHECK(!async_error_origin(root));
	async_error_release(root);
	CHECK_STR(async_error_message(async_error_cause(top)), "no such file");
	for (int i = 0; i < TIMES(100000, 100000, 200); i++) /* a long chain is released without recursion */
		top = async_error_create_from(memory, top, ASYNC_CODE_ABORTED, nowhere, "again");
	async_error_release(top);
	const struct async_allocator *none = async_allocator_create_budget(NULL, 0);
	root = async_error_create(memory, ASYNC_CODE_NOT_FOUND, nowhere, "lost");
	top = async_error_create_from(none, root, ASYNC_CODE_ABORTED, nowhere, "no room");
	CHECK_INT(async_error_code(top), ASYNC_CODE_RESOURCE_EXHAUSTED);
	async_error_set_origin(top, "demo.load");
	CHECK(!async_error_origin(top)); /* it is everybody's */
	async_error_release(top);
	async_allocator_destroy(none);
	memory_end(memory);
}

/* ---- allocators */

static void budget_gives_errors(void)
{
	const struct async_allocator *memory = memory_begin(), *budget = async_allocator_create_budget(memory, 100);
	void *p = async_alloc(budget, 60, 8);
	CHECK(p && async_allocator_budget_left(budget) == 40);
	CHECK(!async_alloc(budget, 41, 8));
	CHECK(!async_resize(budget, p, 60, 101, 8)); /* p is untouched */
	p = async_resize(budget, p, 60, 100, 8);
	CHECK(p && async_allocator_budget_left(budget) == 0);
	CHECK(!make_i32(budget, 1));
	struct async_error *error = async_error_create(budget, ASYNC_CODE_INTERNAL, nowhere, "x");
	CHECK_INT(async_error_code(error), ASYNC_CODE_RESOURCE_EXHAUSTED);
	CHECK(async_value_is_error(async_value_out_of_memory()));
	p = async_resize(budget, p, 100, 50, 8);
	CHECK_INT(async_allocator_budget_left(budget), 50);
	async_free(budget, p, 50, 8);
	CHECK_INT(async_allocator_budget_left(budget), 100);
	struct async_value *value = make_i32(budget, 1); /* there is room again */
	CHECK(value != NULL);
	async_value_release(value);
	async_allocator_destroy(budget);
	memory_end(memory);
}

static void *use_budget(void *arg)
{
	for (int i = 0; i < TIMES(20000, 20000, 30); i++) {
		void *p = async_alloc(arg, 30, 8);
		if (p) {
			*(volatile char *)p = 1;
			async_free(arg, p, 30, 8);
		}
	}
	return NULL;
}

static void budget_is_kept_under_threads(void)
{
	const struct async_allocator *counting = memory_begin(), *budget = async_allocator_create_budget(counting, 70);
	uint64_t before = async_allocator_stats(counting).live_bytes;
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, use_budget, (void *)(uintptr_t)budget);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(async_allocator_budget_left(budget), 70);
	CHECK(async_allocator_stats(counting).peak_bytes <= before + 70);
	async_allocator_destroy(budget);
	memory_end(counting);
}

/* Blocks made in one thread and freed in another, of all sizes; none may be handed out twice. */
enum { BLOCKS = TIMES(3000, 3000, 300) };
struct exchange {
	pthread_mutex_t lock;
	unsigned char *blocks[BLOCKS];
	int errors;
};

static size_t size_of(int i) { return (size_t)(i % 200) + (i % 7 == 0); }

static void *free_all(void *arg)
{
	struct exchange *exchange = arg;
	pthread_mutex_lock(&exchange->lock);
	for (int i = 0; i < BLOCKS; i++) {
		for (size_t k = 0; k < size_of(i); k++)
			exchange->errors += exchange->blocks[i][k] != (unsigned char)i;
		async_free(async_allocator_cached(), exchange->blocks[i], size_of(i), 8);
	}
	pthread_mutex_unlock(&exchange->lock);
	return NULL;
}

static void cached_blocks_travel(void)
{
	struct exchange exchange = { PTHREAD_MUTEX_INITIALIZER, { NULL }, 0 };
	for (int round = 0; round < TIMES(20, 20, 3); round++) {
		pthread_t thread;
		for (int i = 0; i < BLOCKS; i++) {
			exchange.blocks[i] = async_alloc(async_allocator_cached(), size_of(i), i % 5 == 0 ? 64 : 8);
			CHECK_OR_RETURN(exchange.blocks[i] != NULL);
			memset(exchange.blocks[i], i, size_of(i));
		}
		for (int i = 0; i < BLOCKS; i += 5) { /* those with the large alignment here, with that alignment */
			CHECK_INT((uintptr_t)exchange.blocks[i] % 64, 0);
			async_free(async_allocator_cached(), exchange.blocks[i], size_of(i), 64);
			exchange.blocks[i] = async_alloc(async_allocator_cached(), size_of(i), 8);
			memset(exchange.blocks[i], i, size_of(i));
		}
		if (pthread_create(&thread, NULL, free_all, &exchange) != 0)
			return;
		pthread_join(thread, NULL);
	}
	CHECK_INT(exchange.errors, 0);
}

static void cached_resizes(void)
{
	const struct async_allocator *cached = async_allocator_cached();
	unsigned char *p = async_resize(cached, NULL, 0, 10, 8);
	size_t size = 10;
	memset(p, 42, 10);
	for (size_t next = 16; next < 1000; next += 37) {
		p = async_resize(cached, p, size, next, 8);
		size = next;
		for (int i = 0; i < 10; i++)
			CHECK_INT(p[i], 42);
	}
	p = async_resize(cached, p, size, 10, 8);
	CHECK_INT(p[9], 42);
	async_free(cached, p, 10, 8);
	async_free(cached, NULL, 10, 8);
}

/* The size that README.md states. */
static void int32_takes_28_bytes(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = make_i32(memory, 1);
	CHECK_INT(async_allocator_stats(memory).live_bytes, 12 + 2 * sizeof(void *)); /* 28 in 64 bits */
	CHECK_INT((char *)async_value_payload(value) - (char *)value, 8 + 2 * sizeof(void *));
	async_value_release(value);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(int32_takes_28_bytes),
		CHECK_CASE(copies),
		CHECK_CASE(copies_fail_in_order),
		CHECK_CASE(takes_the_only_reference),
		CHECK_CASE(takes_a_copy_of_what_is_shared),
		CHECK_CASE(waiters_become_tasks),
		CHECK_CASE(errors_have_causes),
		CHECK_CASE(budget_gives_errors),
		CHECK_CASE(budget_is_kept_under_threads),
		CHECK_CASE(cached_blocks_travel),
		CHECK_CASE(cached_resizes),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
