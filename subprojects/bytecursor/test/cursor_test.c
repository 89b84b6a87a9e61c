/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#undef NDEBUG
#include <assert.h>
#include <bytecursor/ckd.h>
#include <bytecursor/cursor.h>
#include <bytecursor/diag.h>
#include <bytecursor/options.h>
#include <bytecursor/digest.h>

static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };

static void reads_in_order(void)
{
	struct bytecursor c = bytecursor_init(bytes, sizeof bytes);
	assert(bytecursor_u8(&c) == 1 && bytecursor_left(&c) == 10);
	bytecursor_align(&c, 1, 4);
	assert(c.pos == 1);
	bytecursor_align(&c, 0, 2);
	assert(c.pos == 2 && bytecursor_u32le(&c) == 0x06050403u);
	c = bytecursor_init(bytes + 1, 9);
	assert(bytecursor_u64le(&c) == 0x0908070605040302u && bytecursor_ok(&c) && bytecursor_left(&c) == 1);
}

static void a_failure_stays(void)
{
	struct bytecursor c = bytecursor_init(bytes, 6);
	assert(bytecursor_u32le(&c) == 0x04030201u && bytecursor_u32le(&c) == 0);
	assert(!bytecursor_ok(&c) && c.fail_at == 4);
	assert(bytecursor_u8(&c) == 0 && bytecursor_take(&c, 0) == NULL && c.fail_at == 4);
	c = bytecursor_init(bytes, 6);
	assert(bytecursor_take(&c, SIZE_MAX) == NULL && c.fail_at == 0);
	c = bytecursor_init(bytes, 6);
	bytecursor_align(&c, 0, 3);
	assert(!bytecursor_ok(&c));
	c = bytecursor_init(NULL, 6);
	assert(bytecursor_left(&c) == 0 && bytecursor_ok(&c) && bytecursor_u8(&c) == 0 && !bytecursor_ok(&c));
}

static void parts_know_their_place(void)
{
	struct bytecursor c = bytecursor_init(bytes, sizeof bytes);
	(void)bytecursor_u8(&c);
	struct bytecursor part = bytecursor_sub(&c, 3);
	assert(bytecursor_left(&part) == 3 && bytecursor_left(&c) == 7 && bytecursor_u8(&part) == 2);
	assert(bytecursor_u32le(&part) == 0 && part.fail_at == 2 && bytecursor_ok(&c));
	part = bytecursor_sub(&c, 8);
	assert(!bytecursor_ok(&part) && !bytecursor_ok(&c) && c.fail_at == 4 && bytecursor_left(&part) == 0);
}

static void counts_are_checked_first(void)
{
	struct bytecursor c = bytecursor_init(bytes, sizeof bytes);
	assert(bytecursor_fits(&c, 2, 5) && !bytecursor_fits(&c, 3, 5) && !bytecursor_fits(&c, UINT64_MAX, 1));
	size_t r;
	assert(ckd_mul(&r, SIZE_MAX, (size_t)2) && ckd_sub(&r, (size_t)1, (size_t)2));
	assert(!ckd_add(&r, (size_t)1, (size_t)2) && r == 3);
}

struct diag {
	size_t size;
	enum { GOOD, BAD } status;
	unsigned offset;
	char message[8];
	unsigned more;
};

static void sizes_that_no_release_has_are_wrong(void)
{
	struct options {
		size_t size;
		const char *name;
		unsigned most;
	} options = { sizeof options, NULL, 0 }, *none = NULL;
	const size_t wrong[] = { 0, 1, sizeof(size_t), sizeof options - 1, sizeof options + 2, 65536 + 8, SIZE_MAX };
	char text[100];
	assert(!BYTECURSOR_SIZE_IS_WRONG(none) && !BYTECURSOR_SIZE_IS_WRONG(&options));
	options.size = offsetof(struct options, most); /* of an older release */
	assert(!BYTECURSOR_SIZE_IS_WRONG(&options) && BYTECURSOR_SIZE_TO_COPY(&options, &options) == options.size);
	options.size = 4096; /* of a later one */
	assert(!BYTECURSOR_SIZE_IS_WRONG(&options) && BYTECURSOR_SIZE_TO_COPY(&options, &options) == sizeof options);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		options.size = wrong[i];
		assert(BYTECURSOR_SIZE_IS_WRONG(&options));
	}
	assert(strcmp(bytecursor_size_text(text, sizeof text, 0, "x"), "options: size is not set, expected sizeof(struct x)") == 0);
	assert(strcmp(bytecursor_size_text(text, sizeof text, 12, "x"), "options: size is 12, expected sizeof(struct x)") == 0);
}

static void diagnostics_keep_to_the_size_of_the_caller(void)
{
	const struct diag from = { sizeof from, BAD, 7, "a\x1b" "bcdef", 9 };
	for (size_t size = 0; size <= sizeof from + 8; size++) {
		union {
			struct diag diag;
			unsigned char bytes[sizeof(struct diag) + 8];
		} to;
		memset(&to, 0xAA, sizeof to);
		to.diag.size = size;
		to.diag.status = GOOD;
		struct diag *diag = &to.diag;
		assert(BYTECURSOR_DIAG_IS_OPEN(diag) == (size >= offsetof(struct diag, offset)));
		if (!BYTECURSOR_DIAG_IS_OPEN(diag))
			continue;
		BYTECURSOR_DIAG_STORE(diag, &from);
		assert(diag->size == size && diag->status == BAD && !BYTECURSOR_DIAG_IS_OPEN(diag));
		for (size_t i = size < sizeof from ? size : sizeof from; i < sizeof to; i++)
			assert(to.bytes[i] == 0xAA);
		if (size >= sizeof from)
			assert(strcmp(to.diag.message, "a?bcdef") == 0 && to.diag.more == 9);
		else if (size > offsetof(struct diag, message) + 1 && size <= offsetof(struct diag, more))
			assert(strlen(to.diag.message) == size - offsetof(struct diag, message) - 1);
	}
	struct diag *none = NULL;
	assert(!BYTECURSOR_DIAG_IS_OPEN(none));
}

/* Controls and what is not UTF-8 become '?', a byte each; other characters stay, also where the structure cuts the text. */
static void diagnostics_are_clean_text(void)
{
	static const char *const texts[][2] = { { "a\x01\n\x7F z", "a??? z" }, { "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", NULL },
		{ "\xC2\x9B" "0m", "??0m" }, { "\x9B" "0m", "?0m" }, { "\xC0\x80", "??" }, { "\xED\xA0\x80", "???" },
		{ "\xE0\x80\xAF", "???" }, { "\xF0\x8F\xBF\xBF", "????" }, { "\xF4\x90\x80\x80", "????" }, { "x\xE2\x82", "x??" },
		{ "\xFF", "?" }, { "\xC2\xA0", NULL } };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char text[16];
		strcpy(text, texts[i][0]);
		bytecursor_diag_clean(text);
		assert(strcmp(text, texts[i][texts[i][1] ? 1 : 0]) == 0);
	}
	const struct diag from = { sizeof from, BAD, 7, "\xE2\x82\xAC", 9 };
	struct diag to = { offsetof(struct diag, message) + 3, GOOD, 0, "", 0 };
	BYTECURSOR_DIAG_STORE(&to, &from);
	assert(strcmp(to.message, "??") == 0);
}

/* The example of two blocks in FIPS 180-4, in pieces of every size. */
static void digests_do_not_depend_on_the_pieces(void)
{
	static const char text[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	static const uint8_t expected[32] = { 0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8, 0xe5, 0xc0, 0x26, 0x93,
		0x0c, 0x3e, 0x60, 0x39, 0xa3, 0x3c, 0xe4, 0x59, 0x64, 0xff, 0x21, 0x67, 0xf6, 0xec, 0xed, 0xd4, 0x19,
		0xdb, 0x06, 0xc1 };
	for (size_t piece = 1; piece < sizeof text; piece++) {
		struct bytecursor_sha256 hash;
		uint8_t digest[32];
		bytecursor_sha256_init(&hash);
		for (size_t at = 0; at < sizeof text - 1; at += piece)
			bytecursor_sha256_add(&hash, text + at, sizeof text - 1 - at < piece ? sizeof text - 1 - at : piece);
		bytecursor_sha256_finish(&hash, digest);
		assert(memcmp(digest, expected, sizeof digest) == 0);
	}
}

int main(void)
{
	reads_in_order();
	a_failure_stays();
	parts_know_their_place();
	counts_are_checked_first();
	sizes_that_no_release_has_are_wrong();
	diagnostics_keep_to_the_size_of_the_caller();
	diagnostics_are_clean_text();
	digests_do_not_depend_on_the_pieces();
	return 0;
}
