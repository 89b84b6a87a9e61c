/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes of each format. */
#include "writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_number(FILE *out, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		putc((int)(number >> (8 * i) & 0xFF), out);
}

static void put_zeros(FILE *out, uint64_t count)
{
	while (count-- > 0)
		putc(0, out);
}

/* Little-endian. */
static void put_elements(FILE *out, const struct tensorfile_tensor *tensor)
{
	const size_t unit = tensorfile__unit(tensor->dtype);
	const uint8_t *bytes = tensor->data;
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || unit == 1) {
		fwrite(bytes, 1, (size_t)tensor->bytes, out);
		return;
	}
	for (uint64_t at = 0; at < tensor->bytes; at += unit) {
		for (size_t i = unit; i-- > 0;)
			putc(bytes[at + i], out);
	}
}

/* ---- NumPy */

enum tensorfile_status tensorfile__write_npy(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	const struct tensorfile_tensor *tensor = writer->tensors;
	if (writer->count == 0)
		return tensorfile__fail(diag, TENSORFILE_E_STATE, TENSORFILE_NO_OFFSET, "a .npy file needs a tensor");
	tensorfile_npy_write_header(out, tensorfile__dtype_of(tensor->dtype)->npy, tensor->dims, tensor->rank);
	put_elements(out, tensor);
	return TENSORFILE_OK;
}

/* The bytes as in a file, on machines with another order. NULL: out of memory. */
static void *little_endian(const struct tensorfile_tensor *tensor, size_t *out_size)
{
	char *copy = NULL;
	FILE *stream = open_memstream(&copy, out_size);
	if (!stream)
		return NULL;
	put_elements(stream, tensor);
	if (fclose(stream) == 0)
		return copy;
	free(copy);
	return NULL;
}

static const char *add_array(struct tensorfile_zip_writer *zip, const struct tensorfile_tensor *tensor)
{
	const bool swaps = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ && tensorfile__unit(tensor->dtype) > 1;
	size_t head_size = 0, size = (size_t)tensor->bytes;
	char *head = NULL, *name = malloc(strlen(tensor->name) + sizeof ".npy");
	void *copy = swaps ? little_endian(tensor, &size) : NULL;
	FILE *stream = open_memstream(&head, &head_size);
	const char *wrong = "out of memory";
	if (stream)
		tensorfile_npy_write_header(stream, tensorfile__dtype_of(tensor->dtype)->npy, tensor->dims, tensor->rank);
	if (stream && fclose(stream) == 0 && name && (copy || !swaps)) {
		strcat(strcpy(name, tensor->name), ".npy");
		wrong = tensorfile_zip_add(zip, name, head, head_size, swaps ? copy : tensor->data, size);
	}
	free(head);
	free(name);
	free(copy);
	return wrong;
}

enum tensorfile_status tensorfile__write_npz(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	struct tensorfile_zip_writer zip = { .out = out, .deflate = writer->compress };
	const char *wrong = NULL;
	for (size_t i = 0; i < writer->count && !wrong; i++)
		wrong = add_array(&zip, &writer->tensors[i]);
	tensorfile_zip_finish(&zip, !wrong);
	return wrong ? tensorfile__no_memory(diag) : TENSORFILE_OK;
}

/* ---- safetensors: the largest alignment first, as its own writer has them, so that all are aligned */

static void put_json(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		if (c < 0x20)
			fprintf(out, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

static int by_alignment(const void *left, const void *right)
{
	const struct tensorfile_tensor *const *a = left, *const *b = right;
	const size_t x = tensorfile__unit((*a)->dtype), y = tensorfile__unit((*b)->dtype);
	return x != y ? (x < y) - (x > y) : strcmp((*a)->name, (*b)->name);
}

static void put_header(FILE *out, const struct tensorfile_writer *writer, const struct tensorfile_tensor *const *sorted)
{
	uint64_t offset = 0;
	putc('{', out);
	for (size_t i = 0; i < writer->pair_count; i++) {
		fputs(i ? "," : "\"__metadata__\":{", out);
		put_json(out, writer->pairs[i].key);
		putc(':', out);
		put_json(out, writer->pairs[i].value);
	}
	fputs(writer->pair_count ? "}" : "", out);
	for (size_t i = 0; i < writer->count; i++) {
		const struct tensorfile_tensor *tensor = sorted[i];
		fputs(i || writer->pair_count ? "," : "", out);
		put_json(out, tensor->name);
		fprintf(out, ":{\"dtype\":\"%s\",\"shape\":[", tensorfile__dtype_of(tensor->dtype)->safetensors);
		for (uint32_t k = 0; k < tensor->rank; k++)
			fprintf(out, "%s%" PRId64, k ? "," : "", tensor->dims[k]);
		fprintf(out, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}", offset, offset + tensor->bytes);
		offset += tensor->bytes;
	}
	putc('}', out);
}

enum tensorfile_status tensorfile__write_safetensors(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	const struct tensorfile_tensor **sorted = malloc((writer->count + 1) * sizeof *sorted);
	char *header = NULL;
	size_t size = 0;
	FILE *stream = sorted ? open_memstream(&header, &size) : NULL;
	for (size_t i = 0; i < writer->count && sorted; i++)
		sorted[i] = &writer->tensors[i];
	if (sorted)
		qsort(sorted, writer->count, sizeof *sorted, by_alignment);
	if (stream)
		put_header(stream, writer, sorted);
	const bool good = stream && fclose(stream) == 0;
	if (good) {
		put_number(out, (size + 7) & ~(size_t)7, 8);
		fprintf(out, "%s%*s", header, (int)(-size & 7), "");
		for (size_t i = 0; i < writer->count; i++)
			put_elements(out, sorted[i]);
	}
	free(sorted);
	free(header);
	return good ? TENSORFILE_OK : tensorfile__no_memory(diag);
}

/* ---- GGUF, version 3 */

enum { GGUF_VERSION = 3, GGUF_STRING = 8, GGUF_ALIGNMENT = 32 };

static uint64_t padded(uint64_t size) { return (size + GGUF_ALIGNMENT - 1) & ~(uint64_t)(GGUF_ALIGNMENT - 1); }

/* Writes a text, or counts its bytes. */
static uint64_t put_text(FILE *out, const char *text)
{
	const size_t size = strlen(text);
	put_number(out, size, 8);
	fwrite(text, 1, size, out);
	return 8 + (uint64_t)size;
}

static uint64_t put_tensor(FILE *out, const struct tensorfile_tensor *tensor, uint64_t offset)
{
	const uint64_t name = put_text(out, tensor->name);
	put_number(out, tensor->rank, 4);
	for (uint32_t i = tensor->rank; i-- > 0;)
		put_number(out, (uint64_t)tensor->dims[i], 8);
	put_number(out, (uint64_t)tensorfile__dtype_of(tensor->dtype)->gguf, 4);
	put_number(out, offset, 8);
	return name + 4 + 8 * (uint64_t)tensor->rank + 4 + 8;
}

enum tensorfile_status tensorfile__write_gguf(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	uint64_t size = 24, offset = 0;
	(void)diag;
	fputs("GGUF", out);
	put_number(out, GGUF_VERSION, 4);
	put_number(out, writer->count, 8);
	put_number(out, writer->pair_count, 8);
	for (size_t i = 0; i < writer->pair_count; i++) {
		size += put_text(out, writer->pairs[i].key);
		put_number(out, GGUF_STRING, 4);
		size += 4 + put_text(out, writer->pairs[i].value);
	}
	for (size_t i = 0; i < writer->count; i++) {
		size += put_tensor(out, &writer->tensors[i], offset);
		offset += padded(writer->tensors[i].bytes);
	}
	put_zeros(out, padded(size) - size);
	for (size_t i = 0; i < writer->count; i++) {
		put_elements(out, &writer->tensors[i]);
		put_zeros(out, padded(writer->tensors[i].bytes) - writer->tensors[i].bytes);
	}
	return TENSORFILE_OK;
}

/* ---- BTF */

static uint64_t btf_size(const struct tensorfile_tensor *tensor) { return (16 + 8 * (uint64_t)tensor->rank + tensor->bytes + 7) & ~(uint64_t)7; }

enum tensorfile_status tensorfile__write_btf(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	uint64_t offset = 8 + 8 * (uint64_t)writer->count;
	(void)diag;
	put_number(out, writer->count, 8);
	for (size_t i = 0; i < writer->count; i++) {
		put_number(out, offset, 8);
		offset += btf_size(&writer->tensors[i]);
	}
	for (size_t i = 0; i < writer->count; i++) {
		const struct tensorfile_tensor *tensor = &writer->tensors[i];
		put_number(out, tensor->rank, 8);
		put_number(out, (uint64_t)tensorfile__btf_number(tensor->dtype), 1);
		put_zeros(out, 7); /* dense, and padding */
		for (uint32_t k = 0; k < tensor->rank; k++)
			put_number(out, (uint64_t)tensor->dims[k], 8);
		put_elements(out, tensor);
		put_zeros(out, btf_size(tensor) - 16 - 8 * (uint64_t)tensor->rank - tensor->bytes);
	}
	return TENSORFILE_OK;
}
