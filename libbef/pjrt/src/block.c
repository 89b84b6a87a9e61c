/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "block.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64 /* of wide loads */

static struct pjrt__block *make(PJRT_Client *client, void *data, size_t size)
{
	struct pjrt__block *block = malloc(sizeof *block);
	if (block)
		*block = (struct pjrt__block){ .client = pjrt__client_retain(client), .owners = 1, .uses = 1, .data = data,
			.size = size };
	return block;
}

struct pjrt__block *pjrt__block_create(PJRT_Client *client, size_t size)
{
	if (size > SIZE_MAX / 2)
		return NULL;
	void *data = aligned_alloc(ALIGNMENT, (size + ALIGNMENT) & ~(size_t)(ALIGNMENT - 1));
	struct pjrt__block *block = data ? make(client, data, size) : NULL;
	if (!block)
		free(data);
	else
		block->writable = true;
	return block;
}

struct pjrt__block *pjrt__block_of_tensor(PJRT_Client *client, const struct bef_model_tensor *tensor)
{
	struct pjrt__block *block = make(client, tensor->data, tensor->size);
	if (block) {
		block->tensor = *tensor;
		block->writable = true;
	}
	return block;
}

struct pjrt__block *pjrt__block_of_memory(PJRT_Client *client, void *data, size_t size)
{
	return make(client, data, size);
}

struct pjrt__block *pjrt__block_retain(struct pjrt__block *block)
{
	__atomic_add_fetch(&block->owners, 1, __ATOMIC_RELAXED);
	return block;
}

void pjrt__block_release(struct pjrt__block *block)
{
	/* pairs with the releases of other owners */
	if (!block || __atomic_sub_fetch(&block->owners, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	pjrt__client_release(block->client);
	free(block);
}

bool pjrt__block_use(struct pjrt__block *block)
{
	uint32_t uses = __atomic_load_n(&block->uses, __ATOMIC_RELAXED);
	do {
		if (uses == 0)
			return false;
	} while (!__atomic_compare_exchange_n(&block->uses, &uses, uses + 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
	pjrt__block_retain(block);
	return true;
}

static void drop_data(struct pjrt__block *block)
{
	if (block->tensor.owner)
		bef_model_tensor_release(&block->tensor);
	else if (block->deleted)
		block->deleted(block->data, block->deleted_arg);
	else if (!block->done)
		free(block->data);
	block->data = NULL;
	if (block->done) {
		pjrt__event_set(block->done, NULL);
		pjrt__event_release(block->done);
		block->done = NULL;
	}
}

void pjrt__block_unuse(struct pjrt__block *block)
{
	/* pairs with the ends of other uses: their accesses are over */
	if (__atomic_sub_fetch(&block->uses, 1, __ATOMIC_ACQ_REL) == 0)
		drop_data(block);
	pjrt__block_release(block);
}

bool pjrt__block_is_unique(const struct pjrt__block *block)
{
	return __atomic_load_n(&block->uses, __ATOMIC_ACQUIRE) == 1;
}
