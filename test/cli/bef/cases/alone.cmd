# a model for several processes that runs alone: operations over more than one process fail
unset OMPI_COMM_WORLD_SIZE PMI_SIZE PMI_RANK PMIX_RANK PMIX_SIZE MPI_LOCALNRANKS SLURM_NTASKS SLURM_PROCID SLURM_STEP_ID SLURM_STEPID SLURM_STEP_NUM_TASKS ENVIRONMENT
cat > make.py << 'END'
ADD = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) """
X = "(tensor<2xf32>) -> tensor<2xf32>"
def grouped(name, groups, more="", body="", result="2"):
    return f'%r = "stablehlo.{name}"(%x) {body}{{{more}replica_groups = dense<{groups}>}} : (tensor<2xf32>) -> tensor<{result}xf32>'.replace(
        "[[0, 1]]>", "[[0, 1]]> : tensor<1x2xi64>").replace("[[1, 2]]>", "[[1, 2]]> : tensor<1x2xi64>").replace(
        "[[0], [1]]>", "[[0], [1]]> : tensor<2x1xi64>").replace("dense<>", "dense<> : tensor<0x0xi64>")
def pairs(numbers):
    return f'%r = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<{numbers}> : tensor<{len(numbers)}x2xi64>}} : {X}'
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
OPERATIONS = {
    "reduce_all": grouped("all_reduce", "", body=ADD),
    "reduce_2": grouped("all_reduce", "[[0, 1]]", body=ADD),
    "reduce_1": grouped("all_reduce", "[[0], [1]]", body=ADD),
    "gather_all": grouped("all_gather", "", "all_gather_dim = 0 : i64, "),
    "gather_2": grouped("all_gather", "[[0, 1]]", "all_gather_dim = 0 : i64, ", result="4"),
    "scatter_all": grouped("reduce_scatter", "", "scatter_dimension = 0 : i64, ", ADD),
    "scatter_2": grouped("reduce_scatter", "[[0, 1]]", "scatter_dimension = 0 : i64, ", ADD, "1"),
    "all_to_all_2": grouped("all_to_all", "[[0, 1]]", "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, "),
    "broadcast_2": grouped("collective_broadcast", "[[0, 1]]"),
    "broadcast_of_others": grouped("collective_broadcast", "[[1, 2]]"),
    "partitions_all": grouped("all_reduce", "", CHANNEL + ", ", ADD),
    "devices_all": grouped("all_reduce", "", CHANNEL + ", use_global_device_ids, ", ADD).replace("dense<> : tensor<0x0xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>"),
    "permute_away": pairs([[0, 1]]),
    "permute_here": pairs([[1, 0]]),
    "permute_elsewhere": pairs([[1, 2]]),
    "permute_self": pairs([[0, 0]]),
    "send": """%k = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %k) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %r = stablehlo.add %x, %x : tensor<2xf32>""",
    "recv": """%k = stablehlo.create_token : !stablehlo.token
  %r, %s = "stablehlo.recv"(%k) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)""",
    "nothing": "%r = stablehlo.add %x, %x : tensor<2xf32>",
}
for name, text in OPERATIONS.items():
    result = text.rsplit("tensor<", 1)[1].split("xf32")[0] if "recv" not in name else "2"
    for form, attributes in ("", ""), (".r1", "mhlo.num_replicas = 1 : i32, mhlo.num_partitions = 1 : i32"), (".r2", "mhlo.num_replicas = 2 : i32"), (".p2", "mhlo.num_partitions = 2 : i32"):
        with open(name + form + ".mlir", "w") as out:
            out.write(f"module attributes {{{attributes}}} {{\nfunc.func @main(%x: tensor<2xf32>) -> tensor<{result}xf32> {{\n  {text}\n  return %r : tensor<{result}xf32>\n}}}}\n")
END
python3 make.py
run() { bef run "$@" --input '[1.0, 2.0]' 2> err > out; echo "$*: $? $(sed -n 's/^.* error: \(.*\) \[hlo.*/\1/p' err | head -n 1)$(sed -n '/^\[/p' out)"; }
echo "--- nothing is declared"
for name in reduce_all reduce_2 reduce_1 gather_all gather_2 scatter_all scatter_2 all_to_all_2 broadcast_2 broadcast_of_others partitions_all devices_all permute_away permute_here permute_elsewhere permute_self send recv nothing; do run $name.mlir; done
echo "--- the same as BEF files"
for name in reduce_all permute_away send; do bef assemble $name.mlir -o $name.bef && run $name.bef; done
echo "--- one process is declared, or said by --ranks"
for name in reduce_all gather_all scatter_all partitions_all; do run $name.r1.mlir; run $name.mlir --ranks 1; done
run reduce_2.r1.mlir
run permute_away.mlir --ranks 1
echo "--- two replicas, or two partitions, are declared"
for name in reduce_all reduce_2 reduce_1 gather_all broadcast_2 permute_away permute_self send recv; do run $name.r2.mlir; done
run reduce_all.r2.mlir --ranks 1
run reduce_all.r2.mlir --queue threads:2
run partitions_all.p2.mlir
bef assemble reduce_all.r2.mlir -o r2.bef && run r2.bef
bef run reduce_all.r2.mlir --input '[1.0, 2.0]' 2>&1
bef run reduce_all.mlir --input '[1.0, 2.0]' 2>&1
bef run reduce_all.r2.mlir --input '[1.0, 2.0]' --ranks 2 2>&1
echo "--- no operation between processes"
bef run nothing.r2.mlir --input '[1.0, 2.0]' 2>&1; echo $?
bef run nothing.p2.mlir --input '[1.0, 2.0]' --ranks 1 2>&1; echo $?
echo "--- a launch of several programs"
warned() { env "$@" bef run nothing.p2.mlir --input '[1.0, 2.0]' 2>&1 | sed -n 's/.*warning: //p' | grep . || echo no warning; }
warned OMPI_COMM_WORLD_SIZE=4
warned OMPI_COMM_WORLD_SIZE=1
warned PMI_SIZE=3 PMI_RANK=0
warned PMIX_RANK=2
warned SLURM_NTASKS=8 SLURM_STEP_ID=0 SLURM_PROCID=0
warned SLURM_NTASKS=8 SLURM_PROCID=0
warned SLURM_NTASKS=8 SLURM_PROCID=0 ENVIRONMENT=BATCH
warned SLURM_NTASKS=8
OMPI_COMM_WORLD_SIZE=2 bef run reduce_all.mlir --input '[1.0, 2.0]' 2>&1 >out | grep -c 'warning.*--pack mpi\|note.*--ranks'
OMPI_COMM_WORLD_SIZE=2 bef run nothing.mlir --input '[1.0, 2.0]' 2>&1
OMPI_COMM_WORLD_SIZE=2 bef run "$DATA/remote.mlir" --functions main 2>&1 >out | sed -n 's/.*warning: //p'
echo "--- repetitions and times"
bef bench --random-inputs 1 reduce_all.r2.mlir 2>&1 | grep -c 'runs without the others'
