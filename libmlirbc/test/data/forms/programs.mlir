module @program1 attributes {host.version = 1 : i32} {
  memref.global "private" constant @table : memref<1xf32> = dense<2.0>
  func.func private @print(f32) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %m[%i] : memref<?xf32>
      %s = arith.addf %acc, %x : f32
      %big = arith.cmpf ogt, %s, %x : f32
      %v = scf.if %big -> (f32) {
        scf.yield %s : f32
      } else {
        %y = arith.constant 2.0 : f32
        %z = arith.constant 2.0 : f32
        %w = "host.mix"(%y, %z) {level = 1} : (f32, f32) -> f32
        scf.yield %w : f32
      }
      scf.yield %v : f32
    }
    call @print(%r) : (f32) -> ()
    return %r : f32
  }
  func.func @main(%c: i1) -> f32 {
    %n = arith.constant 1 : index
    %g = memref.get_global @table : memref<1xf32>
    %d = memref.cast %g : memref<1xf32> to memref<?xf32>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xf32>) -> f32
    return %s : f32
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xf32>
    %dim = tensor.dim %t, %n : tensor<?xf32>
    %e = tensor.extract %t[%dim] : tensor<?xf32>
    return %e : f32 loc("main.host":1:2)
  }
}
// -----
module @program2 attributes {host.version = 2 : i32} {
  memref.global "private" constant @table : memref<2xindex> = dense<2>
  func.func private @print(index) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xindex>) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 2 : index
    %zero = arith.constant 0 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (index) {
      %x = memref.load %m[%i] : memref<?xindex>
      %s = arith.addi %acc, %x : index
      %big = arith.cmpi sgt, %s, %x : index
      %v = scf.if %big -> (index) {
        scf.yield %s : index
      } else {
        %y = arith.constant 2 : index
        %z = arith.constant 2 : index
        %w = "host.mix"(%y, %z) {level = 2} : (index, index) -> index
        scf.yield %w : index
      }
      scf.yield %v : index
    }
    call @print(%r) : (index) -> ()
    return %r : index
  }
  func.func @main(%c: i1) -> index {
    %n = arith.constant 2 : index
    %g = memref.get_global @table : memref<2xindex>
    %d = memref.cast %g : memref<2xindex> to memref<?xindex>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xindex>) -> index
    return %s : index
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xindex>
    %dim = tensor.dim %t, %n : tensor<?xindex>
    %e = tensor.extract %t[%dim] : tensor<?xindex>
    return %e : index loc("main.host":2:3)
  }
}
// -----
module @program3 attributes {host.version = 3 : i32} {
  memref.global "private" constant @table : memref<3xi64> = dense<3>
  func.func private @print(i64) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xi64>) -> i64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 3 : index
    %zero = arith.constant 0 : i64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
      %x = memref.load %m[%i] : memref<?xi64>
      %s = arith.addi %acc, %x : i64
      %big = arith.cmpi sgt, %s, %x : i64
      %v = scf.if %big -> (i64) {
        scf.yield %s : i64
      } else {
        %y = arith.constant 3 : i64
        %z = arith.constant 3 : i64
        %w = "host.mix"(%y, %z) {level = 3} : (i64, i64) -> i64
        scf.yield %w : i64
      }
      scf.yield %v : i64
    }
    call @print(%r) : (i64) -> ()
    return %r : i64
  }
  func.func @main(%c: i1) -> i64 {
    %n = arith.constant 3 : index
    %g = memref.get_global @table : memref<3xi64>
    %d = memref.cast %g : memref<3xi64> to memref<?xi64>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xi64>) -> i64
    return %s : i64
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xi64>
    %dim = tensor.dim %t, %n : tensor<?xi64>
    %e = tensor.extract %t[%dim] : tensor<?xi64>
    return %e : i64 loc("main.host":3:4)
  }
}
// -----
module @program4 attributes {host.version = 4 : i32} {
  memref.global "private" constant @table : memref<4xf64> = dense<2.0>
  func.func private @print(f64) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
      %x = memref.load %m[%i] : memref<?xf64>
      %s = arith.addf %acc, %x : f64
      %big = arith.cmpf ogt, %s, %x : f64
      %v = scf.if %big -> (f64) {
        scf.yield %s : f64
      } else {
        %y = arith.constant 2.0 : f64
        %z = arith.constant 2.0 : f64
        %w = "host.mix"(%y, %z) {level = 4} : (f64, f64) -> f64
        scf.yield %w : f64
      }
      scf.yield %v : f64
    }
    call @print(%r) : (f64) -> ()
    return %r : f64
  }
  func.func @main(%c: i1) -> f64 {
    %n = arith.constant 4 : index
    %g = memref.get_global @table : memref<4xf64>
    %d = memref.cast %g : memref<4xf64> to memref<?xf64>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xf64>) -> f64
    return %s : f64
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xf64>
    %dim = tensor.dim %t, %n : tensor<?xf64>
    %e = tensor.extract %t[%dim] : tensor<?xf64>
    return %e : f64 loc("main.host":4:5)
  }
}
// -----
module @program5 attributes {host.version = 5 : i32} {
  memref.global "private" constant @table : memref<5xi32> = dense<5>
  func.func private @print(i32) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 5 : index
    %zero = arith.constant 0 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i32) {
      %x = memref.load %m[%i] : memref<?xi32>
      %s = arith.addi %acc, %x : i32
      %big = arith.cmpi sgt, %s, %x : i32
      %v = scf.if %big -> (i32) {
        scf.yield %s : i32
      } else {
        %y = arith.constant 5 : i32
        %z = arith.constant 5 : i32
        %w = "host.mix"(%y, %z) {level = 5} : (i32, i32) -> i32
        scf.yield %w : i32
      }
      scf.yield %v : i32
    }
    call @print(%r) : (i32) -> ()
    return %r : i32
  }
  func.func @main(%c: i1) -> i32 {
    %n = arith.constant 5 : index
    %g = memref.get_global @table : memref<5xi32>
    %d = memref.cast %g : memref<5xi32> to memref<?xi32>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xi32>) -> i32
    return %s : i32
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xi32>
    %dim = tensor.dim %t, %n : tensor<?xi32>
    %e = tensor.extract %t[%dim] : tensor<?xi32>
    return %e : i32 loc("main.host":5:6)
  }
}
// -----
module @program6 attributes {host.version = 6 : i32} {
  memref.global "private" constant @table : memref<6xf32> = dense<2.0>
  func.func private @print(f32) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 6 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %m[%i] : memref<?xf32>
      %s = arith.addf %acc, %x : f32
      %big = arith.cmpf ogt, %s, %x : f32
      %v = scf.if %big -> (f32) {
        scf.yield %s : f32
      } else {
        %y = arith.constant 2.0 : f32
        %z = arith.constant 2.0 : f32
        %w = "host.mix"(%y, %z) {level = 6} : (f32, f32) -> f32
        scf.yield %w : f32
      }
      scf.yield %v : f32
    }
    call @print(%r) : (f32) -> ()
    return %r : f32
  }
  func.func @main(%c: i1) -> f32 {
    %n = arith.constant 6 : index
    %g = memref.get_global @table : memref<6xf32>
    %d = memref.cast %g : memref<6xf32> to memref<?xf32>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xf32>) -> f32
    return %s : f32
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xf32>
    %dim = tensor.dim %t, %n : tensor<?xf32>
    %e = tensor.extract %t[%dim] : tensor<?xf32>
    return %e : f32 loc("main.host":6:7)
  }
}
// -----
module @program7 attributes {host.version = 7 : i32} {
  memref.global "private" constant @table : memref<7xindex> = dense<7>
  func.func private @print(index) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xindex>) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 7 : index
    %zero = arith.constant 0 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (index) {
      %x = memref.load %m[%i] : memref<?xindex>
      %s = arith.addi %acc, %x : index
      %big = arith.cmpi sgt, %s, %x : index
      %v = scf.if %big -> (index) {
        scf.yield %s : index
      } else {
        %y = arith.constant 7 : index
        %z = arith.constant 7 : index
        %w = "host.mix"(%y, %z) {level = 7} : (index, index) -> index
        scf.yield %w : index
      }
      scf.yield %v : index
    }
    call @print(%r) : (index) -> ()
    return %r : index
  }
  func.func @main(%c: i1) -> index {
    %n = arith.constant 7 : index
    %g = memref.get_global @table : memref<7xindex>
    %d = memref.cast %g : memref<7xindex> to memref<?xindex>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xindex>) -> index
    return %s : index
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xindex>
    %dim = tensor.dim %t, %n : tensor<?xindex>
    %e = tensor.extract %t[%dim] : tensor<?xindex>
    return %e : index loc("main.host":7:8)
  }
}
// -----
module @program8 attributes {host.version = 8 : i32} {
  memref.global "private" constant @table : memref<8xi64> = dense<8>
  func.func private @print(i64) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xi64>) -> i64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 8 : index
    %zero = arith.constant 0 : i64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
      %x = memref.load %m[%i] : memref<?xi64>
      %s = arith.addi %acc, %x : i64
      %big = arith.cmpi sgt, %s, %x : i64
      %v = scf.if %big -> (i64) {
        scf.yield %s : i64
      } else {
        %y = arith.constant 8 : i64
        %z = arith.constant 8 : i64
        %w = "host.mix"(%y, %z) {level = 8} : (i64, i64) -> i64
        scf.yield %w : i64
      }
      scf.yield %v : i64
    }
    call @print(%r) : (i64) -> ()
    return %r : i64
  }
  func.func @main(%c: i1) -> i64 {
    %n = arith.constant 8 : index
    %g = memref.get_global @table : memref<8xi64>
    %d = memref.cast %g : memref<8xi64> to memref<?xi64>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xi64>) -> i64
    return %s : i64
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xi64>
    %dim = tensor.dim %t, %n : tensor<?xi64>
    %e = tensor.extract %t[%dim] : tensor<?xi64>
    return %e : i64 loc("main.host":8:9)
  }
}
// -----
module @program9 attributes {host.version = 9 : i32} {
  memref.global "private" constant @table : memref<9xf64> = dense<2.0>
  func.func private @print(f64) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 9 : index
    %zero = arith.constant 0.0 : f64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
      %x = memref.load %m[%i] : memref<?xf64>
      %s = arith.addf %acc, %x : f64
      %big = arith.cmpf ogt, %s, %x : f64
      %v = scf.if %big -> (f64) {
        scf.yield %s : f64
      } else {
        %y = arith.constant 2.0 : f64
        %z = arith.constant 2.0 : f64
        %w = "host.mix"(%y, %z) {level = 9} : (f64, f64) -> f64
        scf.yield %w : f64
      }
      scf.yield %v : f64
    }
    call @print(%r) : (f64) -> ()
    return %r : f64
  }
  func.func @main(%c: i1) -> f64 {
    %n = arith.constant 9 : index
    %g = memref.get_global @table : memref<9xf64>
    %d = memref.cast %g : memref<9xf64> to memref<?xf64>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xf64>) -> f64
    return %s : f64
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xf64>
    %dim = tensor.dim %t, %n : tensor<?xf64>
    %e = tensor.extract %t[%dim] : tensor<?xf64>
    return %e : f64 loc("main.host":9:10)
  }
}
// -----
module @program10 attributes {host.version = 10 : i32} {
  memref.global "private" constant @table : memref<10xi32> = dense<10>
  func.func private @print(i32) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 10 : index
    %zero = arith.constant 0 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i32) {
      %x = memref.load %m[%i] : memref<?xi32>
      %s = arith.addi %acc, %x : i32
      %big = arith.cmpi sgt, %s, %x : i32
      %v = scf.if %big -> (i32) {
        scf.yield %s : i32
      } else {
        %y = arith.constant 10 : i32
        %z = arith.constant 10 : i32
        %w = "host.mix"(%y, %z) {level = 10} : (i32, i32) -> i32
        scf.yield %w : i32
      }
      scf.yield %v : i32
    }
    call @print(%r) : (i32) -> ()
    return %r : i32
  }
  func.func @main(%c: i1) -> i32 {
    %n = arith.constant 10 : index
    %g = memref.get_global @table : memref<10xi32>
    %d = memref.cast %g : memref<10xi32> to memref<?xi32>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xi32>) -> i32
    return %s : i32
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xi32>
    %dim = tensor.dim %t, %n : tensor<?xi32>
    %e = tensor.extract %t[%dim] : tensor<?xi32>
    return %e : i32 loc("main.host":10:11)
  }
}
// -----
module @program11 attributes {host.version = 11 : i32} {
  memref.global "private" constant @table : memref<11xf32> = dense<2.0>
  func.func private @print(f32) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 11 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %m[%i] : memref<?xf32>
      %s = arith.addf %acc, %x : f32
      %big = arith.cmpf ogt, %s, %x : f32
      %v = scf.if %big -> (f32) {
        scf.yield %s : f32
      } else {
        %y = arith.constant 2.0 : f32
        %z = arith.constant 2.0 : f32
        %w = "host.mix"(%y, %z) {level = 11} : (f32, f32) -> f32
        scf.yield %w : f32
      }
      scf.yield %v : f32
    }
    call @print(%r) : (f32) -> ()
    return %r : f32
  }
  func.func @main(%c: i1) -> f32 {
    %n = arith.constant 11 : index
    %g = memref.get_global @table : memref<11xf32>
    %d = memref.cast %g : memref<11xf32> to memref<?xf32>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xf32>) -> f32
    return %s : f32
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xf32>
    %dim = tensor.dim %t, %n : tensor<?xf32>
    %e = tensor.extract %t[%dim] : tensor<?xf32>
    return %e : f32 loc("main.host":11:12)
  }
}
// -----
module @program12 attributes {host.version = 12 : i32} {
  memref.global "private" constant @table : memref<12xindex> = dense<12>
  func.func private @print(index) attributes {host.external}
  func.func @sum(%n: index, %m: memref<?xindex>) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 12 : index
    %zero = arith.constant 0 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (index) {
      %x = memref.load %m[%i] : memref<?xindex>
      %s = arith.addi %acc, %x : index
      %big = arith.cmpi sgt, %s, %x : index
      %v = scf.if %big -> (index) {
        scf.yield %s : index
      } else {
        %y = arith.constant 12 : index
        %z = arith.constant 12 : index
        %w = "host.mix"(%y, %z) {level = 12} : (index, index) -> index
        scf.yield %w : index
      }
      scf.yield %v : index
    }
    call @print(%r) : (index) -> ()
    return %r : index
  }
  func.func @main(%c: i1) -> index {
    %n = arith.constant 12 : index
    %g = memref.get_global @table : memref<12xindex>
    %d = memref.cast %g : memref<12xindex> to memref<?xindex>
    cf.cond_br %c, ^bb1(%n : index), ^bb2
  ^bb1(%k: index):
    %s = call @sum(%k, %d) : (index, memref<?xindex>) -> index
    return %s : index
  ^bb2:
    %t = tensor.empty(%n) : tensor<?xindex>
    %dim = tensor.dim %t, %n : tensor<?xindex>
    %e = tensor.extract %t[%dim] : tensor<?xindex>
    return %e : index loc("main.host":12:13)
  }
}
