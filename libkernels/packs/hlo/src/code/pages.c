/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pages of code: written, then made executable, never both. Where the system refuses that, loops are computed without code. */
#include "code/lane_code.h"
#include "code/listing.h"

#include <kernels/pack_hlo.h>
#include <stdatomic.h>
#include <string.h>

static atomic_bool forbidden;

void kernels_hlo_code_allow(bool allowed)
{
	/* relaxed: nothing else is passed on, and a program that is opened meanwhile may have code or not */
	atomic_store_explicit(&forbidden, !allowed, memory_order_relaxed);
}

const char *kernels_hlo_code_missing(void)
{
	const char *reason;
	return kernels_hlo__code_is_on(&reason) ? NULL : reason;
}

#if HLO_CODE

#include <sys/mman.h>
#include <unistd.h>

/* Whether the system lets pages be written and then executed. */
static bool allows_pages(void)
{
	void *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const bool allowed = page != MAP_FAILED && mprotect(page, 1, PROT_READ | PROT_EXEC) == 0;
	if (page != MAP_FAILED)
		munmap(page, 1);
	return allowed;
}

bool kernels_hlo__code_is_on(const char **out_reason)
{
	/* relaxed: pairs with kernels_hlo_code_allow() */
	const bool off = atomic_load_explicit(&forbidden, memory_order_relaxed) || (kernels_hlo__code_words() & HLO_LIST_OFF);
	*out_reason = off				    ? "it is turned off"
		      : !__builtin_cpu_supports("avx2")   ? "the processor has no AVX2"
		      : !allows_pages()		    ? "the system refuses executable pages"
							    : NULL;
	return !*out_reason;
}

/* A process may have 65530 mappings, which the host needs for other things too. */
enum { MOST_PIECES = 4096, MOST_MAPPED = 1 << 28 };
static atomic_uint pieces;
static atomic_size_t mapped;

static bool count(size_t size)
{
	/* relaxed: counters, which pass nothing on; too many at once are given back */
	const bool good = atomic_fetch_add_explicit(&pieces, 1, memory_order_relaxed) < MOST_PIECES;
	if (atomic_fetch_add_explicit(&mapped, size, memory_order_relaxed) + size <= MOST_MAPPED && good)
		return true;
	atomic_fetch_sub_explicit(&pieces, 1, memory_order_relaxed); /* as above */
	atomic_fetch_sub_explicit(&mapped, size, memory_order_relaxed);
	return false;
}

static void uncount(size_t size)
{
	atomic_fetch_sub_explicit(&pieces, 1, memory_order_relaxed); /* relaxed: pairs with count() */
	atomic_fetch_sub_explicit(&mapped, size, memory_order_relaxed);
}

static void *map_pages(size_t size)
{
	void *pages = count(size) ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
	if (pages != MAP_FAILED)
		return pages;
	uncount(size);
	return NULL;
}

static void unmap_pages(void *pages, size_t size)
{
	munmap(pages, size);
	uncount(size);
}

static bool make_pages(const struct hlo_code_bytes *bytes, struct hlo_code *code)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	code->mapped = (bytes->size + page - 1) / page * page;
	void *pages = map_pages(code->mapped);
	if (!pages)
		return false;
	memcpy(pages, bytes->data, bytes->size);
	if (mprotect(pages, code->mapped, PROT_READ | PROT_EXEC) != 0) {
		unmap_pages(pages, code->mapped);
		return false;
	}
	char *entry = (char *)pages + bytes->first;
	code->pages = pages;
	code->size = bytes->size;
	code->first = bytes->first;
	code->frame = bytes->frame;
	code->watch = bytes->watch;
	memcpy(&code->entry, &entry, sizeof entry);
	memcpy(&code->run_lanes, &entry, sizeof entry);
	return true;
}

/* Frees the bytes. */
static struct hlo_code *make_code(struct hlo_code_bytes *bytes, const char **out_reason)
{
	struct hlo_code *code = async_alloc(bytes->allocator, sizeof *code, _Alignof(struct hlo_code));
	*out_reason = "the system refuses executable pages, or there are too many";
	if (code)
		*code = (struct hlo_code){ .allocator = bytes->allocator };
	const bool good = code && make_pages(bytes, code);
	if (good)
		kernels_hlo__code_list(bytes, code->pages);
	if (code && !good)
		async_free(bytes->allocator, code, sizeof *code, _Alignof(struct hlo_code));
	kernels_hlo__code_free(bytes);
	return good ? code : NULL;
}

struct hlo_code *kernels_hlo__code_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, const char **out_reason)
{
	struct hlo_code_bytes bytes;
	if (!kernels_hlo__code_is_on(out_reason))
		return NULL;
	*out_reason = "it has arrays of small elements, or memory is short";
	struct hlo_code *code = kernels_hlo__code_write_loop(condition, body, carried, allocator, &bytes) ? make_code(&bytes, out_reason) : NULL;
	if (code)
		code->body = body;
	return code;
}

struct hlo_code *kernels_hlo__code_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers,
	const struct async_allocator *allocator, const char **out_reason)
{
	struct hlo_code_bytes bytes;
	if (!kernels_hlo__code_is_on(out_reason))
		return NULL;
	*out_reason = "memory is short, or it is too long";
	return kernels_hlo__code_write_lanes(list, count, pointers, allocator, &bytes) ? make_code(&bytes, out_reason) : NULL;
}

void kernels_hlo__code_destroy(struct hlo_code *code)
{
	if (!code)
		return;
	unmap_pages(code->pages, code->mapped);
	async_free(code->allocator, code, sizeof *code, _Alignof(struct hlo_code));
}

#else

bool kernels_hlo__code_is_on(const char **out_reason)
{
	*out_reason = "the build has none";
	return false;
}

struct hlo_code *kernels_hlo__code_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, const char **out_reason)
{
	(void)condition;
	(void)body;
	(void)carried;
	(void)allocator;
	*out_reason = "the build has none";
	return NULL;
}

struct hlo_code *kernels_hlo__code_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers,
	const struct async_allocator *allocator, const char **out_reason)
{
	(void)list;
	(void)count;
	(void)pointers;
	(void)allocator;
	*out_reason = "the build has none";
	return NULL;
}

void kernels_hlo__code_destroy(struct hlo_code *code) { (void)code; }

#endif
