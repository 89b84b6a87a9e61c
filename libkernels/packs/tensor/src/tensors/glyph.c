/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* befkit.glyphs.f32, befkit.print_glyphs.f32: generates and prints pictures of digits for the training of networks. */
#include "tensors/tensors.h"
#include "common/arguments.h"
#include <inttypes.h>
#include <stdio.h>

enum { SIDE = 12, PIXELS = SIDE * SIDE, WIDTH = 5, HEIGHT = 7, DIGITS = 10 };

static const char *const strokes[DIGITS] = { ".###.#...##...##...##...##...#.###.",
	"..#...##..#.#....#....#....#..#####", ".###.#...#....#...#...#...#...#####",
	"####.....#....#.###.....#....#####.", "...#...##..#.#.#..#.#####...#....#.",
	"######....####.....#....##...#.###.", "..##..#...#....####.#...##...#.###.",
	"#####....#...#....#...#....#....#..", ".###.#...##...#.###.#...##...#.###.",
	".###.#...##...#.####....#...#..##.." };

/* A sequence of pseudorandom integers below `most`. */
static uint32_t next(uint64_t *state, uint32_t most)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(((*state >> 32) * most) >> 32);
}

static float uniform(uint64_t *state) { return (float)next(state, 1 << 24) * 0x1p-24f; }

/* A digit near the middle, with a random gray level, and noise. */
static void draw(uint32_t digit, float noise, uint64_t *state, float *to)
{
	const uint32_t left = 2 + next(state, SIDE - WIDTH - 3), top = 1 + next(state, SIDE - HEIGHT - 1);
	const float ink = 0.6f + 0.4f * uniform(state);
	for (uint32_t y = 0; y < SIDE; y++) {
		for (uint32_t x = 0; x < SIDE; x++) {
			/* unsigned: pixels to the left of or above the digit are also beyond its width */
			bool inside = x - left < WIDTH && y - top < HEIGHT;
			bool inked = inside && strokes[digit][(y - top) * WIDTH + x - left] == '#';
			float value = (inked ? ink : 0) + noise * (2 * uniform(state) - 1);
			to[y * SIDE + x] = value < 0 ? 0 : value > 1 ? 1 : value;
		}
	}
}

/* {count, noise, seed}: pictures [count, 144], their digits as one-hot vectors [count, 10], and as numbers, i32
 * [count] */
void kernels_tensor__glyphs(struct kernels_call *call)
{
	int64_t count, seed;
	float noise;
	struct kernels_tensor made[3];
	if (!kernels_call_scalar(call, 0, KERNELS_I64, &count) || !kernels_call_scalar(call, 1, KERNELS_F32, &noise) ||
		!kernels_call_scalar(call, 2, KERNELS_I64, &seed))
		return;
	if (count < 0) {
		kernels_call_fail(call, "attribute 0: no set has %" PRId64 " pictures", count);
		return;
	}
	const struct kernels_shape shapes[] = { { .rank = 2, .dims = { count, PIXELS } },
		{ .rank = 2, .dims = { count, DIGITS } }, { .rank = 1, .dims = { count } } };
	for (int i = 0; i < 3; i++) {
		if (kernels_tensor__create(call, i < 2 ? KERNELS_F32 : KERNELS_I32, &shapes[i], &made[i]))
			continue;
		while (i-- > 0)
			kernels_tensor_finish(&made[i]);
		return;
	}
	float *pictures = kernels_tensor_data(&made[0]), *ones = kernels_tensor_data(&made[1]);
	int32_t *digits = kernels_tensor_data(&made[2]);
	uint64_t state = (uint64_t)seed;
	next(&state, 1);
	for (int64_t i = 0; i < count; i++) {
		uint32_t digit = next(&state, DIGITS);
		draw(digit, noise, &state, pictures + i * PIXELS);
		for (uint32_t d = 0; d < DIGITS; d++)
			ones[i * DIGITS + d] = d == digit;
		digits[i] = (int32_t)digit;
	}
	for (int i = 0; i < 3; i++)
		*(struct kernels_tensor *)call->results[i] = made[i];
}

/* One row of adjacent pictures, with a caption for each. */
static void print_row(struct kernels_call *call, const float *pictures, const int32_t *answers, const int32_t *digits,
	int64_t columns)
{
	static const char greys[] = " .:-=+*#%@";
	char line[512];
	for (int y = 0; y <= SIDE; y++) {
		size_t at = 0;
		for (int64_t i = 0; i < columns; i++) {
			for (int x = 0; y < SIDE && x < SIDE; x++) {
				float value = pictures[i * PIXELS + y * SIDE + x];
				int grey = value > 0 ? value < 1 ? (int)(value * 10) : 9 : 0; /* NaN is white */
				line[at++] = greys[grey];
				line[at++] = greys[grey];
			}
			if (y == SIDE && answers[i] == digits[i])
				at += (size_t)snprintf(line + at, 32, "       %" PRId32 "%*s", answers[i], 16, "");
			else if (y == SIDE)
				at += (size_t)snprintf(line + at, 32, " %" PRId32 "? it is %" PRId32 "%*s", answers[i],
					digits[i], 12, "");
			line[at++] = '|';
		}
		while (at > 0 && (line[at - 1] == ' ' || line[at - 1] == '|'))
			at--;
		async_host_print(kernels_host(call->request), "%.*s\n", (int)at, line);
	}
}

/* (pictures [n, 144], answers i32 [n], digits i32 [n], chain) {columns, rows}: the first pictures */
void kernels_tensor__print_glyphs(struct kernels_call *call)
{
	enum { MOST_COLUMNS = 8 };
	int64_t columns, rows;
	const struct kernels_tensor *pictures = kernels_tensor__dense(call, 0, KERNELS_F32, 2);
	const struct kernels_tensor *answers = pictures ? kernels_tensor__dense(call, 1, KERNELS_I32, 1) : NULL;
	const struct kernels_tensor *digits = answers ? kernels_tensor__dense(call, 2, KERNELS_I32, 1) : NULL;
	if (!digits || !kernels_call_scalar(call, 0, KERNELS_I64, &columns) ||
		!kernels_call_scalar(call, 1, KERNELS_I64, &rows))
		return;
	const int64_t count = answers->shape.dims[0];
	const struct kernels_shape shape = { .rank = 2, .dims = { count, PIXELS } };
	if (!kernels_tensor__expect_shape(call, 0, &shape) || !kernels_tensor__same_shape(call, 1, 2))
		return;
	if (columns < 1 || columns > MOST_COLUMNS) {
		kernels_call_fail(call, "columns must be from 1 to %d, got %" PRId64, MOST_COLUMNS, columns);
		return;
	}
	for (int64_t row = 0, i = 0; row < rows && i < count; row++, i += columns) {
		print_row(call, (const float *)kernels_tensor_bytes(pictures) + i * PIXELS,
			(const int32_t *)kernels_tensor_bytes(answers) + i,
			(const int32_t *)kernels_tensor_bytes(digits) + i, count - i < columns ? count - i : columns);
	}
}
