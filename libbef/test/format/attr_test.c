/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes: encoding, decoding, and rejected input. */
#include "hex.h"
#include <bef/reader.h>
#include <bef/writer.h>
#include <check.h>

/* ---- a file around an Attributes section, which begins at byte 8 */

struct file {
	uint8_t *bytes;
	size_t size;
	struct bef_reader reader;
};

static bool make_file(struct file *file, const char *attributes, const char *attribute_types)
{
	size_t size, types_size, at = 8;
	uint8_t *body = hex_bytes(attributes, &size), *types = hex_bytes(attribute_types, &types_size);
	static const uint8_t head[] = { 0x0B, 0xEF, 0, 0, 0, 1 }, tail[] = { 2, 2, 0, 3, 2, 0, 4, 2, 0, 8 };
	file->size = at + size + sizeof tail + (types_size > 0 ? 1 + types_size : 0) - (types_size > 0 ? 0 : 1);
	file->bytes = calloc(1, file->size);
	if (!file->bytes || size > 63 || types_size > 63)
		abort();
	memcpy(file->bytes, head, sizeof head);
	file->bytes[6] = (uint8_t)(size << 1 | 1);
	file->bytes[7] = 8;
	memcpy(file->bytes + at, body, size);
	at += size;
	memcpy(file->bytes + at, tail, sizeof tail - (types_size > 0 ? 0 : 1));
	at += sizeof tail;
	if (types_size > 0) {
		file->bytes[at] = (uint8_t)(types_size << 1);
		memcpy(file->bytes + at + 1, types, types_size);
	}
	free(body);
	free(types);
	return CHECK_INT(bef_reader_open(file->bytes, file->size, &file->reader, NULL), BEF_OK);
}

/* ---- rejected input */

struct failure {
	const char *hex;
	uint32_t offset, type;
	enum bef_status status;
	size_t at;
	const char *message;
};
#define I64_2 "02 00 00 00 00 00 00 00 "
#define PAD4 "cc cc cc cc "
static const struct failure failures[] = {
	{ "01", 1, BEF_DTYPE_I8, BEF_E_TRUNCATED, 8, "Attributes +1 (i8): the section has 1 bytes" },
	{ "01 00 00", 0, BEF_DTYPE_I32, BEF_E_TRUNCATED, 8, "Attributes +0 (i32): takes 4 bytes, but 3 are left" },
	{ "cc 01 00 00 00", 1, BEF_DTYPE_I32, BEF_E_CORRUPT, 9,
		"Attributes +1 (i32): byte 0 of it is not at a multiple of 4" },
	{ PAD4 I64_2, 4, BEF_DTYPE_F64, BEF_E_CORRUPT, 12,
		"Attributes +4 (f64): byte 0 of it is not at a multiple of 8" },
	{ "02", 0, BEF_DTYPE_I1, BEF_E_CORRUPT, 8, "Attributes +0 (i1): is 2, expected 0 or 1" },
	{ "02", 0, BEF_DTYPE_I2, BEF_E_CORRUPT, 8, "Attributes +0 (i2): is 2, which has more bits than its type" },
	{ "10", 0, BEF_DTYPE_F4E2M1FN, BEF_E_CORRUPT, 8,
		"Attributes +0 (f4E2M1FN): is 16, which has more bits than its type" },
	{ "1F", 0, BEF_ATTR_TYPE, BEF_E_CORRUPT, 8, "Attributes +0 (type): unknown type 31" },
	{ "2F", 0, BEF_ATTR_TYPE, BEF_E_CORRUPT, 8, "Attributes +0 (type): unknown type 47" },
	{ "00", 0, BEF_ATTR_TYPE, BEF_E_CORRUPT, 8, "Attributes +0 (type): unknown type 0" },
	{ "18", 0, BEF_ATTR_TYPE, BEF_E_CORRUPT, 8, "Attributes +0 (type): unknown type 24" },
	{ "00", 0, BEF_DTYPE_RESOURCE, BEF_E_CORRUPT, 8, "Attributes +0 (resource): unknown attribute type 17" },
	{ "00", 0, 24, BEF_E_CORRUPT, 8, "Attributes +0 (?): unknown attribute type 24" },
	{ "00", 0, 0, BEF_E_CORRUPT, 8, "Attributes +0 (?): unknown attribute type 0" },
	{ "00 00 00 00", 0, BEF_ATTR_ARRAY | BEF_DTYPE_STRING, BEF_E_CORRUPT, 8,
		"Attributes +0 (?): unknown attribute type 144" },
	{ "00 00 00 00", 0, 0x100 | BEF_DTYPE_I8, BEF_E_CORRUPT, 8, "Attributes +0 (?): unknown attribute type 262" },
	{ "03 00 00 00 61 62", 0, BEF_DTYPE_STRING, BEF_E_TRUNCATED, 8,
		"Attributes +0 (string): takes 7 bytes, but 6 are left" },
	{ "ff ff ff ff 61 62", 0, BEF_ATTR_FUNCTION, BEF_E_TRUNCATED, 8,
		"Attributes +0 (function): takes 4294967299 bytes, but 6 are left" },
	{ "cc cc 01 00 00 00 61", 2, BEF_DTYPE_STRING, BEF_E_CORRUPT, 10,
		"Attributes +2 (string): byte 0 of it is not at a multiple of 4" },
	{ "02 00 00 00 01 00", 0, BEF_ATTR_ARRAY | BEF_DTYPE_I16, BEF_E_TRUNCATED, 8,
		"Attributes +0 (i16[]): takes 8 bytes, but 6 are left" },
	{ "ff ff ff ff", 0, BEF_ATTR_ARRAY | BEF_DTYPE_COMPLEX128, BEF_E_TRUNCATED, 8,
		"Attributes +0 (complex128[]): takes 68719476724 bytes, but 4 are left" },
	{ "01 00 00 00 " I64_2, 0, BEF_ATTR_ARRAY | BEF_DTYPE_I64, BEF_E_CORRUPT, 8,
		"Attributes +0 (i64[]): byte 4 of it is not at a multiple of 8" },
	/* shapes: alignment, 0, prefix 12, size, rank, dimensions at a multiple of 8 */
	{ PAD4 "08 00 0c 00 14 00 00 00 02 00 00 00 " I64_2, 4, BEF_ATTR_SHAPE, BEF_E_CORRUPT, 12,
		"Attributes +4 (shape): size is 20 bytes, expected 28" },
	{ PAD4 "08 00 0c 00 1c 00 00 00 02 00 00 00 " I64_2, 4, BEF_ATTR_SHAPE, BEF_E_TRUNCATED, 12,
		"Attributes +4 (shape): takes 28 bytes, but 20 are left" },
	{ PAD4 "08 00 10 00 14 00 00 00 01 00 00 00 " I64_2, 4, BEF_ATTR_SHAPE, BEF_E_CORRUPT, 12,
		"Attributes +4 (shape): prefix is 16 bytes, expected 12" },
	{ PAD4 "08 01 0c 00 14 00 00 00 01 00 00 00 " I64_2, 4, BEF_ATTR_SHAPE, BEF_E_CORRUPT, 12,
		"Attributes +4 (shape): header begins with 8, 1, not with 8, 0" },
	{ "08 00 0c 00 14 00 00 00 01 00 00 00 " I64_2, 0, BEF_ATTR_SHAPE, BEF_E_CORRUPT, 8,
		"Attributes +0 (shape): byte 12 of it is not at a multiple of 8" },
	{ PAD4 "08 00 0c 00 14 00 00 00 01 00 00 00 fe ff ff ff ff ff ff ff", 4, BEF_ATTR_SHAPE, BEF_E_CORRUPT, 12,
		"Attributes +4 (shape): dimension 0 is -2" },
	{ PAD4 "08 00 0c 00", 4, BEF_ATTR_SHAPE, BEF_E_TRUNCATED, 12,
		"Attributes +4 (shape): takes 12 bytes, but 4 are left" },
	/* dense: alignment, element type, prefix, size, where elements begin, how many, rank, dimensions, elements */
	{ PAD4 "08 06 1c 00 1d 00 00 00 1c 00 00 00 01 00 00 00 01 00 00 00 " I64_2 "07", 4, BEF_ATTR_DENSE,
		BEF_E_CORRUPT, 12, "Attributes +4 (dense): has 1 elements, but its dimensions give 2" },
	{ PAD4 "08 06 1c 00 1d 00 00 00 1c 00 00 00 01 00 00 00 01 00 00 00 ff ff ff ff ff ff ff ff 07", 4,
		BEF_ATTR_DENSE, BEF_E_CORRUPT, 12, "Attributes +4 (dense): dimension 0 is -1" },
	{ PAD4 "08 10 1c 00 1d 00 00 00 1c 00 00 00 01 00 00 00 01 00 00 00 " I64_2 "07", 4, BEF_ATTR_DENSE,
		BEF_E_CORRUPT, 12, "Attributes +4 (dense): header begins with 8, 16, not with 8 or 64 and an element type" },
	{ PAD4 "08 06 1c 00 1d 00 00 00 1b 00 00 00 01 00 00 00 01 00 00 00 " I64_2 "07", 4, BEF_ATTR_DENSE,
		BEF_E_CORRUPT, 12, "Attributes +4 (dense): elements begin at 27, expected 28" },
	{ PAD4 "08 06 1c 00 1e 00 00 00 1c 00 00 00 02 00 00 00 01 00 00 00 " I64_2 "07", 4, BEF_ATTR_DENSE,
		BEF_E_TRUNCATED, 12, "Attributes +4 (dense): takes 30 bytes, but 29 are left" },
	/* aggregates: alignment, 0, prefix, size, count, offsets, then elements, each after its type byte */
	{ "04 00 10 00 12 00 00 00 01 00 00 00 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_OK, 0, "" },
	{ "03 00 10 00 12 00 00 00 01 00 00 00 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): header begins with 3, 0 and has 1 elements" },
	{ "10 00 10 00 12 00 00 00 01 00 00 00 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): header begins with 16, 0 and has 1 elements" },
	{ "04 00 10 00 12 00 00 00 00 00 00 00 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): header begins with 4, 0 and has 0 elements" },
	{ "04 00 10 00 12 00 00 00 ff ff ff ff 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): 18 bytes do not hold 4294967295 elements" },
	{ "04 00 10 00 13 00 00 00 01 00 00 00 11 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_TRUNCATED, 8,
		"Attributes +0 (aggregate): takes 19 bytes, but 18 are left" },
	{ "04 00 10 00 12 00 00 00 01 00 00 00 10 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): element 0 at 16, expected above 16 and below 18" },
	{ "04 00 10 00 12 00 00 00 01 00 00 00 12 00 00 00 06 07", 0, BEF_ATTR_AGGREGATE, BEF_E_CORRUPT, 8,
		"Attributes +0 (aggregate): element 0 at 18, expected above 16 and below 18" },
	{ "04 00 14 00 18 00 00 00 02 00 00 00 16 00 00 00 16 00 00 00 cc 06 07 07", 0, BEF_ATTR_AGGREGATE,
		BEF_E_CORRUPT, 8, "Attributes +0 (aggregate): element 1 at 22, expected above 22 and below 24" },
	/* symbols: id, length of the root, number of nested names, their lengths, length of the module, the texts,
	 * NUL */
	{ "00 01 00 01 61 6d 00", 0, BEF_ATTR_SYMBOL, BEF_OK, 0, "" },
	{ "00 01 00 01 61 6d 01", 0, BEF_ATTR_SYMBOL, BEF_E_CORRUPT, 8,
		"Attributes +0 (symbol): no NUL follows the module" },
	{ "00 01 00 01 61 6d", 0, BEF_ATTR_SYMBOL, BEF_E_TRUNCATED, 8,
		"Attributes +0 (symbol): takes 7 bytes, but 6 are left" },
	{ "00 01 09 01 61 6d 00", 0, BEF_ATTR_SYMBOL, BEF_E_TRUNCATED, 15, "Attributes: number is cut off" },
	{ "00 81 ff ff ff ff ff ff ff ff 7f 01 01 00 00 00", 0, BEF_ATTR_SYMBOL, BEF_E_TRUNCATED, 8,
		"Attributes +0 (symbol): names are longer than the file" },
	{ "00 81 ff ff ff ff ff ff ff ff 7f 00 01 00 00 00", 0, BEF_ATTR_SYMBOL, BEF_E_TRUNCATED, 8,
		"Attributes +0 (symbol): is longer than the file" },
	{ "00 81", 0, BEF_ATTR_SYMBOL, BEF_E_TRUNCATED, 9, "Attributes: length of the root name is cut off" },
};

static void damaged_attributes_are_refused(void)
{
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
		const struct failure *f = &failures[i];
		struct file file;
		struct bef_attr attr;
		struct bef_diag diag = BEF_DIAG_INIT;
		if (make_file(&file, f->hex, "")) {
			enum bef_status status = bef_reader_attr(&file.reader, f->offset, f->type, &attr, &diag);
			if (status != f->status || strcmp(diag.message, f->message) != 0 ||
				(status && diag.offset != f->at))
				check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", f->hex, bef_status_name(status),
					(unsigned long long)diag.offset, diag.message);
		}
		free(file.bytes);
	}
}

/* Fields that bef_reader_attr() does not check. */
struct content {
	const char *hex, *types;
	size_t at;
	const char *message;
};
static const struct content contents[] = {
	{ "02 00 00 00 01 00", "01 00 81 05", 0, "" },
	{ "02 00 00 00 01 02", "01 00 81 05", 13, "Attributes +4: element 1 of type i1 is 2" },
	{ "02 00 00 00 08 00", "01 00 81 19", 13, "Attributes +4: element 1 of type type is 0" },
	{ PAD4 "08 05 1c 00 1e 00 00 00 1c 00 00 00 02 00 00 00 01 00 00 00 " I64_2 "01 03", "01 04 1c", 41,
		"Attributes +32: element 1 of type i1 is 3" },
	{ "04 00 10 00 12 00 00 00 01 00 00 00 11 00 00 00 05 07", "01 00 1e", 25,
		"Attributes +17 (i1): is 7, expected 0 or 1" },
	{ "04 00 10 00 12 00 00 00 01 00 00 00 11 00 00 00 1f 07", "01 00 1e", 25,
		"Attributes +17 (?): unknown attribute type 31" },
	/* the second element would extend beyond the space of the first */
	{ "04 00 14 00 1d 00 00 00 02 00 00 00 18 00 00 00 1c 00 00 00 cc cc cc 10 01 00 00 06 07", "01 00 1e", 32,
		"Attributes +24 (string): takes 4 bytes, but 3 are left" },
	{ "01 02", "02 00 06 01 06", 0, "" },
	{ "01 02", "02 01 06 00 06", 24, "AttributeTypes, entry 1: attribute at +0, but the one before ends at +2" },
	{ "01 02 03 04", "02 00 08 02 06", 26,
		"AttributeTypes, entry 1: attribute at +2, but the one before ends at +4" },
	{ "01 02", "01 02 06", 22, "AttributeTypes, entry 0: attribute at +2, but Attributes has 2 bytes" },
	{ "01 02", "01 00 82 06", 22, "AttributeTypes, entry 0: type 262" },
	{ "01 02", "01 00 06 00", 24, "AttributeTypes: 1 bytes after the last entry" },
	{ "01 02", "02 00 06", 21, "AttributeTypes: count 2, but 2 bytes follow" },
	{ "01 02", "01 00 80", 23, "AttributeTypes: number is not a minimal integer of at most 64 bits" },
	{ "01 02", "ff 7f 00", 21, "AttributeTypes: count 16383, but 1 bytes follow" },
};

static void verify_looks_into_attributes(void)
{
	for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
		const struct content *c = &contents[i];
		struct file file;
		struct bef_diag diag = BEF_DIAG_INIT;
		if (make_file(&file, c->hex, c->types)) {
			enum bef_status status = bef_reader_verify(&file.reader, NULL, &diag);
			if ((status == BEF_OK) != (c->at == 0) || strcmp(diag.message, c->message) != 0 ||
				(c->at && diag.offset != c->at))
				check_report(__FILE__, __LINE__, "%s %s: %s at %llu: %s", c->hex, c->types,
					bef_status_name(status), (unsigned long long)diag.offset, diag.message);
		}
		free(file.bytes);
	}
}

/* ---- round trips */

struct written {
	struct bef_writer *writer;
	uint8_t *data;
	size_t size;
	struct bef_reader reader;
};

static void finish(struct written *w)
{
	CHECK_INT(bef_writer_finish(w->writer, &w->data, &w->size, NULL), BEF_OK);
	CHECK_INT(bef_reader_open(w->data, w->size, &w->reader, NULL), BEF_OK);
	CHECK_INT(bef_reader_verify(&w->reader, NULL, NULL), BEF_OK);
}

static void drop(struct written *w)
{
	bef_writer_free_bytes(w->writer, w->data, w->size);
	bef_writer_destroy(w->writer);
}

static void scalars_and_arrays_of_every_type(void)
{
	uint8_t bytes[32];
	uint32_t scalars[BEF_ATTR_TYPE + 1], arrays[BEF_ATTR_TYPE + 1];
	struct written w = { .writer = bef_writer_create(NULL, NULL) };
	struct bef_attr attr;
	memset(bytes, 1, sizeof bytes);
	for (uint32_t type = 0; type <= BEF_ATTR_TYPE; type++) {
		size_t size = type == BEF_ATTR_TYPE ? 1 : bef_dtype_size(type);
		scalars[type] = arrays[type] = UINT32_MAX;
		CHECK_INT(bef_writer_scalar(w.writer, type, bytes, &scalars[type]), size ? BEF_OK : BEF_E_ARG);
		CHECK_INT(bef_writer_array(w.writer, type, bytes, 2, &arrays[type]), size ? BEF_OK : BEF_E_ARG);
		if (size > 0) {
			CHECK_INT(bef_writer_attribute_type(w.writer, scalars[type], type), BEF_OK);
			CHECK_INT(bef_writer_attribute_type(w.writer, arrays[type], type | BEF_ATTR_ARRAY), BEF_OK);
		}
	}
	finish(&w);
	CHECK_INT(w.reader.sections[BEF_SECTION_ATTRIBUTES].offset % 8, 0);
	for (uint32_t type = 0; type <= BEF_ATTR_TYPE; type++) {
		size_t size = type == BEF_ATTR_TYPE ? 1 : bef_dtype_size(type);
		if (size == 0)
			continue;
		CHECK_INT(bef_reader_attr(&w.reader, scalars[type], type, &attr, NULL), BEF_OK);
		CHECK_BYTES(attr.data, attr.size, bytes, size);
		CHECK_INT(bef_reader_attr(&w.reader, arrays[type], type | BEF_ATTR_ARRAY, &attr, NULL), BEF_OK);
		CHECK_INT(attr.u.array.dtype, type);
		CHECK_INT(attr.u.array.count, 2);
		CHECK_BYTES(attr.u.array.elements, attr.size - 4, bytes, 2 * size);
	}
	drop(&w);
}

static int64_t dim(const uint8_t *dims, size_t i)
{
	return (int64_t)((uint64_t)bef_word(dims, 2 * i) | (uint64_t)bef_word(dims, 2 * i + 1) << 32);
}

static void shapes_and_tensors(void)
{
	static const int64_t dims[] = { 2, -1, INT64_C(123456789012) }, two[] = { 2, 0, 3 }, small[] = { 3 };
	static const uint8_t elements[] = { 1, 0, 1 };
	struct written w = { .writer = bef_writer_create(NULL, NULL) };
	struct bef_attr attr;
	uint32_t unranked, scalar, ranked, nothing, point, mask;
	CHECK_INT(bef_writer_shape(w.writer, false, NULL, 0, &unranked), BEF_OK);
	CHECK_INT(bef_writer_shape(w.writer, true, NULL, 0, &scalar), BEF_OK);
	CHECK_INT(bef_writer_shape(w.writer, true, dims, 3, &ranked), BEF_OK);
	CHECK_INT(bef_writer_dense(w.writer, BEF_DTYPE_F64, two, 3, NULL, 0, &nothing), BEF_OK);
	CHECK_INT(bef_writer_dense(w.writer, BEF_DTYPE_I8, NULL, 0, elements, 1, &point), BEF_OK);
	CHECK_INT(bef_writer_dense(w.writer, BEF_DTYPE_I1, small, 1, elements, 3, &mask), BEF_OK);
	finish(&w);
	CHECK_INT(bef_reader_attr(&w.reader, unranked, BEF_ATTR_SHAPE, &attr, NULL), BEF_OK);
	CHECK(!attr.u.shape.ranked && attr.size == 4);
	CHECK_INT(bef_reader_attr(&w.reader, scalar, BEF_ATTR_SHAPE, &attr, NULL), BEF_OK);
	CHECK(attr.u.shape.ranked && attr.u.shape.rank == 0 && attr.size == 12);
	CHECK_INT(bef_reader_attr(&w.reader, ranked, BEF_ATTR_SHAPE, &attr, NULL), BEF_OK);
	CHECK_INT(attr.u.shape.rank, 3);
	for (size_t i = 0; i < 3; i++)
		CHECK_INT(dim(attr.u.shape.dims, i), dims[i]);
	CHECK_INT(bef_reader_attr(&w.reader, nothing, BEF_ATTR_DENSE, &attr, NULL), BEF_OK);
	CHECK(attr.u.dense.count == 0 && attr.u.dense.rank == 3 && attr.u.dense.elements_size == 0);
	CHECK_INT(bef_reader_attr(&w.reader, point, BEF_ATTR_DENSE, &attr, NULL), BEF_OK);
	CHECK(attr.u.dense.count == 1 && attr.u.dense.rank == 0 && attr.u.dense.elements[0] == 1);
	CHECK_INT(bef_reader_attr(&w.reader, mask, BEF_ATTR_DENSE, &attr, NULL), BEF_OK);
	CHECK_BYTES(attr.u.dense.elements, attr.u.dense.elements_size, elements, 3);
	drop(&w);
}

static void symbols_and_their_names(void)
{
	static const struct bef_string names[] = { { "root", 4 }, { "", 0 }, { "leaf", 4 } };
	struct written w = { .writer = bef_writer_create(NULL, NULL) };
	struct bef_attr attr;
	struct bef_string name;
	uint32_t offset;
	CHECK_INT(bef_writer_symbol(w.writer, 300, names, 3, "module {}", 9, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(w.writer, offset, BEF_ATTR_SYMBOL), BEF_OK);
	finish(&w);
	CHECK_INT(bef_reader_attr(&w.reader, offset, BEF_ATTR_SYMBOL, &attr, NULL), BEF_OK);
	CHECK_INT(attr.u.symbol.id, 300);
	CHECK_INT(attr.u.symbol.nested_count, 2);
	CHECK_BYTES(attr.u.symbol.root.data, attr.u.symbol.root.size, "root", 4);
	CHECK_BYTES(attr.u.symbol.module.data, attr.u.symbol.module.size, "module {}", 9);
	struct bef_symbol_names walk = bef_attr_symbol_names(&w.reader, &attr);
	CHECK(bef_symbol_names_next(&walk, &name) == BEF_OK && name.size == 0);
	CHECK(bef_symbol_names_next(&walk, &name) == BEF_OK);
	CHECK_BYTES(name.data, name.size, "leaf", 4);
	CHECK_INT(bef_symbol_names_next(&walk, &name), BEF_E_NOT_FOUND);
	drop(&w);
}

static void elements_of_aggregates(void)
{
	static const int32_t numbers[] = { 0, 0 };
	struct bef_value inner[3] = { { .type = BEF_ATTR_ARRAY | BEF_DTYPE_I64 },
		{ .type = BEF_ATTR_ARRAY | BEF_DTYPE_I32 }, { .type = BEF_ATTR_AGGREGATE } };
	struct bef_value outer[2] = { { .type = BEF_ATTR_FUNCTION }, { .type = BEF_ATTR_AGGREGATE } };
	struct bef_value value = { .type = BEF_ATTR_AGGREGATE };
	struct written w = { .writer = bef_writer_create(NULL, NULL) };
	struct bef_attr attr, element, leaf;
	struct bef_diag diag = BEF_DIAG_INIT;
	uint32_t offset;
	inner[1].u.array.elements = numbers;
	inner[1].u.array.count = 2;
	outer[0].u.string = (struct bef_string){ "f", 1 };
	outer[1].u.aggregate.elements = inner;
	outer[1].u.aggregate.count = 3;
	value.u.aggregate.elements = outer;
	value.u.aggregate.count = 2;
	CHECK_INT(bef_writer_value(w.writer, &value, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(w.writer, offset, BEF_ATTR_AGGREGATE), BEF_OK);
	finish(&w);
	CHECK_INT(bef_reader_attr(&w.reader, offset, BEF_ATTR_AGGREGATE, &attr, NULL), BEF_OK);
	CHECK_INT(attr.data[0], 8); /* arrays are aligned to 8, including empty ones */
	CHECK_INT(bef_attr_element(&w.reader, &attr, 0, &element, NULL), BEF_OK);
	CHECK_INT(element.type, BEF_ATTR_FUNCTION);
	CHECK_BYTES(element.u.string.data, element.u.string.size, "f", 1);
	CHECK_INT(bef_attr_element(&w.reader, &attr, 1, &element, NULL), BEF_OK);
	CHECK_INT(element.u.aggregate.count, 3);
	CHECK_INT(bef_attr_element(&w.reader, &element, 0, &leaf, NULL), BEF_OK);
	CHECK(leaf.type == BEF_ATTR_EMPTY_ARRAY && leaf.u.array.count == 0); /* for any element type */
	CHECK_INT(bef_attr_element(&w.reader, &element, 1, &leaf, NULL), BEF_OK);
	CHECK(leaf.type == (BEF_ATTR_ARRAY | BEF_DTYPE_I32) && leaf.u.array.count == 2);
	CHECK_INT(bef_attr_element(&w.reader, &element, 2, &leaf, NULL), BEF_OK);
	CHECK(leaf.type == BEF_ATTR_AGGREGATE && leaf.u.aggregate.count == 0 && leaf.size == 4);
	CHECK_INT(bef_attr_element(&w.reader, &element, 3, &leaf, &diag), BEF_E_ARG);
	CHECK_STR(diag.message, "attribute has no element 3");
	CHECK_INT(bef_attr_element(&w.reader, &leaf, 0, &leaf, NULL), BEF_E_ARG);
	drop(&w);
}

/* Nested aggregates of one element, as the payload of a string, because the writer rejects such depths. */
static enum bef_status verify_nested(size_t depth, struct bef_diag *diag)
{
	uint8_t raw[70 * 20 + 1], *p = raw;
	struct bef_reader reader;
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	uint8_t *data;
	size_t size;
	uint32_t offset;
	for (size_t left = depth; left > 0; left--, p += 20) {
		const size_t bytes = 20 * left + 1;
		const uint8_t level[20] = { 4, 0, 16, 0, (uint8_t)bytes, (uint8_t)(bytes >> 8), 0, 0, 1, 0, 0, 0, 20, 0,
			0, 0, 0xCC, 0xCC, 0xCC, left > 1 ? BEF_ATTR_AGGREGATE : BEF_DTYPE_I8 };
		memcpy(p, level, sizeof level);
	}
	*p = 7;
	CHECK_INT(bef_writer_string(writer, (const char *)raw, 20 * depth + 1, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset + 4, BEF_ATTR_AGGREGATE), BEF_OK);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
	CHECK_INT(bef_reader_open(data, size, &reader, NULL), BEF_OK);
	enum bef_status status = bef_reader_verify(&reader, NULL, diag);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	return status;
}

static void nesting_ends_at_its_limit(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(verify_nested(BEF_MAX_NESTING, NULL), BEF_OK);
	CHECK_INT(verify_nested(BEF_MAX_NESTING + 1, &diag), BEF_E_CORRUPT);
	CHECK_STR(diag.message, "Attributes: aggregates more than 64 deep");
}

static void numbers_have_names(void)
{
	CHECK_STR(bef_dtype_name(BEF_DTYPE_COMPLEX64), "complex64");
	CHECK_STR(bef_dtype_name(BEF_DTYPE_VARIANT), "variant");
	CHECK_STR(bef_dtype_name(BEF_DTYPE_COUNT), "?");
	CHECK_INT(bef_dtype_size(BEF_DTYPE_COMPLEX64), 8);
	CHECK_INT(bef_dtype_alignment(BEF_DTYPE_COMPLEX64), 4);
	CHECK_INT(bef_dtype_size(BEF_DTYPE_COMPLEX128), 16);
	CHECK_INT(bef_dtype_alignment(BEF_DTYPE_COMPLEX128), 8);
	CHECK_INT(bef_dtype_size(BEF_DTYPE_STRING), 0);
	CHECK_INT(bef_dtype_size(200), 0);
	CHECK_STR(bef_dtype_name(BEF_DTYPE_LIMIT), "?");
	CHECK_STR(bef_dtype_name(31), "?");
	CHECK_STR(bef_dtype_name(BEF_DTYPE_I2), "i2");
	CHECK_STR(bef_dtype_name(BEF_DTYPE_F4E2M1FN), "f4E2M1FN");
	CHECK_STR(bef_dtype_name(BEF_DTYPE_F8E4M3B11FNUZ), "f8E4M3B11FNUZ");
	CHECK_INT(bef_dtype_size(BEF_DTYPE_UI4), 1);
	CHECK_INT(bef_dtype_alignment(BEF_DTYPE_F6E2M3FN), 1);
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | BEF_DTYPE_F8E5M2), "f8E5M2[]");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | 31), "?");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | BEF_DTYPE_QI16), "qi16[]");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | BEF_ATTR_TYPE), "type[]");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_AGGREGATE), "aggregate");
	CHECK_STR(bef_attr_type_name(BEF_DTYPE_STRING), "string");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | BEF_DTYPE_STRING), "?");
	CHECK_STR(bef_attr_type_name(BEF_ATTR_ARRAY | BEF_ATTR_DENSE), "?");
	CHECK_STR(bef_attr_type_name(31), "?");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(damaged_attributes_are_refused),
		CHECK_CASE(verify_looks_into_attributes), CHECK_CASE(scalars_and_arrays_of_every_type),
		CHECK_CASE(shapes_and_tensors), CHECK_CASE(symbols_and_their_names), CHECK_CASE(elements_of_aggregates),
		CHECK_CASE(nesting_ends_at_its_limit), CHECK_CASE(numbers_have_names) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
