mlirbc print --debug-info "$DATA/branches.mlirbc" > text.mlir
mlirbc convert "$DATA/branches.mlirbc" -o same.mlirbc && cmp "$DATA/branches.mlirbc" same.mlirbc && echo same
mlirbc convert "$DATA/resources.mlirbc" -o - | cmp - "$DATA/resources.mlirbc" && echo same
mlirbc convert --version 2 "$DATA/branches.mlirbc" -o old.mlirbc && mlirbc info old.mlirbc | head -1
mlirbc convert --version 6 old.mlirbc -o old.mlirbc && mlirbc print --debug-info old.mlirbc | cmp - text.mlir && echo same
mlirbc convert text.mlir -o new.mlirbc && mlirbc verify new.mlirbc && mlirbc print --debug-info new.mlirbc | cmp - text.mlir && echo same
echo '"a.b"() <{x = 1 : i8}> : () -> ()' | mlirbc convert --version 4 -o none.mlirbc; echo "$?"; ls none.mlirbc 2>/dev/null
cp "$DATA/branches.mlirbc" over.mlirbc; mlirbc convert -o over.mlirbc over.mlirbc && cmp over.mlirbc "$DATA/branches.mlirbc" && echo same
mlirbc convert --version 7 -o x "$DATA/branches.mlirbc"; echo "$?"
echo '"a.b"() : () -> ()' > place.mlir; mlirbc assemble place.mlir | mlirbc print --debug-info - | grep '^#'; mlirbc assemble - < place.mlir | mlirbc print --debug-info - | grep '^#'
cat > ops.mlir <<'END'
"func.func"() <{function_type = (i32, vector<2x[4]xf32>) -> (), sym_name = "f"}> ({
^bb0(%a: i32, %v: vector<2x[4]xf32>):
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
  "func.return"() : () -> ()
}) : () -> ()
END
mlirbc assemble --producer MLIR19.1.7 ops.mlir -o 19.mlirbc && mlirbc info 19.mlirbc | head -1 && mlirbc print 19.mlirbc | grep addi
mlirbc assemble --producer MLIR16.0.6 --version 0 ops.mlir -o 16.mlirbc && mlirbc info 16.mlirbc | head -1 && mlirbc print 16.mlirbc | grep -e addi -e function_type
mlirbc convert --producer MLIR22.1.8 ops.mlir | mlirbc print - | grep addi
sed 's/2x\[4\]/[2]x4/' ops.mlir | mlirbc assemble --producer MLIR16.0.6 --version 0 - -o none.mlirbc; echo "$?"; ls none.mlirbc 2>/dev/null
mlirbc convert --producer MLIR22.1.8 19.mlirbc -o none.mlirbc; echo "$?"
# An order of uses in full, which MLIR would write as pairs that it reads wrongly, stays so.
echo TUzvUglNTElSMTkuMS43AAE5CQEFCQ0dAQMJAwUDCwUDDQcVDxETFRcZGx0fIQNLMwUBJwsTCwsTExMTExMTExMTExMTExMFA1kBCxsTCwsLAQUPFwLpBSMXAQEBDQMFJRcBBQMXAQUdFwEFLxcBBxEXAQkHFwELBxcBDQcXAQ8HFwERBxcBEwcXARUHFwEZBxcBGwcXAR0HFwEfByNhcml0aC5vdmVyZmxvdzxub25lPgADBS0FLwcDAzEnBScFKQUrAQICBQUBAQEExwUBEAMHBLkDAQUDEQkpBwSlAwczBQMLAw0ABycPKwMBBQEDKQMFAQcJCw0PERMJBBEDBQsEEwMFDQQVAwUPBBcDBREEGQMFEwQbAwUVBB0DBRcEHwMFGQQhAwUbBCMDBQUAJQYDAQUBAJYCLR0THQVDBwcHBwcHBwcHBwsPDwUNCxFidWlsdGluAGZ1bmMAYXJpdGgAdQBtb2R1bGUAcmV0dXJuAGFkZGkAdTAAdTEAdTIAdTMAdTQAdTUAdTYAdTcAdTgAdTkANjdfdXNlbGlzdF9pbmRleHBhaXJfM2N5Y2xlLm1saXIAZgBmdW5jdGlvbl90eXBlAHN5bV9uYW1lAG92ZXJmbG93RmxhZ3MA | base64 -d > orders.mlirbc; mlirbc convert --version 4 orders.mlirbc | cmp - orders.mlirbc && echo same
