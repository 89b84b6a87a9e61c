/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libasync. */
#ifndef ASYNC_ASYNC_H
#define ASYNC_ASYNC_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/external.h>
#include <async/future.h>
#include <async/group.h>
#include <async/host.h>
#include <async/lanes.h>
#include <async/limit.h>
#include <async/loop.h>
#include <async/misuse.h>
#include <async/observe.h>
#include <async/parallel.h>
#include <async/queue.h>
#include <async/request.h>
#include <async/status.h>
#include <async/threads.h>
#include <async/timer.h>
#include <async/trace.h>
#include <async/type.h>
#include <async/value.h>
#include <async/version.h>

#endif
