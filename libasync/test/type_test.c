/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The registry of payload types. The cases build on each other: the registry lasts as long as the process. */
#include "support.h"
#include <pthread.h>

static const struct async_type i64 = { "i64", 8, 8, NULL, NULL, NULL };

/* Before the first registration, in several threads. */
static void *use_first_types(void *arg)
{
	const struct async_allocator *memories[] = { async_allocator_cached(), async_allocator_system() };
	pthread_barrier_wait(arg);
	intptr_t wrong = 0;
	for (int i = 0; i < 2 * 300; i++) { /* more than a thread drops before its cache is looked after */
		const struct async_allocator *memory = memories[i % 2];
		struct async_value *chain = async_chain_create(memory);
		struct async_value *error = async_value_create_error(memory,
			async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x"));
		wrong += async_value_type(chain) != ASYNC_TYPE_CHAIN || async_value_type(error) != ASYNC_TYPE_NONE;
		async_value_set_available(chain);
		wrong += !async_value_is_available(chain) || !async_value_payload(chain);
		async_value_release(chain);
		async_value_release(error);
	}
	return (void *)wrong;
}

static void first_types_need_no_registration(void)
{
	enum { THREADS = 3 };
	pthread_t threads[THREADS];
	pthread_barrier_t together;
	pthread_barrier_init(&together, NULL, THREADS);
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, use_first_types, &together) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		CHECK_INT((intptr_t)wrong, 0);
	}
	pthread_barrier_destroy(&together);
}

static void chain_is_there(void)
{
	CHECK_STR(async_type_get(ASYNC_TYPE_CHAIN)->name, "!tfrt.chain");
	CHECK_INT(async_type_get(ASYNC_TYPE_CHAIN)->size, 0);
	CHECK_INT(async_type_find("!tfrt.chain", 11), ASYNC_TYPE_CHAIN);
	static const struct async_type again = { "!tfrt.chain", 0, 1, NULL, NULL, NULL };
	static const struct async_type other = { "!tfrt.chain", 4, 4, NULL, NULL, NULL };
	CHECK_INT(async_type_register(&again), ASYNC_TYPE_CHAIN);
	CHECK_INT(async_type_register(&other), ASYNC_TYPE_NONE);
}

static void registered_is_found(void)
{
	CHECK_INT(async_type_find("i64", 3), ASYNC_TYPE_NONE);
	async_type_id id = async_type_register(&i64);
	CHECK(id > ASYNC_TYPE_CHAIN);
	CHECK(async_type_get(id) == &i64);
	CHECK_INT(async_type_find("i64", 3), id);
	CHECK_INT(async_type_find("i64 and more", 3), id); /* only these bytes count */
	CHECK_INT(async_type_find("i6", 2), ASYNC_TYPE_NONE);
	CHECK_INT(async_type_find("i64x", 4), ASYNC_TYPE_NONE);
	CHECK_INT(async_type_find("", 0), ASYNC_TYPE_NONE);
}

static void same_name_same_number(void)
{
	static const struct async_type same = { "i64", 8, 8, NULL, NULL, NULL };
	static const struct async_type larger = { "i64", 16, 8, NULL, NULL, NULL };
	static const struct async_type looser = { "i64", 8, 4, NULL, NULL, NULL };
	async_type_id id = async_type_find("i64", 3);
	CHECK_INT(async_type_register(&same), id);
	CHECK(async_type_get(id) == &i64); /* the first descriptor stays */
	CHECK_INT(async_type_register(&larger), ASYNC_TYPE_NONE);
	CHECK_INT(async_type_register(&looser), ASYNC_TYPE_NONE);
}

static void unsound_is_refused(void)
{
	static const struct async_type types[] = {
		{ NULL, 4, 4, NULL, NULL, NULL },
		{ "", 4, 4, NULL, NULL, NULL },
		{ "!test.align0", 4, 0, NULL, NULL, NULL },
		{ "!test.align3", 4, 3, NULL, NULL, NULL },
		{ "!test.align128", 4, 128, NULL, NULL, NULL },
		{ "!test.huge", SIZE_MAX - 8, 8, NULL, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		CHECK_INT(async_type_register(&types[i]), ASYNC_TYPE_NONE);
	CHECK_INT(async_type_find("!test.align3", 12), ASYNC_TYPE_NONE);
}

static void unknown_number_is_harmless(void)
{
	static const unsigned numbers[] = { ASYNC_TYPE_NONE, 3000, 4095, 4096, 65535 };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const struct async_type *type = async_type_get((async_type_id)numbers[i]);
		CHECK_STR(type->name, "?");
		CHECK_INT(type->size, 0);
	}
}

/* ---- several threads register the same names */

enum { NAMES = 200, THREADS = 4 };
static char names[NAMES][24];
static struct async_type shared[NAMES];

static void *register_all(void *arg)
{
	async_type_id *ids = arg;
	for (int i = 0; i < NAMES; i++) {
		ids[i] = async_type_register(&shared[i]);
		if (async_type_find(names[i], strlen(names[i])) != ids[i] || async_type_get(ids[i]) != &shared[i])
			ids[i] = ASYNC_TYPE_NONE;
	}
	return NULL;
}

static void threads_agree(void)
{
	static async_type_id ids[THREADS][NAMES];
	pthread_t threads[THREADS];
	for (int i = 0; i < NAMES; i++) {
		snprintf(names[i], sizeof names[i], "!test.shared%d", i);
		shared[i] = (struct async_type){ names[i], (size_t)i, 1, NULL, NULL, NULL };
	}
	for (int t = 0; t < THREADS; t++) {
		if (pthread_create(&threads[t], NULL, register_all, ids[t]) != 0)
			abort();
	}
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	for (int i = 0; i < NAMES; i++) {
		CHECK(ids[0][i] != ASYNC_TYPE_NONE);
		for (int t = 1; t < THREADS; t++)
			CHECK_INT(ids[t][i], ids[0][i]);
	}
}

static void table_can_be_full(void)
{
	static char many_names[4096][24];
	static struct async_type many[4096];
	int taken = 0;
	for (int i = 0; i < 4096; i++) {
		snprintf(many_names[i], sizeof many_names[i], "!test.many%d", i);
		many[i] = (struct async_type){ many_names[i], 1, 1, NULL, NULL, NULL };
		if (async_type_register(&many[i]) == ASYNC_TYPE_NONE)
			break;
		taken++;
	}
	CHECK_INT(taken + NAMES + 1 + 1, 4095); /* with i64 and the chain */
	for (int i = 0; i < taken; i++) {
		async_type_id id = async_type_find(many_names[i], strlen(many_names[i]));
		CHECK_OR_RETURN(async_type_get(id) == &many[i]);
	}
	CHECK_INT(async_type_find(many_names[taken], strlen(many_names[taken])), ASYNC_TYPE_NONE);
	CHECK_INT(async_type_register(&i64), async_type_find("i64", 3)); /* known names are still found */
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(first_types_need_no_registration),
		CHECK_CASE(chain_is_there),
		CHECK_CASE(registered_is_found),
		CHECK_CASE(same_name_same_number),
		CHECK_CASE(unsound_is_refused),
		CHECK_CASE(unknown_number_is_harmless),
		CHECK_CASE(threads_agree),
		CHECK_CASE(table_can_be_full),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
