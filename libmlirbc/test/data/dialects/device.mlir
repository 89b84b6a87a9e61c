// gpu, spirv, nvvm, nvgpu, rocdl, amdgpu, xegpu.
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, Kernel, Int8], [SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<subgroup_size = 32, max_compute_workgroup_size = [128, 128, 64]>>} {
  gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90">, #rocdl.target<chip = "gfx90a">] {
    gpu.func @k(%a: memref<?xf32, 1>, %n: index) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>) private(%w2: memref<32x32xf16, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
      %0 = gpu.thread_id x upper_bound 64
      %1 = gpu.block_dim z
      %2 = gpu.subgroup_id : index
      %3 = memref.load %a[%0] : memref<?xf32, 1>
      %4 = gpu.all_reduce add %3 uniform {} : (f32) -> f32
      %5 = gpu.subgroup_reduce maximumf %3 cluster(size = 8, stride = 4) : (f32) -> f32
      %m = arith.constant 1 : i32
      %s, %v = gpu.shuffle xor %3, %m, %m : f32
      gpu.barrier
      %c = arith.constant 0 : index
      %mm = gpu.subgroup_mma_load_matrix %w2[%c, %c] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
      gpu.printf "%f \"x\"\n", %3 : f32
      gpu.return
    }
  }
  func.func @host(%n: index, %m: memref<?xf32, 1>) {
    %t0 = gpu.wait async
    %mem, %t1 = gpu.alloc async [%t0] host_shared (%n) : memref<?xf32, 1>
    %t2 = gpu.launch_func async [%t1] @kernels::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32, 1>, %n : index)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    return
  }
  spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {x = #spirv.decoration<Flat>} {
    spirv.SpecConstant @sc spec_id(5) = 42 : i32
    spirv.GlobalVariable @g bind(1, 2) : !spirv.ptr<!spirv.struct<S, (!spirv.array<4 x f32, stride=4> [0], i32 [16, NonWritable])>, StorageBuffer>
    spirv.GlobalVariable @img {descriptor_set = 0 : i32} : !spirv.ptr<!spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, UniformConstant>
    spirv.func @f(%a: i32, %v: vector<4xf32>) -> i32 "DontInline|Pure" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 8>} {
      %0 = spirv.Constant 1 : i32
      %1 = spirv.IAdd %a, %0 : i32
      %2 = spirv.mlir.addressof @g : !spirv.ptr<!spirv.struct<S, (!spirv.array<4 x f32, stride=4> [0], i32 [16, NonWritable])>, StorageBuffer>
      %3 = spirv.AccessChain %2[%0] : !spirv.ptr<!spirv.struct<S, (!spirv.array<4 x f32, stride=4> [0], i32 [16, NonWritable])>, StorageBuffer>, i32 -> !spirv.ptr<i32, StorageBuffer>
      %4 = spirv.Load "StorageBuffer" %3 ["Volatile|Aligned", 4] : i32
      spirv.Store "StorageBuffer" %3, %4 ["NonPrivatePointer"] : i32
      %5 = spirv.VectorShuffle [0: i32, 4: i32] %v, %v : vector<4xf32>, vector<4xf32> -> vector<2xf32>
      %6 = spirv.SLessThan %1, %4 : i32
      spirv.mlir.selection control(Flatten) {
        spirv.BranchConditional %6 [5, 10], ^then, ^merge
      ^then:
        spirv.Branch ^merge
      ^merge:
        spirv.mlir.merge
      }
      %7 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %a : i32 -> i32
      %8 = spirv.AtomicIAdd <Device> <AcquireRelease|UniformMemory> %3, %0 : !spirv.ptr<i32, StorageBuffer>
      spirv.ControlBarrier <Workgroup>, <Device>, <Acquire|UniformMemory>
      spirv.ReturnValue %4 : i32
    }
    spirv.EntryPoint "GLCompute" @f, @g
    spirv.ExecutionMode @f "LocalSize", 32, 1, 1
  }
  func.func @nv(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %m: memref<128x32xf16, #gpu.address_space<workgroup>>, %ix: index, %bar: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, %map: !nvgpu.tensormap.descriptor<tensor = memref<64x8xf32, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>) -> vector<2x2xf32> {
    %0 = nvgpu.ldmatrix %m[%ix, %ix] {numTiles = 4 : i32, transpose = false} : memref<128x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %1 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
    nvvm.barrier0
    return %1 : vector<2x2xf32>
  }
  func.func @xe(%m: memref<24x32xf32>) {
    %0 = xegpu.create_nd_tdesc %m : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 1 : i64, boundary_check = true>, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
    return
  }
}
