/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property texts: both ways of decoding agree, and texts round-trip through the writer. */
#include "fuzz.h"

static void check_value(const struct syclbin_value *value)
{
	uint8_t *bytes = malloc((size_t)value->size ? (size_t)value->size : 1);
	enum syclbin_status status = syclbin_value_copy(value, bytes, (size_t)value->size, NULL);
	for (uint64_t i = 0; i < value->size; i++) {
		uint8_t byte;
		bool found = syclbin_value_byte(value, i, &byte);
		MUST(!found || status != SYCLBIN_OK || byte == bytes[i]);
		MUST(found || status != SYCLBIN_OK);
	}
	if (status == SYCLBIN_OK) {
		MUST(syclbin_value_equal(value, bytes, (size_t)value->size) == (value->bits % 8 == 0));
		struct syclbin_text *text = syclbin_text_create(NULL);
		struct syclbin_property p;
		MUST(text && syclbin_text_set(text, (struct syclbin_string){ "s", 1 }, NULL) == SYCLBIN_OK);
		if (syclbin_text_bytes(text, (struct syclbin_string){ "k", 1 }, bytes, value->bits, NULL) ==
			SYCLBIN_OK) {
			struct syclbin_string made = syclbin_text_string(text);
			struct syclbin_span span = syclbin_span(made.data, made.size);
			MUST(syclbin_properties_find(&span, "s", "k", &p, NULL) == SYCLBIN_OK);
			MUST(p.value.bits == value->bits && syclbin_value_canonical(&p.value));
			if (syclbin_value_canonical(value))
				MUST(p.value.text.size == value->text.size &&
					memcmp(p.value.text.data, value->text.data, value->text.size) == 0);
		}
		syclbin_text_destroy(text);
	}
	free(bytes);
}

/* Rewrites a table; false if it has names that cannot be written. */
static bool rewrite(const struct syclbin_table *table, struct syclbin_text *text)
{
	for (uint32_t i = 0; i < table->set_count; i++) {
		if (syclbin_text_set(text, table->sets[i].name, NULL) != SYCLBIN_OK)
			return false;
		for (uint32_t j = 0; j < table->sets[i].count; j++) {
			const struct syclbin_property *p = &table->properties[table->sets[i].first + j];
			if (syclbin_text_copy(text, p->key, p, NULL) != SYCLBIN_OK)
				return false;
		}
	}
	return true;
}

static void check_table(const struct syclbin_table *table)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	struct syclbin_table again;
	MUST(text);
	if (rewrite(table, text)) {
		struct syclbin_string made = syclbin_text_string(text);
		struct syclbin_span span = syclbin_span(made.data, made.size);
		MUST(syclbin_table_init(&again, &span, NULL, NULL) == SYCLBIN_OK);
		MUST(again.set_count == table->set_count && again.property_count == table->property_count);
		MUST(again.duplicate_keys == 0 && again.duplicate_sets == 0);
		for (uint32_t i = 0; i < table->property_count; i++) {
			const struct syclbin_property *p = &table->properties[i], *q = &again.properties[i];
			MUST(p->type == q->type && p->number == q->number && p->value.bits == q->value.bits);
			MUST(syclbin_table_find(&again, p->set, p->key) == q);
		}
		syclbin_table_finish(&again, NULL);
	}
	syclbin_text_destroy(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = exact_copy(data, size);
	struct syclbin_span span = syclbin_span(copy, size);
	struct syclbin_properties walk = syclbin_properties(&span);
	struct syclbin_property p;
	struct syclbin_table table;
	enum syclbin_status status;
	bool good = true;
	while ((status = syclbin_properties_next(&walk, &p, NULL)) != SYCLBIN_E_NOT_FOUND) {
		good = good && status == SYCLBIN_OK;
		if (status == SYCLBIN_OK && p.type == SYCLBIN_PROPERTY_BYTES)
			check_value(&p.value);
	}
	status = syclbin_table_init(&table, &span, NULL, NULL);
	MUST((status == SYCLBIN_OK) == good);
	if (good)
		check_table(&table);
	syclbin_table_finish(&table, NULL);
	free(copy);
	return 0;
}
