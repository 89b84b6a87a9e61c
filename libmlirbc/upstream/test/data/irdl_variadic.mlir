module {
  irdl.dialect @d {
    irdl.operation @op {
      %0 = irdl.any
      irdl.operands(a: %0, b: optional %0, c: variadic %0, d: %0)
      irdl.results(r: %0)
    }
    irdl.operation @op2 {
      %0 = irdl.any
      irdl.operands()
    }
  }
}
