/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and writes .npy files. */
#include <tensorfile/npy.h>

#include <inttypes.h>
#include <string.h>

#define MAGIC "\x93NUMPY\1\0"
enum { MAGIC_SIZE = 8, LONGEST_HEADER = 65535 };

/* ---- reading: a dictionary of one line, its keys in any order */

struct header {
	const char *at, *end;
	struct tensorfile_npy *array;
	bool has_dtype, has_order, has_shape;
};

static void skip_space(struct header *h)
{
	while (h->at < h->end && (*h->at == ' ' || *h->at == '\n' || *h->at == '\t'))
		h->at++;
}

static bool take(struct header *h, char c)
{
	skip_space(h);
	if (h->at == h->end || *h->at != c)
		return false;
	h->at++;
	return true;
}

static bool take_word(struct header *h, const char *word)
{
	size_t size = strlen(word);
	skip_space(h);
	if ((size_t)(h->end - h->at) < size || memcmp(h->at, word, size) != 0)
		return false;
	h->at += size;
	return true;
}

/* A string without escapes into a buffer; false if it is longer. */
static bool read_string(struct header *h, char *out, size_t room)
{
	char quote = take(h, '\'') ? '\'' : take(h, '"') ? '"' : '\0';
	size_t size = 0;
	if (!quote)
		return false;
	while (h->at < h->end && *h->at >= 0x20 && *h->at < 0x7F && *h->at != quote && *h->at != '\\' &&
		size + 1 < room)
		out[size++] = *h->at++;
	out[size] = '\0';
	return take(h, quote);
}

static bool read_dim(struct header *h, int64_t *out)
{
	const char *digits = h->at;
	*out = 0;
	for (; h->at < h->end && *h->at >= '0' && *h->at <= '9'; h->at++) {
		if (__builtin_mul_overflow(*out, (int64_t)10, out) ||
			__builtin_add_overflow(*out, (int64_t)(*h->at - '0'), out))
			return false;
	}
	if (h->at == digits)
		return false;
	if (h->at < h->end && *h->at == 'L') /* Python 2 */
		h->at++;
	return true;
}

/* A tuple: (), (3,), (2, 3). */
static bool read_shape(struct header *h)
{
	struct tensorfile_npy *array = h->array;
	array->rank = 0;
	if (!take(h, '('))
		return false;
	while (!take(h, ')')) {
		if (array->rank == TENSORFILE_MAX_RANK || !read_dim(h, &array->dims[array->rank++]))
			return false;
		if (!take(h, ',') && !(h->at < h->end && *h->at == ')'))
			return false;
	}
	return true;
}

/* Parses a key and its value; each key may occur once. */
static bool read_member(struct header *h)
{
	char key[16];
	if (!read_string(h, key, sizeof key) || !take(h, ':'))
		return false;
	if (strcmp(key, "descr") == 0 && !h->has_dtype)
		return h->has_dtype = read_string(h, h->array->dtype, sizeof h->array->dtype);
	if (strcmp(key, "shape") == 0 && !h->has_shape)
		return h->has_shape = read_shape(h);
	if (strcmp(key, "fortran_order") == 0 && !h->has_order) {
		h->array->column_major = take_word(h, "True");
		return h->has_order = h->array->column_major || take_word(h, "False");
	}
	return false;
}

static bool read_dictionary(struct header *h)
{
	if (!take(h, '{'))
		return false;
	while (!take(h, '}')) {
		if (!read_member(h) || (!take(h, ',') && !(h->at < h->end && *h->at == '}')))
			return false;
	}
	skip_space(h);
	return h->at == h->end && h->has_dtype && h->has_order && h->has_shape;
}

/* Parses the number after the letter: "<f4", "|b1", "V2"; characters of "<U2" have four bytes. */
static bool read_element_size(struct tensorfile_npy *array)
{
	const char *at = array->dtype;
	if (*at && strchr("<>|=", *at))
		at++;
	if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')))
		return false;
	array->element_size = 0;
	for (at++; *at >= '0' && *at <= '9'; at++)
		array->element_size = array->element_size * 10 + (uint64_t)(*at - '0'); /* at most 14 digits */
	if (at[0] == '\0' && strchr(array->dtype, 'U') != NULL)
		array->element_size *= 4;
	return !*at && array->element_size != 0;
}

static const char *check_sizes(const struct header *h, uint64_t left)
{
	struct tensorfile_npy *array = h->array;
	uint64_t bytes;
	bool fits = true, empty = false;
	uint32_t long_dims = 0;
	array->elements = 1;
	for (uint32_t i = 0; i < array->rank; i++) {
		long_dims += array->dims[i] != 1;
		empty = empty || array->dims[i] == 0;
		fits = !__builtin_mul_overflow(array->elements, (uint64_t)array->dims[i], &array->elements) && fits;
	}
	if (empty)
		array->elements = 0;
	/* both orders are the same if at most one dimension has a length */
	array->column_major = array->column_major && !empty && long_dims > 1;
	if ((!fits && !empty) || __builtin_mul_overflow(array->elements, array->element_size, &bytes) || bytes != left)
		return "has a .npy header whose shape and dtype do not match the size of the file";
	return NULL;
}

const char *tensorfile_npy_read_head(const void *bytes, size_t there, uint64_t size, struct tensorfile_npy *out)
{
	const uint8_t *data = bytes;
	if (there < 10 || there > size || memcmp(data, MAGIC, 6) != 0 || data[6] < 1 || data[6] > 3)
		return "is not a .npy file of version 1 to 3";
	size_t begin = data[6] == 1 ? 10 : 12, length = data[8] | (size_t)data[9] << 8;
	if (data[6] > 1 && there >= begin)
		length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
	if (there < begin || length > there - begin || length > LONGEST_HEADER)
		return "has an unterminated .npy header";
	memset(out, 0, sizeof *out);
	out->offset = begin + length;
	const char *text = (const char *)data + begin;
	struct header header = { .at = text, .end = text + length, .array = out };
	if (!read_dictionary(&header) || !read_element_size(out))
		return out->dtype[0] == '|' && out->dtype[1] == 'O' ? "has Python objects (pickled), which only Python can load" : "has a .npy header without a plain dtype, order and shape";
	return check_sizes(&header, size - out->offset);
}

const char *tensorfile_npy_read(const void *data, size_t size, struct tensorfile_npy *out)
{
	return tensorfile_npy_read_head(data, size, size, out);
}

/* ---- elements */

bool tensorfile_npy_is_big_endian(const struct tensorfile_npy *array)
{
	const char letter = array->dtype[0] == '>' ? array->dtype[1] : 'V';
	return letter != 'V' && array->element_size > 1;
}

/* Copies `count` elements; complex numbers have two parts. */
static void copy_elements(
	const struct tensorfile_npy *array, const uint8_t *from, size_t step, uint64_t count, bool swap, uint8_t *to)
{
	const size_t size = (size_t)array->element_size, part = array->dtype[1] == 'c' ? size / 2 : size;
	for (uint64_t i = 0; i < count; i++, from += step, to += size) {
		if (!swap)
			memcpy(to, from, size);
		for (size_t j = 0; swap && j < size; j++)
			to[j] = from[j - j % part + (part - 1 - j % part)];
	}
}

/* Copies row by row: the index of a row counts in row-major order, `at` is its first element in the file. */
static void copy_columns(const struct tensorfile_npy *array, const uint8_t *from, bool swap, uint8_t *to)
{
	const size_t size = (size_t)array->element_size;
	const uint32_t last = array->rank - 1;
	uint64_t index[TENSORFILE_MAX_RANK] = { 0 }, strides[TENSORFILE_MAX_RANK], at = 0;
	for (uint32_t i = 0; i < array->rank; i++)
		strides[i] = i ? strides[i - 1] * (uint64_t)array->dims[i - 1] : 1;
	const uint64_t row = (uint64_t)array->dims[last], rows = array->elements / row;
	for (uint64_t done = 0; done < rows; done++) {
		copy_elements(array, from + at * size, (size_t)strides[last] * size, row, swap, to + done * row * size);
		for (uint32_t i = last; i-- > 0;) {
			at += strides[i];
			if (++index[i] < (uint64_t)array->dims[i])
				break;
			at -= strides[i] * (uint64_t)array->dims[i];
			index[i] = 0;
		}
	}
}

void tensorfile_npy_copy(const struct tensorfile_npy *array, const void *data, void *out)
{
	const uint8_t *from = (const uint8_t *)data + array->offset;
	const bool swap = tensorfile_npy_is_big_endian(array);
	const size_t size = (size_t)array->element_size;
	if (array->elements == 0)
		return;
	if (array->column_major)
		copy_columns(array, from, swap, out);
	else if (swap)
		copy_elements(array, from, size, array->elements, true, out);
	else
		memcpy(out, from, size * (size_t)array->elements);
}

/* ---- writing */

void tensorfile_npy_write_header(FILE *out, const char *dtype, const int64_t *dims, size_t rank)
{
	int length = snprintf(NULL, 0, "{'descr': '%s', 'fortran_order': False, 'shape': (), }", dtype);
	uint64_t text = (uint64_t)length;
	for (size_t i = 0; i < rank; i++)
		text += (uint64_t)snprintf(NULL, 0, "%s%" PRId64, i ? ", " : "", dims[i]);
	text += rank == 1;
	uint64_t padding = 63 - (MAGIC_SIZE + 2 + text) % 64, header = text + padding + 1;
	fwrite(MAGIC, 1, MAGIC_SIZE, out);
	putc((int)(header & 0xFF), out);
	putc((int)(header >> 8), out);
	fprintf(out, "{'descr': '%s', 'fortran_order': False, 'shape': (", dtype);
	for (size_t i = 0; i < rank; i++)
		fprintf(out, "%s%" PRId64, i ? ", " : "", dims[i]);
	fprintf(out, "%s), }%*s\n", rank == 1 ? "," : "", (int)padding, "");
}
