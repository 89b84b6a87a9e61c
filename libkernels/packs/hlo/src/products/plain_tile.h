/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A product whose multiplications and additions round separately, for one element type and one instruction set. Included by
 * plain.c once for each pair (hence no include guard), with the macros
 *
 *	ELEMENT        float or double
 *	VECTOR_BYTES   width of a vector register
 *	TARGET         attribute that enables the instruction set
 *	WIDE           vectors of a tile of several rows, so that its sums stay in registers
 *	NAME(x)        x with a unique suffix */

typedef ELEMENT NAME(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(ELEMENT)), may_alias));

/* `rows` and `vectors` are constants in each call, so that the sums stay in registers. */
TARGET static inline __attribute__((always_inline)) void NAME(tile)(const struct hlo_product *p, size_t row, size_t column,
	const size_t rows, const size_t vectors)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	NAME(vector) sums[ROWS][STRIP];
	const ELEMENT *a = (const ELEMENT *)p->a + row * p->a_stride;
	const ELEMENT *b = (const ELEMENT *)p->b + column;
	ELEMENT *c = (ELEMENT *)p->c + row * p->c_stride + column;
	UNROLL
	for (size_t i = 0; i < rows; i++) {
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			sums[i][v] = (NAME(vector)){ 0 };
	}
	for (size_t k = 0; k < p->depth; k++, b += p->b_stride) {
		UNROLL
		for (size_t i = 0; i < rows; i++) {
			const ELEMENT left = a[i * p->a_stride + k];
			UNROLL
			for (size_t v = 0; v < vectors; v++)
				sums[i][v] += left * *(const NAME(vector) *)(b + v * LANES);
		}
	}
	UNROLL
	for (size_t i = 0; i < rows; i++, c += p->c_stride) {
		UNROLL
		for (size_t v = 0; v < vectors; v++) {
			NAME(vector) *to = (NAME(vector) *)(c + v * LANES);
			if (p->add)
				sums[i][v] = *to + sums[i][v];
			*to = sums[i][v];
		}
	}
}

/* Up to STRIP vectors of a single row, all at once: a sum takes as long as its additions one after the other. */
TARGET static void NAME(strip)(const struct hlo_product *p, size_t row, size_t column, size_t vectors)
{
	switch (vectors) {
	case 1: NAME(tile)(p, row, column, 1, 1); break;
	case 2: NAME(tile)(p, row, column, 1, 2); break;
	case 3: NAME(tile)(p, row, column, 1, 3); break;
	case 4: NAME(tile)(p, row, column, 1, 4); break;
	case 5: NAME(tile)(p, row, column, 1, 5); break;
	case 6: NAME(tile)(p, row, column, 1, 6); break;
	case 7: NAME(tile)(p, row, column, 1, 7); break;
	default: NAME(tile)(p, row, column, 1, STRIP); break;
	}
}

/* The columns from `column` on that fill vectors. Returns the first of the others. */
TARGET static size_t NAME(columns)(const struct hlo_product *p, size_t column)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	const size_t end = column + (p->columns - column) / LANES * LANES;
	for (size_t row = 0, rows; row < p->rows; row += rows) {
		rows = p->rows - row >= ROWS ? ROWS : 1;
		for (size_t at = column, done; at < end; at += done) {
			const size_t most = (rows == ROWS ? WIDE : STRIP) * LANES;
			done = end - at >= most ? most : rows == ROWS ? LANES : end - at;
			if (rows < ROWS)
				NAME(strip)(p, row, at, done / LANES);
			else if (done > LANES)
				NAME(tile)(p, row, at, ROWS, WIDE);
			else
				NAME(tile)(p, row, at, ROWS, 1);
		}
	}
	return end;
}

#undef ELEMENT
#undef VECTOR_BYTES
#undef TARGET
#undef WIDE
#undef NAME
