module {
  func.func @s(%arg0: index, %arg1: i32) {
    emitc.switch %arg0 : index 
    case 2 {
      %0 = call_opaque "f"() : () -> i32
      yield
    }
    case 5 {
      yield
    }
    default {
    }
    emitc.switch %arg1 : i32 
    default {
    }
    return
  }
  func.func @e(%arg0: i32, %arg1: i32) -> i32 {
    %0 = emitc.expression %arg0, %arg1 : (i32, i32) -> i32 {
      %2 = add %arg0, %arg1 : (i32, i32) -> i32
      yield %2 : i32
    }
    %1 = emitc.expression %arg0 : (i32) -> i32 {
      %2 = cast %arg0 : i32 to i32
      yield %2 : i32
    }
    return %0 : i32
  }
}
