/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libraries have in common besides bytes: failures with a text, memory, UTF-8, links, and FNV-1a. */
#undef NDEBUG
#include <assert.h>
#include <bytecursor/diag.h>
#include <bytecursor/digest.h>
#include <bytecursor/file.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <bytecursor/text.h>
#include <stdio.h>

/* ---- failures, of a library that has a member more */

enum some_status { SOME_OK = 0, SOME_E_CORRUPT = 24 };
struct some_diag {
	size_t size;
	enum some_status status;
	const char *rule;
	uint64_t offset;
	uint32_t line, column;
	char message[232];
	uint32_t code;
};
BYTECURSOR_DIAG_MATCHES(struct some_diag);

__attribute__((format(printf, 2, 3))) static enum some_status fail(struct some_diag *diag, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, SOME_E_CORRUPT, "SOME_E_CORRUPT", 7, format);
}

static void failures_have_a_text(void)
{
	struct some_diag diag = { .size = sizeof diag, .code = 5 };
	assert(fail(NULL, "%d", 1) == SOME_E_CORRUPT);
	assert(fail(&diag, "%s is %d", "x\x1b", 3) == SOME_E_CORRUPT);
	assert(diag.status == SOME_E_CORRUPT && diag.offset == 7 && strcmp(diag.message, "x? is 3") == 0 && diag.code == 5);
	assert(BYTECURSOR_DIAG_FAIL(&diag, SOME_E_CORRUPT, "later", 8, "%s", "later") == SOME_E_CORRUPT);
	assert(strcmp(diag.rule, "SOME_E_CORRUPT") == 0 && strcmp(diag.message, "x? is 3") == 0);
}

static void texts_are_cut(void)
{
	char longer[300];
	struct some_diag diag = { .size = sizeof diag };
	struct bytecursor_diag full = BYTECURSOR_DIAG(SOME_E_CORRUPT, "r", 0);
	memset(longer, 'a', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	bytecursor_diag_add(&full, "%u: ", 12u);
	bytecursor_diag_add(&full, "%s", longer);
	bytecursor_diag_add(&full, "%s", "no room");
	BYTECURSOR_DIAG_STORE(&diag, &full);
	assert(strlen(diag.message) == sizeof diag.message - 1 && memcmp(diag.message, "12: aaa", 7) == 0);
	assert(diag.message[sizeof diag.message - 2] == 'a' && diag.code == 0);
}

static void a_size_without_the_first_members_is_wrong(void)
{
	struct { size_t size, first, last, later; } options = { .size = sizeof options };
	assert(!BYTECURSOR_SIZE_LACKS(&options, last));
	options.size = offsetof(__typeof__(options), later);
	assert(!BYTECURSOR_SIZE_LACKS(&options, last) && BYTECURSOR_SIZE_LACKS(&options, later));
	options.size = offsetof(__typeof__(options), last);
	assert(BYTECURSOR_SIZE_LACKS(&options, last));
	options.size = sizeof options + 1;
	assert(BYTECURSOR_SIZE_LACKS(&options, last));
	options.size = 70000;
	assert(BYTECURSOR_SIZE_LACKS(&options, last));
}

/* ---- memory */

static size_t live, left = SIZE_MAX;

static void *counted_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (left == 0)
		return NULL;
	left--;
	live += size;
	return bytecursor_malloc(NULL, size, align);
}

static void counted_free(void *ctx, void *p, size_t size, size_t align)
{
	live -= size;
	bytecursor_free(ctx, p, size, align);
}

static void buffers_grow_or_stay(void)
{
	const struct bytecursor_allocator plain = { counted_alloc, NULL, counted_free, NULL }, a = BYTECURSOR_ALLOCATOR(&plain);
	struct bytecursor_buffer buffer = { NULL, 0, 0 };
	assert(bytecursor_buffer_reserve(&buffer, a, 0) && !buffer.data);
	assert(bytecursor_buffer_reserve(&buffer, a, 3) && buffer.capacity == 64);
	memcpy(buffer.data, "abc", 3);
	buffer.size = 3;
	assert(bytecursor_buffer_reserve(&buffer, a, 61) && buffer.capacity == 64);
	left = 0;
	assert(!bytecursor_buffer_reserve(&buffer, a, 100) && buffer.capacity == 64 && live == 64);
	assert(!bytecursor_buffer_reserve(&buffer, a, SIZE_MAX) && !bytecursor_buffer_reserve(&buffer, a, SIZE_MAX / 2));
	left = SIZE_MAX;
	assert(bytecursor_buffer_reserve(&buffer, a, 100) && buffer.capacity == 103 && memcmp(buffer.data, "abc", 3) == 0);
	assert(live == 103);
	bytecursor_buffer_free(&buffer, a);
	bytecursor_buffer_free(&buffer, a);
	assert(live == 0 && !buffer.data && buffer.capacity == 0);
}

static void texts_end_where_memory_does(void)
{
	const struct bytecursor_allocator plain = { counted_alloc, NULL, counted_free, NULL };
	struct bytecursor_text text = { .memory = plain };
	bytecursor_text_puts(&text, "");
	assert(!text.failed && !text.data);
	for (int i = 0; i < 1000; i++)
		bytecursor_text_puts(&text, "0123456789");
	assert(!text.failed && text.size == 10000 && memcmp(text.data + 9990, "0123456789", 10) == 0 && live == text.room);
	left = 0;
	while (!text.failed)
		bytecursor_text_put(&text, "x", 1);
	const size_t size = text.size;
	bytecursor_text_puts(&text, "");
	bytecursor_text_put(&text, "x", 1);
	assert(text.size == size && text.room == size && text.data[size - 1] == 'x');
	left = SIZE_MAX;
	bytecursor_text_free(&text);
	bytecursor_text_free(&text);
	assert(live == 0);
}

static void blocks_are_aligned(void)
{
	const struct bytecursor_allocator a = BYTECURSOR_MALLOC;
	char *p = a.alloc(a.ctx, 10, _Alignof(max_align_t));
	assert(p);
	memcpy(p, "123456789", 10);
	p = a.resize(a.ctx, p, 10, 5000, _Alignof(max_align_t));
	assert(p && memcmp(p, "123456789", 10) == 0);
	a.free(a.ctx, p, 5000, _Alignof(max_align_t));
	p = bytecursor_malloc_aligned(NULL, 10, 256);
	assert(p && (uintptr_t)p % 256 == 0);
	bytecursor_free(NULL, p, 10, 256);
}

/* ---- text */

static void characters_of_utf8(void)
{
	static const struct {
		const char *text;
		size_t length;
		uint32_t code;
	} cases[] = { { "a", 1, 'a' }, { "\xC2\x80", 2, 0x80 }, { "\xC1\xBF", 0, 0 }, { "\xE0\xA0\x80", 3, 0x800 },
		{ "\xE0\x9F\xBF", 0, 0 }, { "\xED\x9F\xBF", 3, 0xD7FF }, { "\xED\xA0\x80", 0, 0 }, { "\xEE\x80\x80", 3, 0xE000 },
		{ "\xF0\x90\x80\x80", 4, 0x10000 }, { "\xF0\x8F\xBF\xBF", 0, 0 }, { "\xF4\x8F\xBF\xBF", 4, 0x10FFFF },
		{ "\xF4\x90\x80\x80", 0, 0 }, { "\xF5\x80\x80\x80", 0, 0 }, { "\x80", 0, 0 }, { "\xC3", 0, 0 }, { "\xE2\x82", 0, 0 },
		{ "\xE2\x41\x80", 0, 0 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t code;
		assert(bytecursor_utf8_length(cases[i].text, 4, &code) == cases[i].length);
		assert(!cases[i].length || code == cases[i].code);
		for (size_t cut = 1; cut < cases[i].length; cut++)
			assert(bytecursor_utf8_length(cases[i].text, cut, &code) == 0);
	}
	assert(bytecursor_is_control(0x1B) && bytecursor_is_control(0x7F) && bytecursor_is_control(0x9F) && !bytecursor_is_control(0xA0));
	assert(bytecursor_moves_text(0x202E) && bytecursor_moves_text(0x2069) && !bytecursor_moves_text(0x206A));
	assert(bytecursor_may_be_text("a\n\t\xC3\xA4", 5) && !bytecursor_may_be_text("ML\xEFR\0", 5) && bytecursor_may_be_text("", 0));
}

/* ---- files */

static void links_are_followed(const char *folder)
{
	char name[300], other[300];
	snprintf(name, sizeof name, "%s/link", folder);
	snprintf(other, sizeof other, "%s/target", folder);
	(void)unlink(name);
	assert(symlink("target", name) == 0);
	char *to = bytecursor_link_follow(strdup(name));
	assert(to && strcmp(to, other) == 0);
	free(to);
	assert(unlink(name) == 0 && symlink("/other", name) == 0);
	to = bytecursor_link_follow(strdup(name));
	assert(to && strcmp(to, "/other") == 0);
	free(to);
	assert(unlink(name) == 0);
	errno = 0;
	assert(!bytecursor_link_follow(strdup(name)) && errno == ENOENT);
	/* of another user, in a folder that all may write: only root can make one */
	if (geteuid() == 0 && chmod(folder, 01777) == 0 && symlink("target", name) == 0 && lchown(name, 12345, (gid_t)-1) == 0) {
		assert(!bytecursor_link_follow(strdup(name)) && errno == EACCES);
		assert(chmod(folder, 0700) == 0);
		to = bytecursor_link_follow(strdup(name));
		assert(to);
		free(to);
	}
	(void)unlink(name);
}

static void fnv_is_that_of_its_authors(void)
{
	assert(bytecursor_fnv(BYTECURSOR_FNV, "", 0) == 0xcbf29ce484222325u);
	assert(bytecursor_fnv(BYTECURSOR_FNV, "foobar", 6) == 0x85944171f73967e8u);
	assert(bytecursor_fnv(bytecursor_fnv(BYTECURSOR_FNV, "foo", 3), "bar", 3) == 0x85944171f73967e8u);
}

int main(void)
{
	char folder[] = "/tmp/bytecursor-XXXXXX";
	failures_have_a_text();
	texts_are_cut();
	a_size_without_the_first_members_is_wrong();
	buffers_grow_or_stay();
	texts_end_where_memory_does();
	blocks_are_aligned();
	characters_of_utf8();
	assert(mkdtemp(folder));
	links_are_followed(folder);
	assert(rmdir(folder) == 0);
	fnv_is_that_of_its_authors();
	return 0;
}
