module {
  func.func @and() {
    %0 = smt.and 
    return
  }
  func.func @array_broadcast(%arg0: !smt.bool) {
    %0 = smt.array.broadcast %arg0 : !smt.array<[!smt.int -> !smt.bool]>
    return
  }
  func.func @assert(%arg0: !smt.bool) {
    smt.assert %arg0
    return
  }
  func.func @bv_add(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.add %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_ashr(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.ashr %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_cmp(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.cmp sle %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_neg(%arg0: !smt.bv<8>) {
    %0 = smt.bv.neg %arg0 : !smt.bv<8>
    return
  }
  func.func @bv_not(%arg0: !smt.bv<8>) {
    %0 = smt.bv.not %arg0 : !smt.bv<8>
    return
  }
  func.func @bv_sdiv(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.sdiv %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_shl(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.shl %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_srem(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.srem %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @bv_udiv(%arg0: !smt.bv<8>, %arg1: !smt.bv<8>) {
    %0 = smt.bv.udiv %arg0, %arg1 : !smt.bv<8>
    return
  }
  func.func @constant() {
    %true = smt.constant true
    return
  }
  func.func @int_abs(%arg0: !smt.int) {
    %0 = smt.int.abs %arg0
    return
  }
  func.func @int_cmp(%arg0: !smt.int, %arg1: !smt.int) {
    %0 = smt.int.cmp ge %arg0, %arg1
    return
  }
  func.func @int_mod(%arg0: !smt.int, %arg1: !smt.int) {
    %0 = smt.int.mod %arg0, %arg1
    return
  }
  func.func @int_mul() {
    %0 = smt.int.mul 
    return
  }
  func.func @int_sub(%arg0: !smt.int, %arg1: !smt.int) {
    %0 = smt.int.sub %arg0, %arg1
    return
  }
  func.func @int2bv(%arg0: !smt.int) {
    %0 = smt.int2bv %arg0 : !smt.bv<8>
    return
  }
  func.func @pop() {
    smt.pop 1
    return
  }
  func.func @push() {
    smt.push 1
    return
  }
  func.func @reset() {
    smt.reset
    return
  }
  func.func @xor() {
    %0 = smt.xor 
    return
  }
}
