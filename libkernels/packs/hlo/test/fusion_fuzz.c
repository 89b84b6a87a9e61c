/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: hlo.loop_fusion with any expression, space, maps and operands. The input is a header of numbers and the text of the
 * expression. A loop that is accepted runs, with operands that are as large as their types, and gives the same bits twice. */
#include "calls.h"
#include "core/op.h"
#include "expr/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

#define HEADER 32u
#define MOST_ELEMENTS 4096

struct header {
	const uint8_t *bytes;
	size_t at;
};

static int64_t next_byte(struct header *h) { return h->bytes[h->at++ % HEADER]; }

/* A small number, which may be negative; rarely a large one. */
static int64_t next_number(struct header *h)
{
	int64_t byte = next_byte(h);
	return byte == 255 ? INT64_MAX : byte == 254 ? INT64_MIN : byte > 224 ? 225 - byte : byte % 8;
}

static void operand_of(struct header *h, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, int64_t *map)
{
	int64_t most = 0, style = next_byte(h);
	map[0] = style % 4 == 3 ? next_number(h) : 0;
	for (uint32_t d = rank, stride = 1; d-- > 0;) { /* in order, repeated, or any */
		map[d + 1] = style % 4 == 0 || (style >> (2 + d % 5) & 1) ? (int64_t)stride : style % 4 == 3 ? next_number(h) : 0;
		if (map[d + 1] > 0)
			most += (dims[d] - 1) * (map[d + 1] < 100000 ? map[d + 1] : 0);
		stride *= map[d + 1] ? (uint32_t)dims[d] : 1;
	}
	int64_t elements = most + 1 + (style > 250 ? -1 : 0) + (map[0] > 0 && map[0] < 100 ? map[0] : 0);
	if (elements < 0)
		elements = 0;
	struct array array = array_make(dtype, 1, &elements);
	uint8_t *bytes = array.bytes;
	for (size_t i = 0; i < (size_t)elements * kernels_dtype_size(dtype); i++)
		bytes[i] = dtype == KERNELS_I1 ? (uint8_t)(i % 2) : (uint8_t)(i * 37 + i / 16);
	calls_operand(&array);
	array_free(&array);
}

/* Runs the loop. The results' types are those of the kinds that the kernel infers, which are tried one after the other. */
static const char *run_loop(const struct hlo_expr *expr, const char *text, struct header h, uint32_t rows_mask)
{
	static const uint32_t limits[] = { 40, 12, 5, 3 };
	int64_t dims[4], maps[8 * 5], outer = 1, inner = 1;
	uint32_t rank = (uint32_t)(next_byte(&h) % 5), row_rank = (uint32_t)next_byte(&h) % (rank + 1), words = 0;
	const uint32_t column_rank = row_rank ? (uint32_t)next_byte(&h) % (rank - row_rank + 1) : 0;
	for (uint32_t i = 0; i < rank; i++) {
		dims[i] = next_byte(&h) % limits[rank - 1];
		if (rank == 2 && i == 1 && dims[i] == 11)
			dims[i] = 3000; /* in passes */
		*(row_rank && i >= rank - column_rank - row_rank && i < rank - column_rank ? &inner : &outer) *= dims[i];
	}
	calls_begin("hlo.loop_fusion");
	for (uint32_t i = 0; i < expr->argument_count; i++, words += rank + 1)
		operand_of(&h, expr->dtypes[i], rank, dims, maps + words);
	calls_ints("dims", rank, dims);
	calls_ints("maps", words, maps);
	calls_int("row_rank", row_rank);
	calls_int("column_rank", column_rank);
	calls_text("body", text);
	for (uint32_t i = 0; i < expr->result_count; i++)
		calls_result(hlo_expr_result(expr, i), 1, (int64_t[]){ row_rank && (rows_mask >> i & 1) ? outer : outer * inner });
	return calls_run();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool opened;
	char message[100], text[2000];
	if (!opened)
		calls_open(0);
	opened = true;
	if (size <= HEADER || size - HEADER >= sizeof text)
		return 0;
	memcpy(text, data + HEADER, size - HEADER);
	text[size - HEADER] = '\0';
	if (strlen(text) != size - HEADER)
		return 0;
	struct hlo_expr *expr = kernels_hlo__expr_parse_loop((struct kernels_string){ text, size - HEADER }, async_allocator_system(),
		message, sizeof message);
	if (!expr)
		return 0;
	struct header h = { data, 0 };
	for (uint32_t mask = 0; mask < 4 && expr->argument_count <= 8 && expr->result_count <= 3; mask++) {
		static uint8_t first[3][MOST_ELEMENTS * 16];
		size_t sizes[3];
		if (run_loop(expr, text, h, mask))
			continue;
		for (uint32_t i = 0; i < expr->result_count; i++) {
			sizes[i] = (size_t)calls_output(i)->elements * kernels_dtype_size(calls_output(i)->dtype);
			if (sizes[i] > sizeof first[i])
				sizes[i] = sizeof first[i];
			memcpy(first[i], calls_output(i)->bytes, sizes[i]);
		}
		if (run_loop(expr, text, h, mask))
			abort();
		for (uint32_t i = 0; i < expr->result_count; i++)
			if (memcmp(first[i], calls_output(i)->bytes, sizes[i]) != 0)
				abort();
	}
	kernels_hlo__expr_destroy(expr);
	return 0;
}

/* Another number of the header: most other changes make texts that are refused. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	(void)max_size;
	if (size > HEADER)
		data[seed % HEADER] = (uint8_t)(seed / HEADER % 5 ? seed / 160 % 16 : seed / 160);
	return size;
}
