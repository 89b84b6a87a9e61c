/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices on the command line: backend, kind and architecture, and what the device offers. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

/* The number of a name of `length` bytes; `count` if there is none. */
static unsigned find_name(const char *text, size_t length, const char *(*name)(unsigned), unsigned count)
{
	unsigned i = 0;
	while (i < count && (strlen(name(i)) != length || strncmp(text, name(i), length) != 0))
		i++;
	return i;
}

static int parse_words(const struct cli_command *command, const char *text, struct syclbin_device *out)
{
	const struct syclbin_device none = SYCLBIN_DEVICE_INIT;
	size_t length = strcspn(text, ":");
	const unsigned backend = find_name(text, length, syclbin_backend_name, APP_BACKENDS);
	*out = none;
	if (backend == APP_BACKENDS)
		return cli_usage(command, "--device: expected opencl, level_zero, cuda, hip or native_cpu");
	out->backend = (enum syclbin_backend)backend;
	out->kind = backend == SYCLBIN_BACKEND_OPENCL || backend == SYCLBIN_BACKEND_NATIVE_CPU ? SYCLBIN_DEVICE_CPU
												: SYCLBIN_DEVICE_GPU;
	text += length;
	if (!*text++)
		return CLI_GO_ON;
	length = strcspn(text, ":");
	const unsigned kind = find_name(text, length, syclbin_device_kind_name, APP_DEVICE_KINDS);
	if (kind == APP_DEVICE_KINDS)
		return cli_usage(command, "--device: expected cpu, gpu or accelerator after the backend");
	out->kind = (enum syclbin_device_kind)kind;
	out->arch = text[length] ? text + length + 1 : NULL;
	return CLI_GO_ON;
}

/* One item of a list: a number, or the name of an aspect. */
static bool parse_item(const char *text, size_t length, bool aspects, uint32_t *out)
{
	char item[64];
	const char *at = item;
	uint64_t number;
	if (length == 0 || length >= sizeof item)
		return false;
	memcpy(item, text, length);
	item[length] = '\0';
	if (aspects && syclbin_aspect_number((struct syclbin_string){ item, length }, out))
		return true;
	if (!cli_number(&at, '\0', 0, UINT32_MAX, &number))
		return false;
	*out = (uint32_t)number;
	return true;
}

/* "fp16,fp64" or "8,16,32"; "" is an empty list. */
static int parse_list(const struct cli_command *command, const char *option, const char *text, bool aspects, uint32_t **out,
	size_t *out_count)
{
	*out = calloc(strlen(text) + 1, sizeof **out);
	if (!*out)
		return cli_out_of_memory();
	while (*text) {
		const size_t length = strcspn(text, ",");
		if (!parse_item(text, length, aspects, *out + (*out_count)++))
			return cli_usage(command, "--%s: '%.*s': expected %s with commas in between", option, (int)length, text,
				aspects ? "names of aspects (fp16, fp64) or their numbers" : "numbers");
		text += length;
		text += *text == ',';
	}
	return CLI_GO_ON;
}

int parse_device(const struct cli_command *command, struct device_words *words, struct syclbin_device *out)
{
	size_t aspect_count = 0, sub_group_count = 0;
	if (!words->device)
		return words->aspects || words->sub_groups || words->work_group
			       ? cli_usage(command, "--aspects, --sub-groups and --work-group describe the device of --device")
			       : CLI_GO_ON;
	int code = parse_words(command, words->device, out);
	if (code == CLI_GO_ON && words->aspects)
		code = parse_list(command, "aspects", words->aspects, true, &words->aspect_list, &aspect_count);
	if (code == CLI_GO_ON && words->sub_groups)
		code = parse_list(command, "sub-groups", words->sub_groups, false, &words->sub_group_list, &sub_group_count);
	if (code == CLI_GO_ON && words->work_group)
		code = parse_number(command, "work-group", words->work_group, UINT64_MAX, &out->max_work_group_size);
	if (code != CLI_GO_ON) {
		device_words_finish(words);
		return code;
	}
	out->aspects = words->aspect_list;
	out->aspect_count = aspect_count;
	out->sub_group_sizes = words->sub_group_list;
	out->sub_group_size_count = sub_group_count;
	return CLI_GO_ON;
}

void device_words_finish(struct device_words *words)
{
	free(words->aspect_list);
	free(words->sub_group_list);
	words->aspect_list = words->sub_group_list = NULL;
}
