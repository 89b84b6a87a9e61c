/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin info: prints the contents of a file as text or as JSON, and the image that a device would use. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

struct view {
	const struct source *source;
	const struct syclbin_reader *reader;
};

/* Counts the properties of a set of a module. */
static unsigned long count_set(const struct syclbin_module *module, const char *set)
{
	struct syclbin_properties walk = syclbin_properties(&module->metadata);
	struct syclbin_property p;
	unsigned long count = 0;
	enum syclbin_status status;
	while ((status = syclbin_properties_next(&walk, &p, NULL)) == SYCLBIN_OK || status == SYCLBIN_E_CORRUPT)
		count += status == SYCLBIN_OK && p.type != SYCLBIN_PROPERTY_SET && syclbin_string_is(p.set, set);
	return count;
}

static void print_form(const struct syclbin_reader *reader)
{
	printf("SYCLBIN %lu%s", (unsigned long)reader->version, reader->version == 2 ? " (draft)" : "");
	if (reader->envelope)
		printf(" in OffloadBinary %lu", (unsigned long)reader->envelope);
}

/* The architecture that the text of a native image names; NULL: it is not known. */
static const struct syclbin_architecture *architecture_of(const struct syclbin_value *value)
{
	char text[128];
	const size_t size = syclbin_value_text(value, text, sizeof text);
	return size < sizeof text ? syclbin_architecture_find((struct syclbin_string){ text, size }) : NULL;
}

static void print_arch(const struct syclbin_value *value)
{
	const struct syclbin_architecture *known = architecture_of(value);
	print_value(value);
	if (known && !syclbin_value_equal(value, known->name, strlen(known->name)))
		printf(" (%s)", known->name);
	fputs(", ", stdout);
}

static int print_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct syclbin_value value;
	uint32_t type;
	(void)ctx, (void)module;
	printf("  %s %lu: ", image->kind == SYCLBIN_PART_IR ? "ir" : "native", (unsigned long)image->index);
	if (image->kind == SYCLBIN_PART_IR) {
		if (syclbin_image_ir_type(image, &type, NULL) == SYCLBIN_OK)
			printf("%s (%lu), ", syclbin_ir_type_name(type), (unsigned long)type);
	} else if (syclbin_image_arch(image, &value, NULL) == SYCLBIN_OK) {
		print_arch(&value);
	}
	if (syclbin_image_target(image, &value, NULL) == SYCLBIN_OK)
		print_value(&value);
	else
		fputs("no target", stdout);
	printf(", %zu bytes at 0x%llx, %s\n", image->bytes.size, (unsigned long long)image->bytes.offset,
		syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	return CLI_GOOD;
}

static int print_module(void *ctx, const struct syclbin_module *module)
{
	(void)ctx;
	printf("module %lu: %lu ir, %lu native; kernels %lu, exported %lu, imported %lu\n",
		(unsigned long)module->index, (unsigned long)module->count[0], (unsigned long)module->count[1],
		count_set(module, SYCLBIN_SET_KERNEL_NAMES), count_set(module, SYCLBIN_SET_EXPORTED),
		count_set(module, SYCLBIN_SET_IMPORTED));
	return CLI_GOOD;
}

static int info_text(const struct view *view, const struct syclbin_item *item)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint32_t state;
	print_item_name(view->source, item);
	fputs(": ", stdout);
	print_form(view->reader);
	enum syclbin_status status = syclbin_reader_state(view->reader, &state, &diag);
	if (status == SYCLBIN_OK)
		printf(", state %lu (%s)\n", (unsigned long)state, syclbin_state_name(state));
	else if (status == SYCLBIN_E_NOT_FOUND)
		puts(", no state");
	else
		return source_error(view->source->name, &diag);
	printf("modules %lu, ir %lu, native %lu", (unsigned long)view->reader->module_count,
		(unsigned long)view->reader->part_count[0], (unsigned long)view->reader->part_count[1]);
	if (view->reader->version == 1)
		printf("; tables of %zu and %zu bytes", view->reader->metadata.size, view->reader->binary.size);
	putchar('\n');
	return for_each_part(view->source->name, view->reader, &(struct part_steps){ print_module, print_image, NULL }, NULL);
}

/* ---- JSON */

static int json_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct syclbin_value value;
	uint32_t type;
	(void)ctx;
	cli_json_open(NULL, '{');
	cli_json_number("module", module->index);
	cli_json_word("kind", image->kind == SYCLBIN_PART_IR ? "ir" : "native");
	cli_json_number("index", image->index);
	enum syclbin_status status = syclbin_image_target(image, &value, NULL);
	json_value("target", status, &value);
	if (image->kind == SYCLBIN_PART_NATIVE) {
		status = syclbin_image_arch(image, &value, NULL);
		json_value("arch", status, &value);
		const struct syclbin_architecture *known = status == SYCLBIN_OK ? architecture_of(&value) : NULL;
		cli_json_word("architecture", known ? known->name : NULL);
	} else if (syclbin_image_ir_type(image, &type, NULL) == SYCLBIN_OK) {
		cli_json_number("type", type);
	}
	cli_json_number("offset", image->bytes.offset);
	cli_json_number("size", image->bytes.size);
	cli_json_word("content", syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	cli_json_close();
	return CLI_GOOD;
}

static void json_names(const char *key, const struct syclbin_module *module, const char *set)
{
	struct syclbin_properties walk = syclbin_properties(&module->metadata);
	struct syclbin_property p;
	enum syclbin_status status;
	cli_json_open(key, '[');
	while ((status = syclbin_properties_next(&walk, &p, NULL)) == SYCLBIN_OK || status == SYCLBIN_E_CORRUPT) {
		if (status == SYCLBIN_OK && p.type != SYCLBIN_PROPERTY_SET && syclbin_string_is(p.set, set))
			cli_json_text(NULL, p.key.data, p.key.size);
	}
	cli_json_close();
}

static int json_module(void *ctx, const struct syclbin_module *module)
{
	(void)ctx;
	cli_json_open(NULL, '{');
	cli_json_number("index", module->index);
	cli_json_number("ir", module->count[0]);
	cli_json_number("native", module->count[1]);
	json_names("kernels", module, SYCLBIN_SET_KERNEL_NAMES);
	json_names("exported", module, SYCLBIN_SET_EXPORTED);
	json_names("imported", module, SYCLBIN_SET_IMPORTED);
	cli_json_close();
	return CLI_GOOD;
}

/* After a failure the object is left open; cli_json_end() closes it. */
static int info_json(const struct view *view, const struct syclbin_item *item)
{
	uint32_t state;
	cli_json_open(NULL, '{');
	cli_json_word("path", item->path);
	cli_json_number("version", view->reader->version);
	cli_json_number("envelope", view->reader->envelope);
	if (syclbin_reader_state(view->reader, &state, NULL) == SYCLBIN_OK)
		cli_json_number("state", state);
	else
		cli_json_null("state");
	cli_json_open("modules", '[');
	int code = for_each_part(view->source->name, view->reader, &(struct part_steps){ .begin = json_module }, NULL);
	if (code != CLI_GOOD)
		return code;
	cli_json_close();
	cli_json_open("images", '[');
	code = for_each_part(view->source->name, view->reader, &(struct part_steps){ .image = json_image }, NULL);
	if (code != CLI_GOOD)
		return code;
	cli_json_close();
	cli_json_close();
	return CLI_GOOD;
}

/* ---- image selection for a device */

struct choice {
	const struct syclbin_device *device;
	uint32_t state;
	bool json;
};

static void json_candidate(const struct syclbin_candidate *c, const char *text)
{
	cli_json_open(NULL, '{');
	cli_json_number("module", c->module->index);
	cli_json_word("kind", !c->image ? NULL : c->image->kind == SYCLBIN_PART_IR ? "ir" : "native");
	if (c->image)
		cli_json_number("index", c->image->index);
	else
		cli_json_null("index");
	cli_json_bool("chosen", c->image && c->reason == SYCLBIN_CHOSEN);
	cli_json_word("reason", syclbin_reason_text(c->reason));
	cli_json_word("text", text);
	cli_json_number("detail", c->detail);
	cli_json_close();
}

static void print_candidate(void *ctx, const struct syclbin_candidate *c)
{
	const struct choice *choice = ctx;
	char text[600];
	syclbin_candidate_text(c, choice->device, (enum syclbin_state)choice->state, text, sizeof text);
	if (choice->json) {
		json_candidate(c, text);
		return;
	}
	printf("module %lu", (unsigned long)c->module->index);
	if (c->image)
		printf(", %s %lu", c->image->kind == SYCLBIN_PART_IR ? "ir" : "native", (unsigned long)c->image->index);
	fputs(c->image && c->reason == SYCLBIN_CHOSEN ? ": " : ": not chosen: ", stdout);
	print_plain(text, strlen(text));
	putchar('\n');
}

static int show_choice(const struct source *source, const struct syclbin_reader *reader,
	const struct syclbin_device *device, const char *state_text, bool json)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint32_t state = SYCLBIN_STATE_EXECUTABLE;
	enum syclbin_status status;
	if (!state_text && (status = syclbin_reader_state(reader, &state, &diag)) != SYCLBIN_OK &&
		status != SYCLBIN_E_NOT_FOUND)
		return source_error(source->name, &diag);
	if (state_text && !parse_state(state_text, &state)) {
		cli_error("--state: expected input, object or executable");
		return CLI_USAGE;
	}
	for (uint32_t i = 0; i < reader->module_count; i++) {
		struct syclbin_module module;
		struct syclbin_image image;
		status = syclbin_reader_module(reader, i, &module, &diag);
		if (status == SYCLBIN_OK)
			status = syclbin_select(reader, &module, device, (enum syclbin_state)state, &image, NULL,
				print_candidate, &(struct choice){ device, state, json }, &diag);
		if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
			return source_error(source->name, &diag);
		if (!json && module.count[0] + (uint64_t)module.count[1] == 0 && status == SYCLBIN_E_NOT_FOUND)
			printf("module %lu: no images\n", (unsigned long)i);
	}
	return CLI_GOOD;
}

struct info {
	const struct cli_command *self;
	const char *item, *limit, *state;
	const struct syclbin_device *device; /* NULL: all images are listed */
	bool json;
};

static int info_all(const struct info *info, const struct source *source)
{
	struct syclbin_reader reader;
	const struct view view = { source, &reader };
	const char *item_text = info->item;
	uint64_t wanted = UINT64_MAX;
	uint32_t found = 0;
	int code = CLI_GOOD;
	if (item_text && !cli_number(&item_text, '\0', 0, UINT32_MAX, &wanted))
		return source_reader(source, item_text, &reader); /* reports the error */
	for (uint32_t i = 0; code == CLI_GOOD && i < syclbin_input_count(source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		if (!item->is_syclbin || (wanted != UINT64_MAX && wanted != found)) {
			found += item->is_syclbin;
			continue;
		}
		int opened = open_bounded(source, &item->bytes, &reader);
		if (opened != CLI_GOOD)
			return opened;
		found++;
		code = info->json ? info_json(&view, item) : info_text(&view, item);
	}
	if (code == CLI_GOOD && (found == 0 || (wanted != UINT64_MAX && wanted >= found)))
		return source_reader(source, info->item ? info->item : "0", &reader); /* reports the actual format */
	return code;
}

static int info_device(const struct info *info, const struct source *source)
{
	struct syclbin_reader reader;
	int code = source_reader(source, info->item, &reader);
	return code == CLI_GOOD ? show_choice(source, &reader, info->device, info->state, info->json) : code;
}

static int info_file(void *ctx, const char *path)
{
	const struct info *info = ctx;
	struct source source;
	int code = source_open(path, info->limit, &source);
	if (code != CLI_GOOD)
		return code;
	if (info->json) {
		cli_json_begin(info->self->name, source.name);
		cli_json_open(info->device ? "candidates" : "syclbins", '[');
	}
	code = (info->device ? info_device : info_all)(info, &source);
	if (info->json)
		(void)cli_json_end(code);
	source_close(&source);
	return code;
}

int app_info_command(const struct cli_command *self, int argc, char **argv)
{
	struct device_words words = { NULL, NULL, NULL, NULL, NULL, NULL };
	struct info info = { .self = self };
	bool match_arch = false;
	const struct cli_option options[] = {
		CLI_OPTION_JSON(&info.json),
		{ "device", 0, "BACKEND[:KIND[:ARCH]]", "print which images this device would get, and why not others",
			&words.device, NULL },
		APP_DEVICE_OPTIONS(words),
		{ "state", 0, "STATE", "with --device: the requested state; default: that of the file", &info.state,
			NULL },
		{ "match-arch", 0, NULL,
			"with --device: reject native images for another ARCH, which the run time ignores", NULL,
			&match_arch },
		{ "item", 0, "N", APP_ITEM, &info.item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &info.limit, NULL },
	};
	struct cli_files files;
	struct syclbin_device device;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	code = parse_device(self, &words, &device);
	if (code == CLI_GO_ON && words.device) {
		device.match_arch = match_arch;
		info.device = &device;
	}
	if (code == CLI_GO_ON)
		code = cli_each_file(&files, !info.json && words.device, info_file, &info);
	device_words_finish(&words);
	free(files.paths);
	return code;
}
