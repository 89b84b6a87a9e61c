/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin extract: writes images selected by number, kind, target, architecture, kernel or device; with --unpack everything. */
#include "app.h"

#include <string.h>

struct extraction {
	const struct source *source;
	const struct syclbin_reader *reader;
	int fd;
	const char *output, *folder, *target, *arch, *kernel;
	uint64_t module, index; /* UINT64_MAX: any */
	int kind;               /* -1: any */
	bool force;
	const struct syclbin_device *device; /* NULL: any */
	uint32_t state;
	uint32_t found;
};

/* `*` matches any characters; a prefix of a target also matches, up to a dash. */
static bool matches(const char *pattern, const char *text)
{
	const char *star = NULL, *retry = NULL;
	while (*text) {
		if (*pattern == '*') {
			star = pattern++;
			retry = text;
		} else if (*pattern == *text) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star + 1;
			text = ++retry;
		} else {
			return !*pattern && *text == '-';
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

static bool value_matches(const char *pattern, enum syclbin_status status, const struct syclbin_value *value)
{
	char text[512];
	if (!pattern)
		return true;
	if (status != SYCLBIN_OK)
		return false;
	syclbin_value_text(value, text, sizeof text);
	return matches(pattern, text);
}

/* Whether an image says that it has the kernel. */
static bool starts(const struct syclbin_span *image, const char *kernel)
{
	struct syclbin_entries entries = syclbin_entries(image);
	struct syclbin_string name;
	while (syclbin_entries_next(&entries, &name)) {
		if (syclbin_string_is(name, kernel))
			return true;
	}
	return false;
}

bool has_kernel(const struct syclbin_module *module, const char *kernel)
{
	struct syclbin_property found;
	return syclbin_properties_find(&module->metadata, SYCLBIN_SET_KERNEL_NAMES, kernel, &found, NULL) == SYCLBIN_OK ||
	       syclbin_properties_find(&module->metadata, "SYCL/registered kernels", kernel, &found, NULL) == SYCLBIN_OK;
}

static bool wanted(const struct extraction *x, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct syclbin_value value;
	struct syclbin_image chosen;
	enum syclbin_status status;
	if ((x->module != UINT64_MAX && x->module != module->index) ||
		(x->index != UINT64_MAX && x->index != image->index) || (x->kind >= 0 && x->kind != image->kind))
		return false;
	if (x->kernel && !has_kernel(module, x->kernel) && !starts(&image->bytes, x->kernel))
		return false;
	status = syclbin_image_target(image, &value, NULL);
	if (!value_matches(x->target, status, &value))
		return false;
	status = syclbin_image_arch(image, &value, NULL);
	if (!value_matches(x->arch, status, &value))
		return false;
	if (!x->device)
		return true;
	return syclbin_select(x->reader, module, x->device, (enum syclbin_state)x->state, &chosen, NULL, NULL, NULL,
		       NULL) == SYCLBIN_OK &&
	       chosen.kind == image->kind && chosen.index == image->index;
}

static int extract_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct extraction *x = ctx;
	char name[64];
	if (!wanted(x, module, image))
		return CLI_GOOD;
	if (x->found++ && x->output) {
		cli_error("%s: several images match; use --dir, or select one", x->source->name);
		return CLI_BAD;
	}
	if (x->output)
		return CLI_GOOD; /* written by extract_one() when it is known to be the only one */
	image_name(module, image, NULL, name, sizeof name);
	const struct syclbin_source source = source_of(x->fd, &image->bytes);
	int code = output_in(x->folder, name, &source, x->force);
	if (code == CLI_GOOD)
		puts(name);
	return code;
}

static int write_wanted(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct extraction *x = ctx;
	if (!wanted(x, module, image))
		return CLI_GOOD;
	struct syclbin_source source = source_of(x->fd, &image->bytes);
	return output_source(x->output, &source, x->force);
}

static int extract_images(struct extraction *x)
{
	int code = for_each_part(x->source->name, x->reader, &(struct part_steps){ .image = extract_image }, x);
	if (code == CLI_GOOD && x->found && x->output)
		code = for_each_part(x->source->name, x->reader, &(struct part_steps){ .image = write_wanted }, x);
	if (code == CLI_GOOD && x->found == 0) {
		cli_error("%s: no image matches%s", x->source->name, x->device ? "; see info --device" : "");
		return CLI_BAD;
	}
	return code;
}

/* ---- inputs without a SYCLBIN: images of a bundle or of an OffloadBinary */

static bool item_matches(const struct extraction *x, const struct syclbin_item *item)
{
	char triple[256], arch[256];
	snprintf(triple, sizeof triple, "%.*s", (int)(item->triple.size < 255 ? item->triple.size : 255),
		item->triple.data);
	snprintf(arch, sizeof arch, "%.*s", (int)(item->arch.size < 255 ? item->arch.size : 255), item->arch.data);
	return (!x->target || matches(x->target, triple)) && (!x->arch || matches(x->arch, arch)) &&
	       (!x->kernel || starts(&item->bytes, x->kernel));
}

static int write_item(struct extraction *x, const struct syclbin_item *item, uint32_t index)
{
	char name[64];
	struct syclbin_source source = { item->bytes.data, -1, 0, item->bytes.size };
	if (x->output)
		return output_source(x->output, &source, x->force);
	snprintf(name, sizeof name, "item%lu.%s", (unsigned long)index, syclbin_image_kind_suffix(item->image_kind));
	int code = output_in(x->folder, name, &source, x->force);
	if (code == CLI_GOOD)
		puts(name);
	return code;
}

static int extract_items(struct extraction *x)
{
	int code = CLI_GOOD;
	for (uint32_t i = 0; x->output && i < syclbin_input_count(x->source->input); i++)
		x->found += item_matches(x, syclbin_input_item(x->source->input, i));
	if (x->found > 1) {
		cli_error("%s: several images match; use --dir, or select one", x->source->name);
		return CLI_BAD;
	}
	x->found = 0;
	for (uint32_t i = 0; code == CLI_GOOD && i < syclbin_input_count(x->source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(x->source->input, i);
		if (!item_matches(x, item))
			continue;
		x->found++;
		code = write_item(x, item, i);
	}
	if (code == CLI_GOOD && x->found == 0) {
		cli_error("%s: no image matches%s", x->source->name, x->device ? "; see info --device" : "");
		return CLI_BAD;
	}
	return code;
}

/* Tests for a container of images that are not SYCLBINs; an input of unknown format is not a container. */
static bool holds_items_only(const struct source *source)
{
	uint32_t count = syclbin_input_count(source->input);
	for (uint32_t i = 0; i < count; i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		if (item->is_syclbin || !*item->path)
			return false;
	}
	return count > 0;
}

/* Writes the text of the file (module UINT64_MAX), of a module, or of one of its images. */
static int extract_text(struct extraction *x)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_module module;
	struct syclbin_image image;
	struct syclbin_span text = x->reader->global;
	enum syclbin_status status = SYCLBIN_OK;
	if (x->module != UINT64_MAX) {
		status = syclbin_reader_module(x->reader, (uint32_t)x->module, &module, &diag);
		text = module.metadata;
		if (status == SYCLBIN_OK && x->kind >= 0) {
			status = syclbin_module_image(x->reader, &module, (enum syclbin_part_kind)x->kind,
				x->index == UINT64_MAX ? 0 : (uint32_t)x->index, &image, &diag);
			text = image.metadata;
		}
	}
	if (status == SYCLBIN_E_NOT_FOUND) {
		cli_error("%s: no such module or image", x->source->name);
		return CLI_BAD;
	}
	if (status != SYCLBIN_OK)
		return source_error(x->source->name, &diag);
	struct syclbin_source source = source_of(x->fd, &text);
	return output_source(x->output ? x->output : "-", &source, true);
}

static int parse_kind(const struct cli_command *self, const char *text, int *out)
{
	*out = !text				? -1
	       : strcmp(text, "ir") == 0	? SYCLBIN_PART_IR
	       : strcmp(text, "native") == 0	? SYCLBIN_PART_NATIVE
						: -2;
	return *out == -2 ? cli_usage(self, "--kind: expected ir or native") : CLI_GO_ON;
}

static int extract_syclbin(struct extraction *x, const char *item, bool properties, bool all, bool json)
{
	struct syclbin_reader reader;
	int code = source_reader(x->source, item, &reader);
	if (code != CLI_GOOD)
		return code;
	x->reader = &reader;
	x->fd = source_fd(x->source, &reader);
	if (syclbin_reader_state(&reader, &x->state, NULL) != SYCLBIN_OK)
		x->state = SYCLBIN_STATE_EXECUTABLE;
	if (all)
		return unpack(x->source, &reader, x->folder, json);
	return properties ? extract_text(x) : extract_images(x);
}

int app_extract_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *item = NULL, *limit = NULL, *kind = NULL, *module = NULL, *index = NULL;
	struct device_words words = { NULL, NULL, NULL, NULL, NULL, NULL };
	bool properties = false, all = false, json = false;
	struct extraction x = { 0 };
	struct syclbin_device device;
	struct source source;
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", "file for the only matching image; - is stdout", &x.output, NULL },
		{ "dir", 'd', "DIR", "folder for matching images, named like m0.ir0.spv; default: the current folder",
			&x.folder, NULL },
		{ "module", 0, "N", "images of this module", &module, NULL },
		{ "kind", 0, "ir|native", "images of this kind", &kind, NULL },
		{ "index", 0, "N", "the image with this number within module and kind", &index, NULL },
		{ "target", 0, "PATTERN", "images for this triple or a prefix; * matches any characters", &x.target,
			NULL },
		{ "arch", 0, "PATTERN", "native images for this architecture", &x.arch, NULL },
		{ "device", 0, "BACKEND[:KIND[:ARCH]]", "the image of each module for this device", &words.device,
			NULL },
		APP_DEVICE_OPTIONS(words),
		{ "kernel", 0, "NAME", "images of the modules with this kernel", &x.kernel, NULL },
		{ "properties", 0, NULL, "the property text of the file, of --module N, or of its --kind and --index",
			NULL, &properties },
		{ "unpack", 0, NULL, "all parts, and a manifest from which pack builds an identical file", NULL, &all },
		{ "json", 0, NULL, "with --unpack: print the manifest as one JSON object, with the properties in it", NULL, &json },
		{ "item", 0, "N", APP_ITEM, &item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &x.force },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	x.module = x.index = UINT64_MAX;
	if (code == CLI_GO_ON)
		code = parse_kind(self, kind, &x.kind);
	if (code == CLI_GO_ON && module)
		code = parse_number(self, "module", module, UINT32_MAX, &x.module);
	if (code == CLI_GO_ON && index)
		code = parse_number(self, "index", index, UINT32_MAX, &x.index);
	if (code == CLI_GO_ON && json && !all)
		code = cli_usage(self, "--json: expected --unpack");
	if (code == CLI_GO_ON)
		code = parse_device(self, &words, &device);
	if (code != CLI_GO_ON)
		return code;
	code = source_open(path, limit, &source);
	if (code != CLI_GOOD) {
		device_words_finish(&words);
		return code;
	}
	x.source = &source;
	x.device = words.device ? &device : NULL;
	code = x.folder ? cli_folder(x.folder, true) : CLI_GOOD;
	if (code == CLI_GOOD && holds_items_only(&source) && !properties && !all)
		code = extract_items(&x);
	else if (code == CLI_GOOD)
		code = extract_syclbin(&x, item, properties, all, json);
	source_close(&source);
	device_words_finish(&words);
	return code;
}
