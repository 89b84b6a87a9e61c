/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of values and blocks: a table of all visible names; leaving a region pops the newest ones.
 *
 * A value may be used before its definition anywhere in the isolated region that contains the use; a placeholder
 * stands for it. Its name survives the end of inner regions and must be defined when the isolated region ends. */
#include "text/parse/parse_form.h"

#include <stdio.h>

static struct mlirbc__name *names_data(const struct mlirbc__names *names)
{
	return (struct mlirbc__name *)(void *)names->entries.data;
}

static size_t names_count(const struct mlirbc__names *names)
{
	return names->entries.count / sizeof(struct mlirbc__name);
}

/* Most names have up to eight bytes. Those near the end of the source must have the same hash as elsewhere. */
static uint32_t name_hash(const struct mlirbc_parser *parser, const char *text, size_t size)
{
	uint64_t word = 0;
	if (size > sizeof word || size == 0)
		return (uint32_t)mlirbc__hash(parser->context->seed, text, size);
	if ((size_t)(parser->lexer.end - text) < sizeof word)
		memcpy(&word, text, size);
	else
		memcpy(&word, text, sizeof word);
	unsigned unused = (unsigned)(sizeof word - size) * 8;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word >>= unused;
#else
	word <<= unused;
#endif
	word = (word ^ parser->context->seed) * UINT64_C(0x9E3779B97F4A7C15);
	word ^= word >> 32;
	return (uint32_t)(word * UINT64_C(0xD6E8FEB86659FD93) >> 32);
}

static struct mlirbc__bucket *bucket_of(const struct mlirbc__names *names, uint32_t hash)
{
	return &names->buckets[hash & (names->bucket_count - 1)];
}

static uint32_t seen_bit(uint32_t hash) { return UINT32_C(1) << (hash >> 27); }

static void chain(struct mlirbc__names *names, size_t index)
{
	struct mlirbc__name *name = names_data(names) + index;
	struct mlirbc__bucket *bucket = bucket_of(names, name->hash);
	name->next = bucket->first;
	bucket->first = (uint32_t)index + 1;
	bucket->seen |= seen_bit(name->hash);
}

static void unchain(struct mlirbc__names *names, size_t index)
{
	struct mlirbc__name *all = names_data(names);
	uint32_t *link = &bucket_of(names, all[index].hash)->first;
	while (*link != index + 1)
		link = &all[*link - 1].next;
	*link = all[index].next;
}

void mlirbc__names_finish(struct mlirbc_parser *parser)
{
	struct mlirbc__names *names = &parser->names;
	mlirbc__arena_give(&parser->context->arena, names->buckets, names->bucket_count * sizeof *names->buckets,
		_Alignof(struct mlirbc__bucket));
}

static bool grow_buckets(struct mlirbc_parser *parser)
{
	struct mlirbc__names *names = &parser->names;
	size_t count = names->bucket_count ? names->bucket_count * 2 : 256;
	struct mlirbc__bucket *buckets = mlirbc__arena_take(
		&parser->context->arena, count * sizeof *buckets, _Alignof(struct mlirbc__bucket));
	if (!buckets)
		return mlirbc__no_memory(parser);
	memset(buckets, 0, count * sizeof *buckets);
	mlirbc__arena_give(
		&parser->context->arena, names->buckets, names->bucket_count * sizeof *buckets, _Alignof(uint32_t));
	names->buckets = buckets;
	names->bucket_count = count;
	for (size_t i = 0; i < names_count(names); i++) {
		if (names_data(names)[i].kind != NAME_DEAD)
			chain(names, i);
	}
	return true;
}

static bool is_block(enum mlirbc__name_kind kind) { return kind == NAME_BLOCK || kind == NAME_FORWARD_BLOCK; }

static struct mlirbc__name *find(struct mlirbc_parser *parser, const char *text, size_t size, uint32_t hash, bool block)
{
	struct mlirbc__names *names = &parser->names;
	if (names->bucket_count == 0)
		return NULL;
	const struct mlirbc__bucket *bucket = bucket_of(names, hash);
	if (!(bucket->seen & seen_bit(hash)))
		return NULL;
	struct mlirbc__name *all = names_data(names);
	uint32_t scope = block ? names->region : names->scope;
	size_t first = block ? names->region_first : names->scope_first;
	for (uint32_t at = bucket->first; at > first; at = all[at - 1].next) { /* newest first */
		struct mlirbc__name *name = &all[at - 1];
		if (name->hash == hash && name->size == size && name->scope == scope && is_block(name->kind) == block &&
			memcmp(name->text, text, size) == 0)
			return name;
	}
	return NULL;
}

static struct mlirbc__name *add(struct mlirbc_parser *parser, const struct mlirbc__name *like)
{
	struct mlirbc__names *names = &parser->names;
	if (names_count(names) >= names->bucket_count && !grow_buckets(parser))
		return NULL;
	struct mlirbc__name *name = mlirbc__push(parser, &names->entries, sizeof *name);
	if (!name)
		return NULL;
	*name = *like;
	chain(names, names_count(names) - 1);
	return name;
}

/* ---- regions */

bool mlirbc__scope_enter(struct mlirbc_parser *parser, bool isolated, struct mlirbc__scope_mark *out_mark)
{
	struct mlirbc__names *names = &parser->names;
	size_t count = names_count(names);
	*out_mark = (struct mlirbc__scope_mark){ count, names->scope_first, names->region_first, names->scope,
		names->region, isolated };
	if (isolated) {
		names->scope = ++names->last_scope;
		names->scope_first = count;
	}
	names->region = ++names->last_region;
	names->region_first = count;
	return names->last_region != UINT32_MAX || mlirbc__limit_at(parser, &parser->token, "too many regions");
}

struct fault {
	const char *first;        /* position in the source */
	struct mlirbc__name name; /* if `first` is set */
};

/* Records a name with an error that goes out of scope; of several, the first in the source. */
static void note_fault(const struct mlirbc__name *name, bool isolated, struct fault *fault)
{
	const char *place = NULL;
	if (name->kind == NAME_FORWARD_BLOCK || (name->kind == NAME_BLOCK && name->count && name->u.block->number == 0))
		place = name->text - 1;
	if (name->kind == NAME_FORWARD_VALUE && isolated) {
		for (const struct mlirbc__placeholder *p = name->u.placeholders; p; p = p->next)
			place = !place || p->token.start < place ? p->token.start : place;
	}
	if (!place || (fault->first && fault->first < place))
		return;
	*fault = (struct fault){ place, *name };
}

/* Reports a fault in a region that has been left. */
static bool report_fault(struct mlirbc_parser *parser, const struct fault *fault)
{
	enum { SHOWN = 80 };
	struct mlirbc__token place = mlirbc__token_at(parser, fault->first);
	const struct mlirbc__name *name = &fault->name;
	if (name->kind == NAME_FORWARD_BLOCK)
		return mlirbc__error_at(parser, &place, "reference to an undefined block");
	if (name->kind == NAME_BLOCK)
		return mlirbc__error_at(parser, &place, "entry block of region may not have predecessors");
	const struct mlirbc__name *outer = find(parser, name->text, name->size, name->hash, false);
	return mlirbc__error_at(parser, &place, "use of undeclared SSA value name '%%%.*s'%s",
		(int)(name->size < SHOWN ? name->size : SHOWN), name->text,
		outer && outer->kind == NAME_VALUE ? "; a region sees only values that are passed to it" : "");
}

bool mlirbc__scope_leave(struct mlirbc_parser *parser, const struct mlirbc__scope_mark *mark)
{
	struct mlirbc__names *names = &parser->names;
	struct mlirbc__name *all = names_data(names);
	size_t count = names_count(names), kept = mark->count;
	struct fault fault = { .first = NULL };
	bool all_go = mark->count == 0 && count > names->bucket_count / 8;
	if (all_go)
		memset(names->buckets, 0, names->bucket_count * sizeof *names->buckets);
	for (size_t i = count; i-- > mark->count;) { /* newest first: each is the head of its chain */
		if (all[i].kind == NAME_DEAD)
			continue;
		note_fault(&all[i], mark->isolated, &fault);
		if (all_go)
			continue;
		struct mlirbc__bucket *bucket = bucket_of(names, all[i].hash);
		bucket->first = all[i].next;
		if (!bucket->first)
			bucket->seen = 0;
	}
	for (size_t i = mark->count; i < count; i++) {
		if (all[i].kind != NAME_FORWARD_VALUE)
			continue;
		all[kept] = all[i];
		chain(names, kept++);
	}
	names->entries.count = kept * sizeof *all;
	names->scope = mark->scope;
	names->region = mark->region;
	names->scope_first = mark->scope_first;
	names->region_first = mark->region_first;
	return !fault.first || report_fault(parser, &fault);
}

/* ---- values */

static struct mlirbc__token place_of(const struct mlirbc_parser *parser, const struct mlirbc_unresolved *name)
{
	return (struct mlirbc__token){
		.line = name->line, .column = name->column, .start = parser->text + name->offset
	};
}

enum { TYPE_TEXT = 96, MANY_RESULTS = 1000 };

/* For error messages. */
static void type_text(const struct mlirbc_parser *parser, const struct mlirbc_type *type, char buffer[TYPE_TEXT])
{
	buffer[0] = '\0';
	(void)parser->type_text(type, buffer, TYPE_TEXT);
}

static int shown(const struct mlirbc_unresolved *name) { return (int)(name->name.size < 60 ? name->name.size : 60); }

/* The innermost scf.index_switch or emitc.switch in custom form that is being read and contains the token, in a region
 * before the present one. Its default region is the last in the text and the first in memory and in the generic form, where that use could not be written. */
static bool is_in_case(const struct mlirbc_parser *parser, const struct mlirbc__token *token)
{
	const struct mlirbc__open *open = (const void *)parser->open.data;
	for (size_t i = MLIRBC__COUNT(parser->open, 0, struct mlirbc__open); i-- > 0;) {
		if (open[i].op.form && open[i].op.kind->parse == mlirbc__read_index_switch &&
			token->start > open[i].op.token.start && token->start < open[i].op.body.start)
			return true;
	}
	return false;
}

/* Replaces every placeholder of the name by its value. */
static bool resolve(struct mlirbc_parser *parser, struct mlirbc__name *forward, const struct mlirbc_unresolved *name,
	struct mlirbc_value *values, uint32_t count)
{
	for (struct mlirbc__placeholder *p = forward->u.placeholders; p; p = p->next) {
		if (p->number >= count)
			return mlirbc__error_at(parser, &p->token, "reference to invalid result number");
		if (is_in_case(parser, &p->token))
			return mlirbc__error_at(parser, &p->token, "operand is defined in another region of the switch");
		struct mlirbc_value *value = &values[p->number];
		if (p->value.type != value->type) {
			char text[TYPE_TEXT];
			struct mlirbc__token place = place_of(parser, name);
			type_text(parser, value->type, text);
			return mlirbc__error_at(parser, &place, "definition of SSA value '%%%.*s#%u' has type '%s'",
				shown(name), name->name.data, p->number, text);
		}
		mlirbc_value_replace(&p->value, value);
		p->resolved = value;
	}
	unchain(&parser->names, (size_t)(forward - names_data(&parser->names)));
	forward->kind = NAME_DEAD;
	return true;
}

void mlirbc__will_define(const struct mlirbc_parser *parser, const struct mlirbc_unresolved *name)
{
#ifdef __GNUC__
	if (parser->names.bucket_count)
		__builtin_prefetch(bucket_of(&parser->names, name_hash(parser, name->name.data, name->name.size)), 1);
#else
	(void)parser;
	(void)name;
#endif
}

static bool add_values(struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, uint32_t hash,
	struct mlirbc_value *values, uint32_t count)
{
	struct mlirbc__name made = { .text = name->name.data,
		.size = (uint32_t)name->name.size,
		.hash = hash,
		.scope = parser->names.scope,
		.kind = NAME_VALUE,
		.count = count,
		.u.values = values };
	return add(parser, &made) != NULL;
}

bool mlirbc__define_values(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, struct mlirbc_value *values, uint32_t count)
{
	uint32_t hash = name_hash(parser, name->name.data, name->name.size);
	struct mlirbc__name *known = find(parser, name->name.data, name->name.size, hash, false);
	if (known && known->kind == NAME_VALUE) {
		struct mlirbc__token place = place_of(parser, name);
		return mlirbc__error_at(
			parser, &place, "redefinition of SSA value '%%%.*s'", shown(name), name->name.data);
	}
	return (!known || resolve(parser, known, name, values, count)) && add_values(parser, name, hash, values, count);
}

bool mlirbc__define_fresh(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, struct mlirbc_value *values, uint32_t count)
{
	uint32_t hash = name_hash(parser, name->name.data, name->name.size);
	if (find(parser, name->name.data, name->name.size, hash, false)) {
		struct mlirbc__token place = place_of(parser, name);
		return mlirbc__error_at(parser, &place, "region entry argument '%%%.*s' is already in use", shown(name),
			name->name.data);
	}
	return add_values(parser, name, hash, values, count);
}

static struct mlirbc_value *check_type(struct mlirbc_parser *parser, const struct mlirbc_unresolved *name,
	struct mlirbc_value *value, const struct mlirbc_type *type)
{
	if (value->type == type)
		return value;
	char wanted[TYPE_TEXT], had[TYPE_TEXT];
	struct mlirbc__token place = place_of(parser, name);
	type_text(parser, type, wanted);
	type_text(parser, value->type, had);
	mlirbc__error_at(parser, &place, "use of value '%%%.*s' expects different type than prior uses: '%s' vs '%s'",
		shown(name), name->name.data, wanted, had);
	return NULL;
}

static struct mlirbc_value *use_forward(struct mlirbc_parser *parser, struct mlirbc__name *known,
	const struct mlirbc_unresolved *name, uint32_t hash, const struct mlirbc_type *type)
{
	for (struct mlirbc__placeholder *p = known ? known->u.placeholders : NULL; p; p = p->next) {
		if (p->number == name->result)
			return check_type(parser, name, &p->value, type);
	}
	if (known && known->count == MANY_RESULTS) { /* the search above is linear */
		mlirbc__limit_at(parser, &parser->token, "more than %d results of one op used before it", MANY_RESULTS);
		return NULL;
	}
	struct mlirbc__placeholder *made = MLIRBC__NEW(parser->context, struct mlirbc__placeholder);
	if (!made) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	*made = (struct mlirbc__placeholder){ .value.type = type,
		.number = name->result,
		.token = place_of(parser, name),
		.next = known ? known->u.placeholders : NULL };
	if (known) {
		known->u.placeholders = made;
		known->count++;
		return &made->value;
	}
	struct mlirbc__name forward = { .text = name->name.data,
		.size = (uint32_t)name->name.size,
		.hash = hash,
		.scope = parser->names.scope,
		.kind = NAME_FORWARD_VALUE,
		.count = 1,
		.u.placeholders = made };
	return add(parser, &forward) ? &made->value : NULL;
}

struct mlirbc_value *mlirbc__use_value(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, const struct mlirbc_type *type)
{
	uint32_t hash = name_hash(parser, name->name.data, name->name.size);
	struct mlirbc__name *known = find(parser, name->name.data, name->name.size, hash, false);
	if (!known || known->kind == NAME_FORWARD_VALUE)
		return use_forward(parser, known, name, hash, type);
	if (name->result >= known->count) {
		struct mlirbc__token place = place_of(parser, name);
		mlirbc__error_at(parser, &place, "reference to invalid result number");
		return NULL;
	}
	return check_type(parser, name, &known->u.values[name->result], type);
}

/* ---- blocks */

struct mlirbc_block *mlirbc__get_block(struct mlirbc_parser *parser, const struct mlirbc__token *token, bool define)
{
	const char *text = token->start + 1;
	size_t size = (size_t)(token->end - text);
	uint32_t hash = name_hash(parser, text, size);
	struct mlirbc__name *known = find(parser, text, size, hash, true);
	if (known && known->kind == NAME_BLOCK && define) {
		mlirbc__error_at(
			parser, token, "redefinition of block '%.*s'", (int)(size < 60 ? size + 1 : 60), token->start);
		return NULL;
	}
	if (known) {
		if (define)
			known->kind = NAME_BLOCK;
		known->count += !define;
		return known->u.block;
	}
	struct mlirbc_block *block = mlirbc_block_create(parser->context, NULL, NULL, NULL, 0);
	if (!block) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	struct mlirbc__name made = { .text = text,
		.size = (uint32_t)size,
		.hash = hash,
		.scope = parser->names.region,
		.kind = define ? NAME_BLOCK : NAME_FORWARD_BLOCK,
		.count = !define,
		.u.block = block };
	return add(parser, &made) ? block : NULL;
}
