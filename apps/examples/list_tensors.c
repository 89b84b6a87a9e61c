/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists the tensors of a file of any format; without a file, of one that it makes in memory. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include <stdlib.h>
#include <tensorfile/tensorfile.h>

static enum tensorfile_status make(char **out_data, size_t *out_size, struct tensorfile_diag *diag)
{
	static const float kernel[] = { 1, 2, 3, 4, 5, 6 };
	static const int64_t shape[] = { 2, 3 };
	struct tensorfile_writer *writer;
	FILE *stream = open_memstream(out_data, out_size);
	enum tensorfile_status status = tensorfile_writer_create(TENSORFILE_SAFETENSORS, &writer, diag);
	if (status == TENSORFILE_OK)
		status = tensorfile_writer_add(writer, "dense.kernel", TENSORFILE_F32, 2, shape, kernel, diag);
	if (status == TENSORFILE_OK && stream)
		status = tensorfile_writer_write(writer, stream, diag); /* tensorfile_writer_save() writes a file */
	if (stream)
		fclose(stream);
	tensorfile_writer_destroy(writer);
	return status;
}

/* Quantized types and short floats become f32. */
static float first_number(const struct tensorfile *file, const struct tensorfile_tensor *tensor)
{
	const size_t size = (size_t)tensor->elements * sizeof(float);
	float *numbers = malloc(size + 1), first = 0;
	if (numbers && size && tensorfile_read(file, tensor, TENSORFILE_F32, numbers, size, NULL) == TENSORFILE_OK)
		first = numbers[0];
	free(numbers);
	return first;
}

int main(int argc, char **argv)
{
	const struct tensorfile_options options = { .size = sizeof options, .mapped = true };
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile *file = NULL;
	char *made = NULL;
	size_t size = 0;
	enum tensorfile_status status = argc > 1 ? tensorfile_open(argv[1], &options, &file, &diag) : make(&made, &size, &diag);
	if (status == TENSORFILE_OK && made)
		status = tensorfile_open_memory(made, size, &file, &diag);
	if (status != TENSORFILE_OK)
		fprintf(stderr, "%s\n", diag.message);
	for (size_t i = 0; file && i < tensorfile_count(file); i++) {
		const struct tensorfile_tensor *tensor = tensorfile_at(file, i);
		printf("%s: %s, %llu elements%s, first %g\n", tensor->name, tensorfile_dtype_name(tensor->dtype),
			(unsigned long long)tensor->elements, tensor->data ? " in place" : "", (double)first_number(file, tensor));
	}
	tensorfile_close(file);
	free(made);
	return status != TENSORFILE_OK;
}
