module {
  llvm.func @r(%arg0: vector<4xi32>, %arg1: i32, %arg2: vector<4xf32>, %arg3: f32) {
    %0 = rocdl.raw.buffer.load %arg0, %arg1, %arg1, %arg1 : vector<4xf32>
    rocdl.raw.buffer.store %arg2, %arg0, %arg1, %arg1, %arg1 : vector<4xf32>
    rocdl.raw.buffer.atomic.fadd %arg3, %arg0, %arg1, %arg1, %arg1 : f32
    rocdl.raw.buffer.atomic.smax %arg1, %arg0, %arg1, %arg1, %arg1 : i32
    llvm.return
  }
  llvm.func @n(%arg0: vector<2xf16>, %arg1: vector<2xf16>, %arg2: i32, %arg3: f32, %arg4: f64) {
    llvm.return
  }
  func.func @e(%arg0: i1, %arg1: !transform.any_op) {
    %0 = scf.execute_region -> i32 {
      %c1_i32 = arith.constant 1 : i32
      scf.yield %c1_i32 : i32
    }
    scf.execute_region no_inline {
      scf.yield
    } {foo}
    scf.execute_region {
      cf.cond_br %arg0, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      scf.yield
    ^bb2:  // pred: ^bb0
      scf.yield
    }
    smt.solver() : () -> () {
      %1 = smt.declare_fun : !smt.bv<8>
      %c5 = smt.int.constant 5
      %c-5 = smt.int.constant -5 {foo}
      %2 = smt.bv.repeat 3 times %1 : !smt.bv<8>
      %3 = smt.distinct %1, %1, %1 {foo} : !smt.bv<8>
      %4 = smt.eq %1, %1 : !smt.bv<8>
    }
    return
  }
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @s(%arg0: !transform.any_op, %arg1: !transform.param<i64>) {
      %0 = transform.structured.split %arg0 after 4  {dimension = 0 : i64} : !transform.any_op
      %1 = transform.structured.split %arg0 after %arg1  {dimension = 0 : i64} : !transform.any_op, !transform.param<i64>
      %2 = transform.structured.split %arg0 after %arg1  {dimension = 0 : i64, multiway} : !transform.any_op, !transform.param<i64>
      transform.yield 
    }
  }
}
