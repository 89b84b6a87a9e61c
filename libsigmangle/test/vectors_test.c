/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of vectors.tsv: the results of IREE's parsers and manglers (lax mode here), of the grammar (strict mode), and
 * whether a string is canonical. The first argument is the folder; the default is the golden data. data/README.md
 * describes the columns.
 *
 * Accepted differences, by verdict: `hang`, where IREE does not terminate and this library reports an error; `abort`,
 * where IREE's builder asserts and this one returns an error. In seeking, a malformed component is an error even if its
 * tag is the wanted one. */
#include "check.h"

#include <sigmangle/sigmangle.h>
#include <stdint.h>
#include <stdlib.h>

enum {
	ID,
	KIND,
	OP,
	CALLS,
	RC,
	MANGLED,
	VERDICT,
	TEXT,
	IN_VERDICT,
	IN_TEXT,
	IN_EVENTS,
	RES_VERDICT,
	RES_TEXT,
	RES_EVENTS,
	SEED,
	EBNF,
	STRICT,
	CANON,
	NOTE,
	COLUMNS
};

static char *column[COLUMNS];
static char signature[1 << 20], text[1 << 24];
static size_t size, text_size;
static size_t tokens, raws, sips;

static void put(const char *bytes, size_t count)
{
	if (text_size + count < sizeof text)
		memcpy(text + text_size, bytes, count);
	text_size += count;
	text[text_size] = 0;
}

static void putf(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void putf(const char *format, ...)
{
	char line[256];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	put(line, (size_t)length);
}

static void put_escaped(const char *bytes, size_t count, bool quoted)
{
	for (size_t i = 0; i < count; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '\\' || (quoted && c == '"'))
			putf("\\%c", c);
		else if (c == '\n' || c == '\t' || c == '\r')
			putf("\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
		else if (c < 0x20 || c > 0x7e)
			putf("\\x%02x", c);
		else
			put(bytes + i, 1);
	}
}

/* Decodes the escapes in place, up to `end`. Returns the size and sets *at after `end`. */
static size_t unescape(char **at, char end, char *out)
{
	char *from = *at, *to = out;
	while (*from && *from != end) {
		if (*from != '\\') {
			*to++ = *from++;
			continue;
		}
		char c = from[1];
		from += 2;
		if (c == 'x') {
			char digits[3] = { from[0], from[1], 0 };
			*to++ = (char)strtol(digits, NULL, 16);
			from += 2;
		} else {
			*to++ = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
		}
	}
	*at = *from ? from + 1 : from;
	return (size_t)(to - out);
}

static bool expect(const char *what, const char *actual, const char *expected)
{
	return strcmp(actual, expected) == 0 ||
	       check_report(__FILE__, __LINE__, "%s: %s is \"%.300s\", expected \"%.300s\"", column[ID], what, actual,
		       expected);
}

/* The written signature is that of the row, with room and without. */
static void expect_mangled(const char *out, size_t length)
{
	if (length != size || memcmp(out, signature, size) != 0)
		check_report(__FILE__, __LINE__, "%s: mangles to \"%.*s\"", column[ID],
			(int)(length < 300 ? length : 300), out);
}

static void begin(void)
{
	text_size = 0;
	text[0] = 0;
}

/* ---- components */

static void build(struct sigmangle_builder *builder, char **at, char end)
{
	while (**at && **at != end) {
		char tag = *(*at)++, *spare;
		if (tag == ' ')
			continue;
		if (**at == '"') {
			static char bytes[1 << 16];
			++*at;
			size_t count = unescape(at, '"', bytes);
			if (sigmangle_builder_span(builder, tag, bytes, count) == SIGMANGLE_E_ARG)
				put("abort", 5);
		} else if (**at == '{') {
			size_t mark = builder->length;
			++*at;
			build(builder, at, '}');
			++*at;
			CHECK_INT(sigmangle_builder_wrap(builder, tag, mark), SIGMANGLE_OK);
		} else {
			long value = strtol(*at, &spare, 10);
			*at = spare;
			if (sigmangle_builder_integer(builder, tag, (int32_t)value) == SIGMANGLE_E_ARG)
				put("abort", 5);
		}
	}
}

static void show_tokens(struct sigmangle_lexer lexer)
{
	struct sigmangle_component c;
	enum sigmangle_status status;
	while ((status = sigmangle_lexer_next(&lexer, &c, NULL)) == SIGMANGLE_OK) {
		if (c.kind == SIGMANGLE_INTEGER) {
			putf("%c%d ", c.tag, (int)c.value);
		} else {
			putf("%c\"", c.tag);
			put_escaped(c.payload.data, c.payload.size, true);
			put("\" ", 2);
		}
	}
	CHECK_INT(sigmangle_lexer_next(&lexer, &c, NULL), status); /* the lexer does not advance */
	if (status == SIGMANGLE_E_NOT_FOUND)
		put("END", 3);
	else
		putf("ERR@%d", (int)(lexer.next - lexer.origin));
}

static void check_tokens(void)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(signature, size);
	struct sigmangle_component c;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	begin();
	if (strcmp(column[OP], "mangle") == 0) {
		static char out[1 << 16];
		struct sigmangle_builder builder = sigmangle_builder_init(out, sizeof out);
		struct sigmangle_builder counter = sigmangle_builder_init(NULL, 0);
		char *at = column[CALLS];
		build(&builder, &at, 0);
		if (strcmp(column[VERDICT], "abort") == 0) {
			expect("building", text, "abort");
			return;
		}
		at = column[CALLS];
		build(&counter, &at, 0);
		CHECK_INT(counter.length, builder.length);
		expect_mangled(out, builder.length);
	}
	if (strcmp(column[OP], "seek") == 0) {
		enum sigmangle_status status = sigmangle_lexer_seek(&lexer, column[CALLS][6], &c, NULL);
		if (strcmp(column[VERDICT], "hang") == 0 || strstr(column[TEXT], "kError")) {
			CHECK_INT(status, SIGMANGLE_E_SYNTAX);
		} else if (expect("seek", status == SIGMANGLE_OK ? "found" : "notfound", column[VERDICT]) &&
			   status == SIGMANGLE_OK) {
			putf("%s:%.*s:%d", c.kind == SIGMANGLE_SPAN ? "kSpan" : "kInteger", (int)c.payload.size,
				c.payload.data, (int)c.value);
			expect("state", text, column[TEXT]);
		}
	} else {
		show_tokens(lexer);
		expect("components", text, column[TEXT]);
	}
	/* strict and canonical, as far as they apply to components */
	static char again[1 << 16];
	struct sigmangle_builder builder = sigmangle_builder_init(again, sizeof again);
	enum sigmangle_status status;
	while ((status = sigmangle_lexer_next(&lexer, &c, &diag)) == SIGMANGLE_OK) {
		if (c.kind == SIGMANGLE_INTEGER)
			sigmangle_builder_integer(&builder, c.tag, c.value);
		else
			sigmangle_builder_span(&builder, c.tag, c.payload.data, c.payload.size);
	}
	begin();
	if (status == SIGMANGLE_E_NOT_FOUND)
		put("accept", 6);
	else
		putf("reject:%s@%d", sigmangle_reason_name(diag.reason), (int)diag.offset);
	expect("strict", text, column[STRICT]);
	if (strcmp(column[CANON], "-") != 0)
		expect("canonical", builder.length == size && memcmp(again, signature, size) == 0 ? "yes" : "no",
			column[CANON]);
}

/* ---- common to raw and SIP */

/* IREE's messages for errors in lax mode. */
static const char *lax_message(const char *kind, enum sigmangle_status status, const struct sigmangle_diag *diag)
{
	const bool raw = strcmp(kind, "raw") == 0;
	char tag = diag->offset < size ? signature[diag->offset] : 0;
	if (status == SIGMANGLE_OK)
		return "ok";
	switch (diag->reason) {
	case SIGMANGLE_MISSING_I: return raw ? "error:Inputs span not found" : "error:Inputs struct not found";
	case SIGMANGLE_MISSING_R: return raw ? "error:Results span not found" : "error:Results struct not found";
	case SIGMANGLE_RAW_TAG: return "error:Unrecognized raw tag";
	case SIGMANGLE_SCALAR_CODE: return "error:Illegal ScalarType code";
	case SIGMANGLE_NOT_EMPTY: return "error:Unrecognized ref object field tag";
	case SIGMANGLE_FIELD_TAG: return "error:Unrecognized buffer field tag";
	case SIGMANGLE_NOT_A_VALUE:
		return tag == 'k' || tag == 'K' ? "error:Struct key not allowed here" : "error:Unrecognized tag";
	case SIGMANGLE_KEY_EXPECTED:
		return tag == '_' || tag == 'S' || tag == 'D' ? "error:Value not allowed here"
							      : "error:Unrecognized tag";
	default: return "error:Syntax error in signature";
	}
}

static void expect_verdict(
	const char *what, enum sigmangle_status status, const struct sigmangle_diag *diag, const char *expected)
{
	if (strcmp(expected, "hang") == 0) {
		if (status != SIGMANGLE_E_SYNTAX)
			check_report(__FILE__, __LINE__, "%s: %s: no syntax error where IREE hangs", column[ID], what);
		return;
	}
	const char *message = lax_message(column[KIND], status, diag);
	if (diag->reason == SIGMANGLE_FIELD_TAG && strcmp(expected, "error:Unrecognized scalar field tag") == 0)
		return;
	expect(what, message, expected);
}

static void expect_strict(
	enum sigmangle_status (*check)(const char *, size_t, enum sigmangle_mode, struct sigmangle_diag *))
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT, canonical = SIGMANGLE_DIAG_INIT;
	enum sigmangle_status status = check(signature, size, SIGMANGLE_STRICT, &diag);
	begin();
	if (status == SIGMANGLE_OK)
		put("accept", 6);
	else
		putf("reject:%s@%d", sigmangle_reason_name(diag.reason), (int)diag.offset);
	expect("strict", text, column[STRICT]);
	status = check(signature, size, SIGMANGLE_CANONICAL, &canonical);
	if (strcmp(column[CANON], "-") != 0)
		expect("canonical", status == SIGMANGLE_OK ? "yes" : "no", column[CANON]);
	else
		CHECK(status != SIGMANGLE_OK);
}

/* ---- raw */

static void put_event(const struct sigmangle_item *item)
{
	if (text_size)
		put(" ", 1);
	if (item->category == SIGMANGLE_REFERENCE) {
		put("ref", 3);
	} else if (item->category == SIGMANGLE_SCALAR) {
		putf("scalar:%d", (int)item->type);
	} else if (item->category == SIGMANGLE_BUFFER) {
		putf("buf:%d[", (int)item->type);
		for (size_t i = 0; i < item->rank; i++)
			putf("%s%d", i ? "," : "", (int)item->dims[i]);
		put("]", 1);
	} else {
		put("unrecognized", 12);
	}
}

static void check_raw_side(enum sigmangle_side side, const char *verdict, const char *side_text, const char *events)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	static char seen[1 << 16];
	static int32_t dims[1 << 14];
	size_t length = 0, count = 0;
	begin();
	enum sigmangle_status status = sigmangle_raw_open(&raw, signature, size, side, SIGMANGLE_LAX, &diag);
	if (status == SIGMANGLE_OK)
		sigmangle_raw_room(&raw, dims, sizeof dims / sizeof *dims);
	while (status == SIGMANGLE_OK && (status = sigmangle_raw_next(&raw, &item, &diag)) == SIGMANGLE_OK) {
		put_event(&item);
		if (count++)
			length += (size_t)snprintf(seen + length, sizeof seen - length, ", ");
		length += sigmangle_item_text(&item, seen + length, sizeof seen - length);
	}
	seen[length] = 0;
	expect_verdict(
		side ? "results" : "inputs", status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status, &diag, verdict);
	if (strcmp(verdict, "hang") == 0)
		return;
	expect("events", text, events);
	expect("text of a side", seen, side_text);
}

static int32_t type_number(const char *name)
{
	int32_t type = sigmangle_type_find(name, strlen(name));
	return type >= 0 ? type : (int32_t)strtoll(name, NULL, 10);
}

static size_t read_items(char *calls, struct sigmangle_item *items, int32_t *dims)
{
	size_t count = 0;
	if (strcmp(calls, "()") == 0)
		return 0;
	while (*calls) {
		struct sigmangle_item *item = &items[count++];
		*item = (struct sigmangle_item){ SIGMANGLE_REFERENCE, 0, 0, dims };
		char kind = *calls++;
		if (kind == 'U')
			item->category = SIGMANGLE_UNRECOGNIZED;
		if (kind == 'B' || kind == 'S') {
			size_t length = strcspn(++calls, "[,");
			char end = calls[length];
			calls[length] = 0;
			item->category = kind == 'B' ? SIGMANGLE_BUFFER : SIGMANGLE_SCALAR;
			item->type = type_number(calls);
			calls += length + (end == '[');
			while (end == '[' && *calls != ']') {
				*dims++ = (int32_t)strtol(calls, &calls, 10);
				item->rank++;
				calls += *calls == ',';
			}
			calls += end == '[';
			if (end == ',')
				*calls = ',';
		}
		calls += *calls == ',';
	}
	return count;
}

static void mangle_raw(void)
{
	static struct sigmangle_item inputs[4096], results[4096];
	static int32_t dims[1 << 14], more_dims[1 << 14];
	static char out[1 << 16];
	char *arrow = strstr(column[CALLS], " -> "), *ends[] = { column[CALLS], arrow + 4 };
	size_t length, needed;
	*arrow = 0;
	for (int i = 0; i < 2; i++) { /* blanks after commas are ignored */
		char *to = ends[i];
		for (char *from = ends[i]; *from; from++) {
			if (*from != ' ')
				*to++ = *from;
		}
		*to = 0;
	}
	size_t input_count = read_items(ends[0], inputs, dims), result_count = read_items(ends[1], results, more_dims);
	CHECK_INT(sigmangle_raw_mangle(
			  inputs, input_count, results, result_count, SIGMANGLE_LAX, out, sizeof out, &length, NULL),
		SIGMANGLE_OK);
	expect_mangled(out, length);
	CHECK_INT(
		sigmangle_raw_mangle(inputs, input_count, results, result_count, SIGMANGLE_LAX, NULL, 0, &needed, NULL),
		SIGMANGLE_OK);
	CHECK_INT(needed, length);
	enum sigmangle_status strict = sigmangle_raw_mangle(
		inputs, input_count, results, result_count, SIGMANGLE_STRICT, out, sizeof out, &length, NULL);
	expect("strict writing", strict == SIGMANGLE_OK ? "accept" : "reject",
		strcmp(column[STRICT], "accept") == 0 ? "accept" : "reject");
}

static void check_raw(void)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	size_t length;
	static char out[1 << 16];
	if (strcmp(column[OP], "mangle") == 0)
		mangle_raw();
	enum sigmangle_status status = sigmangle_raw_text(
		signature, size, SIGMANGLE_LAX, out, sizeof out, &length, &diag);
	expect_verdict("text", status, &diag, column[VERDICT]);
	if (status == SIGMANGLE_OK)
		expect("text", out, column[TEXT]);
	CHECK_INT(strlen(out), length);
	struct sigmangle_diag again = SIGMANGLE_DIAG_INIT;
	CHECK_INT(sigmangle_raw_check(signature, size, SIGMANGLE_LAX, &again), status);
	CHECK_INT(again.offset, diag.offset);
	check_raw_side(SIGMANGLE_INPUTS, column[IN_VERDICT], column[IN_TEXT], column[IN_EVENTS]);
	check_raw_side(SIGMANGLE_RESULTS, column[RES_VERDICT], column[RES_TEXT], column[RES_EVENTS]);
	expect_strict(sigmangle_raw_check);
}

/* ---- SIP */

static void put_sip_event(const struct sigmangle_event *event)
{
	if (text_size)
		put(" ", 1);
	switch (event->kind) {
	case SIGMANGLE_KEY_INDEX: putf("k%d", (int)event->number); break;
	case SIGMANGLE_KEY_TEXT:
		put("K\"", 2);
		put_escaped(event->text.data, event->text.size, true);
		put("\"", 1);
		break;
	case SIGMANGLE_OPEN_SEQUENCE: put("S(", 2); break;
	case SIGMANGLE_OPEN_DICT: put("D(", 2); break;
	case SIGMANGLE_CLOSE_SEQUENCE:
	case SIGMANGLE_CLOSE_DICT: put(")", 1); break;
	case SIGMANGLE_LEAF: putf("_%d", (int)event->number); break;
	}
}

static void check_sip_side(enum sigmangle_side side, const char *verdict, const char *side_text, const char *events)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	static char out[1 << 20];
	size_t length;
	begin();
	enum sigmangle_status status = sigmangle_sip_open(&sip, signature, size, side, SIGMANGLE_LAX, &diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_sip_next(&sip, &event, &diag)) == SIGMANGLE_OK)
		put_sip_event(&event);
	status = status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
	expect_verdict(side ? "results" : "inputs", status, &diag, verdict);
	if (strcmp(verdict, "hang") == 0)
		return;
	expect("events", text, events);
	CHECK_INT(sigmangle_sip_text(signature, size, side, SIGMANGLE_LAX, out, sizeof out, &length, NULL), status);
	if (status != SIGMANGLE_OK)
		return;
	begin();
	put_escaped(out, length, false);
	expect("text of a side", text, side_text);
}

#define NODES 20000

/* Executes the calls of one side: "0@[0,"a"]; 1@[1]". Records in *rc which of them were accepted. */
static void set_paths(struct sigmangle_sip_tree *tree, char *calls, char **rc)
{
	static char bytes[1 << 20];
	char *spare = bytes;
	while (*calls) {
		static struct sigmangle_key path[NODES];
		size_t depth = 0;
		calls += strspn(calls, "; ");
		if (!*calls)
			break;
		long index = strtol(calls, &calls, 10);
		calls += 2; /* @[ */
		while (*calls != ']') {
			struct sigmangle_key *key = &path[depth++];
			*key = (struct sigmangle_key){ NULL, 0, 0 };
			if (*calls == '"') {
				calls++;
				key->text = spare;
				key->size = unescape(&calls, '"', spare);
				spare += key->size;
			} else {
				key->index = (int32_t)strtol(calls, &calls, 10);
			}
			calls += *calls == ',';
		}
		calls++;
		*(*rc)++ = sigmangle_sip_set(tree, (int32_t)index, path, depth, NULL) == SIGMANGLE_OK ? '1' : '0';
	}
	/* the tree is written before the bytes of its keys are reused */
}

static void mangle_sip(void)
{
	static struct sigmangle_sip_node nodes[2][NODES];
	static char rc[4096], out[1 << 20], keep[1 << 20];
	struct sigmangle_sip_tree inputs, results;
	char *bar = strstr(column[CALLS], " | R:"), *at = rc;
	size_t length;
	*bar = 0;
	(void)!sigmangle_sip_tree_init(&inputs, nodes[0], NODES, SIGMANGLE_LAX);
	(void)!sigmangle_sip_tree_init(&results, nodes[1], NODES, SIGMANGLE_LAX);
	set_paths(&inputs, column[CALLS] + 2, &at);
	/* the keys of the inputs are still borrowed */
	CHECK_INT(sigmangle_sip_mangle(&inputs, NULL, keep, sizeof keep, &length, NULL), SIGMANGLE_OK);
	size_t front = length - 3; /* without R1! */
	*at++ = '|';
	set_paths(&results, bar + 5, &at);
	*at = 0;
	expect("accepted calls", rc, column[RC]);
	CHECK_INT(sigmangle_sip_mangle(NULL, &results, out, sizeof out, &length, NULL), SIGMANGLE_OK);
	memcpy(keep + front, out + 3, length - 3); /* without I1! */
	expect_mangled(keep, front + length - 3);
}

static void check_sip(void)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	if (strcmp(column[VERDICT], "abort") == 0)
		return; /* a negative key: refused, see sip_test.c */
	if (strcmp(column[OP], "mangle") == 0)
		mangle_sip();
	enum sigmangle_status status = sigmangle_sip_check(signature, size, SIGMANGLE_LAX, &diag);
	expect_verdict("check", status, &diag, column[VERDICT]);
	check_sip_side(SIGMANGLE_INPUTS, column[IN_VERDICT], column[IN_TEXT], column[IN_EVENTS]);
	check_sip_side(SIGMANGLE_RESULTS, column[RES_VERDICT], column[RES_TEXT], column[RES_EVENTS]);
	expect_strict(sigmangle_sip_check);
}

/* ---- all rows */

static const char *path;

static void all_rows(const char *kind, void (*check)(void), size_t *count)
{
	static char line[1 << 20];
	FILE *f = fopen(path, "r");
	CHECK_OR_RETURN(f != NULL);
	while (fgets(line, sizeof line, f)) {
		char *at = line;
		line[strcspn(line, "\n")] = 0;
		if (*line == '#')
			continue;
		int columns = 0;
		for (; columns < COLUMNS && at; columns++) {
			column[columns] = at;
			at = strchr(at, '\t');
			if (at)
				*at++ = 0;
		}
		if (columns < COLUMNS || strcmp(column[KIND], kind) != 0)
			continue;
		char *mangled = column[MANGLED];
		size = unescape(&mangled, 0, signature);
		++*count;
		check();
	}
	fclose(f);
	printf("# %zu rows\n", *count);
	CHECK(*count > 20);
}

static void components(void) { all_rows("tok", check_tokens, &tokens); }

static void raw_signatures(void) { all_rows("raw", check_raw, &raws); }

static void sip_signatures(void) { all_rows("sip", check_sip, &sips); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(components), CHECK_CASE(raw_signatures),
		CHECK_CASE(sip_signatures) };
	static char name[4096];
	const char *golden = getenv("BEFKIT_GOLDEN");
	if (argc > 1)
		snprintf(name, sizeof name, "%s/vectors.tsv", argv[1]);
	else
		snprintf(name, sizeof name, "%s/sigmangle/vectors.tsv", golden ? golden : GOLDEN_DEFAULT);
	path = name;
	FILE *f = fopen(path, "r");
	if (!f) {
		printf("1..0 # SKIP no %s\n", path);
		return argc > 1;
	}
	fclose(f);
	return check_main(1, argv, cases, sizeof cases / sizeof *cases);
}
