module {
  spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {foo.x} {
    spirv.GlobalVariable @v0 : !spirv.ptr<vector<3xi32>, Input>
    spirv.GlobalVariable @v2 bind(1, 2) : !spirv.ptr<f32, Uniform>
    spirv.GlobalVariable @v3 built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
    spirv.GlobalVariable @v4 {location = 3 : i32} : !spirv.ptr<f32, Input>
    spirv.SpecConstant @s1 spec_id(5) = 4.000000e+00 : f32
    spirv.GlobalVariable @v1 initializer(@s1) : !spirv.ptr<f32, Private>
    spirv.SpecConstant @s2 = true
    spirv.SpecConstantComposite @cc (@s1, @s1) : !spirv.array<2 x f32>
    spirv.func @f(%arg0: i32 {foo.b}, %arg1: f32) -> f32 "Inline|Pure" attributes {foo.z} {
      %true = spirv.Constant true
      %cst0_i32 = spirv.Constant 0 : i32
      %cst-5_si8 = spirv.Constant -5 : si8
      %cst4294967295_ui32 = spirv.Constant 4294967295 : ui32
      %v0_addr = spirv.mlir.addressof @v0 : !spirv.ptr<vector<3xi32>, Input>
      %0 = spirv.Load "Input" %v0_addr ["Volatile|Aligned", 16] {foo} : vector<3xi32>
      %1 = spirv.Variable : !spirv.ptr<f32, Function>
      spirv.Store "Function" %1, %arg1 : f32
      spirv.Store "Function" %1, %arg1 ["Volatile"] : f32
      %2 = spirv.CompositeExtract %0[2 : i32] : vector<3xi32>
      %3 = spirv.CompositeInsert %2, %0[1 : i32] : i32 into vector<3xi32>
      %4 = spirv.GL.Fma %arg1, %arg1, %arg1 : f32
      %5 = spirv.GL.SClamp %cst0_i32, %cst0_i32, %cst0_i32 : i32
      %6 = spirv.IAddCarry %cst0_i32, %cst0_i32 : !spirv.struct<(i32, i32)>
      %7 = spirv.SMulExtended %cst0_i32, %cst0_i32 : !spirv.struct<(i32, i32)>
      spirv.mlir.selection control(Flatten) {
        spirv.BranchConditional %true, ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        spirv.Branch ^bb2
      ^bb2:  // 2 preds: ^bb0, ^bb1
        spirv.mlir.merge
      }
      %8 = spirv.mlir.selection -> i32 {
        spirv.BranchConditional %true [3, 4], ^bb1, ^bb2(%cst0_i32 : i32)
      ^bb1:  // pred: ^bb0
        spirv.Branch ^bb2(%cst0_i32 : i32)
      ^bb2(%9: i32):  // 2 preds: ^bb0, ^bb1
        spirv.mlir.merge %9 : i32
      }
      spirv.mlir.loop {
        spirv.Branch ^bb1
      ^bb1:  // 2 preds: ^bb0, ^bb3
        spirv.BranchConditional %true, ^bb2, ^bb4
      ^bb2:  // pred: ^bb1
        spirv.Branch ^bb3
      ^bb3:  // pred: ^bb2
        spirv.Branch ^bb1
      ^bb4:  // pred: ^bb1
        spirv.mlir.merge
      }
      spirv.ReturnValue %arg1 : f32
    }
    spirv.func @ext() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "n", linkage_type = <Import>>}
    spirv.EntryPoint "GLCompute" @f, @v0, @v1
    spirv.EntryPoint "GLCompute" @ext
    spirv.ExecutionMode @f "LocalSize", 1, 1, 1
    spirv.ExecutionMode @f "ContractionOff"
  }
  spirv.module Physical64 OpenCL {
  }
  spirv.module Logical Vulkan {
    spirv.func @s(%arg0: !spirv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: vector<3xi32>) "None" {
      spirv.CopyMemory  "StorageBuffer" %arg0,  "StorageBuffer" %arg0 ["Aligned", 4],  ["Volatile"] : i32
      spirv.Return
    }
  }
}
