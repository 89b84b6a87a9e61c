/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The transforms of winograd.h for one instruction set. Included by winograd_lines.c once for each (hence no include guard), with
 * the macros
 *
 *	VECTOR_BYTES   width of a vector register
 *	TARGET         attribute that enables the instruction set
 *	NAME(x)        x with a unique suffix */

typedef float NAME(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(4), may_alias));

TARGET static void NAME(input)(const float *const *from, size_t n, float *to, size_t to_step)
{
	enum { LANES = VECTOR_BYTES / sizeof(float) };
	for (size_t c = 0; c < n; c += LANES) {
		NAME(vector) rows[4][4];
		UNROLL
		for (size_t j = 0; j < 4; j++) {
			const NAME(vector) a = *(const NAME(vector) *)(from[j] + c), b = *(const NAME(vector) *)(from[4 + j] + c),
					   d = *(const NAME(vector) *)(from[8 + j] + c),
					   e = *(const NAME(vector) *)(from[12 + j] + c);
			rows[0][j] = a - d;
			rows[1][j] = b + d;
			rows[2][j] = d - b;
			rows[3][j] = b - e;
		}
		UNROLL
		for (size_t i = 0; i < 4; i++) {
			float *out = to + i * 4 * to_step + c;
			*(NAME(vector) *)out = rows[i][0] - rows[i][2];
			*(NAME(vector) *)(out + to_step) = rows[i][1] + rows[i][2];
			*(NAME(vector) *)(out + 2 * to_step) = rows[i][2] - rows[i][1];
			*(NAME(vector) *)(out + 3 * to_step) = rows[i][1] - rows[i][3];
		}
	}
}

TARGET static void NAME(weights)(const float *const *from, size_t n, float *to, size_t to_step)
{
	enum { LANES = VECTOR_BYTES / sizeof(float) };
	for (size_t f = 0; f < n; f += LANES) {
		NAME(vector) rows[4][3];
		UNROLL
		for (size_t j = 0; j < 3; j++) {
			const NAME(vector) a = *(const NAME(vector) *)(from[j] + f), b = *(const NAME(vector) *)(from[3 + j] + f),
					   d = *(const NAME(vector) *)(from[6 + j] + f);
			const NAME(vector) ends = a + d;
			rows[0][j] = a;
			rows[1][j] = (ends + b) * 0.5f;
			rows[2][j] = (ends - b) * 0.5f;
			rows[3][j] = d;
		}
		UNROLL
		for (size_t i = 0; i < 4; i++) {
			const NAME(vector) ends = rows[i][0] + rows[i][2];
			float *out = to + i * 4 * to_step + f;
			*(NAME(vector) *)out = rows[i][0];
			*(NAME(vector) *)(out + to_step) = (ends + rows[i][1]) * 0.5f;
			*(NAME(vector) *)(out + 2 * to_step) = (ends - rows[i][1]) * 0.5f;
			*(NAME(vector) *)(out + 3 * to_step) = rows[i][2];
		}
	}
}

TARGET static void NAME(output)(const float *from, size_t from_step, size_t n, float *const *to)
{
	enum { LANES = VECTOR_BYTES / sizeof(float) };
	for (size_t f = 0; f < n; f += LANES) {
		NAME(vector) rows[2][4];
		UNROLL
		for (size_t j = 0; j < 4; j++) {
			const float *at = from + j * from_step + f;
			const NAME(vector) a = *(const NAME(vector) *)at, b = *(const NAME(vector) *)(at + 4 * from_step),
					   d = *(const NAME(vector) *)(at + 8 * from_step),
					   e = *(const NAME(vector) *)(at + 12 * from_step);
			rows[0][j] = a + b + d;
			rows[1][j] = b - d - e;
		}
		UNROLL
		for (size_t i = 0; i < 2; i++) {
			*(NAME(vector) *)(to[2 * i] + f) = rows[i][0] + rows[i][1] + rows[i][2];
			*(NAME(vector) *)(to[2 * i + 1] + f) = rows[i][1] - rows[i][2] - rows[i][3];
		}
	}
}

static const struct winograd_lines NAME(lines) = { NAME(input), NAME(weights), NAME(output) };

#undef VECTOR_BYTES
#undef TARGET
#undef NAME
