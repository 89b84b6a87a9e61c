/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The properties of a module: those given, and those that its images tell. */
#include <syclbin/entries.h>
#include <syclbin/package.h>
#include "spirv.h"

#include <stdio.h>
#include <string.h>

#define SET_MASKS "SYCL/kernel param opt"
#define SET_CONSTANTS "SYCL/specialization constants"
#define SET_DEFAULTS "SYCL/specialization constants default values"

enum { MOST_PARAMETERS = 65536 };
#define UNKNOWN UINT32_MAX

struct packaging {
	const struct syclbin_span *images;
	size_t count;
	struct syclbin_table given;
	struct syclbin__spirv *spirv; /* of each image */
	struct syclbin_text *out, *kernels;  /* kernels: their names as keys of a set, each once */
	struct syclbin_table names; /* of `kernels` */
	uint32_t *parameters;       /* of each of the names in SPIR-V; UNKNOWN: no SPIR-V has it */
	uint32_t *seen;             /* of each name: the last image that has it, plus 1 */
	struct syclbin_diag *diag;
	const struct syclbin_allocator *allocator; /* of `out` */
};

static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

static int shown(struct syclbin_string s) { return s.size < 80 ? (int)s.size : 80; }

static size_t kernel_count(const struct syclbin__spirv *s) { return s->kernels.size / sizeof(struct syclbin__spirv_kernel); }

static const struct syclbin__spirv_kernel *kernel_at(const struct syclbin__spirv *s, size_t index)
{
	return (const struct syclbin__spirv_kernel *)(const void *)s->kernels.data + index;
}

/* The number of a name among the kernels; UINT32_MAX if it is none. */
static uint32_t number_of(const struct packaging *p, struct syclbin_string name)
{
	const struct syclbin_property *found = syclbin_table_find(&p->names, string(SYCLBIN_SET_KERNEL_NAMES), name);
	return found ? (uint32_t)(found - p->names.properties) : UINT32_MAX;
}

/* ---- checks of what was given */

static enum syclbin_status check_sets(const struct packaging *p)
{
	for (uint32_t i = 0; i < p->given.set_count; i++) {
		const struct syclbin_string set = p->given.sets[i].name;
		const unsigned roles = syclbin_set_roles(set);
		if (roles && !(roles & SYCLBIN_ROLE_MODULE))
			return syclbin__fail(p->diag, SYCLBIN_E_ARG, SYCLBIN_C_PACKAGE, p->given.sets[i].offset,
				"the set '%.*s' cannot be in the properties of a module", shown(set), set.data);
	}
	return SYCLBIN_OK;
}

/* Every given kernel is an entry point of an image whose entry points are known. */
static enum syclbin_status check_image(const struct packaging *p, size_t index)
{
	struct syclbin_entries entries = syclbin_entries(&p->images[index]);
	struct syclbin_string entry, first = string("none");
	bool known = syclbin__is_spirv(&p->images[index]);
	for (bool any = false; syclbin_entries_next(&entries, &entry); any = known = true) {
		const uint32_t number = number_of(p, entry);
		first = any ? first : entry;
		if (number != UINT32_MAX)
			p->seen[number] = (uint32_t)index + 1;
	}
	for (uint32_t i = 0; known && i < p->names.property_count; i++) {
		const struct syclbin_string name = p->names.properties[i].key;
		if (p->seen[i] != index + 1)
			return syclbin__fail(p->diag, SYCLBIN_E_ARG, SYCLBIN_C_PACKAGE, p->images[index].offset,
				"the image (number %zu of the module) has no kernel '%.*s'; its first one is '%.*s'", index, shown(name),
				name.data, shown(first), first.data);
	}
	return SYCLBIN_OK;
}

/* The parameters that a mask leaves are those of the code. */
static enum syclbin_status check_mask(const struct packaging *p, const struct syclbin_property *mask)
{
	const uint32_t number = number_of(p, mask->key), has = number == UINT32_MAX ? UNKNOWN : p->parameters[number];
	uint64_t left = 0, removed;
	if (has == UNKNOWN || mask->type != SYCLBIN_PROPERTY_BYTES)
		return SYCLBIN_OK;
	for (uint64_t i = 0; syclbin_property_number(mask, i, &removed); i++)
		left += !removed;
	if (left == has)
		return SYCLBIN_OK;
	return syclbin__fail(p->diag, SYCLBIN_E_ARG, SYCLBIN_C_PACKAGE, mask->offset,
		"the mask of kernel '%.*s' leaves %llu parameters, but its code has %lu", shown(mask->key), mask->key.data,
		(unsigned long long)left, (unsigned long)has);
}

static enum syclbin_status check_given(const struct packaging *p)
{
	const struct syclbin_table_set *kernels = syclbin_table_find_set(&p->given, string(SYCLBIN_SET_KERNEL_NAMES));
	enum syclbin_status status = SYCLBIN_OK;
	for (size_t i = 0; kernels && kernels->count && status == SYCLBIN_OK && i < p->count; i++)
		status = check_image(p, i);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < p->given.property_count; i++) {
		if (syclbin_string_is(p->given.properties[i].set, SET_MASKS))
			status = check_mask(p, &p->given.properties[i]);
	}
	return status;
}

/* ---- what images tell */

/* Kernels in the order of the images: given ones, else the entry points. */
static enum syclbin_status collect_kernels(struct packaging *p)
{
	const struct syclbin_table_set *given = syclbin_table_find_set(&p->given, string(SYCLBIN_SET_KERNEL_NAMES));
	enum syclbin_status status = syclbin_text_set(p->kernels, string(SYCLBIN_SET_KERNEL_NAMES), p->diag);
	struct syclbin_string name;
	for (uint32_t i = 0; given && status == SYCLBIN_OK && i < given->count; i++)
		status = syclbin_text_u32(p->kernels, p->given.properties[given->first + i].key, 1, p->diag);
	for (size_t i = 0; !(given && given->count) && status == SYCLBIN_OK && i < p->count; i++) {
		struct syclbin_entries entries = syclbin_entries(&p->images[i]);
		while (status == SYCLBIN_OK && syclbin_entries_next(&entries, &name))
			status = syclbin_text_u32(p->kernels, name, 1, p->diag);
	}
	const struct syclbin_string text = syclbin_text_string(p->kernels);
	const struct syclbin_span span = syclbin_span(text.data, text.size);
	return status == SYCLBIN_OK ? syclbin_table_init(&p->names, &span, p->allocator, p->diag) : status;
}

/* The parameters of the names: those of the first SPIR-V that has the kernel. */
static bool count_parameters(struct packaging *p)
{
	const uint32_t count = p->names.property_count;
	p->parameters = syclbin__alloc(p->allocator, count, sizeof *p->parameters);
	p->seen = syclbin__alloc(p->allocator, count, sizeof *p->seen);
	if (!p->parameters || !p->seen)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		p->parameters[i] = UNKNOWN;
		p->seen[i] = 0;
	}
	for (size_t i = 0; i < p->count; i++) {
		for (size_t k = 0; k < kernel_count(&p->spirv[i]); k++) {
			const uint32_t number = number_of(p, kernel_at(&p->spirv[i], k)->name);
			if (number != UINT32_MAX && p->parameters[number] == UNKNOWN)
				p->parameters[number] = kernel_at(&p->spirv[i], k)->parameters;
		}
	}
	return true;
}

static bool has(const struct packaging *p, const char *set, struct syclbin_string key)
{
	return syclbin_table_find(&p->given, string(set), key) != NULL;
}

static enum syclbin_status put_kernels(struct packaging *p)
{
	enum syclbin_status status = SYCLBIN_OK;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < p->names.property_count; i++) {
		if (!has(p, SYCLBIN_SET_KERNEL_NAMES, p->names.properties[i].key))
			status = syclbin_text_u32(p->out, p->names.properties[i].key, 1, p->diag);
	}
	return status;
}

static enum syclbin_status put_masks(struct packaging *p)
{
	static const uint8_t none[MOST_PARAMETERS / 8];
	enum syclbin_status status = SYCLBIN_OK;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < p->names.property_count; i++) {
		const struct syclbin_string name = p->names.properties[i].key;
		const uint32_t parameters = p->parameters[i];
		if (parameters > 0 && parameters <= MOST_PARAMETERS && !has(p, SET_MASKS, name))
			status = syclbin_text_bytes(p->out, name, none, parameters, p->diag);
	}
	return status;
}

static size_t constant_count(const struct syclbin__spirv *s) { return s->constants.size / sizeof(struct syclbin__spirv_constant); }

/* The first image with constants; NULL if there is none, or they were given. */
static const struct syclbin__spirv *with_constants(const struct packaging *p)
{
	const bool given = syclbin_table_find_set(&p->given, string(SET_CONSTANTS)) || syclbin_table_find_set(&p->given, string(SET_DEFAULTS));
	for (size_t i = 0; !given && i < p->count; i++) {
		if (constant_count(&p->spirv[i]))
			return &p->spirv[i];
	}
	return NULL;
}

/* A constant as the run time knows it: its number, the offset in its value, its size. */
static enum syclbin_status put_constants(struct packaging *p)
{
	const struct syclbin__spirv *s = with_constants(p);
	enum syclbin_status status = SYCLBIN_OK;
	for (size_t i = 0; s && status == SYCLBIN_OK && i < constant_count(s); i++) {
		const struct syclbin__spirv_constant *c = (const struct syclbin__spirv_constant *)(const void *)s->constants.data + i;
		char digits[16];
		uint8_t leaf[12] = { 0 };
		syclbin__put32(leaf, c->id);
		syclbin__put32(leaf + 8, c->size);
		snprintf(digits, sizeof digits, "%lu", (unsigned long)c->id);
		status = syclbin_text_bytes(p->out, c->name.size ? c->name : string(digits), leaf, 8 * sizeof leaf, p->diag);
	}
	return status;
}

static enum syclbin_status put_defaults(struct packaging *p)
{
	const struct syclbin__spirv *s = with_constants(p);
	struct bytecursor_buffer all = { 0 };
	bool good = true;
	for (size_t i = 0; s && good && i < constant_count(s); i++) {
		const struct syclbin__spirv_constant *c = (const struct syclbin__spirv_constant *)(const void *)s->constants.data + i;
		uint8_t value[8];
		syclbin__put64(value, c->value);
		good = syclbin__append(&all, p->allocator, value, c->size);
	}
	enum syclbin_status status = good ? SYCLBIN_OK : syclbin__no_memory(p->diag);
	if (s && good)
		status = syclbin_text_bytes(p->out, string("all"), all.data, 8 * (uint64_t)all.size, p->diag);
	syclbin__buffer_free(&all, p->allocator);
	return status;
}

/* ---- the text */

static const struct {
	const char *set;
	enum syclbin_status (*put)(struct packaging *p);
} sources[] = { { SYCLBIN_SET_KERNEL_NAMES, put_kernels }, { SET_MASKS, put_masks }, { SET_CONSTANTS, put_constants },
	{ SET_DEFAULTS, put_defaults } };
enum { SOURCES = sizeof sources / sizeof *sources };

static enum syclbin_status put_given(struct packaging *p, const struct syclbin_table_set *set)
{
	enum syclbin_status status = syclbin_text_set(p->out, set->name, p->diag);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < set->count; i++) {
		const struct syclbin_property *one = &p->given.properties[set->first + i];
		status = syclbin_text_copy(p->out, one->key, one, p->diag);
	}
	for (size_t i = 0; status == SYCLBIN_OK && i < SOURCES; i++) {
		if (syclbin_string_is(set->name, sources[i].set))
			status = sources[i].put(p);
	}
	return status;
}

/* A set that was not given, unless it stays empty. */
static enum syclbin_status put_set(struct packaging *p, size_t source)
{
	const size_t before = syclbin_text_string(p->out).size;
	enum syclbin_status status = syclbin_text_set(p->out, string(sources[source].set), p->diag);
	const size_t head = syclbin_text_string(p->out).size;
	if (status == SYCLBIN_OK)
		status = sources[source].put(p);
	if (status == SYCLBIN_OK && syclbin_text_string(p->out).size == head)
		syclbin__text_cut(p->out, before);
	return status;
}

static enum syclbin_status build(struct packaging *p)
{
	enum syclbin_status status = check_sets(p);
	if (status == SYCLBIN_OK)
		status = collect_kernels(p);
	if (status == SYCLBIN_OK && !count_parameters(p))
		status = syclbin__no_memory(p->diag);
	if (status == SYCLBIN_OK)
		status = check_given(p);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < p->given.set_count; i++)
		status = put_given(p, &p->given.sets[i]);
	for (size_t i = 0; status == SYCLBIN_OK && i < SOURCES; i++) {
		if (!syclbin_table_find_set(&p->given, string(sources[i].set)))
			status = put_set(p, i);
	}
	return status;
}

enum syclbin_status syclbin_package_text(const struct syclbin_span *images, size_t count, struct syclbin_string given,
	struct syclbin_text *out, struct syclbin_diag *diag)
{
	struct packaging p = { .images = images, .count = count, .out = out, .diag = diag,
		.allocator = syclbin__text_allocator(out) };
	const struct syclbin_span span = syclbin_span(given.size ? given.data : NULL, given.size);
	syclbin_text_clear(out);
	enum syclbin_status status = syclbin_table_init(&p.given, &span, p.allocator, diag);
	if (status != SYCLBIN_OK)
		return status;
	size_t scanned = 0;
	p.kernels = syclbin_text_create(p.allocator);
	p.spirv = syclbin__alloc(p.allocator, count, sizeof *p.spirv);
	while (p.spirv && scanned < count && syclbin__spirv_scan(&images[scanned], p.allocator, &p.spirv[scanned]))
		scanned++;
	status = p.kernels && p.spirv && scanned == count ? build(&p) : syclbin__no_memory(diag);
	for (size_t i = 0; i < scanned; i++)
		syclbin__spirv_finish(&p.spirv[i], p.allocator);
	syclbin__free(p.allocator, p.spirv, count, sizeof *p.spirv);
	syclbin__free(p.allocator, p.parameters, p.names.property_count, sizeof *p.parameters);
	syclbin__free(p.allocator, p.seen, p.names.property_count, sizeof *p.seen);
	syclbin_text_destroy(p.kernels);
	syclbin_table_finish(&p.names, p.allocator);
	syclbin_table_finish(&p.given, p.allocator);
	return status;
}
