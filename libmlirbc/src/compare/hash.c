/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The canonical form over which mlirbc_hash() computes the digest. Texts, types, attributes and resources are
 * written out at their first occurrence and get the next number, which represents them afterwards. The digest
 * therefore does not depend on the numbering of a file, and shared parts are processed once. */
#include "bytecode/read/opaque.h"
#include "compare/diff_state.h"
#include "dialects/members.h"
#include "text/print/printer.h"

#include <bytecursor/digest.h>
#include <mlirbc/hash.h>
#include <mlirbc/load.h>
#include <stdlib.h>

struct state {
	struct mlirbc__job job;
	struct bytecursor_sha256 hash;
	uint8_t buffer[4096];
	size_t used;
	struct mlirbc__numbers known; /* numbers of items written so far, by address */
	uint32_t next;
	bool all_resources;               /* a text mentions a resource */
	struct mlirbc__numbers resources; /* by key: index in resource_list */
	struct mlirbc__out resource_list; /* const struct mlirbc_resource * */
	struct mlirbc_printer speller;
	uint64_t text_left;
};

enum { NEW_TEXT = 1, NEW_TYPE, NEW_ATTR, NEW_RESOURCE, NOTHING, OLD }; /* what a number represents; OLD + number */

static void put_attr(struct state *t, const struct mlirbc_attr *attr);

static void flush(struct state *t)
{
	bytecursor_sha256_add(&t->hash, t->buffer, t->used);
	t->used = 0;
}

static void put_bytes(struct state *t, const void *data, size_t size)
{
	if (size > sizeof t->buffer - t->used)
		flush(t);
	if (size > sizeof t->buffer)
		bytecursor_sha256_add(&t->hash, data, size);
	else if (size) {
		memcpy(t->buffer + t->used, data, size);
		t->used += size;
	}
}

/* Varint: seven bits a byte, lowest first. */
static void put(struct state *t, uint64_t value)
{
	uint8_t bytes[10];
	size_t size = 0;
	for (; value >= 0x80; value >>= 7)
		bytes[size++] = (uint8_t)(value | 0x80);
	bytes[size++] = (uint8_t)value;
	put_bytes(t, bytes, size);
}

static void put_sized(struct state *t, const void *data, size_t size)
{
	put(t, size);
	put_bytes(t, data, size);
}

/* True if the item was written before; else gives it the next number, and the caller writes its parts. */
static bool put_known(struct state *t, const void *item, unsigned what)
{
	const struct mlirbc__number *found = mlirbc__number_find(&t->known, item);
	if (found) {
		put(t, OLD + (uint64_t)found->number);
		return true;
	}
	put(t, what);
	return t->job.status != MLIRBC_OK || !mlirbc__number_add(&t->job, &t->known, item, t->next++);
}

static void put_text(struct state *t, const struct mlirbc_string *text)
{
	const struct mlirbc_string *unique = mlirbc_string_get(t->job.context, text->data, text->size);
	if (!unique)
		mlirbc__job_memory(&t->job);
	else if (!put_known(t, unique, NEW_TEXT))
		put_sized(t, text->data, text->size);
}

/* ---- what prints as text */

struct printed {
	struct state *t;
	struct mlirbc__out *out;
};

static int collect(void *ctx, const char *text, size_t size)
{
	const struct printed *p = ctx;
	mlirbc__out_put(&p->t->job, p->out, text, size);
	return p->t->job.status != MLIRBC_OK;
}

static void put_printed(struct state *t, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	static const char word[] = "resource";
	struct mlirbc__out out = { NULL, 0, 0 };
	struct printed p = { t, &out };
	enum mlirbc_status status = mlirbc__spell(&t->speller, attr, type, &t->text_left, collect, &p);
	if (status != MLIRBC_OK)
		mlirbc__job_fail(&t->job, status, "an attribute or type cannot be printed");
	for (size_t i = 0; i + sizeof word <= out.size + 1 && !t->all_resources; i++)
		t->all_resources = memcmp((const char *)out.data + i, word, sizeof word - 1) == 0;
	put_sized(t, out.data, out.size);
	mlirbc__out_finish(&t->job, &out);
}

/* ---- types */

static void put_type(struct state *t, const struct mlirbc_type *type);

static void put_types(struct state *t, const struct mlirbc_types *types)
{
	put(t, types->count);
	for (size_t i = 0; i < types->count; i++)
		put_type(t, types->data[i]);
}

static void put_shaped(struct state *t, const struct mlirbc_type *type)
{
	put_type(t, type->u.shaped.element);
	put(t, type->u.shaped.rank);
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		put(t, (uint64_t)type->u.shaped.dims[i]);
		put(t, type->u.shaped.scalable && type->u.shaped.scalable[i]);
	}
	put_attr(t, type->u.shaped.encoding);
	put_attr(t, type->u.shaped.space);
}

static void put_type(struct state *t, const struct mlirbc_type *type)
{
	if (t->job.status != MLIRBC_OK || put_known(t, type, NEW_TYPE))
		return;
	bool text = type->kind >= MLIRBC_TYPE_DIALECT;
	put(t, text ? MLIRBC_TYPE_DIALECT : type->kind);
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER:
		put(t, type->u.integer.width);
		put(t, type->u.integer.signedness);
		break;
	case MLIRBC_TYPE_FLOAT: {
		const char *name = mlirbc_float_name(type->u.float_kind);
		put_sized(t, name, strlen(name));
		break;
	}
	case MLIRBC_TYPE_INDEX:
	case MLIRBC_TYPE_NONE: break;
	case MLIRBC_TYPE_FUNCTION:
		put_types(t, &type->u.function.inputs);
		put_types(t, &type->u.function.results);
		break;
	case MLIRBC_TYPE_TUPLE: put_types(t, &type->u.tuple); break;
	case MLIRBC_TYPE_COMPLEX:
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF: put_shaped(t, type); break;
	default: put_printed(t, NULL, type); break;
	}
}

/* ---- attributes */

static bool is_location(const struct mlirbc_attr *attr) { return attr && attr->kind >= MLIRBC_LOC_UNKNOWN; }

static void put_dictionary(struct state *t, const struct mlirbc_attr *attr)
{
	for (size_t i = 0; i < attr->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &attr->u.dictionary.data[i];
		if (mlirbc__says_nothing(entry->value))
			continue;
		put_text(t, entry->name);
		put_attr(t, entry->value);
	}
	put(t, NOTHING);
}

static void put_texts(struct state *t, const struct mlirbc_string *const *texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_text(t, texts[i]);
}

static void put_attrs(struct state *t, const struct mlirbc_attrs *attrs)
{
	put(t, attrs->count);
	for (size_t i = 0; i < attrs->count; i++)
		put_attr(t, attrs->data[i]);
}

static void put_words(struct state *t, const struct mlirbc_attr *attr)
{
	for (size_t i = 0; i < attr->u.number.count; i++)
		put(t, attr->u.number.words[i]);
}

static void put_resource_data(struct state *t, const struct mlirbc_resource *r)
{
	put(t, r->external);
	put_text(t, r->group);
	put_text(t, r->key);
	put(t, r->kind);
	put(t, r->kind == MLIRBC_RESOURCE_BOOL && r->value);
	put(t, r->kind == MLIRBC_RESOURCE_BLOB && r->size ? r->alignment : 0);
	put_sized(t, r->data, r->kind == MLIRBC_RESOURCE_BOOL || r->kind == MLIRBC_RESOURCE_NONE ? 0 : r->size);
}

/* The data is part of the attribute's meaning. For a resource that is missing or has no data, only the key is
   hashed. */
static void put_resource(struct state *t, const struct mlirbc_string *key)
{
	put_text(t, key);
	const struct mlirbc__number *found = mlirbc__number_find(&t->resources, key);
	if (!found) {
		put(t, NOTHING);
		return;
	}
	const struct mlirbc_resource *const *all = t->resource_list.data;
	const struct mlirbc_resource *r = all[found->number];
	if (r->kind == MLIRBC_RESOURCE_NONE)
		put(t, NOTHING);
	else if (!put_known(t, r, NEW_RESOURCE))
		put_resource_data(t, r);
}

/* Debug information: its text has numbers of distinct attributes, which depend on the order of their first
   occurrence. */
static bool put_fields(struct state *t, const struct mlirbc_coded *coded)
{
	bool debug = mlirbc__string_is(coded->dialect, "llvm", 4) && coded->mnemonic->size > 3 &&
		     memcmp(coded->mnemonic->data, "di_", 3) == 0;
	if (!debug)
		return false;
	put_text(t, coded->mnemonic);
	put(t, coded->count);
	for (size_t i = 0; i < coded->count; i++)
		put_attr(t, coded->fields[i].value);
	return true;
}

/* An attribute of a dialect with fields, without those that are locations. */
static void put_coded(struct state *t, const struct mlirbc_attr *attr)
{
	if (put_fields(t, &attr->u.coded))
		return;
	struct mlirbc_attr copy = mlirbc__attr_load(attr);
	struct mlirbc_named_attr *fields = MLIRBC__NEW_ARRAY(
		t->job.context, struct mlirbc_named_attr, attr->u.coded.count + 1);
	if (!fields) {
		mlirbc__job_memory(&t->job);
		return;
	}
	for (size_t i = 0; i < copy.u.coded.count; i++) {
		fields[i] = attr->u.coded.fields[i];
		if (is_location(fields[i].value))
			fields[i].value = NULL;
	}
	copy.u.coded.fields = fields;
	put_printed(t, &copy, NULL);
}

/* Of the numbers among the members, the count and splat flag of elements are hashed with these. */
static void put_member(struct state *t, const struct mlirbc_attr *attr, const struct mlirbc__member *member)
{
	const void *at = mlirbc__member_in(attr, member);
	switch (member->kind) {
	case 'a': put_attr(t, *(const struct mlirbc_attr *const *)at); break;
	case 'A': put_attrs(t, at); break;
	case 'E': put_dictionary(t, attr); break;
	case 'T':
		if (at != &attr->type) /* of any attribute: put_attr() */
			put_type(t, attr->u.type_value);
		break;
	case 'n': put_words(t, attr); break;
	case 'r': put_resource(t, attr->u.resource); break;
	case 's': put_text(t, attr->u.string); break;
	case 'S':
		put(t, attr->u.strings.count);
		put(t, attr->u.strings.splat);
		put_texts(t, attr->u.strings.data, attr->u.strings.count);
		break;
	case 'x':
		put(t, attr->u.dense.count);
		put(t, attr->u.dense.splat);
		put_sized(t, attr->u.dense.data, attr->u.dense.size);
		break;
	default: break;
	}
}

static void put_parts(struct state *t, const struct mlirbc_attr *attr)
{
	const unsigned code = mlirbc__attr_codes[attr->kind];
	if (attr->kind == MLIRBC_ATTR_CODED) {
		put_coded(t, attr);
	} else if (attr->kind == MLIRBC_ATTR_SYMBOL) { /* parts are texts */
		put_text(t, attr->u.symbol.root);
		put(t, attr->u.symbol.count);
		put_texts(t, attr->u.symbol.nested, attr->u.symbol.count);
	} else if (code == MLIRBC__NO_CODE) {
		put_printed(t, attr, NULL);
	} else {
		for (const struct mlirbc__member *m = mlirbc__builtin_attrs[code].list; m->kind; m++)
			put_member(t, attr, m);
	}
}

static void put_attr(struct state *t, const struct mlirbc_attr *attr)
{
	static const char location;
	if (t->job.status != MLIRBC_OK)
		return;
	if (!attr) {
		put(t, NOTHING);
		return;
	}
	const struct mlirbc_attr *unique = mlirbc_attr_unique(t->job.context, attr);
	if (!unique) {
		mlirbc__job_memory(&t->job);
	} else if (is_location(unique)) {
		(void)put_known(t, &location, NEW_ATTR); /* one represents all */
	} else if (!put_known(t, unique, NEW_ATTR)) {
		bool text = attr->kind == MLIRBC_ATTR_CODED || attr->kind == MLIRBC_ATTR_BYTES;
		put(t, text ? MLIRBC_ATTR_DIALECT : attr->kind);
		if (attr->type)
			put_type(t, attr->type);
		else
			put(t, NOTHING);
		put_parts(t, attr);
	}
}

/* ---- ops */

static void number_values(struct mlirbc_value *values, size_t count, uint32_t *next)
{
	for (size_t i = 0; i < count; i++)
		values[i].number = (*next)++;
}

static void number_module(const struct mlirbc_module *module)
{
	uint32_t next = 0;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			number_values(mlirbc_op_results(op), op->result_count, &next);
			for (uint32_t i = 0; i < op->region_count; i++) {
				for (struct mlirbc_block *b = mlirbc_op_regions(op)[i].first; b; b = b->next)
					number_values(b->arguments, b->argument_count, &next);
			}
		}
	}
}

static void put_block(struct state *t, const struct mlirbc_block *block)
{
	uint64_t ops = 0;
	for (const struct mlirbc_op *op = block->first; op; op = op->next)
		ops++;
	put(t, block->argument_count);
	for (uint32_t i = 0; i < block->argument_count; i++)
		put_type(t, block->arguments[i].type);
	put(t, ops);
}

static void put_nonempty(struct state *t, const struct mlirbc_attr *attr)
{
	bool empty = attr && attr->kind == MLIRBC_ATTR_DICTIONARY;
	for (size_t i = 0; empty && i < attr->u.dictionary.count; i++)
		empty = mlirbc__says_nothing(attr->u.dictionary.data[i].value);
	put_attr(t, empty ? NULL : attr);
}

static void put_op(struct state *t, const struct mlirbc_op *op)
{
	put_text(t, op->name);
	put(t, op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++)
		put_type(t, mlirbc_op_results(op)[i].type);
	put(t, op->operand_count);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		put(t, value ? (uint64_t)value->number + 1 : 0);
	}
	put(t, mlirbc_op_successor_count(op));
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++)
		put(t, mlirbc_op_successors(op)[i] ? (uint64_t)mlirbc_op_successors(op)[i]->number + 1 : 0);
	put_nonempty(t, mlirbc_op_properties(op));
	put_nonempty(t, mlirbc_op_attributes(op));
	put(t, op->region_count);
	for (uint32_t i = 0; i < op->region_count; i++) {
		put(t, mlirbc_op_regions(op)[i].block_count);
		for (const struct mlirbc_block *b = mlirbc_op_regions(op)[i].first; b; b = b->next)
			put_block(t, b);
	}
}

/* ---- resources */

static int compare_resources(const void *a, const void *b)
{
	const struct mlirbc_resource *x = *(const struct mlirbc_resource *const *)a,
				     *y = *(const struct mlirbc_resource *const *)b;
	int order = x->external != y->external ? (x->external ? 1 : -1) : mlirbc__string_compare(x->group, y->group);
	return order ? order : mlirbc__string_compare(x->key, y->key);
}

/* Sorted by group and key. */
static bool begin_resources(struct state *t, const struct mlirbc_module *module)
{
	for (const struct mlirbc_resource *r = module->resources; r; r = r->next)
		mlirbc__out_put(&t->job, &t->resource_list, &r, sizeof r);
	const struct mlirbc_resource **all = t->resource_list.data;
	size_t count = MLIRBC__ITEMS(&t->resource_list, const struct mlirbc_resource *);
	if (t->job.status != MLIRBC_OK)
		return false;
	if (count)
		qsort(all, count, sizeof(const struct mlirbc_resource *), compare_resources);
	for (size_t i = 0; i < count; i++) {
		if (!all[i]->external && !mlirbc__number_add(&t->job, &t->resources, all[i]->key, i))
			return false;
	}
	return true;
}

static void put_resources(struct state *t)
{
	const struct mlirbc_resource *const *all = t->resource_list.data;
	size_t count = MLIRBC__ITEMS(&t->resource_list, const struct mlirbc_resource *);
	for (size_t i = 0; i < count; i++) {
		if (all[i]->external || (t->all_resources && all[i]->kind != MLIRBC_RESOURCE_NONE))
			put_resource_data(t, all[i]);
	}
}

static void put_module(struct state *t, const struct mlirbc_module *module)
{
	put_block(t, module->body);
	for (struct mlirbc_op *root = module->body->first; root && t->job.status == MLIRBC_OK; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
			put_op(t, op);
	}
	put_resources(t);
}

/* Bytes in an unknown encoding that may name table entries have no canonical form: the numbers depend on the writer, and
 * the positions of the numbers are unknown. */
static void check_opaques(struct state *t)
{
	const struct mlirbc__set *opaques = &t->speller.opaques;
	for (size_t i = 0; i < opaques->capacity && t->job.status == MLIRBC_OK; i++) {
		const struct mlirbc__seen *seen = opaques->slots[i].item;
		if (!seen)
			continue;
		const struct mlirbc__opaque bytes = mlirbc__opaque_of(seen->key);
		if (mlirbc__opaque_names_any(&bytes))
			mlirbc__job_fail(&t->job, MLIRBC_E_UNSUPPORTED,
				"the module has no digest: dialect \"%.*s\" has %s in an unknown encoding, whose bytes may "
				"name table entries by number",
				bytes.dialect->size < 64 ? (int)bytes.dialect->size : 64, bytes.dialect->data,
				mlirbc__opaque_is_type(seen->key) ? "a type" : "properties or an attribute");
	}
}

enum mlirbc_status mlirbc_hash(
	const struct mlirbc_module *module, uint8_t out[MLIRBC_HASH_SIZE], struct mlirbc_diag *diag)
{
	static const char first[] = "mlirbc 1"; /* version of the canonical form */
	struct state t = { .job = { .context = module->context, .module = module, .diag = diag },
		.text_left = MLIRBC__MOST_SPELLED };
	struct mlirbc_module whole = *module;
	enum mlirbc_status status = mlirbc_module_load(&whole, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__check_nesting(module->context, diag);
	if (status != MLIRBC_OK)
		return status;
	mlirbc__speller_init(&t.speller, module->context);
	bytecursor_sha256_init(&t.hash);
	put_bytes(&t, first, sizeof first);
	number_module(module);
	if (begin_resources(&t, module))
		put_module(&t, module);
	check_opaques(&t);
	flush(&t);
	bytecursor_sha256_finish(&t.hash, out);
	mlirbc__speller_finish(&t.speller);
	mlirbc__numbers_finish(&t.job, &t.known);
	mlirbc__numbers_finish(&t.job, &t.resources);
	mlirbc__out_finish(&t.job, &t.resource_list);
	if (t.job.status == MLIRBC_OK && module->file)
		return mlirbc_file_failure(module->file, diag);
	return t.job.status;
}
