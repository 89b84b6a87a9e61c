/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program in README.md: adds two numbers on a work queue, and waits for the sum. */
#include <async/async.h>
#include <stdio.h>

static void add(void *ctx)
{
	struct async_value *sum = ctx;
	int32_t result = 40 + 2;
	async_value_emplace(sum, &result); /* wakes the thread in async_queue_await() */
	async_value_release(sum);
}

int main(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	struct async_queue *queue = async_queue_create_threads(NULL, NULL);
	struct async_value *sum = async_value_create(NULL, async_type_register(&type));
	async_queue_add(queue, add, async_value_retain(sum));
	async_queue_await(queue, &sum, 1);
	printf("%d\n", *(int32_t *)async_value_payload(sum));
	async_value_release(sum);
	async_queue_destroy(queue);
	return 0;
}
