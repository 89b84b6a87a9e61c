/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libkernels. */
#ifndef KERNELS_KERNELS_H
#define KERNELS_KERNELS_H

#include <kernels/attr.h>
#include <kernels/check.h>
#include <kernels/device.h>
#include <kernels/dtype.h>
#include <kernels/export.h>
#include <kernels/function.h>
#include <kernels/handler.h>
#include <kernels/invoke.h>
#include <kernels/kernel.h>
#include <kernels/load.h>
#include <kernels/math.h>
#include <kernels/pack.h>
#include <kernels/program.h>
#include <kernels/registry.h>
#include <kernels/status.h>
#include <kernels/stop.h>
#include <kernels/tensor.h>
#include <kernels/typed.h>
#include <kernels/version.h>
#include <kernels/watch.h>

#endif
