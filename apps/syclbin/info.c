/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin info: prints the contents of a file as text or as JSON, and the image that a device would use. */
#include "app.h"

#include <string.h>

struct view {
	const struct source *source;
	const struct syclbin_reader *reader;
	bool json, first;
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

static void print_image(const struct syclbin_image *image)
{
	struct syclbin_value value;
	uint32_t type;
	printf("  %s %lu: ", image->kind == SYCLBIN_PART_IR ? "ir" : "native", (unsigned long)image->index);
	if (image->kind == SYCLBIN_PART_IR) {
		if (syclbin_image_ir_type(image, &type, NULL) == SYCLBIN_OK)
			printf("%s (%lu), ", syclbin_ir_type_name(type), (unsigned long)type);
	} else if (syclbin_image_arch(image, &value, NULL) == SYCLBIN_OK) {
		print_value(&value);
		fputs(", ", stdout);
	}
	if (syclbin_image_target(image, &value, NULL) == SYCLBIN_OK)
		print_value(&value);
	else
		fputs("no target", stdout);
	printf(", %zu bytes at 0x%llx, %s\n", image->bytes.size, (unsigned long long)image->bytes.offset,
		syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
}

static int info_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	(void)ctx;
	(void)module;
	print_image(image);
	return CLI_GOOD;
}

static void print_module(const struct syclbin_module *module)
{
	printf("module %lu: %lu ir, %lu native; kernels %lu, exported %lu, imported %lu\n",
		(unsigned long)module->index, (unsigned long)module->count[0], (unsigned long)module->count[1],
		count_set(module, SYCLBIN_SET_KERNEL_NAMES), count_set(module, SYCLBIN_SET_EXPORTED),
		count_set(module, SYCLBIN_SET_IMPORTED));
}

static int info_modules(const struct view *view)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	for (uint32_t i = 0; i < view->reader->module_count; i++) {
		struct syclbin_module module;
		struct syclbin_image image;
		if (syclbin_reader_module(view->reader, i, &module, &diag) != SYCLBIN_OK)
			return source_error(view->source->name, &diag);
		print_module(&module);
		for (unsigned kind = 0; kind < 2; kind++) {
			for (uint32_t j = 0; j < module.count[kind]; j++) {
				if (syclbin_module_image(view->reader, &module, (enum syclbin_part_kind)kind, j, &image,
					    &diag) != SYCLBIN_OK)
					return source_error(view->source->name, &diag);
				info_image(NULL, &module, &image);
			}
		}
	}
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
	return info_modules(view);
}

/* ---- JSON */

static void json_value(const char *name, enum syclbin_status status, const struct syclbin_value *value)
{
	char text[1024];
	printf(", \"%s\": ", name);
	if (status != SYCLBIN_OK) {
		fputs("null", stdout);
		return;
	}
	size_t size = syclbin_value_text(value, text, sizeof text);
	cli_json_string(stdout, text, size < sizeof text ? size : sizeof text - 1);
}

static int json_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct view *view = ctx;
	struct syclbin_value value;
	uint32_t type;
	printf("%s\n    {\"module\": %lu, \"kind\": \"%s\", \"index\": %lu", view->first ? "" : ",",
		(unsigned long)module->index, image->kind == SYCLBIN_PART_IR ? "ir" : "native",
		(unsigned long)image->index);
	view->first = false;
	enum syclbin_status status = syclbin_image_target(image, &value, NULL);
	json_value("target", status, &value);
	if (image->kind == SYCLBIN_PART_NATIVE) {
		status = syclbin_image_arch(image, &value, NULL);
		json_value("arch", status, &value);
	} else if (syclbin_image_ir_type(image, &type, NULL) == SYCLBIN_OK) {
		printf(", \"type\": %lu", (unsigned long)type);
	}
	printf(", \"offset\": %llu, \"size\": %zu, \"content\": \"%s\"}", (unsigned long long)image->bytes.offset,
		image->bytes.size, syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	return CLI_GOOD;
}

static void json_names(const char *name, const struct syclbin_module *module, const char *set)
{
	struct syclbin_properties walk = syclbin_properties(&module->metadata);
	struct syclbin_property p;
	enum syclbin_status status;
	bool first = true;
	printf(", \"%s\": [", name);
	while ((status = syclbin_properties_next(&walk, &p, NULL)) == SYCLBIN_OK || status == SYCLBIN_E_CORRUPT) {
		if (status != SYCLBIN_OK || p.type == SYCLBIN_PROPERTY_SET || !syclbin_string_is(p.set, set))
			continue;
		fputs(first ? "" : ", ", stdout);
		first = false;
		cli_json_string(stdout, p.key.data, p.key.size);
	}
	putchar(']');
}

static int json_modules(const struct view *view)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	for (uint32_t i = 0; i < view->reader->module_count; i++) {
		struct syclbin_module module;
		if (syclbin_reader_module(view->reader, i, &module, &diag) != SYCLBIN_OK)
			return source_error(view->source->name, &diag);
		printf("%s\n    {\"index\": %lu, \"ir\": %lu, \"native\": %lu", i ? "," : "", (unsigned long)i,
			(unsigned long)module.count[0], (unsigned long)module.count[1]);
		json_names("kernels", &module, SYCLBIN_SET_KERNEL_NAMES);
		json_names("exported", &module, SYCLBIN_SET_EXPORTED);
		json_names("imported", &module, SYCLBIN_SET_IMPORTED);
		putchar('}');
	}
	return CLI_GOOD;
}

static int info_json(struct view *view, const struct syclbin_item *item)
{
	uint32_t state;
	fputs("  {\"path\": ", stdout);
	cli_json_string(stdout, item->path, strlen(item->path));
	printf(", \"version\": %lu, \"envelope\": %lu", (unsigned long)view->reader->version,
		(unsigned long)view->reader->envelope);
	if (syclbin_reader_state(view->reader, &state, NULL) == SYCLBIN_OK)
		printf(", \"state\": %lu", (unsigned long)state);
	else
		fputs(", \"state\": null", stdout);
	fputs(", \"modules\": [", stdout);
	int code = json_modules(view);
	fputs("], \"images\": [", stdout);
	view->first = true;
	if (code == CLI_GOOD)
		code = for_each_image(view->source->name, view->reader, json_image, view);
	fputs("]}", stdout);
	return code;
}

/* ---- image selection for a device */

static void print_candidate(void *ctx, const struct syclbin_candidate *c)
{
	(void)ctx;
	if (!c->image)
		printf("module %lu: not chosen: %s", (unsigned long)c->module->index, syclbin_reason_text(c->reason));
	else
		printf("module %lu, %s %lu: %s%s", (unsigned long)c->module->index,
			c->image->kind == SYCLBIN_PART_IR ? "ir" : "native", (unsigned long)c->image->index,
			c->reason == SYCLBIN_CHOSEN ? "" : "not chosen: ", syclbin_reason_text(c->reason));
	if (c->reason == SYCLBIN_NOT_ASPECT) {
		const char *name = syclbin_aspect_name((uint32_t)c->detail);
		printf(" (%s, %llu)", name ? name : "?", (unsigned long long)c->detail);
	} else if (c->reason == SYCLBIN_NOT_SUB_GROUP || c->reason == SYCLBIN_NOT_WORK_GROUP) {
		printf(" (%llu)", (unsigned long long)c->detail);
	}
	putchar('\n');
}

static int show_choice(const struct source *source, const struct syclbin_reader *reader,
	const struct syclbin_device *device, const char *state_text)
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
				print_candidate, NULL, &diag);
		if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
			return source_error(source->name, &diag);
		if (module.count[0] + (uint64_t)module.count[1] == 0 && status == SYCLBIN_E_NOT_FOUND)
			printf("module %lu: no images\n", (unsigned long)i);
	}
	return CLI_GOOD;
}

static int info_all(const struct source *source, const char *item_text, bool json)
{
	struct syclbin_reader reader;
	struct view view = { source, &reader, json, true };
	uint64_t wanted = UINT64_MAX;
	uint32_t found = 0;
	int code = CLI_GOOD;
	if (item_text && !cli_number(&item_text, '\0', 0, UINT32_MAX, &wanted))
		return source_reader(source, item_text, &reader); /* reports the error */
	if (json) {
		fputs("{\"version\": 1, \"file\": ", stdout);
		cli_json_string(stdout, source->name, strlen(source->name));
		fputs(", \"syclbins\": [\n", stdout);
	}
	for (uint32_t i = 0; code == CLI_GOOD && i < syclbin_input_count(source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		if (!item->is_syclbin || (wanted != UINT64_MAX && wanted != found)) {
			found += item->is_syclbin;
			continue;
		}
		int opened = open_bounded(source, &item->bytes, &reader);
		if (opened != CLI_GOOD)
			return opened;
		if (json && found && wanted == UINT64_MAX)
			puts(",");
		found++;
		code = json ? info_json(&view, item) : info_text(&view, item);
	}
	if (json)
		puts("\n]}");
	if (code == CLI_GOOD && (found == 0 || (wanted != UINT64_MAX && wanted >= found)))
		return source_reader(source, item_text ? item_text : "0", &reader); /* reports the actual format */
	return code;
}

int app_info_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *item = NULL, *limit = NULL, *device_text = NULL, *state = NULL;
	bool json = false, match_arch = false;
	const struct cli_option options[] = {
		{ "json", 0, NULL, "print one JSON object", NULL, &json },
		{ "device", 0, "BACKEND[:KIND[:ARCH]]", "print which images this device would get, and why not others",
			&device_text, NULL },
		{ "state", 0, "STATE", "with --device: the requested state; default: that of the file", &state, NULL },
		{ "match-arch", 0, NULL,
			"with --device: reject native images for another ARCH, which the run time ignores", NULL,
			&match_arch },
		{ "item", 0, "N", APP_ITEM, &item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	struct syclbin_device device;
	struct source source;
	if (code == CLI_GO_ON && device_text)
		code = parse_device(self, device_text, &device);
	if (code != CLI_GO_ON)
		return code;
	code = source_open(path, limit, &source);
	if (code != CLI_GOOD)
		return code;
	if (device_text) {
		struct syclbin_reader reader;
		device.match_arch = match_arch;
		code = source_reader(&source, item, &reader);
		if (code == CLI_GOOD)
			code = show_choice(&source, &reader, &device, state);
	} else {
		code = info_all(&source, item, json);
	}
	source_close(&source);
	return code;
}
