/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The whole interface of a dialect: encoding, decoding, two versions with an upgrade, resources, lazy loading. */
#include "text.h"

#include <mlirbc/dialect.h>

/* ---- the dialect "geo". Attributes: 0 a point (#geo.point<3, -1>; version 1 has y first), 1 a name with an optional attribute
 * (#geo.name<"a">), 2 a handle of a resource (#geo.blob<key>). Type 0: !geo.of<TYPE>. The op geo.box has `width` and `height`;
 * in version 1 it has `size`, which is both of them. */

enum habit { GOOD, DECLINES_LATE, WRITES_NOTHING, WRITES_NULL, WRITES_NO_TYPE, FAILS };

struct geo {
	enum habit habit;
	unsigned encoded, decoded, upgrades;
	uint64_t decoded_version, upgraded_from;
	size_t version_size;
	enum mlirbc_status upgrade_status;
	bool explains;
};

static bool encode_attr(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr, void *ctx)
{
	struct geo *geo = ctx;
	const struct mlirbc_string *text = attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	char copy[64] = "", word[32];
	int x, y;
	geo->encoded++;
	if (geo->habit == WRITES_NOTHING)
		return true;
	if (geo->habit == WRITES_NULL || geo->habit == WRITES_NO_TYPE || geo->habit == FAILS) {
		if (geo->habit == WRITES_NULL)
			mlirbc_encoder_attr(encoder, NULL);
		else if (geo->habit == FAILS)
			mlirbc_encoder_fail(encoder, "no room for %d points", 7);
		else
			mlirbc_encoder_type(encoder, NULL);
		return true;
	}
	if (text && text->size < sizeof copy)
		memcpy(copy, text->data, text->size);
	if (sscanf(copy, "point<%d, %d>", &x, &y) == 2) {
		mlirbc_encoder_number(encoder, 0);
		mlirbc_encoder_signed(encoder, x);
		mlirbc_encoder_signed(encoder, y);
		mlirbc_encoder_double(encoder, (double)x / 4 + y);
		mlirbc_encoder_bool(encoder, x < y);
		return geo->habit != DECLINES_LATE;
	}
	if (sscanf(copy, "name<\"%31[a-z]\">", word) == 1) {
		struct mlirbc_context *context = mlirbc_encoder_context(encoder);
		mlirbc_encoder_number(encoder, 1);
		mlirbc_encoder_string(encoder, (struct mlirbc_string){ word, strlen(word) });
		mlirbc_encoder_optional(encoder, strcmp(word, "none") == 0 ? NULL : mlirbc_attr_string(context, word, strlen(word)));
		mlirbc_encoder_blob(encoder, word, strlen(word));
		mlirbc_encoder_blob(encoder, NULL, 0);
		return true;
	}
	if (sscanf(copy, "blob<%31[a-z]>", word) == 1) {
		mlirbc_encoder_number(encoder, 2);
		mlirbc_encoder_resource(encoder, (struct mlirbc_string){ word, strlen(word) });
		mlirbc_encoder_attr(encoder, mlirbc_attr_unit(mlirbc_encoder_context(encoder)));
		return true;
	}
	return false; /* text */
}

static bool encode_type(struct mlirbc_encoder *encoder, const struct mlirbc_type *type, void *ctx)
{
	const struct mlirbc_type *of = NULL;
	(void)ctx;
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (!text || text->size < 5 || memcmp(text->data, "of<", 3) != 0 ||
		mlirbc_parse_type(mlirbc_encoder_context(encoder), text->data + 3, text->size - 4, &of, NULL) != MLIRBC_OK)
		return false;
	mlirbc_encoder_number(encoder, mlirbc_encoder_bytecode_version(encoder));
	mlirbc_encoder_type(encoder, of);
	return true;
}

static const struct mlirbc_attr *made(struct mlirbc_decoder *decoder, const char *text)
{
	const struct mlirbc_attr *attr = NULL;
	if (mlirbc_parse_attr(mlirbc_decoder_context(decoder), text, strlen(text), &attr, NULL) != MLIRBC_OK)
		mlirbc_decoder_fail(decoder, "bad text");
	return attr;
}

/* Fields of damaged files have other values. */
static bool damaged;
#define EXPECT(condition) ((void)(damaged || CHECK(condition)))

static const struct mlirbc_attr *decode_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	struct geo *geo = ctx;
	struct mlirbc_dialect_version version;
	const bool versioned = mlirbc_decoder_version(decoder, &version);
	const uint64_t code = mlirbc_decoder_number(decoder);
	char text[128];
	geo->decoded++;
	geo->decoded_version = versioned ? version.numbers[0] : 0;
	geo->version_size = version.size;
	if (code == 0) {
		const int64_t first = mlirbc_decoder_signed(decoder), second = mlirbc_decoder_signed(decoder);
		const bool old = versioned && version.numbers[0] == 1;
		const long long x = old ? second : first, y = old ? first : second;
		const double sum = mlirbc_decoder_double(decoder);
		const bool less = mlirbc_decoder_bool(decoder);
		if (!mlirbc_decoder_done(decoder))
			return NULL;
		EXPECT(sum == (double)first / 4 + (double)second && less == (first < second));
		snprintf(text, sizeof text, "#geo.point<%lld, %lld>", x, y);
		return made(decoder, text);
	}
	if (code == 1) {
		size_t size, none;
		const struct mlirbc_string *name = mlirbc_decoder_string(decoder);
		const struct mlirbc_attr *optional = mlirbc_decoder_optional(decoder);
		const uint8_t *blob = mlirbc_decoder_blob(decoder, &size);
		(void)mlirbc_decoder_blob(decoder, &none);
		if (!mlirbc_decoder_done(decoder))
			return NULL;
		EXPECT(size == name->size && memcmp(blob, name->data, size) == 0 && none == 0);
		EXPECT(!optional == (size == 4 && memcmp(blob, "none", 4) == 0));
		EXPECT(!optional || (optional->kind == MLIRBC_ATTR_STRING && optional->u.string->size == size));
		snprintf(text, sizeof text, "#geo.name<\"%.*s\">", (int)name->size, name->data);
		return made(decoder, text);
	}
	const struct mlirbc_string *key = mlirbc_decoder_resource(decoder);
	(void)mlirbc_decoder_attr(decoder);
	if (!mlirbc_decoder_done(decoder))
		return NULL;
	snprintf(text, sizeof text, "#geo.blob<%.*s>", (int)key->size, key->data);
	return made(decoder, text);
}

static const struct mlirbc_type *decode_type(struct mlirbc_decoder *decoder, void *ctx)
{
	char text[128], inner[100];
	const struct mlirbc_type *made_type = NULL;
	(void)ctx;
	const uint64_t bytecode_version = mlirbc_decoder_number(decoder);
	EXPECT(bytecode_version == mlirbc_decoder_bytecode_version(decoder));
	const struct mlirbc_type *of = mlirbc_decoder_type(decoder);
	if (!mlirbc_decoder_done(decoder) || mlirbc_type_text(of, inner, sizeof inner) >= sizeof inner)
		return NULL;
	snprintf(text, sizeof text, "!geo.of<%s>", inner);
	if (mlirbc_parse_type(mlirbc_decoder_context(decoder), text, strlen(text), &made_type, NULL) != MLIRBC_OK)
		mlirbc_decoder_fail(decoder, "bad text");
	return made_type;
}

static enum mlirbc_status upgrade(
	struct mlirbc_module *module, const struct mlirbc_dialect_version *version, void *ctx, struct mlirbc_diag *diag)
{
	struct geo *geo = ctx;
	geo->upgrades++;
	geo->upgraded_from = version->count ? version->numbers[0] : 99;
	if (geo->upgrade_status != MLIRBC_OK) {
		if (geo->explains && diag)
			snprintf(diag->message, sizeof diag->message, "geo is too new"), diag->rule = "x", diag->status = geo->upgrade_status;
		return geo->upgrade_status;
	}
	if (version->numbers[0] != 1)
		return MLIRBC_OK;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;) {
		const struct mlirbc_attr *size = mlirbc_op_is(op, "geo.box") ? mlirbc_op_attr(op, "size") : NULL;
		CHECK(!op->unread);
		if (size && (mlirbc_op_set_attr(op, "width", size) != MLIRBC_OK ||
				    mlirbc_op_set_attr(op, "height", size) != MLIRBC_OK ||
				    mlirbc_op_remove_attr(op, "size") != MLIRBC_OK))
			return MLIRBC_E_NOMEM;
	}
	return MLIRBC_OK;
}

static const uint64_t version_1[] = { 1, 300 }, version_2[] = { 2 };

static struct mlirbc_dialect_interface interface_of(struct geo *geo, int version)
{
	return (struct mlirbc_dialect_interface){ .size = sizeof(struct mlirbc_dialect_interface),
		.name = "geo",
		.decode_attr = decode_attr,
		.decode_type = decode_type,
		.encode_attr = encode_attr,
		.encode_type = encode_type,
		.version = version == 1 ? version_1 : version_2,
		.version_count = version == 1 ? 2 : version == 2 ? 1 : 0,
		.upgrade = upgrade,
		.ctx = geo };
}

static const char source[] = "\"builtin.module\"() ({\n"
			     "  %0 = \"geo.box\"() {p = #geo.point<3, -1>, q = [#geo.name<\"a\">, #geo.name<\"none\">, #geo.other], size = 7 : i8} : () -> "
			     "!geo.of<tensor<2x!geo.of<f32>>>\n"
			     "}) : () -> ()\n";

static struct mlirbc_module *parse(struct mlirbc_context *c, const char *text)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse(c, text, strlen(text), NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return module;
}

static struct printed write_with(const struct mlirbc_module *module, const struct mlirbc_dialect_interface *interface)
{
	const struct mlirbc_write_options options = { .size = sizeof options, .interfaces = &interface, .interface_count = 1 };
	return write_module(module, &options);
}

static enum mlirbc_status load_with(struct mlirbc_context *c, const struct printed *bytes,
	const struct mlirbc_dialect_interface *interface, struct mlirbc_module **out, struct mlirbc_diag *diag)
{
	const struct mlirbc_load_options options = {
		.size = sizeof options, .interfaces = &interface, .interface_count = interface != NULL
	};
	return mlirbc_load(c, bytes->text, bytes->size, &options, out, diag);
}

static void check_text(int line, const struct mlirbc_module *module, const char *expected)
{
	struct printed out = print_module(module, false);
	if (!out.text || strcmp(out.text, expected) != 0)
		check_report(__FILE__, line, "%s, expected %s", out.text, expected);
	free(out.text);
}

static void encodes_and_decodes(void)
{
	struct geo geo = { .habit = GOOD };
	const struct mlirbc_dialect_interface interface = interface_of(&geo, 0);
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, source), *again = NULL, *plain = NULL;
	CHECK_OR_RETURN(module != NULL);
	struct printed bytes = write_with(module, &interface), text;
	CHECK(geo.encoded >= 4);
	CHECK_INT(load_with(c, &bytes, &interface, &again, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(again != NULL);
	check_text(__LINE__, again, source);
	CHECK(geo.decoded >= 3 && geo.decoded_version == 0 && geo.version_size == 0 && geo.upgrades == 0);
	/* entries are in the dialect's encoding, except the one that the hook left to text */
	unsigned coded = 0, texts = 0;
	for (size_t i = 0; i < mlirbc_file_count(again->file, MLIRBC_TABLE_ATTRIBUTES); i++) {
		const struct mlirbc_file_entry e = mlirbc_file_entry(again->file, MLIRBC_TABLE_ATTRIBUTES, i);
		const struct mlirbc_string name = mlirbc_file_dialect(again->file, e.dialect).name;
		coded += name.size == 3 && e.custom;
		texts += name.size == 3 && !e.custom;
	}
	CHECK_INT(coded, 3);
	CHECK_INT(texts, 1);
	/* a reader without the hooks keeps the bytes */
	CHECK_INT(load_with(c, &bytes, NULL, &plain, NULL), MLIRBC_OK);
	text = print_module(plain, false);
	CHECK(strstr(text.text, "#geo<\"bytecode 0x") && strstr(text.text, "!geo<\"bytecode 0x"));
	/* unchanged, the file is written with the same bytes, without calls of hooks; changed, the hooks encode new entries */
	geo.encoded = 0;
	struct printed same = write_with(again, &interface);
	CHECK_BYTES(same.text, same.size, bytes.text, bytes.size);
	CHECK_INT(geo.encoded, 0);
	const struct mlirbc_attr *other;
	CHECK_INT(mlirbc_parse_attr(c, "#geo.point<5, 5>", 16, &other, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_op_set_attr(mlirbc_op_regions(again->body->first)->first->first, "z", other), MLIRBC_OK);
	struct printed changed = write_with(again, &interface);
	CHECK_INT(geo.encoded, 1);
	CHECK_INT(load_with(c, &changed, &interface, &again, NULL), MLIRBC_OK);
	free(text.text);
	text = print_module(again, false);
	CHECK(strstr(text.text, "z = #geo.point<5, 5>") != NULL);
	free(text.text);
	free(same.text);
	free(changed.text);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

static void versions_are_upgraded(void)
{
	struct geo geo = { .habit = GOOD };
	const struct mlirbc_dialect_interface old = interface_of(&geo, 1), now = interface_of(&geo, 2), none = interface_of(&geo, 0);
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, source), *again = NULL;
	struct printed bytes = write_with(module, &old);
	CHECK_OR_RETURN(load_with(c, &bytes, &now, &again, NULL) == MLIRBC_OK);
	CHECK(geo.upgrades == 1 && geo.upgraded_from == 1 && geo.decoded_version == 1);
	CHECK_INT(geo.version_size, 3); /* 1 and 300 */
	CHECK_INT(mlirbc_file_dialect(again->file, 1).version_size, 1);
	check_text(__LINE__, again,
		"\"builtin.module\"() ({\n"
		"  %0 = \"geo.box\"() {height = 7 : i8, p = #geo.point<-1, 3>, q = [#geo.name<\"a\">, #geo.name<\"none\">, #geo.other], width = 7 "
		": i8} : () -> !geo.of<tensor<2x!geo.of<f32>>>\n"
		"}) : () -> ()\n");
	/* written without a word about versions it has the present one */
	struct printed upgraded = write_module(again, NULL);
	CHECK_INT(load_with(c, &upgraded, &now, &again, NULL), MLIRBC_OK);
	CHECK(geo.upgrades == 2 && geo.upgraded_from == 2);
	/* a reader without an upgrade sees the version */
	struct mlirbc_dialect_interface plain = none;
	plain.upgrade = NULL;
	CHECK_INT(load_with(c, &bytes, &plain, &again, NULL), MLIRBC_OK);
	CHECK(geo.upgrades == 2 && mlirbc_file_dialect(again->file, 1).version_size == 3);
	struct printed kept = write_module(again, NULL);
	CHECK_BYTES(kept.text, kept.size, bytes.text, bytes.size);
	/* a version replaces that of the file */
	struct printed replaced = write_with(again, &now);
	CHECK_INT(load_with(c, &replaced, &plain, &again, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_file_dialect(again->file, 1).version_size, 1);
	/* version 0 of bytecode has none */
	const struct mlirbc_dialect_interface *list[] = { &now };
	const struct mlirbc_write_options options = {
		.size = sizeof options, .has_version = true, .version = 0, .interfaces = list, .interface_count = 1
	};
	struct printed ignored = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_write(module, &options, printed_append, &ignored, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK_STR(diag.message, "dialect \"geo\" has a version, which version 0 cannot represent");
	/* an upgrade that fails */
	geo.upgrade_status = MLIRBC_E_UNSUPPORTED;
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(load_with(c, &bytes, &now, &again, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK(!again && diag.status == MLIRBC_E_UNSUPPORTED);
	CHECK_STR(diag.message, "dialect \"geo\": the module cannot be upgraded");
	geo.explains = true;
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(load_with(c, &bytes, &now, &again, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK_STR(diag.message, "geo is too new");
	mlirbc_context_destroy(c);
	free(bytes.text);
	free(upgraded.text);
	free(kept.text);
	free(replaced.text);
	free(ignored.text);
}

static void misuse_is_reported(void)
{
	static const struct {
		enum habit habit;
		enum mlirbc_status status;
		const char *message;
	} habits[] = {
		{ DECLINES_LATE, MLIRBC_E_ARG, "dialect \"geo\": the hook that encodes attributes wrote fields and then declined" },
		{ WRITES_NOTHING, MLIRBC_E_ARG, "dialect \"geo\": the hook that encodes attributes wrote nothing" },
		{ WRITES_NULL, MLIRBC_E_ARG, "the attribute that a dialect's hook encodes is NULL" },
		{ WRITES_NO_TYPE, MLIRBC_E_ARG, "the type that a dialect's hook encodes is NULL" },
		{ FAILS, MLIRBC_E_UNSUPPORTED, "no room for 7 points" },
	};
	struct geo geo = { .habit = GOOD };
	struct mlirbc_dialect_interface interface = interface_of(&geo, 1);
	const struct mlirbc_dialect_interface *list[] = { &interface };
	const struct mlirbc_write_options options = { .size = sizeof options, .interfaces = list, .interface_count = 1 };
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, source), *again;
	struct printed bytes = write_with(module, &interface), ignored = { 0 };
	for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		geo.habit = habits[i].habit;
		CHECK_INT(mlirbc_write(module, &options, printed_append, &ignored, &diag), habits[i].status);
		CHECK_STR(diag.message, habits[i].message);
		CHECK_INT(ignored.size, 0); /* nothing is written */
	}
	interface.size = 1;
	CHECK_INT(mlirbc_write(module, &options, printed_append, &ignored, NULL), MLIRBC_E_ARG);
	CHECK_INT(load_with(c, &bytes, &interface, &again, NULL), MLIRBC_E_ARG);
	/* damaged entries of the dialect are errors of the file: each byte of it changed */
	interface.size = sizeof interface;
	geo = (struct geo){ .habit = GOOD };
	damaged = true;
	for (size_t i = 0; i < bytes.size; i++) {
		struct mlirbc_context *own = mlirbc_context_create(NULL);
		char *copy = malloc(bytes.size);
		memcpy(copy, bytes.text, bytes.size);
		copy[i] = (char)(copy[i] ^ 0x15);
		const struct printed broken = { copy, bytes.size, 0 };
		(void)!load_with(own, &broken, &interface, &again, NULL);
		mlirbc_context_destroy(own);
		free(copy);
	}
	damaged = false;
	mlirbc_context_destroy(c);
	free(bytes.text);
	free(ignored.text);
}

static void handles_of_resources(void)
{
	static const char text[] = "\"builtin.module\"() ({\n"
				   "  \"geo.box\"() {a = #geo.blob<k>, b = #geo.blob<nothing>, c = dense_resource<r> : tensor<1xi8>} : () -> ()\n"
				   "}) : () -> ()\n"
				   "\n{-#\n  dialect_resources: {\n    builtin: {\n      r: \"0x0100000007\"\n    },\n    geo: {\n"
				   "      k: \"0x0400000001020304\"\n    }\n  }\n#-}\n";
	struct geo geo = { .habit = GOOD };
	const struct mlirbc_dialect_interface interface = interface_of(&geo, 2);
	struct mlirbc_context *c = mlirbc_context_create(NULL), *d = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text), *again = NULL;
	struct printed bytes = write_with(module, &interface);
	CHECK_INT(load_with(d, &bytes, &interface, &again, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(again != NULL);
	struct printed out = print_module(again, false);
	CHECK(strstr(out.text, "a = #geo.blob<k>, b = #geo.blob<nothing>, c = dense_resource<r> : tensor<1xi8>") != NULL);
	const struct mlirbc_resource *k = mlirbc_resource_find(again, "geo", "k"), *r = mlirbc_resource_find(again, "builtin", "r");
	CHECK(k && k->size == 4 && k->data[3] == 4 && r && r->size == 1);
	CHECK(!mlirbc_resource_find(again, "builtin", "k")); /* only the one with data */
	CHECK(mlirbc_resource_find(again, "builtin", "nothing")->kind == MLIRBC_RESOURCE_NONE);
	free(out.text);
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(d);
	free(bytes.text);
}

static bool is_wanted(void *ctx, const struct mlirbc_op *op)
{
	struct mlirbc_string name;
	++*(int *)ctx;
	return mlirbc_op_is(op, "builtin.module") || (mlirbc_op_symbol(op, &name) && name.size == 1 && *name.data == 'b');
}

static void regions_are_read_when_wanted(void)
{
	static const char text[] = "builtin.module @outer {\n  builtin.module @inner {\n    func.func @a() {\n      return\n    }\n    func.func @b() {\n"
				   "      return\n    }\n  }\n}\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text), *lazy = NULL;
	struct printed bytes = write_module(module, NULL);
	int asked = 0;
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	CHECK_OR_RETURN(mlirbc_load(c, bytes.text, bytes.size, &options, &lazy, NULL) == MLIRBC_OK);
	CHECK_INT(mlirbc_module_unread_count(lazy), 1); /* @inner */
	options.should_load = is_wanted;
	options.should_load_ctx = &asked;
	CHECK_OR_RETURN(mlirbc_load(c, bytes.text, bytes.size, &options, &lazy, NULL) == MLIRBC_OK);
	CHECK_INT(asked, 3); /* @inner, @a, @b */
	CHECK_INT(mlirbc_module_unread_count(lazy), 1);
	CHECK_INT(mlirbc_module_load(lazy, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_module_unread_count(lazy), 0);
	CHECK_INT(mlirbc_module_unread_count(module), 0);
	/* an upgrade sees all of the module, also if it is to be read lazily */
	struct geo geo = { .habit = GOOD };
	const struct mlirbc_dialect_interface old = interface_of(&geo, 1), now = interface_of(&geo, 2), *list[] = { &now };
	struct mlirbc_module *versioned = parse(c, "module {\n  module {\n    \"geo.box\"() {size = 1 : i8} : () -> ()\n  }\n}\n");
	struct printed file = write_with(versioned, &old);
	const struct mlirbc_load_options upgrading = { .size = sizeof upgrading, .lazy = true, .interfaces = list, .interface_count = 1 };
	CHECK_INT(mlirbc_load(c, file.text, file.size, &upgrading, &lazy, NULL), MLIRBC_OK);
	CHECK_INT(geo.upgrades, 1);
	CHECK_INT(mlirbc_module_unread_count(lazy), 0);
	mlirbc_context_destroy(c);
	free(bytes.text);
	free(file.text);
}

static void every_allocation_may_fail(void)
{
	struct geo geo = { .habit = GOOD };
	const struct mlirbc_dialect_interface old = interface_of(&geo, 1), now = interface_of(&geo, 2), *list[] = { &now };
	const struct mlirbc_load_options load = { .size = sizeof load, .interfaces = list, .interface_count = 1 };
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct printed bytes = write_with(parse(c, source), &old);
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	size_t failures = 0;
	for (; status != MLIRBC_OK; failures++) {
		struct counting counting = { .fail_at = failures };
		const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
		struct mlirbc_context *own = mlirbc_context_create(&allocator);
		struct mlirbc_module *module = NULL;
		struct printed again = { 0 };
		const struct mlirbc_write_options write = { .size = sizeof write, .interfaces = list, .interface_count = 1 };
		status = own ? mlirbc_load(own, bytes.text, bytes.size, &load, &module, NULL) : MLIRBC_E_NOMEM;
		CHECK((status == MLIRBC_OK) == (module != NULL));
		if (status == MLIRBC_OK)
			status = mlirbc_write(module, &write, printed_append, &again, NULL);
		CHECK(status == MLIRBC_OK || again.size == 0);
		/* a hook that runs out of memory reports a broken entry */
		CHECK(status == MLIRBC_OK || status == MLIRBC_E_NOMEM || status == MLIRBC_E_CORRUPT);
		mlirbc_context_destroy(own);
		CHECK_INT(counting.live, 0);
		free(again.text);
		CHECK_OR_RETURN(failures < 500);
	}
	CHECK(failures > 3);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(encodes_and_decodes), CHECK_CASE(versions_are_upgraded),
		CHECK_CASE(misuse_is_reported), CHECK_CASE(handles_of_resources), CHECK_CASE(regions_are_read_when_wanted),
		CHECK_CASE(every_allocation_may_fail) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
