/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files: every sample has the expected content; damage is reported with code and offset; compression respects its
 * limits; copies between files are complete. */
#include "check.h"
#include "sample.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Opens the only SYCLBIN of a sample. */
struct opened {
	uint8_t *data;
	size_t size;
	struct syclbin_input *input;
	struct syclbin_reader reader;
};

static bool open_sample(const char *name, struct opened *out)
{
	memset(out, 0, sizeof *out);
	if (!sample_file(name, &out->data, &out->size))
		return false;
	if (!CHECK_INT(syclbin_input_open(out->data, out->size, NULL, NULL, &out->input, NULL), SYCLBIN_OK))
		return true;
	uint32_t i = 0;
	while (i < syclbin_input_count(out->input) && !syclbin_input_item(out->input, i)->is_syclbin)
		i++;
	if (CHECK(i < syclbin_input_count(out->input)))
		CHECK_INT(syclbin_reader_open_span(&syclbin_input_item(out->input, i)->bytes, &out->reader, NULL),
			SYCLBIN_OK);
	return true;
}

static void close_sample(struct opened *o)
{
	syclbin_input_close(o->input);
	free(o->data);
}

static void check_content(const struct syclbin_reader *r)
{
	struct syclbin_module m;
	struct syclbin_image image;
	struct syclbin_value value;
	uint32_t number;
	CHECK(syclbin_reader_state(r, &number, NULL) == SYCLBIN_OK && number == SYCLBIN_STATE_OBJECT);
	CHECK_INT(r->module_count, 3);
	CHECK(r->part_count[0] == 2 && r->part_count[1] == 2);
	CHECK_INT(syclbin_reader_module(r, 0, &m, NULL), SYCLBIN_OK);
	CHECK_BYTES(m.metadata.data, m.metadata.size, sample_text().data, sample_text().size);
	CHECK(m.count[0] == 2 && m.count[1] == 1);
	CHECK_INT(syclbin_module_image(r, &m, SYCLBIN_PART_IR, 1, &image, NULL), SYCLBIN_OK);
	CHECK_BYTES(image.bytes.data, image.bytes.size, "\3\2\43\7other", 9);
	CHECK(syclbin_image_target(&image, &value, NULL) == SYCLBIN_OK &&
		syclbin_value_equal(&value, "spirv64-unknown-unknown", 23));
	CHECK(syclbin_image_ir_type(&image, &number, NULL) == SYCLBIN_OK && number == SYCLBIN_IR_SPIRV);
	CHECK_INT(syclbin_image_arch(&image, &value, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK_INT(syclbin_module_image(r, &m, SYCLBIN_PART_NATIVE, 0, &image, NULL), SYCLBIN_OK);
	CHECK_BYTES(image.bytes.data, image.bytes.size, "native code", 11);
	CHECK(syclbin_image_arch(&image, &value, NULL) == SYCLBIN_OK &&
		syclbin_value_equal(&value, "intel_gpu_pvc", 13));
	CHECK_INT(syclbin_module_image(r, &m, SYCLBIN_PART_NATIVE, 1, &image, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK_INT(syclbin_reader_module(r, 1, &m, NULL), SYCLBIN_OK);
	CHECK(m.count[0] == 0 && m.count[1] == 0);
	CHECK_INT(syclbin_reader_module(r, 3, &m, NULL), SYCLBIN_E_NOT_FOUND);
}

static void every_form(void)
{
	for (size_t i = 0; i < sample_count; i++) {
		struct opened o;
		int before = check_failures;
		if (open_sample(sample_names[i], &o))
			check_content(&o.reader);
		if (check_failures != before)
			printf("# %s\n", sample_names[i]);
		close_sample(&o);
	}
}

/* Changes one byte of a sample and checks which function reports it, with which code and offset. */
static void damage(void)
{
	static const struct { const char *sample; size_t at; uint8_t value; enum syclbin_code code; uint64_t offset;
	} faults[] = {
		{ "v1raw", 0, 0, SYCLBIN_C_HEADER_MAGIC, 0 },
		{ "v1raw", 4, 2, SYCLBIN_C_HEADER_VERSION, 4 },
		{ "v1raw", 4, 0, SYCLBIN_C_HEADER_VERSION, 4 },
		{ "v1raw", 15, 0x40, SYCLBIN_C_HEADER_COUNTS, 8 },
		{ "v1raw", 31, 0xFF, SYCLBIN_C_METADATA_TABLE, 24 },
		{ "v1raw", 39, 0xFF, SYCLBIN_C_BINARY_TABLE, 32 },
		{ "v1raw", 47, 0xFF, SYCLBIN_C_GLOBAL_RANGE, 40 },
		{ "v1raw", 63, 0xFF, SYCLBIN_C_MODULE_METADATA, 56 },
		{ "v1raw", 76, 2, SYCLBIN_C_MODULE_IR, 72 },
		{ "v1raw", 84, 2, SYCLBIN_C_MODULE_NATIVE, 80 },
		{ "v1raw", 159, 0xFF, SYCLBIN_C_IMAGE_METADATA, 152 },
		{ "v1raw", 175, 0xFF, SYCLBIN_C_IMAGE_BYTES, 168 },
		{ "v1", 4, 9, SYCLBIN_C_ENVELOPE_VERSION, 4 },
		{ "v1", 15, 1, SYCLBIN_C_ENVELOPE_SIZE, 8 },
		{ "v1", 24, 41, SYCLBIN_C_ENVELOPE_ENTRY_SIZE, 24 },
		{ "v1", 17, 0xFF, SYCLBIN_C_ENVELOPE_ENTRIES, 16 },
		{ "v1", 63, 1, SYCLBIN_C_ENVELOPE_IMAGE, 56 },
		{ "v1", 47, 1, SYCLBIN_C_ENVELOPE_STRINGS, 40 },
		{ "v1ob2", 24, 0xFF, SYCLBIN_C_ENVELOPE_ENTRIES, 24 },
	};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		uint8_t *data = NULL;
		size_t size;
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		struct syclbin_verify_result result;
		CHECK_OR_RETURN(sample_file(faults[i].sample, &data, &size));
		data[faults[i].at] = faults[i].value;
		struct syclbin_span input = syclbin_span(data, size);
		CHECK(syclbin_verify(&input, NULL, NULL, &result, &diag) != SYCLBIN_OK);
		if (!CHECK_INT(diag.code, faults[i].code) || !CHECK_INT(diag.offset, faults[i].offset))
			printf("# %s, byte %zu: %s\n", faults[i].sample, faults[i].at, diag.message);
		free(data);
	}
}

struct wanted {
	enum syclbin_code code;
	enum syclbin_severity severity;
	uint64_t offset;
	unsigned found;
};

static bool look(void *ctx, const struct syclbin_finding *f)
{
	struct wanted *w = ctx;
	w->found += f->code == w->code && f->severity == w->severity && f->offset == w->offset;
	return true;
}

/* A diagnostic holds the status that was returned, the name of its code and a message. */
static void agree(enum syclbin_status status, const struct syclbin_diag *diag)
{
	if (status == SYCLBIN_OK || (status == SYCLBIN_E_NOT_FOUND && diag->status == SYCLBIN_OK))
		return;
	CHECK_INT(diag->status, status);
	CHECK(diag->message[0]);
	CHECK_STR(diag->rule, diag->code ? syclbin_code_name((enum syclbin_code)diag->code) : syclbin_status_name(status));
}

#define AGREE(call) \
	do { \
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT; \
		agree((call), &diag); \
	} while (0)

static void agree_modules(const struct syclbin_reader *reader)
{
	for (uint32_t i = 0; i <= reader->module_count && i < 4; i++) {
		struct syclbin_module module;
		struct syclbin_image image;
		AGREE(syclbin_reader_module(reader, i, &module, &diag));
		if (syclbin_reader_module(reader, i, &module, NULL) != SYCLBIN_OK)
			continue;
		for (unsigned kind = 0; kind < 2; kind++)
			AGREE(syclbin_module_image(
				reader, &module, (enum syclbin_part_kind)kind, 0, &image, &diag));
	}
}

/* Calls every reading function on a damaged input. */
static void agree_input(const uint8_t *data, size_t size)
{
	struct syclbin_span input = syclbin_span(data, size);
	struct syclbin_verify_result result;
	struct syclbin_offload offload;
	struct syclbin_input *unpacked = NULL;
	struct syclbin_reader reader;
	uint32_t state;
	AGREE(syclbin_verify(&input, NULL, NULL, &result, &diag));
	AGREE(syclbin_offload_open(&input, &offload, &diag));
	AGREE(syclbin_input_open(data, size, NULL, NULL, &unpacked, &diag));
	syclbin_input_close(unpacked);
	AGREE(syclbin_reader_open(data, size, &reader, &diag));
	if (syclbin_reader_open(data, size, &reader, NULL) != SYCLBIN_OK)
		return;
	AGREE(syclbin_reader_bound(&reader, &diag));
	AGREE(syclbin_reader_state(&reader, &state, &diag));
	agree_modules(&reader);
}

/* Whether the library was built without the compressor of this sample. */
static bool lacks_compressor(const char *name)
{
	if (strcmp(name, "zlib") == 0 || strcmp(name, "ccob2") == 0)
		return !syclbin_method_built(SYCLBIN_ZLIB);
	return (strcmp(name, "zstd") == 0 || strncmp(name, "ccob", 4) == 0) && !syclbin_method_built(SYCLBIN_ZSTD);
}

/* Each sample, truncated at every byte, and with each of its first bytes changed. */
static void statuses_agree(void)
{
	for (size_t i = 0; i < sample_count; i++) {
		uint8_t *data = NULL;
		size_t size;
		int before = check_failures;
		if (!sample_file(sample_names[i], &data, &size)) {
			CHECK(lacks_compressor(sample_names[i]));
			continue;
		}
		for (size_t cut = 0; cut < size; cut++) {
			uint8_t *part = malloc(cut ? cut : 1);
			CHECK_OR_RETURN(part);
			memcpy(part, data, cut);
			agree_input(part, cut);
			free(part);
		}
		for (size_t at = 0; at < size && at < 600; at++) {
			const uint8_t byte = data[at];
			data[at] = (uint8_t)(byte ^ 0xFF);
			agree_input(data, size);
			data[at] = (uint8_t)(byte ^ 1);
			agree_input(data, size);
			data[at] = byte;
		}
		if (check_failures != before)
			printf("# %s\n", sample_names[i]);
		free(data);
	}
}

/* Findings that are not errors, and those that only --strict reports. */
static void warnings(void)
{
	static const struct { size_t at; uint8_t value; bool strict; struct wanted wanted; } faults[] = {
		{ 21, 7, false, { SYCLBIN_C_HEADER_PADDING, SYCLBIN_WARNING, 21, 0 } },
		{ 4, 0, false, { SYCLBIN_C_HEADER_VERSION, SYCLBIN_ERROR, 4, 0 } },
		{ 140, 1, false, { SYCLBIN_C_HEADER_SHARED, SYCLBIN_WARNING, 0, 0 } }, /* offset: see below */
		{ 48, 0, false, { SYCLBIN_C_STATE_MISSING, SYCLBIN_WARNING, 280, 0 } },
		{ 48, 0, true, { SYCLBIN_C_STATE_MISSING, SYCLBIN_ERROR, 280, 0 } },
	};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		uint8_t *data = NULL;
		size_t size;
		struct wanted wanted = faults[i].wanted;
		struct syclbin_verify_options options = { sizeof options, faults[i].strict, look, &wanted, 0 };
		struct syclbin_verify_result result;
		CHECK_OR_RETURN(sample_file("v1raw", &data, &size));
		data[faults[i].at] = faults[i].value;
		if (wanted.code == SYCLBIN_C_HEADER_SHARED) { /* module 2 has native header 0, as module 0 */
			data[140] = 1;
			data[144] = 1;
			data[148] = 0;
			wanted.offset = 56 + 3 * 32 + 2 * 32;
		}
		struct syclbin_span input = syclbin_span(data, size);
		(void)!syclbin_verify(&input, &options, NULL, &result, NULL);
		if (!CHECK_INT(wanted.found, 1))
			printf("# code %u\n", (unsigned)wanted.code);
		free(data);
	}
}

static bool stop(void *ctx, const struct syclbin_finding *f)
{
	(void)f;
	++*(unsigned *)ctx;
	return false;
}

static void verifier_stops(void)
{
	unsigned calls = 0;
	static const char text[] = "neither";
	struct syclbin_verify_options options = { sizeof options, false, stop, &calls, 0 };
	struct syclbin_verify_result result;
	struct syclbin_span input = syclbin_span(text, 7);
	CHECK_INT(syclbin_verify(&input, &options, NULL, &result, NULL), SYCLBIN_E_MAGIC);
	CHECK_INT(calls, 1);
}

/* Every prefix of a file is rejected, except those that lack only padding. */
static void prefixes(void)
{
	static const char *const names[] = { "v1raw", "v1", "v2" };
	for (unsigned i = 0; i < 3; i++) {
		uint8_t *data = NULL;
		size_t size;
		CHECK_OR_RETURN(sample_file(names[i], &data, &size));
		for (size_t left = 0; left < size - 8; left++) {
			uint8_t *copy = malloc(left ? left : 1);
			struct syclbin_reader reader;
			memcpy(copy, data, left);
			if (!CHECK(syclbin_reader_open(copy, left, &reader, NULL) != SYCLBIN_OK))
				printf("# %s, %zu bytes\n", names[i], left);
			free(copy);
		}
		free(data);
	}
}

/* ---- the choice of images */

static void choose(const struct syclbin_reader *r, uint32_t module, const struct syclbin_device *device,
	enum syclbin_state state, int kind, uint32_t index, enum syclbin_reason why)
{
	struct syclbin_module m;
	struct syclbin_image image;
	enum syclbin_reason reason;
	CHECK_INT(syclbin_reader_module(r, module, &m, NULL), SYCLBIN_OK);
	enum syclbin_status status = syclbin_select(r, &m, device, state, &image, &reason, NULL, NULL, NULL);
	CHECK_INT(status, kind >= 0 ? SYCLBIN_OK : SYCLBIN_E_NOT_FOUND);
	CHECK_INT(reason, why);
	if (kind >= 0)
		CHECK(image.kind == kind && image.index == index);
}

static void selection(void)
{
	static const uint32_t aspects[] = { 6 }, sizes[] = { 16, 32 };
	struct syclbin_device gpu = SYCLBIN_DEVICE_INIT, cuda = SYCLBIN_DEVICE_INIT;
	struct opened o;
	CHECK_OR_RETURN(open_sample("v1", &o));
	gpu.backend = SYCLBIN_BACKEND_LEVEL_ZERO;
	gpu.kind = SYCLBIN_DEVICE_GPU;
	cuda.backend = SYCLBIN_BACKEND_CUDA;
	cuda.kind = SYCLBIN_DEVICE_GPU;
	choose(&o.reader, 0, &gpu, SYCLBIN_STATE_OBJECT, SYCLBIN_PART_IR, 0, SYCLBIN_CHOSEN);
	choose(&o.reader, 0, &gpu, SYCLBIN_STATE_EXECUTABLE, -1, 0, SYCLBIN_NOT_STATE);
	choose(&o.reader, 0, &cuda, SYCLBIN_STATE_OBJECT, -1, 0, SYCLBIN_NOT_BACKEND);
	choose(&o.reader, 2, &cuda, SYCLBIN_STATE_OBJECT, SYCLBIN_PART_NATIVE, 0, SYCLBIN_CHOSEN);
	/* no images, so none was rejected */
	choose(&o.reader, 1, &gpu, SYCLBIN_STATE_OBJECT, -1, 0, SYCLBIN_CHOSEN);
	cuda.arch = "sm_75";
	/* arch is not compared */
	choose(&o.reader, 2, &cuda, SYCLBIN_STATE_OBJECT, SYCLBIN_PART_NATIVE, 0, SYCLBIN_CHOSEN);
	cuda.match_arch = true;
	choose(&o.reader, 2, &cuda, SYCLBIN_STATE_OBJECT, -1, 0, SYCLBIN_NOT_ARCH);
	cuda.aspects = aspects; /* the module requires 6 and 24 */
	cuda.aspect_count = 1;
	choose(&o.reader, 2, &cuda, SYCLBIN_STATE_OBJECT, -1, 0, SYCLBIN_NOT_ASPECT);
	gpu.target = "spirv64";
	gpu.sub_group_sizes = sizes;
	gpu.sub_group_size_count = 2;
	choose(&o.reader, 0, &gpu, SYCLBIN_STATE_OBJECT, SYCLBIN_PART_IR, 1, SYCLBIN_CHOSEN);
	close_sample(&o);
}

/* One module with requirements, and images in the state executable. */
static void requirements(void)
{
	struct syclbin_writer *w = syclbin_writer_create(NULL);
	struct syclbin_text *text = syclbin_text_create(NULL);
	struct syclbin_device gpu = SYCLBIN_DEVICE_INIT, cpu = SYCLBIN_DEVICE_INIT;
	struct syclbin_writer_image native = { sizeof native, SYCLBIN_PART_NATIVE, { NULL, 0 }, 0,
		{ "spir64_gen-unknown-unknown", 26 }, { "pvc", 3 }, { "n", -1, 0, 1 } };
	struct syclbin_writer_image ir = { sizeof ir, SYCLBIN_PART_IR, { NULL, 0 }, 0, { "spir64", 6 }, { "", 0 },
		{ "i", -1, 0, 1 } };
	static const uint32_t sizes[] = { 8 };
	struct syclbin_reader r;
	uint32_t module;
	uint8_t *file;
	size_t size;
	gpu.kind = SYCLBIN_DEVICE_GPU;
	CHECK_OR_RETURN(w && text);
	CHECK_INT(syclbin_text_set(text, (struct syclbin_string){ SYCLBIN_SET_REQUIREMENTS, 24 }, NULL), 0);
	CHECK_INT(syclbin_text_u32(text, (struct syclbin_string){ "reqd_sub_group_size", 19 }, 16, NULL), 0);
	CHECK_INT(syclbin_text_bytes(
			  text, (struct syclbin_string){ "reqd_work_group_size", 20 }, "\100\0\0\0\2\0\0\0", 64, NULL),
		0);
	CHECK_INT(syclbin_text_bytes(text, (struct syclbin_string){ "compile_target", 14 }, "pvc", 24, NULL), 0);
	CHECK_INT(syclbin_writer_module(w, syclbin_text_string(text), &module, NULL), 0);
	CHECK_INT(syclbin_writer_image(w, module, &ir, NULL), 0);
	CHECK_INT(syclbin_writer_image(w, module, &native, NULL), 0);
	CHECK_INT(syclbin_writer_finish(w, SYCLBIN_ENCODING_V1, &file, &size, NULL), 0);
	CHECK_INT(syclbin_reader_open(file, size, &r, NULL), SYCLBIN_OK);
	choose(&r, 0, &gpu, SYCLBIN_STATE_EXECUTABLE, SYCLBIN_PART_NATIVE, 0, SYCLBIN_CHOSEN);
	/* the native image is for a GPU */
	choose(&r, 0, &cpu, SYCLBIN_STATE_EXECUTABLE, SYCLBIN_PART_IR, 0, SYCLBIN_CHOSEN);
	gpu.arch = "bmg";
	choose(&r, 0, &gpu, SYCLBIN_STATE_EXECUTABLE, -1, 0, SYCLBIN_NOT_COMPILE_TARGET);
	gpu.arch = "pvc";
	gpu.max_work_group_size = 100;
	choose(&r, 0, &gpu, SYCLBIN_STATE_EXECUTABLE, -1, 0, SYCLBIN_NOT_WORK_GROUP);
	gpu.sub_group_sizes = sizes;
	gpu.sub_group_size_count = 1;
	choose(&r, 0, &gpu, SYCLBIN_STATE_EXECUTABLE, -1, 0, SYCLBIN_NOT_SUB_GROUP);
	syclbin_writer_free_bytes(w, file, size);
	syclbin_text_destroy(text);
	syclbin_writer_destroy(w);
}

/* ---- compression */

static void limits(void)
{
	uint8_t *data = NULL;
	size_t size;
	if (!sample_file("zstd", &data, &size)) {
		CHECK_SKIP("built without zstd");
		return;
	}
	struct syclbin_input_options options = { sizeof options, 100, 0, 0, NULL, NULL };
	struct syclbin_input *input;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	CHECK_INT(syclbin_input_open(data, size, &options, NULL, &input, &diag), SYCLBIN_E_LIMIT);
	CHECK(!input && diag.code == SYCLBIN_C_DECOMPRESS);
	data[34] = 1; /* claims 64 KiB more than the actual size */
	CHECK_INT(syclbin_input_open(data, size, NULL, NULL, &input, NULL), SYCLBIN_E_CORRUPT);
	data[34] = 0;
	data[32]--; /* and one byte less */
	CHECK_INT(syclbin_input_open(data, size, NULL, NULL, &input, NULL), SYCLBIN_E_CORRUPT);
	free(data);
}

/* 64 MiB of zeros in a few bytes: rejected by the limit, and at most the limit is ever allocated. */
static size_t largest;
static void *watch_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align;
	largest = size > largest ? size : largest;
	return malloc(size);
}
static void watch_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(p);
}

static void bomb_of(enum syclbin_method method)
{
	static const struct syclbin_allocator watching = { watch_alloc, NULL, watch_free, NULL };
	size_t zeros = (size_t)64 << 20, size, capacity, made;
	uint8_t *plain = calloc(1, zeros), *packed, *out;
	struct syclbin_offload offload = { syclbin_span(plain, zeros), 3, 40, 0, 0, 0 };
	CHECK_OR_RETURN(plain);
	CHECK_INT(syclbin_offload_deflate(&offload, method, 0, NULL, &packed, &size, &capacity, NULL), SYCLBIN_OK);
	CHECK(size < 100000);
	struct syclbin_span body = syclbin_span(
		packed + 40, ((size_t)packed[8] | (size_t)packed[9] << 8 | (size_t)packed[10] << 16) - 40);
	largest = 0;
	CHECK_INT(syclbin_inflate(method, &body, UINT64_MAX, 1 << 20, &watching, &out, &made, &capacity, NULL),
		SYCLBIN_E_LIMIT);
	CHECK(!out && largest <= (1 << 20) + 1);
	CHECK_INT(syclbin_inflate(method, &body, zeros - 40, 0, NULL, &out, &made, &capacity, NULL), SYCLBIN_OK);
	CHECK_INT(made, zeros - 40);
	syclbin_inflate_free(NULL, out, capacity);
	CHECK_INT(syclbin_inflate(method, &body, zeros - 41, 0, NULL, &out, &made, &capacity, NULL), SYCLBIN_E_CORRUPT);
	free(packed);
	free(plain);
}

static void bombs(void)
{
	if (syclbin_method_built(SYCLBIN_ZSTD))
		bomb_of(SYCLBIN_ZSTD);
	if (syclbin_method_built(SYCLBIN_ZLIB))
		bomb_of(SYCLBIN_ZLIB);
}

static void built_without(void)
{
	static const struct {
		enum syclbin_method method;
		const char *text;
	} methods[] = { { SYCLBIN_ZSTD, "built without zstd" }, { SYCLBIN_ZLIB, "built without zlib" } };
	for (unsigned i = 0; i < 2; i++) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		struct syclbin_span body = syclbin_span("\x28\xB5\x2F\xFD", 4);
		uint8_t *out;
		size_t size, capacity;
		enum syclbin_status status = syclbin_inflate(
			methods[i].method, &body, 1, 0, NULL, &out, &size, &capacity, &diag);
		CHECK_INT(status, syclbin_method_built(methods[i].method) ? SYCLBIN_E_CORRUPT : SYCLBIN_E_UNSUPPORTED);
		if (status == SYCLBIN_E_UNSUPPORTED)
			CHECK_STR(diag.message, methods[i].text);
	}
}

/* A binary whose entry is the binary itself, recursively: levels and overlaps are bounded. */
static void nesting(void)
{
	uint8_t *data = NULL;
	size_t size;
	struct syclbin_input *input;
	CHECK_OR_RETURN(sample_file("v1ob2", &data, &size));
	memset(data + 32 + 24, 0, 8); /* its image begins at byte 0 */
	for (unsigned i = 0; i < 8; i++)
		data[32 + 32 + i] = (uint8_t)((uint64_t)size >> 8 * i);
	data[32] = 0;
	CHECK_INT(syclbin_input_open(data, size, NULL, NULL, &input, NULL), SYCLBIN_E_LIMIT);
	free(data);
}

/* ---- files */

static void streams(void)
{
	char path[] = "syclbin-test-XXXXXX", made_path[] = "syclbin-made-XXXXXX";
	int from = mkstemp(path), to = mkstemp(made_path);
	size_t big = 300000;
	uint8_t *bytes = malloc(big), *expected, *back;
	struct syclbin_writer *w = sample_writer(NULL);
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_IR, { NULL, 0 }, 0, { "spir64", 6 }, { "", 0 },
		{ NULL, from, 5, 0 } };
	CHECK_OR_RETURN(from >= 0 && to >= 0 && bytes && w);
	for (size_t i = 0; i < big; i++)
		bytes[i] = (uint8_t)(i * 2654435761u >> 24);
	CHECK_INT(write(from, bytes, big), (long long)big);
	for (uint64_t size = 0; size <= 290000; size = size ? size * 29 : 1) { /* small, large, medium */
		image.source.size = size;
		CHECK_INT(syclbin_writer_image(w, 1, &image, NULL), SYCLBIN_OK);
	}
	size_t size;
	for (unsigned i = 0; i < SYCLBIN_ENCODING_COUNT; i++) {
		CHECK_INT(ftruncate(to, 0), 0);
		lseek(to, 0, SEEK_SET);
		CHECK_INT(syclbin_writer_finish(w, (enum syclbin_encoding)i, &expected, &size, NULL), SYCLBIN_OK);
		CHECK_INT(syclbin_writer_write(w, (enum syclbin_encoding)i, to, NULL), SYCLBIN_OK);
		back = malloc(size + 1);
		CHECK_INT(pread(to, back, size + 1, 0), (long long)size);
		CHECK_BYTES(back, size, expected, size);
		free(back);
		syclbin_writer_free_bytes(w, expected, size);
	}
	image.source.size = big; /* five more than exist */
	CHECK_INT(syclbin_writer_image(w, 1, &image, NULL), SYCLBIN_OK);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	CHECK_INT(syclbin_writer_write(w, SYCLBIN_ENCODING_V1, to, &diag), SYCLBIN_E_TRUNCATED);
	CHECK_INT(diag.code, SYCLBIN_C_SOURCE);
	CHECK_INT(syclbin_writer_finish(w, SYCLBIN_ENCODING_V1, &expected, &size, NULL), SYCLBIN_E_IO);
	CHECK_INT(syclbin_writer_write(w, SYCLBIN_ENCODING_V1, -1, NULL), SYCLBIN_E_IO);
	syclbin_writer_destroy(w);
	free(bytes);
	close(from);
	close(to);
	unlink(path);
	unlink(made_path);
}

static void misuse(void)
{
	struct syclbin_writer *w = syclbin_writer_create(NULL);
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_IR, { NULL, 0 }, 0, { "t", 1 }, { "", 0 },
		{ "", -1, 0, 0 } };
	uint64_t size;
	CHECK_OR_RETURN(w);
	CHECK_INT(syclbin_writer_image(w, 0, &image, NULL), SYCLBIN_E_ARG); /* no module yet */
	CHECK_INT(syclbin_writer_size(w, (enum syclbin_encoding)99, &size, NULL), SYCLBIN_E_ARG);
	uint32_t module;
	CHECK_INT(syclbin_writer_module(w, (struct syclbin_string){ "", 0 }, &module, NULL), SYCLBIN_OK);
	image.source.size = UINT64_MAX;
	CHECK_INT(syclbin_writer_image(w, module, &image, NULL), SYCLBIN_E_LIMIT);
	image.kind = (enum syclbin_part_kind)7;
	CHECK_INT(syclbin_writer_image(w, module, &image, NULL), SYCLBIN_E_ARG);
	syclbin_writer_destroy(w);
	syclbin_writer_destroy(NULL);
	syclbin_text_destroy(NULL);
	syclbin_input_close(NULL);
	CHECK_STR(syclbin_status_name(SYCLBIN_E_CORRUPT), "SYCLBIN_E_CORRUPT");
	CHECK_STR(syclbin_code_name(SYCLBIN_C_HEADER_PADDING), "header-padding");
	CHECK_STR(syclbin_code_name((enum syclbin_code)1), "?");
}

/* A draft in free order has the same content; a module described twice or never is an error. */
static void free_order(void)
{
	uint8_t *data = NULL, entry[40];
	size_t size;
	struct syclbin_reader r;
	CHECK_OR_RETURN(sample_file("v2", &data, &size));
	memcpy(entry, data + 32, 40); /* moves the global metadata to the end and reverses the others */
	for (unsigned i = 0; i < 4; i++) {
		memcpy(entry, data + 32 + 40 * i, 40);
		memcpy(data + 32 + 40 * i, data + 32 + 40 * (7 - i), 40);
		memcpy(data + 32 + 40 * (7 - i), entry, 40);
	}
	CHECK_INT(syclbin_reader_open(data, size, &r, NULL), SYCLBIN_OK);
	CHECK(!r.ordered && r.module_count == 3);
	struct syclbin_module m;
	CHECK_INT(syclbin_reader_module(&r, 0, &m, NULL), SYCLBIN_OK);
	CHECK_BYTES(m.metadata.data, m.metadata.size, sample_text().data, sample_text().size);
	CHECK(m.count[0] == 2 && m.count[1] == 1);
	memcpy(data + 32 + 40 * 6, data + 32 + 40 * 2, 40); /* module 0 described as module 1 or 2 is */
	CHECK(syclbin_reader_open(data, size, &r, NULL) != SYCLBIN_OK);
	free(data);
}

/* Modules that all own one large text: an unbounded walk would take hours. */
static void overlap(void)
{
	enum { MODULES = 20000, TEXT = 1 << 20 };
	struct syclbin_writer *w = syclbin_writer_create(NULL);
	char *text = calloc(1, TEXT);
	uint8_t *file;
	size_t size;
	uint32_t module;
	struct syclbin_reader r;
	struct syclbin_verify_result result;
	CHECK_OR_RETURN(w && text);
	memcpy(text, "[s]\n", 4);
	for (size_t i = 4; i + 8 <= TEXT; i += 8)
		memcpy(text + i, "key=1|1\n", 8);
	text[TEXT - 1] = '\n'; /* four bytes of a line are left over */
	memcpy(text + TEXT - 4, "[x]\n", 4);
	CHECK_INT(syclbin_writer_module(w, (struct syclbin_string){ text, TEXT }, &module, NULL), SYCLBIN_OK);
	for (unsigned i = 1; i < MODULES; i++)
		CHECK_INT(syclbin_writer_module(w, (struct syclbin_string){ "", 0 }, &module, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_finish(w, SYCLBIN_ENCODING_V1RAW, &file, &size, NULL), SYCLBIN_OK);
	for (unsigned i = 1; i < MODULES; i++)
		memcpy(file + 56 + 32 * (size_t)i, file + 56, 32);
	struct syclbin_span input = syclbin_span(file, size);
	CHECK_INT(syclbin_reader_open(file, size, &r, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_reader_bound(&r, NULL), SYCLBIN_E_LIMIT);
	CHECK_INT(syclbin_verify(&input, NULL, NULL, &result, NULL), SYCLBIN_E_LIMIT);
	CHECK_INT(syclbin_writer_file(w, &r, -1, NULL), SYCLBIN_E_LIMIT);
	syclbin_writer_free_bytes(w, file, size);
	syclbin_writer_destroy(w);
	free(text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(every_form), CHECK_CASE(damage), CHECK_CASE(statuses_agree), CHECK_CASE(warnings),
		CHECK_CASE(verifier_stops), CHECK_CASE(prefixes), CHECK_CASE(selection), CHECK_CASE(requirements),
		CHECK_CASE(limits), CHECK_CASE(bombs), CHECK_CASE(built_without), CHECK_CASE(nesting),
		CHECK_CASE(streams), CHECK_CASE(misuse), CHECK_CASE(free_order), CHECK_CASE(overlap) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
