/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random bits against known answers and those of XLA, and distributions. */
#include "scalars.h"
#include "random_values.h"

static void begin_bits(const char *algorithm, const uint64_t *state, uint32_t words, enum kernels_dtype dtype, uint32_t rank,
	const int64_t *dims)
{
	struct array a = array_make(KERNELS_UI64, 1, (int64_t[]){ words });
	memcpy(a.bytes, state, words * sizeof *state);
	calls_begin("hlo.rng_bit_generator");
	operand(a);
	calls_result(KERNELS_UI64, 1, (int64_t[]){ words });
	calls_result(dtype, rank, dims);
	calls_text("rng_algorithm", algorithm);
}

static void expect_words(int line, enum kernels_dtype dtype, uint32_t count, const uint64_t *state, uint32_t state_words,
	const uint32_t *words)
{
	if (!ran(line))
		return;
	CHECK_BYTES(calls_output(1)->bytes, count * kernels_dtype_size(dtype), words, count * kernels_dtype_size(dtype));
	CHECK_BYTES(calls_output(0)->bytes, 8 * state_words, state, 8 * state_words);
}

/* The known answers of the generators' authors (zeros, ones, digits of pi), and one of XLA. */
static void known_bits(void)
{
	static const uint64_t zeros[3] = { 0 };
	begin_bits("THREE_FRY", zeros, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ 0, 1 }, 2, (uint32_t[]){ 0x6b200159u, 0x99ba4efeu });
	begin_bits("THREE_FRY", (uint64_t[]){ UINT64_MAX, UINT64_MAX }, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ UINT64_MAX, 0 }, 2, (uint32_t[]){ 0x1cb996fcu, 0xbb002be7u });
	begin_bits("THREE_FRY", (uint64_t[]){ 0x0370734413198a2eu, 0x85a308d3243f6a88u }, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ 0x0370734413198a2eu, 0x85a308d3243f6a89u }, 2,
		(uint32_t[]){ 0xc4923a9cu, 0x483df7a0u });
	begin_bits("THREE_FRY", (uint64_t[]){ 3, 3 }, 2, KERNELS_I64, 0, NULL);
	const uint64_t xla = 3349939604322698703u;
	expect_words(__LINE__, KERNELS_I64, 1, (uint64_t[]){ 3, 4 }, 2, (uint32_t[]){ (uint32_t)xla, (uint32_t)(xla >> 32) });
	begin_bits("PHILOX", zeros, 3, KERNELS_UI32, 1, (int64_t[]){ 4 });
	expect_words(__LINE__, KERNELS_UI32, 4, (uint64_t[]){ 0, 1, 0 }, 3,
		(uint32_t[]){ 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u });
	begin_bits("DEFAULT", (uint64_t[]){ UINT64_MAX, UINT64_MAX, UINT64_MAX }, 3, KERNELS_F32, 2, (int64_t[]){ 2, 2 });
	expect_words(__LINE__, KERNELS_F32, 4, (uint64_t[]){ UINT64_MAX, 0, 0 }, 3,
		(uint32_t[]){ 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu });
	begin_bits("PHILOX", (uint64_t[]){ 0x299f31d0a4093822u, 0x85a308d3243f6a88u, 0x0370734413198a2eu }, 3, KERNELS_UI64, 1,
		(int64_t[]){ 2 });
	expect_words(__LINE__, KERNELS_UI64, 2,
		(uint64_t[]){ 0x299f31d0a4093822u, 0x85a308d3243f6a89u, 0x0370734413198a2eu }, 3,
		(uint32_t[]){ 0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u });
}

/* The first elements of narrow types, of Threefry-2x32 and Philox-4x32 with a key and a counter of zeros. */
static void narrow_bits(void)
{
	static const uint32_t words[2][4] = { { 0x6b200159u, 0x99ba4efeu }, { 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u } };
	static const struct { enum kernels_dtype dtype; uint32_t mask; } types[] = { { KERNELS_UI32, UINT32_MAX },
		{ KERNELS_UI16, 0xFFFF }, { KERNELS_F16, 0xFFFF }, { KERNELS_UI8, 0xFF }, { KERNELS_F8E5M2, 0xFF },
		{ KERNELS_UI4, 15 }, { KERNELS_UI2, 3 }, { KERNELS_F4E2M1FN, 15 }, { KERNELS_F6E2M3FN, 63 } };
	static const uint64_t zeros[2] = { 0 };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (int philox = 0; philox < 2; philox++)
			for (int64_t count = 1; count <= (philox ? 4 : 2); count++)
				for (uint32_t rank = count > 1; rank < 4; rank++) {
					const int64_t dims[] = { count, 1, 1 };
					begin_bits(philox ? "PHILOX" : "THREE_FRY", zeros, 2, types[t].dtype, rank, dims);
					if (!ran(__LINE__))
						continue;
					const size_t size = kernels_dtype_size(types[t].dtype);
					for (int64_t i = 0; i < count; i++) {
						uint32_t got = 0;
						memcpy(&got, (const char *)calls_output(1)->bytes + (size_t)i * size, size);
						CHECK_INT(got, words[philox][i] & types[t].mask);
					}
					CHECK_INT(((const int64_t *)calls_output(0)->bytes)[1], 1);
				}
}

/* Types by the bits of an element; 0 ends. */
static const enum kernels_dtype by_bits[6][8] = { { KERNELS_UI2, KERNELS_I2 }, { KERNELS_UI4, KERNELS_I4, KERNELS_F4E2M1FN },
	{ KERNELS_UI8, KERNELS_I8, KERNELS_F8E5M2, KERNELS_F8E4M3FN, KERNELS_F8E8M0FNU },
	{ KERNELS_UI16, KERNELS_I16, KERNELS_F16, KERNELS_BF16 }, { KERNELS_UI32, KERNELS_I32, KERNELS_F32 },
	{ KERNELS_UI64, KERNELS_I64, KERNELS_F64 } };

/* FNV-1a; of types of less than a byte without the extension of the sign. */
static uint64_t hash_of(const struct array *a, unsigned bits)
{
	uint64_t hash = 0xCBF29CE484222325u;
	const uint8_t *bytes = a->bytes, mask = bits < 8 ? (uint8_t)((1u << bits) - 1) : 0xFF;
	for (size_t i = 0; i < (size_t)a->elements * kernels_dtype_size(a->dtype); i++)
		hash = (hash ^ (bytes[i] & mask)) * 0x100000001B3u;
	return hash;
}

/* All algorithms, sizes of states, widths, and shapes without, with one and with several even dimensions. */
static void recorded(void)
{
	for (size_t i = 0; i < sizeof records / sizeof *records; i++)
		for (unsigned width = 0; width < 6; width++)
			for (unsigned t = 0; by_bits[width][t]; t++) {
				const struct record *r = &records[i];
				begin_bits(r->algorithm, r->state, r->words, by_bits[width][t], r->rank, r->dims);
				if (!ran(__LINE__))
					continue;
				const uint64_t hash = hash_of(calls_output(1), 2u << width);
				if (hash != r->hashes[width])
					check_report(__FILE__, __LINE__, "record %zu, %s: the bits differ", i,
						kernels_dtype_name(by_bits[width][t]));
				CHECK_BYTES(calls_output(0)->bytes, 8 * r->words, width == 5 ? r->next_long : r->next, 8 * r->words);
			}
}

/* A state of four ui32 as JAX passes it, and one that is a counter of 128 bits without a third word. */
static void short_states(void)
{
	begin_bits("DEFAULT", (uint64_t[]){ 0x2B0000002Au, 0x2D0000002Cu }, 2, KERNELS_UI32, 1, (int64_t[]){ 4 });
	expect_words(__LINE__, KERNELS_UI32, 4, (uint64_t[]){ 0x2B0000002Au, 0x2D0000002Du }, 2,
		(uint32_t[]){ 2427392780u, 1458059130u, 393278117u, 4094008499u });
	begin_bits("PHILOX", (uint64_t[]){ 0x2B0000002Au, 0x2D0000002Cu, 0x2B0000002Au }, 3, KERNELS_UI32, 1, (int64_t[]){ 4 });
	expect_words(__LINE__, KERNELS_UI32, 4, (uint64_t[]){ 0x2B0000002Au, 0x2D0000002Du, 0x2B0000002Au }, 3,
		(uint32_t[]){ 2427392780u, 1458059130u, 393278117u, 4094008499u });
}

static void threefry_call(void)
{
	calls_begin("hlo.cu_threefry2x32");
	static const uint32_t digits[] = { 0x13198a2eu, 0x03707344u, 0x243f6a88u, 0x85a308d3u };
	for (int i = 0; i < 4; i++) {
		struct array a = array_make(KERNELS_UI32, 1, (int64_t[]){ 2 });
		((uint32_t *)a.bytes)[1] = digits[i];
		operand(a);
	}
	for (int i = 0; i < 2; i++)
		calls_result(KERNELS_UI32, 1, (int64_t[]){ 2 });
	if (!ran(__LINE__))
		return;
	CHECK_BYTES(calls_output(0)->bytes, 8, ((uint32_t[]){ 0x6b200159u, 0xc4923a9cu }), 8);
	CHECK_BYTES(calls_output(1)->bytes, 8, ((uint32_t[]){ 0x99ba4efeu, 0x483df7a0u }), 8);
}

/* More counters than vectors have, each with its own keys or all with one: the first words of equal keys and counters are equal. */
static void many_threefry_calls(void)
{
	enum { N = 37 };
	uint32_t first[2][N];
	for (int single = 0; single < 2; single++) {
		calls_begin("hlo.cu_threefry2x32");
		for (uint32_t i = 0; i < 4; i++) {
			struct array a = array_make(KERNELS_UI32, i < 2 && single ? 0 : 1, (int64_t[]){ N });
			for (uint32_t j = 0; j < (i < 2 && single ? 1 : N); j++)
				((uint32_t *)a.bytes)[j] = i < 2 ? 0x13198a2eu + i : j * (i - 2) * 0x9E3779B9u;
			operand(a);
		}
		for (uint32_t i = 0; i < 2; i++)
			calls_result(KERNELS_UI32, 1, (int64_t[]){ N });
		if (!ran(__LINE__))
			return;
		for (uint32_t i = 0; i < 2; i++) {
			const uint32_t *words = (const uint32_t *)calls_output(i)->bytes;
			if (single)
				CHECK_BYTES(words, sizeof first[i], first[i], sizeof first[i]);
			memcpy(first[i], words, sizeof first[i]);
		}
	}
	/* computed with NumPy: the first, the last of a vector, the last */
	CHECK_BYTES(((uint32_t[]){ first[0][0], first[0][15], first[0][36] }), 12, ((uint32_t[]){ 0x8e5f0f00u, 0x1f7489d1u, 0x5860363au }), 12);
	CHECK_BYTES(((uint32_t[]){ first[1][0], first[1][15], first[1][36] }), 12, ((uint32_t[]){ 0x1e7348c4u, 0xb92115d5u, 0x50e375cfu }), 12);
}

static void begin_rng(const char *distribution, enum kernels_dtype dtype, double complex low, double complex high,
	int64_t seed, int64_t rows, int64_t columns)
{
	calls_begin("hlo.rng");
	for (int i = 0; i < 2; i++) {
		struct array a = array_make(dtype, 0, NULL);
		if (is_single(dtype) || dtype == KERNELS_F64)
			set_number(&a, 0, i ? high : low);
		else
			array_set(&a, 0, (int64_t)creal(i ? high : low));
		operand(a);
	}
	operand_ints(KERNELS_I32, 2, (int64_t[]){ rows, columns });
	calls_result(dtype, 2, (int64_t[]){ rows, random_below(2) ? columns : -1 });
	calls_text("rng_distribution", distribution);
	calls_int("seed", seed);
}

static void distributions(void)
{
	enum { ROWS = 200, COLUMNS = 100, N = ROWS * COLUMNS };
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I8, KERNELS_I64, KERNELS_UI16 };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
		const bool is_unsigned = types[t] == KERNELS_UI16;
		const double low = is_unsigned ? 10 : -10, high = low + 20;
		begin_rng("UNIFORM", types[t], low, high, 5, ROWS, COLUMNS);
		if (!ran(__LINE__))
			continue;
		double sum = 0, squares = 0;
		for (int64_t i = 0; i < N; i++) {
			const double x = creal(number(calls_output(0), i));
			CHECK(x >= low && x < high);
			sum += x;
			squares += (x - low - 10) * (x - low - 10);
		}
		CHECK(fabs(sum / N - (low + 10)) < 0.6 && fabs(squares / N - 400.0 / 12) < 1.5);
	}
	for (int t = 0; t < 2; t++) {
		begin_rng("NORMAL", types[t], 3, 2, 5, ROWS, COLUMNS);
		double sum = 0, squares = 0;
		if (!ran(__LINE__))
			continue;
		for (int64_t i = 0; i < N; i++) {
			const double x = creal(number(calls_output(0), i)) - 3;
			sum += x;
			squares += x * x;
		}
		CHECK(fabs(sum / N) < 0.08 && fabs(squares / N - 4) < 0.2);
	}
}

/* Other seeds, and further calls in one request, give other numbers. */
static void streams(void)
{
	uint64_t numbers[6] = { 0 };
	for (int64_t i = 0; i < 6; i++) {
		begin_rng("UNIFORM", KERNELS_F64, 0, 1, 1000 + i / 3, 1, 1);
		if (ran(__LINE__))
			memcpy(&numbers[i], calls_output(0)->bytes, sizeof *numbers);
		for (int64_t j = 0; j < i; j++)
			CHECK(calls_mutating || numbers[i] != numbers[j]);
	}
}

static const struct check_case random_cases[] = {
	CHECK_CASE(known_bits), CHECK_CASE(narrow_bits), CHECK_CASE(short_states), CHECK_CASE(threefry_call), CHECK_CASE(many_threefry_calls),
	CHECK_CASE(distributions), CHECK_CASE(streams)
};

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = {
	CHECK_CASE(known_bits), CHECK_CASE(narrow_bits), CHECK_CASE(short_states), CHECK_CASE(threefry_call), CHECK_CASE(many_threefry_calls),
	CHECK_CASE(distributions), CHECK_CASE(streams), CHECK_CASE(recorded), CHECK_CASE(mutants)
};

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
