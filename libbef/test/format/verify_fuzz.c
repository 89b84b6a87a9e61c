/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens, verifies, walks and dumps any bytes, verified or not. No walker may fail on an accepted file; the writer's
 * copy of it must be accepted, and must be a fixpoint of rewriting. */
#include "rewrite.h"
#include <bef/dump.h>
#include <bef/reader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what, const struct bef_diag *diag)
{
	if (holds)
		return;
	fprintf(stderr, "%s: %s at %llu: %s\n", what, bef_status_name(diag->status), (unsigned long long)diag->offset,
		diag->message);
	abort();
}

static bool count(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
	return *(size_t *)ctx < (size_t)1 << 22; /* a limit for hostile files that refer to the same bytes repeatedly */
}

static bool walk_locations(const struct bef_reader *reader, struct bef_diag *diag)
{
	uint64_t offset = 0;
	for (;;) {
		struct bef_location location;
		char text[100];
		bool found;
		(void)bef_location_text(reader, offset, text, sizeof text);
		(void)bef_location_debug_text(reader, offset, text, sizeof text, &found);
		enum bef_status status = bef_reader_location(reader, &offset, &location, diag);
		if (status != BEF_OK)
			return status == BEF_E_NOT_FOUND;
	}
}

static bool walk_names(struct bef_names names, struct bef_diag *diag)
{
	struct bef_string name;
	enum bef_status status;
	while ((status = bef_names_next(&names, &name, diag)) == BEF_OK)
		;
	return status == BEF_E_NOT_FOUND;
}

static volatile uint32_t touched; /* keeps reads from being optimized away */

static bool walk_kernels(const struct bef_reader *reader, struct bef_body *body, struct bef_diag *diag)
{
	struct bef_kernels kernels = bef_body_kernels(reader, body);
	uint32_t sum = 0;
	for (uint32_t i = 0; i < body->kernel_count; i++) {
		struct bef_kernel k;
		struct bef_kernel_row row;
		if (bef_kernels_next(&kernels, &k, &row, diag))
			return false;
		for (size_t j = 0; j < k.users_count; j++)
			sum += bef_word(k.users, j);
		for (size_t j = 0; j < k.argument_count; j++)
			sum += bef_word(k.arguments, j);
	}
	touched = touched + sum;
	return true;
}

static bool walk_functions(const struct bef_reader *reader, struct bef_diag *diag)
{
	struct bef_functions functions = bef_reader_functions(reader);
	struct bef_function function;
	uint64_t names_at = 0, types_at = 0;
	enum bef_status status;
	while ((status = bef_functions_next(&functions, &function, diag)) == BEF_OK) {
		struct bef_body body;
		struct bef_numbers names, types;
		if (function.kind == BEF_FUNCTION_NATIVE)
			continue;
		if (bef_reader_body(reader, &function, &body, diag) ||
			bef_reader_attribute_names(reader, &body, &names_at, &names, diag) ||
			bef_reader_register_types(reader, &body, &types_at, &types, diag) ||
			!walk_kernels(reader, &body, diag))
			return false;
	}
	return status == BEF_E_NOT_FOUND;
}

/* Reads attributes as every type, including types that AttributeTypes does not assign. */
static void walk_attributes(const struct bef_reader *reader)
{
	for (uint64_t offset = 0; offset < reader->sections[BEF_SECTION_ATTRIBUTES].size && offset < 200; offset += 4) {
		for (uint32_t type = 1; type <= (BEF_ATTR_ARRAY | BEF_ATTR_TYPE); type += type == 31 ? 98 : 1) {
			struct bef_attr attr, element;
			if (bef_reader_attr(reader, offset, type, &attr, NULL) != BEF_OK || type != BEF_ATTR_AGGREGATE)
				continue;
			for (uint32_t i = 0; i < attr.u.aggregate.count; i++)
				(void)!bef_attr_element(reader, &attr, i, &element, NULL);
		}
	}
}

/* Copies `reader` with the writer; NULL if an attribute has an unknown type, or a value that the writer does not
 * support. */
static uint8_t *write_again(const struct bef_reader *reader, struct bef_writer **out_writer, size_t *out_size)
{
	uint8_t *bytes;
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = rewrite(reader, reader, NULL, out_writer, &bytes, out_size, &diag);
	require(status == BEF_OK || status == BEF_E_UNSUPPORTED, "rewrite", &diag);
	return bytes;
}

static void check_round_trip(const struct bef_reader *reader)
{
	struct bef_writer *writer, *second_writer;
	size_t size, second_size;
	uint8_t *bytes = write_again(reader, &writer, &size), *second;
	struct bef_reader again;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bytes) {
		require(bef_reader_open(bytes, size, &again, &diag) == BEF_OK, "open what was written", &diag);
		require(bef_reader_verify(&again, NULL, &diag) == BEF_OK, "verify what was written", &diag);
		second = write_again(&again, &second_writer, &second_size);
		require(second && second_size == size && memcmp(second, bytes, size) == 0, "write again", &diag);
		bef_writer_free_bytes(second_writer, second, second_size);
		bef_writer_destroy(second_writer);
		bef_writer_free_bytes(writer, bytes, size);
	}
	bef_writer_destroy(writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	size_t dumped = 0;
	memcpy(exact, data, size);
	enum bef_status opened = bef_reader_open(exact, size, &reader, &diag);
	if (opened == BEF_OK)
		opened = bef_reader_verify(&reader, NULL, &diag);
	require(diag.status == opened && (opened == BEF_OK || (diag.rule && diag.message[0])), "agree", &diag);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (bef_reader_open(exact, size, &reader, NULL) == BEF_OK) {
		bool accepted = bef_reader_verify(&reader, NULL, NULL) == BEF_OK;
		bool walked = walk_names(bef_reader_kernels(&reader), &diag) &&
			      walk_names(bef_reader_types(&reader), &diag) && walk_functions(&reader, &diag) &&
			      walk_locations(&reader, &diag);
		require(walked || !accepted, "walk", &diag);
		walk_attributes(&reader);
		enum bef_status status = bef_dump(&reader, NULL, count, &dumped, &diag);
		require(!accepted || status == BEF_OK || status == BEF_E_IO, "dump", &diag);
		unsigned optional = 0;
		for (unsigned id = BEF_SECTION_ATTRIBUTE_TYPES; id < BEF_SECTION_COUNT; id++)
			optional += reader.sections[id].data != NULL;
		if (accepted && (optional == 0 || optional == 3)) /* the writer writes all of them or none */
			check_round_trip(&reader);
	}
	free(exact);
	return 0;
}
