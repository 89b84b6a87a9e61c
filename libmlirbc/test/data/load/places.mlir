// Locations of every kind, resources, orders of uses that a pass has shuffled (--cse).
func.func @f(%x: i32 loc("x"("f.py":1:2)), %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32 loc(callsite("leaf" at "f.py":3:4))
  "t.use"(%a) : (i32) -> () loc(fused["one", "f.py":5:6])
  %b = arith.addi %x, %y : i32 loc(fused<"meta">["f.py":7:8])
  "t.use"(%b, %a) : (i32, i32) -> () loc("f.py":9:1 to 10:2)
  "t.data"() {r = dense_resource<blob> : tensor<2xi16>, s = dense_resource<missing> : tensor<1xi8>} : () -> () loc(unknown)
  return %b : i32 loc("f.py":11:1 to :9)
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x1000000001000200"
    }
  },
  external_resources: {
    tool: {
      flag: true,
      note: "kept",
      raw: "0x04000000DEADBEEF"
    }
  }
#-}
