# Times become 0; what is left is the same every time.
times='s/\("[a-z_]*\(ts\|dur\|_us\|inside\)":\)[0-9.]*/\10/g'
bef run --functions main --trace trace.json "$DATA/measure.mlir"
sed "$times" trace.json
python3 -m json.tool trace.json >/dev/null && echo "valid JSON"
echo "--- totals"
bef run --functions main --stats "$DATA/measure.mlir" 2>&1 >/dev/null |
	sed 's/[0-9][0-9]*\.[0-9][0-9]*/#/g; s/  */ /g' | LC_ALL=C sort | uniq -c | sed 's/  */ /g'
bef run --functions main --trace nowhere/trace.json "$DATA/measure.mlir" 2>&1 | sed 's/nowhere.*:/nowhere:/'
echo "--- a kernel that answers later: a span of its own, and arrows that begin and end inside of kernels"
cat >check.py <<'END'
import json
events = json.load(open("trace.json"))["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
def inside(e):
    return any(s["tid"] == e["tid"] and s["ts"] <= e["ts"] <= s["ts"] + s["dur"] + 1e-6 for s in slices)
spans = {e["id"]: e for e in events if e["ph"] == "b"}
ends = {e["id"]: e for e in events if e["ph"] == "e"}
assert spans.keys() == ends.keys() and all(ends[i]["ts"] > spans[i]["ts"] for i in spans)
starts = {e["id"]: e for e in events if e["ph"] == "s"}
targets = {e["id"]: e for e in events if e["ph"] == "f"}
assert starts.keys() == targets.keys() and all(map(inside, [*starts.values(), *targets.values()]))
names = sorted(e["name"] for e in starts.values())
print(sorted(e["name"] for e in spans.values()), {name: names.count(name) for name in names})
END
bef run --functions main --trace trace.json "$DATA/measure.mlir" && python3 check.py
echo "--- a late result that is only returned; a kernel with two producers, one of them twice"
cat >late.mlir <<'END'
func.func @main() -> (i32, i32) {
  %x = tfrt.constant.i32 4
  %returned = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
  %later = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
  %y = tfrt.add.i32 %x, %later
  tfrt.return %returned, %y : i32, i32
}
END
bef run --trace trace.json late.mlir && python3 check.py
# results may come early here
bef run --queue threads:2 --trace trace.json late.mlir && python3 check.py | sed 's/.*{/{/'
echo "--- kernels of a synchronous function that share no value have no arrow"
cat >sync.mlir <<'END'
func.func @main() -> (i32, i32) attributes {tfrt.sync} {
  %s = "tfrt_test.sync_sum_attributes"() {a = 6 : i32} : () -> i32
  %t = "tfrt_test.sync_sum_attributes"() {a = 7 : i32} : () -> i32
  tfrt.return %s, %t : i32, i32
}
END
bef run --trace trace.json sync.mlir && python3 check.py
echo "--- the only worker ran the chain late: the path has the kernel that kept it busy, and not the chain"
cat >late_chain.mlir <<'END'
func.func @main() -> !tfrt.chain {
  %big = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 1 : i64, shape = [500 : i64, 500 : i64], spread = 1.0 : f32} : () -> !tfrt_tensor.tensor
  %late = tfrt.new.chain
  %p = "tfrt_dht.print_tensor_shape"(%big, %late) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
END
bef run --queue single --stats late_chain.mlir 2>&1 >/dev/null | sed -n '/^critical/,$p' | sed 's/[0-9][0-9]*\.[0-9][0-9]*/#/g; s/  */ /g' | LC_ALL=C sort
