/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Descriptions in JSON, as extract writes them: manifests with the properties in them (apps/JSON.md). */
#include "../cli/json_read.h"
#include "pack.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct packing *p;
	char folder[4096];
	int code; /* of a failure that was told already */
};

/* A property text: its properties, or the text itself. */
struct described {
	struct syclbin_text *text;
	char set[256];
	struct syclbin_string whole; /* data NULL: there is none */
};

static struct reading *reading(struct json_reading *r) { return r->ctx; }

static bool failed(struct json_reading *r, int code)
{
	reading(r)->code = code;
	return json_fail(r, "");
}

/* Reads a string that lives until packing_finish(). */
static bool take_string(struct json_reading *r, struct syclbin_string *out)
{
	json_skip_space(r);
	const char *quote = r->at < r->end ? r->at + 1 : r->at;
	while (quote < r->end && *quote != '"')
		quote += *quote == '\\' && quote + 1 < r->end ? 2 : 1;
	const size_t room = (size_t)(quote - r->at) + 1;
	char *text = malloc(room);
	size_t size;
	if (!text)
		return failed(r, cli_out_of_memory());
	bool good = json_string(r, text, room, &size);
	const char *copy = good ? packing_keep(reading(r)->p, text, size) : NULL;
	free(text);
	*out = (struct syclbin_string){ copy, size };
	return copy || (good ? failed(r, CLI_SYSTEM) : false);
}

static bool take_text(struct json_reading *r, const char **out)
{
	struct syclbin_string string;
	if (!take_string(r, &string))
		return false;
	*out = string.data;
	return memchr(string.data, '\0', string.size) ? json_fail(r, "a NUL in a name") : true;
}

/* Digits in place. */
static bool take_hex(struct json_reading *r, struct syclbin_string *out)
{
	if (!take_string(r, out))
		return false;
	char *to = (char *)(uintptr_t)out->data;
	for (size_t i = 0; i + 1 < out->size; i += 2) {
		const int high = json_hex_digit(out->data[i]), low = json_hex_digit(out->data[i + 1]);
		if (high < 0 || low < 0)
			return json_fail(r, "expected hexadecimal digits");
		to[i / 2] = (char)(high << 4 | low);
	}
	if (out->size % 2)
		return json_fail(r, "expected two digits for each byte");
	out->size /= 2;
	return true;
}

static bool take_number(struct json_reading *r, double most, double *out)
{
	if (!json_number(r, out))
		return false;
	return *out >= 0 && *out <= most && *out == (double)(uint64_t)*out ? true : json_fail(r, "expected a smaller whole number");
}

/* ---- properties */

struct property {
	struct syclbin_string set, key, hex;
	double value, bits;
};

static bool property_member(struct json_reading *r, struct json_text key, void *what)
{
	struct property *one = what;
	if (json_is(key, "set"))
		return take_string(r, &one->set);
	if (json_is(key, "key"))
		return take_string(r, &one->key);
	if (json_is(key, "hex"))
		return take_hex(r, &one->hex);
	if (json_is(key, "value"))
		return take_number(r, UINT32_MAX, &one->value);
	if (json_is(key, "bits"))
		return take_number(r, UINT32_MAX, &one->bits);
	return json_is(key, "size") || json_is(key, "about") ? json_skip(r, key, NULL)
							     : json_fail(r, "expected set, key, value, bits or hex");
}

static enum syclbin_status put(struct described *d, const struct property *one, struct syclbin_diag *diag)
{
	enum syclbin_status status = SYCLBIN_OK;
	/* an entry without a key begins its set, also again */
	if (!one->key.data || strlen(d->set) != one->set.size || memcmp(d->set, one->set.data, one->set.size) != 0)
		status = syclbin_text_set(d->text, one->set, diag);
	snprintf(d->set, sizeof d->set, "%.*s", (int)one->set.size, one->set.data);
	if (status != SYCLBIN_OK || !one->key.data)
		return status;
	return one->hex.data ? syclbin_text_bytes(d->text, one->key, one->hex.data, (uint64_t)one->bits, diag)
			     : syclbin_text_u32(d->text, one->key, (uint32_t)one->value, diag);
}

static bool property_element(struct json_reading *r, struct json_text key, void *what)
{
	struct property one = { .value = -1, .bits = -1 };
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	(void)key;
	if (!json_object(r, property_member, &one))
		return false;
	if (!one.set.data || one.set.size >= sizeof((struct described *)what)->set)
		return json_fail(r, "expected a property with a set");
	if (one.key.data && (one.hex.data != NULL) == (one.value >= 0))
		return json_fail(r, "expected a property with a value, or with hex");
	if (one.hex.data && one.bits < 0)
		one.bits = 8 * (double)one.hex.size;
	if (one.hex.data && ((uint64_t)one.bits + 7) / 8 != one.hex.size)
		return json_fail(r, "the number of bits does not belong to the bytes");
	if (put(what, &one, &diag) == SYCLBIN_OK)
		return true;
	return failed(r, packing_failed(reading(r)->p, &diag));
}

/* The members of a text; false: it is another member, or a failure. */
static bool text_member(struct json_reading *r, struct json_text key, struct described *d, bool *good)
{
	if (json_is(key, "text")) {
		*good = take_string(r, &d->whole);
	} else if (json_is(key, "text_hex")) {
		*good = take_hex(r, &d->whole);
	} else if (json_is(key, "properties")) {
		d->text = syclbin_text_create(NULL);
		*good = d->text ? json_array(r, property_element, d) : failed(r, cli_out_of_memory());
		const struct syclbin_string text = syclbin_text_string(d->text);
		const char *copy = *good ? packing_keep(reading(r)->p, text.data, text.size) : NULL;
		d->whole = (struct syclbin_string){ copy, text.size };
		*good = *good && (copy || failed(r, CLI_SYSTEM));
		syclbin_text_destroy(d->text);
		d->text = NULL;
	} else {
		return false;
	}
	return true;
}

/* ---- modules */

struct described_image {
	struct packed_image image;
	struct described text;
};

static bool image_member(struct json_reading *r, struct json_text key, void *what)
{
	struct described_image *d = what;
	const char *value, *name = "?";
	bool good;
	if (text_member(r, key, &d->text, &good))
		return good;
	static const char *const names[] = { "file", "kind", "type", "arch", "target" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		name = json_is(key, names[i]) ? names[i] : name;
	if (*name == '?')
		return json_fail(r, "expected file, kind, type, arch, target, properties or text");
	return take_text(r, &value) && packed_image_set(&d->image, name, value);
}

static bool image_element(struct json_reading *r, struct json_text key, void *what)
{
	struct reading *own = reading(r);
	struct described_image d = { .text = { .text = NULL } };
	char path[4096];
	(void)key;
	(void)what;
	if (!json_object(r, image_member, &d))
		return false;
	if (!d.image.path || !packing_resolve(own->folder, d.image.path, path))
		return json_fail(r, "expected an image with a file");
	d.image.path = path;
	const int code = packing_image_text(own->p, &d.image, d.text.whole.data ? &d.text.whole : NULL);
	return code == CLI_GOOD || failed(r, code);
}

static bool module_member(struct json_reading *r, struct json_text key, void *what)
{
	struct described d = { .text = NULL };
	bool good;
	(void)what;
	if (text_member(r, key, &d, &good)) {
		if (good)
			packing_module_text(reading(r)->p, d.whole);
		return good;
	}
	return json_is(key, "images") ? json_array(r, image_element, NULL) : json_fail(r, "expected properties, text or images");
}

static bool module_element(struct json_reading *r, struct json_text key, void *what)
{
	(void)key;
	const int code = packing_module(reading(r)->p, NULL);
	return code == CLI_GOOD ? json_object(r, module_member, what) : failed(r, code);
}

static bool global_member(struct json_reading *r, struct json_text key, void *what)
{
	struct described d = { .text = NULL };
	bool good;
	(void)what;
	if (!text_member(r, key, &d, &good))
		return json_fail(r, "expected properties or text");
	if (good && syclbin_writer_global(reading(r)->p->writer, d.whole) != SYCLBIN_OK)
		return failed(r, cli_out_of_memory());
	return good;
}

static bool file_member(struct json_reading *r, struct json_text key, void *what)
{
	struct packing *p = reading(r)->p;
	const char *text;
	if (json_is(key, "modules"))
		return json_array(r, module_element, what);
	if (json_is(key, "global"))
		return json_object(r, global_member, what);
	if (json_is(key, "encoding"))
		return take_text(r, &text) && (find_encoding(text, &p->encoding) || json_fail(r, "expected the name of an encoding"));
	if (json_is(key, "state"))
		return take_text(r, &text) && (packing_state(p, text) == CLI_GOOD || failed(r, CLI_BAD));
	return json_is(key, "version") || json_is(key, "command") || json_is(key, "file")
		       ? json_skip(r, key, what)
		       : json_fail(r, "expected encoding, state, global or modules");
}

int packing_description(struct packing *p, const struct source *source)
{
	struct reading own = { p, "", CLI_GOOD };
	const char *text = (const char *)source->file.data, *slash = strrchr(source->path, '/');
	struct json_reading r = { .at = text, .begin = text, .end = text + source->file.size, .ctx = &own };
	if (slash && (size_t)(slash - source->path) + 2 < sizeof own.folder)
		memcpy(own.folder, source->path, (size_t)(slash - source->path) + 1);
	bool good = json_object(&r, file_member, NULL);
	json_skip_space(&r);
	if (good && r.at != r.end)
		good = json_fail(&r, "text behind the object");
	int code = good ? packing_end(p) : own.code;
	if (!good && code == CLI_GOOD) {
		cli_error("%s: byte %zu: %s", source->name, (size_t)(r.at - r.begin), r.wrong);
		code = CLI_BAD;
	}
	return code;
}
