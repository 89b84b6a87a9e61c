/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libasync: a value that a task computes, and a thread that awaits it. */
#include <async/async.h>
#include <stdio.h>

static const struct async_type number_type = { "example.number", sizeof(int), sizeof(int), NULL, NULL, NULL };

static void compute(void *ctx)
{
	struct async_value *answer = ctx;
	int number = 6 * 7;
	async_value_emplace(answer, &number);
	async_value_release(answer);
}

int main(void)
{
	struct async_queue *queue = async_queue_create_threads(NULL, NULL);
	struct async_value *answer = async_value_create(async_allocator_system(), async_type_register(&number_type));
	if (!queue || !answer)
		return 3;
	async_queue_add(queue, compute, async_value_retain(answer));
	async_queue_await(queue, &answer, 1);
	printf("libasync %s: %d\n", async_version(), *(int *)async_value_payload(answer));
	async_value_release(answer);
	async_queue_destroy(queue);
	return 0;
}
