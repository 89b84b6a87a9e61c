/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin ls: lists images or symbols, one per line. */
#include "app.h"

#include <string.h>

struct listing {
	uint32_t item;
	bool several;
};

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
	putchar('\n');
	return CLI_GOOD;
}

static int list_symbols(const struct source *source, const struct syclbin_reader *reader)
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

static void list_other(const struct syclbin_item *item)
{
	print_plain(item->path, strlen(item->path));
	printf("\t%s\t%s\t%zu\t", syclbin_image_kind_name(item->image_kind),
		syclbin_offload_kind_name(item->offload_kind), item->bytes.size);
	print_plain(item->triple.size ? item->triple.data : "-", item->triple.size ? item->triple.size : 1);
	putchar('\t');
	print_plain(item->arch.size ? item->arch.data : "-", item->arch.size ? item->arch.size : 1);
	putchar('\n');
}

static int list_all(const struct source *source, bool symbols)
{
	uint32_t count = syclbin_input_count(source->input);
	struct listing listing = { 0, false };
	for (uint32_t i = 0; i < count; i++)
		listing.item += syclbin_input_item(source->input, i)->is_syclbin;
	listing.several = listing.item > 1;
	listing.item = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		struct syclbin_reader reader;
		if (!item->is_syclbin) {
			if (!symbols)
				list_other(item);
			continue;
		}
		int opened = open_bounded(source, &item->bytes, &reader);
		if (opened != CLI_GOOD)
			return opened;
		int code = symbols ? list_symbols(source, &reader)
				   : for_each_image(source->name, &reader, list_image, &listing);
		if (code != CLI_GOOD)
			return code;
		listing.item++;
	}
	return CLI_GOOD;
}

int app_ls_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *limit = NULL;
	bool symbols = false;
	const struct cli_option options[] = {
		{ "symbols", 0, NULL, "list kernels (K), exported (T), imported (U) symbols, device globals (D)", NULL,
			&symbols },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	struct source source;
	if (code != CLI_GO_ON)
		return code;
	code = source_open(path, limit, &source);
	if (code != CLI_GOOD)
		return code;
	if (syclbin_input_count(source.input) == 1 && *syclbin_input_item(source.input, 0)->path == '\0' &&
		!syclbin_input_item(source.input, 0)->is_syclbin) {
		struct syclbin_reader reader;
		code = source_reader(&source, NULL, &reader); /* reports that the input is not a SYCLBIN */
	} else {
		code = list_all(&source, symbols);
	}
	source_close(&source);
	return code;
}
