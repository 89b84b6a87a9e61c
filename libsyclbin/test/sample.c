/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(text) ((struct syclbin_string){ text, sizeof text - 1 })

/* The bytes in base64: 13 bits, all set; "asan"; the words 6 and 24. */
static const char module_text[] =
	"[SYCL/kernel names]\nvadd=1|1\nk=1|1\n"
	"[SYCL/exported symbols]\n_Z4vaddv=1|1\n"
	"[SYCL/kernel param opt]\nvadd=2|NAAAAAAAAAw/fA\n"
	"[SYCL/misc properties]\noptLevel=1|2\nsanUsed=2|gAAAAAAAAAQYzFmb\n"
	"[Vendor/unknown]\nodd key|]#=1|4294967295\n";

struct syclbin_string sample_text(void) { return TEXT(module_text); }

static enum syclbin_status add(struct syclbin_writer *w, uint32_t module, enum syclbin_part_kind kind,
	const char *target, const char *arch, const char *bytes, size_t size)
{
	struct syclbin_writer_image image = { sizeof image, kind, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		{ target, strlen(target) }, { arch, strlen(arch) }, { bytes, -1, 0, size } };
	return syclbin_writer_image(w, module, &image, NULL);
}

struct syclbin_writer *sample_writer(const struct syclbin_allocator *allocator)
{
	struct syclbin_writer *w = syclbin_writer_create(allocator);
	uint32_t a, b, c;
	if (w && syclbin_writer_state(w, SYCLBIN_STATE_OBJECT) == SYCLBIN_OK &&
		syclbin_writer_module(w, sample_text(), &a, NULL) == SYCLBIN_OK &&
		syclbin_writer_module(w, TEXT("[SYCL/imported symbols]\n_Z4vaddv=1|1\n"), &b, NULL) == SYCLBIN_OK &&
		syclbin_writer_module(w, TEXT("[SYCL/device requirements]\naspects=2|ABAAAAAAAAgBAAAAYAAAAA\n"), &c,
			NULL) == SYCLBIN_OK &&
		add(w, a, SYCLBIN_PART_IR, "spir64-unknown-unknown", "", "\3\2\43\7one", 7) == SYCLBIN_OK &&
		add(w, c, SYCLBIN_PART_NATIVE, "nvptx64-nvidia-cuda", "sm_90", "", 0) == SYCLBIN_OK &&
		add(w, a, SYCLBIN_PART_NATIVE, "spir64_gen-unknown-unknown", "intel_gpu_pvc", "native code", 11) ==
			SYCLBIN_OK &&
		add(w, a, SYCLBIN_PART_IR, "spirv64-unknown-unknown", "", "\3\2\43\7other", 9) == SYCLBIN_OK)
		return w;
	syclbin_writer_destroy(w);
	return NULL;
}

const char *const sample_names[] = { "v1", "v1raw", "v1ob2", "v1rt", "v1ob3", "v2", "v2ob3", "zstd", "zlib", "bundle",
	"ccob1", "ccob2", "ccob3", "object", "archive", "two" };
const size_t sample_count = sizeof sample_names / sizeof *sample_names;

static bool encode(enum syclbin_encoding encoding, uint8_t **out_data, size_t *out_size)
{
	struct syclbin_writer *w = sample_writer(NULL);
	bool good = w && syclbin_writer_finish(w, encoding, out_data, out_size, NULL) == SYCLBIN_OK; /* of malloc */
	syclbin_writer_destroy(w);
	return good;
}

/* A growing byte buffer, for containers that the library does not write. */
struct bytes {
	uint8_t *data;
	size_t size;
};

static void put(struct bytes *b, const void *data, size_t size)
{
	b->data = realloc(b->data, b->size + size + 1);
	memcpy(b->data + b->size, data, size);
	b->size += size;
}

static void put_number(struct bytes *b, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++, number >>= 8) {
		uint8_t byte = (uint8_t)number;
		put(b, &byte, 1);
	}
}

static bool compressed(enum syclbin_method method, uint8_t **out_data, size_t *out_size)
{
	uint8_t *plain = NULL, *made;
	size_t size, capacity;
	struct syclbin_offload offload;
	if (!encode(SYCLBIN_ENCODING_V1OB3, &plain, &size))
		return false;
	struct syclbin_span span = syclbin_span(plain, size);
	bool good = syclbin_offload_open(&span, &offload, NULL) == SYCLBIN_OK &&
		    syclbin_offload_deflate(&offload, method, 0, NULL, &made, out_size, &capacity, NULL) == SYCLBIN_OK;
	if (good)
		*out_data = made;
	free(plain);
	return good;
}

/* __CLANG_OFFLOAD_BUNDLE__ with a host entry and a device entry that is a SYCLBIN. */
static bool bundle(struct bytes *out)
{
	static const char *const names[] = { "host-x86_64-unknown-linux-gnu-", "sycl-spir64-unknown-unknown--arch" };
	uint8_t *image = NULL;
	size_t size;
	uint64_t at = 32 + 2 * 24 + strlen(names[0]) + strlen(names[1]);
	if (!encode(SYCLBIN_ENCODING_V1, &image, &size))
		return false;
	put(out, "__CLANG_OFFLOAD_BUNDLE__", 24);
	put_number(out, 2, 8);
	for (unsigned i = 0; i < 2; i++) {
		put_number(out, at, 8);
		put_number(out, i ? size : 4, 8);
		put_number(out, strlen(names[i]), 8);
		put(out, names[i], strlen(names[i]));
		at += 4;
	}
	put(out, "host", 4);
	put(out, image, size);
	free(image);
	return true;
}

/* Builds a compressed bundle. Its body comes from an OffloadBinary of version 3 with the same content. */
static bool ccob(unsigned version, struct bytes *out)
{
	struct bytes plain = { NULL, 0 }, carrier = { NULL, 0 };
	enum syclbin_method method = version == 2 ? SYCLBIN_ZLIB : SYCLBIN_ZSTD;
	struct syclbin_offload offload = { { NULL, 0, 0 }, 3, 40, 0, 0, 0 };
	uint8_t *made = NULL;
	size_t size, capacity;
	if (!bundle(&plain))
		return false;
	put(&carrier, "\x10\xFF\x10\xAD\3\0\0\0", 8);
	put_number(&carrier, 40 + plain.size, 8);
	put_number(&carrier, 40, 8);
	put_number(&carrier, 0, 8);
	put_number(&carrier, 0, 8);
	put(&carrier, plain.data, plain.size);
	offload.bytes = syclbin_span(carrier.data, carrier.size);
	bool good = syclbin_offload_deflate(&offload, method, 0, NULL, &made, &size, &capacity, NULL) == SYCLBIN_OK;
	if (good) {
		size_t body = 0; /* the size in the header, without padding */
		for (unsigned i = 0; i < 8; i++)
			body |= (size_t)made[8 + i] << 8 * i;
		body -= 40;
		put(out, "CCOB", 4);
		put_number(out, version, 2);
		put_number(out, method, 2);
		if (version > 1)
			put_number(out, (version == 2 ? 24 : 32) + body, version == 2 ? 4 : 8);
		put_number(out, plain.size, version == 3 ? 8 : 4);
		put_number(out, 0, 8); /* a hash, which no reader checks */
		put(out, made + 40, body);
	}
	free(made);
	free(plain.data);
	free(carrier.data);
	return good;
}

/* A relocatable ELF file of 64 bits: null section, .llvm.offloading, .shstrtab. */
static bool object(struct bytes *out)
{
	static const char names[] = "\0.llvm.offloading\0.shstrtab";
	uint8_t *image = NULL;
	size_t size;
	if (!encode(SYCLBIN_ENCODING_V1, &image, &size))
		return false;
	uint64_t names_at = 64 + size, table = (names_at + sizeof names + 7) & ~(uint64_t)7;
	put(out, "\x7F" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0\x3E\0\1\0\0\0", 24);
	put_number(out, 0, 8);
	put_number(out, 0, 8);
	put_number(out, table, 8);
	put_number(out, 0, 4);
	put_number(out, 64, 2);
	put_number(out, 0, 4);
	put_number(out, 64, 2);
	put_number(out, 3, 2);
	put_number(out, 2, 2);
	put(out, image, size);
	put(out, names, sizeof names);
	put_number(out, 0, (unsigned)(table - out->size));
	const uint64_t sections[3][4] = { { 0, 0, 0, 0 }, { 1, 0x6fff4c0b, 64, size },
		{ 18, 3, names_at, sizeof names } };
	for (unsigned i = 0; i < 3; i++) {
		put_number(out, sections[i][0], 4);
		put_number(out, sections[i][1], 4);
		put_number(out, 0, 8);
		put_number(out, 0, 8);
		put_number(out, sections[i][2], 8);
		put_number(out, sections[i][3], 8);
		put_number(out, 0, 8);
		put_number(out, 8, 8);
		put_number(out, 0, 8);
	}
	free(image);
	return true;
}

static void put_member(struct bytes *out, const char *name, const struct bytes *content)
{
	char header[80];
	snprintf(header, sizeof header, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "0", "0", "0", "644", content->size);
	put(out, header, 60);
	put(out, content->data, content->size);
	if (content->size & 1)
		put(out, "\n", 1);
}

/* An archive with a table of long names and two members, the fat object and a text. */
static bool archive(struct bytes *out)
{
	static uint8_t names[] = "a_name_of_more_than_fifteen_bytes.o/\n", words[] = "odd";
	struct bytes member = { NULL, 0 }, table = { names, sizeof names - 1 }, text = { words, 3 };
	bool good = object(&member);
	put(out, "!<arch>\n", 8);
	put_member(out, "//", &table);
	put_member(out, "text/", &text);
	if (good)
		put_member(out, "/0", &member);
	free(member.data);
	return good;
}

/* Two consecutive binaries. */
static bool two(struct bytes *out)
{
	static const enum syclbin_encoding encodings[] = { SYCLBIN_ENCODING_V1, SYCLBIN_ENCODING_V2 };
	for (unsigned i = 0; i < 2; i++) {
		uint8_t *file = NULL;
		size_t size;
		if (!encode(encodings[i], &file, &size))
			return false;
		put(out, file, size);
		free(file);
	}
	return true;
}

bool sample_file(const char *name, uint8_t **out_data, size_t *out_size)
{
	struct bytes bytes = { NULL, 0 };
	bool good = false;
	for (unsigned i = 0; i < SYCLBIN_ENCODING_COUNT; i++) {
		if (strcmp(name, syclbin_encoding_name((enum syclbin_encoding)i)) == 0)
			return encode((enum syclbin_encoding)i, out_data, out_size);
	}
	if (strcmp(name, "zstd") == 0 || strcmp(name, "zlib") == 0)
		return compressed(name[1] == 's' ? SYCLBIN_ZSTD : SYCLBIN_ZLIB, out_data, out_size);
	if (strcmp(name, "bundle") == 0)
		good = bundle(&bytes);
	else if (strncmp(name, "ccob", 4) == 0)
		good = ccob((unsigned)(name[4] - '0'), &bytes);
	else if (strcmp(name, "object") == 0)
		good = object(&bytes);
	else if (strcmp(name, "archive") == 0)
		good = archive(&bytes);
	else if (strcmp(name, "two") == 0)
		good = two(&bytes);
	if (!good)
		free(bytes.data);
	*out_data = bytes.data;
	*out_size = bytes.size;
	return good;
}
