/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Meshes and shardings of Shardy against the values that they are for. Each function returns false after a failure of the check. */
#ifndef MLIRBC_STABLEHLO_VERIFY_SDY_H
#define MLIRBC_STABLEHLO_VERIFY_SDY_H

#include "dialect/sdy_fields.h"
#include "verify/walk.h"

enum { SHLO__MOST_AXES = 64 }; /* of a mesh, and references to axes in one sharding */

/* A part of an axis: a device's coordinate in the axis / (axis size / (before * size)) % size. */
struct shlo__axis_ref {
	size_t axis;          /* of the mesh */
	int64_t before, size; /* whole axis: 1 and its size */
};

struct shlo__sdy {
	struct shlo__check *check;
	const struct shlo__symbols *symbols; /* of the module */
	const struct mlirbc_attr *mesh;      /* of the last sharding; NULL: none yet */
	struct {
		const struct mlirbc_string *name;
		int64_t size;
	} axes[SHLO__MOST_AXES]; /* of the mesh */
	size_t axis_count;
	bool maximal; /* all is on one device of the mesh */
};

/* Whether the text of a newer Shardy is kept: then there is nothing to check. */
bool shlo__sdy_is_text(const struct mlirbc_attr *attr);
bool shlo__sdy_fail_kind(struct shlo__sdy *sdy, const char *name, const char *mnemonic);
/* Makes `attr`, a mesh or the symbol of one, the mesh. */
bool shlo__sdy_mesh(struct shlo__sdy *sdy, const struct mlirbc_attr *attr);
/* The operation sdy.mesh, with the order of its devices. */
bool shlo__sdy_mesh_op(struct shlo__sdy *sdy);
/* A reference to an axis of the mesh. */
bool shlo__sdy_axis(struct shlo__sdy *sdy, const struct mlirbc_attr *attr, struct shlo__axis_ref *out);
/* A sharding, of which `name` tells in messages, of a value of this type. Its mesh stays that of `sdy`. */
bool shlo__sdy_sharding(struct shlo__sdy *sdy, const struct mlirbc_attr *attr, const char *name, const struct mlirbc_type *type);

/* sdy_ops.c */
bool shlo__sdy_rule(struct shlo__sdy *sdy, const struct mlirbc_attr *rule);
bool shlo__sdy_op(struct shlo__sdy *sdy, const struct mlirbc_string *name);

#endif
