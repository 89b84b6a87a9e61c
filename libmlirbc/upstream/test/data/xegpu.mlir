module {
  func.func @alloc_nbarrier() {
    xegpu.alloc_nbarrier 4
    return
  }
  func.func @init_nbarrier(%arg0: i8, %arg1: i8) {
    %0 = xegpu.init_nbarrier %arg0, %arg1 : i8, i8 -> !xegpu.nbarrier
    return
  }
  func.func @load_nd(%arg0: !xegpu.tensor_desc<8x16xf32>) {
    %0 = xegpu.load_nd %arg0 <{transpose = array<i64: 0, 1>}> : !xegpu.tensor_desc<8x16xf32> -> vector<8x16xf32>
    return
  }
  func.func @nbarrier_arrive(%arg0: !xegpu.nbarrier) {
    xegpu.nbarrier_arrive %arg0 : !xegpu.nbarrier
    return
  }
  func.func @store_nd(%arg0: vector<8x16xf32>, %arg1: !xegpu.tensor_desc<8x16xf32>, %arg2: index, %arg3: index) {
    xegpu.store_nd %arg0, %arg1  : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    return
  }
}
