/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One line on stderr about work that takes more than a second, if that is a terminal. The work is often a single call of
 * a library, so a timer interrupts it; the handler only formats numbers and calls write(). */
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 1000, STEP_MS = 200, LINE_MOST = 256 };

/* Written before the timer starts and after it stops; the handler reads it in between. */
static struct {
	volatile sig_atomic_t active;
	volatile sig_atomic_t shown;
	volatile sig_atomic_t percent; /* -1: not known */
	bool timer;
	size_t size; /* of the text */
	struct timespec start;
	int64_t last_ms; /* when the line was printed, after the start */
	char text[LINE_MOST];
} progress;
static size_t file_number, file_count;

static int64_t elapsed_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)(now.tv_sec - progress.start.tv_sec) * 1000 + (now.tv_nsec - progress.start.tv_nsec) / 1000000;
}

/* snprintf() is not async-signal-safe. */
static size_t put_number(char *out, int64_t number)
{
	char digits[24];
	size_t count = 0, size = 0;
	do
		digits[count++] = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	while (count > 0)
		out[size++] = digits[--count];
	return size;
}

static size_t put_text(char *out, const char *text)
{
	size_t size = 0;
	while (text[size]) {
		out[size] = text[size];
		size++;
	}
	return size;
}

/* Async-signal-safe. */
static void show(int64_t ms)
{
	char line[LINE_MOST + 64];
	size_t size = put_text(line, "\r");
	for (size_t i = 0; i < progress.size; i++)
		line[size++] = progress.text[i];
	if (progress.percent >= 0) {
		size += put_number(line + size, progress.percent);
		size += put_text(line + size, "%, ");
	}
	size += put_number(line + size, ms / 1000);
	size += put_text(line + size, " s\033[K");
	progress.shown = true;
	progress.last_ms = ms;
	(void)!write(STDERR_FILENO, line, size);
}

static void on_timer(int number)
{
	int saved = errno;
	(void)number;
	if (progress.active)
		show(elapsed_ms());
	errno = saved;
}

static void set_timer(int first_ms, int step_ms)
{
	const struct itimerval times = { { step_ms / 1000, step_ms % 1000 * 1000 },
		{ first_ms / 1000, first_ms % 1000 * 1000 } };
	(void)setitimer(ITIMER_REAL, &times, NULL);
}

static bool has_terminal(void)
{
	const char *kind = getenv("TERM");
	return kind && *kind && strcmp(kind, "dumb") != 0 && isatty(STDERR_FILENO);
}

/* "mlirbc: verify big.mlirbc (2 of 5): ", without control characters, in one line of the terminal. */
static void make_text(const char *what, const char *name)
{
	struct winsize window;
	size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col ? window.ws_col : 80;
	int size = snprintf(progress.text, sizeof progress.text, "%s: %s %s", cli_program.name, what,
		strcmp(name, "-") == 0 ? "<stdin>" : name);
	if (size > 0 && (size_t)size < sizeof progress.text && file_count > 1)
		size += snprintf(progress.text + size, sizeof progress.text - (size_t)size, " (%zu of %zu)", file_number,
			file_count);
	size_t most = sizeof progress.text - 3;
	most = columns > 24 && columns - 24 < most ? columns - 24 : most; /* numbers follow */
	progress.size = size < 0 ? 0 : (size_t)size < most ? (size_t)size : most;
	for (size_t i = 0; i < progress.size; i++) {
		if ((unsigned char)progress.text[i] < 0x20 || (unsigned char)progress.text[i] >= 0x7F)
			progress.text[i] = '?';
	}
	memcpy(progress.text + progress.size, ": ", 2);
	progress.size += 2;
}

static void begin(const char *what, const char *name, bool timer)
{
	cli_progress_end();
	if (!has_terminal())
		return;
	make_text(what, name);
	progress.percent = -1;
	progress.shown = false;
	progress.timer = timer;
	progress.last_ms = FIRST_MS - STEP_MS;
	clock_gettime(CLOCK_MONOTONIC, &progress.start);
	progress.active = true;
	if (timer) {
		struct sigaction action = { .sa_handler = on_timer, .sa_flags = SA_RESTART };
		sigemptyset(&action.sa_mask);
		if (sigaction(SIGALRM, &action, NULL) == 0)
			set_timer(FIRST_MS, STEP_MS);
	}
}

void cli_progress_begin(const char *what, const char *name) { begin(what, name, true); }

void cli_progress_begin_steps(const char *what, const char *name) { begin(what, name, false); }

void cli_progress_step(uint64_t done, uint64_t total)
{
	if (!progress.active)
		return;
	const int64_t ms = elapsed_ms();
	progress.percent = total ? (sig_atomic_t)(100.0 * (double)done / (double)total) : -1;
	if (ms >= progress.last_ms + STEP_MS)
		show(ms);
}

void cli_progress_file(size_t number, size_t count)
{
	file_number = number;
	file_count = count;
}

void cli_progress_end(void)
{
	if (!progress.active)
		return;
	if (progress.timer)
		set_timer(0, 0);
	progress.active = false; /* of a signal that is already pending */
	if (progress.shown)
		(void)!write(STDERR_FILENO, "\r\033[K", 4);
}
