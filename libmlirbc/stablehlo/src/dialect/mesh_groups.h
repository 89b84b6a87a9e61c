/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replica groups by the axes of a mesh:
 *
 *	#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>], device_ids=...>,
 *		axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>
 *
 * StableHLO also reads #stablehlo.mesh_axis<name = "x", size = 4> for an axis of a mesh, and blanks around '='. */
#ifndef MLIRBC_STABLEHLO_MESH_GROUPS_H
#define MLIRBC_STABLEHLO_MESH_GROUPS_H

#include "dialect/attrs.h"
#include "dialect/scan.h"

struct shlo__axis {
	struct mlirbc_string name;
	int64_t size, before; /* of a sub-axis: the product of the sizes of those before it; 0: the whole axis */
};

struct shlo__axes {
	size_t count;
	struct shlo__axis at[SHLO__MOST_DIMS];
	const char *why; /* not NULL: the text has an error */
};

struct shlo__mesh_groups {
	bool known;                     /* the mesh is given, not its name */
	struct shlo__axes mesh, axes;   /* mesh: if it is known */
	struct mlirbc_string name;      /* with '@', if it is not known */
	struct mlirbc_string device_ids; /* text of an attribute; size 0: none */
	const char *why;                /* not NULL: the text has an error */
};

/* Reads the body of the attribute. */
void shlo__mesh_groups_of(const struct mlirbc_string *body, struct shlo__mesh_groups *out);
/* Reads the text in the brackets of #sdy.mesh<["x"=2, "y"=4], device_ids=[1, 0]> as a mesh. The text of device_ids is that of a list. */
void shlo__sdy_mesh_of(struct shlo__scan scan, struct shlo__mesh_groups *out);
/* #stablehlo.mesh<...> or groups as StableHLO prints them; the attribute itself if it is another, or if its text has an error. NULL:
 * memory is short. */
const struct mlirbc_attr *shlo__canonical_mesh(struct mlirbc_context *context, const struct mlirbc_attr *attr);
/* "axes=[...]" of a mesh as an array of #stablehlo.mesh_axis<...>. NULL: the text has an error, or memory is short. */
const struct mlirbc_attr *shlo__mesh_axes_attr(struct mlirbc_context *context, struct shlo__scan *scan);
/* NULL: there is none of this name. */
const struct shlo__axis *shlo__find_axis(const struct shlo__axes *axes, const struct mlirbc_string *name);

#endif
