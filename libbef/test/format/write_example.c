/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program shown in format/README.md under "Writing": a file created without MLIR. */
#include <bef/reader.h>
#include <bef/writer.h>
#include <stdio.h>

/* func.func @twenty_one() -> i32 { %0 = tfrt.constant.i32 21; return %0 } */
static enum bef_status make(struct bef_writer *w, uint8_t **out_data, size_t *out_size, struct bef_diag *diag)
{
	const uint8_t value[4] = { 21 };
	uint32_t i32, constant, attribute, function, place;
	if (bef_writer_type(w, "i32", 3, &i32) || bef_writer_kernel_name(w, "tfrt.constant.i32", 17, &constant) ||
		bef_writer_scalar(w, BEF_DTYPE_I32, value, &attribute) ||
		bef_writer_attribute_type(w, attribute, BEF_DTYPE_I32) ||
		bef_writer_location_file(w, "made.c", 6, __LINE__, 1, &place))
		return BEF_E_NOMEM;
	const struct bef_function_type type = { .results = &i32, .result_count = 1 };
	if (bef_writer_function(w, BEF_FUNCTION_ASYNC, "twenty_one", 10, &type, &function))
		return BEF_E_NOMEM;
	const uint32_t first = 0, used_once = 1, *no_users = NULL;
	const size_t no_user = 0;
	const char *name = "value";
	const struct bef_writer_kernel kernel = { .code = constant, .location = place, .attributes = &attribute,
		.attribute_count = 1, .attribute_names = &name, .results = &first, .result_count = 1,
		.users = &no_users, .user_counts = &no_user };
	const struct bef_writer_body body = { .function = function, .location = place, .register_types = &i32,
		.use_counts = &used_once, .register_count = 1, .kernels = &kernel, .kernel_count = 1, .results = &first,
		.result_count = 1 };
	enum bef_status status = bef_writer_body(w, &body, diag);
	return status == BEF_OK ? bef_writer_finish(w, out_data, out_size, diag) : status;
}

int main(void)
{
	struct bef_writer *w = bef_writer_create(NULL, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_reader reader;
	uint8_t *data = NULL;
	size_t size = 0;
	enum bef_status status = w ? make(w, &data, &size, &diag) : BEF_E_NOMEM;
	if (status == BEF_OK) /* checks that the file is executable */
		status = bef_reader_open(data, size, &reader, &diag);
	if (status == BEF_OK)
		status = bef_reader_verify(&reader, NULL, &diag);
	printf("%zu bytes: %s %s\n", size, bef_status_name(status), diag.message);
	bef_writer_free_bytes(w, data, size);
	bef_writer_destroy(w);
	return status != BEF_OK;
}
