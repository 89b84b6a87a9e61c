module {
  func.func @absf(%arg0: f32) {
    %0 = math.absf %arg0 : f32
    return
  }
  func.func @absi(%arg0: index) {
    %0 = math.absi %arg0 : index
    return
  }
  func.func @acos(%arg0: f32) {
    %0 = math.acos %arg0 : f32
    return
  }
  func.func @acosh(%arg0: f32) {
    %0 = math.acosh %arg0 fastmath<nnan> : f32
    return
  }
  func.func @asin(%arg0: f16) {
    %0 = math.asin %arg0 : f16
    return
  }
  func.func @asinh(%arg0: f64) {
    %0 = math.asinh %arg0 fastmath<nsz> : f64
    return
  }
  func.func @atan2(%arg0: f32, %arg1: f32) {
    %0 = math.atan2 %arg0, %arg1 fastmath<ninf> : f32
    return
  }
  func.func @ceil(%arg0: f16) {
    %0 = math.ceil %arg0 fastmath<nsz> : f16
    return
  }
  func.func @clampf(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = math.clampf %arg0 to [%arg1, %arg2] fastmath<nsz> : f32
    return
  }
  func.func @copysign(%arg0: f32, %arg1: f32) {
    %0 = math.copysign %arg0, %arg1 : f32
    return
  }
  func.func @cos(%arg0: f64) {
    %0 = math.cos %arg0 : f64
    return
  }
  func.func @cosh(%arg0: bf16) {
    %0 = math.cosh %arg0 : bf16
    return
  }
  func.func @ctlz(%arg0: i32) {
    %0 = math.ctlz %arg0 : i32
    return
  }
  func.func @ctpop(%arg0: index) {
    %0 = math.ctpop %arg0 : index
    return
  }
  func.func @cttz(%arg0: i32) {
    %0 = math.cttz %arg0 : i32
    return
  }
  func.func @erfc(%arg0: f16) {
    %0 = math.erfc %arg0 : f16
    return
  }
  func.func @exp(%arg0: f32) {
    %0 = math.exp %arg0 : f32
    return
  }
  func.func @exp2(%arg0: f32) {
    %0 = math.exp2 %arg0 : f32
    return
  }
  func.func @floor(%arg0: f32) {
    %0 = math.floor %arg0 : f32
    return
  }
  func.func @fpowi(%arg0: f64, %arg1: index) {
    %0 = math.fpowi %arg0, %arg1 : f64, index
    return
  }
  func.func @ipowi(%arg0: i32, %arg1: i32) {
    %0 = math.ipowi %arg0, %arg1 : i32
    return
  }
  func.func @isfinite(%arg0: f32) {
    %0 = math.isfinite %arg0 {fastmath = #arith.fastmath<ninf>} : f32
    return
  }
  func.func @isinf(%arg0: f64) {
    %0 = math.isinf %arg0 : f64
    return
  }
  func.func @isnan(%arg0: f64) {
    %0 = math.isnan %arg0 : f64
    return
  }
  func.func @isnormal(%arg0: f16) {
    %0 = math.isnormal %arg0 : f16
    return
  }
  func.func @log1p(%arg0: f64) {
    %0 = math.log1p %arg0 : f64
    return
  }
  func.func @powf(%arg0: bf16, %arg1: bf16) {
    %0 = math.powf %arg0, %arg1 : bf16
    return
  }
  func.func @roundeven(%arg0: f32) {
    %0 = math.roundeven %arg0 fastmath<nsz> : f32
    return
  }
  func.func @rsqrt(%arg0: f16) {
    %0 = math.rsqrt %arg0 : f16
    return
  }
  func.func @tan(%arg0: f32) {
    %0 = math.tan %arg0 : f32
    return
  }
}
