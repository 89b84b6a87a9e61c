/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs of options that grow from release to release. Their first member is `size_t size`: sizeof of the struct that the caller was
 * compiled with. A smaller struct of an older release lacks the last members, which count as absent; of a larger one, of a newer
 * release, the members that are not known are ignored. */
#ifndef BYTECURSOR_OPTIONS_H
#define BYTECURSOR_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* No release has a larger struct of options: a larger size is an uninitialized member. */
#define BYTECURSOR_MOST_OPTIONS 65536u

/* True if no release can have a struct of this size: it has no other member, or ends inside of one. Then the caller has not set it. */
static inline bool bytecursor_size_is_wrong(size_t size, size_t align)
{
	return size <= sizeof size || size % align != 0 || size > BYTECURSOR_MOST_OPTIONS;
}

/* As above for the struct at `options`. NULL, no options, is right. */
#define BYTECURSOR_SIZE_IS_WRONG(options)                                                                              \
	((options) != NULL && bytecursor_size_is_wrong((options)->size, _Alignof(__typeof__(*(options)))))

/* As above for an object that is there, of which no release lacks the member `last`. */
#define BYTECURSOR_SIZE_LACKS(object, last)                                                                            \
	((object)->size < offsetof(__typeof__(*(object)), last) + sizeof(object)->last ||                              \
		bytecursor_size_is_wrong((object)->size, _Alignof(__typeof__(*(object)))))

/* Bytes to copy from the struct at `from` to the one at `to`. */
#define BYTECURSOR_SIZE_TO_COPY(to, from) ((from)->size < sizeof *(to) ? (from)->size : sizeof *(to))

/* Writes the message for the user. `name`: of the struct. Returns `text`. */
static inline const char *bytecursor_size_text(char *text, size_t room, size_t size, const char *name)
{
	if (size == 0)
		snprintf(text, room, "options: size is not set, expected sizeof(struct %s)", name);
	else
		snprintf(text, room, "options: size is %zu, expected sizeof(struct %s)", size, name);
	return text;
}

#endif
