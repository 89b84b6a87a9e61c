bef bench --batch-ms 1 "$DATA/measure.mlir" main | python3 -c '
import json, sys
line = json.load(sys.stdin)
print(sorted(line))
print(line["function"], line["queue"], line["kernels"], line["executions"] > 0)
print(0 < line["ms_min"] <= line["ms"] <= line["ms_max"], line["first_ms"] > 0, line["load_ms"] > 0, 1 < line["peak_mb"] < 1000)
print(0 < line["min_ns"] <= line["median_ns"] <= line["max_ns"])
print(abs(line["ns_per_kernel"] - line["median_ns"] / 5) < 1)'
bef assemble "$DATA/measure.mlir" | bef bench --queue threads:2:1 --allocator=counting --batch-ms=1 - main | grep -o '"queue":"[a-z:0-9]*"'
bef bench --batch-ms 1 "$DATA/measure.mlir" fails
echo $?
bef bench "$DATA/measure.mlir" leaf
bef bench "$DATA/measure.mlir" nowhere
bef bench
bef bench --batch-ms 0 "$DATA/measure.mlir" main
bef bench --help
