/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds property texts. */
#include <syclbin/text.h>
#include "internal.h"

#include <stdio.h>
#include <string.h>

struct syclbin_text {
	struct syclbin_allocator allocator;
	struct bytecursor_buffer out;
	bool in_set;
};

struct syclbin_text *syclbin_text_create(const struct syclbin_allocator *allocator)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	struct syclbin_text *text = syclbin__alloc(a, 1, sizeof *text);
	if (text) {
		memset(text, 0, sizeof *text);
		text->allocator = *a;
	}
	return text;
}

void syclbin_text_destroy(struct syclbin_text *text)
{
	if (!text)
		return;
	struct syclbin_allocator a = text->allocator;
	syclbin__buffer_free(&text->out, &a);
	syclbin__free(&a, text, 1, sizeof *text);
}

void syclbin_text_clear(struct syclbin_text *text)
{
	text->out.size = 0;
	text->in_set = false;
}

const struct syclbin_allocator *syclbin__text_allocator(const struct syclbin_text *text) { return &text->allocator; }

void syclbin__text_cut(struct syclbin_text *text, size_t size) { text->out.size = size; }

struct syclbin_string syclbin_text_string(const struct syclbin_text *text)
{
	struct syclbin_string string = { text->out.data ? (const char *)text->out.data : "", text->out.size };
	return string;
}

static bool has(struct syclbin_string name, int c) { return name.size && memchr(name.data, c, name.size); }

static enum syclbin_status refuse(
	struct syclbin_diag *diag, const char *what, struct syclbin_string name, const char *why)
{
	return syclbin__fail(diag, SYCLBIN_E_UNSUPPORTED, SYCLBIN_C_NAME, SYCLBIN_NO_OFFSET,
		"the %s '%.*s' cannot be stored: it %s", what, (int)(name.size < 64 ? name.size : 64), name.data, why);
}

static enum syclbin_status check_name(const char *what, struct syclbin_string name, struct syclbin_diag *diag)
{
	if (name.size == 0)
		return refuse(diag, what, name, "is empty");
	if (syclbin_string_is(name, "_"))
		return refuse(diag, what, name, "is reserved by LLVM");
	if (has(name, '\n') || has(name, '\0'))
		return refuse(diag, what, name, "contains a line feed or a NUL");
	return SYCLBIN_OK;
}

static enum syclbin_status check_key(
	const struct syclbin_text *text, struct syclbin_string key, struct syclbin_diag *diag)
{
	enum syclbin_status status = check_name("key", key, diag);
	if (status != SYCLBIN_OK)
		return status;
	if (key.data[0] == '[' || has(key, '='))
		return refuse(diag, "key", key, key.data[0] == '[' ? "begins with [" : "contains =");
	if (!text->in_set)
		return syclbin__fail(
			diag, SYCLBIN_E_STATE, SYCLBIN_C_LINE_NO_SET, SYCLBIN_NO_OFFSET, "no set has begun");
	return SYCLBIN_OK;
}

/* Appends three pieces and a line feed; all or nothing. */
static enum syclbin_status put_line(struct syclbin_text *text, struct syclbin_string a, const char *b,
	struct syclbin_string c, struct syclbin_diag *diag)
{
	size_t before = text->out.size;
	if (syclbin__append(&text->out, &text->allocator, a.data, a.size) &&
		syclbin__append(&text->out, &text->allocator, b, strlen(b)) &&
		syclbin__append(&text->out, &text->allocator, c.data, c.size) &&
		syclbin__append(&text->out, &text->allocator, "\n", 1))
		return SYCLBIN_OK;
	text->out.size = before;
	return syclbin__no_memory(diag);
}

enum syclbin_status syclbin_text_set(struct syclbin_text *text, struct syclbin_string name, struct syclbin_diag *diag)
{
	enum syclbin_status status = check_name("set", name, diag);
	if (status == SYCLBIN_OK)
		status = put_line(text, (struct syclbin_string){ "[", 1 }, "", name, diag);
	if (status != SYCLBIN_OK)
		return status;
	text->out.data[text->out.size - 1] = ']'; /* position of the line feed, plus one byte for it */
	if (!syclbin__append(&text->out, &text->allocator, "\n", 1)) {
		text->out.size -= name.size + 2;
		return syclbin__no_memory(diag);
	}
	text->in_set = true;
	return SYCLBIN_OK;
}

enum syclbin_status syclbin_text_u32(struct syclbin_text *text, struct syclbin_string key, uint32_t number,
	struct syclbin_diag *diag)
{
	char digits[16];
	int length = snprintf(digits, sizeof digits, "%lu", (unsigned long)number);
	enum syclbin_status status = check_key(text, key, diag);
	if (status != SYCLBIN_OK)
		return status;
	return put_line(text, key, "=1|", (struct syclbin_string){ digits, (size_t)length }, diag);
}

/* Encodes a bit count and its payload, directly into the buffer. */
static bool put_base64(struct syclbin_text *text, const uint8_t *data, uint64_t bits)
{
	uint8_t head[9], tail[3];
	size_t size = (size_t)((bits + 7) / 8), length = syclbin_base64_length(size + 8);
	if (!syclbin__reserve(&text->out, &text->allocator, length + 1))
		return false;
	char *out = (char *)text->out.data + text->out.size;
	uint8_t last = size ? (uint8_t)(data[size - 1] & (bits % 8 ? (1u << bits % 8) - 1 : 0xFF)) : 0;
	syclbin__put64(head, bits);
	head[8] = size > 1 ? data[0] : last;
	syclbin_base64_encode(head, size ? 9 : 8, out);
	if (size > 1) { /* whole groups, then a last group of one to three bytes with the masked byte */
		size_t left = size - 1, groups = (left - 1) / 3;
		syclbin_base64_encode(data + 1, groups * 3, out + 12);
		memcpy(tail, data + 1 + groups * 3, left - groups * 3);
		tail[left - groups * 3 - 1] = last;
		syclbin_base64_encode(tail, left - groups * 3, out + 12 + groups * 4);
	}
	text->out.size += length;
	text->out.data[text->out.size++] = '\n';
	return true;
}

enum syclbin_status syclbin_text_bytes(struct syclbin_text *text, struct syclbin_string key, const void *data,
	uint64_t bits, struct syclbin_diag *diag)
{
	size_t before = text->out.size;
	enum syclbin_status status = check_key(text, key, diag);
	if (status != SYCLBIN_OK)
		return status;
	if (bits > UINT32_MAX - 7)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET,
			"a value of 512 MiB or more: readers count its bits with 32 bits");
	if (syclbin__append(&text->out, &text->allocator, key.data, key.size) &&
		syclbin__append(&text->out, &text->allocator, "=2|", 3) && put_base64(text, data, bits))
		return SYCLBIN_OK;
	text->out.size = before;
	return syclbin__no_memory(diag);
}

enum syclbin_status syclbin_text_copy(struct syclbin_text *text, struct syclbin_string key,
	const struct syclbin_property *property, struct syclbin_diag *diag)
{
	if (property->type == SYCLBIN_PROPERTY_U32)
		return syclbin_text_u32(text, key, property->number, diag);
	enum syclbin_status status = check_key(text, key, diag);
	return status == SYCLBIN_OK ? put_line(text, key, "=2|", property->value.text, diag) : status;
}
