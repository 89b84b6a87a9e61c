/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bundles of clang-offload-bundler, plain and compressed. */
#include "containers.h"

#include <bytecursor/kind.h>
#include <string.h>

bool syclbin__is_bundle(const struct syclbin_span *span)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_BUNDLE, span->data, span->size);
}

enum syclbin_status syclbin__bundle_open(const struct syclbin_span *span, struct syclbin__bundle *out,
	struct syclbin_diag *diag)
{
	if (span->size < 32)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_BUNDLE, span->offset + span->size,
			"bundle: %zu bytes, expected at least 32", span->size);
	*out = (struct syclbin__bundle){ *span, syclbin__u64(span->data + 24), 32, 32 };
	if (out->left <= (span->size - 32) / 24)
		return SYCLBIN_OK;
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BUNDLE, span->offset + 24,
		"bundle: %llu entries do not fit into %zu bytes", (unsigned long long)out->left, span->size);
}

enum syclbin_status syclbin__bundle_next(struct syclbin__bundle *bundle, struct syclbin_string *out_name,
	struct syclbin_span *out_image, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &bundle->bytes;
	size_t at = bundle->next;
	if (bundle->left == 0)
		return SYCLBIN_E_NOT_FOUND;
	if (bytes->size - at < 24)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_BUNDLE, bytes->offset + at,
			"bundle: the entries are truncated");
	uint64_t offset = syclbin__u64(bytes->data + at), size = syclbin__u64(bytes->data + at + 8);
	uint64_t name = syclbin__u64(bytes->data + at + 16);
	if (name > bytes->size - at - 24)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BUNDLE, bytes->offset + at + 16,
			"bundle: a name of %llu bytes exceeds the bundle", (unsigned long long)name);
	if (!syclbin__inside(offset, size, bytes->size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BUNDLE, bytes->offset + at,
			"bundle: %llu bytes at %llu, but it has %zu", (unsigned long long)size,
			(unsigned long long)offset, bytes->size);
	*out_name = (struct syclbin_string){ (const char *)bytes->data + at + 24, (size_t)name };
	*out_image = syclbin__part(bytes, offset, size);
	bundle->next = at + 24 + (size_t)name;
	if (bundle->end < bundle->next)
		bundle->end = bundle->next;
	if (bundle->end < offset + size)
		bundle->end = (size_t)(offset + size);
	bundle->left--;
	return SYCLBIN_OK;
}

/* ---- bundles of text: "# __CLANG_OFFLOAD_BUNDLE____START__ ID", the part, "# __CLANG_OFFLOAD_BUNDLE____END__ ID". Comments of assembly
 * begin with #, those of LLVM's text with ; */

#define TEXT_START "__CLANG_OFFLOAD_BUNDLE____START__ "
#define TEXT_END "__CLANG_OFFLOAD_BUNDLE____END__ "

static bool is_at(const struct syclbin_span *span, size_t at, const char *text)
{
	return syclbin__inside(at, strlen(text), span->size) && memcmp(span->data + at, text, strlen(text)) == 0;
}

/* The first line, from `at` on, that is a comment with this text: the byte behind the text; *out_line is where the line begins. */
static size_t find_line(const struct syclbin_span *span, size_t at, const char *text, size_t *out_line)
{
	while (at < span->size) {
		const size_t mark = at + (span->data[at] == '/' ? 2 : 1);
		*out_line = at;
		if (strchr("#;/", span->data[at]) && is_at(span, mark + 1, text))
			return mark + 1 + strlen(text);
		const uint8_t *end = memchr(span->data + at, '\n', span->size - at);
		at = end ? (size_t)(end - span->data) + 1 : span->size;
	}
	return span->size;
}

static size_t line_end(const struct syclbin_span *span, size_t at)
{
	const uint8_t *end = memchr(span->data + at, '\n', span->size - at);
	return end ? (size_t)(end - span->data) : span->size;
}

bool syclbin__is_text_bundle(const struct syclbin_span *span)
{
	size_t at = 0, line;
	while (at < span->size && span->size - at > 40 && (span->data[at] == '\n' || span->data[at] == '\r'))
		at++;
	return at < span->size && span->data[at] && strchr("#;/", span->data[at]) && find_line(span, at, TEXT_START, &line) < span->size &&
	       line == at;
}

enum syclbin_status syclbin__text_bundle_next(const struct syclbin_span *span, size_t *at, struct syclbin_string *out_name,
	struct syclbin_span *out_image, struct syclbin_diag *diag)
{
	size_t line;
	const size_t name = find_line(span, *at, TEXT_START, &line);
	if (name >= span->size)
		return SYCLBIN_E_NOT_FOUND;
	const size_t end = line_end(span, name), from = end < span->size ? end + 1 : end;
	*out_name = (struct syclbin_string){ (const char *)span->data + name, end - name };
	const size_t behind = find_line(span, from, TEXT_END, &line);
	if (behind >= span->size)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_BUNDLE, span->offset + from,
			"bundle: a part of text without its end");
	*out_image = syclbin__part(span, from, line - from);
	*at = line_end(span, behind);
	return SYCLBIN_OK;
}

/* ---- compressed bundles */

bool syclbin__is_ccob(const struct syclbin_span *span)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_COMPRESSED_BUNDLE, span->data, span->size);
}

enum syclbin_status syclbin__ccob_open(const struct syclbin_span *span, struct syclbin__ccob *out,
	struct syclbin_diag *diag)
{
	static const size_t headers[] = { 0, 20, 24, 32 };
	const uint8_t *p = span->data;
	unsigned version = span->size >= 6 ? syclbin__u16(p + 4) : 0,
		 method = span->size >= 8 ? syclbin__u16(p + 6) : 0;
	if (span->size >= 6 && (version < 1 || version > 3))
		return syclbin__fail(diag, SYCLBIN_E_VERSION, SYCLBIN_C_BUNDLE_COMPRESSED, span->offset + 4,
			"compressed bundle: version %u, expected 1, 2 or 3", version);
	if (version == 0 || span->size < headers[version])
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_BUNDLE_COMPRESSED, span->offset + span->size,
			"compressed bundle: %zu bytes, less than its header", span->size);
	if (method > SYCLBIN_ZSTD)
		return syclbin__fail(diag, SYCLBIN_E_UNSUPPORTED, SYCLBIN_C_BUNDLE_COMPRESSED, span->offset + 6,
			"compressed bundle: method %u, expected 0 (zlib) or 1 (zstd)", method);
	uint64_t size = version == 1 ? span->size : version == 2 ? syclbin__u32(p + 8) : syclbin__u64(p + 8);
	if (size > span->size || size < headers[version])
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BUNDLE_COMPRESSED, span->offset + 8,
			"compressed bundle: its size is %llu, but %zu bytes are available", (unsigned long long)size,
			span->size);
	out->method = (enum syclbin_method)method;
	out->inflated_size = version == 3 ? syclbin__u64(p + 16) : syclbin__u32(p + (version == 1 ? 8 : 12));
	out->size = (size_t)size;
	out->body = syclbin__part(span, headers[version], size - headers[version]);
	return SYCLBIN_OK;
}
