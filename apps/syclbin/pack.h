/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A SYCLBIN under construction: the operations shared by manifests and options of pack. */
#ifndef SYCLBIN_APP_PACK_H
#define SYCLBIN_APP_PACK_H

#include "app.h"

struct packing {
	const struct cli_command *command;
	struct syclbin_writer *writer;
	struct syclbin_text *text; /* of the current module */
	char set[256];             /* the last set begun in it */
	bool in_module, added;     /* added: the writer has the module, so its text is complete */
	uint32_t module;
	int *files;                /* open until the writer has written the file */
	size_t file_count, file_capacity;
	char **blocks;             /* texts read from files */
	size_t block_count, block_capacity;
	/* The manifest that is read, and the current word of it; `name` is NULL outside of manifests. */
	struct {
		const char *name, *text;
		size_t size;
		unsigned line, column;
	} at;
};

int packing_init(struct packing *p, const struct cli_command *command);
void packing_finish(struct packing *p);

/* Prints "FILE:LINE:COLUMN: error: TEXT" with the line for a manifest, else "syclbin: TEXT"; returns CLI_BAD. */
int packing_error(struct packing *p, const char *format, ...) CLI_PRINTF(2, 3);

int packing_state(struct packing *p, const char *state);
/* Begins a module; `text` NULL, or the path of its property text. */
int packing_module(struct packing *p, const char *text);
int packing_global(struct packing *p, const char *text);
int packing_property(struct packing *p, const struct assignment *assignment);
int packing_name(struct packing *p, const char *set, const char *name);

/* An image and its attributes; members are NULL if not given. */
struct packed_image {
	const char *path, *kind, *type, *target, *arch, *text;
};
int packing_image(struct packing *p, const struct packed_image *image);
/* Ends the last module. */
int packing_end(struct packing *p);

/* Parses "key=value" of an image; false: unknown key */
bool packed_image_set(struct packed_image *image, const char *key, const char *value);

/* Reads a manifest; its paths are relative to its folder. */
int packing_manifest(struct packing *p, const char *path);

#endif
