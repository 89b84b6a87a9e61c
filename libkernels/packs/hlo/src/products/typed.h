/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A product for one element type. Included by multiply.c once for each type (hence no include guard), with the macros
 *
 *	ELEMENT             in memory
 *	SUM                 of the sums
 *	ADD(sum, x, y)      adds the product of two elements to the sum
 *	NAME(x)             x with a unique suffix */

/* `rows` and `columns` are constants in most calls, so that the sums stay in registers. */
static inline __attribute__((always_inline)) void NAME(tile)(const struct hlo_product *p, size_t row, size_t column,
	const size_t rows, const size_t columns)
{
	SUM sums[ROWS][COLUMNS];
	const ELEMENT *a = (const ELEMENT *)p->a + row * p->a_stride;
	const ELEMENT *b = (const ELEMENT *)p->b + column;
	ELEMENT *c = (ELEMENT *)p->c + row * p->c_stride + column;
	memset(sums, 0, sizeof sums);
	for (size_t k = 0; k < p->depth; k++, b += p->b_stride)
		for (size_t i = 0; i < rows; i++) {
			const ELEMENT left = a[i * p->a_stride + k];
			for (size_t j = 0; j < columns; j++)
				ADD(sums[i][j], left, b[j]);
		}
	for (size_t i = 0; i < rows; i++, c += p->c_stride)
		for (size_t j = 0; j < columns; j++)
			STORE(c[j], sums[i][j], p->add);
}

static void NAME(multiply)(const struct hlo_product *p)
{
	for (size_t row = 0; row < p->rows; row += ROWS) {
		const size_t rows = p->rows - row < ROWS ? p->rows - row : ROWS;
		for (size_t column = 0; column < p->columns; column += COLUMNS) {
			const size_t columns = p->columns - column < COLUMNS ? p->columns - column : COLUMNS;
			if (rows == ROWS && columns == COLUMNS)
				NAME(tile)(p, row, column, ROWS, COLUMNS);
			else if (rows == 1 && columns == COLUMNS)
				NAME(tile)(p, row, column, 1, COLUMNS);
			else
				NAME(tile)(p, row, column, rows, columns);
		}
	}
}

#undef ELEMENT
#undef SUM
#undef ADD
#undef STORE
#undef NAME
