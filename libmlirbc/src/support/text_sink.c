/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffered output, numbers, and the escaping of strings. */
#include "support/text_sink.h"

#include "support/chars.h"

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
	char text[20];
	size_t at = sizeof text;
	do
		text[--at] = (char)('0' + number % 10);
	while (number /= 10);
	mlirbc__put(writer, text + at, sizeof text - at);
}

void mlirbc__put_signed(struct mlirbc__writer *writer, int64_t number)
{
	if (number < 0)
		mlirbc__put_char(writer, '-');
	mlirbc__put_unsigned(writer, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static const char hex_digits[] = "0123456789ABCDEF";

void mlirbc__put_hex(struct mlirbc__writer *writer, const uint8_t *data, size_t size)
{
	char text[512];
	while (size) {
		size_t part = size < sizeof text / 2 ? size : sizeof text / 2;
		for (size_t i = 0; i < part; i++) {
			text[2 * i] = hex_digits[data[i] >> 4];
			text[2 * i + 1] = hex_digits[data[i] & 15];
		}
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
		char escape[3] = { '\\', hex_digits[(unsigned char)*p >> 4], hex_digits[(unsigned char)*p & 15] };
		if (*p == '\\')
			mlirbc__put(writer, "\\\\", 2);
		else
			mlirbc__put(writer, escape, sizeof escape);
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
