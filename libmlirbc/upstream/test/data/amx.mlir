module {
  func.func @tile_load(%arg0: memref<4xindex>, %arg1: index, %arg2: index) {
    %0 = amx.tile_load %arg0[%arg1], %arg2 : memref<4xindex> into !amx.tile<16x64xi8>
    return
  }
  func.func @tile_muli(%arg0: !amx.tile<16x64xi8>, %arg1: !amx.tile<16x64xi8>, %arg2: !amx.tile<16x16xi32>) {
    %0 = amx.tile_muli %arg0, %arg1, %arg2 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
    return
  }
  func.func @tile_zero() {
    %0 = amx.tile_zero : !amx.tile<16x64xi8>
    return
  }
}
