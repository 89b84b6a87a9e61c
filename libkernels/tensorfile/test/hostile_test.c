/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Damaged files: each kind of damage is refused, with what is wrong and where. */
#include "check.h"

#include <tensorfile/tensorfile.h>

#include <stdlib.h>
#include <unistd.h>

static bool refused(const char *name, const void *data, size_t size, enum tensorfile_status status, const char *message)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile *file;
	const enum tensorfile_status found = tensorfile_open_memory(data, size, &file, &diag);
	tensorfile_close(file);
	if (found == status && strstr(diag.message, message))
		return true;
	return check_report(__FILE__, __LINE__, "%s: %s \"%s\", expected %s \"%s\"", name, tensorfile_status_name(found), diag.message,
		tensorfile_status_name(status), message);
}

/* ---- safetensors: a header, then so many bytes */

#define T(members) "{\"a\":{" members "}}"
static void safetensors(void)
{
	static const struct {
		const char *header;
		size_t size;
		enum tensorfile_status status;
		const char *message;
	} cases[] = {
		{ T("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"), 9, TENSORFILE_E_CORRUPT, "the last 1 bytes belong to no tensor" },
		{ T("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"), 7, TENSORFILE_E_TRUNCATED, "'a': data_offsets 0 to 8, expected at most 7" },
		{ T("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]"), 8, TENSORFILE_E_CORRUPT, "data_offsets 8 to 0" },
		{ T("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9]"), 9, TENSORFILE_E_CORRUPT, "1 bytes before tensor 'a' belong to none" },
		{ T("\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]"), 8, TENSORFILE_E_CORRUPT, "of 8 bytes, but shape and dtype take 12" },
		{ T("\"dtype\":\"F33\",\"shape\":[2],\"data_offsets\":[0,8]"), 8, TENSORFILE_E_CORRUPT, "unknown dtype 'F33'" },
		{ T("\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]"), 8, TENSORFILE_E_SYNTAX, "shape, sizes" },
		{ T("\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]"), 8, TENSORFILE_E_SYNTAX, "shape, sizes" },
		{ T("\"dtype\":\"F32\",\"shape\":[02],\"data_offsets\":[0,8]"), 8, TENSORFILE_E_SYNTAX, "shape, sizes" },
		{ T("\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]"), 0, TENSORFILE_E_CORRUPT, "too many elements" },
		{ T("\"dtype\":\"F64\",\"shape\":[2305843009213693952],\"data_offsets\":[0,0]"), 0, TENSORFILE_E_CORRUPT, "no whole bytes" },
		{ T("\"dtype\":\"F32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,0]"), 0, TENSORFILE_E_SYNTAX, "shape" },
		{ T("\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,1]"), 1, TENSORFILE_E_CORRUPT, "3 elements of f4_e2m1fn are no whole bytes" },
		{ T("\"dtype\":\"I8\",\"shape\":[],\"data_offsets\":[0,1],\"dtype\":\"I8\""), 1, TENSORFILE_E_SYNTAX, "each once" },
		{ T("\"dtype\":\"I8\",\"shape\":[],\"data_offsets\":[0,1],\"x\":1"), 1, TENSORFILE_E_SYNTAX, "dtype, a text" },
		{ T("\"dtype\":\"I8\",\"shape\":[]"), 1, TENSORFILE_E_SYNTAX, "expected dtype, shape and data_offsets" },
		{ "{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]},\"b\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[1,3]}}", 3,
			TENSORFILE_E_CORRUPT, "'b' overlaps another one" },
		{ "{\"a\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[0,1]},\"\\u0061\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[1,2]}}", 2,
			TENSORFILE_E_CORRUPT, "two tensors have the name 'a'" },
		{ "{\"__metadata__\":{\"a\":1}}", 0, TENSORFILE_E_SYNTAX, "an object of texts" },
		{ "{\"__metadata__\":{},\"__metadata__\":{}}", 0, TENSORFILE_E_SYNTAX, "one __metadata__" },
		{ "{\"\\ud800\":1}", 0, TENSORFILE_E_SYNTAX, "the name of a tensor" }, { "{\"\\u0000\":1}", 0, TENSORFILE_E_SYNTAX, "the name of a tensor" },
		{ "{\"\xff\":1}", 0, TENSORFILE_E_SYNTAX, "the name of a tensor" }, { "{\"a", 0, TENSORFILE_E_SYNTAX, "the name of a tensor" },
		{ "{\"a\\", 0, TENSORFILE_E_SYNTAX, "the name of a tensor" }, { "{} x", 0, TENSORFILE_E_SYNTAX, "the end of the header" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const size_t header = strlen(cases[i].header);
		uint8_t *bytes = calloc(1, 8 + header + cases[i].size);
		CHECK_OR_RETURN(bytes);
		bytes[0] = (uint8_t)header;
		bytes[1] = (uint8_t)(header >> 8);
		memcpy(bytes + 8, cases[i].header, header);
		refused(cases[i].header, bytes, 8 + header + cases[i].size, cases[i].status, cases[i].message);
		free(bytes);
	}
	CHECK(refused("long", "\xff\xe0\xf5\5\0\0\0\0{}", 10, TENSORFILE_E_TRUNCATED, "a header of 99999999 bytes, expected at most 2") ||
		refused("long", "\xff\xe0\xf5\5\0\0\0\0{}", 10, TENSORFILE_E_LIMIT, ""));
	refused("longer", "\xff\xff\xff\xff\xff\xff\xff\xff{}", 10, TENSORFILE_E_LIMIT, "expected at most 100000000");
}

/* ---- GGUF */

struct bytes {
	uint8_t data[512];
	size_t size;
};

static void put(struct bytes *b, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		b->data[b->size++] = (uint8_t)(number >> (8 * i));
}

static void put_text(struct bytes *b, const char *text)
{
	put(b, strlen(text), 8);
	memcpy(b->data + b->size, text, strlen(text));
	b->size += strlen(text);
}

static void begin(struct bytes *b, uint64_t version, uint64_t tensors, uint64_t pairs)
{
	memcpy(b->data, "GGUF", 4);
	b->size = 4;
	put(b, version, 4);
	put(b, tensors, 8);
	put(b, pairs, 8);
}

static void put_tensor(struct bytes *b, const char *name, uint64_t dim, uint64_t type, uint64_t offset)
{
	put_text(b, name);
	put(b, 1, 4);
	put(b, dim, 8);
	put(b, type, 4);
	put(b, offset, 8);
}

static void finish(struct bytes *b, size_t elements) { b->size = ((b->size + 31) & ~(size_t)31) + elements; }

static void gguf_tensors(void)
{
	static const struct {
		uint64_t dim, type, offset;
		size_t elements;
		enum tensorfile_status status;
		const char *message;
	} cases[] = { { 4, 0, 0, 15, TENSORFILE_E_TRUNCATED, "16 bytes at 0" }, { 4, 0, 16, 64, TENSORFILE_E_CORRUPT, "not a multiple of 32" },
		{ 4, 0, UINT64_MAX - 31, 64, TENSORFILE_E_TRUNCATED, "are beyond the end" }, { 31, 2, 0, 64, TENSORFILE_E_CORRUPT, "not a multiple of 32, as q4_0" },
		{ 4, 4, 0, 64, TENSORFILE_E_UNSUPPORTED, "type 4 of ggml" }, { UINT64_MAX, 0, 0, 64, TENSORFILE_E_CORRUPT, "dimension is too large" },
		{ INT64_MAX, 0, 0, 64, TENSORFILE_E_CORRUPT, "no whole bytes" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bytes b = { .size = 0 };
		begin(&b, 3, 1, 0);
		put_tensor(&b, "t", cases[i].dim, cases[i].type, cases[i].offset);
		finish(&b, cases[i].elements);
		refused("gguf", b.data, b.size, cases[i].status, cases[i].message);
	}
	struct bytes b = { .size = 0 };
	begin(&b, 3, 2, 0);
	put_tensor(&b, "a", 9, 0, 0);
	put_tensor(&b, "b", 8, 0, 32);
	finish(&b, 64);
	refused("overlap", b.data, b.size, TENSORFILE_E_CORRUPT, "'b' overlaps another one");
}

static void gguf_pairs(void)
{
	struct bytes b = { .size = 0 };
	begin(&b, 1, 0, 0);
	refused("version", b.data, b.size, TENSORFILE_E_VERSION, "version 1 of GGUF, expected 2 or 3");
	begin(&b, 3 << 24, 0, 0);
	refused("order", b.data, b.size, TENSORFILE_E_VERSION, "may be big-endian");
	begin(&b, 3, UINT64_MAX / 8, 0);
	refused("count", b.data, b.size, TENSORFILE_E_TRUNCATED, "do not fit 24 bytes");
	begin(&b, 3, 0, 1);
	put(&b, UINT64_MAX, 8);
	finish(&b, 32);
	refused("key", b.data, b.size, TENSORFILE_E_TRUNCATED, "ends within a key");
	begin(&b, 3, 0, 1);
	put_text(&b, "k");
	put(&b, 13, 4);
	finish(&b, 0);
	refused("kind", b.data, b.size, TENSORFILE_E_CORRUPT, "'k' has type 13");
	begin(&b, 3, 0, 1);
	put_text(&b, "k");
	put(&b, 9, 4);
	put(&b, 12, 4);
	put(&b, UINT64_MAX / 4, 8);
	refused("array", b.data, b.size, TENSORFILE_E_CORRUPT, "the array 'k' is damaged");
	begin(&b, 3, 0, 1);
	put_text(&b, "k");
	put(&b, 9, 4);
	for (int i = 0; i < 20; i++) {
		put(&b, 9, 4);
		put(&b, 1, 8);
	}
	refused("depth", b.data, b.size, TENSORFILE_E_CORRUPT, "the array 'k' is damaged");
	begin(&b, 3, 0, 1);
	put_text(&b, "general.alignment");
	put(&b, 4, 4);
	put(&b, 48, 4);
	refused("alignment", b.data, b.size, TENSORFILE_E_CORRUPT, "not a power of two");
}

/* ---- BTF, .npy, other files */

static void btf(void)
{
	struct bytes b = { .size = 0 };
	put(&b, UINT64_MAX / 8, 8);
	put(&b, 0, 8);
	refused("count", b.data, b.size, TENSORFILE_E_MAGIC, "not a file of tensors");
	b.size = 0;
	put(&b, 1, 8);
	put(&b, 16, 8);
	refused("header", b.data, b.size, TENSORFILE_E_TRUNCATED, "its header is beyond the end");
	put(&b, 1, 8);
	put(&b, 4, 8);
	put(&b, 3, 8);
	b.size += 8;
	refused("elements", b.data, b.size, TENSORFILE_E_TRUNCATED, "12 bytes at offset 40");
	b.data[24] = 77;
	refused("type", b.data, b.size, TENSORFILE_E_CORRUPT, "type 77");
	b.data[24] = 4;
	b.data[25] = 1;
	refused("sparse", b.data, b.size, TENSORFILE_E_UNSUPPORTED, "is sparse");
	refused("empty", "", 0, TENSORFILE_E_MAGIC, "expected .npy, .npz, safetensors");
	refused("text", "hello, world, hello", 19, TENSORFILE_E_MAGIC, "not a file of tensors");
}

static void npy(void)
{
#define NPY(text) "\x93NUMPY\1\0\x46\0" text
	static const char object[] = NPY("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }             \n");
	static const char size[] = NPY("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }            \n");
	refused("object", object, sizeof object - 1, TENSORFILE_E_UNSUPPORTED, "has Python objects (pickled), which only Python can load");
	refused("size", size, sizeof size - 1, TENSORFILE_E_CORRUPT, "do not match the size of the file");
	refused("npz", "PK\3\4 and no directory", 22, TENSORFILE_E_CORRUPT, "is not a complete ZIP archive");
}

/* ---- an index */

static void an_index(void)
{
	static const struct {
		const char *text;
		enum tensorfile_status status;
		const char *message;
	} cases[] = { { "{\"weight_map\": {\"w\": \"../w.safetensors\"}}", TENSORFILE_E_SYNTAX, "in the folder of the index" },
		{ "{\"weight_map\": {\"w\": \"/etc/passwd\"}}", TENSORFILE_E_SYNTAX, "in the folder of the index" },
		{ "{\"weight_map\": {\"w\": \"none.safetensors\"}}", TENSORFILE_E_IO, "none.safetensors" },
		{ "{\"weight_map\": {\"w\": \"%s\"}}", TENSORFILE_E_MAGIC, "no safetensors file" }, { "{\"a\": 1}", TENSORFILE_E_SYNTAX, "weight_map" },
		{ "{\"a\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1", TENSORFILE_E_SYNTAX, "a value" },
		{ "{\"weight_map\": {}}", TENSORFILE_E_SYNTAX, "with names and files" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[] = "/tmp/tensorfile-XXXXXX";
		struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
		struct tensorfile *file;
		const int fd = mkstemp(path);
		CHECK_OR_RETURN(fd >= 0);
		const char *mark = strstr(cases[i].text, "%s"), *own = strrchr(path, '/') + 1;
		if (mark) /* the index itself as a part */
			dprintf(fd, "%.*s%s%s", (int)(mark - cases[i].text), cases[i].text, own, mark + 2);
		else
			dprintf(fd, "%s", cases[i].text);
		close(fd);
		CHECK_INT(tensorfile_open(path, NULL, &file, &diag), cases[i].status);
		if (!CHECK(strstr(diag.message, cases[i].message)))
			printf("# %s: %s\n", cases[i].text, diag.message);
		tensorfile_close(file);
		unlink(path);
	}
}

/* A changed element of an archive is found when it is read. */
static void checksums(void)
{
	uint8_t bytes[4096], out[64];
	FILE *stream = fopen(DATA "/npz/stored.npz", "rb");
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile *file;
	CHECK_OR_RETURN(stream);
	const size_t size = fread(bytes, 1, sizeof bytes, stream);
	fclose(stream);
	static const uint8_t five[] = { 0, 0, 0xA0, 0x40 }; /* the last element of arg0 */
	uint8_t *at = memmem(bytes, size, five, sizeof five);
	CHECK_OR_RETURN(at);
	at[3] ^= 1;
	CHECK_OR_RETURN(tensorfile_open_memory(bytes, size, &file, NULL) == TENSORFILE_OK);
	const struct tensorfile_tensor *t = tensorfile_find(file, "arg0");
	CHECK_OR_RETURN(t && t->bytes <= sizeof out);
	CHECK_INT(tensorfile_read(file, t, t->dtype, out, (size_t)t->bytes, &diag), TENSORFILE_E_CORRUPT);
	CHECK(strstr(diag.message, "'arg0.npy' has a wrong checksum"));
	tensorfile_close(file);
}

/* Every beginning of a good file is refused or, without its last padding, read. */
static void truncated(void)
{
	static const char *const paths[] = { DATA "/corpus/weights.safetensors", DATA "/corpus/blocks.gguf", DATA "/corpus/two.btf", DATA "/npz/stored.npz" };
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		FILE *stream = fopen(paths[i], "rb");
		uint8_t bytes[4096];
		CHECK_OR_RETURN(stream);
		const size_t size = fread(bytes, 1, sizeof bytes, stream);
		fclose(stream);
		for (size_t cut = 0; cut < size; cut++) {
			struct tensorfile *file;
			uint8_t *copy = malloc(cut + 1);
			CHECK_OR_RETURN(copy);
			memcpy(copy, bytes, cut);
			CHECK(tensorfile_open_memory(copy, cut, &file, NULL) != TENSORFILE_OK);
			tensorfile_close(file);
			free(copy);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(safetensors), CHECK_CASE(gguf_tensors), CHECK_CASE(gguf_pairs), CHECK_CASE(btf),
		CHECK_CASE(npy), CHECK_CASE(an_index), CHECK_CASE(checksums), CHECK_CASE(truncated) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
