module {
  emitc.class @c {
    emitc.field @f : !emitc.array<1xf32>
    emitc.field @g : i32 = 4
    emitc.func @m() {
      %0 = get_field @f : !emitc.array<1xf32>
      return
    }
  }
  emitc.class final @d {
  }
  emitc.file "x.cpp" {
    func.func @x() {
      return
    }
  }
}
