/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs in shared objects: search path and loading. */
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

/* The suffix that pack names may omit. */
static const char *suffix_of(const char *name)
{
	const size_t size = strlen(name);
	return size > 3 && strcmp(name + size - 3, ".so") == 0 ? "" : ".so";
}

/* Returns true and the path in `out` if the folder (not NUL-terminated) contains the pack. */
static bool in_folder(const char *folder, size_t size, const char *name, char out[PATH_MAX])
{
	if (size == 0 || size > INT_MAX || folder[0] != '/')
		return false;
	int used = snprintf(out, PATH_MAX, "%.*s/%s%s", (int)size, folder, name, suffix_of(name));
	return used > 0 && used < PATH_MAX && access(out, F_OK) == 0;
}

/* Other systems cannot tell whether the user of a privileged program chose the variables. */
static const char *folders_of_environment(void)
{
#ifdef __linux__
	return secure_getenv("KERNELS_PACK_PATH");
#else
	return NULL;
#endif
}

static bool find(const char *name, char out[PATH_MAX])
{
	/* ignored in setuid programs */
	const char *folders = folders_of_environment();
	while (folders && *folders != '\0') {
		size_t size = strcspn(folders, ":");
		if (in_folder(folders, size, name, out))
			return true;
		folders += size + (folders[size] == ':');
	}
	return in_folder(KERNELS_PACK_DIR, strlen(KERNELS_PACK_DIR), name, out);
}

/* Returns true for a native object with sections beyond the end of the file: dlopen() would map them, and an access
 * would raise SIGBUS. dlopen() reports other faults. */
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

/* Returns true if `handle` resolves to another copy of this library, whose types would differ. */
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
			return kernels__pack_fail(diag, KERNELS_E_NOT_FOUND, name, "the file does not exist");
	} else if (!find(name, path)) {
		return kernels__pack_fail(diag, KERNELS_E_NOT_FOUND, name,
			"no %s%s in KERNELS_PACK_PATH or " KERNELS_PACK_DIR " (a path has a slash)", name,
			suffix_of(name));
	}
	const char *file = strchr(name, '/') ? name : path;
	if (cut_short(file))
		return kernels__pack_fail(diag, KERNELS_E_CORRUPT, name, "is a truncated shared object");
	/* never unloaded: registered types and their values point into it */
	void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!object) {
		const char *why = dlerror();
		snprintf(path, sizeof path, "%s", why ? why : "?"); /* the next lookup would discard it */
		return kernels__pack_fail(diag, KERNELS_E_UNSUPPORTED, name, "cannot be loaded: %s%s", path,
			finds_another_copy(RTLD_DEFAULT, true)
				? " (statically linked programs cannot load packs)"
				: "");
	}
	if (finds_another_copy(object, false)) {
		dlclose(object);
		return kernels__pack_fail(diag, KERNELS_E_UNSUPPORTED, name,
			"would load a second copy of libkernels; statically linked programs cannot load packs");
	}
	/* POSIX lets dlsym() return functions; ISO C has no cast for this */
	kernels_pack_query_fn query = NULL;
	void *symbol = dlsym(object, "kernels_pack_query");
	memcpy(&query, &symbol, sizeof query);
	const struct kernels_pack *pack = query ? query(KERNELS_PACK_ABI) : NULL;
	dlclose(object);
	if (!query)
		return kernels__pack_fail(diag, KERNELS_E_UNSUPPORTED, name,
			"is not a kernel pack: it does not export kernels_pack_query");
	if (!pack)
		return kernels__pack_fail(diag, KERNELS_E_VERSION, name,
			"needs a newer libkernels: this is %s, with packs of ABI %u", kernels_version(),
			KERNELS_PACK_ABI);
	*out_pack = pack;
	return KERNELS_OK;
}
