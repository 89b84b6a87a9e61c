module {
  func.func @atan2(%arg0: complex<f32>, %arg1: complex<f32>) {
    %0 = complex.atan2 %arg0, %arg1 : complex<f32>
    return
  }
  func.func @bitcast(%arg0: f32) {
    %0 = complex.bitcast %arg0 : f32 to f32
    return
  }
  func.func @conj(%arg0: complex<f32>) {
    %0 = complex.conj %arg0 : complex<f32>
    return
  }
  func.func @div(%arg0: complex<f32>, %arg1: complex<f32>) {
    %0 = complex.div %arg0, %arg1 fastmath<arcp> : complex<f32>
    return
  }
  func.func @eq(%arg0: complex<f32>, %arg1: complex<f32>) {
    %0 = complex.eq %arg0, %arg1 : complex<f32>
    return
  }
  func.func @expm1(%arg0: complex<f32>) {
    %0 = complex.expm1 %arg0 : complex<f32>
    return
  }
  func.func @mul(%arg0: complex<f32>, %arg1: complex<f32>) {
    %0 = complex.mul %arg0, %arg1 : complex<f32>
    return
  }
  func.func @neg(%arg0: complex<f32>) {
    %0 = complex.neg %arg0 : complex<f32>
    return
  }
  func.func @re(%arg0: complex<f32>) {
    %0 = complex.re %arg0 : complex<f32>
    return
  }
  func.func @rsqrt(%arg0: complex<f32>) {
    %0 = complex.rsqrt %arg0 : complex<f32>
    return
  }
  func.func @sign(%arg0: complex<f32>) {
    %0 = complex.sign %arg0 fastmath<reassoc> : complex<f32>
    return
  }
  func.func @sin(%arg0: complex<f32>) {
    %0 = complex.sin %arg0 fastmath<fast> : complex<f32>
    return
  }
  func.func @sub(%arg0: complex<f32>, %arg1: complex<f32>) {
    %0 = complex.sub %arg0, %arg1 : complex<f32>
    return
  }
  func.func @tan(%arg0: complex<f32>) {
    %0 = complex.tan %arg0 : complex<f32>
    return
  }
  func.func @tanh(%arg0: complex<f32>) {
    %0 = complex.tanh %arg0 : complex<f32>
    return
  }
}
