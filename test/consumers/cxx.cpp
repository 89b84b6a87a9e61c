/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A C++11 user of every library: the headers compile, the names link, the versions agree. */
#include <async/async.h>
#include <bef/exec.h>
#include <bef/reader.h>
#include <bef/version.h>
#include <bef/writer.h>
#include <cstdio>
#include <cstring>
#include <kernels/kernels.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/version.h>

namespace
{
struct Queue {
	async_queue *queue = async_queue_create_single(nullptr);
	~Queue() { async_queue_destroy(queue); }
};

void set(void *ctx) { *static_cast<bool *>(ctx) = true; }
}

int main()
{
	bool ran = false;
	{
		Queue q;
		async_queue_add(q.queue, set, &ran);
		async_queue_quiesce(q.queue);
	}
	bef_diag diag = BEF_DIAG_INIT;
	bef_reader reader;
	bef_status refused = bef_reader_open("MLIR", 4, &reader, &diag);
	mlirbc_context *context = mlirbc_context_create(nullptr);
	kernels_registry *registry = kernels_registry_create(nullptr);
	bool good = ran && refused == BEF_E_MAGIC && context && registry && kernels_registry_count(registry) == 0 &&
		std::strcmp(async_version(), kernels_version()) == 0 && std::strcmp(bef_version(), mlirbc_version()) == 0;
	kernels_registry_destroy(registry);
	mlirbc_context_destroy(context);
	std::printf("%s\n", good ? "good" : "bad");
	return !good;
}
