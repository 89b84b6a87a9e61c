/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the nearest registered name, by edit distance. */
#include <kernels/registry.h>
#include <string.h>

#ifdef KERNELS_NO_MESSAGES
const struct kernels_entry *kernels_registry_nearest(
	const struct kernels_registry *registry, const char *name, size_t size)
{
	(void)registry;
	(void)name;
	(void)size;
	return NULL;
}
#else
enum { LONGEST_COMPARED = 128 };

/* The edit distance of two names (insertions, deletions, replacements); `most` + 1 if it is larger. */
static size_t distance(const char *a, size_t a_size, const char *b, size_t b_size, size_t most)
{
	size_t row[LONGEST_COMPARED + 1];
	for (size_t j = 0; j <= b_size; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t diagonal = row[0], least = row[0] = i;
		for (size_t j = 1; j <= b_size; j++) {
			size_t replaced = diagonal + (a[i - 1] != b[j - 1]), above = row[j] + 1, left = row[j - 1] + 1;
			diagonal = row[j];
			row[j] = replaced < above ? replaced : above;
			row[j] = row[j] < left ? row[j] : left;
			least = row[j] < least ? row[j] : least;
		}
		if (least > most)
			return most + 1;
	}
	return row[b_size];
}

/* The largest distance of related names: a third of the part between dialect and type suffix ("add" of
 * "tfrt.add.i32"), because all of that part differs in unrelated names. */
static size_t largest_distance(const char *name, size_t size)
{
	const char *dot = memchr(name, '.', size);
	size_t middle = dot ? size - (size_t)(dot + 1 - name) : size;
	for (size_t i = middle; dot && i > 1; i--) {
		if (dot[i] == '.') {
			middle = i - 1;
			break;
		}
	}
	return middle < 6 ? 1 : middle / 3;
}

const struct kernels_entry *kernels_registry_nearest(
	const struct kernels_registry *registry, const char *name, size_t size)
{
	const struct kernels_entry *nearest = NULL;
	size_t most = largest_distance(name, size);
	for (size_t i = 0; size <= LONGEST_COMPARED && i < kernels_registry_count(registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		const char *other = entry->kernel->name;
		size_t other_size = strlen(other);
		size_t least = size < other_size ? other_size - size : size - other_size;
		if (other_size > LONGEST_COMPARED || least > most)
			continue;
		size_t far = distance(name, size, other, other_size, most);
		if (far <= most && (!nearest || far < most)) {
			nearest = entry;
			most = far;
		}
	}
	return nearest;
}
#endif
