/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models for C programs: StableHLO text, bytecode, portable artifacts, or BEF files made of them, opened by content and called with
 * arrays of the caller. (libbef-model)
 *
 *	bef_model_open_path("model.mlirbc", registry, NULL, &model, &diag);        registry: packs basic and hlo
 *	const float x[2] = { 1, 2 };
 *	float y[2];
 *	const int64_t dims[1] = { 2 };
 *	struct bef_array in = { (void *)x, sizeof x, BEF_DTYPE_F32, 1, dims }, out = { y, sizeof y };
 *	bef_model_call(model, "main", &host, &in, 1, &out, 1, &diag);
 */
#ifndef BEF_MODEL_H
#define BEF_MODEL_H

#include <bef/exec.h>
#include <bef/stablehlo.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements in row-major order; those of less than a byte take one (kernels/dtype.h). */
struct bef_array {
	void *data;
	size_t size;         /* bytes */
	unsigned dtype;      /* of bef/format.h */
	uint32_t rank;
	const int64_t *dims;
};

/* Thread class: immutable, share freely; any number of calls at once. */
struct bef_model;

/* Opens a model from bytes, which are copied.
 * @param name      for messages
 * @param registry  retained; it has the kernels of the model: packs basic and hlo
 * @param options   for models that are not BEF files; NULL: defaults
 * @return BEF_OK · what bef_stablehlo_assemble() and bef_file_open() return. On failure *out_model is NULL */
BEF_API BEF_NODISCARD enum bef_status bef_model_open(const void *data, size_t size, const char *name,
	const struct kernels_registry *registry, const struct bef_stablehlo_options *options, struct bef_model **out_model,
	struct bef_diag *diag);
/* @return also BEF_E_IO: the file cannot be read */
BEF_API BEF_NODISCARD enum bef_status bef_model_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_stablehlo_options *options, struct bef_model **out_model, struct bef_diag *diag);
/* Calls that have not ended keep what they need. NULL is ignored. Thread class: owner */
BEF_API void bef_model_close(struct bef_model *model);

/* The functions of the model. Borrowed from it. Thread class: safe */
BEF_API const struct bef_stablehlo_signatures *bef_model_functions(const struct bef_model *model);

/* ---- a call that waits
 *
 * The arguments are read in place: they must not change until the call returns. The results are copied into the caller's memory:
 * `data` and `size` (capacity) of each are given; size, dtype and rank are set, and dims if it is not NULL (room for 16 numbers).
 * `data` NULL: the result is not wanted. Tokens have no array: arguments and results of that type are not counted.
 * Thread class: safe; blocks; not in tasks of the host's queue.
 * @return BEF_OK · BEF_E_NOT_FOUND no such function · BEF_E_ARG an argument has another type or size, or there are too few or too
 *         many · BEF_E_LIMIT a result is larger than its memory · BEF_E_STATE the call failed, for example a check of the
 *         model: diag->message is that of the first failure · BEF_E_NOMEM */
BEF_API BEF_NODISCARD enum bef_status bef_model_call(const struct bef_model *model, const char *function,
	const struct async_host *host, const struct bef_array *arguments, size_t argument_count, struct bef_array *results,
	size_t result_count, struct bef_diag *diag);

/* ---- a call that does not wait
 *
 * kernels_function_execute(bef_model_function(model, "main"), request, arguments, results) starts a call; the request may be cancelled
 * or have a deadline, and the results are values to wait for (bef/exec.h). */

/* The function to execute; NULL: there is none of that name. Borrowed from the model. Thread class: safe */
BEF_API const struct kernels_function *bef_model_function(const struct bef_model *model, const char *name);
/* An argument that reads the caller's memory. release(owner) is called when it is not needed any more; `release` NULL: the memory
 * stays until the call and its results have ended.
 * @return a value with one reference; NULL: out of memory, or `size` does not fit the type. Thread class: safe */
BEF_API struct async_value *bef_model_argument(const struct async_host *host, const struct bef_array *array,
	void (*release)(void *owner), void *owner);
/* The elements of a result, valid until the caller releases the value; not to be written. False: an error or a chain.
 * Thread class: safe */
BEF_API bool bef_model_result(struct async_value *value, struct bef_array *out_array);

#ifdef __cplusplus
}
#endif

#endif
