/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images of a module that is being built: what they are, and their attributes. They stay in their files until the output is written. */
#include "pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 8192 };

/* The first bytes of an image, by which it is recognized. */
struct head {
	uint8_t bytes[HEAD];
	size_t size;
};

/* Reads a pipe into memory that lives until packing_finish(). */
static int read_pipe(struct packing *p, int fd, const char *path, struct syclbin_source *out, struct head *head)
{
	struct cli_input input;
	if (!CLI_RESERVE(p->blocks, p->block_count + 1, p->block_capacity)) {
		close(fd);
		return cli_out_of_memory();
	}
	int code = cli_read_from(fd, path, &input);
	if (code != CLI_GOOD)
		return code;
	p->blocks[p->block_count++] = (char *)input.data;
	head->size = input.size < HEAD ? input.size : HEAD;
	memcpy(head->bytes, input.data, head->size);
	*out = (struct syclbin_source){ input.data, -1, 0, input.size };
	return CLI_GOOD;
}

static int open_image(struct packing *p, const char *path, struct syclbin_source *out, struct head *head)
{
	struct stat about;
	int fd = cli_open(path);
	if (fd < 0 || fstat(fd, &about) != 0 || !CLI_RESERVE(p->files, p->file_count + 1, p->file_capacity)) {
		packing_error(p, "cannot read %s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return CLI_SYSTEM;
	}
	if (!S_ISREG(about.st_mode))
		return read_pipe(p, fd, path, out, head);
	p->files[p->file_count++] = fd;
	ssize_t got = pread(fd, head->bytes, HEAD, 0);
	head->size = got > 0 ? (size_t)got : 0;
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

/* Determines whether an image is IR or native: as specified, else native if it has an architecture, else by its content. */
static int choose_kind(struct packing *p, const struct packed_image *image, enum syclbin_image_kind content, bool has_text,
	enum syclbin_part_kind *out)
{
	if (image->kind && strcmp(image->kind, "ir") != 0 && strcmp(image->kind, "native") != 0)
		return packing_error(p, "kind '%s': expected ir or native", image->kind);
	bool native = image->kind ? *image->kind == 'n'
				  : image->arch || (content != SYCLBIN_KIND_SPIRV && content != SYCLBIN_KIND_BITCODE);
	*out = native ? SYCLBIN_PART_NATIVE : SYCLBIN_PART_IR;
	if (native && image->type)
		return packing_error(p, "a native image has no type");
	if (native && !image->arch && !has_text)
		return packing_error(p, "%s: a native image needs arch=NAME%s", image->path,
			image->kind ? "" : "; use kind=ir for an IR module that is neither SPIR-V nor bitcode");
	if (!native && image->arch)
		return packing_error(p, "an IR module has no arch");
	return CLI_GOOD;
}

/* The target and the architecture of the image: given, or by its content. Targets are completed. */
static int choose_target(struct packing *p, struct packed_image *image, const struct head *head)
{
	const struct syclbin_span span = syclbin_span(head->bytes, head->size);
	struct syclbin_string target, arch, named;
	char triple[256];
	syclbin_image_guess(&span, &target, &arch);
	if (image->target)
		target = (struct syclbin_string){ image->target, strlen(image->target) };
	const size_t size = syclbin_target_triple(target, triple, sizeof triple, &named);
	if (size >= sizeof triple)
		return packing_error(p, "%s: the target is too long", image->path);
	image->target = size ? packing_keep(p, triple, size) : NULL;
	arch = named.size ? named : arch;
	const bool may_be_native = !image->kind || *image->kind == 'n';
	if (!image->arch && arch.size && may_be_native)
		image->arch = packing_keep(p, arch.data, arch.size);
	else if (image->arch)
		image->arch = packing_keep(p, image->arch, strlen(image->arch));
	return CLI_GOOD;
}

static struct syclbin_string string_or_empty(const char *text)
{
	return (struct syclbin_string){ text ? text : "", text ? strlen(text) : 0 };
}

static int set_type(struct packing *p, const struct packed_image *from, enum syclbin_image_kind content, uint32_t *out)
{
	*out = content == SYCLBIN_KIND_PTX ? SYCLBIN_IR_PTX : SYCLBIN_IR_SPIRV;
	if (!from->type || parse_ir_type(from->type, out))
		return CLI_GOOD;
	return packing_error(p, "type '%s': expected spirv, ptx, amdgcn or a number", from->type);
}

/* Checks the attributes, and completes them. A property text has target and architecture. */
static int describe(struct packing *p, struct packed_image *from, const struct head *head, bool has_text,
	struct syclbin_writer_image *image)
{
	const enum syclbin_image_kind content = syclbin_sniff(head->bytes, head->size);
	int code = has_text ? CLI_GOOD : choose_target(p, from, head);
	if (code == CLI_GOOD)
		code = choose_kind(p, from, content, has_text, &image->kind);
	if (code == CLI_GOOD)
		code = set_type(p, from, content, &image->ir_type);
	if (code == CLI_GOOD && !has_text && !from->target)
		code = packing_error(p, "%s: expected target=TRIPLE", from->path);
	image->target = string_or_empty(has_text ? NULL : from->target);
	image->arch = string_or_empty(has_text ? NULL : from->arch);
	return code;
}

static int add(struct packing *p, struct packed_image *from, const struct syclbin_string *text)
{
	struct pending pending = { .line = p->at.line, .column = p->at.column };
	struct head *head = malloc(sizeof *head);
	int code = head ? CLI_GOOD : cli_out_of_memory();
	pending.image.size = sizeof pending.image;
	if (code == CLI_GOOD)
		code = open_image(p, from->path, &pending.image.source, head);
	if (code == CLI_GOOD)
		code = describe(p, from, head, text != NULL, &pending.image);
	free(head);
	if (code != CLI_GOOD)
		return code;
	pending.image.text = text ? *text : (struct syclbin_string){ NULL, 0 };
	pending.path = packing_keep(p, from->path, strlen(from->path));
	if (!pending.path || !CLI_RESERVE(p->images, p->image_count + 1, p->image_capacity))
		return CLI_SYSTEM;
	p->images[p->image_count++] = pending;
	return CLI_GOOD;
}

int packing_image_text(struct packing *p, const struct packed_image *image, const struct syclbin_string *text)
{
	struct packed_image own = *image;
	int code = image->path ? CLI_GOOD : packing_error(p, "an image without a file");
	if (code == CLI_GOOD && !p->in_module)
		code = packing_module(p, NULL);
	return code == CLI_GOOD ? add(p, &own, text) : code;
}

int packing_image(struct packing *p, const struct packed_image *image)
{
	struct syclbin_string text;
	int code = image->text ? packing_read(p, image->text, &text) : CLI_GOOD;
	return code == CLI_GOOD ? packing_image_text(p, image, image->text ? &text : NULL) : code;
}
