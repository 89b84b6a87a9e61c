module {
  func.func @convert_to_svbool(%arg0: vector<[16]xi1>) {
    %0 = arm_sve.convert_to_svbool %arg0 : vector<[16]xi1>
    return
  }
  func.func @dupq_lane(%arg0: vector<[8]xf16>) {
    %0 = arm_sve.dupq_lane %arg0[0] : vector<[8]xf16>
    return
  }
  func.func @intr_add(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>, %arg2: vector<[16]xi8>) {
    %0 = "arm_sve.intr.add"(%arg0, %arg1, %arg2) : (vector<[16]xi8>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[16]xi8>
    return
  }
  func.func @intr_convert_from_svbool(%arg0: vector<[16]xi1>) {
    %0 = "arm_sve.intr.convert.from.svbool"(%arg0) : (vector<[16]xi1>) -> vector<[16]xi1>
    return
  }
  func.func @intr_convert_to_svbool(%arg0: vector<[16]xi1>) {
    %0 = "arm_sve.intr.convert.to.svbool"(%arg0) : (vector<[16]xi1>) -> vector<[16]xi1>
    return
  }
  func.func @intr_dupq_lane(%arg0: vector<[16]xi1>) {
    %0 = "arm_sve.intr.dupq_lane"(%arg0) <{lane = 2 : i64}> : (vector<[16]xi1>) -> vector<[4]xi1>
    return
  }
  func.func @intr_fadd(%arg0: vector<[2]xi64>, %arg1: vector<[2]xi64>, %arg2: vector<[2]xi64>) {
    %0 = "arm_sve.intr.fadd"(%arg0, %arg1, %arg2) : (vector<[2]xi64>, vector<[2]xi64>, vector<[2]xi64>) -> vector<[2]xi64>
    return
  }
  func.func @intr_fdiv(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.fdiv"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> i1
    return
  }
  func.func @intr_fsub(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.fsub"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> i1
    return
  }
  func.func @intr_mul(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.mul"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> i1
    return
  }
  func.func @intr_sdiv(%arg0: vector<[8]xbf16>, %arg1: vector<[8]xbf16>, %arg2: vector<[8]xbf16>) {
    %0 = "arm_sve.intr.sdiv"(%arg0, %arg1, %arg2) : (vector<[8]xbf16>, vector<[8]xbf16>, vector<[8]xbf16>) -> vector<[8]xbf16>
    return
  }
  func.func @intr_smmla(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>, %arg2: vector<[16]xi8>) {
    %0 = "arm_sve.intr.smmla"(%arg0, %arg1, %arg2) : (vector<[16]xi8>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[16]xi8>
    return
  }
  func.func @intr_sub(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.sub"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> i1
    return
  }
  func.func @intr_udiv(%arg0: vector<[8]xbf16>, %arg1: vector<[8]xbf16>, %arg2: vector<[8]xbf16>) {
    %0 = "arm_sve.intr.udiv"(%arg0, %arg1, %arg2) : (vector<[8]xbf16>, vector<[8]xbf16>, vector<[8]xbf16>) -> vector<[8]xbf16>
    return
  }
  func.func @intr_udot(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.udot"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> vector<[4]xi1>
    return
  }
  func.func @intr_ummla(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.ummla"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> i1
    return
  }
  func.func @intr_usmmla(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi1>) {
    %0 = "arm_sve.intr.usmmla"(%arg0, %arg1, %arg2) : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> vector<[4]xi1>
    return
  }
  func.func @intr_whilelt(%arg0: i64, %arg1: i64) {
    %0 = "arm_sve.intr.whilelt"(%arg0, %arg1) : (i64, i64) -> vector<[4]xi1>
    return
  }
  func.func @intr_zip_x2(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
    %0 = "arm_sve.intr.zip.x2"(%arg0, %arg1) : (vector<[16]xi8>, vector<[16]xi8>) -> i1
    return
  }
  func.func @intr_zip_x4(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>, %arg2: vector<[16]xi8>, %arg3: vector<[16]xi8>) {
    %0 = "arm_sve.intr.zip.x4"(%arg0, %arg1, %arg2, %arg3) : (vector<[16]xi8>, vector<[16]xi8>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[16]xi8>
    return
  }
  func.func @psel(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: index) {
    %0 = arm_sve.psel %arg0, %arg1[%arg2] : vector<[4]xi1>, vector<[4]xi1>
    return
  }
  func.func @zip_x4(%arg0: vector<[8]xbf16>, %arg1: vector<[8]xbf16>, %arg2: vector<[8]xbf16>, %arg3: vector<[8]xbf16>) {
    %resultV1, %resultV2, %resultV3, %resultV4 = arm_sve.zip.x4 %arg0, %arg1, %arg2, %arg3 : vector<[8]xbf16>
    return
  }
}
