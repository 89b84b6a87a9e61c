/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of operations that dialects/forms.h describes: interprets their formats. Whitespace follows MLIR's
 * generated printers. */
#include "text/print/print_form_view.h"

#include <stdio.h>

/* ---- what is known about operations of one name */

static bool has_all(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!mlirbc_op_operands(op)[i].value)
			return false;
	}
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return !properties || properties->kind == MLIRBC_ATTR_DICTIONARY;
}

static bool same_name(const void *item, const void *key)
{
	return ((const struct mlirbc__form_kind *)item)->name == key;
}

/* The hooks of the dialect that know the operation. */
static void find_hooks(const struct mlirbc_printer *printer, struct mlirbc__form_kind *kind)
{
	const struct mlirbc_string *name = kind->name;
	for (size_t i = 0; i < printer->dialect_count && !kind->hooks; i++) {
		const struct mlirbc_printing *hooks = printer->dialects[i];
		size_t size = strlen(hooks->dialect);
		if (name->size <= size || memcmp(name->data, hooks->dialect, size) != 0 || name->data[size] != '.')
			continue;
		kind->data = hooks->find(name, hooks->ctx);
		kind->hooks = kind->data ? hooks : NULL;
	}
}

static struct mlirbc__form_kind *make_kind(struct mlirbc_printer *printer, const struct mlirbc_string *name)
{
	const struct mlirbc__own_form *const own[] = { mlirbc__func_forms, mlirbc__scf_forms };
	struct mlirbc__form_kind *kind = mlirbc__arena_alloc(
		&printer->scratch, sizeof *kind, _Alignof(struct mlirbc__form_kind));
	if (!kind)
		return NULL;
	*kind = (struct mlirbc__form_kind){ .name = name, .form = mlirbc__form_find(name->data, name->size) };
	find_hooks(printer, kind);
	if (kind->hooks || !kind->form.format || kind->form.format[0] != '!' || kind->form.format[1] != '\0')
		return kind;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		for (const struct mlirbc__own_form *form = own[i]; form->name; form++) {
			if (mlirbc__string_is(name, form->name, strlen(form->name))) {
				kind->print = form->print;
				kind->fits = form->fits;
			}
		}
	}
	return kind;
}

const struct mlirbc__form_kind *mlirbc__form_kind(struct mlirbc_printer *printer, const struct mlirbc_string *name)
{
	if (printer->last_form && printer->last_form->name == name)
		return printer->last_form;
	uint64_t hash = mlirbc__hash(0, &name, sizeof name);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&printer->forms, &printer->scratch, hash, name, same_name);
	struct mlirbc__form_kind *made = slot && !slot->item ? make_kind(printer, name) : NULL;
	if (made)
		mlirbc__set_fill(&printer->forms, slot, hash, made);
	printer->no_memory |= !slot || !slot->item;
	if (!slot || !slot->item)
		return NULL;
	return printer->last_form = slot->item;
}

const struct mlirbc__form_kind *mlirbc__form_of(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc__form_kind *kind = mlirbc__form_kind(printer, op->name);
	if (!kind || (!kind->form.format && !kind->hooks) || !has_all(op))
		return NULL;
	if (kind->hooks)
		return kind->hooks->fits(op, kind->data, kind->hooks->ctx) ? kind : NULL;
	if (kind->print)
		return kind->fits(op) ? kind : NULL;
	struct mlirbc__form_view view = { .op = op, .format = kind->form.format, .types = kind->form.types };
	return mlirbc__form_fits(&view) ? kind : NULL;
}

/* ---- printing */

static void blank(struct mlirbc__form_view *view)
{
	if (view->space || !view->punctuation)
		mlirbc_printer_text(view->printer, " ");
	view->space = true;
	view->punctuation = false;
}

static void put_literal(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	char text[32];
	bool single = word->size == 1;
	const char *tight = view->punctuation ? ">)}]," : "<>(){}[],";
	if (view->space && !(single && strchr(tight, word->text[0])))
		mlirbc_printer_text(view->printer, " ");
	snprintf(text, sizeof text, "%.*s", (int)word->size, word->text);
	mlirbc_printer_text(view->printer, text);
	view->space = !(single && strchr("<({[", word->text[0]));
	view->punctuation = !(word->text[0] >= 'a' && word->text[0] <= 'z');
}

static void put_types(struct mlirbc__form_view *view, char letter)
{
	uint32_t from = view->slots[letter - 'a'].from, count = view->slots[letter - 'a'].count;
	blank(view);
	if (view->slots[letter - 'a'].result)
		mlirbc_printer_result_types(view->printer, view->op, from, count);
	else
		mlirbc_printer_operand_types(view->printer, view->op, from, count);
}

static void put_flags(struct mlirbc__form_view *view, char code)
{
	const struct mlirbc__form_flags *flags = mlirbc__form_flags(code);
	const struct mlirbc_attr *attr = mlirbc__property(view->op, flags->attribute, strlen(flags->attribute));
	size_t size = strlen(flags->mnemonic);
	if (!attr || (code != 'F' && mlirbc__string_is(attr->u.dialect.text,
					     code == 'o' ? "overflow<none>" : "fastmath<none>", 14)))
		return;
	blank(view);
	mlirbc_printer_text(view->printer, flags->word);
	mlirbc_printer_bytes(view->printer, attr->u.dialect.text->data + size, attr->u.dialect.text->size - size);
}

static void put_enum(struct mlirbc__form_view *view, char code)
{
	const struct mlirbc__form_enum *all = mlirbc__form_enum(code);
	const struct mlirbc_attr *attr = mlirbc__property(view->op, all->attribute, strlen(all->attribute));
	size_t size;
	if (!attr)
		return;
	const char *name = mlirbc__name_at(all->names, attr->u.number.words[0], &size);
	blank(view);
	mlirbc_printer_bytes(view->printer, name, size);
}

static void put_integers(struct mlirbc__form_view *view, const struct mlirbc_attr *attr)
{
	mlirbc_printer_text(view->printer, "[");
	for (size_t i = 0; i < attr->u.dense.count; i++) {
		mlirbc_printer_text(view->printer, i ? ", " : "");
		mlirbc_printer_integer(view->printer, mlirbc__element(attr, i));
	}
	mlirbc_printer_text(view->printer, "]");
}

static void put_weights(struct mlirbc__form_view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "branch_weights");
	if (!attr)
		return;
	blank(view);
	mlirbc_printer_text(view->printer, "weights(");
	put_integers(view, attr);
	mlirbc_printer_text(view->printer, ")");
}

/* The elements of the attribute `shape`; a splat stores one for all. */
static void put_shape(struct mlirbc__form_view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "shape");
	int64_t count = attr->type->u.shaped.dims[0];
	view->space = true;
	view->punctuation = true;
	mlirbc_printer_text(view->printer, "[");
	for (int64_t i = 0; i < count && !view->printer->out.failed; i++) {
		mlirbc_printer_text(view->printer, i ? ", " : "");
		mlirbc_printer_integer(view->printer, mlirbc__element(attr, attr->u.dense.splat ? 0 : (size_t)i));
	}
	mlirbc_printer_text(view->printer, "]");
}

static void put_poison(struct mlirbc__form_view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "value");
	if (!attr || (attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(attr->u.dialect.dialect, "ub", 2) &&
			     mlirbc__string_is(attr->u.dialect.text, "poison", 6)))
		return;
	blank(view);
	mlirbc_printer_text(view->printer, "<");
	mlirbc_printer_attr(view->printer, attr);
	mlirbc_printer_text(view->printer, ">");
}

static void put_plus(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	switch (word->text[1]) {
	case 'o':
	case 'f':
	case 'F': put_flags(view, word->text[1]); break;
	case 'w': put_weights(view); break;
	case 'x': put_shape(view); break;
	case 'u': put_poison(view); break;
	default: blank(view); put_integers(view, mlirbc__property(view->op, word->text + 2, word->size - 2));
	}
}

static void put_attr(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	const struct mlirbc_attr *attr = mlirbc__property(view->op, word->text + 2, word->size - 2);
	blank(view);
	if (strchr("iwl", word->text[1]))
		mlirbc_printer_attr_untyped(view->printer, attr);
	else
		mlirbc_printer_attr(view->printer, attr);
}

static void put_unit(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	const char *equals = memchr(word->text, '=', word->size);
	if (!mlirbc__property(view->op, word->text + 1, (size_t)(equals - word->text) - 1))
		return;
	blank(view);
	mlirbc_printer_bytes(view->printer, equals + 1, (size_t)(word->text + word->size - equals) - 1);
}

static void put_operands(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	/* a function type determines the number of operands; the last group takes the rest */
	uint32_t group = (uint32_t)(word->text[0] - '0'), from = group, count = 1;
	if (view->types[0] != '=') {
		from = view->groups[group];
		count = view->groups[group + 1] - from;
	} else if (word->size > 1) {
		count = view->op->operand_count - group;
	}
	blank(view);
	mlirbc_printer_operands(view->printer, view->op, from, count);
}

static void put_successor(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	uint32_t group = (uint32_t)(word->text[2] - '0');
	blank(view);
	mlirbc__emit_successor(view->printer, view->op, (uint32_t)(word->text[1] - '0'), view->groups[group],
		view->groups[group + 1] - view->groups[group]);
}

static void put_indices(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	blank(view);
	mlirbc__emit_indices(view->printer, view->op, "[]", mlirbc__property(view->op, word->text + 3, word->size - 3),
		view->groups[word->text[1] - '0']);
}

/* Type a; before it type b unless that is i1. */
static void put_condition_types(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	if (!mlirbc__is_bit(mlirbc__form_slot_type(view, word->text[1], 0))) {
		put_types(view, word->text[1]);
		mlirbc_printer_text(view->printer, ",");
	}
	put_types(view, word->text[2]);
}

/* The attributes that the format has elsewhere. */
static void put_dictionary(struct mlirbc__form_view *view)
{
	char names[160];
	size_t used = 0;
	const char *at = view->format;
	struct mlirbc__form_word word;
	names[0] = '\0';
	while (mlirbc__form_next(&at, &word) && used < sizeof names) {
		const char *name = word.text + 2, *equals = memchr(word.text, '=', word.size);
		size_t size = word.size - 2;
		if (word.size < 2 || !strchr("#!&+%", word.text[0]))
			continue;
		if (word.text[0] == '!') {
			name = word.text + 1;
			size = (size_t)(equals - name);
		} else if (word.text[0] == '%') {
			name++;
			size--;
		} else if (word.text[0] == '&') {
			name = mlirbc__form_enum(word.text[1])->attribute;
			size = strlen(name);
		} else if (word.text[0] == '+' && word.size == 2) {
			name = strchr("ofF", word.text[1]) ? mlirbc__form_flags(word.text[1])->attribute
			       : word.text[1] == 'w'       ? "branch_weights"
			       : word.text[1] == 'x'       ? "shape"
							   : "value";
			size = strlen(name);
		}
		used += (size_t)snprintf(names + used, sizeof names - used, "%.*s ", (int)size, name);
	}
	mlirbc_printer_attr_dict(view->printer, view->op, names, false);
	view->punctuation = false;
}

static void put_word(struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	char first = word->text[0];
	if (first >= '0' && first <= '9') {
		put_operands(view, word);
		return;
	}
	if (first >= 'a' && first <= 'd' && (word->size == 1 || word->text[1] == '*')) {
		put_types(view, first);
		return;
	}
	switch (word->size > 1 ? first : '\0') {
	case '>':
	case ')': mlirbc__emit_arrow(view->printer, view->op, first == ')'); return;
	case '~': put_condition_types(view, word); return;
	case '^': put_successor(view, word); return;
	case '%': put_indices(view, word); return;
	case '#': put_attr(view, word); return;
	case '!': put_unit(view, word); return;
	case '&': put_enum(view, word->text[1]); return;
	case '+': put_plus(view, word); return;
	default: break;
	}
	switch (first) {
	case '`':
		view->space = false;
		view->punctuation = true;
		return;
	case '_':
		mlirbc_printer_text(view->printer, " ");
		view->space = view->punctuation = false;
		return;
	case '?':
	case ';': return;
	case '@': put_dictionary(view); return;
	default: break;
	}
	if (first == '=' && view->types[0] == '=') {
		blank(view);
		mlirbc_printer_function_type(view->printer, view->op);
		return;
	}
	put_literal(view, word);
}

bool mlirbc__print_form(struct mlirbc_printer *printer, const struct mlirbc__form_kind *kind,
	const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	struct mlirbc__form_view view = {
		.printer = printer, .op = op, .format = kind->form.format, .types = kind->form.types, .space = true
	};
	const char *at = view.format;
	struct mlirbc__form_word word;
	uint32_t regions = 0;
	if (kind->hooks) {
		*out = (struct mlirbc_region_form){ 0 };
		return kind->hooks->print(printer, op, kind->data, step, out, kind->hooks->ctx) &&
		       out->index < op->region_count;
	}
	if (kind->print)
		return kind->print(printer, op, step, out);
	(void)mlirbc__form_bind(&view); /* binds types and groups; that it fits was found before */
	while (mlirbc__form_next(&at, &word)) {
		if (word.text[0] == '?' && word.size > 1)
			mlirbc__form_skip_unless(&view, &word, &at);
		if (word.text[0] == '{' && regions++ == step) {
			blank(&view);
			mlirbc__form_region(op, &word, out);
			out->index = step;
			return true;
		}
		if (word.text[0] != '{' && regions == step)
			put_word(&view, &word);
	}
	return false;
}
