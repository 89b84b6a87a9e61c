/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mapped files, with a guard for those that shrink.
 *
 * A page of a mapped file that was truncated cannot be read: the access raises SIGBUS. Locks, leases and seals do not prevent other
 * programs from truncating a file, and checks before the access come too early. So either the bytes are copied (file.h), or a handler
 * of SIGBUS replaces the missing pages. The guard does so, for mappings made here; it passes all other faults to the handler that was
 * installed before it. It is installed only if the host program asks for it.
 *
 * Include this header in one source of a library: each library has its own mappings. Functions that open something return false on
 * failure; errno has the reason. All are thread-safe. */
#ifndef BYTECURSOR_MAPPING_H
#define BYTECURSOR_MAPPING_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the mappings: a list of blocks that grows, for a signal handler that may run at any time */

enum { BYTECURSOR_MAPPINGS = 16, BYTECURSOR_UNUSED = 0, BYTECURSOR_CHANGING = 1 };
struct bytecursor_mapping {
	_Atomic uintptr_t begin; /* or one of the two states above */
	_Atomic size_t size;
	atomic_bool lost; /* some page could not be read */
	bool writable;
	int file;
	struct stat opened;
};
struct bytecursor_mappings {
	struct bytecursor_mapping all[BYTECURSOR_MAPPINGS];
	_Atomic(struct bytecursor_mappings *) next; /* blocks are never freed: the handler may be reading them */
};
static struct bytecursor_mappings bytecursor_mappings;

/* The mapping that contains the address. The caller uses it, so it stays. Others may be opened or closed meanwhile: a size counts
 * only if it belongs to the begin that was read before and after it. */
static inline struct bytecursor_mapping *bytecursor_mapping_find(uintptr_t address)
{
	/* acquire: pairs with the release in bytecursor_mapping_claim(); the block is complete */
	for (struct bytecursor_mappings *block = &bytecursor_mappings; block;
		block = atomic_load_explicit(&block->next, memory_order_acquire)) {
		for (unsigned i = 0; i < BYTECURSOR_MAPPINGS; i++) {
			struct bytecursor_mapping *mapping = &block->all[i];
			/* acquire, both: pair with the releases in bytecursor_mapping_fill() and _close(); the size is not
			 * read before begin, and not after it is read again */
			const uintptr_t begin = atomic_load_explicit(&mapping->begin, memory_order_acquire);
			const size_t size = atomic_load_explicit(&mapping->size, memory_order_acquire);
			if (begin > BYTECURSOR_CHANGING && address >= begin && address - begin < size &&
				atomic_load_explicit(&mapping->begin, memory_order_relaxed) == begin)
				return mapping;
		}
	}
	return NULL;
}

/* An unused mapping, which is changing then. NULL: out of memory */
static inline struct bytecursor_mapping *bytecursor_mapping_claim(void)
{
	struct bytecursor_mappings *block = &bytecursor_mappings;
	for (;;) {
		for (unsigned i = 0; i < BYTECURSOR_MAPPINGS; i++) {
			uintptr_t unused = BYTECURSOR_UNUSED;
			/* acquire: pairs with the release in bytecursor_mapping_close(); its last user has finished */
			if (atomic_compare_exchange_strong_explicit(&block->all[i].begin, &unused, BYTECURSOR_CHANGING,
				    memory_order_acquire, memory_order_relaxed))
				return &block->all[i];
		}
		/* acquire: pairs with the release below; the block is complete */
		struct bytecursor_mappings *next = atomic_load_explicit(&block->next, memory_order_acquire);
		if (!next) {
			struct bytecursor_mappings *more = calloc(1, sizeof *more);
			if (!more)
				return NULL;
			/* release: pairs with the acquires here and in bytecursor_mapping_find() */
			if (atomic_compare_exchange_strong_explicit(
				    &block->next, &next, more, memory_order_release, memory_order_acquire))
				next = more;
			else
				free(more);
		}
		block = next;
	}
}

/* ---- opening */

/* Fills a mapping that was claimed; false: it is unused again, and errno is set. */
static inline bool bytecursor_mapping_fill(struct bytecursor_mapping *mapping, int fd, const struct stat *about, bool writable, void **out_data)
{
	const size_t size = (size_t)about->st_size;
	const int file = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	void *data = file < 0 ? MAP_FAILED
			      : mmap(NULL, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_PRIVATE | MAP_NORESERVE, file, 0);
	if (data == MAP_FAILED) {
		const int reason = errno;
		if (file >= 0)
			close(file);
		/* release: pairs with the acquire in bytecursor_mapping_claim() */
		atomic_store_explicit(&mapping->begin, BYTECURSOR_UNUSED, memory_order_release);
		errno = reason;
		return false;
	}
	mapping->file = file;
	mapping->writable = writable;
	mapping->opened = *about;
	atomic_store_explicit(&mapping->lost, false, memory_order_relaxed);
	/* release, both: pair with the acquires in bytecursor_mapping_find() */
	atomic_store_explicit(&mapping->size, size, memory_order_release);
	atomic_store_explicit(&mapping->begin, (uintptr_t)data, memory_order_release);
	*out_data = data;
	return true;
}

/* Maps a regular file, privately; the descriptor may be closed afterwards. An empty file is NULL and 0. Without the guard, the
 * caller knows that the file does not shrink. */
static inline bool bytecursor_mapping_open(int fd, bool writable, void **out_data, size_t *out_size)
{
	struct stat about;
	*out_data = NULL;
	*out_size = 0;
	if (fstat(fd, &about) != 0)
		return false;
	if (!S_ISREG(about.st_mode) || (uintmax_t)about.st_size > SIZE_MAX / 2) {
		errno = S_ISREG(about.st_mode) ? EFBIG : ENODEV;
		return false;
	}
	if (about.st_size == 0)
		return true;
	struct bytecursor_mapping *mapping = bytecursor_mapping_claim();
	if (!mapping) {
		errno = ENOMEM;
		return false;
	}
	if (!bytecursor_mapping_fill(mapping, fd, &about, writable, out_data))
		return false;
	*out_size = (size_t)about.st_size;
	return true;
}

/* False: these are not the bytes of a mapping. */
static inline bool bytecursor_mapping_close(const void *data)
{
	struct bytecursor_mapping *mapping = data ? bytecursor_mapping_find((uintptr_t)data) : NULL;
	if (!mapping)
		return false;
	/* Before the range is free for others. release: pairs with the acquire in bytecursor_mapping_find() */
	atomic_store_explicit(&mapping->begin, BYTECURSOR_CHANGING, memory_order_release);
	munmap((void *)(uintptr_t)data, atomic_load_explicit(&mapping->size, memory_order_relaxed));
	close(mapping->file);
	/* release: pairs with the acquire in bytecursor_mapping_claim() */
	atomic_store_explicit(&mapping->begin, BYTECURSOR_UNUSED, memory_order_release);
	return true;
}

/* ---- checks */

static inline bool bytecursor_mapping_is_unchanged(const struct bytecursor_mapping *mapping)
{
	struct stat now;
	/* acquire: pairs with the release in bytecursor_mapping_on_signal() */
	return !atomic_load_explicit(&mapping->lost, memory_order_acquire) && fstat(mapping->file, &now) == 0 &&
	       now.st_size == mapping->opened.st_size && now.st_mtim.tv_sec == mapping->opened.st_mtim.tv_sec &&
	       now.st_mtim.tv_nsec == mapping->opened.st_mtim.tv_nsec;
}

/* False if the file was written or truncated after it was mapped, or a page of it could not be read. A file that shrinks by less than
 * a page has no missing page, but zeros. */
static inline bool bytecursor_mapping_is_intact(const void *data)
{
	const struct bytecursor_mapping *mapping = data ? bytecursor_mapping_find((uintptr_t)data) : NULL;
	return !mapping || bytecursor_mapping_is_unchanged(mapping);
}

/* Of all mappings. No other thread closes one meanwhile. */
static inline bool bytecursor_mappings_are_intact(void)
{
	/* acquire: pairs with the release in bytecursor_mapping_claim(); the block is complete */
	for (struct bytecursor_mappings *block = &bytecursor_mappings; block;
		block = atomic_load_explicit(&block->next, memory_order_acquire)) {
		for (unsigned i = 0; i < BYTECURSOR_MAPPINGS; i++) {
			/* acquire: pairs with the release in bytecursor_mapping_fill(); the mapping is complete */
			if (atomic_load_explicit(&block->all[i].begin, memory_order_acquire) > BYTECURSOR_CHANGING &&
				!bytecursor_mapping_is_unchanged(&block->all[i]))
				return false;
		}
	}
	return true;
}

/* ---- the guard */

static struct sigaction bytecursor_mapping_previous;
static _Atomic(void (*)(void)) bytecursor_mapping_lost;

/* Lets the earlier handler do what it would have done without the guard. */
static inline void bytecursor_mapping_pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *previous = &bytecursor_mapping_previous;
	const bool sent = info->si_code <= 0; /* by a program, not by an access */
	if (previous->sa_handler == SIG_IGN && sent)
		return;
	if (previous->sa_handler == SIG_DFL || previous->sa_handler == SIG_IGN) {
		signal(number, SIG_DFL);
		if (sent)
			raise(number); /* an access is repeated when the handler returns */
	} else if (previous->sa_flags & SA_SIGINFO) {
		previous->sa_sigaction(number, info, context);
	} else {
		previous->sa_handler(number);
	}
}

/* Calls only functions that are safe in signal handlers. The rest of the mapping is replaced at once: it is lost too, or would be with the
 * next page. */
static inline void bytecursor_mapping_on_signal(int number, siginfo_t *info, void *context)
{
	const int reason = errno;
	const uintptr_t at = (uintptr_t)info->si_addr, page = (uintptr_t)sysconf(_SC_PAGESIZE);
	struct bytecursor_mapping *mapping = info->si_code == BUS_ADRERR ? bytecursor_mapping_find(at) : NULL;
	if (mapping) {
		void (*lost)(void) = atomic_load_explicit(&bytecursor_mapping_lost, memory_order_relaxed);
		/* release: pairs with the acquire in bytecursor_mapping_is_intact() */
		atomic_store_explicit(&mapping->lost, true, memory_order_release);
		if (lost)
			lost();
		const uintptr_t begin = at & ~(page - 1);
		const uintptr_t end = atomic_load_explicit(&mapping->begin, memory_order_relaxed) +
				      atomic_load_explicit(&mapping->size, memory_order_relaxed);
		void *zeros = mmap((void *)begin, end - begin, mapping->writable ? PROT_READ | PROT_WRITE : PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
		if (zeros == MAP_FAILED)
			mapping = NULL;
	}
	errno = reason;
	if (!mapping)
		bytecursor_mapping_pass_on(number, info, context);
}

/* From now on missing pages of mappings read as zeros, and the mapping is not intact any more. `lost`, unless NULL, is called in the
 * handler before; it may end the process. Later calls only replace it. */
static inline void bytecursor_mapping_guard(void (*lost)(void))
{
	static atomic_flag installed = ATOMIC_FLAG_INIT;
	atomic_store_explicit(&bytecursor_mapping_lost, lost, memory_order_relaxed);
	/* relaxed: only this flag matters; handlers see what was stored before sigaction() */
	if (atomic_flag_test_and_set_explicit(&installed, memory_order_relaxed))
		return;
	/* SA_ONSTACK: for hosts whose threads have small stacks and alternative ones */
	struct sigaction action = { .sa_sigaction = bytecursor_mapping_on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };
	sigaction(SIGBUS, NULL, &bytecursor_mapping_previous);
	action.sa_mask = bytecursor_mapping_previous.sa_mask;
	sigaction(SIGBUS, &action, NULL);
}

#endif
