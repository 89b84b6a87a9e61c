/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packages the images of an input: which of them, in which modules. */
#include <syclbin/entries.h>
#include <syclbin/package.h>
#include <syclbin/target.h>
#include "writer.h"

#include <string.h>

enum { LONGEST = 256, GROUPS_BEFORE = 256, MOST_OF_MODULE = 256 };

/* An image on its way into a module. */
struct candidate {
	const struct syclbin_item *item;
	struct syclbin_string arch;
	char target[LONGEST];
	enum syclbin_part_kind kind;
	enum syclbin_image_kind content;
	uint64_t hash;    /* of its kernels, in any order; 0: it has none, or they are not known */
	uint32_t module;  /* number of the first image of its module */
	uint32_t next;    /* the next image of the module; UINT32_MAX: none */
};

struct package {
	struct syclbin_writer *writer;
	const struct syclbin_package_options *how;
	struct bytecursor_buffer candidates;
	uint32_t count, files; /* files: SYCLBINs */
	uint32_t state;        /* of the first of them; UINT32_MAX: none */
	bool has_state;        /* the writer's state was set before */
	struct syclbin_diag *diag;
};

static struct candidate *at(const struct package *p, uint32_t index)
{
	return (struct candidate *)(void *)p->candidates.data + index;
}

static bool equal(struct syclbin_string a, struct syclbin_string b)
{
	return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* ---- which images */

static bool is_of_host(const struct syclbin_item *item)
{
	static const char *const hosts[] = { "x86_64", "i386", "i586", "i686", "aarch64", "arm", "powerpc", "riscv", "s390x", "mips", "loongarch" };
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		const size_t size = strlen(hosts[i]);
		/* "x86_64" alone is an architecture of SYCL */
		if (item->triple.size > size && memcmp(item->triple.data, hosts[i], size) == 0)
			return true;
	}
	return false;
}

static void set_kind(struct candidate *c)
{
	c->content = syclbin_sniff(c->item->bytes.data, c->item->bytes.size);
	const bool is_ir = c->content == SYCLBIN_KIND_SPIRV || (c->content == SYCLBIN_KIND_BITCODE && c->arch.size == 0);
	c->kind = is_ir ? SYCLBIN_PART_IR : SYCLBIN_PART_NATIVE;
}

/* The target and the architecture: of the container, of the content, of the caller. */
static const char *set_target(struct candidate *c, const struct syclbin_package_options *how)
{
	struct syclbin_string target = c->item->triple, guessed_target, guessed_arch, named;
	syclbin_image_guess(&c->item->bytes, &guessed_target, &guessed_arch);
	target = target.size ? target : guessed_target.size ? guessed_target : how->target;
	c->arch = syclbin_string_is(c->item->arch, "generic") ? (struct syclbin_string){ "", 0 } : c->item->arch;
	if (syclbin_target_triple(target, c->target, sizeof c->target, &named) >= sizeof c->target)
		return "its target is too long";
	c->arch = c->arch.size ? c->arch : named.size ? named : guessed_arch.size ? guessed_arch : how->arch;
	set_kind(c);
	if (!*c->target)
		return "its target is not known";
	return c->kind == SYCLBIN_PART_NATIVE && c->arch.size == 0 ? "its architecture is not known" : NULL;
}

static uint64_t hash_of(const struct syclbin_span *image)
{
	struct syclbin_entries entries = syclbin_entries(image);
	struct syclbin_string name;
	uint64_t sum = 0;
	while (syclbin_entries_next(&entries, &name)) {
		uint64_t hash = 0xCBF29CE484222325u;
		for (size_t i = 0; i < name.size; i++)
			hash = (hash ^ (uint8_t)name.data[i]) * 0x100000001B3u;
		sum += hash;
	}
	return sum;
}

static bool same_kernels(const struct syclbin_span *a, const struct syclbin_span *b)
{
	struct syclbin_entries x = syclbin_entries(a), y;
	struct syclbin_string name, other;
	for (unsigned i = 0; syclbin_entries_next(&x, &name); i++) {
		bool found = false;
		for (y = syclbin_entries(b); !found && syclbin_entries_next(&y, &other);)
			found = equal(name, other);
		if (!found)
			return false;
		if (i == GROUPS_BEFORE) /* the hashes are equal, too */
			return true;
	}
	return true;
}

/* Adds the image to the module of an earlier one, unless that has one for the same target already. */
static void join(struct package *p, uint32_t index)
{
	struct candidate *c = at(p, index);
	const uint32_t from = index > GROUPS_BEFORE ? index - GROUPS_BEFORE : 0;
	for (uint32_t i = from; c->hash && i < index; i++) {
		uint32_t last = i;
		unsigned taken = 0;
		if (at(p, i)->module != i || at(p, i)->hash != c->hash || !same_kernels(&at(p, i)->item->bytes, &c->item->bytes))
			continue;
		for (uint32_t j = i; j != UINT32_MAX; last = j, j = at(p, j)->next)
			taken += at(p, j)->content == c->content && strcmp(at(p, j)->target, c->target) == 0 && equal(at(p, j)->arch, c->arch)
					 ? MOST_OF_MODULE
					 : 1u;
		if (taken >= MOST_OF_MODULE)
			continue;
		at(p, last)->next = index;
		c->module = i;
		return;
	}
}

static enum syclbin_status take(struct package *p, const struct syclbin_item *item)
{
	struct candidate c = { .item = item, .module = p->count, .next = UINT32_MAX };
	const char *why = is_of_host(item) ? "code of the host" : set_target(&c, p->how);
	if (why) {
		if (p->how->report)
			p->how->report(p->how->ctx, item, why);
		return SYCLBIN_OK;
	}
	c.hash = hash_of(&item->bytes);
	if (!syclbin__append(&p->candidates, &p->writer->allocator, &c, sizeof c))
		return syclbin__no_memory(p->diag);
	join(p, p->count++);
	return SYCLBIN_OK;
}

static enum syclbin_status take_file(struct package *p, const struct syclbin_item *item)
{
	struct syclbin_reader reader;
	enum syclbin_status status = syclbin_reader_open_span(&item->bytes, &reader, p->diag);
	uint32_t state = UINT32_MAX;
	if (status == SYCLBIN_OK && syclbin_reader_state(&reader, &state, NULL) == SYCLBIN_OK && p->files && state != p->state && !p->has_state)
		return syclbin__fail(p->diag, SYCLBIN_E_ARG, SYCLBIN_C_PACKAGE, item->bytes.offset,
			"a SYCLBIN in state %s after one in state %s; set the state of the whole file", syclbin_state_name(state), syclbin_state_name(p->state));
	p->state = p->files++ ? p->state : state;
	return status == SYCLBIN_OK ? syclbin_writer_file(p->writer, &reader, -1, p->diag) : status;
}

/* ---- modules */

static enum syclbin_status put_text(struct package *p, struct syclbin_span *images, uint32_t first, struct syclbin_text *text,
	uint32_t *out_module)
{
	size_t count = 0;
	for (uint32_t i = first; i != UINT32_MAX; i = at(p, i)->next)
		images[count++] = at(p, i)->item->bytes;
	enum syclbin_status status =
		syclbin_package_text(images, p->how->only_given ? 0 : count, p->how->properties, text, p->diag);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_module(p->writer, syclbin_text_string(text), out_module, p->diag);
	return status;
}

static enum syclbin_status put_image(struct package *p, uint32_t module, const struct candidate *c)
{
	const struct syclbin_writer_image image = { sizeof image, c->kind, { NULL, 0 }, SYCLBIN_IR_SPIRV, { c->target, strlen(c->target) },
		c->kind == SYCLBIN_PART_NATIVE ? c->arch : (struct syclbin_string){ "", 0 },
		{ c->item->bytes.data, -1, 0, c->item->bytes.size } };
	return syclbin_writer_image(p->writer, module, &image, p->diag);
}

/* The first image that fits is chosen: machine code comes before PTX, which the driver compiles. */
static enum syclbin_status put_module(struct package *p, struct syclbin_span *images, uint32_t first, struct syclbin_text *text)
{
	uint32_t module;
	enum syclbin_status status = put_text(p, images, first, text, &module);
	for (unsigned ptx = 0; ptx < 2; ptx++) {
		for (uint32_t i = first; status == SYCLBIN_OK && i != UINT32_MAX; i = at(p, i)->next) {
			if ((at(p, i)->content == SYCLBIN_KIND_PTX) == (ptx == 1))
				status = put_image(p, module, at(p, i));
		}
	}
	return status;
}

static enum syclbin_status put_modules(struct package *p)
{
	const struct syclbin_allocator *a = &p->writer->allocator;
	struct syclbin_span *images = syclbin__alloc(a, p->count, sizeof *images);
	struct syclbin_text *text = syclbin_text_create(a);
	enum syclbin_status status = images && text ? SYCLBIN_OK : syclbin__no_memory(p->diag);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < p->count; i++) {
		if (at(p, i)->module == i)
			status = put_module(p, images, i, text);
	}
	syclbin_text_destroy(text);
	syclbin__free(a, images, p->count, sizeof *images);
	return status;
}

static enum syclbin_status take_input(struct package *p, const struct syclbin_input *input)
{
	enum syclbin_status status = SYCLBIN_OK;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < syclbin_input_count(input); i++) {
		const struct syclbin_item *item = syclbin_input_item(input, i);
		status = item->is_syclbin ? take_file(p, item) : take(p, item);
	}
	return status;
}

enum syclbin_status syclbin_writer_inputs(struct syclbin_writer *writer, const struct syclbin_input *const *inputs, size_t count,
	const struct syclbin_package_options *options, struct syclbin_diag *diag)
{
	struct syclbin_package_options own = SYCLBIN_PACKAGE_OPTIONS_INIT;
	const struct syclbin_writer mark = *writer;
	struct package p = { .writer = writer, .how = &own, .diag = diag, .has_state = writer->has_global };
	enum syclbin_status status = SYCLBIN_OK;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return syclbin__size_is_wrong(diag, options->size, "syclbin_package_options");
	if (options)
		memcpy(&own, options, BYTECURSOR_SIZE_TO_COPY(&own, options));
	for (size_t i = 0; status == SYCLBIN_OK && i < count; i++)
		status = take_input(&p, inputs[i]);
	if (status == SYCLBIN_OK && p.count == 0 && p.files == 0)
		status = syclbin__fail(diag, SYCLBIN_E_NOT_FOUND, SYCLBIN_C_PACKAGE, SYCLBIN_NO_OFFSET, "there is no image to package");
	if (status == SYCLBIN_OK)
		status = put_modules(&p);
	syclbin__buffer_free(&p.candidates, &writer->allocator);
	if (status != SYCLBIN_OK)
		syclbin__writer_roll_back(writer, &mark);
	return status;
}

/* ---- in one call */

static enum syclbin_status write(const struct syclbin_input *input, uint32_t state, const struct syclbin_package_options *options,
	enum syclbin_encoding encoding, const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size,
	struct syclbin_diag *diag)
{
	struct syclbin_writer *writer = syclbin_writer_create(allocator);
	enum syclbin_status status = writer ? SYCLBIN_OK : syclbin__no_memory(diag);
	if (status == SYCLBIN_OK && state != UINT32_MAX && syclbin_writer_state(writer, state) != SYCLBIN_OK)
		status = syclbin__no_memory(diag);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_inputs(writer, &input, 1, options, diag);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_finish(writer, encoding, out_data, out_size, diag);
	syclbin_writer_destroy(writer);
	return status;
}

enum syclbin_status syclbin_package(const void *data, size_t size, uint32_t state, const struct syclbin_package_options *options,
	enum syclbin_encoding encoding, const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size,
	struct syclbin_diag *diag)
{
	struct syclbin_input *input;
	*out_data = NULL;
	*out_size = 0;
	enum syclbin_status status = syclbin_input_open(data, size, NULL, allocator, &input, diag);
	if (status != SYCLBIN_OK)
		return status;
	status = write(input, state, options, encoding, allocator, out_data, out_size, diag);
	syclbin_input_close(input);
	return status;
}

void syclbin_package_free(const struct syclbin_allocator *allocator, uint8_t *data, size_t size) { syclbin__free(allocator, data, size, 1); }
