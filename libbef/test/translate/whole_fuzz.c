/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes, through all steps (text that assembles stands for its file). A file that verifies is converted to text,
 * the text to BEF again, and the BEF is run with the real kernels. An input that takes more than a second of
 * processor time, or ten of waiting, ends the process, also under sanitizers. */
#include <async/async.h>
#include <async/timer.h>
#include <bef/exec.h>
#include <bef/reader.h>
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define MEMORY ((size_t)8 << 20) /* of a program */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
	char *data;
	size_t size, capacity;
};

static bool add_text(void *ctx, const char *data, size_t size)
{
	struct text *text = ctx;
	if (text->capacity - text->size < size) {
		text->capacity = 2 * (text->capacity + size);
		text->data = realloc(text->data, text->capacity);
		if (!text->data)
			abort();
	}
	memcpy(text->data + text->size, data, size);
	text->size += size;
	return true;
}

/* Starts or stops the time limit. */
static void limit_time(bool start)
{
	const struct itimerval processor = { .it_value.tv_sec = start };
	(void)setitimer(ITIMER_PROF, &processor, NULL);
	alarm(start ? 10 : 0);
}

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* The text is a fixpoint of assembling and disassembling. */
static void translate(const uint8_t *data, size_t size)
{
	const struct bef_disassemble_options options = { .size = sizeof options, .limit = 16 << 20 };
	struct text first = { NULL, 0, 0 }, second = { NULL, 0, 0 };
	uint8_t *again = NULL;
	size_t again_size;
	if (bef_disassemble_text(data, size, NULL, &options, add_text, &first, NULL) == BEF_OK &&
		bef_assemble_text(first.data, first.size, "f.mlir", NULL, NULL, &again, &again_size, NULL) == BEF_OK) {
		must(bef_disassemble_text(again, again_size, NULL, &options, add_text, &second, NULL) == BEF_OK);
		must(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
	}
	bef_assemble_free(NULL, again, again ? again_size : 0);
	free(first.data);
	free(second.data);
}

/* ---- running */

static struct kernels_registry *registry;
static struct async_timers *timers;

static void set_up(void)
{
	const struct kernels_pack *const packs[] = { kernels_pack_basic(), kernels_pack_test(), kernels_pack_tensor() };
	if (registry)
		return;
	registry = kernels_registry_create(NULL);
	timers = async_timers_create(NULL);
	must(registry && timers);
	for (size_t i = 0; i < sizeof packs / sizeof *packs; i++)
		must(kernels_registry_add(registry, packs[i], NULL) == KERNELS_OK);
}

static void run_function(const struct async_host *host, const struct kernels_function *function)
{
	struct async_request *request = async_request_create(host, NULL);
	struct async_value **results = calloc(function->result_count + (size_t)1, sizeof *results);
	if (request && results) {
		must(async_request_set_deadline(request, timers, async_now_ns() + 20000000) == ASYNC_OK);
		kernels_function_execute(function, request, NULL, results);
		async_queue_quiesce(host->queue);
		/* Waits while the timers cancel the request, with its allocator. */
		must(async_request_set_deadline(request, NULL, ASYNC_NEVER) == ASYNC_OK);
		for (uint32_t i = 0; i < function->result_count; i++)
			async_value_release(results[i]);
	}
	free(results);
	async_request_release(request);
}

static void run(const uint8_t *data, size_t size)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct bef_file *file;
	const struct async_allocator *fixed = async_allocator_create_fixed(NULL, MEMORY);
	host.allocator = fixed;
	host.queue = async_queue_create_single(NULL);
	must(host.allocator && host.queue);
	const struct bef_open_options options = { .size = sizeof options, .allocator = fixed, .max_call_depth = 200 };
	if (bef_file_open(data, size, registry, &options, &file, NULL) == BEF_OK) {
		for (size_t i = 0; i < bef_file_function_count(file); i++) {
			const struct kernels_function *function = bef_file_function(file, i);
			if (function->argument_count == 0)
				run_function(&host, function);
		}
		bef_file_close(file);
	}
	async_queue_destroy(host.queue);
	async_allocator_destroy(fixed);
}

static uint8_t *copy_input(const uint8_t *data, size_t *size)
{
	uint8_t *made, *copy;
	if (!bef_is_bef(data, *size) && bef_assemble_text((const char *)data, *size, "f.mlir", NULL, NULL, &made, size,
						NULL) == BEF_OK)
		return made; /* of malloc() */
	copy = malloc(*size ? *size : 1);
	must(copy != NULL);
	memcpy(copy, data, *size);
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bef_reader reader;
	set_up();
	limit_time(true);
	uint8_t *copy = copy_input(data, &size);
	if (bef_reader_open(copy, size, &reader, NULL) == BEF_OK && bef_reader_verify(&reader, NULL, NULL) == BEF_OK) {
		translate(copy, size);
		run(copy, size);
	}
	limit_time(false);
	free(copy);
	return 0;
}
