/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of one parse, and the functions shared by the files of the parser.
 *
 * Every function that returns bool returns false after it has reported an error; the first report is kept. Lists are
 * collected on stacks: a function saves the count, pushes, and pops its own items at the end, so that no list needs
 * an allocation. */
#ifndef MLIRBC_SRC_PARSER_H
#define MLIRBC_SRC_PARSER_H

#include "dialects/forms.h"
#include "ir/context.h"
#include "ir/refs.h"
#include "text/parse/lexer.h"

#include <mlirbc/assembly.h>
#include <mlirbc/parse.h>
#include <stdarg.h>

struct mlirbc__stack {
	unsigned char *data;
	size_t count, capacity; /* bytes */
};

/* A name in a dictionary being read; the token for "duplicate key". */
struct mlirbc__item {
	struct mlirbc_named_attr named;
	struct mlirbc__token token;
};

/* A use of a name before its definition: a placeholder for the value. */
struct mlirbc__placeholder {
	struct mlirbc_value value;
	struct mlirbc_value *resolved;    /* NULL until defined */
	uint32_t number;                  /* of the result: %x#number */
	struct mlirbc__token token;       /* of the first use */
	struct mlirbc__placeholder *next; /* of the same name */
};

enum mlirbc__name_kind { NAME_VALUE, NAME_FORWARD_VALUE, NAME_BLOCK, NAME_FORWARD_BLOCK, NAME_DEAD };

struct mlirbc__name {
	const char *text; /* in the source, after its % or ^: at its first occurrence */
	uint32_t size, hash;
	uint32_t scope; /* values: the isolated scope; blocks: the region */
	uint32_t next;  /* in the bucket: index + 1 */
	enum mlirbc__name_kind kind;
	uint32_t count; /* values, placeholders, jumps to the block */
	union {
		struct mlirbc_value *values;
		struct mlirbc__placeholder *placeholders;
		struct mlirbc_block *block;
	} u;
};

/* Progress of reading an op: up to a region, which is read next, or up to its location. */
enum mlirbc__read { READ_FAILED, READ_WHOLE, READ_REGION };
typedef enum mlirbc__read (*mlirbc__read_fn)(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

/* Properties shared by all ops with equal spelling. */
struct mlirbc__op_kind {
	struct mlirbc_string text;           /* as spelled, in the source; the generic form's with its quotes */
	const struct mlirbc_string *name;    /* unique */
	const struct mlirbc_string *op_name; /* name of the ops that are made */
	const char *layout;                  /* inherent attributes, unless hooks know; NULL: unknown */
	bool isolated;
	uint8_t lost;                          /* number of recent cache misses of its dictionaries */
	mlirbc__read_fn parse;                 /* for built-in ops; else NULL */
	struct mlirbc__form form;              /* interpreted by `parse` */
	const struct mlirbc_assembly *hooks;   /* of the dialect, or NULL */
	const void *kept;                      /* by the hook */
	struct mlirbc__default_attr *defaults; /* of inherent attributes; NULL: none */
	const struct mlirbc_attr *complete;    /* the last properties found to contain all of them */
};

/* Result of continuing with an attribute, type or location: it is complete (parser->made), or a part of it must be
 * read next, for which it waits on parser->frames. */
enum mlirbc__step { STEP_FAILED, STEP_MADE, STEP_ATTR, STEP_TYPE, STEP_LOC };

/* An attribute, type or location that waits for a part. Valid until something is pushed on parser->frames. */
struct mlirbc__frame {
	/* Called when the part is complete; returns the next step. */
	enum mlirbc__step (*next)(struct mlirbc_parser *parser, struct mlirbc__frame *frame);
	size_t from; /* start of its items on the stack for its kind of items */
	union {
		struct {
			size_t rank;
			const struct mlirbc_type *element; /* NULL: the frame waits for it */
			const struct mlirbc_attr *encoding, *space;
			enum mlirbc_type_kind kind;
			bool scalable;
			struct mlirbc__token word; /* "vector" */
		} shaped;
		struct {
			size_t results; /* start on parser->types */
			char part; /* the frame waits for: i one of the inputs, r one of the results in parentheses,
			              s the single result */
		} function;
		struct {
			const struct mlirbc_attr *metadata;
			struct mlirbc__set seen; /* the parts, if there are many */
			bool parts;              /* the frame waits for a part, not the metadata */
		} fused;
		struct {
			struct mlirbc__token literal; /* start of the elements */
		} dense;
		bool negative;                    /* number */
		uint64_t distinct;                /* its number */
		const struct mlirbc_string *text; /* of a string, resource, name */
		const struct mlirbc_attr *typed;  /* of a dialect: the attribute that gets the type */
		const struct mlirbc_attr *callee; /* NULL: the frame waits for it */
	} u;
	struct mlirbc__token place; /* for errors */
};

/* Cached text and its meaning (parse_cache.c). */
enum mlirbc__span_kind { SPAN_SIGNATURE, SPAN_PROPERTIES, SPAN_DICTIONARY, SPAN_TYPE };
struct mlirbc__span {
	const char *text; /* in the source */
	const void *found;
	uint32_t size;
	uint32_t levels; /* of nesting inside */
	uint64_t weight; /* of its contents */
};

struct mlirbc__bucket {
	uint32_t first; /* index + 1 */
	uint32_t seen;  /* bits of the hashes in the chain: lets most lookups of unknown names fail at once */
};

/* All visible names, newest last; chained by hash. */
struct mlirbc__names {
	struct mlirbc__stack entries; /* struct mlirbc__name */
	struct mlirbc__bucket *buckets;
	size_t bucket_count;
	uint32_t scope, region;           /* the innermost ones */
	size_t scope_first, region_first; /* the first entries that may belong to them */
	uint32_t last_scope, last_region; /* last numbers assigned */
};

struct mlirbc__scope_mark {
	size_t count, scope_first, region_first;
	uint32_t scope, region;
	bool isolated;
};

/* #name = attribute, !name = type. */
struct mlirbc__alias {
	struct mlirbc_string name; /* with # or !, in the source */
	const struct mlirbc_attr *attr;
	const struct mlirbc_type *type;
	uint32_t depth;  /* levels of nesting inside */
	uint64_t weight; /* attributes and types inside, counted as often as they would be printed */
	/* A location that is used before its definition already has a number. */
	uint32_t ref; /* 0: not used so far */
	uint32_t uses;
	const char *first_use;
};

/* distinct[id] of the source, an item of parser->distincts; attr NULL: it occurred only in failed speculative
   parsing. */
struct mlirbc__distinct {
	uint64_t id;
	const struct mlirbc_attr *attr;
	struct mlirbc__distinct *before; /* the previous one */
};

struct mlirbc_parser {
	struct mlirbc_context *context;
	struct mlirbc__lexer lexer;
	struct mlirbc__token token;             /* lookahead, not yet consumed */
	const char *last_end, *last_line_start; /* where the token before it ended */
	uint32_t last_line;
	const char *text;
	const struct mlirbc_string *file;
	const struct mlirbc_assembly *const *dialects;
	size_t dialect_count;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;    /* of the first failure */
	enum mlirbc__release release; /* release of the ops */
	uint32_t depth, max_depth, max_loc_depth; /* the last: of locations */
	uint32_t tries;               /* nesting of attributes being parsed speculatively as coded ones */
	uint32_t deepest;             /* depth reached in the current alias */
	uint64_t weight, most_weight; /* attributes and types read, including those of aliases at each use */
	struct mlirbc_module *module; /* NULL when a single attribute or type is read */
	bool kept;                    /* parsing kept text */
	struct mlirbc__stack types, attrs, entries, inherent, values, regions, blocks, arguments, results, unresolved,
		dims, bytes, lists, brackets;
	struct mlirbc__stack frames;   /* struct mlirbc__frame */
	struct mlirbc__stack open;     /* struct mlirbc__open: ops with regions that are not read yet */
	const void *made;              /* the last complete attribute, type or location */
	uint32_t hooks;                /* number of hooks that are reading a region */
	struct mlirbc__stack deferred; /* struct mlirbc__alias *: those with a number */
	struct mlirbc__set aliases, distincts;
	struct mlirbc__distinct *last_distinct;
	struct mlirbc__set resources; /* struct mlirbc_resource, by group and key */
	struct mlirbc__set op_kinds;  /* struct mlirbc__op_kind, by text */
	struct mlirbc__op_kind *recent_kinds[64];
	struct mlirbc__span *spans; /* NULL: none yet */
	struct mlirbc__names names;
	unsigned char *scratch; /* lists passed to a hook; each op releases its own. NULL: none yet */
	size_t scratch_used;
	mlirbc_take_op_fn take_op;
	void *take_ctx;
	mlirbc_explain_op_fn explain_op;
	void *explain_ctx;
	bool name_arguments;
	/* Prints a type like mlirbc_type_text(). Set when a module is parsed: only messages about values contain
	   types. */
	size_t (*type_text)(const struct mlirbc_type *type, char *buffer, size_t size);
};

/* ---- parser.c: start and end. The caller sets further members in between. */
enum mlirbc_status mlirbc__parser_start(struct mlirbc_parser *parser, struct mlirbc_context *context, const char *text,
	size_t size, uint32_t max_depth, struct mlirbc_diag *diag);
enum mlirbc_status mlirbc__parser_finish(struct mlirbc_parser *parser);
/* parse_stablehlo.c: the fields of a kept text of StableHLO or CHLO, in the order of its row; NULL: not given. `values` has room for
 * MLIRBC__MOST_FIELDS. NULL: the text has no encoding, or memory is short. */
const struct mlirbc__coding *mlirbc__parse_kept_fields(struct mlirbc_context *context, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool type, const struct mlirbc_attr **values, uint64_t *out_code);
/* Parses an attribute in kept text, where alias names have the meaning of the context. */
enum mlirbc_status mlirbc__parse_kept(
	struct mlirbc_context *context, const char *text, size_t size, const struct mlirbc_attr **out_attr);

struct mlirbc_op_state {
	const struct mlirbc_string *name;
	struct mlirbc__token token; /* of the name */
	struct mlirbc__op_kind *kind;
	size_t types, entries, inherent, values, regions,
		blocks;                       /* start of its parts on the stacks of those names */
	const struct mlirbc_attr *properties; /* <...> as read; NULL: none */
	const struct mlirbc_attr *attributes; /* {...} as a whole; NULL: they are entries */
	struct mlirbc_block *block;           /* the block that gets the op */
	size_t before, results, names;        /* counts of the stacks of types, results, unresolved operand names at
	                                         its start */
	size_t scratch;
	/* READ_REGION: */
	mlirbc__read_fn resume;    /* continues after the region, which is then the last of parser->regions */
	size_t arguments;          /* of its entry block, on parser->arguments from this index on */
	struct mlirbc__token body; /* its start */
	bool isolated;             /* isolated from above */
	uint32_t location;         /* number of its position, shared with implied terminators; 0: none yet */
	bool made_blocks;          /* a hook made blocks and ops, which get the op's location */
	void *form;                /* state of a custom form, in scratch memory */
};

struct mlirbc__open {
	struct mlirbc_op_state op;
	struct mlirbc_region *region; /* being read */
	struct mlirbc_block *block;   /* the block of it that gets ops; NULL: none yet */
	struct mlirbc__scope_mark mark;
};

/* ---- parse.c: errors, memory, tokens */
/* `place`: a token, or just line and column (start NULL). */
bool mlirbc__error_at(struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *format, ...)
	MLIRBC_PRINTF(3, 4);
bool mlirbc__limit_at(struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *format, ...)
	MLIRBC_PRINTF(3, 4);
bool mlirbc__report(struct mlirbc_parser *parser, enum mlirbc_status status, const struct mlirbc__token *place,
	const char *format, va_list arguments) MLIRBC_PRINTF(4, 0);
bool mlirbc__no_memory(struct mlirbc_parser *parser); /* always false */
bool mlirbc__enter(struct mlirbc_parser *parser);     /* enters one level; false at the limit */
bool mlirbc__enter_loc(struct mlirbc_parser *parser); /* one level of a location */
static inline void mlirbc__leave(struct mlirbc_parser *parser) { parser->depth--; }

void mlirbc__advance(struct mlirbc_parser *parser);
/* Continues at `at`, which must be in the current line. */
void mlirbc__reset(struct mlirbc_parser *parser, const char *at);
/* The token at `at`, a position in the source. For errors only: it counts lines. */
struct mlirbc__token mlirbc__token_at(const struct mlirbc_parser *parser, const char *at);
/* An empty token at the end of the last one. */
struct mlirbc__token mlirbc__last(const struct mlirbc_parser *parser);
/* "expected ...", reported at the end of the previous token, where the missing token belongs. Always false. */
bool mlirbc__expected(struct mlirbc_parser *parser, const char *what);
bool mlirbc__expect(struct mlirbc_parser *parser, int kind, const char *what);
static inline bool mlirbc__take(struct mlirbc_parser *parser, int kind)
{
	if (parser->token.kind != kind)
		return false;
	mlirbc__advance(parser);
	return true;
}
static inline size_t mlirbc__token_size(const struct mlirbc__token *token)
{
	return (size_t)(token->end - token->start);
}
static inline bool mlirbc__at_word(const struct mlirbc_parser *parser, const char *word)
{
	size_t size = strlen(word); /* inlined, so that it is a constant for a literal */
	return parser->token.kind == TOKEN_WORD && mlirbc__token_size(&parser->token) == size &&
	       memcmp(parser->token.start, word, size) == 0;
}

/* Room for one more element on a stack; NULL after an error. */
void *mlirbc__push_slow(struct mlirbc_parser *parser, struct mlirbc__stack *stack, size_t size);
static inline void *mlirbc__push(struct mlirbc_parser *parser, struct mlirbc__stack *stack, size_t size)
{
	if (stack->capacity - stack->count < size)
		return mlirbc__push_slow(parser, stack, size);
	void *p = stack->data + stack->count;
	stack->count += size;
	return p;
}
/* Adds text to parser->bytes. */
static inline bool mlirbc__push_text(struct mlirbc_parser *parser, const char *text, size_t size)
{
	unsigned char *p = mlirbc__push(parser, &parser->bytes, size);
	if (p && size)
		memcpy(p, text, size);
	return p != NULL;
}
bool mlirbc__push_pointer(struct mlirbc_parser *parser, struct mlirbc__stack *stack, const void *pointer);
/* Reads the name of a block and pushes the block on `blocks`. */
bool mlirbc__push_successor(struct mlirbc_parser *parser);
enum { MLIRBC__SCRATCH = 1 << 15 };
#define MLIRBC__COUNT(stack, from, type) (((stack).count - (from)) / sizeof(type))

/* The text of a string token, or of a symbol token in quotes, without escapes; in the source or in the arena. */
bool mlirbc__unescape(struct mlirbc_parser *parser, const char *start, const char *end, struct mlirbc_string *out);
/* Consumes the current token, a string or symbol or word, and returns its text as a unique string. */
bool mlirbc__take_text(struct mlirbc_parser *parser, const struct mlirbc_string **out);

/* ---- parse_alias.c */
struct mlirbc__alias *mlirbc__alias_get(struct mlirbc_parser *parser, const char *name, size_t size);
/* Counts a use of a defined alias, nested `depth` levels deep: nested aliases could make a short source very deep,
 * or its text endless. */
bool mlirbc__use_alias(struct mlirbc_parser *parser, const struct mlirbc__alias *alias, uint32_t depth,
	const struct mlirbc__token *place);
bool mlirbc__parse_alias(struct mlirbc_parser *parser);
bool mlirbc__resolve_deferred(struct mlirbc_parser *parser);
/* "ns.text<body>" or "ns<text>" as namespace and text; for an alias sets *out_alias instead. */
bool mlirbc__parse_dialect_symbol(struct mlirbc_parser *parser, struct mlirbc_string *out_dialect,
	struct mlirbc_string *out_text, struct mlirbc__alias **out_alias);

/* The distinct attribute of that number: the existing one, or a new one. */
bool mlirbc__get_distinct(struct mlirbc_parser *parser, const struct mlirbc_attr *attr,
	const struct mlirbc__token *place, const struct mlirbc_attr **out);

/* ---- parse_coded.c */
/* At "#llvm.mnemonic<", "#sdy.mnemonic<" or "#sdy<": reads the attribute with its fields if the text has a known encoding;
 * else returns false and consumes nothing. */
bool mlirbc__try_coded(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
/* ---- parse_sdy.c: the text behind the mnemonic. False, perhaps without a message: it does not match. */
bool mlirbc__parse_sdy(struct mlirbc_parser *parser, const char *mnemonic, size_t size, const struct mlirbc_attr **out);

/* ---- parse_value.c. Nesting in the value uses no stack. */
bool mlirbc__parse_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out);
bool mlirbc__parse_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
/* The location in loc(...). */
bool mlirbc__parse_location(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
/* NULL after an error. */
struct mlirbc__frame *mlirbc__frame_push(struct mlirbc_parser *parser,
	enum mlirbc__step (*next)(struct mlirbc_parser *parser, struct mlirbc__frame *frame));
/* STEP_MADE with this value; NULL: memory is short. */
enum mlirbc__step mlirbc__value(struct mlirbc_parser *parser, const void *value);
/* Likewise for an attribute or type that was read directly; *made is used only if `good` is true. */
#define mlirbc__value_if(parser, good, made) ((good) ? mlirbc__value((parser), *(made)) : STEP_FAILED)

/* ---- parse_type.c, parse_shaped.c */
enum mlirbc__step mlirbc__begin_type(struct mlirbc_parser *parser);
/* Behind "tensor<", "complex<". */
/* `word`: the name of the type, for errors. */
enum mlirbc__step mlirbc__begin_shaped(
	struct mlirbc_parser *parser, const struct mlirbc__token *word, enum mlirbc_type_kind kind);
enum mlirbc__step mlirbc__begin_complex(struct mlirbc_parser *parser);
/* A type that is a single word: 0 if the word is not one, 1 if it is, -1 after an error. */
int mlirbc__simple_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
/* A type list in parentheses, or a single type that is not a function type; pushed on parser->types. */
bool mlirbc__parse_result_types(struct mlirbc_parser *parser);
/* "(" types ")"; pushed on parser->types. */
bool mlirbc__parse_type_list(struct mlirbc_parser *parser);
bool mlirbc__function_type(struct mlirbc_parser *parser, size_t inputs, size_t results, const struct mlirbc_type **out);

/* ---- parse_attr.c, parse_dictionary.c, parse_number.c, parse_dense.c, parse_hex.c; for dense etc. the word is the
 * current token */
enum mlirbc__step mlirbc__begin_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type);
enum mlirbc__step mlirbc__begin_dictionary(struct mlirbc_parser *parser);
/* { ... }: pushes its entries on parser->entries. */
bool mlirbc__parse_entries(struct mlirbc_parser *parser);
/* Makes a dictionary from the entries from `from` on and pops them; reports "duplicate key". */
bool mlirbc__make_dictionary(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out);
enum mlirbc__step mlirbc__begin_number(struct mlirbc_parser *parser, const struct mlirbc_type *type);
/* dense<...>, sparse<...> */
enum mlirbc__step mlirbc__begin_elements(struct mlirbc_parser *parser, const struct mlirbc_type *type, bool sparse);
bool mlirbc__parse_dense_array(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
/* At "0x...": the bytes of elements of a type. */
bool mlirbc__at_hex_string(const struct mlirbc_parser *parser);
bool mlirbc__parse_hex(struct mlirbc_parser *parser, const struct mlirbc__token *place, const struct mlirbc_type *type,
	const struct mlirbc_attr **out);
/* An element of `count` bytes: a number with optional sign, appended to parser->bytes. */
bool mlirbc__parse_element(struct mlirbc_parser *parser, const struct mlirbc_type *type);
/* The digits of a number token as the bits of a type, into words[]; false after an error. */
bool mlirbc__number_bits(struct mlirbc_parser *parser, const struct mlirbc_type *type,
	const struct mlirbc__token *token, bool negative, uint64_t *words, size_t word_count);

/* ---- parse_affine.c: affine_map<...>, affine_set<...>, strided<...> as canonical text; the word is the current
 * token */
bool mlirbc__parse_affine(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
bool mlirbc__parse_strided(struct mlirbc_parser *parser, const struct mlirbc_attr **out);

/* At '<': the mnemonic (NULL: none) and the body in <>, in scratch memory. */
bool mlirbc__parse_body(struct mlirbc_parser *parser, const char *mnemonic, struct mlirbc_string *out);

/* ---- parse_loc.c */
enum mlirbc__step mlirbc__begin_loc(struct mlirbc_parser *parser);
/* loc(...): the current token is the word loc. */
enum mlirbc__step mlirbc__begin_loc_attr(struct mlirbc_parser *parser);
/* Frees the additional memory of a frame. */
void mlirbc__drop_fused(struct mlirbc_parser *parser, struct mlirbc__frame *frame);
/* Optional location after an op or a block argument: an alias may be defined later, and then has a number. */
struct mlirbc__trailing_loc {
	const struct mlirbc_attr *attr; /* NULL: none, or */
	uint32_t ref;                   /* not 0: the number of the location */
};
bool mlirbc__parse_trailing_loc(struct mlirbc_parser *parser, struct mlirbc__trailing_loc *out);
const struct mlirbc_attr *mlirbc__token_loc(struct mlirbc_parser *parser, uint32_t line, uint32_t column);

/* ---- parse_scope.c */
bool mlirbc__scope_enter(struct mlirbc_parser *parser, bool isolated, struct mlirbc__scope_mark *out_mark);
bool mlirbc__scope_leave(struct mlirbc_parser *parser, const struct mlirbc__scope_mark *mark);
/* The name is about to be defined: prefetches its slot. */
void mlirbc__will_define(const struct mlirbc_parser *parser, const struct mlirbc_unresolved *name);
bool mlirbc__define_values(struct mlirbc_parser *parser, const struct mlirbc_unresolved *name,
	struct mlirbc_value *values, uint32_t count);
/* Like mlirbc__define_values(), for arguments that a custom form names: an earlier use of the name is an error. */
bool mlirbc__define_fresh(struct mlirbc_parser *parser, const struct mlirbc_unresolved *name,
	struct mlirbc_value *values, uint32_t count);
/* NULL after an error. */
struct mlirbc_value *mlirbc__use_value(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, const struct mlirbc_type *type);
/* The block ^name of this region, created if necessary; `define`: its label is being read. */
struct mlirbc_block *mlirbc__get_block(struct mlirbc_parser *parser, const struct mlirbc__token *token, bool define);
void mlirbc__names_finish(struct mlirbc_parser *parser);
/* The value as a placeholder whose name was defined after the use; NULL if it is not one. */
static inline const struct mlirbc__placeholder *mlirbc__resolved(const struct mlirbc_value *value)
{
	if (value->owner)
		return NULL;
	const struct mlirbc__placeholder *placeholder = (const void *)value;
	return placeholder->resolved ? placeholder : NULL;
}

/* ---- parse_op.c */
/* Including everything nested in it, without using stack, unless hooks do. */
bool mlirbc__parse_op(struct mlirbc_parser *parser, struct mlirbc_block *block);
/* Reads an op up to its first region, which is then open. */
bool mlirbc__begin_op(struct mlirbc_parser *parser, struct mlirbc_block *block);
/* Appends a complete op to its block. */
bool mlirbc__end_op(struct mlirbc_parser *parser, const struct mlirbc_op_state *op);
bool mlirbc__parse_operand(struct mlirbc_parser *parser, struct mlirbc_unresolved *out);
bool mlirbc__add_value(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, const struct mlirbc_type *type);

/* ---- parse_generic.c, parse_kind.c */
/* At '<': <{...}> */
bool mlirbc__parse_properties(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* The current token is the name. */
enum mlirbc__read mlirbc__read_generic(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* Properties of ops spelled like the current token, a word or a string; NULL after an error. */
struct mlirbc__op_kind *mlirbc__find_kind(struct mlirbc_parser *parser);
/* Those spelled `text`, which outlives the parse; `word`: without quotes, perhaps without its dialect. */
struct mlirbc__op_kind *mlirbc__kind_of(struct mlirbc_parser *parser, struct mlirbc_string text, bool word);

/* ---- parse_cache.c */
/* The cache slot for a piece of text that starts at the current token; *out_now describes the piece. NULL: it is not
 * cacheable. */
struct mlirbc__span *mlirbc__span_at(
	struct mlirbc_parser *parser, enum mlirbc__span_kind kind, struct mlirbc__span *out_now);
/* The cached meaning of the piece, which is then skipped; NULL: it must be read. */
const void *mlirbc__span_use(
	struct mlirbc_parser *parser, const struct mlirbc__span *known, const struct mlirbc__span *now);
/* Caches the piece that was just read, if it ended where predicted. */
void mlirbc__span_keep(
	struct mlirbc_parser *parser, struct mlirbc__span *place, const struct mlirbc__span *now, const void *found);
/* A type in the form of an operation; not one in the definition of an alias, whose depth is measured. */
bool mlirbc__parse_op_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
void mlirbc__spans_finish(struct mlirbc_parser *parser);

/* ---- parse_region.c */
/* An argument without its location. */
bool mlirbc__parse_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *out);
/* Its location; absent: that of the name. */
bool mlirbc__argument_loc(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *argument);
/* Adds it to parser->arguments. */
bool mlirbc__push_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument argument);
/* Opens the next region of the op; the op waits for its end. */
bool mlirbc__open_region(struct mlirbc_parser *parser, const struct mlirbc_op_state *op);
/* Continues until no op above `base`, a count of parser->open, waits. */
bool mlirbc__read_regions(struct mlirbc_parser *parser, size_t base);
/* { ... }, read directly for hooks: pushes the region on parser->regions. Its entry block gets the arguments on
 * parser->arguments from `arguments` on, which are popped. */
bool mlirbc__parse_region(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *state, size_t arguments, bool isolated);
bool mlirbc__empty_region(struct mlirbc_parser *parser);

/* ---- parse_known.c: facts about known ops */
/* The function that reads the custom form of a built-in op; NULL for others. */
mlirbc__read_fn mlirbc__builtin_op(const struct mlirbc_string *name, struct mlirbc__form *out);
/* Replaces the name of an op written without its dialect ("return") by its full name, if it has one. False when memory
 * is short. */
bool mlirbc__long_name(struct mlirbc_parser *parser, struct mlirbc_string *name);
bool mlirbc__is_isolated(const struct mlirbc_parser *parser, const struct mlirbc_string *op);
/* Makes entries of the op from `from` on, read from { }, inherent where the op's kind requires it. */
bool mlirbc__sort_entries(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t from);
enum mlirbc__hook_kind { HOOK_OP, HOOK_ATTR, HOOK_TYPE };
/* The first hooks of a dialect that are of that kind; NULL: none. `op` is a name with the dialect, or the dialect. */
const struct mlirbc_assembly *mlirbc__find_dialect(
	const struct mlirbc_parser *parser, const struct mlirbc_string *op, enum mlirbc__hook_kind kind);

/* ---- assembly.c */
/* Memory that is valid until the op has been read; NULL when memory is short. */
void *mlirbc__scratch(struct mlirbc_parser *parser, size_t bytes);
/* Moves the items pushed since `from` into scratch memory. */
bool mlirbc__take_off(struct mlirbc_parser *parser, struct mlirbc__stack *stack, size_t from, size_t size,
	const void **out, size_t *out_count);

/* ---- parse_default.c */
/* Fills kind->defaults. */
bool mlirbc__find_defaults(struct mlirbc_parser *parser, struct mlirbc__op_kind *kind);
/* Adds missing defaults to the properties of an op (NULL: none). */
bool mlirbc__add_defaults(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc_attr **properties);

/* ---- parse_symbol.c, parse_resource.c */
bool mlirbc__check_symbols(struct mlirbc_parser *parser, struct mlirbc_op *module);
bool mlirbc__parse_resources(struct mlirbc_parser *parser);

#endif
