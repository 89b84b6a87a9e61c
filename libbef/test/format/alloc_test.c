/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Out of memory: every call fails cleanly, leaks nothing, frees memory with the size of its allocation, and succeeds
 * when repeated. */
#include "hex.h"
#include "sample.h"
#include <bef/dump.h>
#include <bef/reader.h>
#include <check.h>

struct memory {
	size_t fail_at; /* number of the allocation that fails; 0: none */
	bool forever;   /* and all later ones fail */
	size_t calls, live, peak;
};

static bool refuse(struct memory *memory)
{
	memory->calls++;
	return memory->fail_at != 0 &&
	       (memory->forever ? memory->calls >= memory->fail_at : memory->calls == memory->fail_at);
}

static void *take(void *ctx, size_t size, size_t align)
{
	struct memory *memory = ctx;
	CHECK(size > 0 && align > 0 && (align & (align - 1)) == 0);
	if (refuse(memory))
		return NULL;
	memory->live += size;
	if (memory->peak < memory->live)
		memory->peak = memory->live;
	return malloc(size);
}

static void give(void *ctx, void *p, size_t size, size_t align)
{
	(void)align;
	((struct memory *)ctx)->live -= size;
	free(p);
}

static void *change(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct memory *memory = ctx;
	(void)align;
	if (refuse(memory))
		return NULL;
	memory->live += size - old_size;
	return realloc(p, size);
}

static struct bef_allocator allocator(struct memory *memory, bool can_resize)
{
	return (struct bef_allocator){ take, can_resize ? change : NULL, give, memory };
}

static void writer_fails_cleanly(void)
{
	for (size_t n = 1;; n++) {
		struct memory memory = { .fail_at = n, .forever = true };
		const struct bef_allocator a = allocator(&memory, n % 2);
		struct bef_writer *writer;
		uint8_t *data;
		size_t size;
		enum bef_status status = sample_make(&a, NULL, &writer, &data, &size);
		if (status == BEF_OK)
			bef_writer_free_bytes(writer, data, size);
		bef_writer_destroy(writer);
		CHECK_INT(memory.live, 0);
		if (status == BEF_OK) {
			CHECK(n > 20); /* at least one allocation can fail */
			return;
		}
		CHECK_OR_RETURN(CHECK_INT(status, BEF_E_NOMEM) && data == NULL);
	}
}

/* A failed call has changed nothing: when repeated, it leads to the same file. */
static void writer_goes_on_after_a_failure(void)
{
	size_t expected_size;
	uint8_t *expected = hex_file(DATA, "sample.hex", &expected_size);
	CHECK_OR_RETURN(expected);
	sample_repeats = true;
	for (size_t n = 2, calls = 3; n < calls; n++) { /* the first makes the writer itself */
		struct memory memory = { .fail_at = n };
		const struct bef_allocator a = allocator(&memory, n % 2);
		struct bef_writer *writer;
		uint8_t *data;
		size_t size;
		CHECK_INT(sample_make(&a, NULL, &writer, &data, &size), BEF_OK);
		CHECK_BYTES(data, size, expected, expected_size);
		bef_writer_free_bytes(writer, data, size);
		bef_writer_destroy(writer);
		CHECK_INT(memory.live, 0);
		calls = memory.calls;
	}
	sample_repeats = false;
	free(expected);
}

/* f() -> () with one kernel that has `count` attributes with distinct names. */
static enum bef_status put_body(struct bef_writer *writer, size_t count)
{
	static char names[40][8];
	static const char *pointers[40];
	static const uint32_t attributes[40];
	const struct bef_writer_kernel kernel = {
		.location = 0xFFFFFFFE, .attributes = attributes, .attribute_count = count, .attribute_names = pointers
	};
	const struct bef_writer_body body = { .location = 0xFFFFFFFE, .kernels = &kernel, .kernel_count = 1 };
	for (size_t i = 0; i < 40; i++) {
		snprintf(names[i], sizeof names[i], "name%zu", i);
		pointers[i] = names[i];
	}
	return bef_writer_body(writer, &body, NULL);
}

static struct bef_writer *begin_file(const struct bef_allocator *a)
{
	struct bef_writer *writer = bef_writer_create(a, NULL);
	const struct bef_function_type none = { NULL, NULL, 0, 0 };
	uint32_t n;
	CHECK(writer && bef_writer_kernel_name(writer, "k", 1, &n) == BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &none, &n), BEF_OK);
	return writer;
}

/* A body that fails half-way leaves no names behind. */
static void failed_bodies_leave_no_names(void)
{
	struct bef_writer *plain = begin_file(NULL);
	uint8_t *expected, *data;
	size_t expected_size, size, failures = 0;
	CHECK_INT(put_body(plain, 0), BEF_OK);
	CHECK_INT(bef_writer_finish(plain, &expected, &expected_size, NULL), BEF_OK);
	for (enum bef_status status = BEF_E_NOMEM; status == BEF_E_NOMEM; failures++) {
		struct memory memory = { 0 };
		const struct bef_allocator a = allocator(&memory, false);
		struct bef_writer *writer = begin_file(&a);
		memory.fail_at = memory.calls + failures + 1;
		status = put_body(writer, 40);
		if (status == BEF_E_NOMEM) {
			CHECK_INT(put_body(writer, 0), BEF_OK);
			CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
			CHECK_BYTES(data, size, expected, expected_size);
			bef_writer_free_bytes(writer, data, size);
		}
		bef_writer_destroy(writer);
		CHECK_INT(memory.live, 0);
	}
	CHECK(failures > 4);
	bef_writer_free_bytes(plain, expected, expected_size);
	bef_writer_destroy(plain);
}

static bool ignore(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return true;
}

static void verify_and_dump_fail_cleanly(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	for (int what = 0; what < 2; what++) {
		enum bef_status status = BEF_E_NOMEM;
		for (size_t n = 1; status == BEF_E_NOMEM; n++) {
			struct memory memory = { .fail_at = n, .forever = true };
			const struct bef_allocator a = allocator(&memory, n % 2);
			const struct bef_dump_options options = { .size = sizeof options, .allocator = &a };
			struct bef_diag diag = BEF_DIAG_INIT;
			status = what == 0 ? bef_reader_verify(&reader, &a, &diag)
					   : bef_dump(&reader, &options, ignore, NULL, &diag);
			CHECK_INT(memory.live, 0);
			CHECK_INT(diag.status, status);
			CHECK(status == BEF_OK ? n > 3 : strncmp(diag.message, "no memory", 9) == 0);
		}
		CHECK_INT(status, BEF_OK);
	}
	free(bytes);
}

/* Sizes in a small file do not determine the sizes of allocations. */
static void verify_asks_for_little(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	CHECK_OR_RETURN(bytes);
	for (size_t at = 0; at < size; at++) {
		struct memory memory = { 0 };
		const struct bef_allocator a = { take, NULL, give, &memory };
		struct bef_reader reader;
		uint8_t old = bytes[at];
		bytes[at] = 0xFF;
		if (bef_reader_open(bytes, size, &reader, NULL) == BEF_OK) {
			(void)!bef_reader_verify(&reader, &a, NULL);
			CHECK(memory.peak < 16 * size);
		}
		CHECK_INT(memory.live, 0);
		bytes[at] = old;
	}
	free(bytes);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(writer_fails_cleanly),
		CHECK_CASE(writer_goes_on_after_a_failure), CHECK_CASE(failed_bodies_leave_no_names),
		CHECK_CASE(verify_and_dump_fail_cleanly), CHECK_CASE(verify_asks_for_little) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
