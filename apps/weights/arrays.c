/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays of NumPy, and files of them. */
#include "private.h"
#include "../cli/compressed.h"
#include "../cli/door.h"
#include <tensorfile/npy.h>

#include <inttypes.h>

/* ---- types */

static bool integer_dtype(uint32_t width, bool is_unsigned, char *out)
{
	if (width == 1)
		snprintf(out, WEIGHTS_DTYPE, "|b1");
	else if (width < 8)
		snprintf(out, WEIGHTS_DTYPE, "|V1");
	else if (width == 8 || width == 16 || width == 32 || width == 64)
		snprintf(out, WEIGHTS_DTYPE, "%c%c%" PRIu32, width == 8 ? '|' : '<', is_unsigned ? 'u' : 'i', width / 8);
	else
		return false;
	return true;
}

static bool element_dtype(const struct mlirbc_type *element, char *out)
{
	const uint32_t width = mlirbc_type_width(element);
	const struct mlirbc_type *part = element->kind == MLIRBC_TYPE_COMPLEX ? element->u.shaped.element : NULL;
	switch (element->kind) {
	case MLIRBC_TYPE_INTEGER: return integer_dtype(width, element->u.integer.signedness == MLIRBC_UNSIGNED, out);
	case MLIRBC_TYPE_INDEX: return integer_dtype(64, false, out);
	case MLIRBC_TYPE_FLOAT:
		if (element->u.float_kind == MLIRBC_F16 || element->u.float_kind == MLIRBC_F32 || element->u.float_kind == MLIRBC_F64)
			snprintf(out, WEIGHTS_DTYPE, "<f%" PRIu32, width / 8);
		else
			snprintf(out, WEIGHTS_DTYPE, "|V%" PRIu32, (width + 7) / 8);
		return true;
	case MLIRBC_TYPE_COMPLEX:
		if (part->kind != MLIRBC_TYPE_FLOAT || (part->u.float_kind != MLIRBC_F32 && part->u.float_kind != MLIRBC_F64))
			return false;
		snprintf(out, WEIGHTS_DTYPE, "<c%" PRIu32, mlirbc_type_width(part) / 4);
		return true;
	default: return false;
	}
}

bool weights_array(const struct mlirbc_type *type, char out_dtype[WEIGHTS_DTYPE], size_t *out_size)
{
	uint64_t count, size;
	if (!type || (type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_VECTOR) || type->u.shaped.rank > TENSORFILE_MAX_RANK ||
		!element_dtype(type->u.shaped.element, out_dtype) || !mlirbc_type_elements(type, &count) ||
		__builtin_mul_overflow(count, strtoull(out_dtype + 2, NULL, 10), &size) || size > SIZE_MAX)
		return false;
	*out_size = (size_t)size;
	return true;
}

/* ---- files */

static int by_name(const void *left, const void *right)
{
	const struct weights_entry *a = left, *b = right;
	const int order = memcmp(a->name, b->name, a->name_size < b->name_size ? a->name_size : b->name_size);
	return order ? order : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}

static int index_entries(struct weights_file *file)
{
	static const char ending[] = ".npy";
	const size_t last = sizeof ending - 1;
	file->entries = calloc(file->zip.count + 1, sizeof *file->entries);
	if (!file->entries)
		return cli_out_of_memory();
	for (size_t i = 0; i < file->zip.count; i++) {
		const struct tensorfile_zip_entry *zip = &file->zip.entries[i];
		const bool npy = zip->name_size > last && memcmp(zip->name + zip->name_size - last, ending, last) == 0;
		file->entries[i] = (struct weights_entry){ zip->name, zip->name_size - (npy ? last : 0), zip, false };
	}
	qsort(file->entries, file->zip.count, sizeof *file->entries, by_name);
	for (size_t i = 1; i < file->zip.count; i++) {
		const struct weights_entry *entry = &file->entries[i];
		if (by_name(entry - 1, entry) == 0) {
			cli_error("%s: has two arrays '%.*s'", file->input.name, (int)entry->name_size, entry->name);
			return CLI_BAD;
		}
	}
	return CLI_GOOD;
}

int weights_open(const char *path, struct weights_file *out_file)
{
	const struct cli_door door = { .wanted = CLI_KIND(ZIP), .expected = "a file of arrays (.npz)", .mapped = cli_program.map != NULL };
	*out_file = (struct weights_file){ .entries = NULL };
	int code = cli_enter(path, &door, &out_file->input);
	if (code != CLI_GOOD)
		return code;
	const char *wrong = tensorfile_zip_open(out_file->input.data, out_file->input.size, &out_file->zip);
	if (wrong)
		cli_error("%s: %s", out_file->input.name, wrong);
	code = wrong ? CLI_BAD : index_entries(out_file);
	if (code != CLI_GOOD)
		weights_close(out_file);
	return code;
}

void weights_close(struct weights_file *file)
{
	for (size_t i = 0; i < file->block_count; i++)
		free(file->blocks[i]);
	free(file->blocks);
	free(file->entries);
	tensorfile_zip_close(&file->zip);
	if (file->input.data)
		cli_input_finish(&file->input);
	*file = (struct weights_file){ .entries = NULL };
}

struct weights_entry *weights__find_entry(const struct weights_file *file, const char *name, size_t size)
{
	const struct weights_entry wanted = { .name = name, .name_size = size };
	return bsearch(&wanted, file->entries, file->zip.count, sizeof wanted, by_name);
}

/* ---- elements */

static int refuse(const struct weights_file *file, const struct weights_entry *entry, const char *wrong)
{
	cli_error("%s: array '%.*s' %s", file->input.name, (int)entry->name_size, entry->name, wrong);
	return CLI_BAD;
}

static void put_shape(char *out, size_t room, const char *dtype, const int64_t *dims, size_t rank)
{
	size_t used = (size_t)snprintf(out, room, "'%s' (", dtype);
	for (size_t i = 0; i < rank && used < room; i++)
		used += (size_t)snprintf(out + used, room - used, i ? ", %" PRId64 : "%" PRId64, dims[i]);
	if (used < room)
		snprintf(out + used, room - used, rank == 1 ? ",)" : ")");
}

/* Orders of bytes do not matter. NumPy has f8E5M2 of ml_dtypes as f1. */
static bool same_dtype(const char *found, const char *expected)
{
	const char *plain = found + (strchr("<>|=", *found) != NULL);
	return strcmp(plain, expected + 1) == 0 || (strcmp(expected, "|V1") == 0 && strcmp(plain, "f1") == 0);
}

static int check_type(const struct weights_file *file, const struct weights_entry *entry, const struct mlirbc_type *type,
	const struct tensorfile_npy *array, const char *dtype)
{
	const size_t rank = type->u.shaped.rank;
	bool same = same_dtype(array->dtype, dtype) && array->rank == rank;
	for (size_t i = 0; same && i < rank; i++)
		same = array->dims[i] == type->u.shaped.dims[i];
	if (same)
		return CLI_GOOD;
	char found[200], expected[200], message[500];
	put_shape(found, sizeof found, array->dtype, array->dims, array->rank);
	put_shape(expected, sizeof expected, dtype, type->u.shaped.dims, rank);
	snprintf(message, sizeof message, "is %s, expected %s", found, expected);
	return refuse(file, entry, message);
}

/* Elements of less than 8 bits: unused bits are 0. */
static int check_bits(const struct weights_file *file, const struct weights_entry *entry, const struct mlirbc_type *type, const uint8_t *data,
	size_t size)
{
	const uint32_t width = mlirbc_type_width(type->u.shaped.element);
	char message[120];
	for (size_t i = 0; width && width < 8 && i < size; i++) {
		if (data[i] >> width) {
			snprintf(message, sizeof message, "has byte 0x%02x as element %zu, expected one of %" PRIu32 " bit%s", data[i], i,
				width, width == 1 ? "" : "s");
			return refuse(file, entry, message);
		}
	}
	return CLI_GOOD;
}

int weights__read(const struct weights_file *file, const struct weights_entry *entry, const struct mlirbc_type *type, void **out_data,
	size_t *out_size)
{
	enum { LONGEST_HEADER = 65536 + 16 };
	char dtype[WEIGHTS_DTYPE];
	struct tensorfile_npy array;
	uint8_t *bytes = NULL;
	*out_data = NULL;
	if (!weights_array(type, dtype, out_size))
		return refuse(file, entry, "is for a constant that NumPy cannot represent");
	if (entry->zip->size > (uint64_t)*out_size + LONGEST_HEADER)
		return refuse(file, entry, "has more bytes than the constant");
	const char *wrong = tensorfile_zip_read(&file->zip, entry->zip, &bytes);
	if (!wrong)
		wrong = tensorfile_npy_read(bytes, (size_t)entry->zip->size, &array);
	int code = wrong ? refuse(file, entry, wrong) : check_type(file, entry, type, &array, dtype);
	uint8_t *data = code == CLI_GOOD ? malloc(*out_size + 1) : NULL;
	if (code == CLI_GOOD && !data)
		code = cli_out_of_memory();
	if (data) {
		tensorfile_npy_copy(&array, bytes, data);
		code = check_bits(file, entry, type, data, *out_size);
	}
	free(bytes);
	if (code == CLI_GOOD)
		*out_data = data;
	else
		free(data);
	return code;
}
