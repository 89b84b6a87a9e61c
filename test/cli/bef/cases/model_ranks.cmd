# ranks: processes of a model or host program in one process; their inputs and outputs
cat > data.py << 'END'
import struct, sys
def save(name, dtype, shape, data):
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(name, "wb") as f:
        f.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data)
state = 1
def floats(count, scale):
    global state
    out = []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        out.append(((state >> 8) / 2**23 - 1) * scale)
    return struct.pack(f"<{count}f", *out)
save("w1.npy", "<f4", (784, 512), floats(784 * 512, .05))
save("w2.npy", "<f4", (512, 10), floats(512 * 10, .05))
save("b1.npy", "<f4", (512,), bytes(4 * 512))
save("b2.npy", "<f4", (10,), bytes(4 * 10))
pictures, labels = floats(16 * 784, 1), struct.pack("<16i", *[i * 7 % 10 for i in range(16)])
for ranks in 1, 2, 4:
    own = 16 // ranks
    for rank in range(ranks):
        save(f"x{ranks}.{rank}.npy", "<f4", (own, 784), pictures[rank * own * 3136:(rank + 1) * own * 3136])
        save(f"y{ranks}.{rank}.npy", "<i4", (own,), labels[rank * own * 4:(rank + 1) * own * 4])
for rank in range(4):
    save(f"n.{rank}.npy", "<i4", (1,), struct.pack("<i", rank))
END
python3 data.py
echo "--- training with 1, 2 and 4 ranks: the same losses besides rounding, and the same weights on all ranks"
weights="--input b1=b1.npy --input w1=w1.npy --input b2=b2.npy --input w2=w2.npy"
train() {
	n=$1 i=0
	while [ $i -lt $n ]; do mkdir "o$n.$i"; i=$((i + 1)); done
	shift
	bef run "$DATA/../../../../apps/examples/mnist_parallel.mlir" --ranks $n $weights --input "x=x$n.{rank}.npy" --input "labels=y$n.{rank}.npy" -o "o$n.{rank}" "$@" > /dev/null
	echo status $?
}
train 1
train 2
train 4 --queue threads:2
diff -r o2.0 o2.1 && diff -r o4.0 o4.1 && diff -r o4.0 o4.2 && diff -r o4.0 o4.3 && echo same
python3 - << 'END'
import struct
one, two, four = ([struct.unpack("<20f", open(f"o{n}.0/result4.npy", "rb").read()[-80:])] [0] for n in (1, 2, 4))
print(max(abs(a - b) / a for a, b in zip(one + one, two + four)) < 1e-5, one[19] < one[10] < one[0])
END
echo "--- replicas and partitions"
cat > ids.mlir << 'END'
module @ids attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  func.func public @main(%n: tensor<1xi32> loc("n")) -> (tensor<2xi32>, tensor<ui32>, tensor<ui32>) {
    %g = "stablehlo.all_gather"(%n) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
    %r = stablehlo.replica_id : tensor<ui32>
    %p = stablehlo.partition_id : tensor<ui32>
    return %g, %r, %p : tensor<2xi32>, tensor<ui32>, tensor<ui32>
  }
}
END
bef run ids.mlir --ranks 4 --input n=n.{rank}.npy --allocator counting
bef run ids.mlir --ranks 2x1 --input n=n.{rank}.npy --repeat 3 2>&1 | grep -c 'rank\|3 calls'
bef run ids.mlir --ranks 3 --input n=n.{rank}.npy 2>&1
echo status $?
bef assemble ids.mlir -o ids.bef
bef run ids.mlir --ranks 4 --input n=n.{rank}.npy > text.out; bef run ids.bef --ranks 4 --input n=n.{rank}.npy | cmp - text.out && echo BEF keeps them
bef disassemble ids.bef | bef assemble -o again.bef; bef run again.bef --ranks 4 --input n=n.{rank}.npy | cmp - text.out && echo text keeps them
bef run ids.bef --ranks 3 --input n=n.{rank}.npy 2>&1
bef stats ids.bef | grep replicas; bef stats --json ids.bef | grep -o '"replicas":2,"partitions":2'
for form in "1, 2, -2" "1, 2, 65536" "2, 2, 2" "4, 2, 2" "-1, 2, 2" "1, 1, 4" 0; do
	bef disassemble ids.bef | sed "s/signature = \[1, 2, 2/signature = [$form/" | bef assemble -o form.bef
	echo "$form: $(bef run form.bef --ranks 4 --input n=n.{rank}.npy 2>&1 | tail -n 1)"
done
sed 's/, mhlo.num_partitions = 2 : i32//' ids.mlir > replicas.mlir; bef assemble replicas.mlir -o replicas.bef
bef run replicas.bef --ranks 3 --input n=n.{rank}.npy 2>&1 | head -n 1
echo "--- a rank that fails"
cat > fails.mlir << 'END'
func.func @main(%n: tensor<1xi32> loc("n")) -> tensor<1xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
  %bad = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "stablehlo.if"(%bad) ({
    check.expect_eq_const %n, dense<0> : tensor<1xi32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %r = "stablehlo.all_reduce"(%n) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
END
bef run fails.mlir --ranks 3 --input n=n.{rank}.npy --timeout 20 2>&1
echo status $?
echo "--- ranks without an error have results and outputs"
cat > apart.mlir << 'END'
func.func @main(%n: tensor<1xi32> loc("n")) -> tensor<1xi32> {
  %i = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %bad = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "stablehlo.if"(%bad) ({
    check.expect_eq_const %n, dense<0> : tensor<1xi32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return %n : tensor<1xi32>
}
END
bef run apart.mlir --ranks 3 --input n=n.{rank}.npy -o apart.{rank}.npy 2>&1
echo status $?
ls apart.*.npy
echo "--- inputs that do not fit"
bef run ids.bef --input n=n.0.npy 2>&1
cat > open.mlir << 'END'
func.func @main(%n: tensor<?xf32> loc("n")) -> tensor<?xf32> {
  %r = "stablehlo.all_reduce"(%n) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
END
cp b1.npy b.0.npy; cp b2.npy b.1.npy; echo no array > b.2.npy
bef run open.mlir --ranks 2 --input n=b.{rank}.npy 2>&1 | grep -c "^'main' returned <<error: replica\|^bef: open.mlir: .*: rank [01]: replica"
bef run open.mlir --ranks 3 --input n=b.{rank}.npy 2>&1; echo status $?
bef run open.mlir --ranks 4 --input n=n.{Rank}.npy 2>&1; echo status $?
echo "--- host programs"
cat > host.mlir << 'END'
func.func @reduce(%a: !tfrt_tensor.tensor) -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %g = "tfrt_test.get_string"() {value = "world"} : () -> !tfrt.string
  %d = "tfrt_dist.cpu.allreduce.i32"(%x, %g, %g, %a, %a, %c) {reduction_fn = "sum"} : (!tfrt_dist.dist_context, !tfrt.string, !tfrt.string, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %p = tfrt_dht.print_tensor %a, %d
  tfrt.return %p : !tfrt.chain
}
END
bef run host.mlir --ranks 3 --call 'reduce(n)' --input n=n.{rank}.npy --allocator counting
echo "--- messages that never come, and that no result needs"
cat > waits.mlir << 'END'
func.func @waits() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %k = "tfrt_test.get_string"() {value = "never"} : () -> !tfrt.string
  %other = tfrt.constant.i32 0
  %t = "collective.task"(%x, %other) : (!tfrt_dist.dist_context, i32) -> !tfrt_dist.task_handle
  %p = "tfrt_dist.recv_bytes"(%x, %t, %k) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt.string) -> !tfrt_dist.payload
  tfrt.return %c : !tfrt.chain
}
END
bef run waits.mlir --ranks 2 --allocator counting
bef run waits.mlir --ranks 2 --allocator counting --queue threads:2 > /dev/null; echo status $?
echo "--- wrong options"
for ranks in 0 1025 2x 2y2 40x40 x; do bef run ids.mlir --ranks $ranks 2>&1 | head -n 1; done
bef run ids.mlir --ranks 4 --input n=n.{rank}.npy -o out.npy 2>&1 | head -n 1
echo "--- a manual computation in plain StableHLO, with its meshes as text"
cat > plain.mlir << 'END'
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}, {}]>"}, mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}, %w: tensor<4xf32>) -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}, tensor<4x4xf32>) {
    %0 = stablehlo.negate %w : tensor<4xf32>
    %1:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\\\22x\\\22}, {\\\22y\\\22}]>, <@mesh, [{\\\22y\\\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\\\22x\\\22, \\\22y\\\22}>"}} : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
    %2:2 = call @xla.sdy.manual_computation_body(%1#0, %1#1) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<4x2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
    %3:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2#0, %2#1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22, \22y\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {\22y\22}]>, <@mesh, [{}, {\22y\22}]>]>"}} : (tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>)
    return %3#0, %3#1 : tensor<8x4xf32>, tensor<4x4xf32>
  }
  func.func private @xla.sdy.manual_computation_body(%a: tensor<4x2xf32>, %b: tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
    %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.add %a, %0 : tensor<4x2xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %3 = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>
  }
}
END
bef run plain.mlir --ranks 4 --input "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16],[17,18,19,20],[21,22,23,24],[25,26,27,28],[29,30,31,32]]" --input "[1,2,3,4]"
