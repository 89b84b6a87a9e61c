/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fingerprints: of the program without its locations, or, where programs depend on shapes of arguments, of the source. */
#include "internal.h"

#include <bef/reader.h>
#include <bytecursor/digest.h>
#include <mlirbc/hash.h>
#include <string.h>

enum { CODE = 0, LOCATION = 4, COUNTS = 8 }; /* in the record of a kernel */

static void add_number(struct bytecursor_sha256 *hash, uint64_t number)
{
	uint8_t bytes[8];
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(number >> (8 * i));
	bytecursor_sha256_add(hash, bytes, sizeof bytes);
}

static void add_bytes(struct bytecursor_sha256 *hash, const void *data, size_t size)
{
	add_number(hash, size);
	bytecursor_sha256_add(hash, data, size);
}

/* ---- a program, which was verified when it was opened */

static void add_names(struct bytecursor_sha256 *hash, struct bef_names names)
{
	struct bef_string name;
	while (bef_names_next(&names, &name, NULL) == BEF_OK)
		add_bytes(hash, name.data, name.size);
}

static void add_numbers(struct bytecursor_sha256 *hash, struct bef_numbers numbers)
{
	uint64_t number;
	add_number(hash, numbers.left);
	while (bef_numbers_next(&numbers, &number, NULL) == BEF_OK)
		add_number(hash, number);
}

static enum bef_status add_body(
	struct bytecursor_sha256 *hash, const struct bef_reader *reader, const struct bef_function *function, struct bef_diag *diag)
{
	struct bef_body body;
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	enum bef_status status = bef_reader_body(reader, function, &body, diag);
	if (status != BEF_OK)
		return status;
	add_number(hash, body.register_count);
	add_numbers(hash, body.use_counts);
	add_numbers(hash, body.kernel_table);
	add_numbers(hash, body.result_registers);
	struct bef_kernels kernels = bef_body_kernels(reader, &body);
	while ((status = bef_kernels_next(&kernels, &kernel, &row, diag)) == BEF_OK) {
		const uint8_t *record = body.kernels + row.offset;
		bytecursor_sha256_add(hash, record + CODE, LOCATION - CODE);
		add_bytes(hash, record + COUNTS, kernel.size - COUNTS);
	}
	return status == BEF_E_NOT_FOUND ? BEF_OK : status;
}

static enum bef_status add_program(struct bytecursor_sha256 *hash, const struct bef_model__program *program, struct bef_diag *diag)
{
	struct bef_reader reader;
	struct bef_function function;
	enum bef_status status = bef_reader_open(program->data, program->data_size, &reader, diag);
	if (status != BEF_OK)
		return status;
	add_names(hash, bef_reader_kernels(&reader));
	add_names(hash, bef_reader_types(&reader));
	add_bytes(hash, reader.sections[BEF_SECTION_ATTRIBUTES].data, reader.sections[BEF_SECTION_ATTRIBUTES].size);
	struct bef_functions functions = bef_reader_functions(&reader);
	while ((status = bef_functions_next(&functions, &function, diag)) == BEF_OK) {
		add_bytes(hash, function.name.data, function.name.size);
		add_number(hash, function.kind);
		add_numbers(hash, function.arguments);
		add_numbers(hash, function.results);
		if (function.kind != BEF_FUNCTION_NATIVE && (status = add_body(hash, &reader, &function, diag)) != BEF_OK)
			return status;
	}
	return status == BEF_E_NOT_FOUND ? BEF_OK : status;
}

/* ---- a source, and what its programs depend on */

static enum bef_status add_source(struct bytecursor_sha256 *hash, const struct bef_model *model, struct bef_diag *diag)
{
	const struct bef_model__stop stop = { model, 0 };
	uint8_t digest[MLIRBC_HASH_SIZE];
	struct bef_source *source;
	enum bef_status status = bef_model__read_source(&stop, &model->source, model->name, &source, diag);
	if (status != BEF_OK)
		return status;
	const enum mlirbc_status hashed = mlirbc_hash(bef_source_module(source), digest, NULL);
	bef_source_close(source);
	if (hashed == MLIRBC_E_NOMEM)
		return bef_model__no_memory(diag);
	if (hashed == MLIRBC_OK)
		bytecursor_sha256_add(hash, digest, sizeof digest);
	else /* it has parts whose hash is not known */
		add_bytes(hash, model->source.data, model->source.size);
	add_number(hash, model->lowering.semantics);
	add_number(hash, model->lowering.no_folding | 2u * model->lowering.no_fusing);
	add_bytes(hash, model->device, strlen(model->device));
	return BEF_OK;
}

enum bef_status bef_model_fingerprint(struct bef_model *model, uint8_t out[BEF_MODEL_FINGERPRINT_SIZE], struct bef_diag *diag)
{
	struct bytecursor_sha256 hash;
	pthread_mutex_lock(&model->lock);
	const bool known = model->has_fingerprint;
	if (known)
		memcpy(out, model->fingerprint, BEF_MODEL_FINGERPRINT_SIZE);
	pthread_mutex_unlock(&model->lock);
	if (known)
		return BEF_OK;
	bytecursor_sha256_init(&hash);
	enum bef_status status = model->dynamic ? add_source(&hash, model, diag) : add_program(&hash, model->program, diag);
	if (status == BEF_OK && model->program->mapped && !bef_model__is_intact(model->program->data))
		status = bef_model__fail_changed(diag);
	if (status != BEF_OK) {
		memset(out, 0, BEF_MODEL_FINGERPRINT_SIZE);
		return status;
	}
	bytecursor_sha256_finish(&hash, out);
	pthread_mutex_lock(&model->lock);
	memcpy(model->fingerprint, out, BEF_MODEL_FINGERPRINT_SIZE);
	model->has_fingerprint = true;
	pthread_mutex_unlock(&model->lock);
	return BEF_OK;
}
