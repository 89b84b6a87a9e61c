/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products with Q, QR with exchanged columns, tridiagonal systems, updated Cholesky factors, sparse matrices, and orders of rows, by what
 * they promise. */
#include "by_lapack.h"
#include "matrices.h"

/* ---- ormqr: the product with what orgqr gives for square matrices */

static void products_with_q(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = random_from(1, 7), others = random_from(1, 6);
		const bool left = random_below(2), turned = random_below(2);
		struct array a = any_matrices(dtype, batch, n, n), c = any_matrices(dtype, batch, left ? n : others, left ? others : n);
		struct array packed = array_make(dtype, 3, a.shape.dims), tau = array_make(dtype, 2, a.shape.dims);
		calls_begin("hlo.lapack_geqrf");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(dtype, 2, a.shape.dims);
		if (ran(__LINE__)) {
			memcpy(packed.bytes, calls_output(0)->bytes, (size_t)a.elements * kernels_dtype_size(dtype));
			memcpy(tau.bytes, calls_output(1)->bytes, (size_t)tau.elements * kernels_dtype_size(dtype));
		}
		calls_begin("hlo.lapack_orgqr");
		calls_operand(&packed);
		calls_operand(&tau);
		calls_result(dtype, 3, a.shape.dims);
		struct array q = array_make(dtype, 3, a.shape.dims);
		if (ran(__LINE__))
			memcpy(q.bytes, calls_output(0)->bytes, (size_t)a.elements * kernels_dtype_size(dtype));
		calls_begin("hlo.lapack_ormqr");
		operand(packed);
		operand(tau);
		calls_operand(&c);
		calls_result(dtype, 3, c.shape.dims);
		calls_bool("adjoint", turned);
		calls_bool("left_side", left);
		const bool has_run = ran(__LINE__);
		for (int64_t item = 0; has_run && item < batch; item++) {
			struct matrix factor = matrix_of(&q, item, n, n), other = matrix_of(&c, item, c.shape.dims[1], c.shape.dims[2]);
			if (turned) {
				struct matrix kept = factor;
				factor = adjoint(kept, true);
				free(kept.at);
			}
			CHECK(distance(matrix_of(calls_output(0), item, c.shape.dims[1], c.shape.dims[2]),
				      left ? product(factor, other) : product(other, factor)) < tolerance(dtype));
		}
		array_free(&a);
		array_free(&c);
		array_free(&q);
	}
}

/* ---- geqp3: R of the columns in the new order has the same lengths and angles; its diagonal descends */

static void check_order(const struct array *a, const struct array *fixed, int64_t item, int64_t rows, int64_t columns)
{
	const int64_t least = rows < columns ? rows : columns;
	const enum kernels_dtype dtype = a->dtype;
	struct matrix r = matrix_make(least, columns), moved = matrix_make(rows, columns);
	bool seen[8] = { false };
	for (int64_t j = 0; j < columns; j++) {
		const int64_t from = array_get(calls_output(1), item * columns + j) - 1;
		if (!CHECK(from >= 0 && from < columns && !seen[from]))
			continue;
		seen[from] = true;
		CHECK(j > 0 || !fixed || from == 1 % columns);
		for (int64_t i = 0; i < rows; i++)
			moved.at[i * columns + j] = number(a, (item * rows + i) * columns + from);
		for (int64_t i = 0; i <= j && i < least; i++)
			r.at[i * columns + j] = number(calls_output(0), (item * rows + i) * columns + j);
		if (j > (fixed ? 1 : 0) && j < least)
			CHECK(cabs(r.at[j * columns + j]) <= cabs(r.at[(j - 1) * columns + j - 1]) * (1 + tolerance(dtype)));
	}
	struct matrix copy = matrix_make(rows, columns), r_copy = matrix_make(least, columns);
	memcpy(copy.at, moved.at, (size_t)(rows * columns) * sizeof *copy.at);
	memcpy(r_copy.at, r.at, (size_t)(least * columns) * sizeof *r.at);
	struct matrix left = adjoint(moved, true), r_left = adjoint(r, true);
	free(moved.at);
	free(r.at);
	CHECK(distance(product(r_left, r_copy), product(left, copy)) < 4 * tolerance(dtype));
}

static void pivoted_qrs(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), rows = random_from(1, 7), columns = random_from(1, 7);
		const int64_t least = rows < columns ? rows : columns;
		const bool fixed = random_below(2);
		struct array a = any_matrices(dtype, batch, rows, columns);
		struct array first = array_make(KERNELS_I32, 2, (int64_t[]){ batch, columns });
		for (int64_t i = 0; i < batch && fixed; i++)
			array_set(&first, i * columns + 1 % columns, 1);
		calls_begin("hlo.lapack_geqp3");
		calls_operand(&a);
		operand(first);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(KERNELS_I32, 2, (int64_t[]){ batch, columns });
		calls_result(dtype, 2, (int64_t[]){ batch, least });
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++)
				check_order(&a, fixed ? &first : NULL, item, rows, columns);
		array_free(&a);
	}
}

/* ---- gtsv */

static void begin_gtsv(const struct array *b, const struct array *bands, bool perturbs)
{
	calls_begin("hlo.lapack_gtsv");
	calls_operand(b);
	calls_result(b->dtype, b->shape.rank, b->shape.dims);
	for (int i = 0; i < 3; i++) {
		calls_operand(&bands[i]);
		calls_result(b->dtype, bands[i].shape.rank, bands[i].shape.dims);
	}
	calls_result(KERNELS_I32, b->shape.rank - 2, b->shape.dims);
	calls_bool("perturbs", perturbs);
}

static void tridiagonal_systems(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = random_from(1, 8), columns = random_from(0, 4);
		struct array b = any_matrices(dtype, batch, n, columns), bands[3];
		for (int i = 0; i < 3; i++) {
			bands[i] = array_make(dtype, 2, (int64_t[]){ batch, n });
			for (int64_t k = 0; k < batch * n; k++) /* rows are exchanged if the element below the diagonal is larger */
				set_number(&bands[i], k, complex_of((i == 1 ? 0.3 : i == 0 ? 2 : 0.2) + 0.1 * any_unit(), 0.1 * any_unit()));
		}
		begin_gtsv(&b, bands, random_below(2));
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix m = matrix_make(n, n);
				for (int64_t i = 0; i < n; i++) {
					m.at[i * n + i] = number(&bands[1], item * n + i);
					if (i > 0)
						m.at[i * n + i - 1] = number(&bands[0], item * n + i);
					if (i + 1 < n)
						m.at[i * n + i + 1] = number(&bands[2], item * n + i);
				}
				CHECK(distance(product(m, matrix_of(calls_output(0), item, n, columns)), matrix_of(&b, item, n, columns)) <
					1000 * tolerance(dtype));
				CHECK_INT(array_get(calls_output(4), item), 0);
			}
		array_free(&b);
		for (int i = 0; i < 3; i++)
			array_free(&bands[i]);
	}
}

/* [4 0; 0 0]: gtsv stops at the second pivot, which is perturbed by an epsilon of 4. */
static void singular_systems(void)
{
	for (int perturbs = 0; perturbs < 2; perturbs++) {
		struct array b = array_make(KERNELS_F64, 2, (int64_t[]){ 2, 1 }), bands[3];
		((double *)b.bytes)[0] = 8;
		((double *)b.bytes)[1] = 3;
		for (int i = 0; i < 3; i++)
			bands[i] = array_make(KERNELS_F64, 1, (int64_t[]){ 2 });
		((double *)bands[1].bytes)[0] = 4;
		begin_gtsv(&b, bands, perturbs);
		if (ran(__LINE__)) {
			CHECK_INT(array_get(calls_output(4), 0), perturbs ? 0 : 2);
			CHECK(!perturbs || (creal(number(calls_output(0), 0)) == 2 && creal(number(calls_output(0), 1)) == 3 / 0x1p-50));
		}
		array_free(&b);
		for (int i = 0; i < 3; i++)
			array_free(&bands[i]);
	}
}

/* All elements are 0: quotients are as large as a number can be. */
static void systems_of_zeros(void)
{
	struct array b = array_make(KERNELS_F64, 2, (int64_t[]){ 1, 1 }), bands[3];
	((double *)b.bytes)[0] = 3;
	for (int i = 0; i < 3; i++)
		bands[i] = array_make(KERNELS_F64, 1, (int64_t[]){ 1 });
	begin_gtsv(&b, bands, true);
	if (ran(__LINE__))
		CHECK(creal(number(calls_output(0), 0)) == 0x1p1022);
	array_free(&b);
	for (int i = 0; i < 3; i++)
		array_free(&bands[i]);
}

/* ---- cholesky_update: r'^T r' is r^T r + w w^T */

static void updated_factors(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = random_below(2) ? KERNELS_F32 : KERNELS_F64;
		const int64_t batch = random_from(0, 3), n = random_from(1, 8);
		struct array r = any_matrices(dtype, batch, n, n), w = array_make(dtype, 2, (int64_t[]){ batch, n });
		for (int64_t k = 0; k < r.elements; k++)
			if (k / n % n > k % n)
				set_number(&r, k, 0);
		for (int64_t k = 0; k < w.elements; k++)
			set_number(&w, k, random_below(4) ? any_unit() : 0);
		calls_begin("hlo.cholesky_update");
		calls_operand(&r);
		calls_operand(&w);
		calls_result(dtype, 3, r.shape.dims);
		calls_result(dtype, 2, w.shape.dims);
		const bool has_run = ran(__LINE__);
		for (int64_t item = 0; has_run && item < batch; item++) {
			struct matrix before = matrix_of(&r, item, n, n), after = matrix_of(calls_output(0), item, n, n);
			struct matrix sum = product(adjoint(before, true), before);
			for (int64_t i = 0; i < n * n; i++)
				sum.at[i] += number(&w, item * n + i / n) * number(&w, item * n + i % n);
			for (int64_t i = 0; i < n; i++)
				CHECK(cabs(number(calls_output(1), item * n + i)) < tolerance(dtype));
			CHECK(distance(product(adjoint(after, true), after), sum) < 10 * tolerance(dtype));
		}
		array_free(&r);
		array_free(&w);
	}
}

/* ---- csr_product: the product with the dense matrix */

static void sparse_products(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)], index = random_below(2) ? KERNELS_I32 : KERNELS_I64;
		const int64_t rows = random_from(0, 6), inner = random_from(1, 5), columns = random_from(0, 4), count = random_from(0, 12);
		struct array elements = array_make(dtype, 1, &count), b = any_matrices(dtype, 1, inner, columns);
		struct array offsets = array_make(index, 1, (int64_t[]){ rows + 1 }), places = array_make(index, 1, &count);
		struct matrix dense = matrix_make(rows, inner);
		b.shape.rank = 2;
		memmove(b.shape.dims, b.shape.dims + 1, 2 * sizeof *b.shape.dims);
		for (int64_t k = 0; k < count; k++) {
			set_number(&elements, k, complex_of(any_unit(), any_unit()));
			array_set(&places, k, random_from(0, (int)inner - 1));
		}
		for (int64_t i = 0, at = 0; i <= rows; i++) { /* elements behind the last offset, and before the first one, are none */
			array_set(&offsets, i, at);
			const int64_t next = random_from((int)at, (int)count);
			for (int64_t k = at; i < rows && k < next; k++)
				dense.at[i * inner + array_get(&places, k)] += number(&elements, k);
			at = next;
		}
		calls_begin("hlo.csr_product");
		operand(elements);
		operand(offsets);
		operand(places);
		calls_operand(&b);
		calls_result(dtype, 2, (int64_t[]){ rows, columns });
		if (ran(__LINE__))
			CHECK(distance(matrix_of(calls_output(0), 0, rows, columns), product(dense, matrix_of(&b, 0, inner, columns))) <
				10 * tolerance(dtype));
		else
			free(dense.at);
		array_free(&b);
	}
}

/* Offsets that descend or leave the elements, and columns that b has no row for. */
static void wrong_indices(void)
{
	static const struct {
		int32_t offsets[3], places[2];
		const char *message;
	} wrong[] = {
		{ { 0, 2, 1 }, { 0, 0 }, "element 2 of operand 1 is 1, expected 2 to 2" },
		{ { 0, 1, 3 }, { 0, 0 }, "element 2 of operand 1 is 3, expected 1 to 2" },
		{ { -1, 1, 2 }, { 0, 0 }, "element 0 of operand 1 is -1, expected 0 to 2" },
		{ { 0, 1, 2 }, { 0, 3 }, "element 1 of operand 2 is column 3 of a matrix with 3" },
		{ { 0, 1, 2 }, { -1, 0 }, "element 0 of operand 2 is column -1 of a matrix with 3" },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct array offsets = array_make(KERNELS_I32, 1, (int64_t[]){ 3 }), places = array_make(KERNELS_I32, 1, (int64_t[]){ 2 });
		memcpy(offsets.bytes, wrong[i].offsets, sizeof wrong[i].offsets);
		memcpy(places.bytes, wrong[i].places, sizeof wrong[i].places);
		calls_begin("hlo.csr_product");
		operand(array_make(KERNELS_F32, 1, (int64_t[]){ 2 }));
		operand(offsets);
		operand(places);
		operand(array_make(KERNELS_F32, 1, (int64_t[]){ 3 }));
		calls_result(KERNELS_F32, 1, (int64_t[]){ 2 });
		const char *error = calls_run();
		if (!error || !strstr(error, wrong[i].message))
			check_report(__FILE__, __LINE__, "%s instead of %s", error ? error : "no error", wrong[i].message);
	}
}

/* ---- lu_permutation */

static void orders_of_rows(void)
{
	const int32_t exchanges[] = { 2, 2, 3, 0, 1, 9 }, expected[] = { 2, 0, 3, 1, 0, 1, 2, 3 };
	struct array a = array_make(KERNELS_I32, 2, (int64_t[]){ 2, 3 });
	memcpy(a.bytes, exchanges, sizeof exchanges);
	calls_begin("hlo.lu_permutation");
	operand(a);
	calls_result(KERNELS_I32, 2, (int64_t[]){ 2, 4 });
	calls_int("rows", 4);
	if (ran(__LINE__))
		for (int64_t i = 0; i < 8; i++)
			CHECK_INT(array_get(calls_output(0), i), expected[i]);
}

static const struct check_case random_cases[] = {
	CHECK_CASE(products_with_q), CHECK_CASE(pivoted_qrs), CHECK_CASE(tridiagonal_systems), CHECK_CASE(updated_factors),
	CHECK_CASE(sparse_products), CHECK_CASE(orders_of_rows)
};

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = {
	CHECK_CASE(products_with_q), CHECK_CASE(pivoted_qrs), CHECK_CASE(tridiagonal_systems), CHECK_CASE(singular_systems),
	CHECK_CASE(systems_of_zeros), CHECK_CASE(updated_factors), CHECK_CASE(sparse_products), CHECK_CASE(wrong_indices),
	CHECK_CASE(orders_of_rows), CHECK_CASE(mutants)
};

int main(int argc, char **argv) { return by_lapack_main(argc, argv, cases, sizeof cases / sizeof *cases); }
