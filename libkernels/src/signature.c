/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parser of signatures:
 *
 *	signature  = arguments [ attributes ] "->" ( result | "(" [ result { "," result } ] ")" )
 *	arguments  = "(" [ argument { "," argument } ] ")"
 *	argument   = type [ "..." ] | "..."                an element with dots is the last one
 *	result     = type | "args..." | "..."              an element with dots is the last one
 *	attributes = "{" attribute { "," attribute } "}"
 *	attribute  = [ name ":" ] kind [ "[]" ] [ "..." ] | "..."
 *	kind       = a name in the list below | "fn" [ elements "->" ( elements | element ) ]
 *	elements   = "(" [ element { "," element } ] ")"
 *	element    = type | type "?" | "args..." | "results..." | "..."
 *	type "?" may be missing; it and "..." come last
 *	type       = "any" | the name of a registered payload type */
#include "signature.h"
#include <string.h>

struct parser {
	const char *at;
	const char *expected; /* not NULL: the position of the error */
	struct kernels__signature *out;
};

#ifdef KERNELS_NO_MESSAGES
#define expect(p, what) ((p)->expected = "something else", false)
#else
static bool expect(struct parser *p, const char *what)
{
	if (!p->expected)
		p->expected = what;
	return false;
}
#endif

static void skip_space(struct parser *p)
{
	while (*p->at == ' ')
		p->at++;
}

static bool accept(struct parser *p, const char *token)
{
	size_t size = strlen(token);
	skip_space(p);
	if (strncmp(p->at, token, size) != 0)
		return false;
	p->at += size;
	return true;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A type name ends at a space, comma or parenthesis outside of <>, or at "...". */
static size_t type_size(const char *at)
{
	const char *start = at;
	for (int depth = 0; *at != '\0'; at++) {
		if (depth == 0 && (strchr(" ,(){}?", *at) || strncmp(at, "...", 3) == 0))
			break;
		depth += *at == '<';
		depth -= *at == '>' && depth > 0;
	}
	return (size_t)(at - start);
}

static bool parse_type(struct parser *p, bool any, async_type_id *out)
{
	skip_space(p);
	size_t size = type_size(p->at);
	if (size == 0)
		return expect(p, "a type");
	if (size == 3 && memcmp(p->at, "any", 3) == 0) {
		*out = ASYNC_TYPE_NONE;
		if (!any)
			return expect(p, "a definite type: a payload kernel constructs its results in place");
	} else {
		*out = async_type_find(p->at, size);
		if (*out == ASYNC_TYPE_NONE)
			return expect(p, "a registered type");
	}
	p->at += size;
	return true;
}

static bool parse_arguments(struct parser *p)
{
	struct kernels__signature *out = p->out;
	if (!accept(p, "("))
		return expect(p, "'(' before the arguments");
	if (accept(p, ")"))
		return true;
	do {
		async_type_id type = ASYNC_TYPE_NONE;
		if (accept(p, "...")) {
			out->more_arguments = 1;
			break;
		}
		if (out->argument_count == KERNELS__MAX_LISTED)
			return expect(p, "64 arguments or fewer");
		if (!parse_type(p, true, &type))
			return false;
		if (accept(p, "...")) {
			out->more_arguments = 1;
			out->rest_type = type;
			break;
		}
		out->arguments[out->argument_count++] = type;
	} while (accept(p, ","));
	return accept(p, ")") || expect(p, out->more_arguments ? "')' after '...'" : "',' or ')' after an argument");
}

static bool parse_results(struct parser *p, bool any)
{
	struct kernels__signature *out = p->out;
	if (!accept(p, "->"))
		return expect(p, "'->' before the results");
	if (!accept(p, "("))
		return parse_type(p, any, &out->results[out->result_count++]);
	if (accept(p, ")"))
		return true;
	do {
		skip_space(p);
		const char *start = p->at;
		bool arguments = accept(p, "args");
		if (accept(p, "...")) {
			if (!any) {
				p->at = start;
				return expect(p, "a definite number of results");
			}
			out->more_results = 1;
#ifndef KERNELS_NO_MESSAGES
			out->results_are_arguments = arguments;
#else
			(void)arguments;
#endif
			break;
		}
#ifndef KERNELS_NO_MESSAGES
		p->at = start;
#endif
		if (out->result_count == KERNELS__MAX_LISTED)
			return expect(p, "64 results or fewer");
		if (!parse_type(p, any, &out->results[out->result_count++]))
			return false;
	} while (accept(p, ","));
	return accept(p, ")") || expect(p, out->more_results ? "')' after '...'" : "',' or ')' after a result");
}

#define KIND_FUNCTION 26u /* the number in BEF; not stored as a parameter */

static const struct {
	char name[11];
	uint8_t kind;
} kinds[] = {
	{ "i1", KERNELS_I1 },
	{ "i8", KERNELS_I8 },
	{ "i16", KERNELS_I16 },
	{ "i32", KERNELS_I32 },
	{ "i64", KERNELS_I64 },
	{ "ui8", KERNELS_UI8 },
	{ "ui16", KERNELS_UI16 },
	{ "ui32", KERNELS_UI32 },
	{ "ui64", KERNELS_UI64 },
	{ "f16", KERNELS_F16 },
	{ "bf16", KERNELS_BF16 },
	{ "f32", KERNELS_F32 },
	{ "f64", KERNELS_F64 },
	{ "string", KERNELS_STRING },
	{ "type", KERNELS_KIND_TYPE },
	{ "fn", KIND_FUNCTION },
	{ "shape", KERNELS_KIND_SHAPE },
	{ "dense", KERNELS_KIND_DENSE },
	{ "aggregate", KERNELS_KIND_AGGREGATE },
	{ "any", KERNELS_KIND_ANY },
};

static bool find_kind(const char *name, size_t size, uint8_t *out)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (strlen(kinds[i].name) == size && memcmp(kinds[i].name, name, size) == 0) {
			*out = kinds[i].kind;
			return true;
		}
	}
	return false;
}

static size_t word_size(struct parser *p)
{
	size_t size = 0;
	skip_space(p);
	while (is_word(p->at[size]))
		size++;
	return size;
}

/* ---- functions */

#ifdef KERNELS_NO_MESSAGES /* types of functions are not checked: skips to the next attribute or to dots */
static bool parse_function(struct parser *p, struct kernels_function_parameter *out)
{
	(void)out;
	const char *at = p->at;
	for (int depth = 0; *at && (depth > 0 || (*at != ',' && *at != '}' && (*at != '.' || at[1] != '.'))); at++)
		depth += (*at == '(') - (*at == ')');
	p->at = at;
	return true;
}
#else
static bool parse_element(struct parser *p, struct kernels_element *out)
{
	static const char *const words[] = { [KERNELS_ELEMENT_ARGUMENTS] = "args...",
		[KERNELS_ELEMENT_RESULTS] = "results...", [KERNELS_ELEMENT_MORE] = "..." };
	*out = (struct kernels_element){ KERNELS_ELEMENT_TYPE, ASYNC_TYPE_NONE };
	for (uint32_t kind = KERNELS_ELEMENT_ARGUMENTS; kind <= KERNELS_ELEMENT_MORE; kind++) {
		if (accept(p, words[kind])) {
			out->kind = kind;
			return true;
		}
	}
	if (!parse_type(p, true, &out->type))
		return false;
	if (accept(p, "?"))
		out->kind = KERNELS_ELEMENT_OPTIONAL;
	return true;
}

static bool comes_last(const struct kernels_element *element)
{
	return element->kind == KERNELS_ELEMENT_MORE || element->kind == KERNELS_ELEMENT_OPTIONAL;
}

/* "(" elements ")", or one element if `single`. */
static bool parse_elements(struct parser *p, bool single, const struct kernels_element **out, uint32_t *out_count)
{
	struct kernels__signature *s = p->out;
	struct kernels_element *first = &s->elements[s->element_count], *at = first;
	bool list = accept(p, "(");
	*out = first;
	*out_count = 0;
	if (!list && !single)
		return expect(p, "'(' before the arguments of the function");
	if (list && accept(p, ")"))
		return true;
	do {
		if (s->element_count == KERNELS__MAX_LISTED)
			return expect(p, "64 types of functions or fewer");
		at = &s->elements[s->element_count];
		if (!parse_element(p, at))
			return false;
		s->element_count++;
		++*out_count;
	} while (list && !comes_last(at) && accept(p, ","));
	return !list || accept(p, ")") || expect(p, "',' or ')' after a type of the function");
}

/* Parses the text after "fn". */
static bool parse_function(struct parser *p, struct kernels_function_parameter *out)
{
	skip_space(p);
	if (*p->at != '(')
		return true;
	out->described = 1;
	return parse_elements(p, false, &out->arguments, &out->argument_count) &&
	       (accept(p, "->") || expect(p, "'->' before the results of the function")) &&
	       parse_elements(p, true, &out->results, &out->result_count);
}
#endif

/* ---- attributes */

/* [ name ":" ] kind [ "[]" ] */
static bool parse_kind(struct parser *p, struct kernels_parameter *out)
{
	size_t size = word_size(p);
	const char *word = p->at, *after = p->at + size;
	while (*after == ' ')
		after++;
	*out = (struct kernels_parameter){ word, 0, 0 };
	if (size > 0 && *after == ':') {
		out->name_size = size;
		p->at = after + 1;
		size = word_size(p);
		word = p->at;
	}
	if (!find_kind(word, size, &out->kind))
		return expect(p, "an attribute kind");
	p->at += size;
	if (!accept(p, "[]"))
		return true;
	/* Arrays of anything of varying size are aggregates. */
	if (out->kind == KIND_FUNCTION || (out->kind != KERNELS_KIND_TYPE &&
		kernels_dtype_size((enum kernels_dtype)out->kind) == 0)) {
		p->at -= 2;
		return expect(p, "no array of this kind (see aggregate)");
	}
	out->kind |= KERNELS_KIND_ARRAY;
	return true;
}

#ifndef KERNELS_NO_MESSAGES
/* Attributes without a name may have any position. */
static bool comes_after(const struct kernels_parameter *second, const struct kernels_parameter *first)
{
	size_t size = first->name_size < second->name_size ? first->name_size : second->name_size;
	int order = memcmp(first->name, second->name, size);
	return size == 0 || order < 0 || (order == 0 && first->name_size < second->name_size);
}
#endif

static bool parse_attribute(struct parser *p)
{
	struct kernels__signature *out = p->out;
	skip_space(p);
	const char *start = p->at;
	struct kernels_parameter parameter = { start, 0, KERNELS_KIND_ANY };
	struct kernels_function_parameter described = { .name = start };
	bool dots = accept(p, "...");
	if (!dots && !parse_kind(p, &parameter))
		return false;
	bool function = parameter.kind == KIND_FUNCTION;
	if (function && !parse_function(p, &described))
		return false;
	if (!dots)
		dots = accept(p, "...");
	if (function ? out->more_functions : out->more_attributes) {
		p->at = start;
		return expect(p, "nothing after '...'");
	}
#ifndef KERNELS_NO_MESSAGES /* an error in the pack */
	if (!function && out->attribute_count > 0 &&
		!comes_after(&parameter, &out->attributes[out->attribute_count - 1])) {
		p->at = start;
		return expect(p, "attributes in ascending order of their names, as in programs");
	}
#endif
	if (function) {
		if (out->function_count == KERNELS__MAX_FUNCTIONS && !dots)
			return expect(p, "16 functions or fewer");
#ifndef KERNELS_NO_MESSAGES
		described.name_size = parameter.name_size;
		out->functions[out->function_count] = described;
#endif
		out->function_count += !dots;
		out->more_functions = dots;
		return true;
	}
	if (out->attribute_count == KERNELS__MAX_LISTED && !dots)
		return expect(p, "64 attributes or fewer");
	out->attributes[out->attribute_count] = parameter;
	out->attribute_count += !dots;
	out->more_attributes = dots;
	return true;
}

static bool parse_attributes(struct parser *p)
{
	if (!accept(p, "{"))
		return true;
	do {
		if (!parse_attribute(p))
			return false;
	} while (accept(p, ","));
	return accept(p, "}") || expect(p, "',' or '}' after an attribute");
}

const char *kernels__signature_parse(const char *text, bool any_results, struct kernels__signature *out,
	size_t *out_position)
{
	struct parser p = { .at = text, .out = out };
	*out = (struct kernels__signature){ 0 };
	if (parse_arguments(&p) && parse_attributes(&p) && parse_results(&p, any_results)) {
		skip_space(&p);
		if (*p.at != '\0')
			(void)expect(&p, "nothing more");
	}
	*out_position = (size_t)(p.at - text);
	return p.expected;
}
