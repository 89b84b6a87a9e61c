module {
  gpu.binary @a  [#gpu.object<#nvvm.target, "\00\01">]
  gpu.binary @b <#gpu.select_object<#nvvm.target<chip = "sm_70">>> [#gpu.object<#rocdl.target, kernels = <[#gpu.kernel_metadata<"k", () -> ()>]>, bin = "q">]
}
