/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs: the files of thin archives, and images that NVIDIA's tools compressed. */
#include "check.h"
#include "sample.h"

#include <stdlib.h>

/* Files that a caller opens. */
struct file {
	const char *path;
	char data[600];
	size_t size;
};
struct folder {
	struct file files[8];
	size_t count, opened;
};

static void add(struct folder *f, const char *path, const char *data, size_t size)
{
	struct file *file = &f->files[f->count++];
	file->path = path;
	file->size = size;
	memcpy(file->data, data, size);
}

/* An archive with a member: `content`, or, in a thin one, the file of this name. */
static void add_archive(struct folder *f, const char *path, const char *member, const char *content)
{
	char data[600];
	const size_t size = content ? strlen(content) : 4;
	const int length = snprintf(data, sizeof data, "!<%s>\n//%46s%-10zu`\n%s/\n%s/%-15s%-32s%-10zu`\n%s", content ? "arch" : "thin", "",
		strlen(member) + 2, member, strlen(member) % 2 ? "\n" : "", "0", "0", size, content ? content : "");
	add(f, path, data, (size_t)length);
}

static bool open_file(void *ctx, const char *path, const void **out_data, size_t *out_size)
{
	struct folder *f = ctx;
	f->opened++;
	for (size_t i = 0; i < f->count; i++) {
		if (strcmp(f->files[i].path, path) == 0) {
			*out_data = f->files[i].data;
			*out_size = f->files[i].size;
			return true;
		}
	}
	return false;
}

static enum syclbin_status open_first(struct folder *f, uint32_t most, struct syclbin_input **out, struct syclbin_diag *diag)
{
	const struct syclbin_input_options options = { sizeof options, 0, 0, most, open_file, f };
	f->opened = 0;
	return syclbin_input_open(f->files[0].data, f->files[0].size, &options, NULL, out, diag);
}

static const char ptx[] = ".version 7.0\n.target sm_75\n.entry k()\n";

/* Paths are relative to the archive that has them. */
static void thin_archives(void)
{
	struct folder f = { .count = 0 };
	struct syclbin_input *input;
	add_archive(&f, "", "sub/inner.a", NULL);
	add_archive(&f, "sub/inner.a", "../k.ptx", NULL);
	add(&f, "sub/../k.ptx", ptx, sizeof ptx - 1);
	CHECK_OR_RETURN(open_first(&f, 0, &input, NULL) == SYCLBIN_OK);
	CHECK_INT(f.opened, 2);
	CHECK_OR_RETURN(CHECK_INT(syclbin_input_count(input), 1));
	const struct syclbin_item *item = syclbin_input_item(input, 0);
	CHECK_STR(item->path, "sub/inner.a/../k.ptx");
	CHECK(item->inflated && item->bytes.data == (const uint8_t *)f.files[2].data && item->image_kind == SYCLBIN_KIND_PTX);
	CHECK(syclbin_string_is(item->arch, "sm_75") && syclbin_string_is(item->triple, "nvptx64-nvidia-cuda"));
	syclbin_input_close(input);
	f.count = 2; /* the last file is missing */
	CHECK_OR_RETURN(open_first(&f, 0, &input, NULL) == SYCLBIN_OK);
	CHECK(syclbin_input_count(input) == 0 && syclbin_input_skipped_count(input) == 1 && syclbin_input_skipped(input, 0)->suspect);
	CHECK_STR(syclbin_input_skipped(input, 0)->path, "sub/inner.a/../k.ptx");
	syclbin_input_close(input);
}

/* "/0:68" is the member at byte 68 of the archive whose name is at 0. */
static void members_of_archives(void)
{
	struct folder f = { .count = 0 };
	struct syclbin_input *input;
	add_archive(&f, "", "inner.a", NULL);
	memcpy(strstr(f.files[0].data, "\n/0") + 3, ":76", 3);
	add_archive(&f, "inner.a", "k.ptx", ptx);
	const char *header = strstr(f.files[1].data, "\n/0") + 1;
	CHECK_INT(header - f.files[1].data, 76);
	CHECK_OR_RETURN(open_first(&f, 0, &input, NULL) == SYCLBIN_OK);
	CHECK_OR_RETURN(CHECK_INT(syclbin_input_count(input), 1));
	CHECK_STR(syclbin_input_item(input, 0)->path, "inner.a/k.ptx");
	syclbin_input_close(input);
	memcpy(f.files[1].data, "!<xxxx>", 7);
	CHECK_OR_RETURN(open_first(&f, 0, &input, NULL) == SYCLBIN_OK);
	CHECK(syclbin_input_count(input) == 0 && syclbin_input_skipped(input, 0)->suspect);
	syclbin_input_close(input);
}

static void archives_of_themselves(void)
{
	struct folder f = { .count = 0 };
	struct syclbin_input *input;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	add_archive(&f, "self.a", "self.a", NULL);
	CHECK_INT(open_first(&f, 0, &input, &diag), SYCLBIN_E_LIMIT);
	CHECK(f.opened < 20 && strstr(diag.message, "nested more than 8 deep"));
	diag = (struct syclbin_diag)SYCLBIN_DIAG_INIT;
	CHECK_INT(open_first(&f, 3, &input, &diag), SYCLBIN_E_LIMIT);
	CHECK(f.opened == 3 && strstr(diag.message, "more than 3 members of thin archives"));
}

/* ---- LZ4 */

/* A fat binary with one entry of PTX. */
static size_t fat_binary(uint8_t out[200], const uint8_t *stored, size_t stored_size, uint64_t inflated)
{
	static const uint8_t magic[8] = { 0x50, 0xED, 0x55, 0xBA, 1, 0, 16, 0 };
	memset(out, 0, 200);
	memcpy(out, magic, 8);
	out[8] = (uint8_t)(64 + stored_size);
	out[16] = 1;
	out[20] = 64;
	out[24] = out[32] = (uint8_t)stored_size;
	out[44] = 75;
	out[16 + 41] = 0x20;
	for (unsigned i = 0; i < 8; i++)
		out[16 + 56 + i] = (uint8_t)(inflated >> 8 * i);
	memcpy(out + 80, stored, stored_size);
	return 80 + stored_size;
}

static void compressed_entries(void)
{
	/* ".version .target " as literals, then 8 bytes from 8 before, then "!" */
	static const uint8_t block[] = { 0xF4, 2, '.', 'v', 'e', 'r', 's', 'i', 'o', 'n', ' ', '.', 't', 'a', 'r', 'g', 'e', 't', ' ', 8, 0, 0x10, '!' };
	static const struct {
		uint64_t inflated;
		size_t size;
		uint8_t distance;
		bool good;
	} cases[] = { { 26, sizeof block, 8, true }, { 25, sizeof block, 8, false }, { 27, sizeof block, 8, false }, { 26, sizeof block, 0, false },
		{ 26, sizeof block, 18, false }, { 26, sizeof block - 1, 8, false }, { 26, sizeof block - 2, 8, false }, { 26, 10, 8, false },
		{ 26, 0, 8, false }, { 1 << 20, sizeof block, 8, false }, { UINT64_MAX, sizeof block, 8, false } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t stored[sizeof block], whole[200];
		struct syclbin_input *input;
		memcpy(stored, block, sizeof block);
		stored[19] = cases[i].distance;
		const size_t size = fat_binary(whole, stored, cases[i].size, cases[i].inflated);
		CHECK_OR_RETURN(syclbin_input_open(whole, size, NULL, NULL, &input, NULL) == SYCLBIN_OK);
		if (CHECK((syclbin_input_count(input) == 1) == cases[i].good) && cases[i].good)
			CHECK(memcmp(syclbin_input_item(input, 0)->bytes.data, ".version .target .target !", 26) == 0);
		if (!cases[i].good)
			CHECK(syclbin_input_skipped_count(input) == 1 && syclbin_input_skipped(input, 0)->suspect);
		syclbin_input_close(input);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(thin_archives), CHECK_CASE(members_of_archives),
		CHECK_CASE(archives_of_themselves), CHECK_CASE(compressed_entries) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
