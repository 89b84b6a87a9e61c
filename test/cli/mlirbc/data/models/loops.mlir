// Loops with a counter. An iteration costs 11 and the comparison 1, which runs once more: n iterations cost 12 n + 1.
module @loops {
  func.func @up(%x: tensor<10xf32>) -> tensor<10xf32> { // 9 iterations, 109
    %start = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<9> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @up_by_two(%x: tensor<10xf32>) -> tensor<10xf32> { // 4 iterations, 49
    %start = stablehlo.constant dense<1> : tensor<i32>
    %limit = stablehlo.constant dense<8> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<2> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @up_to(%x: tensor<10xf32>) -> tensor<10xf32> { // 5 iterations, 61
    %start = stablehlo.constant dense<250> : tensor<ui8>
    %limit = stablehlo.constant dense<254> : tensor<ui8>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<ui8>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LE, %i, %limit : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<ui8>
      %1 = stablehlo.add %i, %step : tensor<ui8>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<ui8>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @down(%x: tensor<10xf32>) -> tensor<10xf32> { // 5 iterations, 61
    %start = stablehlo.constant dense<5> : tensor<i64>
    %limit = stablehlo.constant dense<0> : tensor<i64>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i64>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare GT, %i, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<-1> : tensor<i64>
      %1 = stablehlo.add %i, %step : tensor<i64>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i64>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @down_to(%x: tensor<10xf32>) -> tensor<10xf32> { // 3 iterations, 37
    %start = stablehlo.constant dense<5> : tensor<i16>
    %limit = stablehlo.constant dense<-5> : tensor<i16>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i16>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare GE, %i, %limit : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<5> : tensor<i16>
      %1 = stablehlo.subtract %i, %step : tensor<i16>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i16>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @mirrored(%x: tensor<10xf32>) -> tensor<10xf32> { // 3 iterations, 37
    %start = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<3> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare GT, %limit, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @until(%x: tensor<10xf32>) -> tensor<10xf32> { // 2 iterations, 25
    %start = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<6> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare NE, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @never(%x: tensor<10xf32>) -> tensor<10xf32> { // 0 iterations, 1
    %start = stablehlo.constant dense<5> : tensor<i32>
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @passes(%x: tensor<10xf32>) -> tensor<10xf32> { // does not meet the limit: counted once
    %start = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare NE, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @backwards(%x: tensor<10xf32>) -> tensor<10xf32> { // counts away from the limit: counted once
    %start = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<-1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<10xf32>
    }
    return %0#1 : tensor<10xf32>
  }
  func.func @carried(%x: tensor<10xf32>) -> tensor<10xf32> { // 7 iterations, 85
    %start = stablehlo.constant dense<0> : tensor<i32>
    %end = stablehlo.constant dense<7> : tensor<i32>
    %0:3 = stablehlo.while(%i = %start, %n = %end, %a = %x) : tensor<i32>, tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %step, %i : tensor<i32>
      %2 = stablehlo.negate %a : tensor<10xf32>
      stablehlo.return %1, %n, %2 : tensor<i32>, tensor<i32>, tensor<10xf32>
    }
    return %0#2 : tensor<10xf32>
  }
  func.func @nested(%x: tensor<10xf32>, %n: tensor<i32>) -> tensor<10xf32> { // the outer loop runs once, the inner one 4 times
    %start = stablehlo.constant dense<0> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0:3 = stablehlo.while(%i = %start, %m = %four, %a = %x) : tensor<i32>, tensor<i32>, tensor<10xf32>
     cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = stablehlo.while(%k = %start, %b = %a) : tensor<i32>, tensor<10xf32>
       cond {
        %3 = stablehlo.compare LT, %k, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %3 : tensor<i1>
      } do {
        %3 = stablehlo.add %k, %one : tensor<i32>
        %4 = stablehlo.negate %b : tensor<10xf32>
        stablehlo.return %3, %4 : tensor<i32>, tensor<10xf32>
      }
      %2 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %2, %m, %1#1 : tensor<i32>, tensor<i32>, tensor<10xf32>
    }
    return %0#2 : tensor<10xf32>
  }
}
