/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The weights of two models, by layers. */
#ifndef MLIRBC_APP_LAYERS_H
#define MLIRBC_APP_LAYERS_H

#include <mlirbc/ir.h>
#include <stdbool.h>

struct weight {
	const struct mlirbc_string *layer, *name; /* unique in the context of the modules; NULL while they are collected: not named */
	const struct mlirbc_string *function;     /* around a constant */
	const struct mlirbc_type *type;
	const struct mlirbc_attr *value; /* NULL: an argument */
	struct weight *other;            /* of the other model; NULL: there is none */
	unsigned side;
	bool same;    /* as the other one */
	bool minor;   /* without a name, and small: a shape or factor rather than a weight, if nothing equals it */
	size_t order; /* in the models */
};
struct layers {
	struct weight *weights; /* sorted by layer and name */
	size_t count, room;
	size_t named_arguments[2], named_constants[2]; /* of each model */
	bool failed; /* out of memory */
};

/* ---- model_layers.c */

/* Finds the weights of two models of one context, and pairs of them. False: out of memory. Call layers_finish() in any case. */
bool layers_compare(struct mlirbc_module *const modules[2], struct layers *out);
void layers_finish(struct layers *layers);

/* ---- layers_text.c */

/* Prints the layers that differ, if there are any; with `json`, as the member "layers" of the open object. */
void layers_print(const struct layers *layers, bool json);

#endif
