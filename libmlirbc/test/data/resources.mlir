// Data beside the IR. Entries nobody mentions are not printed.
"t.a"() {b = dense_resource<second> : tensor<2xi8>, c = dense_resource<"first one"> : tensor<1xi32>, d = dense_resource<missing> : tensor<i1>} : () -> ()
{-#
  dialect_resources: {
    builtin: { "first one": "0x0400000078563412", second: "0x010000000102", unused: "0x0100000003" }
  },
  external_resources: {
    tool: { on: true, off: false, text: "a\0Ab", blob: "0x08000000FF" },
    other: { "k k": "" }
  }
#-}
