/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The registry: finding, listing, and packs that cannot be added. */
#include "check.h"
#include <kernels/kernels.h>
#include <stdlib.h>

static void payload(struct kernels_call *call) { (void)call; }
static void frame(struct kernels_frame *f) { (void)f; }
static void native(struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
	struct async_value **results, uint32_t result_count)
{
	(void)request, (void)arguments, (void)argument_count, (void)results, (void)result_count;
}

static const struct kernels_kernel letters[] = {
	{ "t.c", "(i32) -> i32", payload, NULL, KERNELS_SYNC, 0 },
	{ "t.a", "() {value: f32, i64[]} -> f32", payload, NULL, 0, 0 },
	{ "t.b", "(i1, ...) {then: fn, else: fn, more: i32...} -> (...)", NULL, frame, KERNELS_QUICK, 0 },
};
static const struct kernels_native natives[] = { { "n_one", native }, { "n_two", native } };
static const struct kernels_pack pack_letters = KERNELS_PACK_INIT("letters", letters, natives, 2, NULL);

static const struct kernels_kernel others[] = { { "t.d", "() -> ()", payload, NULL, 0, 0 } };
static const struct kernels_pack pack_others = KERNELS_PACK_INIT("others", others, NULL, 0, NULL);

static struct kernels_registry *registry;
static struct kernels_diag diag;

static enum kernels_status add(const struct kernels_pack *pack)
{
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	return kernels_registry_add(registry, pack, &diag);
}

static const struct kernels_entry *find(const char *name)
{
	return kernels_registry_find(registry, name, strlen(name));
}

static void open_letters(void)
{
	registry = kernels_registry_create(NULL);
	CHECK_INT(add(&pack_letters), KERNELS_OK);
	CHECK_STR(diag.message, "");
}

static void close(void)
{
	kernels_registry_destroy(registry);
	registry = NULL;
}

static void empty(void)
{
	registry = kernels_registry_create(NULL);
	CHECK_INT(kernels_registry_count(registry), 0);
	CHECK(!kernels_registry_at(registry, 0));
	CHECK(!find("t.a"));
	CHECK(!kernels_registry_find_native(registry, "n_one", 5));
	close();
	kernels_registry_destroy(NULL);
}

static void finds(void)
{
	open_letters();
	const struct kernels_entry *entry = find("t.c");
	CHECK_OR_RETURN(entry);
	CHECK(entry->kernel == &letters[0]);
	CHECK(entry->pack == &pack_letters);
	CHECK_INT(entry->argument_count, 1);
	CHECK_INT(entry->arguments[0], kernels_types()->i32);
	CHECK(kernels_registry_find(registry, "t.cxyz", 3) == entry);
	CHECK(!find("t.cx"));
	CHECK(!find("t."));
	CHECK(!find(""));
	CHECK(!kernels_registry_find(registry, "t.c\0", 4));
	CHECK(kernels_registry_find_native(registry, "n_two!", 5) == &natives[1]);
	CHECK(!kernels_registry_find_native(registry, "t.c", 3));
	CHECK(!find("n_one"));
	close();
}

static void entries_hold_the_signature(void)
{
	open_letters();
	const struct kernels_entry *entry = find("t.b");
	CHECK_OR_RETURN(entry);
	CHECK_INT(entry->argument_count, 1);
	CHECK_INT(entry->more_arguments, 1);
	CHECK_INT(entry->function_count, 2);
	CHECK_INT(entry->result_count, 0);
	CHECK_INT(entry->more_results, 1);
	CHECK_INT(entry->attribute_count, 0);
	CHECK_INT(entry->more_attributes, 1);
	CHECK_INT(entry->attributes[0].kind, KERNELS_I32);
	entry = find("t.a");
	CHECK_INT(entry->attribute_count, 2);
	CHECK(entry->attributes[0].name_size == 5 && memcmp(entry->attributes[0].name, "value", 5) == 0);
	CHECK_INT(entry->attributes[1].kind, KERNELS_I64 | KERNELS_KIND_ARRAY);
	CHECK_INT(entry->results[0], kernels_types()->f32);
	close();
}

static void lists_by_name(void)
{
	open_letters();
	CHECK_INT(add(&pack_others), KERNELS_OK);
	static const char *const names[] = { "t.a", "t.b", "t.c", "t.d" };
	CHECK_INT(kernels_registry_count(registry), 4);
	for (size_t i = 0; i < 4; i++)
		CHECK_STR(kernels_registry_at(registry, i)->kernel->name, names[i]);
	CHECK(!kernels_registry_at(registry, 4));
	close();
}

static void entries_stay_when_packs_are_added(void)
{
	open_letters();
	const struct kernels_entry *entry = find("t.a");
	CHECK_INT(add(&pack_others), KERNELS_OK);
	CHECK(find("t.a") == entry);
	close();
}

/* A pack that cannot be added: checks the status and the message, and that the registry is unchanged. */
static void refuse(const struct kernels_pack *pack, enum kernels_status status, const char *message)
{
	open_letters();
	size_t count = kernels_registry_count(registry);
	CHECK_STR(kernels_status_name(add(pack)), kernels_status_name(status));
	CHECK_INT(diag.status, status);
	CHECK_STR(diag.message, message);
	CHECK_INT(kernels_registry_count(registry), count);
	CHECK(!find("x.good"));
	CHECK(!kernels_registry_find_native(registry, "x_native", 8));
	CHECK_INT(kernels_registry_add(registry, pack, NULL), status); /* and without diagnostics */
	close();
}

static void refuse_kernels(struct kernels_kernel second, enum kernels_status status, const char *message)
{
	const struct kernels_kernel kernels[] = { { "x.good", "() -> ()", payload, NULL, 0, 0 }, second };
	const struct kernels_pack pack = KERNELS_PACK_INIT("x", kernels, NULL, 0, NULL);
	refuse(&pack, status, message);
}

static void refuses_names_that_are_taken(void)
{
	refuse(&pack_letters, KERNELS_E_EXISTS, "pack letters: a pack of this name was added before");
	refuse_kernels((struct kernels_kernel){ "t.b", "() -> ()", payload, NULL, 0, 0 }, KERNELS_E_EXISTS,
		"pack x: kernel t.b is already in pack letters");
	refuse_kernels((struct kernels_kernel){ "x.good", "() -> ()", payload, NULL, 0, 0 }, KERNELS_E_EXISTS,
		"pack x: kernel x.good is already in pack x");
	static const struct kernels_native more[] = { { "x_native", native }, { "n_two", native } };
	static const struct kernels_pack pack = KERNELS_PACK_INIT("x", others, more, 2, NULL);
	refuse(&pack, KERNELS_E_EXISTS, "pack x: native function n_two is already registered");
}

static void refuses_broken_kernels(void)
{
	refuse_kernels((struct kernels_kernel){ "x.bad", "(i32, i33) -> i32", payload, NULL, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: signature, position 6: expected a registered type");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> (...)", payload, NULL, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: signature, position 7: expected a definite number of results");
	refuse_kernels((struct kernels_kernel){ "x.bad", NULL, payload, NULL, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: signature, position 0: expected '(' before the arguments");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", NULL, NULL, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: no function");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", payload, frame, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: is both a payload and a frame kernel");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", payload, NULL, 0x8002, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: unknown flags 0x8002");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", NULL, frame, KERNELS_SYNC, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel x.bad: only a payload kernel can be synchronous");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", payload, NULL, KERNELS_NONSTRICT, 0 },
		KERNELS_E_CORRUPT, "pack x: kernel x.bad: only a frame kernel can be nonstrict, pass on or borrow arguments, or keep types");
	refuse_kernels((struct kernels_kernel){ "x.bad", "() -> ()", payload, NULL, KERNELS_BORROWS, 0 },
		KERNELS_E_CORRUPT, "pack x: kernel x.bad: only a frame kernel can be nonstrict, pass on or borrow arguments, or keep types");
	refuse_kernels((struct kernels_kernel){ NULL, "() -> ()", payload, NULL, 0, 0 }, KERNELS_E_CORRUPT,
		"pack x: kernel number 1 has no name");
	static const struct kernels_native broken[] = { { "x_native", native }, { "x_other", NULL } };
	static const struct kernels_pack pack = KERNELS_PACK_INIT("x", others, broken, 2, NULL);
	refuse(&pack, KERNELS_E_CORRUPT, "pack x: native function number 1 has no name or no function");
}

static bool cannot(void) { return false; }

static void refuses_strange_packs(void)
{
	struct kernels_pack pack = pack_others;
	pack.abi = KERNELS_PACK_ABI + 1;
	refuse(&pack, KERNELS_E_VERSION, "pack others: built for ABI 2, but this library supports 1 to 1");
	pack.abi = 0;
	refuse(&pack, KERNELS_E_VERSION, "pack others: built for ABI 0, but this library supports 1 to 1");
	pack = pack_others;
	pack.sanitizer = KERNELS_SANITIZER + 1;
	char sanitizers[100];
	snprintf(sanitizers, sizeof sanitizers, "pack others: built with sanitizer %u, this library with %u",
		KERNELS_SANITIZER + 1, KERNELS_SANITIZER);
	refuse(&pack, KERNELS_E_UNSUPPORTED, sanitizers);
	pack = pack_others;
	pack.init = cannot;
	refuse(&pack, KERNELS_E_UNSUPPORTED, 
		"pack others: init() failed: a name of its types or its driver is taken, or the driver is for another version");
	static const char corrupt[] = "its sizes or tables are invalid";
	char message[100];
	snprintf(message, sizeof message, "pack others: %s", corrupt);
	pack = pack_others;
	pack.size = 8;
	refuse(&pack, KERNELS_E_CORRUPT, message);
	pack = pack_others;
	pack.kernel_size = 8;
	refuse(&pack, KERNELS_E_CORRUPT, message);
	pack = pack_others;
	pack.native_count = 1;
	refuse(&pack, KERNELS_E_CORRUPT, message);
	pack = pack_others;
	pack.kernels = NULL;
	refuse(&pack, KERNELS_E_CORRUPT, message);
	pack = pack_others;
	pack.name = NULL;
	refuse(&pack, KERNELS_E_CORRUPT, "pack ?: its sizes or tables are invalid");
}

/* A pack made for a later version of the header has longer rows. */
static void newer_packs_have_longer_rows(void)
{
	static const struct newer {
		struct kernels_kernel row;
		const char *more;
	} rows[] = { { { "n.a", "() -> ()", payload, NULL, 0, 0 }, "a" },
		{ { "n.b", "() -> i1", payload, NULL, 0, 0 }, "b" } };
	struct kernels_pack pack = pack_others;
	pack.name = "newer";
	pack.kernels = &rows[0].row;
	pack.kernel_count = 2;
	pack.kernel_size = sizeof *rows;
	open_letters();
	CHECK_INT(add(&pack), KERNELS_OK);
	CHECK(find("n.b") && find("n.b")->kernel == &rows[1].row);
	close();
}

static bool init_called;
static bool init_types(void)
{
	static const struct async_type type = { .name = "!registry.test", .size = 1, .align = 1 };
	init_called = true;
	return async_type_register(&type) != ASYNC_TYPE_NONE;
}

static void init_comes_before_the_signatures(void)
{
	static const struct kernels_kernel kernels[] = { { "i.a", "(!registry.test) -> ()", payload, NULL, 0, 0 } };
	static const struct kernels_pack pack = KERNELS_PACK_INIT("init", kernels, NULL, 0, init_types);
	open_letters();
	CHECK_INT(add(&pack), KERNELS_OK);
	CHECK(init_called);
	close();
}

static int finished;
static void count_finish(void) { finished++; }

/* finish() answers each init(): also if the pack is not added after all, and not for a pack that ends before it. */
static void finish_answers_init(void)
{
	static const struct kernels_kernel broken[] = { { "i.b", "(?", payload, NULL, 0, 0 } };
	struct kernels_pack pack = pack_others, older = pack_others, bad = KERNELS_PACK_INIT("bad", broken, NULL, 0, NULL);
	older.name = "older";
	older.kernel_count = 0;
	older.size = offsetof(struct kernels_pack, finish);
	pack.finish = older.finish = bad.finish = count_finish;
	finished = 0;
	open_letters();
	CHECK_INT(add(&pack), KERNELS_OK);
	CHECK_INT(add(&older), KERNELS_OK);
	CHECK_INT(add(&pack), KERNELS_E_EXISTS);
	CHECK_INT(finished, 0);
	CHECK_INT(add(&bad), KERNELS_E_CORRUPT);
	CHECK_INT(finished, 1);
	close();
	CHECK_INT(finished, 2);
}

static void the_first_failure_stays(void)
{
	open_letters();
	CHECK_INT(add(&pack_letters), KERNELS_E_EXISTS);
	struct kernels_pack pack = pack_others;
	pack.abi = 7;
	CHECK_INT(kernels_registry_add(registry, &pack, &diag), KERNELS_E_VERSION);
	CHECK_INT(diag.status, KERNELS_E_EXISTS);
	close();
}

/* Names that almost fill a table can be found; each allocation fails once. */
static void many_and_no_memory(void)
{
	enum { COUNT = 1000 };
	static char names[COUNT][16];
	static struct kernels_kernel kernels[COUNT];
	for (int i = 0; i < COUNT; i++) {
		snprintf(names[i], sizeof names[i], "many.%d", i * 7919 % COUNT);
		kernels[i] = (struct kernels_kernel){ names[i], "(i32, i32) {value: i32} -> i32", payload, NULL, 0, 0 };
	}
	static struct kernels_pack pack = KERNELS_PACK_INIT("many", kernels, natives, 2, NULL);
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	const struct async_allocator *failing = async_allocator_create_failing(counting, 0);
	registry = kernels_registry_create(failing);
	CHECK_INT(add(&pack_others), KERNELS_OK);
	enum kernels_status status = KERNELS_E_NOMEM;
	int tries = 0;
	for (uint64_t nth = 1; status == KERNELS_E_NOMEM; nth++, tries++) {
		async_allocator_fail_nth(failing, nth);
		status = add(&pack);
		if (status == KERNELS_E_NOMEM) {
			CHECK_INT(kernels_registry_count(registry), 1);
			CHECK_STR(diag.message, "pack many: out of memory");
		}
	}
	CHECK_INT(status, KERNELS_OK);
	CHECK_INT(tries, 5); /* allocations: block, two tables, list of names; then it succeeds */
	CHECK_INT(kernels_registry_count(registry), COUNT + 1);
	for (int i = 0; i < COUNT; i++) {
		const struct kernels_entry *entry = find(names[i]);
		CHECK(entry && strcmp(entry->kernel->name, names[i]) == 0);
	}
	for (size_t i = 1; i < kernels_registry_count(registry); i++)
		CHECK(strcmp(kernels_registry_at(registry, i - 1)->kernel->name,
			      kernels_registry_at(registry, i)->kernel->name) < 0);
	close();
	async_allocator_fail_nth(failing, 1);
	CHECK(!kernels_registry_create(failing));
	async_allocator_destroy(failing);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
}

static void names_of_codes(void)
{
	CHECK_STR(kernels_status_name(KERNELS_OK), "KERNELS_OK");
	CHECK_STR(kernels_status_name(KERNELS_E_EXISTS), "KERNELS_E_EXISTS");
	CHECK_STR(kernels_status_name((enum kernels_status)99), "?");
	CHECK_STR(kernels_version(), "0.1.0");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(empty),
		CHECK_CASE(finds),
		CHECK_CASE(entries_hold_the_signature),
		CHECK_CASE(lists_by_name),
		CHECK_CASE(entries_stay_when_packs_are_added),
		CHECK_CASE(refuses_names_that_are_taken),
		CHECK_CASE(refuses_broken_kernels),
		CHECK_CASE(refuses_strange_packs),
		CHECK_CASE(newer_packs_have_longer_rows),
		CHECK_CASE(init_comes_before_the_signatures),
		CHECK_CASE(finish_answers_init),
		CHECK_CASE(the_first_failure_stays),
		CHECK_CASE(many_and_no_memory),
		CHECK_CASE(names_of_codes),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
