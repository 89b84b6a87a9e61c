/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* TFRT's disassembler: our text of its files equals its text, except where it loses information or fails. The folder
 * is $BEFKIT_GOLDEN, else the one configured in the build; without it all tests are skipped. */
#include "support.h"
#include <dirent.h>
#include <string.h>

/* Programs for which TFRT prints no text, or text that it cannot parse. translate/README.md has the reasons. */
static const char *const other_text[] = { "chains", "collatz", "region_and_symbol", "shapes", "streams_default",
	"streams_no_upper", "streams_threshold", "while_loop" };
/* Programs whose conversion to BEF loses information that affects the bytes: costs and options of streams, names of
 * symbols, signs (si32 becomes i32), parts of a fused location with metadata. */
static const char *const other_bytes[] = { "attrs_scalar", "locations", "region_and_symbol", "streams_default",
	"streams_no_upper", "streams_threshold" };

struct text {
	char *data;
	size_t size, capacity;
};

static bool add_text(void *ctx, const char *data, size_t size)
{
	struct text *text = ctx;
	if (text->capacity - text->size < size) {
		text->capacity = 2 * (text->capacity + size);
		char *grown = realloc(text->data, text->capacity);
		if (!grown)
			return false;
		text->data = grown;
	}
	memcpy(text->data + text->size, data, size);
	text->size += size;
	return true;
}

static struct text read_file(const char *stem, const char *end)
{
	const char *folder = getenv("BEFKIT_GOLDEN");
	struct text text = { NULL, 0, 0 };
	char path[1200], part[4096];
	size_t got;
	snprintf(path, sizeof path, "%s/bef/%s%s", folder ? folder : GOLDEN_DEFAULT, stem, end);
	FILE *file = fopen(path, "rb");
	while (file && (got = fread(part, 1, sizeof part, file)) > 0 && add_text(&text, part, got))
		continue;
	if (file)
		fclose(file);
	return text;
}

static bool listed(const char *const *list, size_t count, const char *stem)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i], stem) == 0)
			return true;
	}
	return false;
}
#define LISTED(list, stem) listed(list, sizeof(list) / sizeof *(list), stem)

static struct text disassemble(const char *stem, const void *data, size_t size, bool generic, bool locations)
{
	const struct bef_disassemble_options options = {
		.size = sizeof options, .generic = generic, .locations = locations
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	struct text text = { NULL, 0, 0 };
	if (bef_disassemble_text(data, size, NULL, &options, add_text, &text, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s: %s", stem, diag.message);
	return text;
}

static struct made assemble_again(const char *stem, const struct text *text)
{
	struct made made = { .diag = BEF_DIAG_INIT };
	made.status = bef_assemble_text(
		text->data, text->size, "t.mlir", NULL, NULL, &made.data, &made.size, &made.diag);
	if (made.status != BEF_OK)
		check_report(
			__FILE__, __LINE__, "%s: %u:%u: %s", stem, made.diag.line, made.diag.column, made.diag.message);
	return made;
}

static bool same(const struct text *a, const void *data, size_t size)
{
	return a->size == size && (size == 0 || memcmp(a->data, data, size) == 0);
}

static size_t compared;

static void for_each_program(void (*visit)(const char *stem, const struct text *bef))
{
	const char *folder = getenv("BEFKIT_GOLDEN");
	char path[1100];
	struct dirent **entries;
	snprintf(path, sizeof path, "%s/bef", folder ? folder : GOLDEN_DEFAULT);
	int found = scandir(path, &entries, NULL, alphasort);
	compared = 0;
	if (found < 0) {
		CHECK_SKIP("no golden files");
		return;
	}
	for (int i = 0; i < found; i++) {
		char *name = entries[i]->d_name, *end = strstr(name, ".bef");
		if (end && end[4] == 0 && !strstr(name, ".noopt")) {
			struct text bef = read_file(name, "");
			*end = 0;
			visit(name, &bef);
			free(bef.data);
			compared++;
		}
		free(entries[i]);
	}
	free(entries);
	CHECK(compared > 50);
}

static void compare_text(const char *stem, const struct text *bef)
{
	struct text ours = disassemble(stem, bef->data, bef->size, false, false),
		    theirs = read_file(stem, ".frombef.mlir");
	if (same(&ours, theirs.data, theirs.size) == LISTED(other_text, stem))
		check_report(__FILE__, __LINE__, "%s: the text is %s", stem,
			LISTED(other_text, stem) ? "equal now" : "another one");
	free(ours.data);
	free(theirs.data);
}

/* The text is a fixpoint: from the second file on, bytes do not change. */
static void check_fixpoint(const char *stem, const struct text *bef, bool generic)
{
	struct text first = disassemble(stem, bef->data, bef->size, generic, false);
	struct made second = assemble_again(stem, &first);
	struct text text = disassemble(stem, second.data, second.size, generic, false);
	struct made third = assemble_again(stem, &text);
	if (second.size != third.size || memcmp(second.data, third.data, third.size) != 0)
		check_report(__FILE__, __LINE__, "%s: no fixpoint", stem);
	drop(&second);
	drop(&third);
	free(first.data);
	free(text.data);
}

static void compare_fixpoint(const char *stem, const struct text *bef)
{
	check_fixpoint(stem, bef, false);
	check_fixpoint(stem, bef, true);
}

/* With locations nothing is lost: assembling the text reproduces the file. */
static void compare_bytes(const char *stem, const struct text *bef)
{
	for (int generic = 0; generic < 2; generic++) {
		struct text text = disassemble(stem, bef->data, bef->size, generic, true);
		struct made made = assemble_again(stem, &text);
		if (same(bef, made.data, made.size) == LISTED(other_bytes, stem))
			check_report(__FILE__, __LINE__, "%s: the bytes are %s", stem,
				LISTED(other_bytes, stem) ? "equal now" : "others");
		drop(&made);
		free(text.data);
	}
}

static void texts(void) { for_each_program(compare_text); }
static void fixpoints(void) { for_each_program(compare_fixpoint); }
static void bytes(void) { for_each_program(compare_bytes); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(texts), CHECK_CASE(fixpoints), CHECK_CASE(bytes) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
