/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kinds of bytes: every row, cut magic numbers, text, and the message. */
#include <bytecursor/kind.h>

#include <stdlib.h>

#define CHECK(condition) \
	((condition) ? (void)0 : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1)))

static void rows(void)
{
	const struct bytecursor_kind_row *row;
	size_t count = 0;
	for (; (row = bytecursor_kind_row(count)) != NULL; count++) {
		CHECK(bytecursor_kind_of(row->magic, row->size) == row->kind);
		CHECK(bytecursor_kind_is(row->kind, row->magic, row->size));
		CHECK(!bytecursor_kind_is(row->kind, row->magic, row->size - 1));
		CHECK(bytecursor_kind_of(row->magic, row->size - 1) != row->kind);
		CHECK(row->name[0] && strlen(row->name) < 60);
	}
	CHECK(count == 16);
}

static void others(void)
{
	char text[64 + 1], message[100];
	memset(text, 'x', sizeof text);
	text[64] = '\1';
	CHECK(bytecursor_kind_of("", 0) == BYTECURSOR_KIND_EMPTY);
	CHECK(bytecursor_kind_of("\t\r\n\f// x", 8) == BYTECURSOR_KIND_TEXT);
	CHECK(bytecursor_kind_of("\xEF\xBB\xBF", 3) == BYTECURSOR_KIND_TEXT);
	CHECK(bytecursor_kind_of("x\0", 2) == BYTECURSOR_KIND_UNKNOWN);
	CHECK(bytecursor_kind_of(text, sizeof text) == BYTECURSOR_KIND_TEXT);
	CHECK(bytecursor_kind_of(text + 1, sizeof text - 1) == BYTECURSOR_KIND_UNKNOWN);
	CHECK(bytecursor_kind_is(BYTECURSOR_KIND_ZSTD_SKIPPABLE, "\x5F\x2A\x4D\x18", 4));
	CHECK(!bytecursor_kind_is(BYTECURSOR_KIND_ZSTD_SKIPPABLE, "\x60\x2A\x4D\x18", 4));
	CHECK(strcmp(bytecursor_kind_message("\x7F" "ELF", 4, "BEF", message, sizeof message), "this is an ELF file, expected BEF") == 0);
	CHECK(strcmp(bytecursor_kind_message("", 0, "BEF", message, sizeof message), "the file is empty, expected BEF") == 0);
	CHECK(strcmp(bytecursor_kind_message("x", 1, "BEF", message, sizeof message), "this is text, expected BEF") == 0);
	CHECK(strcmp(bytecursor_kind_message("\1", 1, "BEF", message, sizeof message), "unknown binary data, expected BEF") == 0);
}

static void weights(void)
{
	static const char weights[] = "\x10\0\0\0\0\0\0\0{\"a\":", empty[] = "\2\0\0\0\0\0\0\0{}";
	static const char large[] = "\2\0\0\0\1\0\0\0{}", list[] = "\2\0\0\0\0\0\0\0[]";
	char message[100];
	CHECK(bytecursor_kind_of(weights, sizeof weights - 1) == BYTECURSOR_KIND_SAFETENSORS);
	CHECK(bytecursor_kind_of(empty, sizeof empty - 1) == BYTECURSOR_KIND_SAFETENSORS);
	CHECK(bytecursor_kind_of(empty, sizeof empty - 2) == BYTECURSOR_KIND_UNKNOWN);
	CHECK(bytecursor_kind_of(large, sizeof large - 1) == BYTECURSOR_KIND_UNKNOWN);
	CHECK(bytecursor_kind_of(list, sizeof list - 1) == BYTECURSOR_KIND_UNKNOWN);
	bytecursor_kind_message(empty, sizeof empty - 1, "BEF", message, sizeof message);
	CHECK(strcmp(message, "this is a safetensors file of weights, expected BEF") == 0);
}

/* A table with fields 0 to 13, of which the last one refers to a vector with bytecode. */
static void exports(void)
{
	enum { LIST = 4, TABLE = LIST + 4 + 2 * 14, VECTOR = TABLE + 8 };
	uint8_t bytes[VECTOR + 4 + 20] = { TABLE };
	bytes[LIST] = TABLE - LIST;
	bytes[LIST + 2] = 8;
	bytes[LIST + 4 + 2 * 13] = 4;
	bytes[TABLE] = TABLE - LIST;
	bytes[TABLE + 4] = 4;
	memcpy(bytes + VECTOR + 4, BYTECURSOR_MAGIC_BYTECODE, 4);
	CHECK(bytecursor_kind_of(bytes, sizeof bytes) == BYTECURSOR_KIND_JAX_EXPORT);
	for (size_t size = 0; size < VECTOR + 8; size++) {
		uint8_t *cut = malloc(size ? size : 1); /* so that memory checkers see reads behind the end */
		memcpy(cut, bytes, size);
		CHECK(!bytecursor_kind_is_jax_export(cut, size));
		free(cut);
	}
	for (size_t i = 0; i < VECTOR + 8; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			uint8_t *other = malloc(sizeof bytes);
			memcpy(other, bytes, sizeof bytes);
			other[i] ^= (uint8_t)(1u << bit);
			(void)bytecursor_kind_is_jax_export(other, sizeof bytes);
			free(other);
		}
	}
	bytes[VECTOR + 4] = 'm';
	CHECK(bytecursor_kind_of(bytes, sizeof bytes) == BYTECURSOR_KIND_UNKNOWN);
}

int main(void)
{
	rows();
	others();
	weights();
	exports();
	return 0;
}
