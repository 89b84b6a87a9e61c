/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variants of StableHLO text that often stay valid: an element type or a dimension is exchanged throughout, an operation
 * by one of the same form, a value by another; lines are moved, copied and removed; blocks are split. */
#ifndef MUTATE_H
#define MUTATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

struct mutate {
	char *text;
	size_t size, room;
	uint64_t random;
};

struct mutate_part {
	size_t at, size;
};

enum { MUTATE_MOST = 2048 };

static size_t mutate_random(struct mutate *m, size_t below)
{
	m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return below ? (size_t)((m->random >> 33) % below) : 0;
}

static bool mutate_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* False: there is no room. */
static bool mutate_replace(struct mutate *m, struct mutate_part part, const char *with, size_t size)
{
	if (m->size - part.size + size > m->room)
		return false;
	memmove(m->text + part.at + size, m->text + part.at + part.size, m->size - part.at - part.size);
	memcpy(m->text + part.at, with, size);
	m->size = m->size - part.size + size;
	return true;
}

/* ---- parts of the text */

/* Element types: letters with digits behind '<', 'x' or a blank, before '>' or ','. */
static bool mutate_at_element(const struct mutate *m, size_t at, size_t *out_size)
{
	const char *text = m->text;
	size_t end = at;
	if (at == 0 || !strchr("<x ", text[at - 1]) || !strchr("fiubc", text[at]))
		return false;
	while (end < m->size && mutate_is_word(text[end]))
		end++;
	*out_size = end - at;
	return end < m->size && strchr(">,", text[end]) && end - at > 1 && end - at < 16 && text[end - 1] != 'x' &&
	       memchr(text + at, '_', end - at) == NULL;
}

/* Dimensions: digits or '?' behind '<' or 'x', before 'x'. */
static bool mutate_at_dimension(const struct mutate *m, size_t at, size_t *out_size)
{
	size_t end = at;
	if (at == 0 || !strchr("<x", m->text[at - 1]))
		return false;
	while (end < m->size && ((m->text[end] >= '0' && m->text[end] <= '9') || m->text[end] == '?'))
		end++;
	*out_size = end - at;
	return end > at && end < m->size && m->text[end] == 'x';
}

/* Names behind a character: values, symbols. */
static bool mutate_at_name(const struct mutate *m, size_t at, char sign, size_t *out_size)
{
	size_t end = at + 1;
	while (end < m->size && (mutate_is_word(m->text[end]) || m->text[end] == '#'))
		end++;
	*out_size = end - at;
	return m->text[at] == sign && end > at + 1;
}

static bool mutate_at_value(const struct mutate *m, size_t at, size_t *out_size)
{
	return mutate_at_name(m, at, '%', out_size);
}

static bool mutate_at_symbol(const struct mutate *m, size_t at, size_t *out_size)
{
	return mutate_at_name(m, at, '@', out_size);
}

static bool mutate_at_number(const struct mutate *m, size_t at, size_t *out_size)
{
	size_t end = at;
	if (at > 0 && mutate_is_word(m->text[at - 1]))
		return false;
	while (end < m->size && m->text[end] >= '0' && m->text[end] <= '9')
		end++;
	*out_size = end - at;
	return end > at && (end == m->size || !mutate_is_word(m->text[end]));
}

/* The mnemonic behind "stablehlo." or "chlo.". */
static bool mutate_at_operation(const struct mutate *m, size_t at, size_t *out_size)
{
	size_t end = at;
	if (at < 5 || memcmp(m->text + at - 3, "lo.", 3) != 0)
		return false;
	while (end < m->size && mutate_is_word(m->text[end]))
		end++;
	*out_size = end - at;
	return end > at;
}

static bool mutate_at_line(const struct mutate *m, size_t at, size_t *out_size)
{
	if (at > 0 && m->text[at - 1] != '\n')
		return false;
	const char *end = memchr(m->text + at, '\n', m->size - at);
	*out_size = end ? (size_t)(end - m->text) + 1 - at : m->size - at;
	return true;
}

typedef bool mutate_part_fn(const struct mutate *m, size_t at, size_t *out_size);

static size_t mutate_list(const struct mutate *m, mutate_part_fn *is_part, struct mutate_part *parts)
{
	size_t count = 0, size;
	for (size_t at = 0; at < m->size && count < MUTATE_MOST; at++) {
		if (is_part(m, at, &size) && size)
			parts[count++] = (struct mutate_part){ at, size };
	}
	return count;
}

/* ---- changes */

/* One part of a kind, by a word or by another part of the kind; often all equal parts. */
static void mutate_exchange(struct mutate *m, mutate_part_fn *is_part, const char *const *words, size_t word_count, bool all)
{
	static struct mutate_part parts[MUTATE_MOST];
	char old[64], with[64];
	size_t count = mutate_list(m, is_part, parts);
	if (!count)
		return;
	size_t chosen = mutate_random(m, count), other = mutate_random(m, count + word_count);
	const char *source = other < count ? m->text + parts[other].at : words[other - count];
	size_t size = other < count ? parts[other].size : strlen(source), old_size = parts[chosen].size;
	if (size > sizeof with || old_size > sizeof old)
		return;
	memcpy(with, source, size);
	memcpy(old, m->text + parts[chosen].at, old_size);
	for (size_t i = count; i-- > 0;) {
		bool same = parts[i].size == old_size && memcmp(m->text + parts[i].at, old, old_size) == 0;
		if ((i == chosen || (all && same)) && !mutate_replace(m, parts[i], with, size))
			return;
	}
}

static void mutate_operation(struct mutate *m)
{
	static const char *const unary[] = { "abs", "negate", "sign", "exponential", "log", "tanh", "sqrt", "rsqrt", "cbrt", "cosine",
		"sine", "tan", "logistic", "not", "floor", "ceil", "popcnt", "count_leading_zeros", "real", "imag", "is_finite",
		"optimization_barrier", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "sinh", "digamma",
		"erf", "erf_inv", "erfc", "is_inf", "is_neg_inf", "is_pos_inf", "lgamma", "square", "convert", "reshape", "bitcast_convert" };
	static const char *const binary[] = { "add", "subtract", "multiply", "divide", "remainder", "power", "maximum", "minimum", "and",
		"or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical", "atan2", "complex", "broadcast_add",
		"broadcast_and", "broadcast_atan2", "broadcast_complex", "broadcast_divide", "broadcast_maximum", "broadcast_minimum",
		"broadcast_multiply", "broadcast_next_after", "broadcast_or", "broadcast_polygamma", "broadcast_power",
		"broadcast_remainder", "broadcast_shift_left", "broadcast_shift_right_arithmetic", "broadcast_shift_right_logical",
		"broadcast_subtract", "broadcast_xor", "broadcast_zeta", "next_after", "mulhi", "polygamma", "zeta" };
	if (mutate_random(m, 2))
		mutate_exchange(m, mutate_at_operation, unary, sizeof unary / sizeof *unary, false);
	else
		mutate_exchange(m, mutate_at_operation, binary, sizeof binary / sizeof *binary, false);
}

/* Moves, copies or removes a line, or makes blocks of what is before and behind it. */
static void mutate_lines(struct mutate *m)
{
	static struct mutate_part lines[MUTATE_MOST];
	unsigned label = (unsigned)m->random % 1000;
	char copy[512];
	size_t count = mutate_list(m, mutate_at_line, lines);
	if (!count)
		return;
	struct mutate_part from = lines[mutate_random(m, count)], to = { lines[mutate_random(m, count)].at, 0 };
	size_t size = from.size < sizeof copy ? from.size : 0;
	memcpy(copy, m->text + from.at, size);
	switch (mutate_random(m, 4)) {
	case 0: (void)mutate_replace(m, from, "", 0); break;
	case 1: (void)mutate_replace(m, to, copy, size); break;
	case 2:
		if (size && from.at != to.at && mutate_replace(m, from, "", 0)) {
			to.at -= from.at < to.at ? from.size : 0;
			(void)mutate_replace(m, to, copy, size);
		}
		break;
	default:
		size = (size_t)snprintf(copy, sizeof copy, "  cf.br ^split%u\n^split%u:\n", label, label);
		(void)mutate_replace(m, to, copy, size);
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	static const char *const elements[] = { "i1", "i4", "i8", "i32", "i64", "ui8", "ui64", "f16", "bf16", "f32", "f64", "f8E4M3FN",
		"complex<f32>", "complex<f64>", "index", "!quant.uniform<i8:f32, 2.0>" };
	static const char *const dimensions[] = { "?", "0", "1", "2", "3", "4", "7" };
	static const char *const numbers[] = { "0", "1", "2", "3", "-1", "64", "4294967296", "9223372036854775807" };
	struct mutate m = { (char *)data, size, max_size, seed };
	for (size_t changes = 1 + mutate_random(&m, 3); changes && m.size; changes--) {
		bool all = mutate_random(&m, 4) != 0;
		switch (mutate_random(&m, 10)) {
		case 0:
		case 1: mutate_exchange(&m, mutate_at_element, elements, sizeof elements / sizeof *elements, all); break;
		case 2: mutate_exchange(&m, mutate_at_dimension, dimensions, sizeof dimensions / sizeof *dimensions, all); break;
		case 3:
		case 4: mutate_operation(&m); break;
		case 5: mutate_exchange(&m, mutate_at_value, NULL, 0, false); break;
		case 6: mutate_exchange(&m, mutate_at_symbol, NULL, 0, false); break;
		case 7: mutate_exchange(&m, mutate_at_number, numbers, sizeof numbers / sizeof *numbers, false); break;
		default: mutate_lines(&m);
		}
	}
	return m.size;
}

#endif
