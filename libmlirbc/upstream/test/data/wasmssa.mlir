module {
  func.func @abs(%arg0: f32) {
    %0 = wasmssa.abs %arg0 : f32
    return
  }
  func.func @add(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.add %arg0 %arg1 : f32
    return
  }
  func.func @ceil(%arg0: f64) {
    %0 = wasmssa.ceil %arg0 : f64
    return
  }
  func.func @ctz(%arg0: i32) {
    %0 = wasmssa.ctz %arg0 : i32
    return
  }
  func.func @eq(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.eq %arg0 %arg1 : i32 -> i32
    return
  }
  func.func @eqz(%arg0: i32) {
    %0 = wasmssa.eqz %arg0 : i32 -> i32
    return
  }
  func.func @extend_i32_u(%arg0: i32) {
    %0 = wasmssa.extend_i32_u %arg0 to i64
    return
  }
  func.func @ge(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.ge %arg0 %arg1 : f32 -> i32
    return
  }
  func.func @ge_si(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.ge_si %arg0 %arg1 : i32 -> i32
    return
  }
  func.func @ge_ui(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.ge_ui %arg0 %arg1 : i64 -> i32
    return
  }
  func.func @gt(%arg0: f64, %arg1: f64) {
    %0 = wasmssa.gt %arg0 %arg1 : f64 -> i32
    return
  }
  func.func @gt_si(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.gt_si %arg0 %arg1 : i32 -> i32
    return
  }
  func.func @le(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.le %arg0 %arg1 : f32 -> i32
    return
  }
  func.func @le_si(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.le_si %arg0 %arg1 : i64 -> i32
    return
  }
  func.func @le_ui(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.le_ui %arg0 %arg1 : i32 -> i32
    return
  }
  func.func @lt(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.lt %arg0 %arg1 : f32 -> i32
    return
  }
  func.func @lt_ui(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.lt_ui %arg0 %arg1 : i64 -> i32
    return
  }
  func.func @mul(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.mul %arg0 %arg1 : i64
    return
  }
  func.func @ne(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.ne %arg0 %arg1 : f32 -> i32
    return
  }
  func.func @neg(%arg0: f64) {
    %0 = wasmssa.neg %arg0 : f64
    return
  }
  func.func @or(%arg0: f32, %arg1: f32) {
    %0 = wasmssa.or %arg0 %arg1 : f32
    return
  }
  func.func @popcnt(%arg0: i32) {
    %0 = wasmssa.popcnt %arg0 : i32
    return
  }
  func.func @rem_ui(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.rem_ui %arg0 %arg1 : i64
    return
  }
  func.func @rotl(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.rotl %arg0 by %arg1 bits : i32
    return
  }
  func.func @shl(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.shl %arg0 by %arg1 bits : i64
    return
  }
  func.func @shr_s(%arg0: i64, %arg1: i64) {
    %0 = wasmssa.shr_s %arg0 by %arg1 bits : i64
    return
  }
  func.func @sqrt(%arg0: f64) {
    %0 = wasmssa.sqrt %arg0 : f64
    return
  }
  func.func @sub(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.sub %arg0 %arg1 : i32
    return
  }
  func.func @trunc(%arg0: f32) {
    %0 = wasmssa.trunc %arg0 : f32
    return
  }
  func.func @xor(%arg0: i32, %arg1: i32) {
    %0 = wasmssa.xor %arg0 %arg1 : i32
    return
  }
}
