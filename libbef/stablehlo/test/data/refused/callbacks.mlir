// expected 3:4: 'stablehlo.custom_call': @xla_ffi_python_cpu_callback is an ordered jax.debug.print, a call of Python: export the model without it, or register a kernel for this target
// expected 4:1: 'stablehlo.custom_call': @xla_python_gpu_callback is jax.pure_callback, a call of Python: export the model without it, or register a kernel for this target
// expected 18:8: 'stablehlo.custom_call': @xla_python_cpu_callback is jax.pure_callback, a call of Python: export the model without it, or register a kernel for this target
// expected 19:3: 'stablehlo.custom_call': @xla_ffi_partitioned_python_cpu_callback is jax.debug.print, jax.debug.callback or jax.experimental.io_callback, a call of Python: export the model without it, or register a kernel for this target
// expected 0:0: 'stablehlo.custom_call': @tpu_custom_call is pallas_call, a Mosaic kernel for TPUs: export for the platform cpu with interpret=True, or register a kernel for this target
// expected 21:8: 'stablehlo.custom_call': @__gpu$xla.gpu.triton is pallas_call, a Triton kernel for GPUs: export for the platform cpu with interpret=True, or register a kernel for this target
// expected 22:8: 'stablehlo.custom_call': @mosaic_gpu_v2 is pallas_call, a Mosaic kernel for GPUs: export for the platform cpu with interpret=True, or register a kernel for this target
// expected 23:8: 'stablehlo.custom_call': @__cudnn$fmhaSoftmax is a call of cuDNN for GPUs: export for the platform cpu, or register a kernel for this target
// expected 9:1: 'stablehlo.custom_call': there is no kernel for the target @norm of jax.ffi.ffi_call: register hlo.custom_call.norm
// expected 8:2: 'stablehlo.send': it is part of jax.experimental.io_callback, a call of Python: export the model without it
// expected 0:0: 'stablehlo.custom_call': @CustomSPMDPartitioning is jax.experimental.custom_partitioning, a call of Python while XLA compiles: export the model without it, or register a kernel for this target
// expected 27:9: 'stablehlo.custom_call': @xla_buffer_python_cpu_callback is jax.experimental.buffer_callback, a call of Python: export the model without it, or register a kernel for this target

// Custom calls that only the framework or one platform can run. What the author wrote is in the location, or follows from the form.
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {has_side_effect = true} : (!stablehlo.token, tensor<2xf32>) -> !stablehlo.token loc("debug_print:"(callsite("f"("f.py":3:4) at "g.py":5:6)))
  %1 = stablehlo.custom_call @xla_python_gpu_callback(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("jit(f)/jit(main)/pure_callback[callback=a/b vectorized=False]"("f.py":4:1))
  %2 = stablehlo.custom_call @xla_python_cpu_callback(%x) : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @xla_ffi_partitioned_python_cpu_callback(%x) {has_side_effect = true} : (tensor<2xf32>) -> ()
  %3 = stablehlo.custom_call @tpu_custom_call(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("jit(f)/pallas_call")
  %4 = stablehlo.custom_call @__gpu$xla.gpu.triton(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = stablehlo.custom_call @mosaic_gpu_v2(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %6 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.custom_call @norm(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("jit(f)/ffi_call"("f.py":9:1))
  %8 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token loc("jit(f)/io_callback"("f.py":8:2))
  %9 = stablehlo.custom_call @CustomSPMDPartitioning(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("jit(f)/pure_callback/add")
  %10 = stablehlo.custom_call @xla_buffer_python_cpu_callback(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %x : tensor<2xf32>
}
