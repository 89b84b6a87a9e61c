/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests ask the fake libcuda; found with dlsym(). */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stdbool.h>

int fake_cuda_alive(void);             /* objects of all kinds */
int fake_cuda_violations(void);        /* calls that break a rule of libcuda */
int fake_cuda_depth(void);             /* pushed contexts of this thread */
int fake_cuda_calls(void);             /* calls that may fail, so far */
void fake_cuda_fail_call(int n);       /* the n-th call from now is out of memory; 0: none */
void fake_cuda_kill(int result);       /* the context: every call returns this, callbacks do not come; 0: alive again */
void fake_cuda_hold(bool hold);        /* streams begin no command until it is false again */

#endif
