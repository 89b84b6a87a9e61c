/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_load(): header, list of sections, order of work. */
#include "bytecode/read/load_state.h"

#include <bytecursor/ckd.h>
#include <bytecursor/kind.h>
#include <mlirbc/dialect.h>
#include <string.h>

enum { DEFAULT_DEPTH = 512, LARGEST_DEPTH = (1 << 28) - 2, DEFAULT_WORK = 64 };

enum { MAGIC_SIZE = sizeof BYTECURSOR_MAGIC_BYTECODE - 1 };

static bool read_header(struct mlirbc__reader *r)
{
	struct mlirbc__load *load = r->load;
	if (!mlirbc_is_bytecode(load->data, load->size))
		return mlirbc__load_fail(load, MLIRBC_E_MAGIC, 0, "not MLIR bytecode: expected the bytes 4d 4c ef 52");
	(void)bytecursor_take(&r->c, MAGIC_SIZE);
	uint64_t version = mlirbc__varint(&r->c);
	if (!bytecursor_ok(&r->c))
		return mlirbc__load_fail(
			load, MLIRBC_E_TRUNCATED, r->c.fail_at, "the file ends where its version was expected");
	if (version > MLIRBC__V_NEWEST)
		return mlirbc__load_fail(load, MLIRBC_E_VERSION, MAGIC_SIZE,
			"bytecode version is %llu, expected 0 to %d", (unsigned long long)version, MLIRBC__V_NEWEST);
	load->version = (uint32_t)version;
	const char *producer = (const char *)load->data + r->c.pos;
	const char *end = memchr(producer, 0, bytecursor_left(&r->c));
	if (!end)
		return mlirbc__load_fail(load, MLIRBC_E_TRUNCATED, load->size,
			"the file ends inside the producer's name, expected a byte 0");
	size_t size = (size_t)(end - producer);
	(void)bytecursor_take(&r->c, size + 1);
	const bool own = !load->producer ||
			 (load->producer_if_unknown && mlirbc__release_of(producer, size) != MLIRBC__RELEASE_COUNT);
	const char *chosen = own ? producer : load->producer;
	load->release = mlirbc__release_of(chosen, strlen(chosen));
	load->file.release = mlirbc__release_nearest(chosen, strlen(chosen));
	load->module->producer = mlirbc_string_get(load->context, producer, size);
	return load->module->producer || mlirbc__load_memory(load);
}

/* A truncated file is detected here: the last section is incomplete. */
static bool read_sections(struct mlirbc__reader *r)
{
	struct mlirbc__load *load = r->load;
	while (bytecursor_left(&r->c)) {
		size_t at = r->c.pos;
		enum mlirbc__section_id id;
		struct bytecursor data;
		if (!mlirbc__section(r, &id, &data))
			return false;
		if (load->present[id])
			return mlirbc__load_fail(load, MLIRBC_E_CORRUPT, at, "second %s section, expected one",
				mlirbc__section_names[id]);
		load->present[id] = true;
		load->sections[id] = data;
	}
	for (unsigned id = 0; id < MLIRBC__SECTION_COUNT; id++) {
		bool needed = id <= MLIRBC__SECTION_IR ||
			      (id == MLIRBC__SECTION_PROPERTIES && load->version >= MLIRBC__V_PROPERTIES);
		if (needed && !load->present[id])
			return mlirbc__load_fail(load, MLIRBC_E_TRUNCATED, load->size,
				"the file ends without a section %u (%s)", id, mlirbc__section_names[id]);
	}
	bool data = load->present[MLIRBC__SECTION_RESOURCE], offsets = load->present[MLIRBC__SECTION_RESOURCE_OFFSET];
	if (data != offsets)
		return mlirbc__load_fail(load, MLIRBC_E_CORRUPT, load->size, "%s section, but no %s section",
			mlirbc__section_names[data ? MLIRBC__SECTION_RESOURCE : MLIRBC__SECTION_RESOURCE_OFFSET],
			mlirbc__section_names[data ? MLIRBC__SECTION_RESOURCE_OFFSET : MLIRBC__SECTION_RESOURCE]);
	return true;
}

/* Estimates the memory of the permanent tables. */
static void expect_tables(struct mlirbc__load *load)
{
	size_t entries = bytecursor_left(&load->sections[MLIRBC__SECTION_ATTR_TYPE_OFFSET]);
	size_t blobs = bytecursor_left(&load->sections[MLIRBC__SECTION_PROPERTIES]);
	if (load->lazy)
		mlirbc__arena_expect(&load->context->arena, entries / 4 + blobs);
}

static bool load_all(struct mlirbc__load *load)
{
	struct mlirbc__reader r = { bytecursor_init(load->data, load->size), load, NULL, MLIRBC_NO_OFFSET };
	load->module = mlirbc_module_create(load->context);
	if (!load->module)
		return mlirbc__load_memory(load);
	if (!read_header(&r) || !read_sections(&r))
		return false;
	expect_tables(load);
	return mlirbc__load_strings(load) && mlirbc__load_blobs(load) && mlirbc__load_dialects(load) &&
	       mlirbc__load_resources(load) && mlirbc__load_entries(load) && mlirbc__load_ir(load);
}

bool mlirbc_is_bytecode(const void *data, size_t size)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_BYTECODE, data, size);
}

static void set_options(struct mlirbc__load *load, const struct mlirbc_load_options *options)
{
	load->max_depth = DEFAULT_DEPTH;
	load->max_loc_depth = MLIRBC__MOST_NESTED;
	if (MLIRBC__HAS_OPTION(options, max_depth) && options->max_depth)
		load->max_loc_depth = load->max_depth = options->max_depth < LARGEST_DEPTH ? options->max_depth : LARGEST_DEPTH;
	load->lazy = MLIRBC__HAS_OPTION(options, lazy) && options->lazy;
	load->lazy_attributes = load->lazy || (MLIRBC__HAS_OPTION(options, lazy_attributes) && options->lazy_attributes);
	if (MLIRBC__HAS_OPTION(options, dialect_count)) {
		load->codings = options->dialects;
		load->coding_count = options->dialect_count;
	}
	if (MLIRBC__HAS_OPTION(options, producer))
		load->producer = options->producer;
	load->producer_if_unknown = MLIRBC__HAS_OPTION(options, producer_if_unknown) && options->producer_if_unknown;
	if (MLIRBC__HAS_OPTION(options, interface_count)) {
		load->interfaces = options->interfaces;
		load->interface_count = options->interface_count;
	}
	uint64_t factor = MLIRBC__HAS_OPTION(options, max_work) && options->max_work ? options->max_work : DEFAULT_WORK;
	if (ckd_add(&load->work_left, (uint64_t)load->size, (uint64_t)1 << 14) ||
		ckd_mul(&load->work_left, load->work_left, factor))
		load->work_left = UINT64_MAX;
}

enum mlirbc_status mlirbc_load(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_load_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	*out_module = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_load_options");
	for (size_t i = 0; MLIRBC__HAS_OPTION(options, interface_count) && i < options->interface_count; i++) {
		if (BYTECURSOR_SIZE_IS_WRONG(options->interfaces[i]))
			return mlirbc__size_is_wrong(diag, options->interfaces[i]->size, "mlirbc_dialect_interface");
	}
	struct mlirbc__load *load = mlirbc__arena_take(&context->arena, sizeof *load, _Alignof(struct mlirbc__load));
	if (!load)
		return mlirbc__fail(diag, mlirbc__memory_status(context), MLIRBC_NO_OFFSET, "%s", mlirbc__memory_text(context));
	*load = (struct mlirbc__load){ .file = { .reader = &mlirbc__file_reader, .size = size },
		.context = context,
		.diag = diag,
		.data = data,
		.size = size };
	set_options(load, options);
	bool ok = load_all(load);
	enum mlirbc_status status = load->status;
	if (!ok) {
		mlirbc__file_reader.finish(&load->file);
		return status;
	}
	mlirbc__give_scratch(load);
	load->file.next = context->files;
	context->files = &load->file;
	load->diag = NULL;
	load->module->file = &load->file;
	status = mlirbc__load_upgrade(load->module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__load_wanted(load->module, options, diag);
	if (status == MLIRBC_OK)
		*out_module = load->module;
	return status;
}
