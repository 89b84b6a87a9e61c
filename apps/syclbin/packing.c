/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects modules and properties for a writer. A module is added when it ends, so its options may have any order. */
#include "pack.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int packing_error(struct packing *p, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (p->at.name) {
		cli_error_at(p->at.name, p->at.line, p->at.column, text);
		source_show(p->at.text, p->at.size, p->at.line, p->at.column);
	} else {
		cli_error("%s", text);
	}
	return CLI_BAD;
}

int packing_failed(struct packing *p, const struct syclbin_diag *diag)
{
	packing_error(p, "%s", diag->message);
	return diag->status == SYCLBIN_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}

int packing_init(struct packing *p, const struct cli_command *command)
{
	struct rlimit files;
	memset(p, 0, sizeof *p);
	p->command = command;
	p->encoding = SYCLBIN_ENCODING_V1;
	p->writer = syclbin_writer_create(NULL);
	p->text = syclbin_text_create(NULL);
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) { /* a file stays open for each image */
		files.rlim_cur = files.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &files);
	}
	if (p->writer && p->text)
		return CLI_GOOD;
	packing_finish(p);
	return cli_out_of_memory();
}

void packing_finish(struct packing *p)
{
	for (size_t i = 0; i < p->file_count; i++)
		close(p->files[i]);
	for (size_t i = 0; i < p->block_count; i++)
		free(p->blocks[i]);
	for (size_t i = 0; i < p->source_count; i++)
		source_close(&p->sources[i]);
	free(p->files);
	free(p->blocks);
	free(p->sources);
	free(p->images);
	syclbin_text_destroy(p->text);
	syclbin_writer_destroy(p->writer);
	memset(p, 0, sizeof *p);
}

char *packing_keep(struct packing *p, const char *data, size_t size)
{
	char *copy = CLI_RESERVE(p->blocks, p->block_count + 1, p->block_capacity) ? malloc(size + 1) : NULL;
	if (!copy) {
		(void)cli_out_of_memory();
		return NULL;
	}
	memcpy(copy, data, size);
	copy[size] = '\0';
	p->blocks[p->block_count++] = copy;
	return copy;
}

int packing_read(struct packing *p, const char *path, struct syclbin_string *out)
{
	struct cli_input input;
	if (!CLI_RESERVE(p->blocks, p->block_count + 1, p->block_capacity))
		return cli_out_of_memory();
	int code = cli_read(path, &input);
	if (code != CLI_GOOD)
		return code;
	p->blocks[p->block_count++] = (char *)input.data;
	*out = (struct syclbin_string){ (const char *)input.data, input.size };
	return CLI_GOOD;
}

bool packing_resolve(const char *folder, const char *name, char out[4096])
{
	int length = *name == '/' ? snprintf(out, 4096, "%s", name) : snprintf(out, 4096, "%s%s", folder, name);
	return length > 0 && length < 4096;
}

int packing_state(struct packing *p, const char *state)
{
	uint32_t number;
	if (!parse_state(state, &number))
		return packing_error(p, "state '%s': expected input, object, executable or a number", state);
	if (syclbin_writer_state(p->writer, number) == SYCLBIN_OK)
		return CLI_GOOD;
	return cli_out_of_memory();
}

int packing_global(struct packing *p, const char *text)
{
	struct syclbin_string string;
	int code = packing_read(p, text, &string);
	if (code == CLI_GOOD && syclbin_writer_global(p->writer, string) != SYCLBIN_OK)
		return cli_out_of_memory();
	return code;
}

/* ---- modules */

/* The images as the library looks at them; those in files are mapped. Stops at one that cannot be. */
static size_t map_images(struct packing *p, struct syclbin_mapping *mappings, struct syclbin_span *spans)
{
	size_t count = 0;
	for (; count < p->image_count; count++) {
		const struct syclbin_source *from = &p->images[count].image.source;
		mappings[count] = (struct syclbin_mapping){ NULL, 0 };
		if (from->data)
			spans[count] = syclbin_span(from->data, (size_t)from->size);
		else if (syclbin_mapping_map(from->fd, false, &mappings[count]) == SYCLBIN_OK)
			spans[count] = syclbin_span(mappings[count].data, mappings[count].size);
		else
			break;
		spans[count].offset = SYCLBIN_NO_OFFSET;
	}
	return count;
}

/* Replaces the given properties by those and what the images tell. */
static int fill_text(struct packing *p)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	const struct syclbin_string given = syclbin_text_string(p->text);
	struct syclbin_text *whole = syclbin_text_create(NULL);
	struct syclbin_mapping *mappings = calloc(p->image_count + 1, sizeof *mappings);
	struct syclbin_span *spans = calloc(p->image_count + 1, sizeof *spans);
	int code = whole && mappings && spans ? CLI_GOOD : cli_out_of_memory();
	const size_t mapped = code == CLI_GOOD ? map_images(p, mappings, spans) : 0;
	if (code == CLI_GOOD && mapped < p->image_count)
		code = packing_error(p, "%s: cannot be mapped", p->images[mapped].path);
	if (code == CLI_GOOD && syclbin_package_text(spans, p->image_count, given, whole, &diag) != SYCLBIN_OK) {
		code = diag.status == SYCLBIN_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
		packing_error(p, "%s%s%s", p->image_count ? p->images[0].path : "", p->image_count ? ": " : "", diag.message);
	}
	for (size_t i = 0; i < mapped; i++)
		syclbin_mapping_close(&mappings[i]);
	free(mappings);
	free(spans);
	if (code != CLI_GOOD) {
		syclbin_text_destroy(whole);
		return code;
	}
	syclbin_text_destroy(p->text);
	p->text = whole;
	return CLI_GOOD;
}

static int add_module(struct packing *p, struct syclbin_string text)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint32_t module;
	if (syclbin_writer_module(p->writer, text, &module, &diag) != SYCLBIN_OK)
		return packing_failed(p, &diag);
	for (size_t i = 0; i < p->image_count; i++) {
		if (syclbin_writer_image(p->writer, module, &p->images[i].image, &diag) != SYCLBIN_OK)
			return packing_failed(p, &diag);
	}
	return CLI_GOOD;
}

int packing_end(struct packing *p)
{
	int code = CLI_GOOD;
	if (!p->in_module)
		return CLI_GOOD;
	if (p->implicit && p->described && p->image_count == 0)
		return packing_error(p, "properties without images, which are not those of the manifest's modules; begin a module with --module");
	if (p->image_count) { /* messages are about it */
		p->at.line = p->images[0].line;
		p->at.column = p->images[0].column;
	}
	if (!p->verbatim && !p->only_given)
		code = fill_text(p);
	if (code == CLI_GOOD)
		code = add_module(p, p->verbatim ? p->file_text : syclbin_text_string(p->text));
	p->in_module = false;
	p->image_count = 0;
	syclbin_text_clear(p->text);
	p->set[0] = '\0';
	return code;
}

int packing_module(struct packing *p, const char *text)
{
	struct syclbin_string string;
	int code = packing_end(p);
	p->in_module = code == CLI_GOOD;
	p->verbatim = p->implicit = false;
	if (code == CLI_GOOD && text) {
		code = packing_read(p, text, &string);
		packing_module_text(p, string);
	}
	return code;
}

void packing_module_text(struct packing *p, struct syclbin_string text)
{
	p->verbatim = true;
	p->file_text = text;
}

/* ---- properties */

static int begin_set(struct packing *p, struct syclbin_string set)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	const unsigned roles = syclbin_set_roles(set);
	if (roles && !(roles & SYCLBIN_ROLE_MODULE))
		return packing_error(p, "the set '%.*s' cannot be in the properties of a module", (int)set.size, set.data);
	if (set.size >= sizeof p->set)
		return packing_error(p, "the name of a set has more than %zu bytes", sizeof p->set - 1);
	if (strlen(p->set) == set.size && memcmp(p->set, set.data, set.size) == 0)
		return CLI_GOOD;
	if (syclbin_text_set(p->text, set, &diag) != SYCLBIN_OK)
		return packing_failed(p, &diag);
	memcpy(p->set, set.data, set.size);
	p->set[set.size] = '\0';
	return CLI_GOOD;
}

static int begin_properties(struct packing *p)
{
	if (!p->in_module) {
		const int code = packing_module(p, NULL);
		p->implicit = true;
		return code;
	}
	return p->verbatim ? packing_error(p, "text=FILE excludes other properties of the module") : CLI_GOOD;
}

int packing_property(struct packing *p, const struct assignment *a)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	int code = begin_properties(p);
	if (code == CLI_GOOD)
		code = begin_set(p, a->set);
	if (code != CLI_GOOD || a->key.size == 0)
		return code;
	return put_assignment(p->text, a, &diag) == SYCLBIN_OK ? CLI_GOOD : packing_failed(p, &diag);
}

int packing_name(struct packing *p, const char *set, const char *name)
{
	struct assignment a = { { set, strlen(set) }, { name, strlen(name) }, SYCLBIN_PROPERTY_U32, 1, NULL, 0 };
	return packing_property(p, &a);
}

int packing_properties(struct packing *p, const char *path)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_string text;
	struct syclbin_property one;
	enum syclbin_status status;
	int code = begin_properties(p);
	if (code == CLI_GOOD)
		code = packing_read(p, path, &text);
	if (code != CLI_GOOD)
		return code;
	const struct syclbin_span span = syclbin_span(text.data, text.size);
	struct syclbin_properties walk = syclbin_properties(&span);
	while (code == CLI_GOOD && (status = syclbin_properties_next(&walk, &one, &diag)) != SYCLBIN_E_NOT_FOUND) {
		if (status != SYCLBIN_OK)
			return source_error(path, &diag);
		code = begin_set(p, one.set);
		if (code == CLI_GOOD && one.type != SYCLBIN_PROPERTY_SET && syclbin_text_copy(p->text, one.key, &one, &diag) != SYCLBIN_OK)
			return source_error(path, &diag);
	}
	return code;
}
