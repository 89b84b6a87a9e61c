/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin split: writes each module to a separate file, with the state and the properties that they have. */
#include "app.h"

#include <string.h>

struct split {
	const struct source *source;
	const struct syclbin_reader *reader;
	const char *output, *folder, *kernel;
	uint64_t module; /* UINT64_MAX: any */
	enum syclbin_encoding encoding;
	bool force;
	struct syclbin_writer *writer;
	uint32_t to, found;
};

static bool is_wanted(const struct split *s, const struct syclbin_module *module)
{
	return (s->module == UINT64_MAX || s->module == module->index) && (!s->kernel || has_kernel(module, s->kernel));
}

static int begin_module(void *ctx, const struct syclbin_module *module)
{
	struct split *s = ctx;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	const struct syclbin_string global = { (const char *)s->reader->global.data, s->reader->global.size };
	const struct syclbin_string text = { (const char *)module->metadata.data, module->metadata.size };
	if (!is_wanted(s, module))
		return CLI_GOOD;
	if (s->found++ && s->output) {
		cli_error("%s: several modules match; use --dir, or select one", s->source->name);
		return CLI_BAD;
	}
	s->writer = syclbin_writer_create(NULL);
	if (!s->writer || syclbin_writer_global(s->writer, global) != SYCLBIN_OK)
		return cli_out_of_memory();
	return syclbin_writer_module(s->writer, text, &s->to, &diag) == SYCLBIN_OK ? CLI_GOOD : source_error(s->source->name, &diag);
}

static int add_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *from)
{
	struct split *s = ctx;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	const struct syclbin_writer_image image = { sizeof image, (enum syclbin_part_kind)from->kind,
		{ (const char *)from->metadata.data, from->metadata.size }, 0, { "", 0 }, { "", 0 },
		source_of(source_fd(s->source, s->reader), &from->bytes) };
	if (!is_wanted(s, module))
		return CLI_GOOD;
	return syclbin_writer_image(s->writer, s->to, &image, &diag) == SYCLBIN_OK ? CLI_GOOD : source_error(s->source->name, &diag);
}

/* The only module is written at the end, when it is known to be the only one. */
static int end_module(void *ctx, const struct syclbin_module *module)
{
	struct split *s = ctx;
	char path[4096], name[64];
	if (!is_wanted(s, module) || s->output)
		return CLI_GOOD;
	snprintf(name, sizeof name, "m%lu.syclbin", (unsigned long)module->index);
	const int length = snprintf(path, sizeof path, "%s/%s", s->folder ? s->folder : ".", name);
	int code = length > 0 && (size_t)length < sizeof path ? output_writer(path, s->writer, s->encoding, s->force) : CLI_BAD;
	syclbin_writer_destroy(s->writer);
	s->writer = NULL;
	if (code == CLI_GOOD)
		puts(name);
	return code;
}

static int split(struct split *s)
{
	int code = for_each_part(s->source->name, s->reader, &(struct part_steps){ begin_module, add_image, end_module }, s);
	if (code == CLI_GOOD && s->found == 0) {
		cli_error("%s: no module matches", s->source->name);
		code = CLI_BAD;
	}
	if (code == CLI_GOOD && s->output)
		code = output_writer(s->output, s->writer, s->encoding, s->force);
	syclbin_writer_destroy(s->writer);
	return code;
}

int app_split_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *encoding = NULL, *module = NULL, *item = NULL, *limit = NULL;
	struct split s = { .module = UINT64_MAX };
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", "file for the only matching module; - is stdout", &s.output, NULL },
		{ "dir", 'd', "DIR", "folder for files named like m0.syclbin; default: the current folder", &s.folder, NULL },
		{ "encoding", 'e', "ENCODING", APP_ENCODING, &encoding, NULL },
		{ "module", 0, "N", "this module only", &module, NULL },
		{ "kernel", 0, "NAME", "modules with this kernel only", &s.kernel, NULL },
		{ "item", 0, "N", APP_ITEM, &item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &s.force },
	};
	struct syclbin_reader reader;
	struct source source;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code == CLI_GO_ON)
		code = parse_encoding(self, encoding, &s.encoding);
	if (code == CLI_GO_ON && module)
		code = parse_number(self, "module", module, UINT32_MAX, &s.module);
	if (code != CLI_GO_ON)
		return code;
	code = source_open_reader(path, item, limit, &source, &reader);
	if (code != CLI_GOOD)
		return code;
	s.source = &source;
	s.reader = &reader;
	code = s.folder ? cli_folder(s.folder, true) : CLI_GOOD;
	if (code == CLI_GOOD)
		code = split(&s);
	source_close(&source);
	return code;
}
