/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decompresses inputs that begin like a zstd frame or a gzip member. */
#include "compressed.h"
#include "door.h"
#include "cli.h"
#include "target.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#if CLI_HAVE_ZSTD
#include <zstd.h>
#endif
#if CLI_HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

uint64_t cli_max_decompressed;

enum { MAGIC = 4, FIRST = 1 << 16 };

/* Programs and models compress to a tenth; text, and weights of zeros, to less. */
#define SMALL ((uint64_t)64 << 20)
#define TIMES 64u

uint64_t cli_most_decompressed(size_t size)
{
	const uint64_t most = size < CLI_INPUT_MOST / TIMES ? SMALL + TIMES * (uint64_t)size : CLI_INPUT_MOST;
	if (cli_max_decompressed)
		return cli_max_decompressed;
	return most < CLI_INPUT_MOST ? most : CLI_INPUT_MOST;
}

static bool is_gzip(const uint8_t *data, size_t size) { return bytecursor_kind_is(BYTECURSOR_KIND_GZIP, data, size); }

bool cli_is_compressed(const uint8_t *data, size_t size)
{
	const enum bytecursor_kind kind = bytecursor_kind_of(data, size);
	return kind == BYTECURSOR_KIND_GZIP || kind == BYTECURSOR_KIND_ZSTD || kind == BYTECURSOR_KIND_ZSTD_SKIPPABLE;
}

/* ---- growing outputs */

struct inflated {
	const char *name;
	uint8_t *data;
	size_t size, room;
	uint64_t most;
	const char *option;    /* that sets `most` */
	const struct cli_door *door; /* NULL: it wants all */
};

static int check_limit(const struct inflated *out)
{
	if (out->size <= out->most)
		return CLI_GOOD;
	cli_error("%s: the decompressed data has more than %" PRIu64 " bytes, which %s allows", out->name, out->most,
		out->option);
	return CLI_BAD;
}

#if CLI_HAVE_ZSTD || CLI_HAVE_ZLIB
static int broken(const struct inflated *out, const char *format, const char *reason)
{
	cli_error("cannot decompress %s (%s): %s", out->name, format, reason);
	return CLI_BAD;
}

/* The first bytes are enough to refuse the rest. */
static bool is_unwanted(const struct inflated *out)
{
	return out->size == out->room && out->size == FIRST && !cli_door_wants(out->door, out->data, out->size);
}

/* Makes room for more data, up to one byte above the limit. CLI_GO_ON: no more is wanted. */
static int enlarge(struct inflated *out)
{
	if (out->size < out->room)
		return CLI_GOOD;
	if (is_unwanted(out))
		return CLI_GO_ON;
	int code = check_limit(out);
	if (code != CLI_GOOD)
		return code;
	uint64_t room = out->room ? 2 * (uint64_t)out->room : FIRST;
	room = room < out->most + 1 ? room : out->most + 1;
	uint8_t *bigger = room <= SIZE_MAX ? realloc(out->data, (size_t)room) : NULL;
	if (!bigger) {
		cli_error("cannot decompress %s: out of memory", out->name);
		return CLI_SYSTEM;
	}
	out->data = bigger;
	out->room = (size_t)room;
	return CLI_GOOD;
}
#endif

#if !CLI_HAVE_ZSTD || !CLI_HAVE_ZLIB
static int not_built_in(const char *name, const char *format, const char *tool)
{
	cli_error(
		"%s is compressed with %s, and this %s was built without it; decompress it first: %s -dc FILE | %s ...",
		name, format, cli_program.name, tool, cli_program.name);
	return CLI_BAD;
}
#endif

/* ---- formats */

#if CLI_HAVE_ZSTD
static int decompress_zstd(struct inflated *out, const uint8_t *data, size_t size)
{
	ZSTD_inBuffer in = { data, size, 0 };
	ZSTD_DCtx *context = ZSTD_createDCtx();
	size_t left = 1; /* 0: at the end of a frame */
	int code = context ? CLI_GOOD : CLI_SYSTEM;
	if (!context)
		cli_error("out of memory");
	while (code == CLI_GOOD && !(left == 0 && in.pos == size) && (code = enlarge(out)) == CLI_GOOD) {
		ZSTD_outBuffer to = { out->data, out->room, out->size };
		const size_t before = in.pos;
		left = ZSTD_decompressStream(context, &to, &in);
		if (ZSTD_isError(left))
			code = broken(out, "zstd", ZSTD_getErrorName(left));
		else if (left != 0 && in.pos == before && to.pos == out->size && to.pos < to.size)
			code = broken(out, "zstd", "the data ends early");
		out->size = to.pos;
	}
	ZSTD_freeDCtx(context);
	return code;
}
#else
static int decompress_zstd(struct inflated *out, const uint8_t *data, size_t size)
{
	(void)data;
	(void)size;
	return not_built_in(out->name, "zstd", "zstd");
}
#endif

#if CLI_HAVE_ZLIB
enum { STEP = 1 << 30 }; /* zlib counts with 32 bits */

/* Decompresses some of the data. @return CLI_GO_ON; CLI_GOOD: at the end of the last member; or the code after a
 * message */
static int inflate_some(struct inflated *out, z_stream *stream, const uint8_t *data, size_t size)
{
	const size_t at = (size_t)(stream->next_in - data), left = size - at, room = out->room - out->size;
	stream->avail_in = (uInt)(left < STEP ? left : STEP);
	stream->next_out = out->data + out->size;
	stream->avail_out = (uInt)(room < STEP ? room : STEP);
	int status = inflate(stream, Z_NO_FLUSH);
	out->size = (size_t)(stream->next_out - out->data);
	if (status == Z_OK)
		return CLI_GO_ON;
	if (status == Z_BUF_ERROR)
		return broken(out, "gzip", "the data ends early");
	if (status == Z_MEM_ERROR)
		return cli_out_of_memory();
	if (status != Z_STREAM_END)
		return broken(out, "gzip", stream->msg ? stream->msg : "the data is damaged");
	if (stream->next_in == data + size)
		return CLI_GOOD;
	if (!is_gzip(stream->next_in, (size_t)(data + size - stream->next_in)))
		return broken(out, "gzip", "other bytes follow the compressed data");
	return inflateReset(stream) == Z_OK ? CLI_GO_ON : broken(out, "gzip", "the data is damaged");
}

static int decompress_gzip(struct inflated *out, const uint8_t *data, size_t size)
{
	z_stream stream = { .next_in = data };
	int code = CLI_GO_ON;
	if (inflateInit2(&stream, 15 + 16) != Z_OK) { /* gzip members, with the largest window */
		return cli_out_of_memory();
	}
	while (code == CLI_GO_ON && (code = enlarge(out)) == CLI_GOOD)
		code = inflate_some(out, &stream, data, size);
	inflateEnd(&stream);
	return code;
}
#else
static int decompress_gzip(struct inflated *out, const uint8_t *data, size_t size)
{
	(void)data;
	(void)size;
	return not_built_in(out->name, "gzip", "gzip");
}
#endif

int cli_decompress_some(const struct cli_input *from, uint64_t most, const char *option, const struct cli_door *door,
	uint8_t **out_data, size_t *out_size)
{
	struct inflated out = { from->name, NULL, 0, 0, most, option, door };
	target_input_is_compressed();
	int code = (is_gzip(from->data, from->size) ? decompress_gzip : decompress_zstd)(&out, from->data, from->size);
	if (code == CLI_GOOD || code == CLI_GO_ON)
		code = check_limit(&out); /* room was for one byte above it */
	if (code != CLI_GOOD) {
		free(out.data);
		return code;
	}
	uint8_t *fitting = realloc(out.data, out.size ? out.size : 1);
	*out_data = fitting ? fitting : out.data;
	*out_size = out.size;
	return CLI_GOOD;
}

int cli_decompress(const char *name, const uint8_t *data, size_t size, uint8_t **out_data, size_t *out_size)
{
	const struct cli_input from = { .data = (uint8_t *)(uintptr_t)data, .size = size, .name = name };
	return cli_decompress_some(&from, cli_most_decompressed(size), "--max-decompressed", NULL, out_data, out_size);
}

/* ---- stdin as a stream */

/* Reads as many bytes as may belong to a magic number, and pushes them back. Both glibc and musl take more than the one
 * byte that C guarantees. */
static bool peek_compressed(void)
{
	uint8_t bytes[MAGIC];
	size_t count = 0;
	bool found = false;
	for (int c; count < MAGIC && !found && (c = getc(stdin)) != EOF;) {
		bytes[count++] = (uint8_t)c;
		found = cli_is_compressed(bytes, count);
		if (count < 3 && (count == 1 ? c != 0x1F && c != 0x28 && (c & 0xF0) != 0x50
					     : c != 0x8B && c != 0xB5 && c != 0x2A))
			break;
	}
	while (count > 0)
		ungetc(bytes[--count], stdin);
	return found;
}

/* Reads the rest of stdin through its buffer; NULL: errno is set. */
static uint8_t *read_rest(size_t *out_size)
{
	uint8_t *data = NULL;
	size_t size = 0, room = 0, got = 1;
	while (got > 0 && !ferror(stdin)) {
		if (size == room) {
			uint8_t *bigger = size < CLI_INPUT_MOST ? realloc(data, room = room ? 2 * room : 1 << 16)
								: NULL;
			if (!bigger) {
				free(data);
				errno = size < CLI_INPUT_MOST ? ENOMEM : EFBIG;
				return NULL;
			}
			data = bigger;
		}
		got = fread(data + size, 1, room - size, stdin);
		size += got;
	}
	*out_size = size;
	return data;
}

FILE *cli_open_stdin(void)
{
	uint8_t *compressed, *data;
	size_t size, plain_size;
	if (!peek_compressed())
		return stdin;
	compressed = read_rest(&size);
	if (!compressed) {
		cli_error("cannot read <stdin>: %s", strerror(errno));
		return NULL;
	}
	const int code = cli_decompress("<stdin>", compressed, size, &data, &plain_size);
	free(compressed);
	if (code != CLI_GOOD)
		return NULL;
	FILE *stream = tmpfile();
	if (!stream || fwrite(data, 1, plain_size, stream) != plain_size || fseek(stream, 0, SEEK_SET) != 0) {
		cli_error("cannot store the decompressed data: %s", strerror(errno));
		if (stream)
			fclose(stream);
		stream = NULL;
	}
	free(data);
	return stream;
}
