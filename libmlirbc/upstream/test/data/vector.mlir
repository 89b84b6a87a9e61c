module {
  func.func @constant_mask() {
    %0 = vector.constant_mask [4] : vector<4xi1>
    return
  }
  func.func @create_mask(%arg0: index) {
    %0 = vector.create_mask %arg0 : vector<4xi1>
    return
  }
  func.func @extract(%arg0: vector<4xi8>) {
    %0 = vector.extract %arg0[] : vector<4xi8> from vector<4xi8>
    return
  }
  func.func @load(%arg0: memref<8xf32, #gpu.address_space<workgroup>>, %arg1: index) {
    %0 = vector.load %arg0[%arg1] {alignment = 4 : i64} : memref<8xf32, #gpu.address_space<workgroup>>, vector<16xf32>
    return
  }
  func.func @multi_reduction(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = vector.multi_reduction <or>, %arg0, %arg1 [] : vector<4xi32> to vector<4xi32>
    return
  }
  func.func @print() {
    vector.print punctuation <close>
    return
  }
  func.func @reduction(%arg0: vector<8xf32>) {
    %0 = vector.reduction <mul>, %arg0 : vector<8xf32> into f32
    return
  }
  func.func @scalable_extract(%arg0: vector<[4]xf32>) {
    %0 = vector.scalable.extract %arg0[8] : vector<[4]xf32> from vector<[4]xf32>
    return
  }
  func.func @scalable_insert(%arg0: vector<[4]xf32>, %arg1: vector<[4]xf32>) {
    %0 = vector.scalable.insert %arg0, %arg1[16] : vector<[4]xf32> into vector<[4]xf32>
    return
  }
  func.func @shape_cast(%arg0: vector<4xf32>) {
    %0 = vector.shape_cast %arg0 : vector<4xf32> to vector<4xf32>
    return
  }
  func.func @to_elements(%arg0: vector<2xbf16>) {
    %0:2 = vector.to_elements %arg0 : vector<2xbf16>
    return
  }
  func.func @transpose(%arg0: vector<4xi8>) {
    %0 = vector.transpose %arg0, [0] : vector<4xi8> to vector<4xi8>
    return
  }
  func.func @type_cast(%arg0: memref<4xi32>) {
    %0 = vector.type_cast %arg0 : memref<4xi32> to memref<4xi32>
    return
  }
  func.func @vscale() {
    %vscale = vector.vscale
    return
  }
}
