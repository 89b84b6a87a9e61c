/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/chain.h"
#include "expr/convert.h"
#include "fusion/access.h"
#include <shared/share.h>
#include <string.h>

enum {
	TILE = 256,         /* elements that are converted at a time */
	SHARE_BLOCK = 4096, /* elements that a thread takes at a time */
	LARGEST = 16        /* bytes of an element */
};

/* ---- conversion */

/* Integers of one size differ only in how the bits above the result are read, which products do not do. */
static bool same_bits(enum kernels_dtype from, enum kernels_dtype to)
{
	const bool narrow = to == KERNELS_I2 || to == KERNELS_I4 || to == KERNELS_UI2 || to == KERNELS_UI4;
	return from == to || (hlo_is_integer(from) && hlo_is_integer(to) && !narrow &&
				     kernels_dtype_size(from) == kernels_dtype_size(to));
}

bool kernels_hlo__chain_is_copy(const struct hlo_chain *chain)
{
	return same_bits(chain->from, chain->middle) && same_bits(chain->middle, chain->to);
}

void kernels_hlo__chain_run(const struct hlo_chain *chain, const void *from, size_t n, void *to)
{
	_Alignas(64) char between[TILE * LARGEST];
	const size_t from_size = kernels_dtype_size(chain->from), to_size = kernels_dtype_size(chain->to);
	if (same_bits(chain->from, chain->middle)) {
		if (same_bits(chain->middle, chain->to))
			memcpy(to, from, n * to_size);
		else
			kernels_hlo__convert(chain->to, to, chain->middle, from, n);
		return;
	}
	if (same_bits(chain->middle, chain->to)) {
		kernels_hlo__convert(chain->middle, to, chain->from, from, n);
		return;
	}
	for (size_t done = 0; done < n; done += TILE) {
		const size_t some = n - done < TILE ? n - done : TILE;
		kernels_hlo__convert(chain->middle, between, chain->from, (const char *)from + done * from_size, some);
		kernels_hlo__convert(chain->to, (char *)to + done * to_size, chain->middle, between, some);
	}
}

void kernels_hlo__fill_zero(enum kernels_dtype dtype, void *to, size_t n)
{
	const size_t size = kernels_dtype_size(dtype);
	const uint8_t zero = 0;
	if (n > 0)
		kernels_hlo__convert(dtype, to, KERNELS_UI8, &zero, 1); /* a type without zero has a substitute */
	for (size_t i = 1; i < n; i++)
		memcpy((char *)to + i * size, to, size);
}

/* ---- the walk */

struct packing {
	const struct hlo_walk *walk;
	const struct hlo_chain *chain;
	const void *from;
	void *to;
	size_t elements;
};

/* Units of SHARE_BLOCK elements. */
static void pack_units(const void *data, size_t begin, size_t end)
{
	const struct packing *p = data;
	const size_t from_size = kernels_dtype_size(p->chain->from), to_size = kernels_dtype_size(p->chain->to);
	const size_t first = begin * SHARE_BLOCK;
	const size_t last = end * SHARE_BLOCK < p->elements ? end * SHARE_BLOCK : p->elements;
	const bool copies = kernels_hlo__chain_is_copy(p->chain);
	_Alignas(64) char tile[TILE * LARGEST];
	struct hlo_walk walk = *p->walk;
	const struct hlo_access access = { walk.start, walk.rank, walk.dims, walk.steps };
	for (size_t at = first; at < last; at += TILE) {
		const size_t n = last - at < TILE ? last - at : TILE;
		char *to = (char *)p->to + at * to_size, *copy = copies ? to : tile;
		const void *from = kernels_hlo__access_read(&access, p->from, from_size, at, n, copy);
		if (!copies || from != copy)
			kernels_hlo__chain_run(p->chain, from, n, to);
	}
}

const void *kernels_hlo__walk_pack(const struct hlo_run *run, const struct hlo_walk *walk, const struct hlo_chain *chain,
	const void *from, void **out_block, size_t *out_size)
{
	*out_block = NULL;
	*out_size = 0;
	if (walk->elements == 0 || (walk->start == 0 && hlo_walk_in_order(walk) && kernels_hlo__chain_is_copy(chain)))
		return from;
	const size_t size = (size_t)walk->elements * kernels_dtype_size(chain->to);
	void *block = async_alloc(run->allocator, size, 64);
	if (!block)
		return NULL;
	const struct packing packing = { walk, chain, from, block, (size_t)walk->elements };
	kernels_shared__share(kernels_host(run->request)->queue, pack_units, &packing,
		(packing.elements + SHARE_BLOCK - 1) / SHARE_BLOCK, packing.elements);
	*out_block = block;
	*out_size = size;
	return block;
}
