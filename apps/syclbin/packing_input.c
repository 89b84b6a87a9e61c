/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands of pack: manifests, descriptions in JSON, and inputs with images. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

/* Tests for a text that is neither an image nor a container. */
static bool is_text(const struct source *source)
{
	const struct syclbin_item *item = syclbin_input_item(source->input, 0);
	if (syclbin_input_count(source->input) != 1 || *item->path || item->is_syclbin || item->image_kind != SYCLBIN_KIND_NONE ||
		syclbin_input_skipped_count(source->input) > 0)
		return syclbin_input_count(source->input) == 0 && source->file.size == 0;
	const size_t size = source->file.size < 4096 ? source->file.size : 4096;
	return !memchr(source->file.data, '\0', size);
}

static bool is_json(const struct source *source)
{
	size_t i = 0;
	while (i < source->file.size && strchr(" \t\r\n", source->file.data[i]) && source->file.data[i])
		i++;
	return i < source->file.size && source->file.data[i] == '{';
}

int packing_operand(struct packing *p, const char *path)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	if (!CLI_RESERVE(p->sources, p->source_count + 1, p->source_capacity))
		return cli_out_of_memory();
	struct source *source = &p->sources[p->source_count];
	int code = source_map_other(path, p->limit, "a manifest, or a container of device images", source);
	if (code != CLI_GOOD)
		return code;
	if (source_unpack(source, &diag) != CLI_GOOD) {
		code = source_error(source->name, &diag);
	} else if (is_text(source)) {
		code = is_json(source) ? packing_description(p, source) : packing_manifest(p, source);
		p->described = true;
	} else {
		p->source_count++;
		return CLI_GOOD;
	}
	source_close(source);
	return code;
}

struct reports {
	struct packing *p;
	bool failed;
};

static void report(void *ctx, const struct syclbin_item *item, const char *why)
{
	struct reports *r = ctx;
	const char *name = "?";
	const bool host = strcmp(why, "code of the host") == 0;
	for (size_t i = 0; i < r->p->source_count; i++) {
		const struct syclbin_input *input = r->p->sources[i].input;
		for (uint32_t j = 0; j < syclbin_input_count(input); j++)
			name = syclbin_input_item(input, j) == item ? r->p->sources[i].name : name;
	}
	const char *colon = *item->path ? ": " : "";
	if (host)
		cli_note(name, "%s%snot packaged: %s", item->path, colon, why);
	else
		cli_error("%s: %s%s%s; see --target and --arch", name, item->path, colon, why);
	r->failed = r->failed || !host;
}

int packing_inputs(struct packing *p, const char *target, const char *arch)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct reports reports = { p, false };
	struct syclbin_package_options how = SYCLBIN_PACKAGE_OPTIONS_INIT;
	const struct syclbin_input **inputs = calloc(p->source_count + 1, sizeof *inputs);
	if (!inputs)
		return cli_out_of_memory();
	if (p->in_module && p->image_count == 0 && !p->verbatim) { /* for the modules of the inputs */
		const struct syclbin_string given = syclbin_text_string(p->text);
		const char *copy = packing_keep(p, given.data, given.size);
		how.properties = (struct syclbin_string){ copy ? copy : "", copy ? given.size : 0 };
		p->in_module = false;
	}
	how.only_given = p->only_given;
	how.target = target ? (struct syclbin_string){ target, strlen(target) } : how.target;
	how.arch = arch ? (struct syclbin_string){ arch, strlen(arch) } : how.arch;
	how.report = report;
	how.ctx = &reports;
	int code = CLI_GOOD;
	for (size_t i = 0; i < p->source_count; i++) {
		inputs[i] = p->sources[i].input;
		(void)source_skipped(&p->sources[i]);
	}
	if (syclbin_writer_inputs(p->writer, inputs, p->source_count, &how, &diag) != SYCLBIN_OK)
		code = reports.failed ? CLI_BAD : source_error(p->sources[0].name, &diag);
	free(inputs);
	return code == CLI_GOOD && reports.failed ? CLI_BAD : code;
}
