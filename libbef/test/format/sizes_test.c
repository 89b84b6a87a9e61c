/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options that begin with their size: one that no release has is refused. */
#include "sizes.h"

#include <bef/dump.h>
#include <bef/reader.h>
#include <bef/writer.h>

static bool drop(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return true;
}

static void writers_and_dumps(void)
{
	struct bef_writer_options options = { 0 };
	struct bef_dump_options dump = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_reader reader;
	uint8_t *data = NULL;
	size_t size;
	SIZES_REFUSED(struct bef_writer_options, options.size, bef_writer_create(NULL, &options) == NULL);
	struct bef_writer *writer = bef_writer_create(NULL, &options);
	CHECK_OR_RETURN(writer && bef_writer_finish(writer, &data, &size, NULL) == BEF_OK);
	CHECK_OR_RETURN(bef_reader_open(data, size, &reader, NULL) == BEF_OK);
	SIZES_REFUSED(struct bef_dump_options, dump.size, bef_dump(&reader, &dump, drop, NULL, NULL) == BEF_E_ARG);
	CHECK_INT(bef_dump(&reader, &dump, drop, NULL, NULL), BEF_OK);
	dump.size = 0;
	CHECK_INT(bef_dump(&reader, &dump, drop, NULL, &diag), BEF_E_ARG);
	CHECK_STR(diag.message, "options: size is not set, expected sizeof(struct bef_dump_options)");
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(writers_and_dumps) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
