/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs in shared objects: where they are looked for, and the way from a file to its table. */
#include "fail.h"
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <kernels/kernel.h>
#include <kernels/load.h>
#include <kernels/version.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a file name has that the name of a pack may leave out. */
static const char *suffix_of(const char *name)
{
	const size_t size = strlen(name);
	return size > 3 && strcmp(name + size - 3, ".so") == 0 ? "" : ".so";
}

/* True when the folder (not NUL-terminated) has the pack; its path is in `out` then. */
static bool in_folder(const char *folder, size_t size, const char *name, char out[PATH_MAX])
{
	if (size == 0 || size > INT_MAX || folder[0] != '/')
		return false;
	int used = snprintf(out, PATH_MAX, "%.*s/%s%s", (int)size, folder, name, suffix_of(name));
	return used > 0 && used < PATH_MAX && access(out, F_OK) == 0;
}

static bool find(const char *name, char out[PATH_MAX])
{
	/* not for programs that run with more rights than their caller */
	const char *folders = secure_getenv("KERNELS_PACK_PATH");
	while (folders && *folders != '\0') {
		size_t size = strcspn(folders, ":");
		if (in_folder(folders, size, name, out))
			return true;
		folders += size + (folders[size] == ':');
	}
	return in_folder(KERNELS_PACK_DIR, strlen(KERNELS_PACK_DIR), name, out);
}

/* True for an object of this machine's kind whose parts are beyond the end of the file: dlopen() would map them, and
 * the process end with SIGBUS. What else may be wrong with a file, dlopen() says. */
static bool cut_short(const char *file)
{
	ElfW(Ehdr) head;
	ElfW(Phdr) part;
	struct stat about;
	bool cut = false;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	const bool known = fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
			   pread(fd, &head, sizeof head, 0) == sizeof head &&
			   memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof part;
	const uint64_t end = known ? (uint64_t)about.st_size : 0;
	for (uint32_t i = 0; known && !cut && i < head.e_phnum; i++) {
		const uint64_t at = head.e_phoff + (uint64_t)i * sizeof part;
		cut = at > INT64_MAX || pread(fd, &part, sizeof part, (off_t)at) != sizeof part ||
			(part.p_type == PT_LOAD && (part.p_filesz > end || part.p_offset > end - part.p_filesz));
	}
	close(fd);
	return cut;
}

/* True when what `handle` finds is not this copy of the library but another, with types of its own. */
static bool finds_another_copy(void *handle, bool or_none)
{
	const struct kernels_type_ids *(*types)(void) = NULL;
	void *symbol = dlsym(handle, "kernels_types");
	memcpy(&types, &symbol, sizeof types);
	return types ? types() != kernels_types() : or_none;
}

enum kernels_status kernels_pack_load(const char *name, const struct kernels_pack **out_pack, struct kernels_diag *diag)
{
	char path[PATH_MAX];
	*out_pack = NULL;
	if (strchr(name, '/')) {
		if (access(name, F_OK) != 0)
			return kernels__pack_fail(diag, KERNELS_E_NOT_FOUND, name, "there is no such file");
	} else if (!find(name, path)) {
		return kernels__pack_fail(diag, KERNELS_E_NOT_FOUND, name,
			"no %s%s in KERNELS_PACK_PATH or " KERNELS_PACK_DIR " (a path has a slash)", name,
			suffix_of(name));
	}
	const char *file = strchr(name, '/') ? name : path;
	if (cut_short(file))
		return kernels__pack_fail(diag, KERNELS_E_CORRUPT, name, "is not a whole shared object: it ends early");
	/* kept for ever: registered types, and values made from them, point into it */
	void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!object) {
		const char *why = dlerror();
		snprintf(path, sizeof path, "%s", why ? why : "?"); /* the next look-up would drop it */
		return kernels__pack_fail(diag, KERNELS_E_UNSUPPORTED, name, "cannot be loaded: %s%s", path,
			finds_another_copy(RTLD_DEFAULT, true)
				? " (a program that is linked statically cannot load packs)"
				: "");
	}
	if (finds_another_copy(object, false)) {
		dlclose(object);
		return kernels__pack_fail(diag, KERNELS_E_UNSUPPORTED, name,
			"brings a libkernels of its own; a program that is linked statically cannot load packs");
	}
	/* POSIX has dlsym() give functions too; C has no cast for it */
	kernels_pack_query_fn query = NULL;
	void *symbol = dlsym(object, "kernels_pack_query");
	memcpy(&query, &symbol, sizeof query);
	const struct kernels_pack *pack = query ? query(KERNELS_PACK_ABI) : NULL;
	dlclose(object);
	if (!query)
		return kernels__pack_fail(
			diag, KERNELS_E_UNSUPPORTED, name, "is no pack of kernels: it has no kernels_pack_query");
	if (!pack)
		return kernels__pack_fail(diag, KERNELS_E_VERSION, name,
			"needs a newer libkernels: this is %s, with packs of ABI %u", kernels_version(),
			KERNELS_PACK_ABI);
	*out_pack = pack;
	return KERNELS_OK;
}
