/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef devices: lists the devices of all drivers, with their limits. */
#include "commands/commands.h"
#include "commands/options.h"
#include "machine/packs.h"

#include <inttypes.h>
#include <kernels/device.h>
#include <stdio.h>
#include <string.h>

static const char *const classes[] = { "CPU", "GPU", "accelerator", "custom" };

/* Line with a name and a text, if it is known. */
static void print_text(const char *name, const char *text)
{
	if (text[0] == '\0')
		return;
	printf("  %s: ", name);
	cli_put_text_escaped(stdout, text, strlen(text));
	printf("\n");
}

static void print_number(const char *name, uint64_t number, const char *unit)
{
	if (number > 0 && number != SIZE_MAX)
		printf("  %s: %" PRIu64 "%s\n", name, number, unit);
}

static void print_groups(const struct kernels_device_info *info)
{
	const size_t *most = info->largest_groups;
	if (info->largest_group > 0 && info->largest_group != SIZE_MAX)
		printf("  work-group: at most %zu items, %zu x %zu x %zu\n", info->largest_group, most[0], most[1], most[2]);
}

static void print_features(const struct kernels_device_info *info)
{
	printf("  features:%s%s%s%s%s%s\n", info->fp16 ? " fp16" : "", info->fp64 ? " fp64" : "",
		info->atomic64 ? " atomic64" : "", info->images ? " images" : "", info->compiler ? " compiler" : "",
		info->available ? "" : " (not available)");
}

static void print_device(const char *name, const struct kernels_device_info *info)
{
	printf("%s: ", name);
	cli_put_text_escaped(stdout, info->name, strlen(info->name));
	printf("\n  class: %s\n", classes[info->kind]);
	print_text("platform", info->platform);
	print_text("vendor", info->vendor);
	print_text("version", info->version);
	print_text("driver", info->driver_version);
	print_text("intermediate languages", info->il);
	print_number("compute units", info->units, "");
	print_number("clock", info->clock, " MHz");
	print_number("memory", info->memory, " bytes");
	print_number("largest buffer", info->largest_buffer, " bytes");
	print_number("local memory", info->local_memory, " bytes");
	print_number("alignment of views", info->buffer_align, " bytes");
	print_groups(info);
	print_features(info);
}

static void json_limits(const struct kernels_device_info *info)
{
	cli_json_number("units", info->units);
	cli_json_number("clock_mhz", info->clock);
	cli_json_number("memory", info->memory);
	cli_json_number("largest_buffer", info->largest_buffer);
	cli_json_number("local_memory", info->local_memory);
	cli_json_number("buffer_align", info->buffer_align);
	cli_json_number("largest_group", info->largest_group == SIZE_MAX ? 0 : info->largest_group);
}

static void json_device(const char *name, const struct kernels_device_info *info)
{
	cli_json_open(NULL, '{');
	cli_json_word("device", name);
	cli_json_word("name", info->name);
	cli_json_word("class", classes[info->kind]);
	cli_json_word("platform", info->platform);
	cli_json_word("vendor", info->vendor);
	cli_json_word("version", info->version);
	cli_json_word("driver", info->driver_version);
	cli_json_word("il", info->il);
	cli_json_word("extensions", info->extensions);
	json_limits(info);
	cli_json_bool("fp16", info->fp16);
	cli_json_bool("fp64", info->fp64);
	cli_json_bool("atomic64", info->atomic64);
	cli_json_bool("images", info->images);
	cli_json_bool("compiler", info->compiler);
	cli_json_bool("available", info->available);
	cli_json_close();
}

/* Lists the devices of a driver, or why there are none. Returns the number of devices listed. */
static uint32_t list(const struct kernels_device_driver *driver, const char *wanted, bool json)
{
	static struct kernels_device_info info; /* large */
	struct kernels_device_error error;
	uint32_t count = 0, listed = 0;
	if (!driver->open(&count, &error)) {
		if (!wanted && !json)
			printf("%s: %s\n", driver->name, error.text);
		return 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		char name[80];
		snprintf(name, sizeof name, "%.60s:%u", driver->name, (unsigned)i);
		if (wanted && strcmp(wanted, name) != 0)
			continue;
		if (!driver->describe(i, &info, &error))
			continue;
		(json ? json_device : print_device)(name, &info);
		listed++;
	}
	return listed;
}

int bef_devices_command(const struct cli_command *self, int argc, char **argv)
{
	const char *wanted, *packs = NULL;
	bool json = false;
	const struct cli_option options[] = { PACKS_OPTION(&packs), CLI_OPTION_JSON(&json) };
	struct kernels_registry *registry;
	const struct kernels_device_driver *driver;
	uint32_t listed = 0;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &wanted);
	if (code != CLI_GO_ON)
		return code;
	code = packs_registry(packs, "all", &registry);
	if (code != CLI_GOOD)
		return code;
	if (strcmp(wanted, "-") == 0)
		wanted = NULL;
	if (json) {
		cli_json_begin(self->name, NULL);
		cli_json_open("devices", '[');
	}
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++)
		listed += list(driver, wanted, json);
	if (wanted && listed == 0) {
		cli_error("no device named '%s'", wanted);
		code = CLI_BAD;
	}
	if (json)
		(void)cli_json_end(code);
	kernels_registry_destroy(registry);
	return code;
}
