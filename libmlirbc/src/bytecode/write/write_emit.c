/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sections of a bytecode file on their way out, in the order of the file. */
#include "bytecode/write/write_section.h"

enum { BUFFER = 1 << 16 };

static void flush(struct mlirbc__sections *t)
{
	const size_t size = t->buffer.size;
	if (t->s->job.status == MLIRBC_OK && size && t->write(t->ctx, t->buffer.data, size) != 0)
		mlirbc__job_fail(&t->s->job, MLIRBC_E_IO, "writing failed");
	t->buffer.size = 0;
}

/* Large pieces as well: for untouched pages of a mapped file a system call is not faster than copying. */
static void write_bytes(struct mlirbc__sections *t, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	t->written += size;
	while (size && t->s->job.status == MLIRBC_OK) {
		const size_t left = BUFFER - t->buffer.size, part = size < left ? size : left;
		memcpy((uint8_t *)t->buffer.data + t->buffer.size, bytes, part);
		t->buffer.size += part;
		if (part == left)
			flush(t);
		bytes += part;
		size -= part;
	}
}

static void write_varint(struct mlirbc__sections *t, uint64_t value)
{
	t->s->scratch.size = 0;
	mlirbc__out_varint(&t->s->job, &t->s->scratch, value);
	write_bytes(t, t->s->scratch.data, t->s->scratch.size);
}

static void write_padding(struct mlirbc__sections *t, size_t size)
{
	uint8_t bytes[64];
	memset(bytes, 0xCB, sizeof bytes);
	for (size_t part; size; size -= part) {
		part = size < sizeof bytes ? size : sizeof bytes;
		write_bytes(t, bytes, part);
	}
}

/* The IR with the headers of the sections inside. */
static void write_ir(struct mlirbc__sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__nested *nested = s->nested.data;
	size_t count = MLIRBC__ITEMS(&s->nested, struct mlirbc__nested), at = 0;
	for (size_t i = 0; i < count; i++) {
		const uint8_t id = MLIRBC__SECTION_IR;
		write_bytes(t, (const uint8_t *)s->ir.data + at, nested[i].at - at);
		write_bytes(t, &id, 1);
		write_varint(t, nested[i].size);
		at = nested[i].at;
	}
	write_bytes(t, (const uint8_t *)s->ir.data + at, s->ir.size - at);
}

/* The attributes with the elements inside that were not copied. */
static void write_attrs(struct mlirbc__sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__lent *lent = s->lent.data;
	size_t at = 0;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->lent, struct mlirbc__lent); i++) {
		write_bytes(t, (const uint8_t *)s->attr_data.data + at, lent[i].at - at);
		write_bytes(t, lent[i].data, lent[i].size);
		at = lent[i].at;
	}
	write_bytes(t, (const uint8_t *)s->attr_data.data + at, s->attr_data.size - at);
}

static void write_strings(struct mlirbc__sections *t)
{
	size_t count;
	const struct mlirbc_string *const *strings = mlirbc__strings_of(&t->s->new_strings, &count);
	for (size_t i = 0; i < count; i++) {
		write_bytes(t, strings[i]->data, strings[i]->size);
		write_bytes(t, "", 1);
	}
}

static void write_resource(struct mlirbc__sections *t, const struct mlirbc_resource *r, size_t start)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc_string text = { (const char *)r->data, r->size };
	const uint8_t value = r->value;
	switch (r->kind) {
	case MLIRBC_RESOURCE_BOOL: write_bytes(t, &value, 1); break;
	case MLIRBC_RESOURCE_STRING: write_varint(t, mlirbc__save_string(s, &text)); break;
	case MLIRBC_RESOURCE_BLOB:
		write_varint(t, mlirbc__resource_alignment(s, r));
		write_varint(t, r->size);
		write_padding(t, mlirbc__padding_size(t->written - start, mlirbc__resource_alignment(s, r)));
		write_bytes(t, r->data, r->size);
		break;
	case MLIRBC_RESOURCE_NONE: break;
	}
}

static void write_resources(struct mlirbc__sections *t)
{
	const struct mlirbc_resource *r = t->s->all_resources.data;
	size_t start = t->written;
	for (size_t i = 0; i < MLIRBC__ITEMS(&t->s->all_resources, struct mlirbc_resource); i++)
		write_resource(t, &r[i], start);
}

/* With its header, when it begins at `at` of the file. */
static size_t section_size(const struct mlirbc__content *content, size_t at)
{
	if (!content->present)
		return 0;
	size_t head = 1 + mlirbc__varint_size(content->size);
	if (content->alignment > 1 && mlirbc__padding_size(at + head, content->alignment)) {
		head += mlirbc__varint_size(content->alignment);
		head += mlirbc__padding_size(at + head, content->alignment);
	}
	return head + content->size;
}

static void write_section(struct mlirbc__sections *t, enum mlirbc__section_id id)
{
	const struct mlirbc__content *content = &t->contents[id];
	if (!content->present)
		return;
	size_t head = 1 + mlirbc__varint_size(content->size);
	bool aligned = content->alignment > 1 && ((t->written + head) & (content->alignment - 1));
	uint8_t first = (uint8_t)(id | (aligned ? 0x80 : 0));
	write_bytes(t, &first, 1);
	write_varint(t, content->size);
	if (aligned) {
		write_varint(t, content->alignment);
		write_padding(t, mlirbc__padding_size(t->written, content->alignment));
	}
	if (id == MLIRBC__SECTION_IR)
		write_ir(t);
	else if (id == MLIRBC__SECTION_RESOURCE)
		write_resources(t);
	for (unsigned i = 0; i < content->piece_count; i++) {
		if (id == MLIRBC__SECTION_ATTR_TYPE && content->pieces[i].data == t->s->attr_data.data &&
			t->s->lent.size)
			write_attrs(t);
		else
			write_bytes(t, content->pieces[i].data, content->pieces[i].size);
	}
	if (id == MLIRBC__SECTION_STRING && t->writes_strings)
		write_strings(t);
}

/* The order of the file's sections, then those it does not have. */
static void choose_order(const struct mlirbc__save *s, uint8_t order[MLIRBC__SECTION_COUNT])
{
	static const uint8_t usual[] = { MLIRBC__SECTION_DIALECT, MLIRBC__SECTION_ATTR_TYPE_OFFSET,
		MLIRBC__SECTION_ATTR_TYPE, MLIRBC__SECTION_IR, MLIRBC__SECTION_RESOURCE_OFFSET,
		MLIRBC__SECTION_RESOURCE, MLIRBC__SECTION_STRING, MLIRBC__SECTION_PROPERTIES,
		MLIRBC__SECTION_DIALECT_VERSIONS };
	size_t count = 0;
	for (size_t i = 0; i < sizeof usual; i++) {
		if (!s->load || !s->load->present[usual[i]])
			continue;
		size_t at = count++;
		for (; at && s->load->sections[order[at - 1]].pos > s->load->sections[usual[i]].pos; at--)
			order[at] = order[at - 1];
		order[at] = usual[i];
	}
	for (size_t i = 0; i < sizeof usual; i++) {
		if (!s->load || !s->load->present[usual[i]])
			order[count++] = usual[i];
	}
}

/* False if copied regions would change their alignment: there may be padding inside them. */
static bool copies_stay(const struct mlirbc__sections *t, const struct mlirbc_string *producer,
	const uint8_t order[MLIRBC__SECTION_COUNT])
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__copy *copies = s->copied.data;
	const struct mlirbc__nested *nested = s->nested.data;
	size_t at = 4 + mlirbc__varint_size(s->version) + producer->size + 1, header = 0, headers = 0;
	for (const uint8_t *id = order; *id != MLIRBC__SECTION_IR; id++)
		at += section_size(&t->contents[*id], at);
	at += section_size(&t->contents[MLIRBC__SECTION_IR], at) - t->contents[MLIRBC__SECTION_IR].size;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->copied, struct mlirbc__copy); i++) {
		for (; header < MLIRBC__ITEMS(&s->nested, struct mlirbc__nested) && nested[header].at <= copies[i].at;
			header++)
			headers += 1 + mlirbc__varint_size(nested[header].size);
		if (at + headers + copies[i].at != copies[i].old_at)
			return false;
	}
	return true;
}

bool mlirbc__save_sections(
	struct mlirbc__save *s, const struct mlirbc_string *producer, mlirbc_write_fn write, void *ctx)
{
	struct mlirbc__sections t = { .s = s, .write = write, .ctx = ctx };
	uint8_t order[MLIRBC__SECTION_COUNT];
	if (mlirbc__make_sections(&t)) {
		choose_order(s, order);
		s->moved = !copies_stay(&t, producer, order);
	}
	if (!s->moved)
		(void)mlirbc__out_more(&s->job, &t.buffer, BUFFER);
	t.buffer.size = 0;
	if (s->job.status == MLIRBC_OK && !s->moved) {
		write_bytes(&t, "ML\xEFR", 4);
		write_varint(&t, s->version);
		write_bytes(&t, producer->data, producer->size);
		write_bytes(&t, "", 1);
		for (size_t i = 0; i < MLIRBC__SECTION_COUNT && s->job.status == MLIRBC_OK; i++)
			write_section(&t, (enum mlirbc__section_id)order[i]);
		flush(&t);
	}
	struct mlirbc__out *outs[] = { &t.strings, &t.dialects, &t.offsets, &t.resource_offsets, &t.properties,
		&t.buffer };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(&s->job, outs[i]);
	return s->job.status == MLIRBC_OK;
}
