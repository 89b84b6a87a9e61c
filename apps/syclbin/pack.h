/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A SYCLBIN in the making: what manifests and options of pack both do. */
#ifndef SYCLBIN_APP_PACK_H
#define SYCLBIN_APP_PACK_H

#include "app.h"

struct packing {
	const struct cli_command *command;
	struct syclbin_writer *writer;
	struct syclbin_text *text; /* of the running module */
	char set[256];             /* that was begun last in it */
	bool in_module, added;     /* added: the writer has it, so its text is complete */
	uint32_t module;
	int *files;                /* open until the writer has written */
	size_t file_count, file_capacity;
	char **blocks;             /* texts read from files */
	size_t block_count, block_capacity;
	char where[300];           /* "FILE:LINE: " for messages, or nothing */
};

int packing_init(struct packing *p, const struct cli_command *command);
void packing_finish(struct packing *p);

/* "FILE:LINE: TEXT"; returns CLI_BAD. */
int packing_error(struct packing *p, const char *format, ...) CLI_PRINTF(2, 3);

int packing_state(struct packing *p, const char *state);
/* Begins a module; `text` NULL, or the path of its property text. */
int packing_module(struct packing *p, const char *text);
int packing_global(struct packing *p, const char *text);
int packing_property(struct packing *p, const struct assignment *assignment);
int packing_name(struct packing *p, const char *set, const char *name);

/* An image and what is said about it; members are NULL when nothing is. */
struct packed_image {
	const char *path, *kind, *type, *target, *arch, *text;
};
int packing_image(struct packing *p, const struct packed_image *image);
/* Ends the last module. */
int packing_end(struct packing *p);

/* "key=value" of an image; false: no such key */
bool packed_image_set(struct packed_image *image, const char *key, const char *value);

/* Reads a manifest; paths in it begin at its folder. */
int packing_manifest(struct packing *p, const char *path);

#endif
