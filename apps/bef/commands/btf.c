/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef btf: files in the Binary Tensor Format. */
#include "commands/commands.h"
#include "tensors/btf_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An open file. */
struct tensors {
	struct cli_input input;
	struct kernels_btf file;
};

static int refuse(const struct cli_input *input, const struct kernels_diag *diag)
{
	cli_error("%s: %s", input->name, diag->message);
	return diag->status == KERNELS_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}

static int tensors_open(const char *path, struct tensors *out)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	int code = cli_read(path, &out->input);
	if (code != CLI_GOOD)
		return code;
	cli_input_is("btf");
	if (kernels_btf_open(out->input.data, out->input.size, &out->file, &diag) == KERNELS_OK)
		return CLI_GOOD;
	code = refuse(&out->input, &diag);
	cli_input_finish(&out->input);
	return code;
}

static void print_shape(const struct kernels_shape *shape)
{
	char text[KERNELS_SHAPE_TEXT];
	kernels_shape_text(shape, text, sizeof text);
	printf("%s", text);
}

/* Returns the largest power of two that divides an offset, at most the page size. */
static unsigned alignment(uint64_t offset)
{
	unsigned align = 1;
	while (align < 4096 && offset % (2 * align) == 0)
		align *= 2;
	return align;
}

static void json_record(uint64_t index, const struct kernels_btf_record *record)
{
	const struct kernels_shape *shape = &record->shape;
	cli_json_open(NULL, '{');
	cli_json_number("index", index);
	cli_json_number("offset", record->offset);
	cli_json_number("size", record->size);
	cli_json_number("elements_offset", record->elements);
	cli_json_number("alignment", alignment(record->elements));
	cli_json_word("dtype", kernels_dtype_name(record->dtype));
	cli_json_open("shape", '[');
	for (uint32_t i = 0; i < shape->rank; i++)
		cli_json_number(NULL, (uint64_t)shape->dims[i]);
	cli_json_close();
	if (record->kind == KERNELS_TENSOR_COO)
		cli_json_number("values", record->count);
	cli_json_close();
}

static void print_record(uint64_t index, const struct kernels_btf_record *record)
{
	printf("%6" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %5u  %s ", index, record->offset, record->size,
		record->elements, alignment(record->elements), kernels_dtype_name(record->dtype));
	print_shape(&record->shape);
	if (record->kind == KERNELS_TENSOR_COO)
		printf(", %" PRIu64 " values", record->count);
	printf("\n");
}

static int list(struct tensors *t, bool json)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_btf_record record;
	if (json)
		cli_json_open("tensors", '[');
	else
		printf("%6s %12s %12s %12s %5s  %s\n", "tensor", "offset", "bytes", "elements at", "align", "what");
	for (uint64_t i = 0; i < t->file.count; i++) {
		if (kernels_btf_record(&t->file, i, &record, &diag) != KERNELS_OK)
			return refuse(&t->input, &diag);
		(json ? json_record : print_record)(i, &record);
	}
	return CLI_GOOD;
}

static int check(struct tensors *t, bool json)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (kernels_btf_check(&t->file, &diag) != KERNELS_OK)
		return refuse(&t->input, &diag);
	if (json) {
		cli_json_number("count", t->file.count);
		return CLI_GOOD;
	}
	cli_put_escaped(stdout, t->input.name, strlen(t->input.name));
	printf(": %" PRIu64 " tensors\n", t->file.count);
	return CLI_GOOD;
}

static int print(struct tensors *t, bool json)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	(void)json; /* refused before */
	for (uint64_t i = 0; i < t->file.count; i++) {
		struct kernels_tensor tensor;
		if (kernels_btf_tensor(&t->file, i, NULL, &tensor, &diag) != KERNELS_OK)
			return refuse(&t->input, &diag);
		btf_text_print(&tensor);
		kernels_tensor_finish(&tensor);
	}
	return CLI_GOOD;
}

struct output {
	const char *path, *align;
	bool force;
};

static int write_out(const struct output *output, uint8_t *data, size_t size)
{
	int code = cli_write(output->path, "btf", data, size, output->force);
	kernels_btf_free(NULL, data, size);
	return code;
}

static int align(struct tensors *t, const struct output *output, size_t to)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint8_t *data;
	size_t size;
	if (kernels_btf_align(&t->file, to, NULL, &data, &size, &diag) != KERNELS_OK)
		return refuse(&t->input, &diag);
	return write_out(output, data, size);
}

static int make(const char *path, const struct output *output, size_t to)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_tensor *tensors = NULL;
	struct cli_input input;
	size_t count = 0, size;
	uint8_t *data;
	int code = cli_read(path, &input);
	if (code != CLI_GOOD)
		return code;
	code = btf_text_read(&input, &tensors, &count);
	if (code == CLI_GOOD && kernels_btf_write(tensors, count, to, NULL, &data, &size, &diag) != KERNELS_OK)
		code = refuse(&input, &diag);
	else if (code == CLI_GOOD)
		code = write_out(output, data, size);
	while (count > 0)
		kernels_tensor_finish(&tensors[--count]);
	free(tensors);
	cli_input_finish(&input);
	return code;
}

struct look {
	const struct cli_command *self;
	int (*step)(struct tensors *tensors, bool json);
	const struct output *output; /* of align */
	size_t to;                   /* likewise */
	bool json;
};

static int look_at(void *ctx, const char *path)
{
	const struct look *look = ctx;
	struct tensors t;
	int code = tensors_open(path, &t);
	if (code != CLI_GOOD)
		return code;
	if (look->json)
		cli_json_begin(look->self->name, t.input.name);
	code = look->step ? look->step(&t, look->json) : align(&t, look->output, look->to);
	if (look->json)
		(void)cli_json_end(code);
	cli_input_finish(&t.input);
	return code;
}

static int run(struct look *look, const char *what, const struct cli_files *files)
{
	uint64_t to = 64;
	const char *number = look->output->align;
	const bool makes = strcmp(what, "make") == 0, aligns = strcmp(what, "align") == 0;
	look->step = strcmp(what, "list") == 0    ? list
		     : strcmp(what, "check") == 0 ? check
		     : strcmp(what, "print") == 0 ? print
						  : NULL;
	if (!makes && !aligns && !look->step)
		return cli_usage(
			look->self, "unknown subcommand '%s'; expected list, check, print, make or align", what);
	if (number && (!cli_number(&number, '\0', 8, 4096, &to) || (to & (to - 1)) != 0))
		return cli_usage(
			look->self, "--align: expected a power of two from 8 to 4096, found '%s'", look->output->align);
	if (look->json && look->step != list && look->step != check)
		return cli_usage(look->self, "--json requires list or check");
	if (files->count > 1 && !look->step)
		return cli_usage(look->self, "expected a subcommand and at most one file");
	if (makes)
		return make(files->paths[0], look->output, (size_t)to);
	look->to = (size_t)to;
	return cli_each_file(files, !look->json && look->step != check, look_at, look);
}

int bef_btf_command(const struct cli_command *self, int argc, char **argv)
{
	struct output output = { .path = cli_stdout };
	struct look look = { .self = self, .output = &output };
	const struct cli_option options[] = {
		{ "align", 'a', "N", "alignment of the elements in bytes; default: 64", &output.align, NULL },
		{ "output", 'o', "FILE", "output file; '-' (the default) is stdout", &output.path, NULL },
		{ "force", 'f', NULL, "write to stdout even if it is a terminal", NULL, &output.force },
		CLI_OPTION_JSON(&look.json),
	};
	const char *none = "-";
	struct cli_files all;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &all);
	if (code != CLI_GO_ON)
		return code;
	const struct cli_files files = all.count > 1 ? (struct cli_files){ all.paths + 1, all.count - 1 }
						     : (struct cli_files){ &none, 1 };
	if (strcmp(all.paths[0], "-") == 0)
		code = cli_usage(self, "expected a subcommand and at most one file");
	else
		code = run(&look, all.paths[0], &files);
	free(all.paths);
	return code;
}
