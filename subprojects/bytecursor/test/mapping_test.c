/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Missing pages of mapped files: the guard, what it passes on, and many mappings at a time. */
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
/* Lets the file shrink between two reads. */
static ssize_t read_and_shrink(int fd, void *to, size_t size);
#define read read_and_shrink
#include <bytecursor/file.h>
#undef read
#include <bytecursor/mapping.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/wait.h>

enum { PAGES = 8, THREADS = 4, ROUNDS = 200 };

static size_t page;
static sigjmp_buf foreign;
static volatile sig_atomic_t passed_on, lost;

/* A file without a name, full of ones. */
static int file_of(size_t size)
{
	char path[] = "/tmp/bytecursor-XXXXXX", bytes[512];
	const int fd = mkstemp(path);
	memset(bytes, 1, sizeof bytes);
	assert(fd >= 0 && unlink(path) == 0);
	for (size_t done = 0; done < size;) {
		const size_t part = size - done < sizeof bytes ? size - done : sizeof bytes;
		assert(write(fd, bytes, part) == (ssize_t)part);
		done += part;
	}
	return fd;
}

static const volatile uint8_t *mapped(int fd, bool writable)
{
	void *data;
	size_t size;
	assert(bytecursor_mapping_open(fd, writable, &data, &size) && data && size == PAGES * page);
	return data;
}

static void count_lost(void) { lost++; }

static void catch_foreign(int number, siginfo_t *info, void *context)
{
	(void)context;
	assert(number == SIGBUS && info->si_code == BUS_ADRERR);
	passed_on++;
	siglongjmp(foreign, 1);
}

static off_t shrinks_to = -1;

static ssize_t read_and_shrink(int fd, void *to, size_t size)
{
	const ssize_t got = read(fd, to, size < page / 2 ? size : page / 2);
	if (shrinks_to >= 0)
		assert(ftruncate(fd, shrinks_to) == 0);
	return got;
}

static void files_may_shrink_and_grow(void)
{
	void *data = NULL;
	size_t size = 1;
	const int fd = file_of(2 * page);
	shrinks_to = (off_t)page;
	assert(lseek(fd, 0, SEEK_SET) == 0 && !bytecursor_file_read(fd, &data, &size) && errno == EIO && !data && size == 0);
	shrinks_to = (off_t)(5 * page); /* more than was expected */
	assert(lseek(fd, 0, SEEK_SET) == 0 && bytecursor_file_read(fd, &data, &size) && size == 5 * page);
	assert(((uint8_t *)data)[page - 1] == 1 && ((uint8_t *)data)[size - 1] == 0);
	free(data);
	shrinks_to = -1;
	close(fd);
}

static void opens_only_regular_files(void)
{
	void *data = &data;
	size_t size = 1;
	int ends[2];
	assert(pipe(ends) == 0);
	assert(!bytecursor_mapping_open(ends[0], false, &data, &size) && errno == ENODEV && !data && size == 0);
	assert(write(ends[1], "abc", 3) == 3 && close(ends[1]) == 0);
	assert(bytecursor_file_read(ends[0], &data, &size) && size == 3 && memcmp(data, "abc", 3) == 0);
	free(data);
	close(ends[0]);
	assert(!bytecursor_mapping_open(-1, false, &data, &size) && errno == EBADF);
	assert(!bytecursor_file_read(-1, &data, &size) && errno == EBADF);
	const int fd = file_of(0);
	assert(bytecursor_mapping_open(fd, false, &data, &size) && !data && size == 0);
	assert(bytecursor_file_read(fd, &data, &size) && !data && size == 0);
	assert(!bytecursor_mapping_close(data) && bytecursor_mapping_is_intact(data));
	close(fd);
}

static void reads_files_of_any_size(void)
{
	for (size_t wanted = page - 1; wanted <= page + 1; wanted++) {
		void *data;
		size_t size;
		const int fd = file_of(wanted);
		assert(lseek(fd, 0, SEEK_SET) == 0 && bytecursor_file_read(fd, &data, &size) && size == wanted);
		assert((uintptr_t)data % page == 0 && ((uint8_t *)data)[size - 1] == 1 && !bytecursor_file_shrank(fd, wanted));
		assert(ftruncate(fd, (off_t)wanted - 1) == 0 && bytecursor_file_shrank(fd, wanted));
		assert(((uint8_t *)data)[size - 1] == 1 && !bytecursor_mapping_close(data));
		free(data);
		close(fd);
	}
}

static void missing_pages_become_zeros(void)
{
	const int fd = file_of(PAGES * page), other_fd = file_of(PAGES * page);
	const volatile uint8_t *data = mapped(fd, false), *other = mapped(other_fd, false);
	assert(data[0] == 1 && bytecursor_mapping_is_intact((const void *)data) && bytecursor_mappings_are_intact());
	assert(ftruncate(fd, (off_t)(3 * page + 1)) == 0);
	assert(!bytecursor_mapping_is_intact((const void *)data) && lost == 0);
	errno = ERANGE;
	assert(data[3 * page] == 1 && data[3 * page + 1] == 0 && lost == 0); /* the rest of the last page */
	assert(data[6 * page] == 0 && lost == 1 && errno == ERANGE);
	assert(data[7 * page + page - 1] == 0 && lost == 1); /* replaced with it */
	assert(data[4 * page] == 0 && lost == 2 && data[2 * page] == 1);
	assert(!bytecursor_mappings_are_intact() && bytecursor_mapping_is_intact((const void *)other) && other[7 * page] == 1);
	assert(ftruncate(fd, (off_t)(PAGES * page)) == 0 && !bytecursor_mapping_is_intact((const void *)data)); /* it stays so */
	assert(bytecursor_mapping_close((const void *)data) && !bytecursor_mapping_close((const void *)data));
	assert(bytecursor_mappings_are_intact());
	assert(bytecursor_mapping_close((const void *)other));
	close(fd);
	close(other_fd);
}

static void missing_pages_are_writable(void)
{
	const int fd = file_of(PAGES * page);
	volatile uint8_t *data = (volatile uint8_t *)(uintptr_t)mapped(fd, true);
	data[page] = 5;
	assert(bytecursor_mapping_is_intact((const void *)data)); /* the file was not written */
	assert(ftruncate(fd, 0) == 0);
	data[2 * page] = 6;
	assert(data[2 * page] == 6 && data[2 * page + 1] == 0);
	assert(bytecursor_mapping_close((const void *)data));
	close(fd);
}

/* A mapping that is not of this header. */
static void other_faults_are_passed_on(void)
{
	const int fd = file_of(page);
	const volatile uint8_t *data = mmap(NULL, page, PROT_READ, MAP_PRIVATE, fd, 0);
	assert(data != MAP_FAILED && ftruncate(fd, 0) == 0);
	const int before = lost;
	if (sigsetjmp(foreign, 1) == 0) {
		(void)data[0];
		assert(!"not reached");
	}
	assert(passed_on == 1 && lost == before);
	munmap((void *)(uintptr_t)data, page);
	close(fd);
}

/* More than fit into the first block, closed in another order. */
static void many_mappings(void)
{
	enum { MANY = 100 };
	const volatile uint8_t *all[MANY];
	int files[MANY];
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < MANY; i++) {
			files[i] = file_of(PAGES * page);
			all[i] = mapped(files[i], false);
		}
		assert(ftruncate(files[77], 0) == 0 && all[77][page] == 0);
		for (int i = 0; i < MANY; i++)
			assert(bytecursor_mapping_is_intact((const void *)all[i]) == (i != 77));
		for (int i = 0; i < MANY; i++) {
			const int k = i * 37 % MANY;
			assert(all[k][page] == (k != 77) && bytecursor_mapping_close((const void *)all[k]));
			close(files[k]);
		}
		assert(bytecursor_mappings_are_intact());
	}
}

static void *open_and_truncate(void *ctx)
{
	(void)ctx;
	for (int round = 0; round < ROUNDS; round++) {
		const int fd = file_of(PAGES * page);
		const volatile uint8_t *data = mapped(fd, round % 2);
		assert(data[page] == 1);
		if (round % 3 == 0) {
			assert(ftruncate(fd, 0) == 0);
			for (size_t i = 0; i < PAGES; i++)
				assert(data[i * page] == 0);
		}
		assert(bytecursor_mapping_is_intact((const void *)data) == (round % 3 != 0));
		assert(bytecursor_mapping_close((const void *)data));
		close(fd);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t all[THREADS];
	for (int i = 0; i < THREADS; i++)
		assert(pthread_create(&all[i], NULL, open_and_truncate, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(all[i], NULL);
}

/* Signals that programs send, by what was set before the guard: nothing, or to ignore them. */
static void sent_signals(void (*before)(int), bool dies)
{
	int status;
	const pid_t child = fork();
	if (child == 0) {
		signal(SIGBUS, before);
		bytecursor_mapping_guard(NULL);
		raise(SIGBUS);
		_exit(0);
	}
	assert(child > 0 && waitpid(child, &status, 0) == child);
	assert(dies ? WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS : WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
	page = (size_t)sysconf(_SC_PAGESIZE);
	opens_only_regular_files();
	files_may_shrink_and_grow();
	reads_files_of_any_size();
	sent_signals(SIG_DFL, true);
	sent_signals(SIG_IGN, false);
	struct sigaction action = { .sa_sigaction = catch_foreign, .sa_flags = SA_SIGINFO };
	sigaction(SIGBUS, &action, NULL);
	bytecursor_mapping_guard(NULL);
	bytecursor_mapping_guard(count_lost);
	missing_pages_become_zeros();
	missing_pages_are_writable();
	other_faults_are_passed_on();
	many_mappings();
	bytecursor_mapping_guard(NULL); /* later calls replace the function */
	threads();
	return 0;
}
