cp "$DATA/small.mlir" . && bef assemble small.mlir -o a.bef || exit
cat > trace.json <<'END'
{"displayTimeUnit": "ns", "traceEvents": [
 {"ph": "M", "name": "process_name", "args": {"name": "bef"}},
 {"ph": "X", "name": "tfrt.constant.i1", "ts": 0, "dur": 2.5, "args": {"location": "small.mlir:7:8", "stream": 0}},
 {"ph": "X", "name": "tfrt.constant.i1", "ts": 5, "dur": 0.5, "args": {"location": "small.mlir:7:8", "x": [1, {"y": null}]}},
 {"ph": "X", "name": "tfrt.constant.f32", "ts": 0, "dur": 40, "args": {"function": "many", "kernel": 3, "inside": 34}},
 {"ph": "X", "name": "tfrt_test.print_hello", "ts": 0, "dur": 1e0, "args": {"location": "sm\u0061ll.mlir:18:8"}},
 {"ph": "X", "name": "queue", "ts": 0, "dur": 100},
 {"ph": "B", "name": "tfrt.constant.i64", "ts": 0, "args": {"location": "small.mlir:8:8"}}
]}
END
bef dot --trace trace.json a.bef
echo '=== an array that was cut short'
echo '[{"ph": "X", "name": "tfrt.constant.i32", "dur": 1, "args": {"location": "small.mlir:3:8"}},' > short.json
bef dot --trace short.json a.bef | grep f0k1
echo '=== none of ours, no trace, no file'
echo '[]' > none.json
bef dot --trace none.json a.bef; echo $?
echo '{"traceEvents": [{"ph": 1}]}' > wrong.json
bef dot --trace wrong.json a.bef; echo $?
bef dot --trace missing.json a.bef; echo $?
