/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PyTreeDefs: reading, the names of leaves, and their text. */
#include "jax/read.h"

#include <bytecursor/memory.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 256 };
enum { KIND, CHILDREN, NAMES, CUSTOM_NAME, CUSTOM_DATA }; /* fields */

/* ---- reading */

/* Reads ["a", "b"], the data of OrderedDict and of namedtuples, without escapes. NULL: it is another text, or memory is short. */
static const struct mlirbc_string *read_list(struct shlo__flat *flat, struct mlirbc_string text, size_t count)
{
	const char *at = text.data, *end = text.data + text.size;
	struct mlirbc_string *keys = shlo__flat_room(flat, count, sizeof *keys);
	if (!keys || at == end || *at++ != '[')
		return NULL;
	for (size_t i = 0; i < count; i++) {
		while (at < end && (*at == ' ' || (i && *at == ',')))
			at++;
		const char *close = at < end && *at == '"' ? memchr(at + 1, '"', (size_t)(end - at - 1)) : NULL;
		if (!close || memchr(at, '\\', (size_t)(close - at)))
			return NULL;
		keys[i] = (struct mlirbc_string){ at + 1, (size_t)(close - at - 1) };
		at = close + 1;
	}
	return end - at == 1 && *at == ']' ? keys : NULL;
}

static bool read_kind(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_tree *out)
{
	uint32_t kind;
	if (!shlo__flat_number(flat, table, KIND, 1, &kind))
		return false;
	out->kind = (enum mlirbc_jax_tree_kind)kind;
	return kind <= MLIRBC_JAX_CUSTOM ||
	       shlo__flat_fail(flat, MLIRBC_E_UNSUPPORTED, table->at, "a node of the tree has the unknown kind %u", kind);
}

static bool read_node(struct shlo__flat *flat, size_t at, struct mlirbc_jax_tree *out);

/* The keys of the children, whose number is known. */
static bool read_names(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_tree *out)
{
	struct mlirbc_jax_strings names;
	if (!shlo__flat_strings(flat, table, NAMES, &names) || !shlo__flat_string(flat, table, CUSTOM_NAME, &out->custom_name) ||
		!shlo__flat_string(flat, table, CUSTOM_DATA, &out->custom_data))
		return false;
	if (out->kind == MLIRBC_JAX_CUSTOM)
		out->keys = read_list(flat, out->custom_data, out->count);
	if (out->kind != MLIRBC_JAX_DICT)
		return flat->status == MLIRBC_OK;
	out->keys = names.data;
	return names.count == out->count || shlo__flat_fail(flat, MLIRBC_E_CORRUPT, table->at,
						    "a dictionary has %zu keys and %zu values", names.count, out->count);
}

/* Strings may be shared, so the names of leaves can be much longer than the file: their total is limited. */
static bool count_path(struct shlo__flat *flat, size_t at)
{
	if (flat->path > SIZE_MAX / 2 || flat->path > flat->paths_left)
		return shlo__flat_fail(flat, MLIRBC_E_LIMIT, at, "the names of the leaves of a tree are much longer than the file");
	flat->paths_left -= flat->path;
	return true;
}

static bool read_children(struct shlo__flat *flat, const struct shlo__vector *all, struct mlirbc_jax_tree *out)
{
	enum { STEP = 24 }; /* the longest number in brackets */
	struct mlirbc_jax_tree *children = shlo__flat_room(flat, all->count, sizeof *children);
	if (!children)
		return false;
	if (all->count && out->kind <= MLIRBC_JAX_NONE)
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, all->at, "a leaf of a tree has %zu children", all->count);
	if (flat->depth++ == DEEPEST)
		return shlo__flat_fail(flat, MLIRBC_E_LIMIT, all->at, "a tree is deeper than %d levels", DEEPEST);
	for (size_t i = 0; i < all->count; i++) {
		const size_t step = STEP + (out->keys ? out->keys[i].size : 0);
		flat->path += step;
		if (!read_node(flat, all->at + 4 * i, &children[i]))
			return false;
		flat->path -= step;
		out->leaves += children[i].leaves;
	}
	flat->depth--;
	out->children = children;
	return true;
}

static bool read_node(struct shlo__flat *flat, size_t at, struct mlirbc_jax_tree *out)
{
	struct shlo__table table;
	struct shlo__vector all;
	if (!shlo__flat_table(flat, at, &table) || !read_kind(flat, &table, out) || !shlo__flat_vector(flat, &table, CHILDREN, 4, &all))
		return false;
	out->leaves = out->kind == MLIRBC_JAX_LEAF;
	out->count = all.count;
	return (!out->leaves || count_path(flat, table.at)) && read_names(flat, &table, out) && read_children(flat, &all, out);
}

const struct mlirbc_jax_tree *shlo__jax_read_tree(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, const char *what)
{
	size_t at;
	if (!shlo__flat_field(flat, table, id, 4, &at))
		return NULL;
	if (!at) {
		shlo__flat_fail(flat, MLIRBC_E_CORRUPT, table->at, "there is no tree of the %s", what);
		return NULL;
	}
	struct mlirbc_jax_tree *tree = shlo__flat_room(flat, 1, sizeof *tree);
	flat->depth = 0;
	flat->path = 0;
	return tree && read_node(flat, at, tree) ? tree : NULL;
}

/* ---- names of leaves */

struct paths {
	struct mlirbc_context *context;
	struct bytecursor_text path;
	struct mlirbc_string *out;
};

static void put_step(struct bytecursor_text *path, const struct mlirbc_jax_tree *tree, size_t i)
{
	char number[32];
	const bool ordered = tree->custom_name.size == 23 && memcmp(tree->custom_name.data, "collections.OrderedDict", 23) == 0;
	const bool key = tree->keys && (tree->kind == MLIRBC_JAX_DICT || ordered);
	if (!tree->keys) {
		snprintf(number, sizeof number, "[%zu]", i);
		bytecursor_text_puts(path, number);
		return;
	}
	bytecursor_text_puts(path, key ? "['" : ".");
	bytecursor_text_put(path, tree->keys[i].data, tree->keys[i].size);
	bytecursor_text_puts(path, key ? "']" : "");
}

static bool walk(struct paths *paths, const struct mlirbc_jax_tree *tree)
{
	if (tree->kind == MLIRBC_JAX_LEAF) {
		const struct mlirbc_string *name =
			paths->path.failed ? NULL : mlirbc_string_get(paths->context, paths->path.size ? paths->path.data : "", paths->path.size);
		if (name)
			*paths->out++ = *name;
		return name != NULL;
	}
	const size_t before = paths->path.size;
	for (size_t i = 0; i < tree->count; i++) {
		put_step(&paths->path, tree, i);
		if (!walk(paths, &tree->children[i]))
			return false;
		paths->path.size = before;
	}
	return true;
}

const struct mlirbc_string *mlirbc_jax_tree_paths(struct mlirbc_context *context, const struct mlirbc_jax_tree *tree)
{
	struct paths paths = { .context = context, .path = { .memory = BYTECURSOR_MALLOC } };
	struct mlirbc_string *names = mlirbc_context_alloc(context, (tree->leaves + 1) * sizeof *names, _Alignof(struct mlirbc_string));
	paths.out = names;
	const bool ok = names && walk(&paths, tree);
	bytecursor_text_free(&paths.path);
	return ok ? names : NULL;
}

/* ---- text */

struct printer {
	mlirbc_write_fn write;
	void *ctx;
	const struct mlirbc_jax_aval *avals;
};

static bool put(struct printer *out, const char *text, size_t size) { return size == 0 || out->write(out->ctx, text, size) == 0; }

static bool puts_to(struct printer *out, const char *text) { return put(out, text, strlen(text)); }

static bool print(struct printer *out, const struct mlirbc_jax_tree *tree);

static bool print_children(struct printer *out, const struct mlirbc_jax_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++) {
		if (i && !puts_to(out, ", "))
			return false;
		if (tree->keys && tree->kind == MLIRBC_JAX_DICT &&
			!(puts_to(out, "'") && put(out, tree->keys[i].data, tree->keys[i].size) && puts_to(out, "': ")))
			return false;
		if (tree->keys && tree->kind == MLIRBC_JAX_CUSTOM && !(put(out, tree->keys[i].data, tree->keys[i].size) && puts_to(out, "=")))
			return false;
		if (!print(out, &tree->children[i]))
			return false;
	}
	return true;
}

static bool print(struct printer *out, const struct mlirbc_jax_tree *tree)
{
	static const char *const open[] = { "", "None", "(", "[", "{", "(" }, *const close[] = { "", "", ")", "]", "}", ")" };
	if (tree->kind == MLIRBC_JAX_LEAF)
		return out->avals ? mlirbc_jax_aval_print(out->avals++, out->write, out->ctx) == MLIRBC_OK : puts_to(out, "*");
	if (tree->kind == MLIRBC_JAX_CUSTOM && !put(out, tree->custom_name.data, tree->custom_name.size))
		return false;
	return puts_to(out, open[tree->kind]) && print_children(out, tree) &&
	       puts_to(out, tree->kind == MLIRBC_JAX_TUPLE && tree->count == 1 ? "," : "") && puts_to(out, close[tree->kind]);
}

enum mlirbc_status mlirbc_jax_tree_print(
	const struct mlirbc_jax_tree *tree, const struct mlirbc_jax_aval *avals, mlirbc_write_fn write, void *ctx)
{
	struct printer out = { write, ctx, avals };
	return print(&out, tree) ? MLIRBC_OK : MLIRBC_E_IO;
}

enum mlirbc_status mlirbc_jax_aval_print(const struct mlirbc_jax_aval *aval, mlirbc_write_fn write, void *ctx)
{
	struct printer out = { write, ctx, NULL };
	bool ok = puts_to(&out, shlo__jax_short_name(aval->dtype)) && puts_to(&out, "[");
	for (size_t i = 0; ok && i < aval->rank; i++)
		ok = puts_to(&out, i ? "," : "") && put(&out, aval->dims[i].data, aval->dims[i].size);
	return ok && puts_to(&out, "]") ? MLIRBC_OK : MLIRBC_E_IO;
}
