/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Removes temporary files when a signal stops the program. */
#include "guard.h"
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 8 };
/* Names of the existing files, or NULL. The main program stores with release, the handler, which may run in another
 * thread, loads with acquire: the name is complete when its address is visible. */
static _Atomic(const char *) files[MOST_FILES];
static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };

void cli_guard_remove(void)
{
	for (int i = 0; i < MOST_FILES; i++) {
		/* acquire: pairs with the release in cli_guard_mkstemp() and cli_guard_end() */
		const char *path = atomic_load_explicit(&files[i], memory_order_acquire);
		if (path)
			unlink(path);
	}
}

static void remove_files(int number)
{
	cli_guard_remove();
	signal(number, SIG_DFL);
	raise(number);
}

/* Ignored signals (nohup) remain ignored. Exceeding the file size limit must be an error of write(). */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = remove_files }, old;
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&action.sa_mask);
	for (int i = 0; i < SIGNAL_COUNT; i++)
		sigaddset(&action.sa_mask, signals[i]);
	for (int i = 0; i < SIGNAL_COUNT; i++) {
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
	}
}

int cli_guard_mkstemp(char *path)
{
	static bool caught;
	sigset_t blocked, old;
	sigemptyset(&blocked);
	for (int i = 0; i < SIGNAL_COUNT; i++)
		sigaddset(&blocked, signals[i]);
	if (!caught)
		catch_signals();
	caught = true;
	sigprocmask(SIG_BLOCK, &blocked, &old);
	int fd = mkstemp(path);
	for (int i = 0; i < MOST_FILES && fd >= 0; i++) {
		const char *none = NULL;
		/* release: pairs with the acquire in cli_guard_remove(); publishes the name */
		if (atomic_compare_exchange_strong_explicit(
			    &files[i], &none, path, memory_order_release, memory_order_relaxed))
			break;
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return fd;
}

void cli_guard_end(const char *path)
{
	for (int i = 0; i < MOST_FILES; i++) {
		const char *same = path;
		/* release: pairs with the acquire in cli_guard_remove() */
		if (atomic_compare_exchange_strong_explicit(
			    &files[i], &same, NULL, memory_order_release, memory_order_relaxed))
			return;
	}
}

/* ---- mapped inputs */

/* Called in the handler of SIGBUS. Nothing of the input has been trusted, so leaving is safe. */
static void mapping_lost(void)
{
	static const char middle[] = ": a mapped input was truncated, or cannot be read any more\n";
	cli_guard_remove();
	if (write(STDERR_FILENO, cli_program.name, strlen(cli_program.name)) < 0 || write(STDERR_FILENO, middle, sizeof middle - 1) < 0)
		_exit(CLI_SYSTEM);
	_exit(CLI_SYSTEM);
}

void cli_guard_mappings(void)
{
	if (cli_program.guard_mappings)
		cli_program.guard_mappings(mapping_lost);
}

int cli_guard_check(void)
{
	static bool reported;
	if (!cli_program.mappings_are_intact || (!reported && cli_program.mappings_are_intact()))
		return CLI_GOOD;
	if (!reported)
		cli_error("a mapped input was truncated or written while it was read");
	reported = true;
	return CLI_SYSTEM;
}
