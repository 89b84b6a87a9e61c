/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes over lines: several side by side, or one by itself. Included by line_run.c after line_typed.h, with its macros. */

/* ---- real lines of even length: complex ones of half of it, whose elements are pairs of neighbours */

/* The transform of the pairs becomes that of the line; `to` has one element more. */
TARGET static void NAME(to_half)(const struct hlo_line *line, const MANY *x, MANY *to)
{
	const size_t m = line->length;
	const ELEMENT *halves = line->halves, half = (ELEMENT)0.5;
	const NAME(vector) zero = { 0 };
	to[0] = (MANY){ x[0].re + x[0].im, zero };
	to[m] = (MANY){ x[0].re - x[0].im, zero };
	for (size_t k = 1; k <= m / 2; k++) { /* and its mirror */
		const MANY a = x[k], b = x[m - k];
		const MANY even = { (a.re + b.re) * half, (a.im - b.im) * half }, odd = { (a.im + b.im) * half, (b.re - a.re) * half };
		const MANY turned = NAME(turn)(odd, halves + 2 * k);
		to[m - k] = (MANY){ even.re - turned.re, turned.im - even.im };
		to[k] = NAME(plus)(even, turned);
	}
}

/* Back, for a transform that is twice that of the pairs. */
TARGET static void NAME(from_half)(const struct hlo_line *line, const MANY *x, MANY *to)
{
	const size_t m = line->length;
	const ELEMENT *halves = line->halves;
	to[0] = (MANY){ x[0].re + x[m].re, x[0].re - x[m].re };
	for (size_t k = 1; k <= m / 2; k++) {
		const MANY a = x[k], b = x[m - k];
		const MANY even = { a.re + b.re, a.im - b.im }, difference = { a.re - b.re, a.im + b.im };
		const ELEMENT conjugate[2] = { halves[2 * k], -halves[2 * k + 1] };
		const MANY odd = NAME(turn)(difference, conjugate);
		to[m - k] = (MANY){ even.re + odd.im, odd.re - even.im };
		to[k] = (MANY){ even.re - odd.im, even.im + odd.re };
	}
}

/* LANES numbers in memory, the last first. */
INLINE MANY NAME(split_back)(const ELEMENT *from)
{
	const NAME(vector) a = *(const NAME(vector) *)from, b = *(const NAME(vector) *)(from + LANES);
	const NAME(vector) last = LINE_SHUFFLE(NAME(index), b, b, LINE_REVERSE), first = LINE_SHUFFLE(NAME(index), a, a, LINE_REVERSE);
	return (MANY){ LINE_SHUFFLE(NAME(index), last, first, LINE_REAL), LINE_SHUFFLE(NAME(index), last, first, LINE_IMAG) };
}

INLINE void NAME(join_back)(ELEMENT *to, MANY value)
{
	const NAME(vector) a = LINE_SHUFFLE(NAME(index), value.re, value.im, LINE_JOIN_LOW);
	const NAME(vector) b = LINE_SHUFFLE(NAME(index), value.re, value.im, LINE_JOIN_HIGH);
	*(NAME(vector) *)to = LINE_SHUFFLE(NAME(index), b, b, LINE_REVERSE);
	*(NAME(vector) *)(to + LANES) = LINE_SHUFFLE(NAME(index), a, a, LINE_REVERSE);
}

/* The same of a line in memory, whose parts are exchanged before its inverse transform. */
TARGET static void NAME(gather_half)(const struct hlo_line *line, const ELEMENT *from, ELEMENT *data)
{
	const size_t n = line->length;
	const ELEMENT *halves = line->halves;
	size_t k = 1;
	data[1] = from[0] + from[2 * n];
	data[0] = from[0] - from[2 * n];
	for (; k + LANES <= n / 2; k += LANES) {
		const MANY a = NAME(split)(from + 2 * k), b = NAME(split_back)(from + 2 * (n - k - LANES + 1));
		const MANY w = NAME(split)(halves + 2 * k), even = { a.re + b.re, a.im - b.im }, odd = { a.re - b.re, a.im + b.im };
		const MANY turned = { odd.re * w.re + odd.im * w.im, odd.im * w.re - odd.re * w.im };
		NAME(join)(data + 2 * k, (MANY){ even.im + turned.re, even.re - turned.im });
		NAME(join_back)(data + 2 * (n - k - LANES + 1), (MANY){ turned.re - even.im, even.re + turned.im });
	}
	for (const size_t last = n - k; k <= last; k++) {
		const ELEMENT *a = from + 2 * k, *b = from + 2 * (n - k), *w = halves + 2 * k;
		const ELEMENT re = a[0] - b[0], im = a[1] + b[1];
		data[2 * k + 1] = a[0] + b[0] - (im * w[0] - re * w[1]);
		data[2 * k] = a[1] - b[1] + (re * w[0] + im * w[1]);
	}
}

TARGET static void NAME(scatter_half)(const struct hlo_line *line, const ELEMENT *data, ELEMENT *to)
{
	const size_t n = line->length;
	const ELEMENT *halves = line->halves, half = (ELEMENT)0.5;
	size_t k = 1;
	to[0] = data[0] + data[1];
	to[2 * n] = data[0] - data[1];
	to[1] = to[2 * n + 1] = 0;
	for (; k + LANES <= n / 2; k += LANES) {
		const MANY a = NAME(split)(data + 2 * k), b = NAME(split_back)(data + 2 * (n - k - LANES + 1));
		const MANY w = NAME(split)(halves + 2 * k);
		const MANY even = NAME(scale)((MANY){ a.re + b.re, a.im - b.im }, half);
		const MANY odd = NAME(scale)((MANY){ a.im + b.im, b.re - a.re }, half);
		const MANY turned = { odd.re * w.re - odd.im * w.im, odd.re * w.im + odd.im * w.re };
		NAME(join)(to + 2 * k, NAME(plus)(even, turned));
		NAME(join_back)(to + 2 * (n - k - LANES + 1), (MANY){ even.re - turned.re, turned.im - even.im });
	}
	for (const size_t last = n - k; k <= last; k++) {
		const ELEMENT *a = data + 2 * k, *b = data + 2 * (n - k), *w = halves + 2 * k;
		const ELEMENT re = a[1] + b[1], im = b[0] - a[0];
		to[2 * k] = (a[0] + b[0] + (re * w[0] - im * w[1])) * half;
		to[2 * k + 1] = (a[1] - b[1] + (re * w[1] + im * w[0])) * half;
	}
}

/* ---- a line that is alone, contiguous */

TARGET static void NAME(line)(const struct hlo_line *line, ELEMENT *data, ELEMENT *scratch, MANY *x, MANY *y);

/* A line as a matrix: transforms the columns, turns, then transforms the rows; element k of row r becomes element r + k * rows of the
 * line. ends->from and ends->to: the whole line, which may be the same; `work` has its length. */
TARGET static void NAME(divided)(const struct hlo_line *line, const struct NAME(ends) *ends, ELEMENT *work, MANY *x, MANY *y)
{
	const size_t rows = line->first->length, columns = line->second->length;
	uint32_t did = 0;
	for (size_t i = 0; i < columns && !kernels_stops(&did, (uint32_t)rows); i += LANES) {
		const size_t c = columns >= LANES && columns - i < LANES ? columns - LANES : i; /* some columns twice */
		if (columns >= LANES) {
			const struct NAME(ends) e = { .from = ends->from + 2 * c, .from_step = columns, .from_swaps = ends->from_swaps,
				.to = work + 2 * c, .to_step = columns, .turns = (const ELEMENT *)line->turns + 2 * c };
			NAME(columns)(line->first, &e, x, y);
			continue;
		}
		struct NAME(lines) l = { rows, columns, columns, 1, ends->from_swaps };
		NAME(load)(&l, ends->from, x);
		MANY *made = NAME(transform)(line->first, x, y), *w = made == x ? y : x;
		l.swaps = false;
		NAME(load)(&l, line->turns, w);
		for (size_t k = 0; k < rows; k++) {
			const MANY a = made[k];
			made[k].re = a.re * w[k].re - a.im * w[k].im;
			made[k].im = a.re * w[k].im + a.im * w[k].re;
		}
		NAME(store)(&l, made, 1, work);
	}
	for (size_t i = 0; i < rows && !kernels_stops(&did, (uint32_t)columns); i += LANES) {
		const size_t r = rows >= LANES && rows - i < LANES ? rows - LANES : i;
		const struct NAME(ends) e = { .to = ends->to + 2 * r, .to_step = rows, .to_swaps = ends->to_swaps, .by = ends->by };
		const struct hlo_line *second = line->second;
		struct NAME(lines) l = { columns, rows - r < LANES ? rows - r : LANES, 1, columns, false };
		NAME(load)(&l, work + 2 * r * columns, x);
		if (l.count == LANES && second->factor_count > 1 && NAME(fuses)(second->factors[second->factor_count - 1])) {
			(void)NAME(factors)(second, &e, x, y);
			continue;
		}
		const MANY *made = NAME(transform)(second, x, y);
		l.step = rows;
		l.distance = 1;
		l.swaps = e.to_swaps;
		NAME(store)(&l, made, e.by, e.to);
	}
}

/* Multiplies the numbers by those of a table. */
TARGET static void NAME(turn_all)(
	ELEMENT *to, const ELEMENT *from, const ELEMENT *table, size_t n, bool swaps_before, bool swaps)
{
	for (size_t i = 0; i < n; i++) {
		const ELEMENT re = from[2 * i + swaps_before], im = from[2 * i + !swaps_before];
		to[2 * i + swaps] = re * table[2 * i] - im * table[2 * i + 1];
		to[2 * i + !swaps] = re * table[2 * i + 1] + im * table[2 * i];
	}
}

/* `scratch` has two numbers for each of `inner`, or one for each of the line. */
TARGET static void NAME(line)(const struct hlo_line *line, ELEMENT *data, ELEMENT *scratch, MANY *x, MANY *y)
{
	const size_t n = line->length;
	if (line->inner) {
		const size_t inner = line->inner->length;
		ELEMENT *rest = scratch + 2 * inner;
		NAME(turn_all)(scratch, data, line->roots, n, false, false);
		memset(scratch + 2 * n, 0, 2 * (inner - n) * sizeof *scratch);
		NAME(line)(line->inner, scratch, rest, x, y);
		NAME(turn_all)(scratch, scratch, line->chirp_inner, inner, false, true);
		NAME(line)(line->inner, scratch, rest, x, y);
		NAME(turn_all)(data, scratch, line->roots, n, true, false);
	} else if (line->first) {
		const struct NAME(ends) ends = { .from = data, .to = data };
		NAME(divided)(line, &ends, scratch, x, y);
	} else {
		const struct NAME(lines) l = { n, 1, 1, n, false };
		NAME(load)(&l, data, x);
		NAME(store)(&l, NAME(transform)(line, x, y), 1, data);
	}
}

/* Elements of each of x and y that NAME(line)() needs. */
static size_t NAME(line_room)(const struct hlo_line *line)
{
	const struct hlo_line *of = line->inner ? line->inner : line;
	if (!of->first)
		return NAME(room)(of);
	const size_t first = NAME(room)(of->first), second = NAME(room)(of->second);
	return first > second ? first : second;
}

/* Numbers of the scratch memory. */
static size_t NAME(line_scratch)(const struct hlo_line *line)
{
	return line->inner ? 2 * line->inner->length : line->length;
}

/* ---- passes */

static bool NAME(is_paired)(const struct hlo_pass *p) { return p->form != HLO_LINE_COMPLEX && p->length % 2 == 0; }

static size_t NAME(scratch)(const struct hlo_pass *p)
{
	const size_t pairs = NAME(line_scratch)(p->line) + p->length + 1;
	if (!p->alone)
		return 2 * NAME(room)(p->line) * sizeof(MANY);
	return 2 * NAME(line_room)(p->line) * sizeof(MANY) + pairs * 2 * sizeof(ELEMENT);
}

/* Numbers of an element of a side. */
static size_t NAME(width)(const struct hlo_pass *p, bool from)
{
	return p->form == (from ? HLO_LINE_TO_HALF : HLO_LINE_FROM_HALF) ? 1 : 2;
}

/* Where a line begins, in elements of a side. */
static size_t NAME(place)(const struct hlo_pass *p, size_t number, size_t size)
{
	return number / p->step * p->step * size + number % p->step;
}

/* Elements of real lines of odd length. */
TARGET static void NAME(load_odd)(const struct hlo_pass *p, size_t first, size_t count, MANY *x)
{
	const size_t half = p->length / 2 + 1;
	for (size_t i = 0; i < p->length; i++) {
		x[i] = (MANY){ { 0 }, { 0 } };
		for (size_t lane = 0; lane < count; lane++) {
			const ELEMENT *from = (const ELEMENT *)p->from + (first + lane) * p->from_size * NAME(width)(p, true);
			if (p->form == HLO_LINE_TO_HALF) {
				x[i].re[lane] = from[i];
			} else { /* an inverse transform */
				const size_t k = i < half ? i : p->length - i;
				x[i].im[lane] = from[2 * k];
				x[i].re[lane] = i == 0 ? 0 : i < half ? from[2 * k + 1] : -from[2 * k + 1];
			}
		}
	}
}

TARGET static void NAME(store_odd)(const struct hlo_pass *p, size_t first, size_t count, const MANY *x)
{
	const ELEMENT by = 1 / (ELEMENT)p->length;
	for (size_t i = 0; i < p->to_size; i++) {
		for (size_t lane = 0; lane < count; lane++) {
			ELEMENT *to = (ELEMENT *)p->to + (first + lane) * p->to_size * NAME(width)(p, false);
			if (p->form == HLO_LINE_TO_HALF) {
				to[2 * i] = x[i].re[lane];
				to[2 * i + 1] = x[i].im[lane];
			} else {
				to[i] = x[i].im[lane] * by;
			}
		}
	}
}

/* Up to LANES lines from `first` on, which are neighbours if `step` is not 1. */
TARGET static void NAME(run_lanes)(const struct hlo_pass *p, size_t first, size_t count, MANY *x, MANY *y)
{
	const struct hlo_line *line = p->line;
	const ELEMENT by = 1 / (ELEMENT)p->length;
	if (p->form != HLO_LINE_COMPLEX && !NAME(is_paired)(p)) {
		NAME(load_odd)(p, first, count, x);
		NAME(store_odd)(p, first, count, NAME(transform)(line, x, y));
		return;
	}
	const bool columns = p->step > 1;
	if (columns && count == LANES) { /* of complex numbers */
		const size_t at = 2 * NAME(place)(p, first, line->length);
		const struct NAME(ends) ends = { .from = (const ELEMENT *)p->from + at, .from_step = p->step, .from_swaps = p->inverse,
			.to = (ELEMENT *)p->to + at, .to_step = p->step, .to_swaps = p->inverse, .by = by };
		NAME(columns)(line, &ends, x, y);
		return;
	}
	/* numbers of a line on both sides: a real one has pairs */
	const size_t from_size = p->form == HLO_LINE_TO_HALF ? line->length : p->from_size;
	const size_t to_size = p->form == HLO_LINE_FROM_HALF ? line->length : p->to_size;
	struct NAME(lines) l = { from_size, count, p->step, columns ? 1 : from_size,
		p->inverse && p->form == HLO_LINE_COMPLEX };
	NAME(load)(&l, (const ELEMENT *)p->from + 2 * NAME(place)(p, first, from_size), x);
	MANY *made = x;
	if (p->form == HLO_LINE_FROM_HALF) {
		NAME(from_half)(line, x, y);
		for (size_t i = 0; i < line->length; i++)
			y[i] = NAME(swap)(y[i]);
		made = y;
	}
	MANY *other = made == x ? y : x;
	made = NAME(transform)(line, made, other);
	if (p->form == HLO_LINE_TO_HALF) {
		other = made == x ? y : x;
		NAME(to_half)(line, made, other);
		made = other;
	}
	l.n = to_size;
	l.distance = columns ? 1 : to_size;
	l.swaps = p->inverse;
	NAME(store)(&l, made, by, (ELEMENT *)p->to + 2 * NAME(place)(p, first, to_size));
}

/* Brings a line together, as complex numbers. */
TARGET static void NAME(gather)(const struct hlo_pass *p, size_t number, ELEMENT *data)
{
	const ELEMENT *from = (const ELEMENT *)p->from + NAME(width)(p, true) * NAME(place)(p, number, p->from_size);
	const size_t n = p->line->length;
	if (p->form == HLO_LINE_COMPLEX) {
		for (size_t i = 0; i < n; i++) {
			data[2 * i + p->inverse] = from[2 * i * p->step];
			data[2 * i + !p->inverse] = from[2 * i * p->step + 1];
		}
	} else if (NAME(is_paired)(p)) {
		if (p->form == HLO_LINE_TO_HALF)
			memcpy(data, from, p->length * sizeof *data);
		else
			NAME(gather_half)(p->line, from, data);
	} else if (p->form == HLO_LINE_TO_HALF) {
		for (size_t i = 0; i < n; i++) {
			data[2 * i] = from[i];
			data[2 * i + 1] = 0;
		}
	} else { /* an inverse transform */
		data[1] = from[0];
		data[0] = 0;
		for (size_t i = 1; i < n; i++) {
			const size_t k = i < p->from_size ? i : n - i;
			data[2 * i + 1] = from[2 * k];
			data[2 * i] = i < p->from_size ? from[2 * k + 1] : -from[2 * k + 1];
		}
	}
}

/* Puts it back. */
TARGET static void NAME(scatter)(const struct hlo_pass *p, size_t number, const ELEMENT *data)
{
	ELEMENT *to = (ELEMENT *)p->to + NAME(width)(p, false) * NAME(place)(p, number, p->to_size);
	const size_t n = p->line->length;
	const ELEMENT by = p->inverse ? 1 / (ELEMENT)p->length : 1;
	if (p->form == HLO_LINE_COMPLEX) {
		for (size_t i = 0; i < n; i++) {
			to[2 * i * p->step] = data[2 * i + p->inverse] * by;
			to[2 * i * p->step + 1] = data[2 * i + !p->inverse] * by;
		}
	} else if (p->form == HLO_LINE_TO_HALF) {
		if (NAME(is_paired)(p))
			NAME(scatter_half)(p->line, data, to);
		else
			memcpy(to, data, 2 * p->to_size * sizeof *to);
	} else if (NAME(is_paired)(p)) {
		for (size_t i = 0; i < n; i++) {
			to[2 * i] = data[2 * i + 1] * by;
			to[2 * i + 1] = data[2 * i] * by;
		}
	} else {
		for (size_t i = 0; i < n; i++)
			to[i] = data[2 * i + 1] * by;
	}
}

TARGET static void NAME(run_line)(const struct hlo_pass *p, size_t number, MANY *x, MANY *y)
{
	const struct hlo_line *line = p->line;
	ELEMENT *data = (ELEMENT *)(y + NAME(line_room)(line)), *scratch = data + 2 * (p->length + 1);
	const ELEMENT *from = (const ELEMENT *)p->from + NAME(width)(p, true) * NAME(place)(p, number, p->from_size);
	ELEMENT *to = (ELEMENT *)p->to + NAME(width)(p, false) * NAME(place)(p, number, p->to_size);
	const bool whole = line->first && p->step == 1 && (p->form == HLO_LINE_COMPLEX || NAME(is_paired)(p));
	const struct NAME(ends) ends = { .from = p->form == HLO_LINE_FROM_HALF ? data : from, .to = p->form == HLO_LINE_TO_HALF ? data : to,
		.from_swaps = p->inverse && p->form == HLO_LINE_COMPLEX, .to_swaps = p->inverse, .by = 1 / (ELEMENT)p->length };
	if (!whole) {
		NAME(gather)(p, number, data);
		NAME(line)(line, data, scratch, x, y);
		NAME(scatter)(p, number, data);
		return;
	}
	if (p->form == HLO_LINE_FROM_HALF)
		NAME(gather_half)(line, from, data);
	NAME(divided)(line, &ends, scratch, x, y);
	if (p->form == HLO_LINE_TO_HALF)
		NAME(scatter_half)(line, data, to);
}

static size_t NAME(units)(const struct hlo_pass *p)
{
	return p->alone	     ? p->lines :
	       p->step == 1 ? (p->lines + LANES - 1) / LANES :
			      (p->step + LANES - 1) / LANES * (p->lines / p->step);
}

TARGET static void NAME(run)(const struct hlo_pass *p, size_t begin, size_t end, void *scratch)
{
	MANY *x = scratch;
	const size_t of_rows = (p->step + LANES - 1) / LANES;
	const uint32_t work = 16 * (uint32_t)(p->length < 4096 ? p->length : 4096);
	uint32_t did = 0;
	for (size_t unit = begin; unit < end && !kernels_stops(&did, work); unit++) {
		if (p->alone) {
			NAME(run_line)(p, unit, x, x + NAME(line_room)(p->line));
		} else if (p->step > 1) { /* neighbours only */
			const size_t in_row = unit % of_rows * LANES, first = unit / of_rows * p->step + in_row;
			NAME(run_lanes)(p, first, p->step - in_row < LANES ? p->step - in_row : LANES, x, x + NAME(room)(p->line));
		} else {
			const size_t first = unit * LANES, left = p->lines - first;
			NAME(run_lanes)(p, first, left < LANES ? left : LANES, x, x + NAME(room)(p->line));
		}
	}
}

static const struct line_isa NAME(isa) = { NAME(units), NAME(scratch), NAME(run) };

#undef MANY
#undef INLINE
#undef ELEMENT
#undef ELEMENT_BYTES
#undef LANES
#undef TARGET
#undef NAME
#undef LINE_ORDER
#undef LINE_REAL
#undef LINE_IMAG
#undef LINE_JOIN_LOW
#undef LINE_JOIN_HIGH
#undef LINE_REVERSE
