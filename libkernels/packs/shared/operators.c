/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <shared/operators.h>
#include <string.h>

static bool same_shape(const struct kernels_shared__operator_key *a, const struct kernels_shared__operator_key *b)
{
	return a->address == b->address && memcmp(a->numbers, b->numbers, sizeof a->numbers) == 0;
}

static bool same_weights(const struct kernels_shared__operator_key *a, const struct kernels_shared__operator_key *b)
{
	return memcmp(a->weights, b->weights, sizeof a->weights) == 0;
}

void *kernels_shared__operator_take(
	struct kernels_shared__operators *operators, const struct kernels_shared__operator_key *key)
{
	void *op = NULL;
	pthread_mutex_lock(&operators->lock);
	for (size_t i = 0; i < SHARED_MOST_OPERATORS && !op; i++) {
		struct kernels_shared__operator_place *place = &operators->places[i];
		/* versions differ most often */
		if (place->op && same_weights(&place->key, key) && same_shape(&place->key, key)) {
			op = place->op;
			place->op = NULL;
		}
	}
	pthread_mutex_unlock(&operators->lock);
	return op;
}

void kernels_shared__operator_give(
	struct kernels_shared__operators *operators, const struct kernels_shared__operator_key *key, void *op)
{
	struct kernels_shared__operator_place *places = operators->places;
	void *old[SHARED_MOST_OPERATORS];
	size_t place = 0, old_count = 0;
	pthread_mutex_lock(&operators->lock);
	for (size_t i = 0; i < SHARED_MOST_OPERATORS; i++) {
		if (places[i].op && same_shape(&places[i].key, key) && !same_weights(&places[i].key, key)) {
			old[old_count++] = places[i].op;
			places[i].op = NULL;
		}
		if (places[place].op && (!places[i].op || places[i].used < places[place].used))
			place = i;
	}
	if (places[place].op)
		old[old_count++] = places[place].op;
	places[place] = (struct kernels_shared__operator_place){ *key, op, ++operators->uses };
	pthread_mutex_unlock(&operators->lock);
	while (old_count > 0)
		operators->destroy(old[--old_count]);
}
