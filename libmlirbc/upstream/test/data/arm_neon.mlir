module {
  func.func @intr_sdot(%arg0: vector<2xi32>, %arg1: vector<8xi8>, %arg2: vector<8xi8>) {
    %0 = arm_neon.intr.sdot %arg0, %arg1, %arg2 : vector<8xi8>, vector<8xi8> to vector<2xi32>
    return
  }
}
