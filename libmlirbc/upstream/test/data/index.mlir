module {
  func.func @add(%arg0: index, %arg1: index) {
    %0 = index.add %arg0, %arg1
    return
  }
  func.func @and(%arg0: index, %arg1: index) {
    %0 = index.and %arg0, %arg1
    return
  }
  func.func @casts(%arg0: index) {
    %0 = index.casts %arg0 : index to i32
    return
  }
  func.func @castu(%arg0: index) {
    %0 = index.castu %arg0 : index to i1
    return
  }
  func.func @ceildivu(%arg0: index, %arg1: index) {
    %0 = index.ceildivu %arg0, %arg1
    return
  }
  func.func @constant() {
    %idx1 = index.constant 1
    return
  }
  func.func @divs(%arg0: index, %arg1: index) {
    %0 = index.divs %arg0, %arg1
    return
  }
  func.func @divu(%arg0: index, %arg1: index) {
    %0 = index.divu %arg0, %arg1
    return
  }
  func.func @floordivs(%arg0: index, %arg1: index) {
    %0 = index.floordivs %arg0, %arg1
    return
  }
  func.func @maxs(%arg0: index, %arg1: index) {
    %0 = index.maxs %arg0, %arg1
    return
  }
  func.func @maxu(%arg0: index, %arg1: index) {
    %0 = index.maxu %arg0, %arg1
    return
  }
  func.func @mins(%arg0: index, %arg1: index) {
    %0 = index.mins %arg0, %arg1
    return
  }
  func.func @minu(%arg0: index, %arg1: index) {
    %0 = index.minu %arg0, %arg1
    return
  }
  func.func @mul(%arg0: index, %arg1: index) {
    %0 = index.mul %arg0, %arg1
    return
  }
  func.func @or(%arg0: index, %arg1: index) {
    %0 = index.or %arg0, %arg1
    return
  }
  func.func @rems(%arg0: index, %arg1: index) {
    %0 = index.rems %arg0, %arg1
    return
  }
  func.func @remu(%arg0: index, %arg1: index) {
    %0 = index.remu %arg0, %arg1
    return
  }
  func.func @shrs(%arg0: index, %arg1: index) {
    %0 = index.shrs %arg0, %arg1
    return
  }
  func.func @shru(%arg0: index, %arg1: index) {
    %0 = index.shru %arg0, %arg1
    return
  }
  func.func @sizeof() {
    %0 = index.sizeof
    return
  }
  func.func @sub(%arg0: index, %arg1: index) {
    %0 = index.sub %arg0, %arg1
    return
  }
  func.func @xor(%arg0: index, %arg1: index) {
    %0 = index.xor %arg0, %arg1
    return
  }
}
