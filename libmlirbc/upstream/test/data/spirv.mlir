module {
  func.func @AtomicCompareExchangeWeak(%arg0: !spirv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: i32) {
    %0 = spirv.AtomicCompareExchangeWeak <CrossDevice> <Acquire> <WorkgroupMemory> %arg0, %arg1, %arg2 : !spirv.ptr<i32, StorageBuffer>
    return
  }
  func.func @BitFieldUExtract(%arg0: i32, %arg1: i32, %arg2: i32) {
    %0 = spirv.BitFieldUExtract %arg0, %arg1, %arg2 : i32, i32, i32
    return
  }
  func.func @CL_acos(%arg0: vector<3xf32>) {
    %0 = spirv.CL.acos %arg0 : vector<3xf32>
    return
  }
  func.func @CL_erf(%arg0: vector<4xf32>) {
    %0 = spirv.CL.erf %arg0 : vector<4xf32>
    return
  }
  func.func @CL_round(%arg0: f64) {
    %0 = spirv.CL.round %arg0 : f64
    return
  }
  func.func @CL_tan(%arg0: f32) {
    %0 = spirv.CL.tan %arg0 : f32
    return
  }
  func.func @ConvertUToF(%arg0: vector<4xi32>) {
    %0 = spirv.ConvertUToF %arg0 : vector<4xi32> to vector<4xf64>
    return
  }
  func.func @FAdd(%arg0: !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>, %arg1: !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>) {
    %0 = spirv.FAdd %arg0, %arg1 : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
    return
  }
  func.func @FOrdLessThan(%arg0: f64, %arg1: f64) {
    %0 = spirv.FOrdLessThan %arg0, %arg1 : f64
    return
  }
  func.func @GL_Acos(%arg0: f32) {
    %0 = spirv.GL.Acos %arg0 : f32
    return
  }
  func.func @GL_Cos(%arg0: vector<3xf32>) {
    %0 = spirv.GL.Cos %arg0 : vector<3xf32>
    return
  }
  func.func @GL_FMin(%arg0: f32, %arg1: f32) {
    %0 = spirv.GL.FMin %arg0, %arg1 : f32
    return
  }
  func.func @GL_InverseSqrt(%arg0: vector<3xf32>) {
    %0 = spirv.GL.InverseSqrt %arg0 : vector<3xf32>
    return
  }
  func.func @GL_Pow(%arg0: f32, %arg1: f32) {
    %0 = spirv.GL.Pow %arg0, %arg1 : f32
    return
  }
  func.func @GL_Sqrt(%arg0: vector<3xf32>) {
    %0 = spirv.GL.Sqrt %arg0 : vector<3xf32>
    return
  }
  func.func @GL_UnpackSnorm4x8(%arg0: i32) {
    %0 = spirv.GL.UnpackSnorm4x8 %arg0 : i32 -> vector<[4]xf32>
    return
  }
  func.func @GroupIAdd(%arg0: i64) {
    %0 = spirv.GroupIAdd <Subgroup> <PartitionedExclusiveScanNV> %arg0 : i64
    return
  }
  func.func @GroupNonUniformBitwiseAnd(%arg0: vector<4xi8>) {
    %0 = spirv.GroupNonUniformBitwiseAnd <Workgroup> <PartitionedReduceNV> %arg0 : vector<4xi8> -> vector<16xi8>
    return
  }
  func.func @GroupNonUniformIAdd(%arg0: i64) {
    %0 = spirv.GroupNonUniformIAdd <Workgroup> <PartitionedInclusiveScanNV> %arg0 : i64 -> i64
    return
  }
  func.func @GroupNonUniformShuffleDown(%arg0: i64, %arg1: i64) {
    %0 = spirv.GroupNonUniformShuffleDown <Workgroup> %arg0, %arg1 : i64, i64
    return
  }
  func.func @GroupSMax(%arg0: vector<2xi32>) {
    %0 = spirv.GroupSMax <Workgroup> <PartitionedExclusiveScanNV> %arg0 : vector<2xi32>
    return
  }
  func.func @IEqual(%arg0: i8, %arg1: i8) {
    %0 = spirv.IEqual %arg0, %arg1 : i8
    return
  }
  func.func @ISub(%arg0: vector<2xi32>, %arg1: vector<2xi32>) {
    %0 = spirv.ISub %arg0, %arg1 : vector<2xi32>
    return
  }
  func.func @KHR_GroupIMul(%arg0: vector<16xi8>) {
    %0 = spirv.KHR.GroupIMul <Subgroup> <PartitionedExclusiveScanNV> %arg0 : vector<16xi8>
    return
  }
  func.func @LogicalNotEqual(%arg0: i1, %arg1: i1) {
    %0 = spirv.LogicalNotEqual %arg0, %arg1 : i1
    return
  }
  func.func @SDiv(%arg0: vector<2xi32>, %arg1: vector<2xi32>) {
    %0 = spirv.SDiv %arg0, %arg1 : vector<2xi32>
    return
  }
  func.func @SNegate(%arg0: vector<2xi32>) {
    %0 = spirv.SNegate %arg0 : vector<2xi32>
    return
  }
  func.func @ShiftRightArithmetic(%arg0: vector<8xi16>, %arg1: vector<8xi16>) {
    %0 = spirv.ShiftRightArithmetic %arg0, %arg1 : vector<8xi16>, vector<8xi16>
    return
  }
  func.func @UMod(%arg0: i32, %arg1: i32) {
    %0 = spirv.UMod %arg0, %arg1 : i32
    return
  }
}
