/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replica groups by the axes of a mesh as a matrix. Devices are numbered in row-major order of the mesh, or by its device_ids. A group
 * has the devices that differ in the coordinates of its axes only; the first of these axes varies slowest. */
#include "dialect/mesh_groups.h"
#include "dialect/struct_attr.h"
#include "plain/plain.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <mlirbc/stablehlo_attrs.h>
#include <string.h>

enum { MOST_DEVICES = 1 << 20 };

/* An axis of the groups: sub-coordinate = device / stride % size. */
struct part {
	const struct shlo__axis *axis; /* of the mesh */
	int64_t stride, size;
};

struct job {
	struct mlirbc_context *context;
	struct mlirbc_diag *diag;
	struct shlo__mesh_groups groups;
	struct part parts[SHLO__MOST_DIMS];
	int64_t devices, members;
	int64_t *ids; /* of devices in row-major order; NULL: their positions */
};

static enum mlirbc_status fail(struct job *job, enum mlirbc_status status, const char *why)
{
	return shlo__plain_fail(job->diag, status, "replica_groups: %.100s", why);
}

static enum mlirbc_status no_memory(struct job *job) { return shlo__plain_fail(job->diag, MLIRBC_E_NOMEM, "out of memory"); }

/* ---- meshes that are operations */

static bool is_name(const struct mlirbc_attr *attr, const struct mlirbc_string *name)
{
	return attr && attr->kind == MLIRBC_ATTR_STRING && name->size == attr->u.string->size + 1 && name->data[0] == '@' &&
	       memcmp(name->data + 1, attr->u.string->data, attr->u.string->size) == 0;
}

static const struct mlirbc_op *find_mesh(const struct mlirbc_op *from, const struct mlirbc_string *name)
{
	const struct mlirbc_op *module = mlirbc_op_parent(from);
	while (module && !shlo__name_is(module->name, "builtin.module"))
		module = mlirbc_op_parent(module);
	const struct mlirbc_block *body = module && module->region_count ? mlirbc_op_regions(module)[0].first : NULL;
	for (const struct mlirbc_op *op = body ? body->first : NULL; op; op = op->next) {
		if (shlo__name_is(op->name, "sdy.mesh") && is_name(mlirbc_op_attr(op, "sym_name"), name))
			return op;
	}
	return NULL;
}

static enum mlirbc_status look_up(struct job *job, const struct mlirbc_op *op)
{
	const struct mlirbc_op *mesh = find_mesh(op, &job->groups.name);
	const struct mlirbc_attr *attr = mesh ? mlirbc_op_attr(mesh, "mesh") : NULL;
	static const char begin[] = "#sdy.mesh<";
	if (!mesh)
		return fail(job, MLIRBC_E_NOT_FOUND, "the module has no mesh of that name");
	const size_t size = attr ? mlirbc_attr_text(attr, NULL, 0) : 0;
	char *text = size < SIZE_MAX ? mlirbc_context_alloc(job->context, size + 1, 1) : NULL;
	if (!text || (attr && mlirbc_attr_text(attr, text, size + 1) != size))
		return no_memory(job);
	if (size <= sizeof begin || memcmp(text, begin, sizeof begin - 1) != 0 || text[size - 1] != '>')
		return fail(job, MLIRBC_E_CORRUPT, "the mesh of that name has no axes");
	shlo__sdy_mesh_of(shlo__scan(text + sizeof begin - 1, size - sizeof begin), &job->groups);
	return job->groups.mesh.why ? fail(job, MLIRBC_E_CORRUPT, job->groups.mesh.why) : MLIRBC_OK;
}

/* ---- the mesh */

static enum mlirbc_status count_devices(struct job *job)
{
	job->devices = 1;
	for (size_t i = 0; i < job->groups.mesh.count; i++) {
		if (__builtin_mul_overflow(job->devices, job->groups.mesh.at[i].size, &job->devices) || job->devices > MOST_DEVICES)
			return fail(job, MLIRBC_E_LIMIT, "the mesh has too many devices");
	}
	return MLIRBC_OK;
}

/* Whether two parts of one axis of the mesh have a factor in common: one must be inside a step of the other. */
static bool overlap(const struct part *a, const struct part *b)
{
	return a->axis == b->axis && a->stride % (b->stride * b->size) != 0 && b->stride % (a->stride * a->size) != 0;
}

/* The axes of the groups as parts of the device's position. */
static enum mlirbc_status find_parts(struct job *job)
{
	const struct shlo__axes *mesh = &job->groups.mesh, *axes = &job->groups.axes;
	job->members = 1;
	for (size_t i = 0; i < axes->count; i++) {
		const struct shlo__axis *own = &axes->at[i], *whole = shlo__find_axis(mesh, &own->name);
		int64_t end = 0, stride = 1;
		if (!whole)
			return fail(job, MLIRBC_E_CORRUPT, "an axis is not one of the mesh");
		if (own->before && (__builtin_mul_overflow(own->before, own->size, &end) || whole->size % end))
			return fail(job, MLIRBC_E_CORRUPT, "a sub-axis does not divide its axis");
		for (const struct shlo__axis *later = whole + 1; later < mesh->at + mesh->count; later++)
			stride *= later->size;
		job->parts[i] = own->before ? (struct part){ whole, stride * (whole->size / end), own->size }
					    : (struct part){ whole, stride, whole->size };
		job->members *= job->parts[i].size;
		for (size_t k = 0; k < i; k++) {
			if (overlap(&job->parts[k], &job->parts[i]))
				return fail(job, MLIRBC_E_CORRUPT, "axes overlap");
		}
	}
	return MLIRBC_OK;
}

static int64_t *room(struct job *job, int64_t count)
{
	return mlirbc_context_alloc(job->context, (size_t)count * sizeof(int64_t), _Alignof(int64_t));
}

static int64_t number_at(const struct mlirbc_attr *dense, int64_t index)
{
	const size_t width = dense->u.dense.size / (dense->u.dense.splat ? 1 : (size_t)dense->u.dense.count);
	const uint8_t *from = dense->u.dense.data + (dense->u.dense.splat ? 0 : (size_t)index * width);
	uint64_t number = 0;
	for (size_t i = width; i-- > 0;)
		number = number << 8 | from[i];
	return (int64_t)number;
}

/* device_ids: a dense attribute of i64, or a list in brackets. */
static enum mlirbc_status read_ids(struct job *job)
{
	const struct mlirbc_string *text = &job->groups.device_ids;
	const struct mlirbc_attr *dense = NULL;
	struct shlo__scan scan = shlo__scan(text->data, text->size);
	const bool list = shlo__scan_take(&scan, "[");
	if (text->size == 0)
		return MLIRBC_OK;
	enum mlirbc_status status = list ? MLIRBC_OK : mlirbc_parse_attr(job->context, text->data, text->size, &dense, NULL);
	if (status != MLIRBC_OK)
		return status == MLIRBC_E_NOMEM ? no_memory(job) : fail(job, MLIRBC_E_CORRUPT, "device_ids cannot be read");
	if (!list && (dense->kind != MLIRBC_ATTR_DENSE || dense->u.dense.count != (uint64_t)job->devices || mlirbc_type_width(dense->type->u.shaped.element) != 64))
		return fail(job, MLIRBC_E_CORRUPT, "device_ids does not have an i64 for each device");
	if (!(job->ids = room(job, job->devices)))
		return no_memory(job);
	for (int64_t i = 0; i < job->devices; i++) {
		if (!list)
			job->ids[i] = number_at(dense, i);
		else if ((i > 0 && !shlo__scan_take(&scan, ",")) || !shlo__scan_int(&scan, &job->ids[i]))
			return fail(job, MLIRBC_E_CORRUPT, "device_ids does not have a number for each device");
	}
	return MLIRBC_OK;
}

/* ---- groups */

/* The group of a device, by the position of its first member, and the place in it. */
static int64_t place_of(const struct job *job, int64_t device, int64_t *out_first)
{
	int64_t place = 0;
	*out_first = device;
	for (size_t i = 0; i < job->groups.axes.count; i++) {
		const struct part *part = &job->parts[i];
		int64_t at = device / part->stride % part->size;
		place = place * part->size + at;
		*out_first -= at * part->stride;
	}
	return place;
}

static void put(uint8_t *to, int64_t number)
{
	for (size_t i = 0; i < 8; i++)
		to[i] = (uint8_t)((uint64_t)number >> 8 * i);
}

/* Groups are in the order of their first devices. Parts do not overlap, so each place is filled once. */
static enum mlirbc_status make_matrix(struct job *job, const struct mlirbc_attr **out)
{
	const int64_t dims[] = { job->devices / job->members, job->members };
	int64_t *number = room(job, job->devices), groups = 0, first; /* of the group that begins with a device */
	uint8_t *bytes = mlirbc_context_alloc(job->context, (size_t)job->devices * 8, 1);
	const struct mlirbc_type *type = mlirbc_type_shaped(job->context, MLIRBC_TYPE_TENSOR, dims, 2,
		mlirbc_type_integer(job->context, 64, MLIRBC_SIGNLESS));
	if (!number || !bytes || !type)
		return no_memory(job);
	for (int64_t device = 0; device < job->devices; device++) {
		int64_t place = place_of(job, device, &first);
		if (place == 0)
			number[device] = groups++;
		put(bytes + 8 * (number[first] * dims[1] + place), job->ids ? job->ids[device] : device);
	}
	*out = mlirbc_attr_dense(job->context, type, bytes, (size_t)job->devices * 8);
	return *out ? MLIRBC_OK : no_memory(job);
}

enum mlirbc_status mlirbc_stablehlo_replica_groups(struct mlirbc_context *context, const struct mlirbc_op *op,
	const struct mlirbc_attr **out_groups, struct mlirbc_diag *diag)
{
	struct job job = { .context = context, .diag = diag };
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "replica_groups");
	struct mlirbc_string body;
	enum mlirbc_status status;
	*out_groups = attr;
	if (!attr)
		return fail(&job, MLIRBC_E_NOT_FOUND, "the operation has none");
	if (attr->kind == MLIRBC_ATTR_DENSE)
		return MLIRBC_OK;
	if (!shlo__attr_body(attr, "stablehlo", "replica_group_mesh_axes", &body))
		return fail(&job, MLIRBC_E_CORRUPT, "neither a matrix nor the axes of a mesh");
	shlo__mesh_groups_of(&body, &job.groups);
	if (job.groups.why)
		return fail(&job, MLIRBC_E_CORRUPT, job.groups.why);
	if ((!job.groups.known && (status = look_up(&job, op)) != MLIRBC_OK) || (status = count_devices(&job)) != MLIRBC_OK ||
		(status = find_parts(&job)) != MLIRBC_OK || (status = read_ids(&job)) != MLIRBC_OK)
		return status;
	return make_matrix(&job, out_groups);
}
