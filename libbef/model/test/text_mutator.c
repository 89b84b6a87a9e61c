/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A mutator of fuzz targets that knows the text of MLIR: it exchanges words for others of their kind, also everywhere at once, so that
 * most variants are still well-formed. Of other files it changes one byte. */
#include "fuzz_random.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* ---- words */

enum kind { NUMBER, DIMENSION, VALUE, ELEMENT, OPERATION, CONSTANT, OTHER };
struct word {
	size_t begin, size;
	enum kind kind;
};

static const char *const elements[] = { "f32", "f64", "f16", "bf16", "i1", "i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8",
	"ui16", "ui32", "ui64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f6E2M3FN", "f4E2M1FN" };
static const char *const operations[] = { "abs", "add", "and", "atan2", "cbrt", "ceil", "clamp", "complex", "compare", "concatenate",
	"convert", "cosine", "divide", "exponential", "floor", "imag", "is_finite", "log", "logistic", "maximum", "minimum",
	"multiply", "negate", "not", "or", "popcnt", "power", "real", "remainder", "reshape", "reverse", "select", "shift_left",
	"sign", "slice", "sort", "sqrt", "subtract", "tanh", "transpose", "xor", "while", "if", "case", "pad", "iota", "reduce",
	"dynamic_slice", "dynamic_update_slice", "bitcast_convert", "custom_call", "optimization_barrier", "get_dimension_size" };

static const char *const constants[] = { "EQ", "NE", "LT", "LE", "GT", "GE", "FLOAT", "SIGNED", "UNSIGNED", "TOTALORDER", "true",
	"false", "FFT", "IFFT", "RFFT", "IRFFT", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", "UNIFORM", "NORMAL", "PHILOX", "THREE_FRY",
	"DEFAULT", "HIGH", "HIGHEST" };

static bool is_word(uint8_t c) { return isalnum(c) || c == '_' || c == '.'; }

static bool is_one_of(const char *word, size_t size, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strlen(list[i]) == size && memcmp(list[i], word, size) == 0)
			return true;
	}
	return false;
}
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The word at or before a position. Dimensions and element types are words of their own: of `4x8xf32`, `8`. */
static struct word find_word(const uint8_t *data, size_t size, size_t at)
{
	struct word word = { at, 0, OTHER };
	while (word.begin > 0 && is_word(data[word.begin - 1]))
		word.begin--;
	size_t end = word.begin;
	if (isdigit(data[end])) {
		while (end < at && (isdigit(data[end]) || data[end] == 'x')) {
			if (data[end] == 'x')
				word.begin = end + 1;
			end++;
		}
		end = word.begin;
	}
	const bool number = isdigit(data[end]);
	while (end < size && (number ? isdigit(data[end]) != 0 : is_word(data[end])))
		end++;
	word.size = end - word.begin;
	const char *text = (const char *)data + word.begin;
	if (word.begin > 0 && data[word.begin - 1] == '%')
		word.kind = VALUE;
	else if (number)
		word.kind = end < size && data[end] == 'x' ? DIMENSION : NUMBER;
	else if (is_one_of(text, word.size, elements, COUNT(elements)))
		word.kind = ELEMENT;
	else if (word.size > 10 && memcmp(text, "stablehlo.", 10) == 0)
		word.kind = OPERATION;
	else if (is_one_of(text, word.size, constants, COUNT(constants)))
		word.kind = CONSTANT;
	return word;
}

/* Replaces bytes of the text; does nothing if there is no room. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, size_t at, size_t length, const char *by, size_t by_size)
{
	if (size - length + by_size > max_size)
		return size;
	memmove(data + at + by_size, data + at + length, size - at - length);
	memcpy(data + at, by, by_size);
	return size - length + by_size;
}

/* ---- mutations */

/* Another word of the kind. Returns its length; 0: none. */
static size_t choose(const uint8_t *data, size_t size, const struct word *word, uint32_t *random, char *out, size_t room)
{
	const uint32_t choice = fuzz_next(random);
	int length = 0;
	struct word other;
	switch (word->kind) {
	case NUMBER:
		length = snprintf(out, room, "%lld", (long long)(choice % 4 ? choice / 4 % 10 : fuzz_number(choice / 4)));
		break;
	case DIMENSION:
		length = snprintf(out, room, "%llu",
			(unsigned long long)(choice % 8 ? choice / 8 % 7 : (uint64_t)fuzz_number(choice / 8) & INT64_MAX));
		break;
	case ELEMENT: length = snprintf(out, room, "%s", elements[choice % COUNT(elements)]); break;
	case OPERATION: length = snprintf(out, room, "stablehlo.%s", operations[choice % COUNT(operations)]); break;
	case CONSTANT: length = snprintf(out, room, "%s", constants[choice % COUNT(constants)]); break;
	case VALUE:
		for (unsigned tries = 0; tries < 20; tries++) {
			other = find_word(data, size, fuzz_next(random) % size);
			if (other.kind == VALUE && other.size > 0 && other.size < room) {
				memcpy(out, data + other.begin, other.size);
				return other.size;
			}
		}
		break;
	case OTHER: break;
	}
	return length > 0 ? (size_t)length : 0;
}

/* Replaces this word, or all of its kind that are the same. */
static size_t exchange(uint8_t *data, size_t size, size_t max_size, uint32_t *random)
{
	char by[64], from[64];
	struct word word = find_word(data, size, fuzz_next(random) % size);
	for (unsigned tries = 0; tries < 20 && word.kind == OTHER; tries++)
		word = find_word(data, size, fuzz_next(random) % size);
	const size_t by_size = choose(data, size, &word, random, by, sizeof by);
	if (word.size == 0 || by_size == 0 || word.size > sizeof from)
		return size;
	if (fuzz_next(random) % (word.kind == DIMENSION || word.kind == ELEMENT ? 8 : 2) == 0)
		return replace(data, size, max_size, word.begin, word.size, by, by_size);
	memcpy(from, data + word.begin, word.size);
	for (size_t at = 0; at + word.size <= size;) {
		const struct word here = find_word(data, size, at);
		const bool same = here.begin == at && here.kind == word.kind && here.size == word.size &&
				  memcmp(data + at, from, word.size) == 0;
		if (same)
			size = replace(data, size, max_size, at, word.size, by, by_size);
		at += same ? by_size + 1 : 1;
	}
	return size;
}

/* Removes a line, repeats it, or moves it down by one. */
static size_t move_line(uint8_t *data, size_t size, size_t max_size, uint32_t *random)
{
	char line[300];
	size_t begin = fuzz_next(random) % size, end;
	while (begin > 0 && data[begin - 1] != '\n')
		begin--;
	for (end = begin; end < size && data[end] != '\n';)
		end++;
	end += end < size;
	const size_t length = end - begin;
	if (length > sizeof line)
		return size;
	memcpy(line, data + begin, length);
	if (fuzz_next(random) % 3 == 0)
		return replace(data, size, max_size, begin, 0, line, length);
	size = replace(data, size, max_size, begin, length, "", 0);
	if (fuzz_next(random) % 2)
		return size;
	while (begin < size && data[begin] != '\n')
		begin++;
	begin += begin < size;
	return replace(data, size, max_size, begin, 0, line, length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	uint32_t random = seed;
	const bool text = size > 4 && memcmp(data, "ML\xEFR", 4) != 0 && memcmp(data, "\x0B\xEF", 2) != 0 && memcmp(data, "BEFP", 4) != 0;
	if (!text) {
		if (size > 16) /* one byte changes: most of those that change more are refused by the container */
			data[8 + fuzz_next(&random) % (size - 8)] = (uint8_t)fuzz_next(&random);
		return size;
	}
	for (unsigned changes = 1 + fuzz_next(&random) % 3; changes > 0 && size > 0; changes--)
		size = fuzz_next(&random) % 8 ? exchange(data, size, max_size, &random) : move_line(data, size, max_size, &random);
	return size;
}
