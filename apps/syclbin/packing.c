/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects modules, properties and images for a writer. Images stay in their files until the output is written. */
#include "pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

static int failed(struct packing *p, const struct syclbin_diag *diag)
{
	packing_error(p, "%s", diag->message);
	return diag->status == SYCLBIN_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}

int packing_init(struct packing *p, const struct cli_command *command)
{
	struct rlimit files;
	memset(p, 0, sizeof *p);
	p->command = command;
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
	free(p->files);
	free(p->blocks);
	syclbin_text_destroy(p->text);
	syclbin_writer_destroy(p->writer);
	memset(p, 0, sizeof *p);
}

/* Reads a whole file as text that lives until packing_finish(). */
static int read_text(struct packing *p, const char *path, struct syclbin_string *out)
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
	int code = read_text(p, text, &string);
	if (code == CLI_GOOD && syclbin_writer_global(p->writer, string) != SYCLBIN_OK)
		return cli_out_of_memory();
	return code;
}

static int add_module(struct packing *p, struct syclbin_string text)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	p->added = true;
	return syclbin_writer_module(p->writer, text, &p->module, &diag) == SYCLBIN_OK ? CLI_GOOD : failed(p, &diag);
}

int packing_end(struct packing *p)
{
	return p->in_module && !p->added ? add_module(p, syclbin_text_string(p->text)) : CLI_GOOD;
}

int packing_module(struct packing *p, const char *text)
{
	struct syclbin_string string;
	int code = packing_end(p);
	if (code != CLI_GOOD)
		return code;
	syclbin_text_clear(p->text);
	p->set[0] = '\0';
	p->in_module = true;
	p->added = false;
	if (!text)
		return CLI_GOOD;
	code = read_text(p, text, &string);
	return code == CLI_GOOD ? add_module(p, string) : code;
}

int packing_property(struct packing *p, const struct assignment *a)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	if (!p->in_module)
		packing_module(p, NULL);
	if (p->added)
		return packing_error(p, "properties must precede the images of a module, and exclude text=FILE");
	if (a->set.size >= sizeof p->set)
		return packing_error(p, "the name of a set has more than %zu bytes", sizeof p->set - 1);
	if (strlen(p->set) != a->set.size || memcmp(p->set, a->set.data, a->set.size) != 0) {
		if (syclbin_text_set(p->text, a->set, &diag) != SYCLBIN_OK)
			return failed(p, &diag);
		memcpy(p->set, a->set.data, a->set.size);
		p->set[a->set.size] = '\0';
	}
	if (a->key.size == 0)
		return CLI_GOOD;
	return put_assignment(p->text, a, &diag) == SYCLBIN_OK ? CLI_GOOD : failed(p, &diag);
}

int packing_name(struct packing *p, const char *set, const char *name)
{
	struct assignment a = { { set, strlen(set) }, { name, strlen(name) }, SYCLBIN_PROPERTY_U32, 1, NULL, 0 };
	return packing_property(p, &a);
}

/* Reads a pipe into memory that lives until packing_finish(). */
static int read_pipe(
	struct packing *p, int fd, const char *path, struct syclbin_source *out, enum syclbin_image_kind *out_kind)
{
	struct cli_input input;
	if (!CLI_RESERVE(p->blocks, p->block_count + 1, p->block_capacity)) {
		cli_error("out of memory");
		close(fd);
		return CLI_SYSTEM;
	}
	int code = cli_read_from(fd, path, &input);
	if (code != CLI_GOOD)
		return code;
	p->blocks[p->block_count++] = (char *)input.data;
	*out_kind = syclbin_sniff(input.data, input.size < 4096 ? input.size : 4096);
	*out = (struct syclbin_source){ input.data, -1, 0, input.size };
	return CLI_GOOD;
}

/* Opens an image and detects its kind from its first bytes. */
static int open_image(
	struct packing *p, const char *path, struct syclbin_source *out, enum syclbin_image_kind *out_kind)
{
	struct stat about;
	uint8_t head[4096];
	int fd = cli_open(path);
	if (fd < 0 || fstat(fd, &about) != 0 || !CLI_RESERVE(p->files, p->file_count + 1, p->file_capacity)) {
		packing_error(p, "cannot read %s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return CLI_SYSTEM;
	}
	if (!S_ISREG(about.st_mode))
		return read_pipe(p, fd, path, out, out_kind);
	p->files[p->file_count++] = fd;
	ssize_t got = pread(fd, head, sizeof head, 0);
	*out_kind = syclbin_sniff(head, got > 0 ? (size_t)got : 0);
	*out = (struct syclbin_source){ NULL, fd, 0, (uint64_t)about.st_size };
	return CLI_GOOD;
}

bool packed_image_set(struct packed_image *image, const char *key, const char *value)
{
	const char **member = strcmp(key, "file") == 0    ? &image->path
			      : strcmp(key, "kind") == 0  ? &image->kind
			      : strcmp(key, "type") == 0  ? &image->type
			      : strcmp(key, "arch") == 0  ? &image->arch
			      : strcmp(key, "text") == 0  ? &image->text
			      : strcmp(key, "target") == 0 || strcmp(key, "triple") == 0 ? &image->target
											: NULL;
	if (member)
		*member = value;
	return member;
}

/* Determines whether an image is IR or native: as specified, else native if it has an architecture, else by its
 * content. */
static int choose_kind(struct packing *p, const struct packed_image *image, enum syclbin_image_kind content,
	enum syclbin_part_kind *out)
{
	if (image->kind && strcmp(image->kind, "ir") != 0 && strcmp(image->kind, "native") != 0)
		return packing_error(p, "kind '%s': expected ir or native", image->kind);
	bool native = image->kind ? *image->kind == 'n'
				  : image->arch || (content != SYCLBIN_KIND_SPIRV && content != SYCLBIN_KIND_BITCODE);
	*out = native ? SYCLBIN_PART_NATIVE : SYCLBIN_PART_IR;
	if (native && image->type)
		return packing_error(p, "a native image has no type");
	if (native && !image->arch && !image->text)
		return packing_error(p, "%s: a native image needs arch=NAME%s", image->path,
			image->kind ? "" : "; use kind=ir for an IR module that is neither SPIR-V nor bitcode");
	if (!native && image->arch)
		return packing_error(p, "an IR module has no arch");
	return CLI_GOOD;
}

static struct syclbin_string string_or_empty(const char *text)
{
	return (struct syclbin_string){ text ? text : "", text ? strlen(text) : 0 };
}

int packing_image(struct packing *p, const struct packed_image *from)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_IR, { NULL, 0 }, 0,
		string_or_empty(from->target), string_or_empty(from->arch), { NULL, -1, 0, 0 } };
	enum syclbin_image_kind content = SYCLBIN_KIND_NONE;
	if (!p->in_module)
		packing_module(p, NULL);
	int code = from->path ? packing_end(p) : packing_error(p, "an image without a file");
	if (code == CLI_GOOD)
		code = open_image(p, from->path, &image.source, &content);
	if (code == CLI_GOOD)
		code = choose_kind(p, from, content, &image.kind);
	if (code == CLI_GOOD && from->type && !parse_ir_type(from->type, &image.ir_type))
		code = packing_error(p, "type '%s': expected spirv, ptx, amdgcn or a number", from->type);
	if (code == CLI_GOOD && !from->type && content == SYCLBIN_KIND_PTX)
		image.ir_type = SYCLBIN_IR_PTX;
	if (code == CLI_GOOD && from->text)
		code = read_text(p, from->text, &image.text);
	if (code == CLI_GOOD && !from->text && !from->target)
		code = packing_error(p, "%s: expected target=TRIPLE", from->path);
	if (code != CLI_GOOD)
		return code;
	return syclbin_writer_image(p->writer, p->module, &image, &diag) == SYCLBIN_OK ? CLI_GOOD : failed(p, &diag);
}
