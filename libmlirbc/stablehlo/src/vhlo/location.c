/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations: ranges are unknown to versions before 1.9 and become their start. */
#include "vhlo/location.h"
#include "vhlo/values.h"

static bool parts_of(struct shlo__job *job, struct mlirbc_attr *copy, bool *changed)
{
	const struct mlirbc_attrs from = copy->u.fused.parts;
	const struct mlirbc_attr **parts = shlo__room(job, from.count);
	if (!parts)
		return false;
	for (size_t i = 0; i < from.count; i++) {
		if (!(parts[i] = shlo__convert_location(job, from.data[i])))
			return false;
		*changed |= parts[i] != from.data[i];
	}
	copy->u.fused.parts.data = parts;
	return true;
}

static bool replace(struct shlo__job *job, const struct mlirbc_attr **part, bool *changed)
{
	const struct mlirbc_attr *old = *part;
	if (!old)
		return true;
	*part = shlo__convert_location(job, old);
	*changed |= *part != old;
	return *part != NULL;
}

static const struct mlirbc_attr *simplify(struct shlo__job *job, const struct mlirbc_attr *location)
{
	/* an attribute has only the members of its kind */
	struct mlirbc_attr copy = { .kind = location->kind };
	bool changed = false, ok = true;
	switch (location->kind) {
	case MLIRBC_LOC_FILE:
		copy.u.file = location->u.file;
		changed = copy.u.file.range;
		copy.u.file.range = false;
		copy.u.file.end_line = copy.u.file.line;
		copy.u.file.end_column = copy.u.file.column;
		break;
	case MLIRBC_LOC_NAME:
		copy.u.name = location->u.name;
		ok = replace(job, &copy.u.name.child, &changed);
		break;
	case MLIRBC_LOC_CALLSITE:
		copy.u.callsite = location->u.callsite;
		ok = replace(job, &copy.u.callsite.callee, &changed) && replace(job, &copy.u.callsite.caller, &changed);
		break;
	case MLIRBC_LOC_FUSED:
		copy.u.fused = location->u.fused;
		ok = parts_of(job, &copy, &changed);
		break;
	default: return location;
	}
	if (!ok || !changed)
		return ok ? location : NULL;
	return shlo__made(job, mlirbc_attr_get(job->context, &copy));
}

const struct mlirbc_attr *shlo__convert_location(struct shlo__job *job, const struct mlirbc_attr *location)
{
	if (!location || !job->to_vhlo || job->target >= V(1, 9) ||
		(location->kind == MLIRBC_LOC_FILE && !location->u.file.range))
		return location;
	/* the key differs from that of the same pointer as an attribute */
	const struct shlo__map_entry *known = shlo__map_find(&job->done, location, job);
	if (known)
		return known->value;
	const struct mlirbc_attr *result = shlo__job_enter(job) ? simplify(job, location) : NULL;
	job->depth--;
	if (result && !shlo__map_add(&job->done, job->context, location, job, result)) {
		shlo__job_memory(job);
		return NULL;
	}
	return result;
}
