/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: BEF files with kernels of the pack hlo are opened, and their functions run with a limit of memory and a deadline. The
 * mutator changes words of attributes and of kernel records, of which most variants are still well-formed. */
#include "fuzz_host.h"

#include <bef/exec.h>
#include <bef/reader.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static void run_function(const struct async_host *host, const struct kernels_function *function)
{
	struct async_request *request = async_request_create(host, NULL);
	struct async_value **results = calloc(function->result_count + (size_t)1, sizeof *results);
	if (!request || !results || async_request_set_deadline(request, NULL, async_now_ns() + 5000000u) != ASYNC_OK)
		abort();
	kernels_function_execute(function, request, NULL, results);
	async_queue_quiesce(host->queue);
	for (uint32_t i = 0; i < function->result_count; i++)
		async_value_release(results[i]);
	free(results);
	async_request_release(request);
}

/* A program whose signatures are damaged, or that has none: its functions without arguments. */
static void run_program(const uint8_t *data, size_t size)
{
	const struct fuzz_host *host = fuzz_host();
	const struct async_allocator *budget = async_allocator_create_budget(host->host.allocator, 1 << 20);
	const struct bef_open_options options = { .size = sizeof options, .allocator = host->host.allocator, .max_call_depth = 200 };
	struct async_host limited = host->host;
	struct bef_file *file;
	if (!budget)
		abort();
	limited.allocator = budget;
	if (bef_file_open(data, size, host->registry, &options, &file, NULL) == BEF_OK) {
		for (size_t i = 0; i < bef_file_function_count(file) && i < 8; i++) {
			if (bef_file_function(file, i)->argument_count == 0)
				run_function(&limited, bef_file_function(file, i));
		}
		bef_file_close(file);
	}
	async_allocator_destroy(budget);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_stablehlo_signatures *signatures;
	bool model = false;
	if (bef_stablehlo_signatures_read(data, size, NULL, &signatures, &diag) == BEF_OK) {
		model = signatures->count > 0;
		bef_stablehlo_signatures_free(signatures);
	}
	if (model)
		fuzz_model(data, size);
	else
		run_program(data, size);
	fuzz_check_leaks();
	return 0;
}

/* ---- mutations */

static void write_number(uint8_t *at, size_t size, uint64_t number)
{
	for (size_t i = 0; i < size; i++)
		at[i] = (uint8_t)(number >> 8 * i);
}

/* A walk over the elements of all i64 and i64[]. */
struct visit {
	uint64_t count;  /* of elements so far */
	uint64_t wanted; /* the number of one */
	int64_t found;   /* its value */
	int64_t to;      /* what is written with the flags below */
	bool one, equal; /* to this one; to all that are `found` */
};

static int64_t read_number(const uint8_t *at)
{
	uint64_t number = 0;
	for (size_t i = 0; i < 8; i++)
		number |= (uint64_t)at[i] << 8 * i;
	return (int64_t)number;
}

static void visit_element(struct visit *visit, uint8_t *at)
{
	const bool wanted = visit->count++ == visit->wanted;
	if ((visit->one && wanted) || (visit->equal && read_number(at) == visit->found))
		write_number(at, 8, (uint64_t)visit->to);
	else if (wanted && !visit->equal)
		visit->found = read_number(at);
}

static void visit_numbers(const struct bef_reader *reader, uint8_t *data, struct visit *visit)
{
	struct bef_numbers table = bef_reader_attribute_types(reader);
	uint64_t offset, type;
	struct bef_attr attr;
	visit->count = 0;
	while (bef_numbers_next(&table, &offset, NULL) == BEF_OK && bef_numbers_next(&table, &type, NULL) == BEF_OK) {
		if ((type & ~(uint64_t)BEF_ATTR_ARRAY) != BEF_DTYPE_I64 ||
			bef_reader_attr(reader, offset, (uint32_t)type, &attr, NULL) != BEF_OK)
			continue;
		const bool array = type & BEF_ATTR_ARRAY;
		uint8_t *elements = data + ((array ? attr.u.array.elements : attr.data) - data);
		for (uint32_t i = 0; i < (array ? attr.u.array.count : 1u); i++)
			visit_element(visit, elements + 8 * (size_t)i);
	}
}

/* An integer of an attribute becomes a limit, a small number, or changes by one; also all that are equal, so that types still
 * agree. */
static void change_number(const struct bef_reader *reader, uint8_t *data, uint32_t *random)
{
	struct visit visit = { .wanted = UINT64_MAX };
	visit_numbers(reader, data, &visit);
	if (visit.count == 0)
		return;
	visit.wanted = fuzz_next(random) % visit.count;
	visit_numbers(reader, data, &visit);
	visit.equal = visit.found > 1 && fuzz_next(random) % 2; /* 0 and 1 mean too many things */
	visit.one = !visit.equal;
	switch (fuzz_next(random) % 3) {
	case 0: visit.to = fuzz_next(random) % 2 ? visit.found - (visit.found > INT64_MIN) : visit.found + (visit.found < INT64_MAX); break;
	case 1: visit.to = fuzz_next(random) % 9; break;
	default: visit.to = fuzz_number(fuzz_next(random));
	}
	visit_numbers(reader, data, &visit);
}

/* A byte of constants and texts of expressions. */
static void change_bytes(uint8_t *data, const struct bef_section *section, uint32_t *random)
{
	if (section->size == 0)
		return;
	uint8_t *at = data + section->offset + fuzz_next(random) % section->size;
	if (*at >= '0' && *at <= '9')
		*at = (uint8_t)('0' + fuzz_next(random) % 10);
	else if (*at >= 'a' && *at <= 'z')
		*at = (uint8_t)('a' + fuzz_next(random) % 26);
	else
		*at ^= (uint8_t)(1u << fuzz_next(random) % 8);
}

/* A word of 4 bytes in the kernel records: a register, a function, an attribute, a count. */
static void change_record(uint8_t *data, const struct bef_section *section, uint32_t *random)
{
	const size_t words = section->size / 4;
	if (words < 2)
		return;
	uint8_t *begin = data + section->offset + (4 - section->offset % 4) % 4;
	uint8_t *at = begin + 4 * (fuzz_next(random) % (words - 1)), *other = begin + 4 * (fuzz_next(random) % (words - 1));
	uint8_t saved[4];
	switch (fuzz_next(random) % 4) {
	case 0: memmove(at, other, 4); break;
	case 1:
		memcpy(saved, at, 4);
		memmove(at, other, 4);
		memcpy(other, saved, 4);
		break;
	case 2: at[0] = (uint8_t)(at[0] + 1); break;
	default: write_number(at, 4, fuzz_next(random) % 8); break;
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	struct bef_reader reader;
	uint32_t random = seed;
	(void)max_size;
	if (bef_reader_open(data, size, &reader, NULL) != BEF_OK)
		return size;
	for (unsigned changes = 1 + fuzz_next(&random) % 3; changes > 0; changes--) {
		switch (fuzz_next(&random) % 8) {
		case 0: change_record(data, &reader.sections[BEF_SECTION_FUNCTIONS], &random); break;
		case 1: change_bytes(data, &reader.sections[BEF_SECTION_ATTRIBUTES], &random); break;
		default: change_number(&reader, data, &random);
		}
	}
	return size;
}
