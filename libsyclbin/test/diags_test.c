/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of the functions of libsyclbin that read, with diagnostics of all sizes. diags_write_test.c has the others. */
#include "sample.h"

#include <stdlib.h>

#define DIAGS_STRUCT struct syclbin_diag
#include "diags.h"

#define TEXT(text) ((struct syclbin_string){ text, sizeof text - 1 })
#define SPAN(text) syclbin_span(text, sizeof text - 1)

static uint8_t *raw, *enveloped; /* "v1raw" and "v1ob2" of the samples */
static size_t raw_size, enveloped_size;
static struct syclbin_reader reader; /* of `raw` */
static struct syclbin_module module; /* its first */

/* ---- compression */

static unsigned inflated(unsigned status, uint8_t *data, size_t capacity)
{
	syclbin_inflate_free(NULL, data, capacity);
	return status;
}
DIAGS_FAILS(syclbin_inflate)
{
	const struct syclbin_span input = SPAN("not compressed");
	uint8_t *data;
	size_t size, capacity;
	const unsigned status = syclbin_inflate(SYCLBIN_ZLIB, &input, UINT64_MAX, 0, NULL, &data, &size, &capacity, diag);
	return inflated(status, data, capacity);
}
DIAGS_FAILS_TOO(syclbin_inflate, zstd)
{
	const struct syclbin_span input = SPAN("\x28\xB5\x2F\xFD not a frame");
	uint8_t *data;
	size_t size, capacity;
	const unsigned status = syclbin_inflate(SYCLBIN_ZSTD, &input, 100, 10, NULL, &data, &size, &capacity, diag);
	return inflated(status, data, capacity);
}
DIAGS_FAILS(syclbin_offload_inflate)
{
	const struct syclbin_offload offload = { .bytes = syclbin_span(raw, raw_size), .version = 3, .entries = 40, .inflated_size = 1 };
	uint8_t *data;
	size_t size, capacity;
	const unsigned status = syclbin_offload_inflate(&offload, 0, NULL, &data, &size, &capacity, diag);
	return inflated(status, data, capacity);
}
DIAGS_FAILS(syclbin_offload_deflate)
{
	const struct syclbin_offload offload = { .bytes = syclbin_span(raw, raw_size), .version = 1, .entries = 40 };
	uint8_t *data;
	size_t size, capacity;
	const unsigned status = syclbin_offload_deflate(&offload, SYCLBIN_ZLIB, 0, NULL, &data, &size, &capacity, diag);
	return inflated(status, data, capacity);
}

/* ---- containers */

static unsigned open_input(const void *data, size_t size, const struct syclbin_input_options *options, void *diag)
{
	struct syclbin_input *input;
	const unsigned status = syclbin_input_open(data, size, options, NULL, &input, diag);
	syclbin_input_close(input);
	return status;
}
DIAGS_FAILS(syclbin_input_open) { return open_input("\x10\xFF\x10\xAD", 4, NULL, diag); }
DIAGS_FAILS_TOO(syclbin_input_open, options) { return open_input("", 0, &(struct syclbin_input_options){ .size = 0 }, diag); }
DIAGS_FAILS_TOO(syclbin_input_open, archive) { return open_input("!<arch>\n\x1b[31m", 13, NULL, diag); }
DIAGS_FAILS_TOO(syclbin_input_open, bundle) { return open_input("__CLANG_OFFLOAD_BUNDLE__\x1", 25, NULL, diag); }
DIAGS_FAILS_TOO(syclbin_input_open, ccob) { return open_input("CCOB\x9", 5, NULL, diag); }
DIAGS_FAILS(syclbin_offload_open)
{
	const struct syclbin_span input = SPAN("no");
	struct syclbin_offload offload;
	return syclbin_offload_open(&input, &offload, diag);
}
DIAGS_FAILS_TOO(syclbin_offload_open, version)
{
	const struct syclbin_span input = SPAN("\x10\xFF\x10\xAD\x9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
	struct syclbin_offload offload;
	return syclbin_offload_open(&input, &offload, diag);
}

DIAGS_FAILS(syclbin_offload_entry)
{
	const struct syclbin_span input = syclbin_span(enveloped, enveloped_size);
	struct syclbin_offload offload;
	struct syclbin_offload_entry entry;
	if (syclbin_offload_open(&input, &offload, NULL) != SYCLBIN_OK)
		return 0;
	offload.bytes.size = (size_t)offload.entries + 40; /* the entry, without the image */
	return syclbin_offload_entry(&offload, 0, &entry, diag);
}
DIAGS_FAILS_TOO(syclbin_offload_entry, compressed)
{
	const struct syclbin_offload offload = { .bytes = syclbin_span(raw, raw_size), .version = 3, .entries = 40, .inflated_size = 100 };
	struct syclbin_offload_entry entry;
	return syclbin_offload_entry(&offload, 0, &entry, diag);
}
/* A string "k" whose value is outside. */
static const char strings[] = "\x18\0\0\0\0\0\0\0" "\xFF\xFF\0\0\0\0\0\0" "\1\0\0\0\0\0\0\0" "k";
static const struct syclbin_offload_entry with_strings = { .string_count = 1 };
DIAGS_FAILS(syclbin_offload_string)
{
	const struct syclbin_offload offload = { .bytes = syclbin_span(strings, sizeof strings), .version = 2 };
	struct syclbin_string key, value;
	return syclbin_offload_string(&offload, &with_strings, 0, &key, &value, diag);
}
DIAGS_FAILS(syclbin_offload_find)
{
	const struct syclbin_offload offload = { .bytes = syclbin_span(strings, sizeof strings), .version = 2 };
	struct syclbin_string value;
	return syclbin_offload_find(&offload, &with_strings, "k", &value, diag);
}

/* ---- texts */

static unsigned next_property(struct syclbin_span text, void *diag)
{
	struct syclbin_properties walk = syclbin_properties(&text);
	struct syclbin_property property;
	unsigned status;
	do
		status = syclbin_properties_next(&walk, &property, diag);
	while (status == SYCLBIN_OK);
	return status;
}
DIAGS_FAILS(syclbin_properties_next) { return next_property(SPAN("a=1|1\n"), diag); }
DIAGS_FAILS_TOO(syclbin_properties_next, type) { return next_property(SPAN("[s]\na=\x1b[31m\x9b\xff|1\n"), diag); }
DIAGS_FAILS_TOO(syclbin_properties_next, number) { return next_property(SPAN("[s]\na=1|\x7f\xc2\x9b\xe2\x82\n"), diag); }
DIAGS_FAILS_TOO(syclbin_properties_next, bytes) { return next_property(SPAN("[s]\na=2|A\n"), diag); }
DIAGS_FAILS(syclbin_properties_find)
{
	const struct syclbin_span text = SPAN("[s]\n=1|1\n");
	struct syclbin_property property;
	return syclbin_properties_find(&text, "s", "a", &property, diag);
}
DIAGS_FAILS(syclbin_value_copy)
{
	const struct syclbin_value value = { .text = TEXT("gAAAAAAAAAQYzFmb"), .bits = 32, .size = 4 };
	uint8_t buffer[2];
	return syclbin_value_copy(&value, buffer, sizeof buffer, diag);
}
DIAGS_FAILS(syclbin_value_check)
{
	const struct syclbin_value value = { .text = TEXT("gAAAAAAAAAQYzF!b"), .bits = 32, .size = 4 };
	return syclbin_value_check(&value, diag);
}
DIAGS_FAILS(syclbin_base64_decode)
{
	uint8_t out[8];
	size_t size;
	return syclbin_base64_decode("A\x1b" "AA", 4, out, &size, diag);
}
DIAGS_FAILS(syclbin_table_init)
{
	const struct syclbin_span text = SPAN("[s\n");
	struct syclbin_table table;
	return syclbin_table_init(&table, &text, NULL, diag);
}

/* ---- files */

static unsigned open_bytes(const void *data, size_t size, void *diag)
{
	struct syclbin_reader out;
	return syclbin_reader_open(data, size, &out, diag);
}
/* The sample with one byte changed. */
static unsigned open_changed(size_t at, void *diag)
{
	const uint8_t kept = raw[at];
	raw[at] = 0xFF;
	const unsigned status = open_bytes(raw, raw_size, diag);
	raw[at] = kept;
	return status;
}
/* The first module of the sample with one byte changed. */
static unsigned read_changed(size_t at, void *diag)
{
	struct syclbin_module out;
	const uint8_t kept = raw[at];
	raw[at] = 0xFF;
	const unsigned status = syclbin_reader_module(&reader, 0, &out, diag);
	raw[at] = kept;
	return status;
}
DIAGS_FAILS(syclbin_reader_open) { return open_bytes("no", 2, diag); }
DIAGS_FAILS_TOO(syclbin_reader_open, counts) { return open_changed(15, diag); }
DIAGS_FAILS_TOO(syclbin_reader_open, table) { return open_changed(31, diag); }
DIAGS_FAILS_TOO(syclbin_reader_open, cut) { return open_bytes(raw, 20, diag); }
DIAGS_FAILS(syclbin_reader_open_span)
{
	const struct syclbin_span input = syclbin_span(raw, 20);
	struct syclbin_reader out;
	return syclbin_reader_open_span(&input, &out, diag);
}
DIAGS_FAILS(syclbin_reader_module) { return read_changed(63, diag); }
DIAGS_FAILS_TOO(syclbin_reader_module, images) { return read_changed(76, diag); }
DIAGS_FAILS(syclbin_module_image)
{
	struct syclbin_image image;
	const uint8_t kept = raw[159];
	raw[159] = 0xFF;
	const unsigned status = syclbin_module_image(&reader, &module, SYCLBIN_PART_IR, 0, &image, diag);
	raw[159] = kept;
	return status;
}
DIAGS_FAILS(syclbin_reader_bound)
{
	const uint8_t kept = raw[63];
	raw[63] = 0xFF;
	const unsigned status = syclbin_reader_bound(&reader, diag);
	raw[63] = kept;
	return status;
}
DIAGS_FAILS(syclbin_reader_state)
{
	struct syclbin_reader other = reader;
	uint32_t state;
	other.global = SPAN("[" SYCLBIN_SET_GLOBAL "]\nstate=2|A\n");
	return syclbin_reader_state(&other, &state, diag);
}
DIAGS_FAILS_TOO(syclbin_reader_state, type)
{
	struct syclbin_reader other = reader;
	uint32_t state;
	other.global = SPAN("[" SYCLBIN_SET_GLOBAL "]\nstate=2|gAAAAAAAAAQYzFmb\n");
	return syclbin_reader_state(&other, &state, diag);
}
DIAGS_FAILS(syclbin_image_ir_type)
{
	const struct syclbin_image image = { .metadata = SPAN("[\n") };
	uint32_t type;
	return syclbin_image_ir_type(&image, &type, diag);
}
DIAGS_FAILS(syclbin_image_target)
{
	const struct syclbin_image image = { .metadata = SPAN("[" SYCLBIN_SET_IR "]\ntarget=1|1\n") };
	struct syclbin_value target;
	return syclbin_image_target(&image, &target, diag);
}
DIAGS_FAILS(syclbin_image_arch)
{
	const struct syclbin_image image = { .kind = SYCLBIN_PART_NATIVE, .metadata = SPAN("[" SYCLBIN_SET_NATIVE "]\narch=1|1\n") };
	struct syclbin_value arch;
	return syclbin_image_arch(&image, &arch, diag);
}
DIAGS_FAILS(syclbin_select)
{
	const struct syclbin_device device = SYCLBIN_DEVICE_INIT;
	struct syclbin_module other = module;
	struct syclbin_image image;
	other.metadata = SPAN("[\n");
	return syclbin_select(&reader, &other, &device, SYCLBIN_STATE_OBJECT, &image, NULL, NULL, NULL, diag);
}
DIAGS_FAILS_TOO(syclbin_select, device)
{
	const struct syclbin_device device = { .size = 0 };
	struct syclbin_image image;
	return syclbin_select(&reader, &module, &device, SYCLBIN_STATE_OBJECT, &image, NULL, NULL, NULL, diag);
}
DIAGS_FAILS(syclbin_verify)
{
	const struct syclbin_span input = SPAN("no");
	struct syclbin_verify_result result;
	return syclbin_verify(&input, NULL, NULL, &result, diag);
}
DIAGS_FAILS_TOO(syclbin_verify, text)
{
	const struct syclbin_span input = syclbin_span(raw, raw_size);
	struct syclbin_verify_result result;
	uint8_t *bracket = (uint8_t *)(uintptr_t)module.metadata.data;
	*bracket = '\x1b';
	const unsigned status = syclbin_verify(&input, NULL, NULL, &result, diag);
	*bracket = '[';
	return status;
}
DIAGS_FAILS_TOO(syclbin_verify, options)
{
	const struct syclbin_span input = syclbin_span(raw, raw_size);
	struct syclbin_verify_result result;
	return syclbin_verify(&input, &(struct syclbin_verify_options){ .size = 0 }, NULL, &result, diag);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(syclbin_inflate), DIAGS_CASE_TOO(syclbin_inflate, zstd),
		DIAGS_CASE(syclbin_offload_inflate), DIAGS_CASE(syclbin_offload_deflate),
		DIAGS_CASE(syclbin_input_open), DIAGS_CASE_TOO(syclbin_input_open, options),
		DIAGS_CASE_TOO(syclbin_input_open, archive), DIAGS_CASE_TOO(syclbin_input_open, bundle),
		DIAGS_CASE_TOO(syclbin_input_open, ccob), DIAGS_CASE(syclbin_offload_open),
		DIAGS_CASE_TOO(syclbin_offload_open, version), DIAGS_CASE(syclbin_offload_entry),
		DIAGS_CASE_TOO(syclbin_offload_entry, compressed), DIAGS_CASE(syclbin_offload_string),
		DIAGS_CASE(syclbin_offload_find), DIAGS_CASE(syclbin_properties_next),
		DIAGS_CASE_TOO(syclbin_properties_next, type), DIAGS_CASE_TOO(syclbin_properties_next, number),
		DIAGS_CASE_TOO(syclbin_properties_next, bytes), DIAGS_CASE(syclbin_properties_find),
		DIAGS_CASE(syclbin_value_copy), DIAGS_CASE(syclbin_value_check), DIAGS_CASE(syclbin_base64_decode),
		DIAGS_CASE(syclbin_table_init), DIAGS_CASE(syclbin_reader_open),
		DIAGS_CASE_TOO(syclbin_reader_open, counts), DIAGS_CASE_TOO(syclbin_reader_open, table),
		DIAGS_CASE_TOO(syclbin_reader_open, cut), DIAGS_CASE(syclbin_reader_open_span),
		DIAGS_CASE(syclbin_reader_module), DIAGS_CASE_TOO(syclbin_reader_module, images),
		DIAGS_CASE(syclbin_module_image), DIAGS_CASE(syclbin_reader_bound), DIAGS_CASE(syclbin_reader_state),
		DIAGS_CASE_TOO(syclbin_reader_state, type), DIAGS_CASE(syclbin_image_ir_type),
		DIAGS_CASE(syclbin_image_target), DIAGS_CASE(syclbin_image_arch), DIAGS_CASE(syclbin_select),
		DIAGS_CASE_TOO(syclbin_select, device), DIAGS_CASE(syclbin_verify),
		DIAGS_CASE_TOO(syclbin_verify, text), DIAGS_CASE_TOO(syclbin_verify, options) };
	if (!sample_file("v1raw", &raw, &raw_size) || !sample_file("v1ob2", &enveloped, &enveloped_size) ||
		syclbin_reader_open(raw, raw_size, &reader, NULL) != SYCLBIN_OK ||
		syclbin_reader_module(&reader, 0, &module, NULL) != SYCLBIN_OK)
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	free(raw);
	free(enveloped);
	return code;
}
