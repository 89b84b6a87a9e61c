/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin pack: creates a file from manifests, options, and inputs with images. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

struct pack_options {
	const char *output, *encoding, *target, *arch, *limit;
	const char *unused; /* of repeated options: words_parse() keeps them all */
	bool force, module, only_given;
};

/* Parses "FILE,key=value,..." or "file=FILE,key=value,..." in place. */
static int image_option(struct packing *p, const char *value, const char *kind)
{
	struct packed_image image = { NULL, kind, NULL, NULL, NULL, NULL };
	char *copy = strdup(value), *at = copy;
	int code = copy ? CLI_GOOD : CLI_SYSTEM;
	while (code == CLI_GOOD && at) {
		char *comma = strchr(at, ','), *equals;
		if (comma)
			*comma++ = '\0';
		equals = strchr(at, '=');
		if (equals)
			*equals++ = '\0';
		if (!equals && !image.path)
			image.path = at;
		else if (!equals || !packed_image_set(&image, at, equals))
			code = packing_error(p, "'%s': expected file=, kind=, type=, target=, arch= or text=", at);
		at = comma;
	}
	if (code == CLI_GOOD)
		code = packing_image(p, &image);
	free(copy);
	return code;
}

static int property_option(struct packing *p, const char *value)
{
	struct assignment a;
	const char *expected = parse_assignment(value, true, &a);
	if (expected)
		return cli_usage(p->command, "'%s': expected %s", value, expected);
	int code = packing_property(p, &a);
	free(a.bytes);
	return code;
}

static int take_option(struct packing *p, const struct word *word)
{
	const char *name = word->option->name;
	if (strcmp(name, "state") == 0)
		return packing_state(p, word->value);
	if (strcmp(name, "module") == 0)
		return packing_module(p, NULL);
	if (strcmp(name, "property") == 0)
		return property_option(p, word->value);
	if (strcmp(name, "properties") == 0)
		return packing_properties(p, word->value);
	if (strcmp(name, "kernel") == 0)
		return packing_name(p, SYCLBIN_SET_KERNEL_NAMES, word->value);
	if (strcmp(name, "exported") == 0)
		return packing_name(p, SYCLBIN_SET_EXPORTED, word->value);
	if (strcmp(name, "imported") == 0)
		return packing_name(p, SYCLBIN_SET_IMPORTED, word->value);
	if (strcmp(name, "ir") == 0 || strcmp(name, "native") == 0)
		return image_option(p, word->value, name);
	return strcmp(name, "image") == 0 ? image_option(p, word->value, NULL) : CLI_GOOD;
}

/* Options that build nothing. */
static bool is_setting(const struct word *word)
{
	static const char *const names[] = { "output", "encoding", "force", "target", "arch", "limit", "only-given" };
	for (size_t i = 0; word->option && i < sizeof names / sizeof *names; i++) {
		if (strcmp(word->option->name, names[i]) == 0)
			return true;
	}
	return false;
}

/* Operands come first: a manifest is independent of the options' modules. */
static int pack_words(struct packing *p, const struct words *words, const struct pack_options *o)
{
	int code = CLI_GOOD;
	bool any = false;
	for (size_t i = 0; code == CLI_GOOD && i < words->count; i++) {
		any = any || !is_setting(&words->items[i]);
		if (!words->items[i].option)
			code = packing_operand(p, words->items[i].value);
	}
	if (code == CLI_GOOD && !any)
		code = packing_operand(p, "-");
	for (size_t i = 0; code == CLI_GOOD && i < words->count; i++) {
		if (words->items[i].option)
			code = take_option(p, &words->items[i]);
	}
	if (code == CLI_GOOD && p->source_count)
		code = packing_inputs(p, o->target, o->arch);
	return code == CLI_GOOD ? packing_end(p) : code;
}

int app_pack_command(const struct cli_command *self, int argc, char **argv)
{
	struct pack_options o = { .output = cli_stdout };
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", APP_OUTPUT, &o.output, NULL },
		{ "encoding", 'e', "ENCODING", APP_ENCODING, &o.encoding, NULL },
		{ "state", 0, "STATE", "input, object, executable (default) or a number", &o.unused, NULL },
		{ "module", 0, NULL, "begin another module, to which the following options apply", NULL, &o.module },
		{ "property", 0, "[SET]KEY=TYPE:VALUE", "add a property; TYPE is u32, str or hex", &o.unused, NULL },
		{ "properties", 0, "FILE", "add the properties of a text", &o.unused, NULL },
		{ "kernel", 0, "NAME", "add a name to SYCL/kernel names; default: the entry points of the images", &o.unused, NULL },
		{ "exported", 0, "SYMBOL", "add a name to SYCL/exported symbols", &o.unused, NULL },
		{ "imported", 0, "SYMBOL", "add a name to SYCL/imported symbols", &o.unused, NULL },
		{ "ir", 0, "FILE[,target=TRIPLE][,type=T]", "add an IR module; T is spirv, ptx or amdgcn", &o.unused,
			NULL },
		{ "native", 0, "FILE,target=TRIPLE,arch=A", "add a native image", &o.unused, NULL },
		{ "image", 0, "file=FILE[,triple=T][,kind=K]",
			"add an image: native if it has an arch, otherwise by content", &o.unused, NULL },
		{ "only-given", 0, NULL, "take no properties from the images", NULL, &o.only_given },
		{ "target", 0, "TRIPLE", "target of images in a FILE that does not tell it", &o.target, NULL },
		{ "arch", 0, "A", "architecture of native images in a FILE that does not tell it", &o.arch, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &o.limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &o.force },
	};
	enum syclbin_encoding encoding = SYCLBIN_ENCODING_V1;
	struct packing packing;
	struct words words;
	int code = words_parse(self, options, sizeof options / sizeof *options, argc, argv, &words);
	if (code != CLI_GO_ON)
		return code;
	code = parse_encoding(self, o.encoding, &encoding);
	if (code == CLI_GO_ON)
		code = packing_init(&packing, self);
	if (code == CLI_GOOD) {
		packing.only_given = o.only_given;
		packing.limit = o.limit;
		cli_progress_begin(self->name, o.output);
		code = pack_words(&packing, &words, &o);
		if (code == CLI_GOOD)
			code = output_writer(o.output, packing.writer, o.encoding ? encoding : packing.encoding, o.force);
		packing_finish(&packing);
	}
	words_finish(&words);
	return code;
}
