/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs that begin with their size: one that no release has is refused. */
#include "sample.h"
#include "sizes.h"

#include <stdlib.h>

static void readers(void)
{
	struct syclbin_input_options options = { 0 };
	struct syclbin_verify_options verify = { 0 };
	struct syclbin_verify_result result;
	struct syclbin_input *input = NULL;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint8_t *data;
	size_t size;
	CHECK_OR_RETURN(sample_file(sample_names[0], &data, &size));
	const struct syclbin_span span = syclbin_span(data, size);
	SIZES_REFUSED(struct syclbin_input_options, options.size,
		syclbin_input_open(data, size, &options, NULL, &input, NULL) == SYCLBIN_E_ARG && !input);
	SIZES_REFUSED(struct syclbin_verify_options, verify.size,
		syclbin_verify(&span, &verify, NULL, &result, NULL) == SYCLBIN_E_ARG);
	CHECK_INT(syclbin_verify(&span, &verify, NULL, &result, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_input_open(data, size, &options, NULL, &input, NULL), SYCLBIN_OK);
	syclbin_input_close(input);
	options.size = 0;
	CHECK_INT(syclbin_input_open(data, size, &options, NULL, &input, &diag), SYCLBIN_E_ARG);
	CHECK_STR(diag.message, "options: size is not set, expected sizeof(struct syclbin_input_options)");
	free(data);
}

static void devices_and_images(void)
{
	struct syclbin_device device = { .backend = SYCLBIN_BACKEND_OPENCL };
	struct syclbin_image image;
	struct syclbin_reader reader = { 0 };
	struct syclbin_module module = { 0 };
	struct syclbin_writer *writer = sample_writer(NULL);
	struct syclbin_writer_image added = { .kind = SYCLBIN_PART_IR };
	CHECK_OR_RETURN(writer);
	SIZES_REFUSED(struct syclbin_device, device.size,
		syclbin_select(&reader, &module, &device, SYCLBIN_STATE_INPUT, &image, NULL, NULL, NULL, NULL) == SYCLBIN_E_ARG);
	SIZES_REFUSED(struct syclbin_writer_image, added.size, syclbin_writer_image(writer, 0, &added, NULL) == SYCLBIN_E_ARG);
	struct syclbin_package_options how = SYCLBIN_PACKAGE_OPTIONS_INIT;
	SIZES_REFUSED(struct syclbin_package_options, how.size, syclbin_writer_inputs(writer, NULL, 0, &how, NULL) == SYCLBIN_E_ARG);
	syclbin_writer_destroy(writer);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(readers), CHECK_CASE(devices_and_images) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
