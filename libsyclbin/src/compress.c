/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A common interface to zstd and zlib. The output buffer grows step by step, because the size that the input claims
 * is not trusted. */
#include <syclbin/compress.h>
#include "internal.h"
#include "syclbin_config.h"

#include <bytecursor/kind.h>
#include <limits.h>
#include <string.h>

#if SYCLBIN_HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#if SYCLBIN_HAVE_ZLIB
#include <zlib.h>
#endif

const char *syclbin_method_name(enum syclbin_method method)
{
	return method == SYCLBIN_ZLIB ? "zlib" : method == SYCLBIN_ZSTD ? "zstd" : "?";
}

bool syclbin_method_built(enum syclbin_method method)
{
	return (method == SYCLBIN_ZSTD && SYCLBIN_HAVE_ZSTD) || (method == SYCLBIN_ZLIB && SYCLBIN_HAVE_ZLIB);
}

bool syclbin_is_zstd(const void *data, size_t size) { return bytecursor_kind_is(BYTECURSOR_KIND_ZSTD, data, size); }

static enum syclbin_status not_built(enum syclbin_method method, uint64_t offset, struct syclbin_diag *diag)
{
	return syclbin__fail(diag, SYCLBIN_E_UNSUPPORTED, SYCLBIN_C_NOT_BUILT, offset, "built without %s",
		syclbin_method_name(method));
}

/* State of a decompression. */
struct inflation {
	const struct syclbin_allocator *allocator;
	struct bytecursor_buffer out;
	const struct syclbin_span *in;
	uint64_t most; /* the limit, or the expected size if that is smaller */
	struct syclbin_diag *diag;
};

#if SYCLBIN_HAVE_ZSTD || SYCLBIN_HAVE_ZLIB
static enum syclbin_status damaged(struct inflation *f, const char *what)
{
	return syclbin__fail(
		f->diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_DECOMPRESS, f->in->offset, "compressed bytes: %s", what);
}

/* Grows the output buffer by doubling, up to one byte more than `most`. That byte shows that the output is too
 * large. */
static bool make_room(struct inflation *f)
{
	size_t first = f->in->size < SIZE_MAX / 32 ? f->in->size * 16 : SIZE_MAX / 2;
	first = first < 65536 ? 65536 : first > ((size_t)1 << 26) ? (size_t)1 << 26 : first;
	uint64_t extra = f->out.capacity > first ? f->out.capacity : first, left = f->most + 1 - f->out.capacity;
	return syclbin__grow_to(&f->out, f->allocator, f->out.capacity + (size_t)(extra < left ? extra : left));
}

/* Called after each step. @return SYCLBIN_OK to continue */
static enum syclbin_status check_room(struct inflation *f, uint64_t limit)
{
	if (f->out.size > f->most)
		return f->most < limit
			       ? damaged(f, "more data than declared")
			       : syclbin__fail(f->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, f->in->offset,
					 "more than %llu bytes of data, which is the limit", (unsigned long long)limit);
	return f->out.size == f->out.capacity && !make_room(f) ? syclbin__no_memory(f->diag) : SYCLBIN_OK;
}
#endif

#if SYCLBIN_HAVE_ZSTD
/* zstd allocates its working memory with malloc, because custom allocators are not in its stable interface. The
 * memory is bounded by the largest window that zstd accepts by default, 128 MiB. */
static enum syclbin_status inflate_zstd(struct inflation *f, uint64_t limit)
{
	ZSTD_DStream *stream = ZSTD_createDStream();
	ZSTD_inBuffer in = { f->in->data, f->in->size, 0 };
	enum syclbin_status status = stream ? SYCLBIN_OK : syclbin__no_memory(f->diag);
	size_t wants = 1;
	while (status == SYCLBIN_OK && (in.pos < in.size || wants)) {
		status = check_room(f, limit);
		if (status != SYCLBIN_OK)
			break;
		ZSTD_outBuffer out = { f->out.data, f->out.capacity, f->out.size };
		size_t taken = in.pos;
		wants = ZSTD_decompressStream(stream, &out, &in);
		bool stuck = in.pos == taken && out.pos == f->out.size;
		f->out.size = out.pos;
		if (ZSTD_isError(wants))
			status = ZSTD_getErrorCode(wants) == ZSTD_error_memory_allocation
					 ? syclbin__no_memory(f->diag)
					 : damaged(f, ZSTD_getErrorName(wants));
		else if (wants && in.pos == in.size && (stuck || out.pos < out.size))
			status = damaged(f, "unexpected end");
	}
	ZSTD_freeDStream(stream);
	return status == SYCLBIN_OK ? check_room(f, limit) : status;
}
#endif

#if SYCLBIN_HAVE_ZLIB
static void *zlib_alloc(void *ctx, unsigned count, unsigned size)
{
	size_t bytes = (size_t)count * size + 16;
	uint64_t *p = syclbin__alloc(ctx, 1, bytes);
	if (!p)
		return NULL;
	p[0] = bytes;
	return p + 2;
}

static void zlib_free(void *ctx, void *p)
{
	if (p)
		syclbin__free(ctx, (uint64_t *)p - 2, 1, (size_t)((uint64_t *)p)[-2]);
}

static enum syclbin_status inflate_zlib(struct inflation *f, uint64_t limit)
{
	z_stream z;
	memset(&z, 0, sizeof z);
	z.zalloc = zlib_alloc;
	z.zfree = zlib_free;
	z.opaque = (void *)(uintptr_t)f->allocator;
	if (inflateInit(&z) != Z_OK)
		return syclbin__no_memory(f->diag);
	size_t left = f->in->size;
	enum syclbin_status status = SYCLBIN_OK;
	int result = Z_OK;
	z.next_in = (Bytef *)(uintptr_t)f->in->data;
	while (status == SYCLBIN_OK && result != Z_STREAM_END) {
		status = check_room(f, limit);
		if (status != SYCLBIN_OK)
			break;
		size_t room = f->out.capacity - f->out.size;
		unsigned now = (unsigned)(room < UINT_MAX ? room : UINT_MAX);
		if (z.avail_in == 0) {
			z.avail_in = (unsigned)(left < UINT_MAX ? left : UINT_MAX);
			left -= z.avail_in;
		}
		z.next_out = f->out.data + f->out.size;
		z.avail_out = now;
		result = inflate(&z, Z_NO_FLUSH);
		f->out.size += now - z.avail_out;
		if (result == Z_MEM_ERROR)
			status = syclbin__no_memory(f->diag);
		else if (result == Z_BUF_ERROR || (result == Z_OK && z.avail_in == 0 && left == 0 && z.avail_out))
			status = damaged(f, "unexpected end");
		else if (result != Z_OK && result != Z_STREAM_END)
			status = damaged(f, z.msg ? z.msg : "not a zlib stream");
	}
	inflateEnd(&z);
	return status == SYCLBIN_OK ? check_room(f, limit) : status;
}
#endif

static enum syclbin_status inflate_by(enum syclbin_method method, struct inflation *f, uint64_t limit)
{
	(void)limit;
#if SYCLBIN_HAVE_ZSTD
	if (method == SYCLBIN_ZSTD)
		return inflate_zstd(f, limit);
#endif
#if SYCLBIN_HAVE_ZLIB
	if (method == SYCLBIN_ZLIB)
		return inflate_zlib(f, limit);
#endif
	return not_built(method, f->in->offset, f->diag);
}

uint64_t syclbin__inflate_limit(uint64_t limit, size_t size)
{
	const uint64_t most = SYCLBIN_INFLATE_SMALL + (uint64_t)SYCLBIN_INFLATE_TIMES * size;
	if (limit)
		return limit;
	return size < SYCLBIN_INFLATE_MOST / SYCLBIN_INFLATE_TIMES && most < SYCLBIN_INFLATE_MOST ? most : SYCLBIN_INFLATE_MOST;
}

/* Appends the decompressed bytes to `f->out`; `size` and `limit` include its existing contents. */
static enum syclbin_status inflate_into(enum syclbin_method method, struct inflation *f, uint64_t size, uint64_t limit)
{
	limit = syclbin__inflate_limit(limit, f->in->size);
	limit = limit < SIZE_MAX / 2 ? limit : SIZE_MAX / 2;
	if (size != UINT64_MAX && size > limit)
		return syclbin__fail(f->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, f->in->offset,
			"%llu bytes of data exceed the limit of %llu", (unsigned long long)size,
			(unsigned long long)limit);
	f->most = size < limit ? size : limit;
	enum syclbin_status status = inflate_by(method, f, limit);
	if (status == SYCLBIN_OK && size != UINT64_MAX && f->out.size != size)
		return syclbin__fail(f->diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_DECOMPRESS, f->in->offset,
			"compressed bytes: %zu bytes of data, expected %llu", f->out.size, (unsigned long long)size);
	return status;
}

static enum syclbin_status hand_out(struct inflation *f, enum syclbin_status status, uint8_t **out_data,
	size_t *out_size, size_t *out_capacity)
{
	if (status != SYCLBIN_OK)
		syclbin__buffer_free(&f->out, f->allocator);
	*out_data = f->out.data;
	*out_size = f->out.size;
	*out_capacity = f->out.capacity;
	return status;
}

enum syclbin_status syclbin_inflate(enum syclbin_method method, const struct syclbin_span *input, uint64_t size,
	uint64_t limit, const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size,
	size_t *out_capacity, struct syclbin_diag *diag)
{
	struct inflation f = { syclbin__allocator(allocator), { NULL, 0, 0 }, input, 0, diag };
	enum syclbin_status status = inflate_into(method, &f, size, limit);
	return hand_out(&f, status, out_data, out_size, out_capacity);
}

void syclbin_inflate_free(const struct syclbin_allocator *allocator, uint8_t *data, size_t capacity)
{
	struct bytecursor_buffer buffer = { data, 0, capacity };
	syclbin__buffer_free(&buffer, allocator);
}

enum syclbin_status syclbin_offload_inflate(const struct syclbin_offload *offload, uint64_t limit,
	const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size, size_t *out_capacity,
	struct syclbin_diag *diag)
{
	const struct syclbin_span *whole = &offload->bytes;
	struct syclbin_span body = syclbin__part(whole, offload->entries, whole->size - offload->entries);
	struct inflation f = { syclbin__allocator(allocator), { NULL, 0, 0 }, &body, 0, diag };
	enum syclbin_method method = syclbin_is_zstd(body.data, body.size) ? SYCLBIN_ZSTD : SYCLBIN_ZLIB;
	enum syclbin_status status = SYCLBIN_OK;
	if (offload->inflated_size < offload->entries)
		status = syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_COMPRESSED, whole->offset + 32,
			"envelope: %llu bytes after decompression, less than its header",
			(unsigned long long)offload->inflated_size);
	else if (!syclbin__append(&f.out, f.allocator, whole->data, (size_t)offload->entries))
		status = syclbin__no_memory(diag);
	if (status == SYCLBIN_OK)
		status = inflate_into(method, &f, offload->inflated_size, limit);
	if (status == SYCLBIN_OK) {
		syclbin__put64(f.out.data + 8, f.out.size);
		syclbin__put64(f.out.data + 32, 0);
	}
	return hand_out(&f, status, out_data, out_size, out_capacity);
}

/* ---- compression */

#if SYCLBIN_HAVE_ZSTD
static enum syclbin_status deflate_zstd(struct inflation *f, int level)
{
	level = level ? level : ZSTD_CLEVEL_DEFAULT;
	if (level < ZSTD_minCLevel() || level > ZSTD_maxCLevel())
		return syclbin__fail(f->diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET,
			"zstd has levels up to %d", ZSTD_maxCLevel());
	ZSTD_CCtx *stream = ZSTD_createCCtx();
	enum syclbin_status status = SYCLBIN_OK;
	if (!stream || !syclbin__reserve(&f->out, f->allocator, ZSTD_compressBound(f->in->size)))
		status = syclbin__no_memory(f->diag);
	if (status == SYCLBIN_OK) {
		size_t made = ZSTD_compressCCtx(stream, f->out.data + f->out.size, f->out.capacity - f->out.size,
			f->in->data, f->in->size, level);
		if (ZSTD_isError(made))
			status = syclbin__no_memory(f->diag); /* the only possible error */
		else
			f->out.size += made;
	}
	ZSTD_freeCCtx(stream);
	return status;
}
#endif

#if SYCLBIN_HAVE_ZLIB
static enum syclbin_status deflate_zlib(struct inflation *f, int level)
{
	z_stream z;
	memset(&z, 0, sizeof z);
	z.zalloc = zlib_alloc;
	z.zfree = zlib_free;
	z.opaque = (void *)(uintptr_t)f->allocator;
	level = level ? level : Z_DEFAULT_COMPRESSION;
	if (level < Z_DEFAULT_COMPRESSION || level > 9)
		return syclbin__fail(
			f->diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET, "zlib has levels up to 9");
	if (deflateInit(&z, level) != Z_OK)
		return syclbin__no_memory(f->diag);
	enum syclbin_status status = SYCLBIN_OK;
	size_t left = f->in->size;
	int result = Z_OK;
	z.next_in = (Bytef *)(uintptr_t)f->in->data;
	while (status == SYCLBIN_OK && result != Z_STREAM_END) {
		if (!syclbin__reserve(&f->out, f->allocator, left / 4 + 65536)) {
			status = syclbin__no_memory(f->diag);
			break;
		}
		if (z.avail_in == 0) {
			z.avail_in = (unsigned)(left < UINT_MAX ? left : UINT_MAX);
			left -= z.avail_in;
		}
		size_t room = f->out.capacity - f->out.size;
		z.next_out = f->out.data + f->out.size;
		z.avail_out = (unsigned)(room < UINT_MAX ? room : UINT_MAX);
		result = deflate(&z, left ? Z_NO_FLUSH : Z_FINISH);
		f->out.size = (size_t)(z.next_out - f->out.data);
		if (result == Z_STREAM_ERROR)
			status = syclbin__no_memory(f->diag);
	}
	deflateEnd(&z);
	return status;
}
#endif

static enum syclbin_status deflate_by(enum syclbin_method method, struct inflation *f, int level)
{
	(void)level;
#if SYCLBIN_HAVE_ZSTD
	if (method == SYCLBIN_ZSTD)
		return deflate_zstd(f, level);
#endif
#if SYCLBIN_HAVE_ZLIB
	if (method == SYCLBIN_ZLIB)
		return deflate_zlib(f, level);
#endif
	return not_built(method, SYCLBIN_NO_OFFSET, f->diag);
}

enum syclbin_status syclbin_offload_deflate(const struct syclbin_offload *offload, enum syclbin_method method,
	int level, const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size,
	size_t *out_capacity, struct syclbin_diag *diag)
{
	static const uint8_t zeros[8];
	const struct syclbin_span *whole = &offload->bytes;
	struct syclbin_span body = syclbin__part(whole, offload->entries, whole->size - offload->entries);
	struct inflation f = { syclbin__allocator(allocator), { NULL, 0, 0 }, &body, 0, diag };
	enum syclbin_status status = SYCLBIN_OK;
	if (offload->version != 3 || offload->inflated_size)
		status = syclbin__fail(diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, whole->offset,
			"only an OffloadBinary of version 3 can be compressed, once");
	else if (!syclbin__append(&f.out, f.allocator, whole->data, (size_t)offload->entries))
		status = syclbin__no_memory(diag);
	if (status == SYCLBIN_OK)
		status = deflate_by(method, &f, level);
	if (status == SYCLBIN_OK) {
		syclbin__put64(f.out.data + 8, f.out.size);
		syclbin__put64(f.out.data + 32, whole->size);
		if (!syclbin__append(&f.out, f.allocator, zeros, (size_t)(-f.out.size & 7)))
			status = syclbin__no_memory(diag);
	}
	return hand_out(&f, status, out_data, out_size, out_capacity);
}
