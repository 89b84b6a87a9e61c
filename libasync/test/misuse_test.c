/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The misuse handler, and the default without one. What each function detects is tested with that function. */
#include "support.h"
#include "misuse_private.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int object;

static void misuse(void) { async__misuse(ASYNC_MISUSE_COMPLETED_TWICE, "function", &object, "found; done"); }

static void note_misuse(void *ctx, const struct async_misuse *noted) { *(struct async_misuse *)ctx = *noted; }

static void handler_is_told(void)
{
	struct async_misuse noted = { 0 };
	async_set_misuse_handler(note_misuse, &noted);
	misuse();
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(noted.size, sizeof noted);
	CHECK_INT(noted.kind, ASYNC_MISUSE_COMPLETED_TWICE);
	CHECK_STR(noted.function, "function");
	CHECK_STR(noted.message, "found; done");
	CHECK(noted.object == &object);
}

static char reported[256];

static void report(void *ctx, const struct async_error *error)
{
	CHECK_INT(async_error_code(error), ASYNC_CODE_INTERNAL);
	CHECK(async_error_location(error).source == NULL);
	snprintf(ctx, sizeof reported, "%s", async_error_message(error));
}

static void host_reports_misuse(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	host.report = report;
	host.report_ctx = reported;
	async_host_report_misuse(&host);
	misuse();
	CHECK_STR(reported, "function: found; done");
	host.report = NULL;
	misuse(); /* a host without report() is silent */
	async_host_report_misuse(NULL);
	memory_end(memory);
}

/* Runs misuse() without a handler in a child. @return its wait status. */
static int status_of_default(void)
{
	int status = 0;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		misuse();
		_exit(7);
	}
	waitpid(child, &status, 0);
	return status;
}

static void default_aborts_in_debug_builds_only(void)
{
	int status = status_of_default();
#ifdef NDEBUG
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
#else
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(handler_is_told),
		CHECK_CASE(host_reports_misuse),
		CHECK_CASE(default_aborts_in_debug_builds_only),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
