# the programs that apps/quickstart runs
cp "$DATA"/../../../../apps/examples/hello.mlir "$DATA"/../../../../apps/examples/shapes_net.mlir .
bef run --verify-diagnostics --allocator counting hello.mlir && bef run --verify-diagnostics --allocator counting shapes_net.mlir
