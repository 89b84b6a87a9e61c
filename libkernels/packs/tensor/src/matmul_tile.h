/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inner loops of a matrix product, for one element type and one instruction set. Included by matmul.c once for each
 * pair (hence no include guard), with
 *	ELEMENT        float or uint32_t (signed products are the same bits, and unsigned ones may wrap)
 *	VECTOR_BYTES   width of a vector register
 *	TARGET         attribute that switches the instruction set on
 *	NAME(x)        x with a suffix of its own */

typedef ELEMENT NAME(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(4), may_alias));

/* ROWS rows of A times one packed panel of B, `vectors` registers wide: the result stays in registers while the depth
 * is walked. `vectors` is a constant at each call, so that the loops over it are unrolled. */
TARGET static inline __attribute__((always_inline)) void NAME(tile)(const struct tile_work *w, size_t vectors)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	NAME(vector) sum[ROWS][2] = { { { 0 } } };
	const ELEMENT *b = w->panel;
	for (size_t k = 0; k < w->depth; k++, b += vectors * LANES) {
		UNROLL
		for (size_t i = 0; i < ROWS; i++) {
			ELEMENT a = ((const ELEMENT *)w->a[i])[k];
			UNROLL
			for (size_t v = 0; v < vectors; v++)
				sum[i][v] += a * *(const NAME(vector) *)(b + v * LANES);
		}
	}
	/* Out of the registers at constant indices; an index that varies would keep the sums in memory all the time. */
	ELEMENT sums[ROWS][2 * LANES];
	UNROLL
	for (size_t i = 0; i < ROWS; i++) {
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			*(NAME(vector) *)&sums[i][v * LANES] = sum[i][v];
	}
	const ELEMENT alpha = *(const ELEMENT *)w->alpha, beta = *(const ELEMENT *)w->beta;
	for (size_t i = 0; i < w->rows; i++) {
		ELEMENT *c = (ELEMENT *)w->c + i * w->c_stride;
		size_t j = 0;
		for (; j + LANES <= w->columns; j += LANES) {
			NAME(vector) s = alpha * *(NAME(vector) *)&sums[i][j];
			if (beta != 0)
				s += beta * *(NAME(vector) *)(c + j);
			*(NAME(vector) *)(c + j) = s;
		}
		for (; j < w->columns; j++)
			c[j] = beta != 0 ? alpha * sums[i][j] + beta * c[j] : alpha * sums[i][j];
	}
}

TARGET static void NAME(wide)(const struct tile_work *w)
{
	NAME(tile)(w, 2);
}

TARGET static void NAME(narrow)(const struct tile_work *w)
{
	NAME(tile)(w, 1);
}

/* c += x[0] * (b's first row) + ... + x[3] * (its fourth): for products so flat that packing B would cost more than the
 * product. */
TARGET static void NAME(combine)(const void *factors, const void *rows, size_t stride, void *result, size_t columns)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	const ELEMENT *x = factors, *b0 = rows, *b1 = b0 + stride, *b2 = b1 + stride, *b3 = b2 + stride;
	ELEMENT *c = result;
	size_t j = 0;
	for (; j + LANES <= columns; j += LANES) {
		NAME(vector) sum = *(const NAME(vector) *)(c + j);
		sum += x[0] * *(const NAME(vector) *)(b0 + j) + x[1] * *(const NAME(vector) *)(b1 + j);
		sum += x[2] * *(const NAME(vector) *)(b2 + j) + x[3] * *(const NAME(vector) *)(b3 + j);
		*(NAME(vector) *)(c + j) = sum;
	}
	for (; j < columns; j++)
		c[j] += x[0] * b0[j] + x[1] * b1[j] + x[2] * b2[j] + x[3] * b3[j];
}

#undef ELEMENT
#undef VECTOR_BYTES
#undef TARGET
#undef NAME
