/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "hostile.h"
#include "../packs/tensor/test/btf_build.h"
#include <ctype.h>
#include <unistd.h>

enum { PLACE = 4711 }; /* location of every op */

__attribute__((format(printf, 2, 3))) static void problem(struct hostile *h, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	printf("# ");
	vprintf(format, arguments);
	printf("\n");
	va_end(arguments);
	h->problems++;
}

/* ---- host */

static void on_report(void *ctx, const struct async_error *error)
{
	struct hostile *h = ctx;
	(void)error;
	h->reports++;
}

static void nowhere(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	const struct async_place place = { .file = NULL };
	(void)source, (void)handle;
	visit(ctx, &place);
}
static const struct async_location_source source = { .decode = nowhere };

/* A valid file, followed by damaged copies. */
void hostile_files(struct hostile *h)
{
	enum { FILES = 24 };
	static struct btf good;
	if (!mkdtemp(strcpy(h->folder, "/tmp/hostileXXXXXX")))
		return;
	btf_sample(&good);
	for (h->files = 0; h->files < FILES; h->files++) {
		char path[128];
		struct btf bad = good;
		for (uint32_t i = 0; h->files > 0 && i < 1 + hostile_random(h, 3); i++)
			bad.bytes[hostile_random(h, (uint32_t)bad.size)] = (uint8_t)hostile_random(h, 256);
		size_t size = h->files % 4 == 3 ? hostile_random(h, (uint32_t)bad.size) : bad.size;
		snprintf(path, sizeof path, "%s/%u.btf", h->folder, h->files);
		FILE *out = fopen(path, "wb");
		if (!out || fwrite(bad.bytes, 1, size, out) != size || fclose(out) != 0)
			abort();
	}
}

static void remove_files(struct hostile *h)
{
	for (unsigned i = 0; i < h->files; i++) {
		char path[128];
		snprintf(path, sizeof path, "%s/%u.btf", h->folder, i);
		unlink(path);
	}
	rmdir(h->folder);
}

void hostile_open(struct hostile *h, const struct kernels_pack *pack, uint64_t seed)
{
	enum { MOST = 1 << 24 };
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	memset(h, 0, sizeof *h);
	h->random = h->seed = seed;
	h->budget = async_allocator_create_budget(NULL, MOST);
	h->counting = async_allocator_create_counting(h->budget);
	h->failing = async_allocator_create_failing(h->counting, 0);
	h->host = (struct async_host){ .size = sizeof h->host, .allocator = h->failing, .queue = async_queue_create_single(NULL),
		.report = on_report, .report_ctx = h };
	h->registry = kernels_registry_create(NULL);
	if (kernels_registry_add(h->registry, pack, &diag) != KERNELS_OK) {
		printf("# %s\n", diag.message);
		exit(1);
	}
	hostile_files(h);
}

int hostile_close(struct hostile *h)
{
	for (size_t i = 0; i < sizeof h->kept / sizeof *h->kept; i++)
		async_value_release(h->kept[i]);
	kernels_registry_destroy(h->registry);
	async_queue_destroy(h->host.queue);
	async_allocator_destroy(h->failing);
	async_allocator_destroy(h->counting);
	async_allocator_destroy(h->budget);
	remove_files(h);
	return h->problems > 0;
}

/* ---- functions for kernels, with wrong numbers of arguments and results, and results of any type */

static void execute(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	struct hostile *h = ((const struct hostile_function *)self)->h;
	(void)request, (void)arguments;
	for (uint32_t i = 0; i < self->result_count; i++)
		results[i] = hostile_value(h, hostile_percent(h, 60) ? kernels_types()->i1 : ASYNC_TYPE_NONE, NULL);
}

static struct async_error *execute_sync(const struct kernels_function *self, struct async_request *request,
	void *const *arguments, void *const *results)
{
	(void)request, (void)arguments;
	for (uint32_t i = 0; i < self->result_count; i++)
		*(int32_t *)results[i] = 1;
	return NULL;
}

static void make_functions(struct hostile *h, const struct kernels_entry *entry)
{
	static const struct kernels_function_vtable async = { .size = sizeof async, .execute = execute },
		sync = { .size = sizeof sync, .execute = execute, .execute_sync = execute_sync };
	for (uint32_t i = 0; i < HOSTILE_FUNCTIONS; i++) {
		struct hostile_function *f = &h->functions[i];
		const bool fits = hostile_percent(h, 85);
		uint32_t more = entry->kernel->name[0] == 't' && strstr(entry->kernel->name, "parallel") ? 2 : 0;
		f->h = entry->function_count + entry->more_functions > 0 ? h : NULL;
		f->base = (struct kernels_function){ .vtable = hostile_percent(h, 50) ? &sync : &async, .name = "f", .name_size = 1,
			.arguments = f->types, .results = f->types, .result_count = hostile_random(h, 4),
			.argument_count = fits ? h->argument_count - entry->argument_count + more : hostile_random(h, 4) };
		for (uint32_t k = 0; k < HOSTILE_ARGUMENTS; k++)
			f->types[k] = (struct kernels_type){ "i32", 3, kernels_types()->i32 };
	}
}

/* ---- errors of kernels */

/* Replaces numbers by N, lists of numbers by [], quoted text by '', so that messages of one kind are equal. */
static void pattern(const char *message, char *out, size_t size)
{
	char *to = out, *end = out + size - 4;
	for (const char *p = message; *p != '\0' && to < end; p++) {
		const char *close = *p == '"' || *p == '\'' ? strchr(p + 1, *p) : NULL;
		const size_t list = *p == '[' ? strspn(p + 1, "0123456789, -") : 0;
		if (close) {
			*to++ = '\'';
			*to++ = '\'';
			p = close;
		} else if (*p == '[' && p[1 + list] == ']') {
			*to++ = '[';
			*to++ = ']';
			p += 1 + list;
		} else if (isdigit((unsigned char)*p) && (p == message || !isalnum((unsigned char)p[-1]))) {
			if (to > out && to[-1] == '-')
				to--;
			*to++ = 'N';
			p += strspn(p, "0123456789") - 1;
		} else {
			*to++ = *p == '\t' || *p == '\n' ? ' ' : *p;
		}
	}
	*to = '\0';
}

static void note(struct hostile *h, const char *kernel, const char *message)
{
	const size_t most = sizeof h->said / sizeof *h->said;
	char text[sizeof *h->said];
	const size_t folder = strlen(h->folder);
	const char *path = folder > 0 ? strstr(message, h->folder) : NULL;
	char plain[sizeof text];
	if (path) /* paths are replaced by P */
		snprintf(plain, sizeof plain, "%.*sP%s", (int)(path - message), message,
			path + folder + strcspn(path + folder, ": "));
	pattern(path ? plain : message, text, sizeof text);
	for (size_t i = 0; i < h->said_count; i++) {
		if (strcmp(h->said[i], text) == 0)
			return;
	}
	if (h->said_count == most)
		problem(h, "%s has more than %zu different errors", kernel, most);
	else
		strcpy(h->said[h->said_count++], text);
	printf("%s\t%s\n", kernel, text);
}

static enum kernels_dtype dtype_named(const char *name)
{
	for (int i = 1; i < KERNELS_DTYPE_COUNT; i++) {
		if (strcmp(kernels_dtype_name((enum kernels_dtype)i), name) == 0)
			return (enum kernels_dtype)i;
	}
	return KERNELS_DTYPE_INVALID;
}

static struct kernels_shape read_shape(const char *text)
{
	struct kernels_shape shape = { .rank = 0 };
	text = strchr(text, '[');
	while (text && *text != ']' && *text != '\0' && shape.rank < KERNELS_MAX_RANK && text[1] != ']') {
		char *end;
		shape.dims[shape.rank++] = strtoll(text + 1, &end, 10);
		text = end;
	}
	return shape;
}

/* Evaluates the error; returns the argument to replace, or -1. */
static int learn(struct hostile *h, const char *message)
{
	unsigned argument, rank, other;
	char kind[8], dtype[16];
	if (sscanf(message, "arguments %u and %u must have the same shape, got", &other, &argument) == 2 &&
		argument < HOSTILE_ARGUMENTS) {
		h->hints[argument].exact = true;
		h->hints[argument].shape = read_shape(message);
		return (int)argument;
	}
	if (sscanf(message, "argument %u: expected shape", &argument) == 1 && argument < HOSTILE_ARGUMENTS &&
		strstr(message, ": expected shape [")) {
		h->hints[argument].exact = true;
		h->hints[argument].shape = read_shape(message);
		return (int)argument;
	}
	const char *after = strstr(message, " tensor");
	if (after && sscanf(message, "argument %u: expected a %7[a-zCO] tensor", &argument, kind) == 2 &&
		argument < HOSTILE_ARGUMENTS) {
		struct hostile_hint *hint = &h->hints[argument];
		after += strlen(" tensor");
		*hint = (struct hostile_hint){ .known = true, .rank = -1,
			.kind = strcmp(kind, "COO") == 0 ? KERNELS_TENSOR_COO : KERNELS_TENSOR_DENSE };
		if (sscanf(after, " of rank %u", &rank) == 1) {
			hint->rank = (int)rank;
			after += strlen(" of rank ") + strspn(after + strlen(" of rank "), "0123456789");
		}
		if (sscanf(after, " of %15[a-z0-9],", dtype) == 1)
			hint->dtype = dtype_named(dtype);
		return (int)argument;
	}
	return sscanf(message, "arguments %u and", &argument) == 1 || sscanf(message, "argument %u", &argument) == 1 ?
		(int)argument : -1;
}

/* ---- calls */

static void renew_arguments(struct hostile *h, const struct kernels_entry *entry, int wrong)
{
	for (uint32_t i = 0; i < h->argument_count; i++) {
		if (h->arguments[i] && (int)i != wrong && !hostile_percent(h, wrong >= 0 ? 5 : 30))
			continue;
		async_value_release(h->arguments[i]);
		h->arguments[i] = NULL;
		async_type_id type = i < entry->argument_count ? entry->arguments[i] : entry->rest_type;
		const uint32_t other = hostile_random(h, h->argument_count);
		const bool twice = h->arguments[other] && other != i && hostile_percent(h, 8) &&
			async_value_type(h->arguments[other]) == type;
		h->arguments[i] = twice ? async_value_retain(h->arguments[other])
					: hostile_value(h, type, &h->hints[i]);
	}
}

static void renew_attributes(struct hostile *h, const struct kernels_entry *entry, bool all)
{
	for (uint32_t i = 0; i < h->attribute_count; i++) {
		uint32_t listed = i < entry->attribute_count ? i : entry->attribute_count;
		if (all || hostile_percent(h, 25))
			hostile_attribute(h, i, entry->attributes[listed].kind);
	}
}

static void run_payload(struct hostile *h, const struct kernels_site *site, struct async_value **results)
{
	void *in[HOSTILE_ARGUMENTS], *out[HOSTILE_RESULTS];
	_Alignas(64) static char storage[HOSTILE_RESULTS][256];
	for (uint32_t i = 0; i < site->argument_count; i++)
		in[i] = async_value_payload(h->arguments[i]);
	for (uint32_t i = 0; i < site->result_count; i++)
		out[i] = memset(storage[i], 0xa5, sizeof storage[i]);
	struct kernels_call call = { .arguments = in, .results = out, .site = site, .request = h->request };
	site->entry->kernel->payload(&call);
	for (uint32_t i = 0; i < site->result_count; i++) {
		results[i] = call.error ? async_value_create_error(NULL, async_error_retain(call.error)) :
			async_value_create_available(NULL, site->entry->results[i], out[i]);
	}
	async_error_release(call.error);
}

/* The first error among the results; NULL if there is none. */
static const struct async_error *look(struct hostile *h, const struct kernels_site *site, struct async_value **results)
{
	const struct async_error *found = NULL;
	const char *name = site->entry->kernel->name;
	for (uint32_t i = 0; i < site->result_count; i++) {
		if (!async_value_is_error(results[i]))
			continue;
		found = async_value_error(results[i]);
		const char *origin = async_error_origin(found), *message = async_error_message(found);
		if (async_error_code(found) == ASYNC_CODE_RESOURCE_EXHAUSTED && !origin)
			continue; /* out of memory: there is no further information */
		if (!origin || strcmp(origin, name) != 0)
			problem(h, "%s: origin %s of: %s", name, origin ? origin : "none", message);
		if (async_error_location(found).handle != PLACE)
			problem(h, "%s: no place: %s", name, message);
		note(h, name, message);
	}
	return found;
}

static void keep(struct hostile *h, struct async_value **results, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		async_type_id type = async_value_is_error(results[i]) ? ASYNC_TYPE_NONE : async_value_type(results[i]);
		const char *name = async_type_get(type)->name;
		bool made_here = name[0] != '!' || strncmp(name, "!ts.", 4) == 0 ||
				 strncmp(name, "!tfrt_tensor", 12) == 0 || type == ASYNC_TYPE_CHAIN ||
				 type == kernels_types()->string || type == kernels_tensor_types()->buffer;
		if (!made_here && type != ASYNC_TYPE_NONE && !h->kept[type] && !hostile_makes(type))
			h->kept[type] = async_value_retain(results[i]);
	}
}

static bool have_all(const struct hostile *h)
{
	for (uint32_t i = 0; i < h->argument_count; i++) {
		if (!h->arguments[i])
			return false;
	}
	return true;
}

/* The number of a function, or one less. */
static uint32_t result_count(struct hostile *h, const struct kernels_entry *entry)
{
	if (!entry->more_results)
		return entry->result_count;
	uint32_t of_function = h->functions[0].base.result_count;
	return entry->function_count == 0 ? entry->result_count + hostile_random(h, 3) :
		of_function - (of_function > 0 && hostile_percent(h, 30));
}

/* Executes one call. Returns the argument named by the error; -1: none. */
static int call(struct hostile *h, const struct kernels_entry *entry)
{
	const struct kernels_function *functions[HOSTILE_FUNCTIONS];
	struct async_value *results[HOSTILE_RESULTS] = { NULL };
	for (uint32_t i = 0; i < HOSTILE_FUNCTIONS; i++)
		functions[i] = &h->functions[i].base;
	const struct kernels_site site = { .entry = entry,
		.attributes = h->attributes,
		.attribute_count = h->attribute_count,
		.functions = functions,
		.argument_count = h->argument_count,
		.function_count = entry->function_count +
				  (entry->more_functions ? hostile_random(h, HOSTILE_FUNCTIONS) : 0),
		.result_count = result_count(h, entry),
		.location = { &source, PLACE } };
	struct kernels_frame frame = { .arguments = h->arguments, .results = results, .site = &site };
	h->request = frame.request = async_request_create(&h->host, NULL);
	h->reports = 0;
	if (hostile_percent(h, 10))
		async_allocator_fail_nth(h->failing, 1 + hostile_random(h, 4));
	if (entry->kernel->payload)
		run_payload(h, &site, results);
	else
		entry->kernel->frame(&frame);
	async_queue_await(h->host.queue, results, site.result_count);
	async_queue_quiesce(h->host.queue);
	async_allocator_fail_nth(h->failing, 0);
	const struct async_error *error = look(h, &site, results);
	if (error && h->reports == 0 && async_error_origin(error))
		problem(h, "%s: not reported: %s", entry->kernel->name, async_error_message(error));
	const int wrong = error ? learn(h, async_error_message(error)) : -1;
	keep(h, results, site.result_count);
	for (uint32_t i = 0; i < site.result_count; i++)
		async_value_release(results[i]);
	async_request_release(h->request);
	return wrong;
}

static void forget(struct hostile *h)
{
	for (uint32_t i = 0; i < HOSTILE_ARGUMENTS; i++) {
		async_value_release(h->arguments[i]);
		h->arguments[i] = NULL;
	}
}

void hostile_kernel(struct hostile *h, const struct kernels_entry *entry, unsigned rounds)
{
	int wrong = -1;
	h->random = h->seed; /* depends on the name only, not on other kernels */
	for (const char *p = entry->kernel->name; *p != '\0'; p++)
		h->random = (h->random ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
	memset(h->hints, 0, sizeof h->hints);
	h->said_count = 0;
	for (unsigned i = 0; i < rounds; i++) {
		const uint64_t before = async_allocator_stats(h->counting).live_blocks;
		if (i % 50 == 0) {
			forget(h);
			h->argument_count = entry->argument_count + (entry->more_arguments ? hostile_random(h, 4) : 0);
			h->attribute_count = entry->attribute_count +
					     (entry->more_attributes ? hostile_random(h, 3) : 0);
		}
		make_functions(h, entry);
		renew_arguments(h, entry, wrong);
		renew_attributes(h, entry, i % 50 == 0);
		if (!have_all(h))
			break; /* no kernel has created a value of this type yet */
		wrong = call(h, entry);
		const uint64_t after = async_allocator_stats(h->counting).live_blocks;
		if (after > before + 1) /* one reference, for a saved value */
			problem(h, "%s: %u blocks are left", entry->kernel->name, (unsigned)(after - before));
	}
	forget(h);
}
