// hexadecimal data with bits that elements have no room for
"t.spare"() {a = dense<"0xFF"> : tensor<si7>, b = dense<"0xFF7F"> : tensor<2xi7>, c = dense<"0xDF"> : tensor<9xui5>, d = dense<"0xFFFFFF"> : tensor<tf32>} : () -> ()
"t.resource"() {a = dense_resource<k> : tensor<*xi8>, b = dense_resource<k> : !emitc.array<2xi8>, c = dense_resource<k> : vector<2xi1>} : () -> ()
