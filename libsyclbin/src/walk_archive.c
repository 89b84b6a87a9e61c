/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of the walk for archives. The members of thin ones are files, which the caller opens. */
#include "walk.h"

#include <string.h>

static enum syclbin_status walk_member(struct syclbin__walk *w, const struct syclbin_span *member, const struct syclbin__context *context,
	struct syclbin_string name)
{
	if (syclbin__lacks_code(member))
		return syclbin__walk_skip(w, member, name, "an object file without device code", false);
	if (!syclbin__is_known(member))
		return syclbin__walk_skip(w, member, name, "a member that is no object file", false);
	return syclbin__walk_part(w, member, context, name);
}

/* The path of a member: relative to the folder of the archive. False: too long, or without a name. */
static bool path_of(const struct syclbin__context *context, struct syclbin_string name, char out[SYCLBIN__LONGEST_PATH])
{
	const char *archive = context->file.data, *slash = NULL;
	for (size_t i = 0; i < context->file.size; i++)
		slash = archive[i] == '/' ? archive + i : slash;
	const size_t folder = slash && name.size && name.data[0] != '/' ? (size_t)(slash - archive) + 1 : 0;
	if (name.size == 0 || folder + name.size >= SYCLBIN__LONGEST_PATH || memchr(name.data, '\0', name.size))
		return false;
	memcpy(out, archive, folder);
	memcpy(out + folder, name.data, name.size);
	out[folder + name.size] = '\0';
	return true;
}

/* A member of an archive that is a member of a thin one: the archive's file, and where the header is. */
static enum syclbin_status walk_nested(struct syclbin__walk *w, const struct syclbin_span *file, uint64_t origin,
	const struct syclbin__context *context, struct syclbin_string name)
{
	struct syclbin__archive archive;
	struct syclbin_string member_name;
	struct syclbin_span member;
	if (!syclbin__is_archive(file) || origin >= file->size)
		return syclbin__walk_skip(w, file, name, "a file that is no archive, although a thin archive has its members", true);
	syclbin__archive_open(file, &archive);
	(void)!syclbin__archive_next(&archive, &member_name, &member, NULL); /* the table of long names is before all members */
	archive.next = (size_t)origin;
	const enum syclbin_status status = syclbin__archive_next(&archive, &member_name, &member, w->diag);
	if (status != SYCLBIN_OK)
		return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
	const size_t before = syclbin__walk_enter(w, name);
	const enum syclbin_status walked = walk_member(w, &member, context, member_name);
	syclbin__walk_leave(w, before);
	return walked;
}

static enum syclbin_status walk_thin(struct syclbin__walk *w, const struct syclbin__archive *archive, const struct syclbin_span *member,
	const struct syclbin__context *context, struct syclbin_string name)
{
	struct syclbin__context inner = *context;
	struct syclbin_span file = { (const uint8_t *)"", 0, 0 };
	char path[SYCLBIN__LONGEST_PATH];
	const void *data = NULL;
	if (!w->open_file)
		return syclbin__walk_skip(w, member, name, "a member of a thin archive, which is a file of its own", true);
	if (w->files++ == w->most)
		return syclbin__fail(w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, member->offset, "more than %lu members of thin archives",
			(unsigned long)w->most);
	if (!path_of(context, name, path) || !w->open_file(w->file_ctx, path, &data, &file.size))
		return syclbin__walk_skip(w, member, name, "a member of a thin archive whose file cannot be read", true);
	if (data)
		file.data = data;
	inner.file = syclbin__walk_text(w, path);
	if (!inner.file.size)
		return syclbin__no_memory(w->diag);
	inner.inflated = true;
	syclbin__walk_more(w, file.size);
	return archive->origin ? walk_nested(w, &file, archive->origin, &inner, name) : walk_member(w, &file, &inner, name);
}

enum syclbin_status syclbin__walk_archive(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct syclbin__archive archive;
	struct syclbin_string name;
	struct syclbin_span member;
	enum syclbin_status status = SYCLBIN_OK;
	syclbin__archive_open(bytes, &archive);
	while (status == SYCLBIN_OK &&
		(status = syclbin__archive_next(&archive, &name, &member, w->diag)) == SYCLBIN_OK)
		status = archive.thin ? walk_thin(w, &archive, &member, context, name) : walk_member(w, &member, context, name);
	return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
}
