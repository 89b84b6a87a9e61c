/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "block.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64 /* of wide loads */

static struct pjrt__block *make(PJRT_Client *client, void *data, size_t size)
{
	struct pjrt__block *block = async_alloc(async_allocator_cached(), sizeof *block, _Alignof(struct pjrt__block));
	if (block)
		*block = (struct pjrt__block){ .client = pjrt__client_retain(client), .counts = PJRT__USE + 1, .data = data,
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
		block->own = true;
	return block;
}

struct pjrt__block *pjrt__block_of_tensor(PJRT_Client *client, const struct bef_model_tensor *tensor)
{
	struct pjrt__block *block = make(client, tensor->data, tensor->size);
	if (block) {
		block->owner = tensor->owner;
		block->lent = true;
	}
	return block;
}

struct pjrt__block *pjrt__block_pending(PJRT_Client *client, size_t size)
{
	struct pjrt__block *block = make(client, NULL, size);
	if (block)
		block->lent = true; /* as the result of a call */
	return block;
}

struct pjrt__block *pjrt__block_of_memory(PJRT_Client *client, void *data, size_t size)
{
	return make(client, data, size);
}

bool pjrt__block_adopt(struct pjrt__block *block, const struct bef_model_tensor *shape, void (*release)(void *ctx), void *ctx)
{
	struct bef_model_tensor tensor = *shape;
	tensor.data = block->data;
	tensor.size = block->size;
	if (bef_model_tensor_adopt(&tensor, &block->client->host, release, ctx, NULL) != BEF_OK)
		return false;
	block->owner = tensor.owner;
	return true;
}

struct pjrt__block *pjrt__block_retain(struct pjrt__block *block)
{
	if (__atomic_load_n(&block->counts, __ATOMIC_RELAXED) == PJRT__USE + 1) /* of the caller: nobody else knows the block */
		__atomic_store_n(&block->counts, PJRT__USE + 2, __ATOMIC_RELAXED);
	else
		__atomic_add_fetch(&block->counts, 1, __ATOMIC_RELAXED);
	return block;
}

static void free_block(struct pjrt__block *block)
{
	pjrt__client_release(block->client);
	async_free(async_allocator_cached(), block, sizeof *block, _Alignof(struct pjrt__block));
}

/* Ends `less` owners and uses; the last owner frees the block. */
static void drop(struct pjrt__block *block, uint64_t less)
{
	/* pairs with the drops of other owners */
	if (__atomic_sub_fetch(&block->counts, less, __ATOMIC_ACQ_REL) == 0)
		free_block(block);
}

void pjrt__block_release(struct pjrt__block *block)
{
	if (block)
		drop(block, 1);
}

bool pjrt__block_use(struct pjrt__block *block)
{
	uint64_t counts = __atomic_load_n(&block->counts, __ATOMIC_RELAXED);
	do {
		if (counts < PJRT__USE)
			return false;
		/* acquire: pairs with the drop that made the caller's use unique */
	} while (!__atomic_compare_exchange_n(
		&block->counts, &counts, counts + PJRT__USE + 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
	return true;
}

static void drop_data(struct pjrt__block *block)
{
	if (block->owner) {
		struct bef_model_tensor tensor = { .owner = block->owner };
		bef_model_tensor_release(&tensor);
	} else if (block->deleted) {
		block->deleted(block->data, block->deleted_arg);
	} else if (block->own) {
		free(block->data);
	}
	block->owner = block->data = NULL;
	if (block->done) {
		pjrt__event_set(block->done, NULL);
		pjrt__event_release(block->done);
		block->done = NULL;
	}
}

void pjrt__block_unuse(struct pjrt__block *block)
{
	uint64_t counts = __atomic_load_n(&block->counts, __ATOMIC_RELAXED);
	/* release: pairs with the last end below */
	while (counts >= 2 * PJRT__USE) {
		if (__atomic_compare_exchange_n(&block->counts, &counts, counts - PJRT__USE - 1, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
			return;
	}
	/* acquire and release: pairs with the ends of other uses, whose accesses are over. The owner that goes with the use keeps the
	 * block meanwhile */
	if (__atomic_sub_fetch(&block->counts, PJRT__USE, __ATOMIC_ACQ_REL) < PJRT__USE)
		drop_data(block);
	drop(block, 1);
}

void pjrt__block_end(struct pjrt__block *block, bool in_use)
{
	/* acquire: pairs with the drops of others. Nobody else can get a reference */
	if (__atomic_load_n(&block->counts, __ATOMIC_ACQUIRE) == (in_use ? PJRT__USE : 0) + 1 + in_use) {
		if (in_use)
			drop_data(block);
		free_block(block);
		return;
	}
	if (in_use)
		pjrt__block_unuse(block);
	drop(block, 1);
}

bool pjrt__block_is_unique(const struct pjrt__block *block)
{
	/* pairs with the ends of other uses */
	return __atomic_load_n(&block->counts, __ATOMIC_ACQUIRE) / PJRT__USE == 1;
}
