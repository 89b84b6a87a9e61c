/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors, status codes, version. */
#include "support.h"

static void message_is_formatted(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_error *error = async_error_create(memory, ASYNC_CODE_OUT_OF_RANGE, nowhere, "%d of %s", 3, "four");
	CHECK_STR(async_error_message(error), "3 of four");
	CHECK_INT(async_error_message_size(error), 9);
	CHECK_INT(async_error_code(error), ASYNC_CODE_OUT_OF_RANGE);
	CHECK(async_error_location(error).source == NULL);
	async_error_release(error);
	error = async_error_create(memory, ASYNC_CODE_UNKNOWN, nowhere, "plain");
	CHECK_STR(async_error_message(error), "plain");
	async_error_release(error);
	error = async_error_create(NULL, ASYNC_CODE_UNKNOWN, nowhere, "100%%");
	CHECK_STR(async_error_message(error), "100%");
	async_error_release(error);
	memory_end(memory);
}

/* Around the size up to which a message is formatted on the stack. */
static void message_may_be_long(void)
{
	const struct async_allocator *memory = memory_begin();
	static const int sizes[] = { 0, 1, 254, 255, 256, 257, 5000 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct async_error *error = async_error_create(
			memory, ASYNC_CODE_INTERNAL, nowhere, "%*d", sizes[i], 7);
		size_t expected = sizes[i] > 1 ? (size_t)sizes[i] : 1;
		CHECK_INT(async_error_message_size(error), expected);
		CHECK_INT(strlen(async_error_message(error)), expected);
		CHECK_INT(async_error_message(error)[expected - 1], '7');
		async_error_release(error);
	}
	memory_end(memory);
}

static struct async_error *create_v(const struct async_allocator *memory, const char *format, ...)
	ASYNC_PRINTF(2, 3);
static struct async_error *create_v(const struct async_allocator *memory, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = async_error_create_v(memory, ASYNC_CODE_ABORTED, nowhere, format, arguments);
	va_end(arguments);
	return error;
}

static void message_from_argument_list(void)
{
	struct async_error *error = create_v(NULL, "%s-%u", "a", 1u);
	CHECK_STR(async_error_message(error), "a-1");
	async_error_release(error);
}

static void text_may_hold_any_byte(void)
{
	const struct async_allocator *memory = memory_begin();
	static const char text[] = "a\0b%s";
	struct async_error *error = async_error_create_text(
		memory, ASYNC_CODE_DATA_LOSS, nowhere, text, sizeof text - 1);
	CHECK_BYTES(async_error_message(error), async_error_message_size(error) + 1, text, sizeof text);
	async_error_release(error);
	error = async_error_create_text(memory, ASYNC_CODE_DATA_LOSS, nowhere, NULL, 0);
	CHECK_STR(async_error_message(error), "");
	async_error_release(error);
	memory_end(memory);
}

static void references_are_counted(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_error *error = async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "kept");
	CHECK(async_error_retain(error) == error);
	async_error_release(error);
	CHECK_STR(async_error_message(error), "kept");
	async_error_release(error);
	async_error_release(NULL);
	memory_end(memory);
}

static void no_memory_gives_the_immortal_error(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 1);
	struct async_error *error = async_error_create(failing, ASYNC_CODE_INTERNAL, nowhere, "lost %d", 1);
	CHECK_INT(async_error_code(error), ASYNC_CODE_RESOURCE_EXHAUSTED);
	CHECK(strstr(async_error_message(error), "out of memory") != NULL);
	CHECK_INT(async_error_message_size(error), strlen(async_error_message(error)));
	for (int i = 0; i < 3; i++)
		async_error_release(error); /* more often than we have references */
	async_error_retain(error);
	CHECK_INT(async_error_code(error), ASYNC_CODE_RESOURCE_EXHAUSTED);
	CHECK(async_error_create_text(NULL, ASYNC_CODE_INTERNAL, nowhere, "too large", SIZE_MAX - 8) == error);
	async_allocator_destroy(failing);
}

/* ---- locations */

struct lines {
	struct async_location_source source;
	const char *file;
};

static void decode(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	const struct lines *lines = (const struct lines *)source;
	struct async_place place = { .file = lines->file, .file_size = strlen(lines->file),
		.line = (uint32_t)(handle >> 32), .column = (uint32_t)handle };
	visit(ctx, &place);
}

static void decode_nothing(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	struct async_place place = { .file = NULL };
	(void)source;
	(void)handle;
	visit(ctx, &place);
}

static void show(void *ctx, const struct async_place *place)
{
	snprintf(ctx, 64, "%.*s:%u:%u", (int)place->file_size, place->file, place->line, place->column);
}

static void location_is_kept(void)
{
	struct lines lines = { { .decode = decode }, "model.mlir" };
	struct async_location location = { &lines.source, ((uint64_t)12 << 32) | 7 };
	struct async_error *error = async_error_create(NULL, ASYNC_CODE_INTERNAL, location, "x");
	struct async_location kept = async_error_location(error);
	char text[64] = "";
	CHECK_OR_RETURN(kept.source == &lines.source);
	kept.source->decode(kept.source, kept.handle, show, text);
	CHECK_STR(text, "model.mlir:12:7");
	async_error_release(error);
}

/* A source on the heap that is freed with its last reference: a use after that is found by AddressSanitizer. */
struct counted_source {
	struct async_location_source source;
	int refs, *alive;
};

static void retain_source(const struct async_location_source *source)
{
	((struct counted_source *)(uintptr_t)source)->refs++;
}

static void release_source(const struct async_location_source *source)
{
	struct counted_source *counted = (struct counted_source *)(uintptr_t)source;
	if (--counted->refs)
		return;
	--*counted->alive;
	free(counted);
}

static void error_keeps_its_location_source(void)
{
	const struct async_allocator *memories[] = { memory_begin(), async_allocator_cached() };
	for (int i = 0; i < 2; i++) {
		int alive = 1;
		struct counted_source *counted = malloc(sizeof *counted);
		CHECK_OR_RETURN(counted);
		*counted = (struct counted_source){ { decode_nothing, retain_source, release_source }, 1, &alive };
		struct async_location location = { &counted->source, 1 };
		struct async_error *error = async_error_create(memories[i], ASYNC_CODE_INTERNAL, location, "x"), *cause;
		CHECK_INT(counted->refs, 2);
		cause = error;
		error = async_error_create_from(memories[i], cause, ASYNC_CODE_ABORTED, location, "%d", 1);
		CHECK_INT(counted->refs, 3);
		release_source(&counted->source); /* the owner closes its program first */
		async_error_retain(error);
		async_error_release(error);
		CHECK_INT(alive, 1);
		CHECK(async_error_location(error).source == &counted->source);
		CHECK(async_error_location(async_error_cause(error)).source == &counted->source);
		struct async_value *value = async_value_create_error(memories[i], error);
		CHECK_INT(alive, 1);
		async_value_release(value);
		CHECK_INT(alive, 0);
	}
	memory_end(memories[0]);
}

/* The immortal out-of-memory error has no location and must not retain the source. */
static void immortal_error_keeps_no_source(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 1);
	struct counted_source counted = { { decode_nothing, retain_source, release_source }, 1, NULL };
	struct async_location location = { &counted.source, 1 };
	struct async_error *error = async_error_create_text(failing, ASYNC_CODE_INTERNAL, location, "lost", 4);
	CHECK_INT(counted.refs, 1);
	CHECK(async_error_location(error).source == NULL);
	async_error_release(error);
	CHECK_INT(counted.refs, 1);
	async_allocator_destroy(failing);
}

/* ---- codes */

static void codes_have_names(void)
{
	CHECK_STR(async_code_name(ASYNC_CODE_OK), "OK");
	CHECK_STR(async_code_name(ASYNC_CODE_CANCELLED), "CANCELLED");
	CHECK_STR(async_code_name(ASYNC_CODE_INTERNAL), "INTERNAL");
	CHECK_STR(async_code_name(ASYNC_CODE_UNAUTHENTICATED), "UNAUTHENTICATED");
	CHECK_STR(async_code_name((enum async_code)17), "?");
	CHECK_STR(async_code_name((enum async_code)-1), "?");
	for (int i = 0; i < 17; i++) {
		for (int k = 0; k < i; k++)
			CHECK(strcmp(async_code_name((enum async_code)i), async_code_name((enum async_code)k)) != 0);
	}
}

static void statuses_have_names(void)
{
	CHECK_STR(async_status_name(ASYNC_OK), "ASYNC_OK");
	CHECK_STR(async_status_name(ASYNC_E_ARG), "ASYNC_E_ARG");
	CHECK_STR(async_status_name(ASYNC_E_STATE), "ASYNC_E_STATE");
	CHECK_STR(async_status_name(ASYNC_E_NOMEM), "ASYNC_E_NOMEM");
	CHECK_STR(async_status_name(ASYNC_E_LIMIT), "ASYNC_E_LIMIT");
	CHECK_STR(async_status_name(ASYNC_E_IO), "ASYNC_E_IO");
	CHECK_STR(async_status_name(ASYNC_E_UNSUPPORTED), "ASYNC_E_UNSUPPORTED");
	CHECK_STR(async_status_name(ASYNC_E_NOT_FOUND), "ASYNC_E_NOT_FOUND");
	CHECK_STR(async_status_name((enum async_status)99), "?");
}

static void version_is_that_of_the_header(void)
{
	char text[32];
	snprintf(text, sizeof text, "%d.%d.%d", ASYNC_VERSION_MAJOR, ASYNC_VERSION_MINOR, ASYNC_VERSION_PATCH);
	CHECK_STR(async_version(), text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(message_is_formatted),
		CHECK_CASE(message_may_be_long),
		CHECK_CASE(message_from_argument_list),
		CHECK_CASE(text_may_hold_any_byte),
		CHECK_CASE(references_are_counted),
		CHECK_CASE(no_memory_gives_the_immortal_error),
		CHECK_CASE(location_is_kept),
		CHECK_CASE(error_keeps_its_location_source),
		CHECK_CASE(immortal_error_keeps_no_source),
		CHECK_CASE(codes_have_names),
		CHECK_CASE(statuses_have_names),
		CHECK_CASE(version_is_that_of_the_header),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
