module {
  "t.a"() {f = dense_resource<floats> : tensor<2x3xf32>, i = dense_resource<"odd key/..\"\0A"> : tensor<4xi16>, b = dense_resource<brain> : tensor<2xbf16>, s = dense_resource<scalar> : tensor<i64>} : () -> ()
}
{-#
  dialect_resources: {
    builtin: {
      floats: "0x04000000000000000000803F0000004000004040000080400000A040",
      "odd key/..\"\0A": "0x020000000100020003000400",
      brain: "0x02000000803F0040",
      scalar: "0x080000002A00000000000000"
    }
  },
  external_resources: {
    group: {
      flag: true,
      text: "two\0Alines",
      blob: "0x0100000001020304"
    }
  }
#-}
