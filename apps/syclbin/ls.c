/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin ls: lists images or symbols, one per line. */
#include "app.h"

#include <string.h>

struct listing {
	uint32_t item;
	bool several;
	const struct cli_command *self;
	const char *limit;
	bool symbols, full, json;
};

static void json_says(const struct syclbin_span *image)
{
	const struct syclbin_string compiler = syclbin_image_compiler(image);
	struct syclbin_entries entries = syclbin_entries(image);
	struct syclbin_string name;
	if (compiler.size)
		cli_json_text("compiler", compiler.data, compiler.size);
	else
		cli_json_null("compiler");
	cli_json_open("entries", '[');
	while (syclbin_entries_next(&entries, &name))
		cli_json_text(NULL, name.data, name.size);
	cli_json_close();
}

/* Two more columns: the compiler, and the entry points with commas in between. */
static void print_says(const struct syclbin_span *image)
{
	const struct syclbin_string compiler = syclbin_image_compiler(image);
	struct syclbin_entries entries = syclbin_entries(image);
	struct syclbin_string name;
	bool any = false;
	putchar('\t');
	print_plain(compiler.size ? compiler.data : "-", compiler.size ? compiler.size : 1);
	putchar('\t');
	for (; syclbin_entries_next(&entries, &name); any = true) {
		fputs(any ? "," : "", stdout);
		print_plain(name.data, name.size);
	}
	fputs(any ? "" : "-", stdout);
}

static void json_image(
	const struct listing *listing, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct syclbin_value value;
	cli_json_open(NULL, '{');
	cli_json_number("item", listing->item);
	cli_json_number("module", module->index);
	cli_json_word("kind", image->kind == SYCLBIN_PART_IR ? "ir" : "native");
	cli_json_number("index", image->index);
	cli_json_number("size", image->bytes.size);
	cli_json_word("content", syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	enum syclbin_status status = syclbin_image_target(image, &value, NULL);
	json_value("target", status, &value);
	status = syclbin_image_arch(image, &value, NULL);
	json_value("arch", status, &value);
	json_says(&image->bytes);
	cli_json_close();
}

static void json_symbol(
	const struct listing *listing, uint32_t module, const char *kind, const struct syclbin_string *name)
{
	cli_json_open(NULL, '{');
	cli_json_number("item", listing->item);
	cli_json_number("module", module);
	cli_json_word("kind", kind);
	cli_json_text("name", name->data, name->size);
	cli_json_close();
}

/* An image that is not in a SYCLBIN. */
static void json_other(const struct syclbin_item *item)
{
	cli_json_open(NULL, '{');
	cli_json_word("path", item->path);
	cli_json_word("content", syclbin_image_kind_name(item->image_kind));
	cli_json_word("offload_kind", syclbin_offload_kind_name(item->offload_kind));
	cli_json_number("size", item->bytes.size);
	cli_json_text("target", item->triple.data, item->triple.size);
	cli_json_text("arch", item->arch.data, item->arch.size);
	json_says(&item->bytes);
	cli_json_close();
}

static void print_or_dash(enum syclbin_status status, const struct syclbin_value *value)
{
	if (status == SYCLBIN_OK && value->size)
		print_value(value);
	else
		putchar('-');
}

static int list_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	const struct listing *listing = ctx;
	struct syclbin_value value;
	if (listing->json) {
		json_image(listing, module, image);
		return CLI_GOOD;
	}
	if (listing->several)
		printf("%lu\t", (unsigned long)listing->item);
	printf("%lu\t%s\t%lu\t%zu\t%s\t", (unsigned long)module->index,
		image->kind == SYCLBIN_PART_IR ? "ir" : "native", (unsigned long)image->index, image->bytes.size,
		syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	enum syclbin_status status = syclbin_image_target(image, &value, NULL);
	print_or_dash(status, &value);
	putchar('\t');
	status = syclbin_image_arch(image, &value, NULL);
	print_or_dash(status, &value);
	if (listing->full)
		print_says(&image->bytes);
	putchar('\n');
	return CLI_GOOD;
}

static int list_symbols(const struct listing *listing, const struct source *source, const struct syclbin_reader *reader)
{
	static const struct {
		const char *set, *letter;
	} sets[] = { { SYCLBIN_SET_KERNEL_NAMES, "K" }, { SYCLBIN_SET_EXPORTED, "T" }, { SYCLBIN_SET_IMPORTED, "U" },
		{ "SYCL/device globals", "D" } };
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	for (uint32_t i = 0; i < reader->module_count; i++) {
		struct syclbin_module module;
		struct syclbin_property p;
		enum syclbin_status status = syclbin_reader_module(reader, i, &module, &diag);
		struct syclbin_properties walk = syclbin_properties(&module.metadata);
		while (status == SYCLBIN_OK && (status = syclbin_properties_next(&walk, &p, &diag)) == SYCLBIN_OK) {
			for (unsigned j = 0; p.type != SYCLBIN_PROPERTY_SET && j < 4; j++) {
				if (!syclbin_string_is(p.set, sets[j].set))
					continue;
				if (listing->json) {
					json_symbol(listing, i, sets[j].letter, &p.key);
					continue;
				}
				printf("%lu\t%s\t", (unsigned long)i, sets[j].letter);
				print_plain(p.key.data, p.key.size);
				putchar('\n');
			}
		}
		if (status != SYCLBIN_E_NOT_FOUND)
			return source_error(source->name, &diag);
	}
	return CLI_GOOD;
}

static void list_other(const struct listing *listing, const struct syclbin_item *item)
{
	if (listing->json) {
		json_other(item);
		return;
	}
	print_plain(*item->path ? item->path : "-", *item->path ? strlen(item->path) : 1);
	printf("\t%s\t%s\t%zu\t", syclbin_image_kind_name(item->image_kind),
		syclbin_offload_kind_name(item->offload_kind), item->bytes.size);
	print_plain(item->triple.size ? item->triple.data : "-", item->triple.size ? item->triple.size : 1);
	putchar('\t');
	print_plain(item->arch.size ? item->arch.data : "-", item->arch.size ? item->arch.size : 1);
	if (listing->full)
		print_says(&item->bytes);
	putchar('\n');
}

static int list_all(const struct source *source, struct listing *listing)
{
	uint32_t count = syclbin_input_count(source->input);
	listing->item = 0;
	for (uint32_t i = 0; i < count; i++)
		listing->item += syclbin_input_item(source->input, i)->is_syclbin;
	listing->several = listing->item > 1;
	listing->item = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		struct syclbin_reader reader;
		if (!item->is_syclbin) {
			if (!listing->symbols)
				list_other(listing, item);
			continue;
		}
		int opened = open_bounded(source, &item->bytes, &reader);
		if (opened != CLI_GOOD)
			return opened;
		int code = listing->symbols ? list_symbols(listing, source, &reader)
					    : for_each_part(source->name, &reader, &(struct part_steps){ .image = list_image }, listing);
		if (code != CLI_GOOD)
			return code;
		listing->item++;
	}
	return CLI_GOOD;
}

/* Tests for a file of another format: neither a container nor an image. An ELF file is an image if its machine is a device. */
static bool is_foreign(const struct source *source)
{
	const struct syclbin_item *item = syclbin_input_item(source->input, 0);
	if (syclbin_input_count(source->input) != 1 || *item->path || item->is_syclbin || syclbin_input_skipped_count(source->input) > 0)
		return false;
	const uint8_t *p = item->bytes.data;
	const unsigned machine = item->bytes.size < 20 ? 0 : (unsigned)(p[18] | p[19] << 8);
	const bool device = machine == 190 || machine == 205 || machine == 224; /* CUDA, Intel's, AMD's */
	return item->image_kind == SYCLBIN_KIND_NONE || (item->image_kind == SYCLBIN_KIND_OBJECT && !device);
}

/* An object file of the host, or another format. */
static int refuse_foreign(const struct source *source)
{
	struct syclbin_reader reader;
	if (syclbin_input_item(source->input, 0)->image_kind != SYCLBIN_KIND_OBJECT)
		return source_reader(source, NULL, &reader); /* reports that the input is not a SYCLBIN */
	cli_error("%s: an object file without device code", source->name);
	return CLI_BAD;
}

static int list_file(void *ctx, const char *path)
{
	struct listing *listing = ctx;
	struct source source;
	int code = source_open(path, listing->limit, &source);
	if (code != CLI_GOOD)
		return code;
	if (is_foreign(&source)) {
		code = refuse_foreign(&source);
	} else if (listing->json) {
		cli_json_begin(listing->self->name, source.name);
		cli_json_open(listing->symbols ? "symbols" : "images", '[');
		code = list_all(&source, listing);
		cli_json_close();
		const int skipped = listing->symbols ? source_skipped(&source) : json_skipped(&source);
		code = cli_json_end(code == CLI_GOOD ? skipped : code);
	} else {
		code = list_all(&source, listing);
		const int skipped = source_skipped(&source);
		code = code == CLI_GOOD ? skipped : code;
	}
	source_close(&source);
	return code;
}

int app_ls_command(const struct cli_command *self, int argc, char **argv)
{
	struct listing listing = { .self = self };
	const struct cli_option options[] = {
		{ "symbols", 0, NULL, "list kernels (K), exported (T), imported (U) symbols, device globals (D)", NULL,
			&listing.symbols },
		{ "long", 'l', NULL, "add the compiler and the entry points of each image", NULL, &listing.full },
		{ "limit", 0, "BYTES", APP_LIMIT, &listing.limit, NULL },
		CLI_OPTION_JSON(&listing.json),
	};
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &listing.json, list_file, &listing);
}
