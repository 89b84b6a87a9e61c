/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffered output, numbers, and the escaping of strings. */
#include "support/text_sink.h"

#include "support/chars.h"
#include "support/hex.h"

void mlirbc__writer_init(struct mlirbc__writer *writer, mlirbc_write_fn write, void *ctx)
{
	writer->write = write;
	writer->ctx = ctx;
	writer->failed = writer->limited = false;
	writer->left = UINT64_MAX;
	writer->used = 0;
}

static void write_out(struct mlirbc__writer *writer, const char *text, size_t size)
{
	if (writer->failed || size == 0)
		return;
	writer->limited = size > writer->left;
	writer->left -= writer->limited ? 0 : size;
	writer->failed = writer->limited || writer->write(writer->ctx, text, size) != 0;
}

void mlirbc__writer_flush(struct mlirbc__writer *writer)
{
	write_out(writer, writer->buffer, writer->used);
	writer->used = 0;
}

void mlirbc__put_slow(struct mlirbc__writer *writer, const char *text, size_t size)
{
	mlirbc__writer_flush(writer);
	if (size > sizeof writer->buffer) { /* keeps the last byte, see mlirbc__last_put() */
		write_out(writer, text, size - 1);
		text += size - 1;
		size = 1;
	}
	mlirbc__put(writer, text, size);
}

void mlirbc__put_unsigned(struct mlirbc__writer *writer, uint64_t number)
{
	static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
				    "4950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495"
				    "96979899";
	char text[20];
	size_t at = sizeof text;
	for (; number >= 100; number /= 100)
		memcpy(text + (at -= 2), pairs + 2 * (number % 100), 2);
	memcpy(text + (at -= 2), pairs + 2 * number, 2);
	at += number < 10;
	mlirbc__put(writer, text + at, sizeof text - at);
}

void mlirbc__put_signed(struct mlirbc__writer *writer, int64_t number)
{
	if (number < 0)
		mlirbc__put_char(writer, '-');
	mlirbc__put_unsigned(writer, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void mlirbc__put_hex(struct mlirbc__writer *writer, const uint8_t *data, size_t size)
{
	char text[512];
	while (size) {
		size_t part = size < sizeof text / 2 ? size : sizeof text / 2;
		mlirbc__hex_encode(data, part, text);
		mlirbc__put(writer, text, 2 * part);
		data += part;
		size -= part;
	}
}

static bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void mlirbc__put_quoted(struct mlirbc__writer *writer, const struct mlirbc_string *text)
{
	const char *p = text->data, *end = p + text->size;
	mlirbc__put_char(writer, '"');
	while (p < end) {
		const char *run = p;
		while (p < end && is_plain(*p))
			p++;
		mlirbc__put(writer, run, (size_t)(p - run));
		if (p == end)
			break;
		char escape[3] = "\\\\";
		if (*p != '\\')
			mlirbc__hex_encode((const unsigned char *)p, 1, escape + 1);
		mlirbc__put(writer, escape, *p == '\\' ? 2 : sizeof escape);
		p++;
	}
	mlirbc__put_char(writer, '"');
}

void mlirbc__put_name(struct mlirbc__writer *writer, const struct mlirbc_string *text)
{
	bool bare = text->size && mlirbc__char_is(*text->data, CHAR_WORD_START);
	for (size_t i = 1; i < text->size && bare; i++)
		bare = mlirbc__char_is(text->data[i], CHAR_WORD);
	if (bare)
		mlirbc__put(writer, text->data, text->size);
	else
		mlirbc__put_quoted(writer, text);
}
