/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardings of Shardy as divisions. */
#ifndef MLIRBC_STABLEHLO_SHARDING_H
#define MLIRBC_STABLEHLO_SHARDING_H

#include "partition/division.h"

enum shlo__reduction { SHLO__REDUCED, SHLO__UNREDUCED_SUM, SHLO__UNREDUCED_MAX, SHLO__UNREDUCED_MIN };

/* The devices of a mesh; 0: there is none, or it is broken. */
uint64_t shlo__mesh_size(const struct mlirbc_attr *mesh);
/* Fills p->count with the place of each device in the mesh. False: the list of devices is broken. */
bool shlo__mesh_places(struct shlo__partition *p, const struct mlirbc_attr *mesh);

/* What a sharding says of a value. */
struct shlo__sharding {
	bool given;                  /* there is one, with a mesh */
	bool open[SHLO__MOST_DIMS];  /* dimensions that may be divided further */
	bool padded;                 /* parts may have padding; else a dimension that its axes do not divide is left whole */
	struct shlo__tiles *manual;  /* by manual axes */
	struct shlo__tiles *tiles;   /* by all axes */
	enum shlo__reduction reduction;
	const struct shlo__division *terms; /* unless reduced: the parts of its one dimension are the terms of the value */
};

/* Reads the sharding (NULL: none) of a value of this type. `manual`: the array of the names of manual axes; NULL: none. False after a
 * failure: the mesh is unknown or of another number of devices. `padded`: parts may have padding, as in a constraint; arguments and
 * results have none. The tiles belong to the state and are overwritten by the next call. */
bool shlo__sharding_read(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *sharding,
	const struct mlirbc_type *type, const struct mlirbc_attr *manual, bool padded, struct shlo__sharding *out);
/* gspmd.c: the devices of a string `mhlo.sharding`; 0: it does not divide. */
uint64_t shlo__gspmd_devices(const struct mlirbc_attr *attr);
/* Reads such a string of a value or operation into a sharding whose dimensions are whole. False after a failure. */
bool shlo__gspmd_read(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *attr, const struct mlirbc_type *type,
	struct shlo__sharding *out);
/* Divides the devices by the manual axes of an operation: `out` gets one dimension. */
bool shlo__sharding_groups(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *manual, struct shlo__tiles *out);
/* Sharding `at` of a list of them, or of an array of dictionaries with sdy.sharding (arguments and results of functions); NULL: none. */
const struct mlirbc_attr *shlo__sharding_at(const struct mlirbc_op *op, const char *name, size_t at);
const struct mlirbc_attr *shlo__sharding_of_main(const struct mlirbc_op *main, const char *name, size_t at);
/* The dictionary `old`, or an empty one for NULL, with this sharding in place of all that it has, or with none. NULL: a failure. */
const struct mlirbc_attr *shlo__sharding_replace(struct shlo__partition *p, const struct mlirbc_attr *old, const struct mlirbc_attr *sharding);

#endif
