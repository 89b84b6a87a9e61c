func.func @random0(%a: i64, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1.5 : f32
  %v2:2 = "host.pair"(%v1) {m = affine_map<(d0) -> (d0 + 1)>} : (f32) -> (f32, i1)
  %v3 = arith.constant {x.y = 1 : i8} 0 : index loc(unknown)
  memref.store %v1, %m[%v3] : memref<?xf32> loc("n")
  %v4 = arith.constant {a = "s", b = [1, 2.5, @f]} -3 : i32
  %v5 = arith.cmpi slt, %v4, %v4 {k} : i32 loc(unknown)
  cf.br ^bb1(%v5 : i1) loc(unknown)
^bb1(%b: i1):
  return %b : i1 loc(callsite("c" at "d"))
}
// -----
func.func @random1(%a: f32, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 2147483647 : i32 loc(unknown)
  %v2 = arith.constant {x.y = 1 : i8} 1 : i32 loc(callsite("c" at "d"))
  %v3 = arith.cmpi uge, %v1, %v2 : i32 loc("n")
  %v4 = arith.maximumf %a, %a fastmath<nnan> : f32 loc("p.py":3:4)
  %v5 = arith.constant {a = "s", b = [1, 2.5, @f]} false
  scf.if %v5 {
    %v6 = arith.muli %i, %i overflow<nsw> {k} : index
    %v7 = memref.alloc(%v6) {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32> loc(callsite("c" at "d"))
    %v8 = memref.load %v7[%i] {k} : memref<?xf32> loc("p.py":3:4)
  } {m = affine_map<(d0) -> (d0 + 1)>} loc(unknown)
  %v10 = arith.constant {x.y = 1 : i8} 0 : index loc(callsite("c" at "d"))
  %v9 = tensor.empty(%v10) : tensor<?xi32> loc(callsite("c" at "d"))
  %v11 = arith.constant 0 : index
  %v12 = tensor.extract %v9[%v11] {k} : tensor<?xi32>
  %v13 = arith.constant 3.25 : f64 loc(unknown)
  cf.br ^bb1(%v13 : f64)
^bb1(%b: f64):
  return %b : f64
} loc("p.py":3:4)
// -----
func.func @random2(%a: i1, %i: index, %m: memref<?xf32>) -> f32 {
  scf.for %v1 = %i to %i step %i {
    %v2 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0.0 : f32
    %v3 = arith.select %a, %v2, %v2 {x.y = 1 : i8} : f32
    scf.if %a {
      %v4 = ub.poison {m = affine_map<(d0) -> (d0 + 1)>} : i32
      %v5 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
      %v6 = arith.constant dense<1.0> : vector<4xf32>
      %v7 = arith.addf %v5, %v6 {a = "s", b = [1, 2.5, @f]} : vector<4xf32>
    }
  }
  %v8 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> loc(callsite("c" at "d"))
  %v9 = tensor.extract %v8[%i] : tensor<?xi32> loc("n")
  %v10 = tensor.extract_slice %v8[%i] [%i] [2] {k} : tensor<?xi32> to tensor<?xi32> loc(unknown)
  %v11 = arith.constant 0 : i64
  %v12 = arith.xori %v11, %v11 : i64 loc("n")
  %v13 = tensor.extract %v8[%i] : tensor<?xi32> loc("n")
  %v14 = arith.index_cast %i : index to i64
  %v15 = arith.constant {k} -2.0e+10 : f32
  cf.br ^bb1(%v15 : f32)
^bb1(%b: f32):
  return %b : f32 loc(unknown)
}
// -----
func.func @random3(%a: f32, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.addf %a, %a fastmath<nnan> : f32
  %v2 = arith.index_cast %i : index to i64
  %v3 = arith.constant {x.y = 1 : i8} 1 : i32
  %v4 = arith.cmpi ne, %v3, %v3 {x.y = 1 : i8} : i32
  return %v3 : i32
}
// -----
func.func @random4(%a: i1, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant false
  scf.if %v1 {
    %v2 = arith.index_cast %i : index to i64
    %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0.0 : f32
    memref.store %v3, %m[%i] {x.y = 1 : i8} : memref<?xf32>
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v4 = arith.constant 0 : i32 loc("p.py":3:4)
  %v5 = arith.cmpi eq, %v4, %v4 {x.y = 1 : i8} : i32
  %v6 = scf.if %v1 -> (vector<4xf32>) {
    %v7 = arith.constant 1 : index loc("p.py":3:4)
    %v9 = scf.for %v8 = %v7 to %v7 step %i iter_args(%v10 = %v4) -> (i32) {
      scf.if %v5 {
        %v11 = arith.constant -2.0e+10 : f32
        %v12 = arith.select %v1, %v11, %v11 : f32
        %v13 = memref.load %m[%v7] {k} : memref<?xf32>
      }
      %v14 = arith.constant 1 : i32
      scf.yield %v14 : i32
    } {a = "s", b = [1, 2.5, @f]}
    %v15 = arith.constant dense<1.0> : vector<4xf32>
    scf.yield %v15 : vector<4xf32> loc(unknown)
  } else {
    %v16 = arith.constant 3.25 : f64 loc(callsite("c" at "d"))
    %v17:2 = "host.pair"(%v16) : (f64) -> (f64, i1) loc("p.py":3:4)
    %v18 = arith.constant dense<1.0> : vector<4xf32> loc("p.py":3:4)
    scf.yield %v18 : vector<4xf32> loc("p.py":3:4)
  }
  %v19 = arith.constant false
  %v20 = arith.andi %v19, %v19 {a = "s", b = [1, 2.5, @f]} : i1
  %v21 = arith.constant {k} 3.25 : f64 loc(unknown)
  %v22 = arith.mulf %v21, %v21 fastmath<fast> : f64
  cf.br ^bb1(%a : i1)
^bb1(%b: i1):
  return %b : i1
} loc("n")
// -----
func.func @random5(%a: f64, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant {x.y = 1 : i8} 4 : index
  %v3 = scf.for %v2 = %i to %i step %v1 iter_args(%v4 = %i) -> (index) {
    %v6 = arith.constant dense<1.0> : vector<4xf32>
    %v7 = scf.for %v5 = %v4 to %v4 step %i iter_args(%v8 = %v6) -> (vector<4xf32>) {
      %v9 = arith.constant true loc("n")
      scf.if %v9 {
        %v10 = tensor.empty(%v2) : tensor<?xi32> loc(unknown)
        %v11 = arith.constant {x.y = 1 : i8} 0 : index loc(unknown)
        %v12 = tensor.extract %v10[%v11] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc("p.py":3:4)
        %v13 = arith.index_cast %v1 {a = "s", b = [1, 2.5, @f]} : index to i64
      } else {
        %v14 = arith.index_cast %v5 {m = affine_map<(d0) -> (d0 + 1)>} : index to i64 loc("n")
        %v15 = arith.constant 0.0 : f32 loc("n")
        %v16 = arith.select %v9, %v15, %v15 : f32 loc("p.py":3:4)
      } {x.y = 1 : i8}
      scf.yield %v8 : vector<4xf32>
    }
    scf.yield %v1 : index
  }
  %v17 = arith.constant 0 : index
  %v18 = arith.addi %v17, %v1 {a = "s", b = [1, 2.5, @f]} : index loc(unknown)
  %v19 = arith.addf %a, %a : f64
  %v20 = ub.poison {k} : f32 loc("n")
  %v21 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1.5 : f32 loc(callsite("c" at "d"))
  cf.br ^bb1(%v21 : f32)
^bb1(%b: f32):
  return %b : f32
} loc(callsite("c" at "d"))
// -----
func.func @random6(%a: f64, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = ub.poison {k} : index loc(callsite("c" at "d"))
  %v2 = arith.constant dense<1.0> : vector<4xf32>
  %v3 = arith.addf %v2, %v2 fastmath<nnan> : vector<4xf32>
  %v4 = arith.constant {k} 0 : index loc("p.py":3:4)
  %v5 = arith.xori %i, %v4 : index loc("p.py":3:4)
  %v6 = memref.alloc(%v4) {a = "s", b = [1, 2.5, @f]} : memref<?xf32> loc("p.py":3:4)
  %v7 = memref.load %v6[%v4] {x.y = 1 : i8} : memref<?xf32>
  %v8 = arith.constant {a = "s", b = [1, 2.5, @f]} true loc(callsite("c" at "d"))
  return %v8 : i1 loc(callsite("c" at "d"))
}
// -----
func.func @random7(%a: index, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = arith.constant {k} 0 : i32 loc("n")
  %v2 = arith.shli %v1, %v1 {m = affine_map<(d0) -> (d0 + 1)>} : i32
  %v4 = arith.constant 3.25 : f64 loc(unknown)
  %v5 = scf.for %v3 = %i to %a step %i iter_args(%v6 = %v4) -> (f64) {
    %v8 = scf.for %v7 = %a to %v3 step %i iter_args(%v9 = %v3) -> (index) {
      %v10 = ub.poison {m = affine_map<(d0) -> (d0 + 1)>} : i1
      scf.yield %a : index
    } {x.y = 1 : i8}
    scf.yield %v6 : f64 loc("p.py":3:4)
  } loc(callsite("c" at "d"))
  %v11 = tensor.empty(%a) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
  %v12 = tensor.extract_slice %v11[0] [%i] [1] : tensor<?xi32> to tensor<?xi32> loc(unknown)
  %v13 = memref.load %m[%i] : memref<?xf32> loc("p.py":3:4)
  return %v4 : f64 loc(unknown)
}
// -----
func.func @random8(%a: f32, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant true
  %v2 = arith.addi %v1, %v1 {k} : i1 loc("p.py":3:4)
  %v3 = arith.constant -2.0e+10 : f32
  %v4 = arith.addf %a, %v3 fastmath<nnan> {x.y = 1 : i8} : f32 loc("n")
  %v5 = arith.constant {k} 4 : index
  %v6 = arith.addi %v5, %v5 {k} : index
  %v7 = arith.index_cast %v5 {x.y = 1 : i8} : index to i64
  %v8 = scf.if %v1 -> (index) {
    scf.if %v1 {
      %v9 = arith.select %v1, %a, %v3 : f32
      %v10 = arith.addi %v2, %v1 {k} : i1
    } {a = "s", b = [1, 2.5, @f]} loc("p.py":3:4)
    scf.yield %i : index
  } else {
    %v11 = scf.if %v1 -> (index) {
      %v12 = tensor.empty(%v6) {k} : tensor<?xi32>
      %v13 = tensor.extract %v12[%v6] : tensor<?xi32>
      scf.yield %v6 : index loc(unknown)
    } else {
      %v14 = arith.constant 1 : index
      %v16 = scf.for %v15 = %v5 to %v5 step %v14 iter_args(%v17 = %v2) -> (i1) {
        %v18 = arith.constant {x.y = 1 : i8} 2147483647 : i32 loc(unknown)
        %v19 = arith.cmpi slt, %v18, %v18 : i32 loc("p.py":3:4)
        scf.yield %v1 : i1
      }
      %v20 = arith.constant 1 : index loc(callsite("c" at "d"))
      scf.yield %v20 : index
    } {m = affine_map<(d0) -> (d0 + 1)>} loc("p.py":3:4)
    scf.yield %v5 : index
  } loc("n")
  %v21 = arith.constant 0 : i32 loc("p.py":3:4)
  %v22 = arith.constant 1 : i32 loc("p.py":3:4)
  %v23 = arith.select %v2, %v21, %v22 : i32
  cf.br ^bb1(%v23 : i32) loc(callsite("c" at "d"))
^bb1(%b: i32):
  return %b : i32 loc(unknown)
}
// -----
func.func @random9(%a: i1, %i: index, %m: memref<?xf32>) -> i1 {
  scf.if %a {
    %v1 = tensor.empty(%i) : tensor<?xi32>
    %v2 = tensor.extract_slice %v1[0] [%i] [%i] : tensor<?xi32> to tensor<?xi32>
    %v3 = arith.constant -3 : i32
    %v4 = arith.shli %v3, %v3 {m = affine_map<(d0) -> (d0 + 1)>} : i32
  } else {
    %v5 = ub.poison {a = "s", b = [1, 2.5, @f]} : vector<4xf32> loc(unknown)
    %v7 = arith.constant 4 : index
    %v6 = tensor.empty(%v7) {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
    %v8 = tensor.extract_slice %v6[%v7] [%v7] [%v7] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32>
  }
  %v9 = arith.constant {a = "s", b = [1, 2.5, @f]} -1 : i64
  %v10 = arith.muli %v9, %v9 overflow<nsw> {a = "s", b = [1, 2.5, @f]} : i64 loc("n")
  %v11 = arith.index_cast %i {a = "s", b = [1, 2.5, @f]} : index to i64
  %v12 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
  %v13 = tensor.extract_slice %v12[0] [%i] [2] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> to tensor<?xi32> loc("n")
  %v14 = scf.if %a -> (f32) {
    scf.for %v15 = %i to %i step %i {
      %v16 = arith.constant 0 : i32
      %v17 = arith.cmpi eq, %v16, %v16 : i32
      %v18 = arith.constant 1 : index
      %v20 = arith.constant dense<1.0> : vector<4xf32> loc("n")
      %v21 = scf.for %v19 = %v18 to %i step %i iter_args(%v22 = %v20) -> (vector<4xf32>) {
        %v23 = arith.index_cast %v19 : index to i64
        scf.yield %v20 : vector<4xf32> loc(callsite("c" at "d"))
      } loc(unknown)
    } {x.y = 1 : i8}
    %v24 = arith.constant {a = "s", b = [1, 2.5, @f]} 1.5 : f32
    scf.yield %v24 : f32
  } else {
    %v25 = arith.index_cast %i : index to i64
    %v26 = arith.constant {x.y = 1 : i8} 0.0 : f32 loc(unknown)
    scf.yield %v26 : f32 loc("p.py":3:4)
  } loc(unknown)
  %v27 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 3.25 : f64 loc("n")
  %v28:2 = "host.pair"(%v27) {a = "s", b = [1, 2.5, @f]} : (f64) -> (f64, i1)
  return %v28#1 : i1
} loc("p.py":3:4)
// -----
func.func @random10(%a: f64, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant true
  %v2 = arith.constant {k} -2.0e+10 : f32
  %v3 = arith.select %v1, %v2, %v2 {m = affine_map<(d0) -> (d0 + 1)>} : f32
  %v5 = scf.for %v4 = %i to %i step %i iter_args(%v6 = %i) -> (index) {
    %v7 = tensor.empty(%v4) : tensor<?xi32>
    %v8 = tensor.extract_slice %v7[%v6] [%v6] [%v6] : tensor<?xi32> to tensor<?xi32>
    scf.yield %v6 : index
  } {x.y = 1 : i8} loc("p.py":3:4)
  %v9 = arith.divf %v3, %v2 fastmath<fast> {k} : f32
  %v10 = arith.constant 5 : i64 loc(unknown)
  %v11 = arith.muli %v10, %v10 overflow<nsw> {a = "s", b = [1, 2.5, @f]} : i64
  %v12 = arith.constant {k} 0 : i32
  %v13 = arith.cmpi uge, %v12, %v12 {a = "s", b = [1, 2.5, @f]} : i32
  scf.if %v13 {
    %v14 = tensor.empty(%i) : tensor<?xi32> loc(unknown)
    %v15 = arith.constant {k} 1 : index loc(unknown)
    %v16 = tensor.extract_slice %v14[0] [%v15] [2] : tensor<?xi32> to tensor<?xi32> loc(unknown)
    %v17 = arith.constant {a = "s", b = [1, 2.5, @f]} 4 : index
    %v18 = tensor.extract_slice %v14[0] [%v17] [2] {k} : tensor<?xi32> to tensor<?xi32>
  } {x.y = 1 : i8}
  cf.br ^bb1(%v2 : f32) loc("n")
^bb1(%b: f32):
  return %b : f32 loc(callsite("c" at "d"))
}
// -----
func.func @random11(%a: index, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.index_cast %a {a = "s", b = [1, 2.5, @f]} : index to i64 loc(callsite("c" at "d"))
  %v2 = arith.constant 3.25 : f64
  %v3:2 = "host.pair"(%v2) {k} : (f64) -> (f64, i1) loc("n")
  %v4 = tensor.empty(%i) : tensor<?xi32>
  %v5 = tensor.extract_slice %v4[%a] [%a] [2] : tensor<?xi32> to tensor<?xi32>
  %v6 = arith.maxsi %a, %a : index
  scf.if %v3#1 {
    %v7 = tensor.extract_slice %v4[0] [%i] [%i] : tensor<?xi32> to tensor<?xi32>
    %v8 = arith.constant {x.y = 1 : i8} 1.5 : f32
    %v9:2 = "host.pair"(%v8) : (f32) -> (f32, i1) loc(unknown)
  } loc(callsite("c" at "d"))
  return %v3#1 : i1
} loc(unknown)
// -----
func.func @random12(%a: f32, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant {k} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
  %v2 = arith.mulf %v1, %v1 fastmath<nnan> : vector<4xf32>
  %v3 = arith.constant {x.y = 1 : i8} 2147483647 : i32 loc("p.py":3:4)
  %v4 = arith.cmpi uge, %v3, %v3 : i32 loc(unknown)
  %v5:2 = "host.pair"(%v3) {k} : (i32) -> (i32, i1)
  %v6 = memref.alloc(%i) : memref<?xf32>
  %v7 = memref.load %v6[%i] : memref<?xf32>
  %v8 = ub.poison : i1
  return %i : index loc("n")
} loc("n")
// -----
func.func @random13(%a: i32, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant {x.y = 1 : i8} true
  %v2:2 = "host.pair"(%v1) {k} : (i1) -> (i1, i1)
  %v3 = ub.poison {k} : vector<4xf32>
  %v4 = ub.poison : i32 loc(callsite("c" at "d"))
  %v5 = arith.cmpi uge, %a, %v4 {m = affine_map<(d0) -> (d0 + 1)>} : i32 loc(callsite("c" at "d"))
  %v6 = memref.alloc(%i) {x.y = 1 : i8} : memref<?xf32>
  %v7 = memref.load %v6[%i] : memref<?xf32> loc("p.py":3:4)
  %v8 = ub.poison : vector<4xf32>
  cf.br ^bb1(%v7 : f32)
^bb1(%b: f32):
  return %b : f32
} loc("p.py":3:4)
// -----
func.func @random14(%a: i1, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = tensor.empty(%i) : tensor<?xi32> loc("n")
  %v2 = arith.constant {k} 1 : index
  %v3 = tensor.extract %v1[%v2] : tensor<?xi32>
  %v4 = arith.constant {k} 4 : index
  %v5 = arith.index_cast %v4 {x.y = 1 : i8} : index to i64
  %v6 = arith.constant {a = "s", b = [1, 2.5, @f]} 1 : i32 loc(callsite("c" at "d"))
  %v7 = arith.cmpi uge, %v6, %v6 {a = "s", b = [1, 2.5, @f]} : i32 loc(callsite("c" at "d"))
  return %v5 : i64
}
// -----
func.func @random15(%a: index, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = memref.load %m[%i] : memref<?xf32> loc(callsite("c" at "d"))
  %v2 = arith.constant {x.y = 1 : i8} 3.25 : f64
  %v3 = arith.mulf %v2, %v2 fastmath<fast> : f64
  %v4 = arith.constant {k} false
  %v5 = scf.if %v4 -> (f32) {
    %v6 = arith.constant 0 : index
    %v8 = scf.for %v7 = %a to %v6 step %i iter_args(%v9 = %v2) -> (f64) {
      %v10 = arith.constant 2147483647 : i32
      %v11 = arith.cmpi eq, %v10, %v10 {a = "s", b = [1, 2.5, @f]} : i32
      scf.yield %v9 : f64
    } {m = affine_map<(d0) -> (d0 + 1)>}
    scf.yield %v1 : f32
  } else {
    %v12 = arith.index_cast %i {k} : index to i64
    scf.yield %v1 : f32 loc("n")
  }
  %v13 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32>
  %v14 = arith.maximumf %v13, %v13 {a = "s", b = [1, 2.5, @f]} : vector<4xf32> loc("p.py":3:4)
  %v15 = arith.constant {x.y = 1 : i8} 0 : i64
  return %v15 : i64
} loc(callsite("c" at "d"))
// -----
func.func @random16(%a: i32, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant false
  %v2 = arith.constant {x.y = 1 : i8} dense<1.0> : vector<4xf32> loc("p.py":3:4)
  %v3 = arith.select %v1, %v2, %v2 {k} : vector<4xf32>
  %v4 = arith.select %v1, %v2, %v3 {m = affine_map<(d0) -> (d0 + 1)>} : vector<4xf32>
  %v5 = arith.constant {a = "s", b = [1, 2.5, @f]} -2.0e+10 : f32
  %v6 = arith.maximumf %v5, %v5 fastmath<fast> {m = affine_map<(d0) -> (d0 + 1)>} : f32
  return %v6 : f32
} loc("n")
// -----
func.func @random17(%a: index, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.index_cast %i {a = "s", b = [1, 2.5, @f]} : index to i64
  %v2 = arith.constant dense<1.0> : vector<4xf32>
  %v3 = arith.addf %v2, %v2 {x.y = 1 : i8} : vector<4xf32>
  %v4 = memref.load %m[%a] {k} : memref<?xf32>
  %v5 = ub.poison {a = "s", b = [1, 2.5, @f]} : i1 loc("p.py":3:4)
  %v7 = arith.constant 0 : index
  %v6 = tensor.empty(%v7) : tensor<?xi32> loc(callsite("c" at "d"))
  %v8 = tensor.extract_slice %v6[0] [%a] [2] : tensor<?xi32> to tensor<?xi32>
  %v9 = arith.constant 5 : i64 loc(callsite("c" at "d"))
  return %v9 : i64 loc(unknown)
} loc(callsite("c" at "d"))
// -----
func.func @random18(%a: i1, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = scf.if %a -> (f32) {
    %v2 = arith.constant dense<1.0> : vector<4xf32>
    %v3 = arith.constant dense<1.0> : vector<4xf32>
    %v4 = arith.maximumf %v2, %v3 fastmath<nnan> : vector<4xf32> loc("p.py":3:4)
    %v5 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1.5 : f32
    scf.yield %v5 : f32
  } else {
    %v6 = arith.constant {x.y = 1 : i8} -3 : i32
    %v7 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0 : i32
    %v8 = arith.cmpi slt, %v6, %v7 {m = affine_map<(d0) -> (d0 + 1)>} : i32
    %v9 = arith.constant {a = "s", b = [1, 2.5, @f]} -2.0e+10 : f32
    scf.yield %v9 : f32 loc("p.py":3:4)
  }
  %v10 = arith.constant 3.25 : f64
  %v11 = arith.constant {a = "s", b = [1, 2.5, @f]} 3.25 : f64
  %v12 = arith.maximumf %v10, %v11 fastmath<fast> {m = affine_map<(d0) -> (d0 + 1)>} : f64
  %v13 = arith.constant {a = "s", b = [1, 2.5, @f]} dense<1.0> : vector<4xf32> loc(unknown)
  %v14 = arith.maximumf %v13, %v13 fastmath<fast> {m = affine_map<(d0) -> (d0 + 1)>} : vector<4xf32> loc(callsite("c" at "d"))
  %v15 = scf.if %a -> (vector<4xf32>) {
    %v16 = memref.load %m[%i] : memref<?xf32>
    scf.yield %v14 : vector<4xf32>
  } else {
    %v17 = arith.index_cast %i : index to i64 loc(unknown)
    %v18 = arith.constant dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
    scf.yield %v18 : vector<4xf32>
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v19 = arith.constant 2147483647 : i32
  %v20 = arith.constant {a = "s", b = [1, 2.5, @f]} -3 : i32
  %v21 = arith.cmpi uge, %v19, %v20 : i32 loc("p.py":3:4)
  memref.store %v1, %m[%i] : memref<?xf32>
  return %v20 : i32
} loc(callsite("c" at "d"))
// -----
func.func @random19(%a: i32, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.index_cast %i {k} : index to i64
  %v2 = memref.load %m[%i] {x.y = 1 : i8} : memref<?xf32>
  %v3 = arith.constant true loc("p.py":3:4)
  scf.if %v3 {
    %v4 = arith.cmpi slt, %a, %a : i32
    %v5 = arith.subf %v2, %v2 fastmath<fast> : f32 loc(unknown)
  } else {
    %v6 = ub.poison {k} : i1 loc(callsite("c" at "d"))
    %v7 = ub.poison : vector<4xf32>
  } loc("p.py":3:4)
  scf.for %v8 = %i to %i step %i {
    %v9 = arith.select %v3, %v3, %v3 {m = affine_map<(d0) -> (d0 + 1)>} : i1
    %v10 = arith.constant 4 : index loc(unknown)
    scf.for %v11 = %i to %v10 step %i {
      memref.store %v2, %m[%v8] {x.y = 1 : i8} : memref<?xf32>
      %v12 = arith.constant {x.y = 1 : i8} true
      %v13 = arith.addi %v12, %v9 : i1
    } {k}
  } {x.y = 1 : i8} loc("p.py":3:4)
  return %v1 : i64
} loc("p.py":3:4)
// -----
func.func @random20(%a: i64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant true
  %v2 = arith.andi %v1, %v1 {m = affine_map<(d0) -> (d0 + 1)>} : i1
  %v3 = arith.select %v1, %i, %i : index loc(callsite("c" at "d"))
  %v4 = arith.index_cast %v3 {x.y = 1 : i8} : index to i64
  %v5 = memref.load %m[%i] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
  %v6 = arith.index_cast %v3 {k} : index to i64 loc("p.py":3:4)
  %v7 = arith.constant 4 : index loc("p.py":3:4)
  %v8 = arith.select %v1, %i, %v7 : index loc("p.py":3:4)
  return %v7 : index
}
// -----
func.func @random21(%a: f32, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
  %v2 = tensor.extract_slice %v1[0] [%i] [2] : tensor<?xi32> to tensor<?xi32> loc(callsite("c" at "d"))
  %v3 = memref.load %m[%i] {a = "s", b = [1, 2.5, @f]} : memref<?xf32> loc("n")
  %v4 = arith.constant {a = "s", b = [1, 2.5, @f]} false
  %v5 = scf.if %v4 -> (i1) {
    %v6 = memref.load %m[%i] {a = "s", b = [1, 2.5, @f]} : memref<?xf32> loc(unknown)
    scf.yield %v4 : i1 loc("n")
  } else {
    %v7 = scf.if %v4 -> (vector<4xf32>) {
      %v8 = arith.constant 0 : i32
      %v9 = arith.maxsi %v8, %v8 {x.y = 1 : i8} : i32 loc("n")
      %v10 = arith.constant dense<1.0> : vector<4xf32> loc("n")
      scf.yield %v10 : vector<4xf32> loc("p.py":3:4)
    } else {
      %v11 = arith.constant 0 : i32
      %v12 = arith.cmpi slt, %v11, %v11 {k} : i32
      %v13 = arith.constant {x.y = 1 : i8} dense<1.0> : vector<4xf32>
      scf.yield %v13 : vector<4xf32>
    } loc("p.py":3:4)
    scf.yield %v4 : i1
  } {a = "s", b = [1, 2.5, @f]}
  %v14 = tensor.extract %v1[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
  %v15 = arith.constant {a = "s", b = [1, 2.5, @f]} false loc("n")
  %v16 = arith.addi %v15, %v15 {a = "s", b = [1, 2.5, @f]} : i1 loc(unknown)
  %v17 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} -1 : i64
  cf.br ^bb1(%v17 : i64)
^bb1(%b: i64):
  return %b : i64 loc("n")
}
// -----
func.func @random22(%a: f32, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant 0 : i64
  %v2 = arith.subi %v1, %v1 {k} : i64
  %v3:2 = "host.pair"(%i) : (index) -> (index, i1) loc(callsite("c" at "d"))
  %v4 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0 : i32
  %v5:2 = "host.pair"(%v4) {k} : (i32) -> (i32, i1)
  %v6 = arith.constant {x.y = 1 : i8} 0 : index loc(callsite("c" at "d"))
  %v7 = arith.constant 1 : index
  %v9 = scf.for %v8 = %v6 to %i step %v7 iter_args(%v10 = %v5#0) -> (i32) {
    %v11 = arith.constant {x.y = 1 : i8} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
    %v12 = arith.mulf %v11, %v11 fastmath<fast> : vector<4xf32>
    scf.yield %v4 : i32
  }
  %v13 = arith.divf %a, %a {x.y = 1 : i8} : f32
  cf.br ^bb1(%a : f32) loc(unknown)
^bb1(%b: f32):
  return %b : f32
}
// -----
func.func @random23(%a: i64, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant -2.0e+10 : f32
  memref.store %v1, %m[%i] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
  %v2 = arith.constant 0 : i32
  %v3 = arith.cmpi uge, %v2, %v2 : i32
  %v4 = arith.index_cast %i {k} : index to i64 loc("p.py":3:4)
  return %a : i64
}
// -----
func.func @random24(%a: i64, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = arith.muli %i, %i : index loc(callsite("c" at "d"))
  %v2 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} true loc(callsite("c" at "d"))
  scf.if %v2 {
    %v3 = memref.load %m[%v1] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
    %v4 = arith.index_cast %i : index to i64
  } else {
    %v5 = tensor.empty(%v1) : tensor<?xi32>
    %v6 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : index
    %v7 = tensor.extract %v5[%v6] : tensor<?xi32>
    %v8 = arith.muli %v1, %v1 overflow<nsw> : index
  }
  %v9 = tensor.empty(%v1) {k} : tensor<?xi32>
  %v10 = tensor.extract_slice %v9[0] [%i] [2] : tensor<?xi32> to tensor<?xi32>
  %v11 = arith.constant 3.25 : f64 loc(callsite("c" at "d"))
  return %v11 : f64 loc(unknown)
}
// -----
func.func @random25(%a: i32, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant {x.y = 1 : i8} 0 : index
  scf.for %v2 = %i to %i step %v1 {
    %v3:2 = "host.pair"(%a) {a = "s", b = [1, 2.5, @f]} : (i32) -> (i32, i1)
    %v4 = arith.constant {k} 5 : i64 loc(unknown)
    %v5:2 = "host.pair"(%v4) : (i64) -> (i64, i1) loc("p.py":3:4)
  } {a = "s", b = [1, 2.5, @f]} loc("n")
  %v6 = arith.constant -2.0e+10 : f32
  %v7 = arith.subf %v6, %v6 fastmath<nnan> {m = affine_map<(d0) -> (d0 + 1)>} : f32
  scf.for %v8 = %i to %v1 step %i {
    %v9 = arith.xori %v8, %i {a = "s", b = [1, 2.5, @f]} : index
    %v10 = arith.constant false
    scf.if %v10 {
      %v11 = arith.andi %v10, %v10 : i1
      %v12 = arith.constant dense<1.0> : vector<4xf32>
      %v13 = arith.constant dense<1.0> : vector<4xf32>
      %v14 = arith.subf %v12, %v13 : vector<4xf32>
    } loc("p.py":3:4)
  } {x.y = 1 : i8}
  scf.for %v15 = %v1 to %i step %i {
    %v16 = arith.constant false
    %v17 = arith.select %v16, %v6, %v6 {k} : f32
    %v18:2 = "host.pair"(%i) : (index) -> (index, i1) loc(callsite("c" at "d"))
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v19 = arith.subi %a, %a {k} : i32
  cf.br ^bb1(%v19 : i32) loc(unknown)
^bb1(%b: i32):
  return %b : i32 loc("n")
} loc(unknown)
// -----
func.func @random26(%a: f64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.index_cast %i {x.y = 1 : i8} : index to i64
  %v3 = arith.constant 1.5 : f32
  %v4 = scf.for %v2 = %i to %i step %i iter_args(%v5 = %v3) -> (f32) {
    %v6 = tensor.empty(%i) : tensor<?xi32> loc("p.py":3:4)
    %v7 = tensor.extract_slice %v6[%i] [%i] [%i] : tensor<?xi32> to tensor<?xi32>
    scf.yield %v3 : f32
  }
  %v8 = arith.constant 0 : i32
  %v9 = arith.cmpi uge, %v8, %v8 {k} : i32 loc(callsite("c" at "d"))
  %v10 = tensor.empty(%i) : tensor<?xi32> loc(unknown)
  %v11 = tensor.extract %v10[%i] {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> loc("n")
  %v12 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32>
  %v13 = arith.divf %v12, %v12 fastmath<nnan> {k} : vector<4xf32>
  %v14 = arith.constant {x.y = 1 : i8} 1 : index
  cf.br ^bb1(%v14 : index) loc(callsite("c" at "d"))
^bb1(%b: index):
  return %b : index loc(unknown)
}
// -----
func.func @random27(%a: index, %i: index, %m: memref<?xf32>) -> index {
  %v1 = ub.poison {x.y = 1 : i8} : f32 loc("n")
  memref.store %v1, %m[%i] : memref<?xf32> loc("p.py":3:4)
  scf.for %v2 = %i to %a step %a {
    %v3 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : i32 loc(callsite("c" at "d"))
    %v4 = arith.maxsi %v3, %v3 : i32
    %v5:2 = "host.pair"(%v1) : (f32) -> (f32, i1)
  }
  %v6 = memref.load %m[%i] {k} : memref<?xf32>
  return %i : index loc(callsite("c" at "d"))
}
// -----
func.func @random28(%a: index, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = tensor.empty(%a) : tensor<?xi32>
  %v2 = tensor.extract_slice %v1[0] [%a] [2] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> to tensor<?xi32>
  %v3 = tensor.extract %v2[%i] : tensor<?xi32> loc("p.py":3:4)
  %v4 = arith.cmpi uge, %v3, %v3 : i32
  %v5 = arith.constant {k} 3.25 : f64
  return %v5 : f64
} loc("n")
// -----
func.func @random29(%a: f64, %i: index, %m: memref<?xf32>) -> f32 {
  scf.for %v1 = %i to %i step %i {
    %v2 = tensor.empty(%v1) : tensor<?xi32> loc("n")
    %v3 = tensor.extract_slice %v2[0] [%i] [%i] {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> to tensor<?xi32> loc(callsite("c" at "d"))
    %v4 = tensor.extract_slice %v2[0] [%v1] [%v1] : tensor<?xi32> to tensor<?xi32>
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v5 = arith.constant {x.y = 1 : i8} 1 : index loc("n")
  %v6 = arith.index_cast %v5 {x.y = 1 : i8} : index to i64
  %v7 = arith.index_cast %v5 : index to i64 loc("p.py":3:4)
  %v9 = arith.constant dense<1.0> : vector<4xf32> loc("n")
  %v10 = scf.for %v8 = %i to %i step %i iter_args(%v11 = %v9) -> (vector<4xf32>) {
    %v13 = arith.constant 2147483647 : i32 loc(unknown)
    %v14 = scf.for %v12 = %i to %v8 step %v8 iter_args(%v15 = %v13) -> (i32) {
      %v16:2 = "host.pair"(%v9) {x.y = 1 : i8} : (vector<4xf32>) -> (vector<4xf32>, i1) loc(callsite("c" at "d"))
      %v17 = arith.constant 2147483647 : i32 loc("n")
      scf.yield %v17 : i32
    }
    scf.yield %v11 : vector<4xf32>
  } {x.y = 1 : i8}
  %v18 = arith.subi %i, %v5 : index
  %v19 = arith.constant {x.y = 1 : i8} 1.5 : f32
  cf.br ^bb1(%v19 : f32)
^bb1(%b: f32):
  return %b : f32
}
// -----
func.func @random30(%a: index, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant {k} 4 : index loc("n")
  scf.for %v2 = %i to %i step %v1 {
    %v4 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : i32 loc(callsite("c" at "d"))
    %v5 = scf.for %v3 = %v2 to %v2 step %a iter_args(%v6 = %v4) -> (i32) {
      %v8 = arith.constant 0 : index
      %v7 = tensor.empty(%v8) {k} : tensor<?xi32> loc("p.py":3:4)
      %v9 = tensor.extract %v7[%v8] : tensor<?xi32> loc("n")
      scf.yield %v6 : i32 loc("n")
    } {x.y = 1 : i8}
    %v10 = arith.constant {k} 1.5 : f32
    %v11:2 = "host.pair"(%v10) : (f32) -> (f32, i1)
  } {a = "s", b = [1, 2.5, @f]} loc("n")
  %v12 = tensor.empty(%i) {k} : tensor<?xi32> loc("p.py":3:4)
  %v13 = tensor.extract_slice %v12[0] [%i] [1] : tensor<?xi32> to tensor<?xi32>
  scf.for %v14 = %a to %v1 step %i {
    %v15 = arith.subi %i, %v1 : index
    %v16 = arith.constant -2.0e+10 : f32
    %v17 = memref.alloc(%v15) {k} : memref<?xf32>
    memref.store %v16, %v17[%a] : memref<?xf32> loc("p.py":3:4)
  } {k}
  %v18 = arith.constant 0 : index
  scf.for %v19 = %v1 to %a step %v18 {
    %v20 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} false
    %v21 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
    %v22 = arith.select %v20, %v21, %v21 {x.y = 1 : i8} : vector<4xf32>
    %v23 = arith.constant true loc("n")
    %v24 = arith.select %v23, %v20, %v20 : i1 loc("n")
  }
  %v25 = tensor.extract_slice %v12[%v18] [%v18] [1] : tensor<?xi32> to tensor<?xi32> loc("p.py":3:4)
  %v26 = arith.constant 5 : i64
  return %v26 : i64
}
// -----
func.func @random31(%a: i1, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 2147483647 : i32
  %v2 = arith.select %a, %v1, %v1 : i32
  %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0 : i32
  %v4 = arith.constant {k} 1 : i32 loc("p.py":3:4)
  %v5 = arith.select %a, %v3, %v4 {k} : i32 loc(callsite("c" at "d"))
  %v6 = arith.constant {x.y = 1 : i8} 0.0 : f32 loc("p.py":3:4)
  %v7 = arith.mulf %v6, %v6 fastmath<fast> : f32 loc(callsite("c" at "d"))
  %v8 = arith.cmpi uge, %v1, %v5 {m = affine_map<(d0) -> (d0 + 1)>} : i32 loc(callsite("c" at "d"))
  %v9 = arith.constant {x.y = 1 : i8} 1 : i32
  %v10 = arith.cmpi uge, %v4, %v9 {a = "s", b = [1, 2.5, @f]} : i32
  cf.br ^bb1(%a : i1) loc(unknown)
^bb1(%b: i1):
  return %b : i1
} loc(unknown)
// -----
func.func @random32(%a: i1, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = arith.constant {a = "s", b = [1, 2.5, @f]} 0.0 : f32
  memref.store %v1, %m[%i] : memref<?xf32>
  %v2 = arith.constant -2.0e+10 : f32 loc(unknown)
  memref.store %v2, %m[%i] : memref<?xf32> loc(callsite("c" at "d"))
  %v3 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : i32 loc("n")
  %v4 = arith.cmpi slt, %v3, %v3 {k} : i32
  %v5 = arith.constant {k} 3.25 : f64
  return %v5 : f64
} loc(callsite("c" at "d"))
// -----
func.func @random33(%a: i32, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant 0.0 : f32
  %v2:2 = "host.pair"(%v1) : (f32) -> (f32, i1)
  %v3 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : index
  %v4 = arith.andi %i, %v3 {a = "s", b = [1, 2.5, @f]} : index loc("n")
  %v5 = tensor.empty(%i) : tensor<?xi32> loc("n")
  %v6 = arith.constant {k} 1 : index loc("n")
  %v7 = tensor.extract_slice %v5[0] [%v6] [%v6] : tensor<?xi32> to tensor<?xi32> loc("p.py":3:4)
  %v8 = arith.constant 0 : index
  %v9 = arith.constant 1 : index loc("n")
  %v11 = arith.constant dense<1.0> : vector<4xf32>
  %v12 = scf.for %v10 = %v8 to %v3 step %v9 iter_args(%v13 = %v11) -> (vector<4xf32>) {
    %v15 = scf.for %v14 = %v4 to %v8 step %v10 iter_args(%v16 = %v2#1) -> (i1) {
      %v17 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 4 : index
      %v19 = arith.constant {x.y = 1 : i8} 3.25 : f64
      %v20 = scf.for %v18 = %v17 to %v4 step %i iter_args(%v21 = %v19) -> (f64) {
        memref.store %v2#0, %m[%v17] : memref<?xf32>
        scf.yield %v21 : f64 loc("p.py":3:4)
      } {m = affine_map<(d0) -> (d0 + 1)>}
      scf.yield %v2#1 : i1 loc("n")
    } loc("n")
    scf.yield %v13 : vector<4xf32> loc(unknown)
  } loc(unknown)
  %v22 = tensor.extract %v5[%v3] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc("p.py":3:4)
  %v23 = tensor.extract %v7[%v6] : tensor<?xi32> loc("p.py":3:4)
  %v24 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : i64 loc("p.py":3:4)
  cf.br ^bb1(%v24 : i64) loc("p.py":3:4)
^bb1(%b: i64):
  return %b : i64
}
// -----
func.func @random34(%a: i1, %i: index, %m: memref<?xf32>) -> index {
  scf.if %a {
    %v1 = ub.poison : i1
    %v2 = memref.load %m[%i] : memref<?xf32>
  } else {
    scf.for %v3 = %i to %i step %i {
      %v4 = arith.constant -3 : i32
      %v5 = arith.subi %v4, %v4 : i32 loc("p.py":3:4)
      %v6 = tensor.empty(%v3) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
      %v7 = tensor.extract %v6[%v3] {x.y = 1 : i8} : tensor<?xi32> loc(callsite("c" at "d"))
    } loc("p.py":3:4)
    %v8 = arith.constant 3.25 : f64
    %v9:2 = "host.pair"(%v8) : (f64) -> (f64, i1) loc(unknown)
  } {a = "s", b = [1, 2.5, @f]} loc("p.py":3:4)
  %v10 = arith.constant false
  %v11 = arith.shli %v10, %a {k} : i1 loc("n")
  %v12 = tensor.empty(%i) {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc(callsite("c" at "d"))
  %v13 = tensor.extract_slice %v12[0] [%i] [%i] : tensor<?xi32> to tensor<?xi32> loc(unknown)
  return %i : index
} loc("n")
// -----
func.func @random35(%a: i1, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = ub.poison {x.y = 1 : i8} : i1
  %v2 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 3.25 : f64
  %v3 = arith.select %v1, %v2, %v2 {a = "s", b = [1, 2.5, @f]} : f64 loc("p.py":3:4)
  scf.for %v4 = %i to %i step %i {
    %v5 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
    %v6 = tensor.extract_slice %v5[0] [%i] [2] {k} : tensor<?xi32> to tensor<?xi32>
    %v7 = arith.constant {k} 0 : index
    %v8 = tensor.extract %v6[%v7] {x.y = 1 : i8} : tensor<?xi32> loc("p.py":3:4)
  }
  %v9 = arith.constant {x.y = 1 : i8} 0.0 : f32 loc(callsite("c" at "d"))
  return %v9 : f32
}
// -----
func.func @random36(%a: index, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant {k} true loc(callsite("c" at "d"))
  scf.if %v1 {
    %v2 = arith.constant {x.y = 1 : i8} false
    scf.if %v2 {
      %v3 = scf.if %v1 -> (index) {
        %v4 = arith.constant 1.5 : f32
        %v5:2 = "host.pair"(%v4) {x.y = 1 : i8} : (f32) -> (f32, i1) loc(unknown)
        scf.yield %a : index
      } else {
        %v6 = ub.poison {x.y = 1 : i8} : index loc(unknown)
        %v7 = arith.constant {x.y = 1 : i8} 4 : index loc(unknown)
        scf.yield %v7 : index
      } {x.y = 1 : i8} loc(callsite("c" at "d"))
      %v8 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} false
      %v9 = arith.maxsi %v8, %v1 : i1
    } {a = "s", b = [1, 2.5, @f]}
    %v10 = arith.constant 1.5 : f32 loc("n")
    memref.store %v10, %m[%i] : memref<?xf32>
  } {m = affine_map<(d0) -> (d0 + 1)>} loc("p.py":3:4)
  scf.for %v11 = %a to %i step %a {
    %v12 = arith.constant {a = "s", b = [1, 2.5, @f]} -2.0e+10 : f32 loc("p.py":3:4)
    %v13 = arith.mulf %v12, %v12 : f32 loc(callsite("c" at "d"))
    scf.if %v1 {
      %v14 = memref.load %m[%a] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
      scf.for %v15 = %a to %v11 step %i {
        %v16 = memref.alloc(%v15) {a = "s", b = [1, 2.5, @f]} : memref<?xf32> loc(callsite("c" at "d"))
        %v17 = memref.load %v16[%a] : memref<?xf32> loc(callsite("c" at "d"))
        %v18 = arith.muli %v11, %a : index loc("p.py":3:4)
      } {m = affine_map<(d0) -> (d0 + 1)>}
    } else {
      %v19 = arith.constant 1 : i32
      %v20:2 = "host.pair"(%v19) : (i32) -> (i32, i1) loc("p.py":3:4)
      %v21 = arith.constant 0 : i64
      %v22 = arith.andi %v21, %v21 : i64 loc(unknown)
    } {x.y = 1 : i8} loc(callsite("c" at "d"))
  }
  %v23 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32>
  %v24 = arith.addf %v23, %v23 fastmath<nnan> {k} : vector<4xf32> loc(callsite("c" at "d"))
  cf.br ^bb1(%v1 : i1) loc(unknown)
^bb1(%b: i1):
  return %b : i1
}
// -----
func.func @random37(%a: index, %i: index, %m: memref<?xf32>) -> index {
  scf.for %v1 = %i to %a step %a {
    %v2 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : i32
    %v3 = arith.subi %v2, %v2 : i32
    %v4 = arith.constant {x.y = 1 : i8} 1 : i32 loc(unknown)
    %v5 = arith.cmpi slt, %v2, %v4 : i32 loc("p.py":3:4)
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v6 = arith.constant 1 : i32
  %v7 = arith.cmpi ne, %v6, %v6 {k} : i32 loc("p.py":3:4)
  %v8 = arith.constant 3.25 : f64 loc(unknown)
  %v9 = arith.subf %v8, %v8 fastmath<fast> {m = affine_map<(d0) -> (d0 + 1)>} : f64 loc(unknown)
  %v10 = arith.addi %v6, %v6 : i32 loc(callsite("c" at "d"))
  return %i : index
} loc("n")
// -----
func.func @random38(%a: i64, %i: index, %m: memref<?xf32>) -> i64 {
  scf.for %v1 = %i to %i step %i {
    %v2 = arith.constant 1.5 : f32
    %v3:2 = "host.pair"(%v2) {a = "s", b = [1, 2.5, @f]} : (f32) -> (f32, i1)
    %v4 = arith.constant {a = "s", b = [1, 2.5, @f]} dense<1.0> : vector<4xf32>
    %v5:2 = "host.pair"(%v4) {a = "s", b = [1, 2.5, @f]} : (vector<4xf32>) -> (vector<4xf32>, i1)
  }
  %v6 = memref.alloc(%i) : memref<?xf32>
  %v7 = memref.load %v6[%i] : memref<?xf32>
  %v8 = arith.constant {k} 0 : index
  scf.for %v9 = %i to %i step %v8 {
    %v10 = arith.constant {a = "s", b = [1, 2.5, @f]} 1 : index loc(unknown)
    scf.for %v11 = %v9 to %v10 step %v9 {
      %v12 = arith.constant {k} 2147483647 : i32
      %v13 = arith.cmpi eq, %v12, %v12 {k} : i32
      %v14 = arith.constant dense<1.0> : vector<4xf32>
      %v15:2 = "host.pair"(%v14) : (vector<4xf32>) -> (vector<4xf32>, i1)
    }
    %v16 = arith.constant true
    scf.if %v16 {
      %v17 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32>
      %v18 = arith.subf %v17, %v17 fastmath<nnan> : vector<4xf32> loc("p.py":3:4)
      scf.if %v16 {
        %v19 = arith.constant 3.25 : f64
        %v20 = arith.maximumf %v19, %v19 fastmath<nnan> : f64
      } {k}
    } else {
      %v21 = arith.mulf %v7, %v7 fastmath<nnan> {k} : f32
      %v22 = ub.poison {m = affine_map<(d0) -> (d0 + 1)>} : f64
    } {a = "s", b = [1, 2.5, @f]} loc(callsite("c" at "d"))
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v23 = arith.constant 2147483647 : i32
  %v24 = arith.addi %v23, %v23 {k} : i32
  %v25 = memref.load %m[%i] {a = "s", b = [1, 2.5, @f]} : memref<?xf32>
  return %a : i64 loc(callsite("c" at "d"))
}
// -----
func.func @random39(%a: i1, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = ub.poison : f32
  %v2 = arith.constant 2147483647 : i32 loc("p.py":3:4)
  %v3 = arith.constant -3 : i32
  %v4 = arith.cmpi eq, %v2, %v3 {x.y = 1 : i8} : i32
  %v5 = arith.constant true
  %v6 = arith.select %v5, %v2, %v3 {m = affine_map<(d0) -> (d0 + 1)>} : i32
  %v7 = arith.constant 5 : i64
  %v8 = arith.shli %v7, %v7 overflow<nsw> : i64 loc(callsite("c" at "d"))
  %v10 = scf.for %v9 = %i to %i step %i iter_args(%v11 = %i) -> (index) {
    %v12 = scf.if %v5 -> (i32) {
      %v14 = scf.for %v13 = %i to %v11 step %v11 iter_args(%v15 = %v11) -> (index) {
        %v16 = memref.load %m[%i] : memref<?xf32>
        scf.yield %v9 : index
      } {a = "s", b = [1, 2.5, @f]} loc("p.py":3:4)
      %v17 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 2147483647 : i32
      scf.yield %v17 : i32 loc("p.py":3:4)
    } else {
      %v18 = arith.constant {x.y = 1 : i8} 0 : index
      %v19 = arith.index_cast %v18 {m = affine_map<(d0) -> (d0 + 1)>} : index to i64
      scf.yield %v3 : i32
    }
    scf.yield %v9 : index loc("n")
  }
  %v20 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 3.25 : f64
  return %v20 : f64
}
// -----
func.func @random40(%a: f64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant {k} dense<1.0> : vector<4xf32>
  %v2 = arith.maximumf %v1, %v1 : vector<4xf32>
  %v3 = ub.poison : i64 loc("p.py":3:4)
  scf.for %v4 = %i to %i step %i {
    %v5 = arith.constant 4 : index
    %v7 = scf.for %v6 = %v4 to %v5 step %v5 iter_args(%v8 = %a) -> (f64) {
      %v9 = tensor.empty(%v4) : tensor<?xi32>
      %v10 = tensor.extract_slice %v9[%i] [%i] [2] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32> loc("p.py":3:4)
      scf.yield %v8 : f64
    } {m = affine_map<(d0) -> (d0 + 1)>}
    %v11 = arith.constant 2147483647 : i32 loc(callsite("c" at "d"))
    %v12 = arith.cmpi eq, %v11, %v11 : i32
  } {a = "s", b = [1, 2.5, @f]}
  %v13 = arith.constant {x.y = 1 : i8} -2.0e+10 : f32 loc("n")
  %v14 = memref.alloc(%i) {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
  memref.store %v13, %v14[%i] : memref<?xf32>
  %v16 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : index
  %v15 = tensor.empty(%v16) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> loc("n")
  %v17 = tensor.extract_slice %v15[%v16] [%v16] [2] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> to tensor<?xi32>
  %v18 = tensor.extract_slice %v17[0] [%v16] [1] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32> loc(callsite("c" at "d"))
  return %i : index
}
// -----
func.func @random41(%a: f64, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant 5 : i64
  %v2 = arith.andi %v1, %v1 {k} : i64
  %v3 = arith.constant {a = "s", b = [1, 2.5, @f]} 4 : index
  scf.for %v4 = %v3 to %i step %v3 {
    %v5 = arith.constant 4 : index loc("n")
    %v6 = arith.xori %v5, %v4 {x.y = 1 : i8} : index loc("n")
    %v7 = arith.constant 1.5 : f32
    %v8:2 = "host.pair"(%v7) : (f32) -> (f32, i1)
  }
  scf.for %v9 = %i to %v3 step %i {
    %v10 = arith.constant true
    %v11 = arith.select %v10, %a, %a {m = affine_map<(d0) -> (d0 + 1)>} : f64
    scf.if %v10 {
      %v12 = arith.xori %v9, %v9 {a = "s", b = [1, 2.5, @f]} : index
      %v13 = tensor.empty(%i) {x.y = 1 : i8} : tensor<?xi32>
      %v14 = arith.constant 4 : index loc("n")
      %v15 = tensor.extract_slice %v13[0] [%v14] [%v14] {k} : tensor<?xi32> to tensor<?xi32> loc("p.py":3:4)
    } {a = "s", b = [1, 2.5, @f]} loc("p.py":3:4)
  }
  %v16 = arith.constant {a = "s", b = [1, 2.5, @f]} -2.0e+10 : f32 loc(unknown)
  cf.br ^bb1(%v16 : f32)
^bb1(%b: f32):
  return %b : f32 loc("p.py":3:4)
}
// -----
func.func @random42(%a: index, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = ub.poison {m = affine_map<(d0) -> (d0 + 1)>} : vector<4xf32>
  %v2 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : index loc("n")
  %v4 = scf.for %v3 = %a to %v2 step %i iter_args(%v5 = %a) -> (index) {
    scf.for %v6 = %i to %v5 step %v5 {
      %v7 = arith.constant false
      %v8 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 2147483647 : i32 loc("p.py":3:4)
      %v9 = arith.select %v7, %v8, %v8 : i32
      %v10:2 = "host.pair"(%v6) : (index) -> (index, i1)
    } loc("n")
    %v11 = arith.constant {k} 1 : index loc("n")
    scf.yield %v11 : index
  } {m = affine_map<(d0) -> (d0 + 1)>} loc(unknown)
  scf.for %v12 = %v2 to %a step %a {
    %v13 = arith.constant true loc("p.py":3:4)
    %v14 = scf.if %v13 -> (f64) {
      %v15 = arith.constant -2.0e+10 : f32
      memref.store %v15, %m[%i] : memref<?xf32> loc("p.py":3:4)
      %v16 = arith.constant {x.y = 1 : i8} 3.25 : f64 loc("n")
      scf.yield %v16 : f64 loc(callsite("c" at "d"))
    } else {
      %v17 = arith.constant 2147483647 : i32 loc("n")
      %v18 = arith.constant {k} -3 : i32 loc("p.py":3:4)
      %v19 = arith.cmpi eq, %v17, %v18 {k} : i32
      %v20 = arith.constant 3.25 : f64
      scf.yield %v20 : f64 loc("p.py":3:4)
    } {x.y = 1 : i8}
    %v21 = memref.load %m[%i] : memref<?xf32> loc("n")
  } {a = "s", b = [1, 2.5, @f]} loc("n")
  %v22 = arith.shli %a, %v4 {a = "s", b = [1, 2.5, @f]} : index
  %v23 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1.5 : f32 loc("n")
  cf.br ^bb1(%v23 : f32)
^bb1(%b: f32):
  return %b : f32 loc(callsite("c" at "d"))
} loc("n")
// -----
func.func @random43(%a: f64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} false
  %v2 = scf.if %v1 -> (index) {
    %v3 = arith.constant {k} -3 : i32
    %v4 = arith.cmpi slt, %v3, %v3 : i32
    scf.yield %i : index
  } else {
    %v6 = arith.constant 1 : index
    %v5 = tensor.empty(%v6) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> loc("p.py":3:4)
    %v7 = tensor.extract_slice %v5[0] [%v6] [2] : tensor<?xi32> to tensor<?xi32> loc("n")
    %v8 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : index loc("p.py":3:4)
    scf.yield %v8 : index loc("p.py":3:4)
  } {k}
  %v9 = arith.subi %i, %i : index loc("n")
  %v10 = arith.constant {a = "s", b = [1, 2.5, @f]} -1 : i64
  %v11 = arith.select %v1, %v10, %v10 : i64
  scf.for %v12 = %v9 to %v2 step %v9 {
    %v13 = ub.poison : i64 loc("p.py":3:4)
    %v14 = arith.constant {k} 0 : index
    %v15 = arith.addi %v14, %v2 overflow<nsw> : index loc(callsite("c" at "d"))
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v16 = arith.index_cast %v2 {x.y = 1 : i8} : index to i64 loc("p.py":3:4)
  return %v9 : index loc("n")
}
// -----
func.func @random44(%a: f32, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = tensor.empty(%i) : tensor<?xi32>
  %v2 = tensor.extract %v1[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
  %v3 = memref.load %m[%i] : memref<?xf32>
  %v4 = tensor.extract_slice %v1[0] [%i] [2] : tensor<?xi32> to tensor<?xi32> loc(unknown)
  %v5 = arith.constant -1 : i64
  cf.br ^bb1(%v5 : i64)
^bb1(%b: i64):
  return %b : i64 loc("n")
}
// -----
func.func @random45(%a: i64, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant {k} 2147483647 : i32 loc(callsite("c" at "d"))
  %v2 = arith.cmpi uge, %v1, %v1 {k} : i32 loc(callsite("c" at "d"))
  scf.if %v2 {
    %v3 = arith.cmpi eq, %v1, %v1 : i32
    %v4 = scf.if %v2 -> (i1) {
      %v5 = ub.poison {a = "s", b = [1, 2.5, @f]} : index loc("p.py":3:4)
      scf.yield %v3 : i1
    } else {
      scf.for %v6 = %i to %i step %i {
        %v7 = ub.poison : i1
      } {a = "s", b = [1, 2.5, @f]} loc(unknown)
      scf.yield %v3 : i1
    } {k} loc(callsite("c" at "d"))
  } {a = "s", b = [1, 2.5, @f]}
  %v8 = arith.addi %a, %a : i64
  %v9 = memref.load %m[%i] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
  %v10 = arith.constant {a = "s", b = [1, 2.5, @f]} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
  %v11 = arith.subf %v10, %v10 fastmath<fast> : vector<4xf32>
  %v12 = arith.cmpi slt, %v1, %v1 : i32 loc(callsite("c" at "d"))
  cf.br ^bb1(%v1 : i32) loc(unknown)
^bb1(%b: i32):
  return %b : i32
} loc("p.py":3:4)
// -----
func.func @random46(%a: f32, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant 1 : index loc("p.py":3:4)
  %v2 = memref.load %m[%v1] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32> loc("p.py":3:4)
  %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 2147483647 : i32 loc("n")
  %v4 = arith.cmpi slt, %v3, %v3 {x.y = 1 : i8} : i32
  %v5 = arith.divf %a, %v2 : f32 loc(callsite("c" at "d"))
  %v6 = arith.constant -3 : i32
  %v7 = arith.select %v4, %v3, %v6 : i32 loc(callsite("c" at "d"))
  %v8 = arith.constant -1 : i64 loc("p.py":3:4)
  cf.br ^bb1(%v8 : i64) loc("n")
^bb1(%b: i64):
  return %b : i64
}
// -----
func.func @random47(%a: i1, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant 0.0 : f32
  %v2:2 = "host.pair"(%v1) {x.y = 1 : i8} : (f32) -> (f32, i1)
  %v3 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> loc("p.py":3:4)
  %v4 = tensor.extract %v3[%i] : tensor<?xi32>
  %v5 = ub.poison {k} : i1
  %v6 = tensor.extract %v3[%i] : tensor<?xi32>
  %v7 = arith.index_cast %i {a = "s", b = [1, 2.5, @f]} : index to i64 loc(callsite("c" at "d"))
  return %v2#0 : f32
}
// -----
func.func @random48(%a: f32, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant 2147483647 : i32 loc(unknown)
  %v2 = arith.cmpi eq, %v1, %v1 {k} : i32
  %v3 = tensor.empty(%i) {k} : tensor<?xi32>
  %v4 = tensor.extract_slice %v3[0] [%i] [1] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32> loc(callsite("c" at "d"))
  %v6 = scf.for %v5 = %i to %i step %i iter_args(%v7 = %i) -> (index) {
    %v8 = arith.cmpi ne, %v1, %v1 : i32
    scf.yield %i : index
  } {m = affine_map<(d0) -> (d0 + 1)>} loc(callsite("c" at "d"))
  %v9 = scf.if %v2 -> (f32) {
    %v10 = arith.cmpi eq, %v1, %v1 {k} : i32 loc(callsite("c" at "d"))
    scf.yield %a : f32
  } else {
    memref.store %a, %m[%i] {x.y = 1 : i8} : memref<?xf32>
    scf.yield %a : f32
  } {a = "s", b = [1, 2.5, @f]}
  %v11 = arith.constant {a = "s", b = [1, 2.5, @f]} true loc("p.py":3:4)
  %v12 = scf.if %v11 -> (i32) {
    %v13 = arith.select %v11, %v1, %v1 {m = affine_map<(d0) -> (d0 + 1)>} : i32
    scf.yield %v1 : i32
  } else {
    %v14 = memref.load %m[%i] : memref<?xf32>
    scf.yield %v1 : i32
  } loc("p.py":3:4)
  %v15 = arith.andi %v12, %v1 : i32 loc(callsite("c" at "d"))
  return %v11 : i1 loc(unknown)
} loc("n")
// -----
func.func @random49(%a: i1, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant -1 : i64
  %v2 = arith.constant -1 : i64
  %v3 = arith.andi %v1, %v2 {a = "s", b = [1, 2.5, @f]} : i64
  %v4 = arith.constant {x.y = 1 : i8} -2.0e+10 : f32
  %v5:2 = "host.pair"(%v4) {x.y = 1 : i8} : (f32) -> (f32, i1) loc("p.py":3:4)
  scf.if %a {
    %v6 = arith.constant 0 : index
    scf.for %v7 = %i to %v6 step %i {
      %v8 = arith.constant 4 : index
      scf.for %v9 = %v6 to %v8 step %i {
        %v10 = memref.alloc(%v6) : memref<?xf32>
        memref.store %v4, %v10[%v9] : memref<?xf32> loc(unknown)
      }
      %v11 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1 : i32 loc(unknown)
      %v12 = arith.maxsi %v11, %v11 : i32
    } loc(unknown)
    %v13 = tensor.empty(%v6) : tensor<?xi32> loc(callsite("c" at "d"))
    %v14 = tensor.extract %v13[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc(unknown)
  } {x.y = 1 : i8}
  %v15 = tensor.empty(%i) {k} : tensor<?xi32> loc(callsite("c" at "d"))
  %v16 = tensor.extract_slice %v15[%i] [%i] [%i] {k} : tensor<?xi32> to tensor<?xi32>
  %v17 = arith.constant -3 : i32
  return %v17 : i32
}
// -----
func.func @random50(%a: index, %i: index, %m: memref<?xf32>) -> i32 {
  %v1:2 = "host.pair"(%a) : (index) -> (index, i1)
  %v2 = arith.constant 3.25 : f64
  %v3 = arith.addf %v2, %v2 {k} : f64 loc(unknown)
  %v4 = tensor.empty(%v1#0) {x.y = 1 : i8} : tensor<?xi32>
  %v5 = tensor.extract %v4[%v1#0] : tensor<?xi32>
  %v6 = arith.subi %v5, %v5 overflow<nsw> {k} : i32 loc(unknown)
  %v7 = arith.index_cast %a : index to i64
  cf.br ^bb1(%v5 : i32)
^bb1(%b: i32):
  return %b : i32
} loc(callsite("c" at "d"))
// -----
func.func @random51(%a: i1, %i: index, %m: memref<?xf32>) -> f64 {
  %v1 = tensor.empty(%i) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
  %v2 = tensor.extract_slice %v1[0] [%i] [1] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> to tensor<?xi32> loc(callsite("c" at "d"))
  %v3 = arith.constant {x.y = 1 : i8} 1.5 : f32
  %v4 = arith.subf %v3, %v3 : f32 loc("p.py":3:4)
  %v5 = scf.if %a -> (i1) {
    %v6 = arith.xori %i, %i {a = "s", b = [1, 2.5, @f]} : index
    scf.yield %a : i1
  } else {
    %v7 = arith.constant {x.y = 1 : i8} 3.25 : f64 loc("n")
    %v8:2 = "host.pair"(%v7) : (f64) -> (f64, i1)
    scf.yield %a : i1
  } {a = "s", b = [1, 2.5, @f]} loc(callsite("c" at "d"))
  %v9 = memref.load %m[%i] : memref<?xf32> loc(unknown)
  %v10 = memref.alloc(%i) {a = "s", b = [1, 2.5, @f]} : memref<?xf32> loc("n")
  %v11 = memref.load %v10[%i] {m = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>
  %v12 = arith.constant 3.25 : f64 loc("p.py":3:4)
  cf.br ^bb1(%v12 : f64)
^bb1(%b: f64):
  return %b : f64
}
// -----
func.func @random52(%a: index, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} -1 : i64
  %v2:2 = "host.pair"(%v1) {k} : (i64) -> (i64, i1)
  %v3 = arith.constant 0 : index
  %v4 = arith.constant {a = "s", b = [1, 2.5, @f]} 1 : index loc(callsite("c" at "d"))
  scf.for %v5 = %v3 to %v4 step %v3 {
    %v7 = scf.for %v6 = %i to %i step %a iter_args(%v8 = %v1) -> (i64) {
      %v9 = arith.constant 1.5 : f32 loc(unknown)
      %v10 = arith.subf %v9, %v9 fastmath<fast> {k} : f32
      scf.yield %v8 : i64 loc("n")
    } {m = affine_map<(d0) -> (d0 + 1)>} loc("n")
    %v11 = arith.constant {a = "s", b = [1, 2.5, @f]} 1 : index
    %v13 = scf.for %v12 = %a to %v11 step %a iter_args(%v14 = %v2#1) -> (i1) {
      %v15 = arith.constant 3.25 : f64
      %v16 = arith.addf %v15, %v15 fastmath<fast> : f64
      scf.yield %v14 : i1
    } {a = "s", b = [1, 2.5, @f]}
  } {k}
  %v17 = arith.constant {k} 0.0 : f32 loc(unknown)
  %v18 = memref.alloc(%v3) : memref<?xf32> loc(callsite("c" at "d"))
  memref.store %v17, %v18[%a] {k} : memref<?xf32> loc(callsite("c" at "d"))
  %v20 = arith.constant 1 : i32
  %v21 = scf.for %v19 = %a to %a step %v4 iter_args(%v22 = %v20) -> (i32) {
    %v23 = arith.constant {x.y = 1 : i8} true loc("p.py":3:4)
    %v24 = scf.if %v23 -> (vector<4xf32>) {
      %v25 = tensor.empty(%i) {k} : tensor<?xi32> loc("p.py":3:4)
      %v26 = tensor.extract %v25[%i] : tensor<?xi32>
      %v27 = arith.constant dense<1.0> : vector<4xf32> loc("n")
      scf.yield %v27 : vector<4xf32>
    } else {
      %v28 = arith.select %v2#1, %v23, %v2#1 : i1 loc("p.py":3:4)
      %v29 = arith.constant {a = "s", b = [1, 2.5, @f]} dense<1.0> : vector<4xf32>
      scf.yield %v29 : vector<4xf32>
    }
    scf.yield %v20 : i32
  } {m = affine_map<(d0) -> (d0 + 1)>} loc(unknown)
  %v30 = arith.addf %v17, %v17 fastmath<fast> {m = affine_map<(d0) -> (d0 + 1)>} : f32
  cf.br ^bb1(%v21 : i32) loc(unknown)
^bb1(%b: i32):
  return %b : i32
}
// -----
func.func @random53(%a: f32, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant 0 : index
  scf.for %v2 = %v1 to %i step %i {
    %v3 = arith.constant true
    %v4 = arith.subi %v3, %v3 {k} : i1 loc(callsite("c" at "d"))
    %v5 = arith.constant -1 : i64
    %v6:2 = "host.pair"(%v5) : (i64) -> (i64, i1) loc("p.py":3:4)
  }
  %v7 = arith.constant {a = "s", b = [1, 2.5, @f]} true
  %v8 = arith.constant 1.5 : f32 loc(callsite("c" at "d"))
  %v9 = arith.select %v7, %a, %v8 : f32
  %v10 = tensor.empty(%v1) {a = "s", b = [1, 2.5, @f]} : tensor<?xi32>
  %v11 = tensor.extract %v10[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc("n")
  %v12 = tensor.extract_slice %v10[%i] [%i] [2] : tensor<?xi32> to tensor<?xi32>
  return %v9 : f32
}
// -----
func.func @random54(%a: f32, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = ub.poison : f64
  %v2 = ub.poison : i1 loc(callsite("c" at "d"))
  %v3 = memref.load %m[%i] : memref<?xf32> loc("p.py":3:4)
  %v4 = arith.constant 0 : index
  %v5 = arith.index_cast %v4 {a = "s", b = [1, 2.5, @f]} : index to i64
  return %v2 : i1 loc(callsite("c" at "d"))
} loc("n")
// -----
func.func @random55(%a: f32, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant dense<1.0> : vector<4xf32>
  %v2 = arith.subf %v1, %v1 fastmath<fast> : vector<4xf32> loc(unknown)
  %v3 = arith.index_cast %i {a = "s", b = [1, 2.5, @f]} : index to i64
  %v4:2 = "host.pair"(%v2) {x.y = 1 : i8} : (vector<4xf32>) -> (vector<4xf32>, i1)
  %v5 = arith.index_cast %i : index to i64
  %v6 = tensor.empty(%i) : tensor<?xi32> loc("p.py":3:4)
  %v7 = tensor.extract %v6[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
  return %v4#1 : i1
} loc(unknown)
// -----
func.func @random56(%a: f64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant {x.y = 1 : i8} true loc(unknown)
  scf.if %v1 {
    %v2 = arith.constant 0 : i32 loc("p.py":3:4)
    %v3 = arith.addi %v2, %v2 overflow<nsw> : i32
    %v4 = scf.if %v1 -> (index) {
      %v5 = arith.constant false
      %v6 = arith.maxsi %v1, %v5 {m = affine_map<(d0) -> (d0 + 1)>} : i1 loc("p.py":3:4)
      scf.yield %i : index
    } else {
      %v7 = ub.poison : i32
      scf.yield %i : index
    } loc(unknown)
  } else {
    %v8 = arith.constant {k} -2.0e+10 : f32 loc("p.py":3:4)
    memref.store %v8, %m[%i] : memref<?xf32>
    %v10 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} dense<1.0> : vector<4xf32>
    %v11 = scf.for %v9 = %i to %i step %i iter_args(%v12 = %v10) -> (vector<4xf32>) {
      %v13 = arith.constant -3 : i32
      %v14 = arith.cmpi eq, %v13, %v13 : i32
      scf.yield %v12 : vector<4xf32> loc("n")
    } {k} loc("n")
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v15 = arith.constant -3 : i32
  %v16 = arith.constant 0 : i32 loc(callsite("c" at "d"))
  %v17 = arith.cmpi eq, %v15, %v16 {m = affine_map<(d0) -> (d0 + 1)>} : i32
  scf.for %v18 = %i to %i step %i {
    %v19 = ub.poison : i32 loc("n")
    %v20 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 1.5 : f32 loc("p.py":3:4)
    %v21 = arith.maximumf %v20, %v20 : f32
  } {a = "s", b = [1, 2.5, @f]}
  %v22 = ub.poison {x.y = 1 : i8} : index
  scf.for %v23 = %i to %v22 step %i {
    %v24 = arith.constant 0.0 : f32 loc(callsite("c" at "d"))
    memref.store %v24, %m[%i] : memref<?xf32>
    %v26 = scf.for %v25 = %v23 to %i step %v22 iter_args(%v27 = %i) -> (index) {
      %v28 = arith.index_cast %i : index to i64
      scf.yield %v25 : index loc(callsite("c" at "d"))
    } {x.y = 1 : i8} loc(unknown)
  } {a = "s", b = [1, 2.5, @f]} loc("p.py":3:4)
  return %v22 : index loc("p.py":3:4)
}
// -----
func.func @random57(%a: f32, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant 5 : i64
  %v2:2 = "host.pair"(%v1) {k} : (i64) -> (i64, i1)
  %v4 = arith.constant 3.25 : f64 loc("n")
  %v5 = scf.for %v3 = %i to %i step %i iter_args(%v6 = %v4) -> (f64) {
    %v7 = arith.constant dense<1.0> : vector<4xf32>
    %v8 = arith.select %v2#1, %v7, %v7 {x.y = 1 : i8} : vector<4xf32>
    scf.yield %v6 : f64
  }
  %v9 = arith.index_cast %i : index to i64
  %v10 = tensor.empty(%i) : tensor<?xi32>
  %v11 = tensor.extract %v10[%i] : tensor<?xi32> loc(callsite("c" at "d"))
  return %i : index
} loc("p.py":3:4)
// -----
func.func @random58(%a: i1, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant 2147483647 : i32 loc(unknown)
  %v2 = arith.cmpi slt, %v1, %v1 {a = "s", b = [1, 2.5, @f]} : i32
  %v3 = arith.constant dense<1.0> : vector<4xf32>
  %v4:2 = "host.pair"(%v3) : (vector<4xf32>) -> (vector<4xf32>, i1) loc(callsite("c" at "d"))
  %v5 = tensor.empty(%i) {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32> loc("p.py":3:4)
  %v6 = tensor.extract %v5[%i] : tensor<?xi32> loc("n")
  %v7 = ub.poison : vector<4xf32>
  %v8 = arith.constant {k} 0.0 : f32 loc(unknown)
  memref.store %v8, %m[%i] : memref<?xf32>
  %v9 = arith.index_cast %i {k} : index to i64 loc(callsite("c" at "d"))
  return %a : i1 loc("p.py":3:4)
} loc("p.py":3:4)
// -----
func.func @random59(%a: i32, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = memref.load %m[%i] : memref<?xf32>
  %v2 = arith.subf %v1, %v1 fastmath<nnan> : f32 loc("n")
  %v3 = arith.subi %i, %i overflow<nsw> : index
  %v4 = ub.poison : i64 loc("n")
  %v5 = memref.load %m[%v3] : memref<?xf32>
  %v6 = arith.constant {k} true loc(unknown)
  %v7 = arith.select %v6, %i, %i : index loc(unknown)
  return %v6 : i1
} loc("p.py":3:4)
// -----
func.func @random60(%a: f64, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant true
  scf.if %v1 {
    %v2 = arith.constant {x.y = 1 : i8} 2147483647 : i32
    %v3 = arith.constant 0 : i32
    %v4 = arith.muli %v2, %v3 overflow<nsw> : i32 loc("n")
    %v5 = ub.poison : i1 loc(callsite("c" at "d"))
  } else {
    %v6 = arith.muli %v1, %v1 {x.y = 1 : i8} : i1 loc(unknown)
    %v7 = arith.constant 2147483647 : i32 loc(callsite("c" at "d"))
    %v8 = arith.muli %v7, %v7 : i32
  }
  %v10 = scf.for %v9 = %i to %i step %i iter_args(%v11 = %i) -> (index) {
    %v12 = memref.load %m[%i] {k} : memref<?xf32>
    scf.yield %v9 : index
  }
  %v13 = arith.constant 2147483647 : i32 loc("p.py":3:4)
  %v14 = arith.cmpi ne, %v13, %v13 {a = "s", b = [1, 2.5, @f]} : i32 loc("n")
  %v15 = arith.index_cast %v10 : index to i64
  %v16 = ub.poison : i32 loc("n")
  return %v15 : i64
}
// -----
func.func @random61(%a: f64, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = arith.constant 5 : i64 loc(unknown)
  %v2 = arith.addi %v1, %v1 {x.y = 1 : i8} : i64 loc("n")
  %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} -1 : i64
  %v4 = arith.xori %v2, %v3 : i64 loc("n")
  %v6 = scf.for %v5 = %i to %i step %i iter_args(%v7 = %a) -> (f64) {
    %v9 = arith.constant -2.0e+10 : f32
    %v10 = scf.for %v8 = %v5 to %v5 step %v5 iter_args(%v11 = %v9) -> (f32) {
      %v12 = arith.index_cast %i {a = "s", b = [1, 2.5, @f]} : index to i64
      scf.yield %v9 : f32
    } {m = affine_map<(d0) -> (d0 + 1)>} loc("n")
    scf.yield %a : f64 loc("n")
  }
  %v13 = arith.constant 1 : index
  %v14 = arith.constant 0 : index
  %v16 = arith.constant {k} 1 : index
  %v17 = scf.for %v15 = %i to %v13 step %v14 iter_args(%v18 = %v16) -> (index) {
    %v19 = arith.constant {k} true
    %v20 = arith.select %v19, %a, %a : f64 loc("p.py":3:4)
    scf.yield %i : index
  }
  %v21 = arith.constant 1 : i32
  cf.br ^bb1(%v21 : i32)
^bb1(%b: i32):
  return %b : i32
}
// -----
func.func @random62(%a: index, %i: index, %m: memref<?xf32>) -> index {
  %v1 = arith.constant 1.5 : f32
  memref.store %v1, %m[%a] : memref<?xf32> loc("n")
  %v2 = arith.constant false
  %v3 = arith.constant {k} dense<1.0> : vector<4xf32> loc(callsite("c" at "d"))
  %v4 = arith.select %v2, %v3, %v3 : vector<4xf32>
  %v5 = arith.index_cast %a : index to i64
  cf.br ^bb1(%i : index) loc(callsite("c" at "d"))
^bb1(%b: index):
  return %b : index
}
// -----
func.func @random63(%a: i1, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant {a = "s", b = [1, 2.5, @f]} 0 : i32 loc("n")
  %v2:2 = "host.pair"(%v1) : (i32) -> (i32, i1)
  %v3 = arith.constant 0.0 : f32 loc(unknown)
  memref.store %v3, %m[%i] {k} : memref<?xf32>
  %v4 = arith.constant true
  %v5 = arith.select %v4, %v2#0, %v1 {k} : i32 loc("n")
  %v6 = arith.index_cast %i : index to i64 loc(unknown)
  cf.br ^bb1(%v3 : f32) loc(unknown)
^bb1(%b: f32):
  return %b : f32 loc("n")
}
// -----
func.func @random64(%a: i64, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = arith.constant false
  scf.if %v1 {
    %v2 = tensor.empty(%i) {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
    %v3 = arith.constant {k} 4 : index loc(callsite("c" at "d"))
    %v4 = tensor.extract_slice %v2[0] [%v3] [2] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32>
    scf.for %v5 = %v3 to %v3 step %v3 {
      %v6 = tensor.extract %v2[%v5] {x.y = 1 : i8} : tensor<?xi32> loc(unknown)
      %v7 = ub.poison : index
    } {k}
  } else {
    %v8 = arith.constant 0 : index loc("n")
    %v10 = scf.for %v9 = %i to %i step %v8 iter_args(%v11 = %i) -> (index) {
      %v12 = arith.andi %v1, %v1 : i1 loc("n")
      scf.yield %v11 : index loc(unknown)
    } {m = affine_map<(d0) -> (d0 + 1)>}
    %v13 = arith.constant -2.0e+10 : f32
    %v15 = arith.constant 1 : index
    %v14 = memref.alloc(%v15) : memref<?xf32>
    memref.store %v13, %v14[%v10] {k} : memref<?xf32>
  } {m = affine_map<(d0) -> (d0 + 1)>} loc("n")
  %v16 = arith.constant {x.y = 1 : i8} 2147483647 : i32 loc(unknown)
  %v17 = arith.subi %v16, %v16 overflow<nsw> {m = affine_map<(d0) -> (d0 + 1)>} : i32
  %v18 = arith.index_cast %i {m = affine_map<(d0) -> (d0 + 1)>} : index to i64
  cf.br ^bb1(%v18 : i64) loc("p.py":3:4)
^bb1(%b: i64):
  return %b : i64
}
// -----
func.func @random65(%a: i1, %i: index, %m: memref<?xf32>) -> i64 {
  %v1 = tensor.empty(%i) {x.y = 1 : i8} : tensor<?xi32> loc("p.py":3:4)
  %v2 = tensor.extract_slice %v1[%i] [%i] [1] {k} : tensor<?xi32> to tensor<?xi32> loc("n")
  %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 0 : i64
  %v4 = arith.select %a, %v3, %v3 : i64
  %v5 = arith.constant {a = "s", b = [1, 2.5, @f]} 3.25 : f64
  %v6 = arith.constant 3.25 : f64 loc(unknown)
  %v7 = arith.select %a, %v5, %v6 : f64
  %v8 = arith.constant {k} 4 : index
  %v9 = arith.constant {k} 4 : index loc(callsite("c" at "d"))
  %v10 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 4 : index loc(unknown)
  scf.for %v11 = %v8 to %v9 step %v10 {
    %v12 = arith.constant {x.y = 1 : i8} 1 : i32 loc(unknown)
    %v13 = arith.cmpi slt, %v12, %v12 : i32
    %v14 = arith.constant 1.5 : f32
    %v15 = arith.addf %v14, %v14 fastmath<fast> : f32
  } {x.y = 1 : i8} loc(callsite("c" at "d"))
  %v16 = arith.subf %v5, %v5 : f64
  return %v3 : i64
} loc(unknown)
// -----
func.func @random66(%a: i64, %i: index, %m: memref<?xf32>) -> index {
  %v1 = tensor.empty(%i) : tensor<?xi32> loc(callsite("c" at "d"))
  %v2 = tensor.extract_slice %v1[0] [%i] [1] {a = "s", b = [1, 2.5, @f]} : tensor<?xi32> to tensor<?xi32> loc(unknown)
  %v3 = tensor.extract %v2[%i] : tensor<?xi32>
  %v4 = arith.constant false
  %v5 = scf.if %v4 -> (f64) {
    %v6 = arith.select %v4, %a, %a : i64
    %v7 = arith.constant 3.25 : f64
    scf.yield %v7 : f64 loc(callsite("c" at "d"))
  } else {
    %v8 = tensor.extract %v2[%i] {m = affine_map<(d0) -> (d0 + 1)>} : tensor<?xi32>
    %v9 = arith.constant 3.25 : f64
    scf.yield %v9 : f64
  } {m = affine_map<(d0) -> (d0 + 1)>}
  %v10 = ub.poison : index loc(unknown)
  %v11 = arith.constant {x.y = 1 : i8} 4 : index
  return %v11 : index
}
// -----
func.func @random67(%a: i64, %i: index, %m: memref<?xf32>) -> i32 {
  %v1 = tensor.empty(%i) : tensor<?xi32> loc("p.py":3:4)
  %v2 = tensor.extract %v1[%i] : tensor<?xi32>
  %v3 = arith.constant 1.5 : f32
  %v4 = arith.maximumf %v3, %v3 : f32
  %v5 = tensor.extract %v1[%i] : tensor<?xi32>
  %v6 = arith.constant {k} true
  %v7 = arith.select %v6, %v5, %v5 : i32 loc("p.py":3:4)
  scf.if %v6 {
    %v8 = arith.select %v6, %v4, %v3 : f32 loc(callsite("c" at "d"))
    %v9 = tensor.extract_slice %v1[%i] [%i] [1] : tensor<?xi32> to tensor<?xi32>
  } else {
    %v10 = arith.constant dense<1.0> : vector<4xf32>
    %v11 = arith.select %v6, %v10, %v10 : vector<4xf32> loc(callsite("c" at "d"))
    %v12 = arith.constant 0 : index loc("n")
    %v13 = arith.shli %v12, %i {x.y = 1 : i8} : index
  }
  return %v7 : i32
} loc("p.py":3:4)
// -----
func.func @random68(%a: index, %i: index, %m: memref<?xf32>) -> f32 {
  %v1 = arith.constant {x.y = 1 : i8} 1 : index
  %v3 = arith.constant {k} -2.0e+10 : f32
  %v4 = scf.for %v2 = %i to %v1 step %i iter_args(%v5 = %v3) -> (f32) {
    scf.for %v6 = %a to %v2 step %v1 {
      %v7 = memref.load %m[%a] : memref<?xf32>
      %v8 = arith.index_cast %v6 : index to i64
    }
    %v9 = arith.constant 0.0 : f32 loc("n")
    scf.yield %v9 : f32
  } {k} loc(callsite("c" at "d"))
  %v10 = memref.load %m[%v1] {x.y = 1 : i8} : memref<?xf32>
  %v11 = arith.index_cast %a : index to i64
  %v12 = tensor.empty(%v1) {x.y = 1 : i8} : tensor<?xi32> loc(unknown)
  %v13 = tensor.extract_slice %v12[0] [%i] [2] {x.y = 1 : i8} : tensor<?xi32> to tensor<?xi32> loc("p.py":3:4)
  %v14 = tensor.empty(%a) {k} : tensor<?xi32> loc("n")
  %v15 = tensor.extract_slice %v14[0] [%i] [2] : tensor<?xi32> to tensor<?xi32>
  cf.br ^bb1(%v3 : f32)
^bb1(%b: f32):
  return %b : f32
}
// -----
func.func @random69(%a: f64, %i: index, %m: memref<?xf32>) -> i1 {
  %v1 = arith.constant 1 : index
  %v2 = arith.addi %i, %v1 overflow<nsw> : index
  %v3 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} 3.25 : f64
  %v4 = arith.addf %v3, %v3 fastmath<fast> : f64 loc(unknown)
  %v5 = arith.constant true loc("n")
  %v6 = scf.if %v5 -> (i64) {
    scf.for %v7 = %v1 to %v1 step %v1 {
      scf.if %v5 {
        %v8 = arith.index_cast %v1 {m = affine_map<(d0) -> (d0 + 1)>} : index to i64
      } else {
        %v9 = tensor.empty(%i) {k} : tensor<?xi32>
        %v10 = tensor.extract_slice %v9[%v7] [%v7] [2] : tensor<?xi32> to tensor<?xi32>
        %v11 = arith.constant 3.25 : f64
        %v12 = arith.select %v5, %v3, %v11 {m = affine_map<(d0) -> (d0 + 1)>} : f64 loc("n")
      } {m = affine_map<(d0) -> (d0 + 1)>} loc(unknown)
      %v13 = tensor.empty(%v2) : tensor<?xi32> loc("p.py":3:4)
      %v14 = arith.constant 0 : index
      %v15 = tensor.extract %v13[%v14] : tensor<?xi32>
    } {k}
    %v16 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} -1 : i64
    scf.yield %v16 : i64 loc("p.py":3:4)
  } else {
    %v17 = arith.constant {m = affine_map<(d0) -> (d0 + 1)>} -1 : i64
    %v18 = arith.andi %v17, %v17 : i64
    %v19 = arith.constant -1 : i64
    scf.yield %v19 : i64
  } {k} loc("n")
  return %v5 : i1
}
