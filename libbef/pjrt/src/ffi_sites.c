/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls of a module that have handlers become sites: what MLIR says of them is copied, since the module is gone
 * when the program runs. */
#include "callbacks.h"

#include <mlirbc/print.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_ops.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PYTHON_TARGET "xla_buffer_python_cpu_callback"

struct pjrt__ffi_room {
	struct pjrt__ffi_room *next;
	_Alignas(16) char bytes[];
};

void *pjrt__ffi_room(struct pjrt__ffi_site *site, size_t size)
{
	struct pjrt__ffi_room *room = calloc(1, sizeof *room + size + 1);
	if (!room)
		return NULL;
	room->next = site->rooms;
	site->rooms = room;
	return room->bytes;
}

/* ---- lives */

static void free_site(struct pjrt__ffi_site *site)
{
	pjrt__ffi_state_end(&site->state);
	while (site->rooms) {
		struct pjrt__ffi_room *room = site->rooms;
		site->rooms = room->next;
		free(room);
	}
	free(site);
}

struct pjrt__ffi_sites *pjrt__ffi_sites_retain(struct pjrt__ffi_sites *sites)
{
	__atomic_add_fetch(&sites->references, 1, __ATOMIC_RELAXED);
	return sites;
}

void pjrt__ffi_sites_release(struct pjrt__ffi_sites *sites)
{
	/* pairs with the releases of other threads */
	if (!sites || __atomic_sub_fetch(&sites->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	for (size_t i = 0; i < sites->count; i++)
		free_site(sites->sites[i]);
	free(sites->sites);
	free(sites);
}

/* ---- attributes of the operation */

static int64_t integer_of(const struct mlirbc_attr *attr, int64_t otherwise)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER ? (int64_t)attr->u.number.words[0] : otherwise;
}

static int64_t *read_layout(struct pjrt__ffi_site *site, const struct mlirbc_attr *attr, size_t *out_rank)
{
	const size_t rank = *out_rank = attr->u.dense.splat ? 1 : attr->u.dense.count;
	int64_t *layout = pjrt__ffi_room(site, rank * sizeof *layout);
	for (size_t i = 0; layout && i < rank; i++)
		memcpy(&layout[i], attr->u.dense.data + 8 * i, sizeof *layout);
	return layout;
}

static bool is_permutation(const int64_t *layout, size_t rank)
{
	uint64_t seen = 0;
	for (size_t i = 0; i < rank; i++) {
		if (layout[i] < 0 || (size_t)layout[i] >= rank || (seen >> layout[i] & 1))
			return false;
		seen |= UINT64_C(1) << layout[i];
	}
	return true;
}

static bool is_row_major(const int64_t *layout, size_t rank)
{
	for (size_t i = 0; i < rank; i++) {
		if (layout[i] != (int64_t)(rank - 1 - i))
			return false;
	}
	return true;
}

/* operand_layouts or result_layouts: a tensor of index for each value. */
static PJRT_Error *read_layouts(struct pjrt__ffi_site *site, const struct mlirbc_attr *list, uint32_t count, int64_t ***out)
{
	if (!list || list->kind != MLIRBC_ATTR_ARRAY || list->u.array.count != count)
		return NULL;
	int64_t **layouts = pjrt__ffi_room(site, count * sizeof *layouts);
	if (!layouts)
		return pjrt__no_memory();
	for (uint32_t i = 0; i < count; i++) {
		const struct mlirbc_attr *attr = list->u.array.data[i];
		size_t rank;
		if (attr->kind != MLIRBC_ATTR_DENSE || attr->type->u.shaped.element->kind != MLIRBC_TYPE_INDEX)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "layout %u of the call of @%s is not a tensor of index", i,
				site->name);
		int64_t *layout = read_layout(site, attr, &rank);
		if (!layout)
			return pjrt__no_memory();
		if (rank > KERNELS_MAX_RANK || !is_permutation(layout, rank))
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "layout %u of the call of @%s is not a permutation", i,
				site->name);
		if (!is_row_major(layout, rank)) {
			layouts[i] = layout;
			*out = layouts;
		}
	}
	return NULL;
}

/* The number after `name = ` or `name = [`; -1: there is none. */
static int64_t number_after(const char *text, const char *name)
{
	const char *at = strstr(text, name);
	if (!at)
		return -1;
	at += strlen(name);
	at += strspn(at, " =[");
	return *at >= '0' && *at <= '9' ? strtoll(at, NULL, 10) : -1;
}

/* #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []> */
static PJRT_Error *read_aliases(struct pjrt__ffi_site *site, const struct mlirbc_attr *list)
{
	if (!list || list->kind != MLIRBC_ATTR_ARRAY || list->u.array.count == 0)
		return NULL;
	site->aliases = pjrt__ffi_room(site, site->result_count * sizeof *site->aliases);
	if (!site->aliases)
		return pjrt__no_memory();
	for (size_t i = 0; i < list->u.array.count; i++) {
		char text[256];
		if (mlirbc_attr_text(list->u.array.data[i], text, sizeof text) >= sizeof text)
			text[0] = 0;
		const int64_t result = number_after(text, "output_tuple_indices"), operand = number_after(text, "operand_index");
		const uint32_t to = result < 0 ? 0 : (uint32_t)result; /* a call of one result has no tuple */
		if (result >= (int64_t)site->result_count || operand < 0 || operand >= (int64_t)site->operand_count ||
			to >= site->result_count)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "alias %zu of the call of @%s names no operand or result", i,
				site->name);
		site->aliases[to] = (uint32_t)operand + 1;
	}
	return NULL;
}

static PJRT_Error *read_config(struct pjrt__ffi_site *site, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "mhlo.backend_config");
	if (!config || config->kind != MLIRBC_ATTR_DICTIONARY)
		config = mlirbc_op_attr(op, "backend_config");
	if (config && config->kind == MLIRBC_ATTR_STRING) {
		char *copy = pjrt__ffi_room(site, config->u.string->size + 1);
		if (!copy)
			return pjrt__no_memory();
		if (config->u.string->size)
			memcpy(copy, config->u.string->data, config->u.string->size);
		site->text = copy;
		site->text_size = config->u.string->size;
	}
	return pjrt__ffi_attrs(site, config && config->kind == MLIRBC_ATTR_DICTIONARY ? config : NULL, &site->attrs);
}

/* XLA packs elements of 2 and 4 bits, befkit does not. */
static bool is_narrow(const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_TENSOR)
		return false;
	const struct mlirbc_type *element = type->u.shaped.element;
	const uint32_t width = element->kind == MLIRBC_TYPE_INTEGER || element->kind == MLIRBC_TYPE_FLOAT ? mlirbc_type_width(element) : 0;
	return width > 1 && width < 8;
}

static PJRT_Error *check_types(const struct pjrt__ffi_site *site, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (is_narrow(mlirbc_op_operands(op)[i].value->type))
			return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "operand %u of @%s has elements of less than a byte, which handlers do not get",
				i, site->name);
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (is_narrow(mlirbc_op_results(op)[i].type))
			return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "result %u of @%s has elements of less than a byte, which handlers do not get",
				i, site->name);
	}
	return NULL;
}

static PJRT_Error *read_op(struct pjrt__ffi_site *site, const struct mlirbc_op *op)
{
	PJRT_Error *error = site->is_python ? NULL : check_types(site, op);
	if (error)
		return error;
	site->operand_count = op->operand_count;
	site->result_count = op->result_count;
	/* JAX says version 1 beside this attribute, which only version 4 has */
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "mhlo.backend_config");
	const bool typed = config && config->kind == MLIRBC_ATTR_DICTIONARY;
	site->api_version = typed ? 4 : (int)integer_of(mlirbc_op_attr(op, "api_version"), 1);
	error = read_layouts(site, mlirbc_op_attr(op, "operand_layouts"), op->operand_count, &site->operand_layouts);
	if (!error)
		error = read_layouts(site, mlirbc_op_attr(op, "result_layouts"), op->result_count, &site->result_layouts);
	if (!error)
		error = read_aliases(site, mlirbc_op_attr(op, "output_operand_aliases"));
	return error ? error : read_config(site, op);
}

/* ---- finding them */

/* A Schur form is not determined: the order of eigenvalues and the signs of vectors are those of LAPACK, so JAX's LAPACK
 * comes first where there is one. */
static bool is_schur(const char *name)
{
	return strlen(name) == 16 && memcmp(name, "lapack_", 7) == 0 && strchr("sdcz", name[7]) && strcmp(name + 8, "gees_ffi") == 0;
}

/* LAPACK refuses matrices without rows. XLA never calls it with arrays without elements. */
static bool has_elements(const struct mlirbc_op *op)
{
	uint64_t count = 0;
	return op->operand_count > 0 && mlirbc_type_elements(mlirbc_op_operands(op)[0].value->type, &count) && count > 0;
}

/* Whether a handler may run the target: no part of befkit knows it. */
static bool is_free(const struct mlirbc_op *op, const char *name, size_t size)
{
	if (strcmp(name, "dce_sink") == 0)
		return false;
	const enum mlirbc_stablehlo_target_kind kind = mlirbc_stablehlo_target(name, size).kind;
	return kind == MLIRBC_STABLEHLO_TARGET_UNKNOWN || kind == MLIRBC_STABLEHLO_TARGET_PLATFORM || (is_schur(name) && has_elements(op));
}

/* NULL: there is no handler. */
static PJRT_Error *find(const struct mlirbc_op *op, struct pjrt__ffi_site **out)
{
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	struct pjrt__ffi_handler handler = { .untyped = NULL };
	char name[256];
	*out = NULL;
	if (!target || target->kind != MLIRBC_ATTR_STRING || target->u.string->size >= sizeof name)
		return NULL;
	memcpy(name, target->u.string->data, target->u.string->size);
	name[target->u.string->size] = 0;
	const bool python = strcmp(name, PYTHON_TARGET) == 0;
	if (!python && (!is_free(op, name, target->u.string->size) || !pjrt__ffi_find_handler(name, &handler)))
		return NULL;
	struct pjrt__ffi_site *site = calloc(1, sizeof *site);
	if (!site || !(site->name = pjrt__ffi_room(site, target->u.string->size + 1))) {
		free(site);
		return pjrt__no_memory();
	}
	memcpy(site->name, name, target->u.string->size);
	site->is_python = python;
	site->handler = handler;
	*out = site;
	return NULL;
}

static PJRT_Error *check_handler(struct pjrt__ffi_site *site)
{
	if (site->is_python)
		return NULL;
	if (site->api_version == 4 && !site->handler.stages[XLA_FFI_ExecutionStage_EXECUTE])
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "@%s is called through XLA's FFI, but was registered without it",
			site->name);
	if (site->api_version != 4 && !site->handler.untyped)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "@%s has a handler of XLA's FFI; the call has the api_version %d, expected 4",
			site->name, site->api_version);
	return site->api_version == 4 ? pjrt__ffi_describe(site) : NULL;
}

static PJRT_Error *instantiate(struct pjrt__ffi_site *site, const struct async_host *host)
{
	struct XLA_FFI_InvokeContext context = { .site = site, .host = host };
	XLA_FFI_Values none = { .struct_size = sizeof none };
	return pjrt__ffi_run(&context, XLA_FFI_ExecutionStage_INSTANTIATE, &none, &none);
}

/* The call names the site from now on, by a text, which api_version 4 does not allow. */
static PJRT_Error *rewrite(struct mlirbc_module *module, struct mlirbc_op *op, size_t number)
{
	char text[24];
	const int size = snprintf(text, sizeof text, "%zu", number);
	const struct mlirbc_attr *target = mlirbc_attr_string(module->context, PJRT__FFI_TARGET, sizeof PJRT__FFI_TARGET - 1);
	const struct mlirbc_attr *config = mlirbc_attr_string(module->context, text, (size_t)size);
	const struct mlirbc_type *i32 = mlirbc_type_integer(module->context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *version = i32 ? mlirbc_attr_integer(module->context, i32, 2) : NULL;
	if (!target || !config || !version || mlirbc_op_set_attr(op, "call_target_name", target) != MLIRBC_OK ||
		mlirbc_op_set_attr(op, "api_version", version) != MLIRBC_OK ||
		mlirbc_op_set_attr(op, "backend_config", config) != MLIRBC_OK)
		return pjrt__no_memory();
	return NULL;
}

static PJRT_Error *add_site(struct pjrt__ffi_sites *sites, struct pjrt__ffi_site *site)
{
	struct pjrt__ffi_site **list = realloc(sites->sites, (sites->count + 1) * sizeof(void *));
	if (!list) {
		free_site(site);
		return pjrt__no_memory();
	}
	sites->sites = list;
	sites->sites[sites->count++] = site;
	return NULL;
}

static PJRT_Error *prepare(struct mlirbc_module *module, const struct async_host *host, struct pjrt__ffi_sites *sites)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		struct pjrt__ffi_site *site = NULL;
		PJRT_Error *error = mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_custom_call ? find(op, &site) : NULL;
		if (!error && !site)
			continue;
		if (!error)
			error = add_site(sites, site);
		if (!error)
			error = read_op(site, op);
		if (!error)
			error = check_handler(site);
		if (!error)
			error = instantiate(site, host);
		if (!error)
			error = rewrite(module, op, sites->count - 1);
		if (error)
			return error;
	}
	return NULL;
}

PJRT_Error *pjrt__ffi_prepare(struct mlirbc_module *module, const struct async_host *host, const struct pjrt__options *options,
	struct pjrt__ffi_sites **out)
{
	struct pjrt__ffi_sites *sites = calloc(1, sizeof *sites + options->device_count * sizeof *sites->devices);
	*out = NULL;
	if (!sites)
		return pjrt__no_memory();
	sites->references = 1;
	sites->device_count = options->device_count;
	for (uint32_t i = 0; i < options->device_count; i++)
		sites->devices[i] = (int32_t)options->devices[i];
	PJRT_Error *error = prepare(module, host, sites);
	if (error || sites->count == 0)
		pjrt__ffi_sites_release(sites);
	else
		*out = sites;
	return error;
}
