/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operators that wait for their next use. */
#include "xnnpack.h"
#include <pthread.h>
#include <string.h>

#define MOST 128

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	struct kernels_xnnpack__key key;
	struct xnn_operator *op; /* NULL: an empty place */
	uint64_t used;
} places[MOST];
static uint64_t uses;

typedef uint64_t words __attribute__((vector_size(32), aligned(4), may_alias));

/* Eight sums of words that were mixed by multiplication; 64 bytes a step. Not against an adversary: who can write weights
 * can write results, too. */
void kernels_xnnpack__hash(const float *weights, size_t count, uint64_t out[2])
{
	enum { STEP = 16 };
	words a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 };
	size_t i = 0;
	for (; i + STEP <= count; i += STEP) {
		a ^= *(const words *)(weights + i);
		b ^= *(const words *)(weights + i + 8);
		/* times 5 and 9, and rotated: nothing that went in is lost, and all bits get everywhere */
		a += a << 2;
		a = a << 13 | a >> 51;
		b += b << 3;
		b = b << 17 | b >> 47;
	}
	uint64_t x = count, y = ~(uint64_t)count;
	for (int j = 0; j < 4; j++) {
		x = (x ^ a[j]) * UINT64_C(0x9e3779b97f4a7c15);
		x ^= x >> 32;
		y = (y ^ b[j] ^ (a[j] << 32 | a[j] >> 32)) * UINT64_C(0xc2b2ae3d27d4eb4f);
		y ^= y >> 29;
	}
	for (; i < count; i++) {
		uint32_t bits;
		memcpy(&bits, &weights[i], sizeof bits);
		x = (x ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
		x ^= x >> 32;
		y = (y ^ bits) * UINT64_C(0xc2b2ae3d27d4eb4f);
		y ^= y >> 29;
	}
	out[0] = x;
	out[1] = y;
}

struct xnn_operator *kernels_xnnpack__take(const struct kernels_xnnpack__key *key)
{
	struct xnn_operator *op = NULL;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < MOST && !op; i++) {
		if (places[i].op && memcmp(&places[i].key, key, sizeof *key) == 0) {
			op = places[i].op;
			places[i].op = NULL;
		}
	}
	pthread_mutex_unlock(&lock);
	return op;
}

void kernels_xnnpack__give(const struct kernels_xnnpack__key *key, struct xnn_operator *op)
{
	size_t place = 0;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < MOST && places[place].op; i++) {
		if (!places[i].op || places[i].used < places[place].used)
			place = i;
	}
	struct xnn_operator *old = places[place].op;
	places[place].key = *key;
	places[place].op = op;
	places[place].used = ++uses;
	pthread_mutex_unlock(&lock);
	if (old)
		kernels_xnnpack__xnn.destroy(old);
}
