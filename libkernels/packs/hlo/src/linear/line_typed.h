/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms of as many lines as a vector has lanes, for one element type and one instruction set. Included by line_run.c
 * once for each pair (hence no include guard), with the macros
 *
 *	ELEMENT        float or double
 *	LANES          elements of a vector: 2, 4, 8 or 16
 *	TARGET         attribute that enables the instruction set
 *	NAME(x)        x with a unique suffix
 *
 * Lanes have real and imaginary parts in separate vectors. An inverse transform exchanges the parts of all elements before
 * and after. */

typedef ELEMENT NAME(vector) __attribute__((vector_size(LANES * sizeof(ELEMENT)), aligned(sizeof(ELEMENT)), may_alias));
#if ELEMENT_BYTES == 4
typedef int32_t NAME(index) __attribute__((vector_size(LANES * 4)));
#else
typedef int64_t NAME(index) __attribute__((vector_size(LANES * 8)));
#endif

/* An element of each line. */
struct NAME(many) {
	NAME(vector) re, im;
};

#define INLINE TARGET static inline __attribute__((always_inline))
#define MANY struct NAME(many)

INLINE MANY NAME(plus)(MANY a, MANY b) { return (MANY){ a.re + b.re, a.im + b.im }; }
INLINE MANY NAME(minus)(MANY a, MANY b) { return (MANY){ a.re - b.re, a.im - b.im }; }
INLINE MANY NAME(minus_i)(MANY a) { return (MANY){ a.im, -a.re }; }
INLINE MANY NAME(swap)(MANY a) { return (MANY){ a.im, a.re }; }
INLINE MANY NAME(scale)(MANY a, ELEMENT by) { return (MANY){ a.re * by, a.im * by }; }
/* by a number of the table */
INLINE MANY NAME(turn)(MANY a, const ELEMENT *w)
{
	return (MANY){ a.re * w[0] - a.im * w[1], a.re * w[1] + a.im * w[0] };
}

/* ---- between memory and registers */

/* Elements of neighbouring lines: lane i has that of line lane_of[i]. */
static const uint8_t NAME(lane_of)[LANES] = LINE_ORDER;

INLINE MANY NAME(split)(const ELEMENT *from)
{
	const NAME(vector) a = *(const NAME(vector) *)from, b = *(const NAME(vector) *)(from + LANES);
	return (MANY){ LINE_SHUFFLE(NAME(index), a, b, LINE_REAL), LINE_SHUFFLE(NAME(index), a, b, LINE_IMAG) };
}

INLINE void NAME(join)(ELEMENT *to, MANY value)
{
	*(NAME(vector) *)to = LINE_SHUFFLE(NAME(index), value.re, value.im, LINE_JOIN_LOW);
	*(NAME(vector) *)(to + LANES) = LINE_SHUFFLE(NAME(index), value.re, value.im, LINE_JOIN_HIGH);
}

/* Where lines come from and go: element i of LANES neighbouring lines is at 2 * i * step. */
struct NAME(ends) {
	const ELEMENT *from, *turns; /* turns: a table like `to` */
	ELEMENT *to, by;
	size_t from_step, to_step;
	bool from_swaps, to_swaps; /* real and imaginary parts; what goes is multiplied by `by` then */
};

/* Reads number i of the lines, and writes it. */
INLINE MANY NAME(get)(const MANY *x, const struct NAME(ends) *e, size_t i, const enum line_side side)
{
	return side == LINE_LANES ? x[i] : NAME(split)(e->from + 2 * i * e->from_step);
}

INLINE void NAME(put)(MANY *x, const struct NAME(ends) *e, size_t i, const enum line_side side, MANY a)
{
	if (side == LINE_LANES) {
		x[i] = a;
		return;
	}
	ELEMENT *to = e->to + 2 * i * e->to_step;
	if (side == LINE_TURNED) {
		const MANY w = NAME(split)(e->turns + 2 * i * e->to_step);
		NAME(join)(to, (MANY){ a.re * w.re - a.im * w.im, a.re * w.im + a.im * w.re });
	} else if (e->to_swaps) {
		NAME(join)(to, NAME(swap)(NAME(scale)(a, e->by)));
	} else {
		NAME(join)(to, a);
	}
}

/* ---- stages: `n` elements remain to be transformed in each of `stride` interleaved sequences */

INLINE void NAME(few_2)(const MANY *in, MANY *out)
{
	out[0] = NAME(plus)(in[0], in[1]);
	out[1] = NAME(minus)(in[0], in[1]);
}

INLINE void NAME(few_4)(const MANY *in, MANY *out)
{
	const MANY a = NAME(plus)(in[0], in[2]), b = NAME(minus)(in[0], in[2]);
	const MANY c = NAME(plus)(in[1], in[3]), d = NAME(minus_i)(NAME(minus)(in[1], in[3]));
	out[0] = NAME(plus)(a, c);
	out[1] = NAME(plus)(b, d);
	out[2] = NAME(minus)(a, c);
	out[3] = NAME(minus)(b, d);
}

INLINE void NAME(few_8)(const MANY *in, MANY *out)
{
	const ELEMENT r = (ELEMENT)0.70710678118654752440;
	MANY even[4], odd[4], e[4] = { in[0], in[2], in[4], in[6] }, o[4] = { in[1], in[3], in[5], in[7] };
	NAME(few_4)(e, even);
	NAME(few_4)(o, odd);
	odd[1] = (MANY){ (odd[1].re + odd[1].im) * r, (odd[1].im - odd[1].re) * r };
	odd[2] = NAME(minus_i)(odd[2]);
	odd[3] = (MANY){ (odd[3].im - odd[3].re) * r, -(odd[3].re + odd[3].im) * r };
	LINE_UNROLL
	for (size_t k = 0; k < 4; k++) {
		out[k] = NAME(plus)(even[k], odd[k]);
		out[k + 4] = NAME(minus)(even[k], odd[k]);
	}
}

/* An odd number of elements: out[k] and out[p - k] are the sum and the difference of the same two sums, over
 * in[j] + in[p - j] times cosines and in[j] - in[p - j] times sines. UNROLL: for constants, so that all of it is in registers. */
#define FEW_ODD(name, UNROLL) \
	INLINE void NAME(name)(const ELEMENT *roots, size_t step, const size_t p, const MANY *in, MANY *out) \
	{ \
		MANY sums[HLO_LINE_PRIME / 2], differences[HLO_LINE_PRIME / 2], first = in[0]; \
		const size_t half = p / 2; \
		UNROLL \
		for (size_t j = 0; j < half; j++) { \
			sums[j] = NAME(plus)(in[j + 1], in[p - 1 - j]); \
			differences[j] = NAME(minus)(in[j + 1], in[p - 1 - j]); \
			first = NAME(plus)(first, sums[j]); \
		} \
		out[0] = first; \
		UNROLL \
		for (size_t k = 1; k <= half; k++) { \
			MANY even = in[0], odd = { { 0 }, { 0 } }; \
			UNROLL \
			for (size_t j = 0; j < half; j++) { \
				const ELEMENT *w = roots + 2 * ((j + 1) * k % p * step); \
				even = NAME(plus)(even, NAME(scale)(sums[j], w[0])); \
				odd.re -= w[1] * differences[j].im; \
				odd.im += w[1] * differences[j].re; \
			} \
			out[k] = NAME(plus)(even, odd); \
			out[p - k] = NAME(minus)(even, odd); \
		} \
	}
FEW_ODD(few_odd, LINE_UNROLL)
FEW_ODD(few_any, )
#undef FEW_ODD

/* `p` is a constant in most calls, and the sides; `turns`: whether the results are multiplied by roots. */
INLINE void NAME(stage_part)(const struct hlo_line *line, const size_t p, size_t m, size_t stride, size_t q, const MANY *from, MANY *to,
	const struct NAME(ends) *ends, const enum line_side source, const enum line_side target, const bool turns)
{
	const ELEMENT *roots = line->roots;
	MANY in[HLO_LINE_PRIME], out[HLO_LINE_PRIME];
	for (size_t r = 0; r < stride; r++) {
		LINE_UNROLL
		for (size_t j = 0; j < p; j++)
			in[j] = NAME(get)(from, ends, r + stride * (q + m * j), source);
		if (source != LINE_LANES && ends->from_swaps) {
			LINE_UNROLL
			for (size_t j = 0; j < p; j++)
				in[j] = NAME(swap)(in[j]);
		}
		if (p == 2)
			NAME(few_2)(in, out);
		else if (p == 4)
			NAME(few_4)(in, out);
		else if (p == 8)
			NAME(few_8)(in, out);
		else if (p <= 7)
			NAME(few_odd)(roots, line->length / p, p, in, out);
		else
			NAME(few_any)(roots, line->length / p, p, in, out);
		NAME(put)(to, ends, r + stride * p * q, target, out[0]);
		LINE_UNROLL
		for (size_t k = 1; k < p; k++)
			NAME(put)(to, ends, r + stride * (p * q + k), target, turns ? NAME(turn)(out[k], roots + 2 * (q * k * stride)) : out[k]);
	}
}

/* The first stage, which may read memory (stride 1), one between, and the last, which may write memory (n = p). */
#define STAGE(p) \
	TARGET static void NAME(first_##p)(const struct hlo_line *line, const struct NAME(ends) *ends, MANY *to) \
	{ \
		const size_t m = line->length / p; \
		NAME(stage_part)(line, p, m, 1, 0, NULL, to, ends, LINE_COLUMNS, LINE_LANES, false); \
		for (size_t q = 1; q < m; q++) \
			NAME(stage_part)(line, p, m, 1, q, NULL, to, ends, LINE_COLUMNS, LINE_LANES, true); \
	} \
	TARGET static void NAME(stage_##p)(const struct hlo_line *line, size_t n, size_t stride, const MANY *from, MANY *to) \
	{ \
		const size_t m = n / p; \
		NAME(stage_part)(line, p, m, stride, 0, from, to, NULL, LINE_LANES, LINE_LANES, false); \
		for (size_t q = 1; q < m; q++) \
			NAME(stage_part)(line, p, m, stride, q, from, to, NULL, LINE_LANES, LINE_LANES, true); \
	} \
	TARGET static void NAME(last_##p)(const struct hlo_line *line, const struct NAME(ends) *ends, const MANY *from) \
	{ \
		if (ends->turns) \
			NAME(stage_part)(line, p, 1, line->length / p, 0, from, NULL, ends, LINE_LANES, LINE_TURNED, false); \
		else \
			NAME(stage_part)(line, p, 1, line->length / p, 0, from, NULL, ends, LINE_LANES, LINE_COLUMNS, false); \
	}
STAGE(2)
STAGE(3)
STAGE(4)
STAGE(5)
STAGE(7)
STAGE(8)
#undef STAGE
TARGET static void NAME(stage_any)(
	const struct hlo_line *line, size_t p, size_t n, size_t stride, const MANY *from, MANY *to)
{
	const size_t m = n / p;
	if (p <= 8)
		__builtin_unreachable(); /* only stage_part()'s code for larger factors is compiled */
	for (size_t q = 0; q < m; q++)
		NAME(stage_part)(line, p, m, stride, q, from, to, NULL, LINE_LANES, LINE_LANES, true);
}

#define EACH_STAGE(p, call) \
	switch (p) { \
	case 2: call(2); break; \
	case 3: call(3); break; \
	case 4: call(4); break; \
	case 5: call(5); break; \
	case 7: call(7); break; \
	case 8: call(8); break; \
	default: CALL_ANY; break; \
	}
#define CALL_FIRST(p) NAME(first_##p)(line, ends, y)
#define CALL_STAGE(p) NAME(stage_##p)(line, n, stride, x, y)
#define CALL_LAST(p) NAME(last_##p)(line, ends, x)

/* Whether stages of this factor read and write memory. */
static bool NAME(fuses)(uint32_t p) { return p <= 8; }

/* Both arrays have the length of the line. `ends`: the first stage reads memory if ends->from is set, and the last writes memory if
 * ends->to is set; the line has two factors at least, and both fuse. Returns the array with the result, if there is one. */
TARGET static MANY *NAME(factors)(const struct hlo_line *line, const struct NAME(ends) *ends, MANY *x, MANY *y)
{
	size_t n = line->length, stride = 1;
	for (unsigned i = 0; i < line->factor_count; i++) {
		const size_t p = line->factors[i];
#define CALL_ANY NAME(stage_any)(line, p, n, stride, x, y)
		if (i == 0 && ends && ends->from)
			EACH_STAGE(p, CALL_FIRST)
		else if (i + 1 == line->factor_count && ends && ends->to)
			EACH_STAGE(p, CALL_LAST)
		else
			EACH_STAGE(p, CALL_STAGE)
#undef CALL_ANY
		MANY *other = x;
		x = y;
		y = other;
		n /= p;
		stride *= p;
	}
	return x;
}
#undef EACH_STAGE
#undef CALL_FIRST
#undef CALL_STAGE
#undef CALL_LAST

TARGET static MANY *NAME(chirp)(const struct hlo_line *line, MANY *x, MANY *y)
{
	const size_t n = line->length, inner = line->inner->length;
	const ELEMENT *chirp = line->roots, *chirp_inner = line->chirp_inner;
	for (size_t i = 0; i < n; i++)
		x[i] = NAME(turn)(x[i], chirp + 2 * i);
	for (size_t i = n; i < inner; i++)
		x[i] = (MANY){ { 0 }, { 0 } };
	MANY *made = NAME(factors)(line->inner, NULL, x, y), *other = made == x ? y : x;
	for (size_t i = 0; i < inner; i++)
		made[i] = NAME(swap)(NAME(turn)(made[i], chirp_inner + 2 * i));
	made = NAME(factors)(line->inner, NULL, made, other);
	for (size_t i = 0; i < n; i++)
		made[i] = NAME(turn)(NAME(swap)(made[i]), chirp + 2 * i);
	return made;
}

/* Both arrays have NAME(room)() elements. */
TARGET static MANY *NAME(transform)(const struct hlo_line *line, MANY *x, MANY *y)
{
	return line->inner ? NAME(chirp)(line, x, y) : NAME(factors)(line, NULL, x, y);
}

static size_t NAME(room)(const struct hlo_line *line) { return (line->inner ? line->inner->length : line->length) + 1; }

/* ---- between memory and lanes */

/* Rows and columns of LANES vectors. */
INLINE void NAME(transpose)(NAME(vector) *v)
{
#define LEVEL(step, LOW, HIGH) \
	LINE_UNROLL \
	for (size_t i = 0; i < LANES; i++) { \
		if (i & (step)) \
			continue; \
		const NAME(vector) a = v[i], b = v[i + (step)]; \
		v[i] = LINE_SHUFFLE(NAME(index), a, b, LOW); \
		v[i + (step)] = LINE_SHUFFLE(NAME(index), a, b, HIGH); \
	}
#if LANES == 16
	LEVEL(8, LINE_16_LOW_8, LINE_16_HIGH_8)
	LEVEL(4, LINE_16_LOW_4, LINE_16_HIGH_4)
	LEVEL(2, LINE_16_LOW_2, LINE_16_HIGH_2)
	LEVEL(1, LINE_16_LOW_1, LINE_16_HIGH_1)
#elif LANES == 8
	LEVEL(4, LINE_8_LOW_4, LINE_8_HIGH_4)
	LEVEL(2, LINE_8_LOW_2, LINE_8_HIGH_2)
	LEVEL(1, LINE_8_LOW_1, LINE_8_HIGH_1)
#elif LANES == 4
	LEVEL(2, LINE_4_LOW_2, LINE_4_HIGH_2)
	LEVEL(1, LINE_4_LOW_1, LINE_4_HIGH_1)
#else
	LEVEL(1, LINE_2_LOW_1, LINE_2_HIGH_1)
#endif
#undef LEVEL
}

/* `n` complex elements of `count` lines: element i of line l is at 2 * (i * step + l * distance). One of these is 1. */
struct NAME(lines) {
	size_t n, count, step, distance;
	bool swaps; /* real and imaginary parts */
};

TARGET static __attribute__((noinline)) void NAME(load_some)(
	const struct NAME(lines) *l, size_t first, const ELEMENT *from, MANY *x)
{
	for (size_t i = first; i < l->n; i++) {
		MANY value = { { 0 }, { 0 } };
		for (size_t lane = 0; lane < LANES; lane++) {
			const size_t line = NAME(lane_of)[lane];
			if (line >= l->count)
				continue;
			value.re[lane] = from[2 * (i * l->step + line * l->distance)];
			value.im[lane] = from[2 * (i * l->step + line * l->distance) + 1];
		}
		x[i] = l->swaps ? NAME(swap)(value) : value;
	}
}

TARGET static void NAME(load)(const struct NAME(lines) *l, const ELEMENT *from, MANY *x)
{
	size_t i = 0;
	if (l->count == LANES && l->distance == 1) {
		for (; i < l->n; i++) {
			const MANY value = NAME(split)(from + 2 * i * l->step);
			x[i] = l->swaps ? NAME(swap)(value) : value;
		}
	} else if (l->count == LANES && l->step == 1) {
		for (; i + LANES / 2 <= l->n; i += LANES / 2) {
			NAME(vector) v[LANES];
			LINE_UNROLL
			for (size_t lane = 0; lane < LANES; lane++)
				v[lane] = *(const NAME(vector) *)(from + 2 * (i + NAME(lane_of)[lane] * l->distance));
			NAME(transpose)(v);
			LINE_UNROLL
			for (size_t k = 0; k < LANES / 2; k++) {
				const MANY value = { v[2 * k], v[2 * k + 1] };
				x[i + k] = l->swaps ? NAME(swap)(value) : value;
			}
		}
	}
	NAME(load_some)(l, i, from, x);
}

TARGET static __attribute__((noinline)) void NAME(store_some)(
	const struct NAME(lines) *l, size_t first, const MANY *x, ELEMENT by, ELEMENT *to)
{
	for (size_t i = first; i < l->n; i++) {
		const MANY value = l->swaps ? NAME(swap)(NAME(scale)(x[i], by)) : x[i];
		for (size_t lane = 0; lane < LANES; lane++) {
			const size_t line = NAME(lane_of)[lane];
			if (line >= l->count)
				continue;
			to[2 * (i * l->step + line * l->distance)] = value.re[lane];
			to[2 * (i * l->step + line * l->distance) + 1] = value.im[lane];
		}
	}
}

/* An inverse transform (`swaps`) is multiplied by `by`. */
TARGET static void NAME(store)(const struct NAME(lines) *l, const MANY *x, ELEMENT by, ELEMENT *to)
{
	size_t i = 0;
	if (l->count == LANES && l->distance == 1) {
		for (; i < l->n; i++)
			NAME(join)(to + 2 * i * l->step, l->swaps ? NAME(swap)(NAME(scale)(x[i], by)) : x[i]);
	} else if (l->count == LANES && l->step == 1) {
		for (; i + LANES / 2 <= l->n; i += LANES / 2) {
			NAME(vector) v[LANES];
			LINE_UNROLL
			for (size_t k = 0; k < LANES / 2; k++) {
				const MANY value = l->swaps ? NAME(swap)(NAME(scale)(x[i + k], by)) : x[i + k];
				v[2 * k] = value.re;
				v[2 * k + 1] = value.im;
			}
			NAME(transpose)(v);
			LINE_UNROLL
			for (size_t lane = 0; lane < LANES; lane++)
				*(NAME(vector) *)(to + 2 * (i + NAME(lane_of)[lane] * l->distance)) = v[lane];
		}
	}
	NAME(store_some)(l, i, x, by, to);
}

/* LANES neighbouring lines, from memory to memory. */
TARGET static void NAME(columns)(const struct hlo_line *line, const struct NAME(ends) *ends, MANY *x, MANY *y)
{
	const uint32_t *factors = line->factors;
	struct NAME(ends) e = *ends;
	const bool has_ends = line->factor_count > 1 && !line->inner;
	if (has_ends && NAME(fuses)(factors[0]) && NAME(fuses)(factors[line->factor_count - 1])) {
		(void)NAME(factors)(line, &e, x, y);
		return;
	}
	for (size_t i = 0; i < line->length; i++) {
		const MANY value = NAME(get)(NULL, &e, i, LINE_COLUMNS);
		x[i] = e.from_swaps ? NAME(swap)(value) : value;
	}
	const MANY *made = NAME(transform)(line, x, y);
	for (size_t i = 0; i < line->length; i++)
		if (e.turns)
			NAME(put)(NULL, &e, i, LINE_TURNED, made[i]);
		else
			NAME(put)(NULL, &e, i, LINE_COLUMNS, made[i]);
}
