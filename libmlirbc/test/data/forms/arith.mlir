func.func @addi(%a: i32, %b: i32, %c: index, %d: index) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %c, %d {my.attr = 0 : i8, unit} : index
  %2 = arith.addi %a, %b overflow<nsw> : i32
  %3 = arith.addi %a, %b overflow<nuw> {x.y} : i32
  %4 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %5 = arith.addi %a, %b overflow<nuw,nsw> : i32
  %6 = arith.addi %a, %b overflow<none> : i32
  return
}
// -----
func.func @subi(%a: i64, %b: i64, %c: vector<4xi16>, %d: vector<4xi16>) {
  %0 = arith.subi %a, %b : i64
  %1 = arith.subi %c, %d {my.attr = 1 : i8, unit} : vector<4xi16>
  %2 = arith.subi %a, %b overflow<nsw> : i64
  %3 = arith.subi %a, %b overflow<nuw> {x.y} : i64
  %4 = arith.subi %a, %b overflow<nsw, nuw> : i64
  %5 = arith.subi %a, %b overflow<nuw,nsw> : i64
  %6 = arith.subi %a, %b overflow<none> : i64
  return
}
// -----
func.func @muli(%a: i1, %b: i1, %c: tensor<?x3xi8>, %d: tensor<?x3xi8>) {
  %0 = arith.muli %a, %b : i1
  %1 = arith.muli %c, %d {my.attr = 2 : i8, unit} : tensor<?x3xi8>
  %2 = arith.muli %a, %b overflow<nsw> : i1
  %3 = arith.muli %a, %b overflow<nuw> {x.y} : i1
  %4 = arith.muli %a, %b overflow<nsw, nuw> : i1
  %5 = arith.muli %a, %b overflow<nuw,nsw> : i1
  %6 = arith.muli %a, %b overflow<none> : i1
  return
}
// -----
func.func @andi(%a: index, %b: index, %c: vector<[4]xi32>, %d: vector<[4]xi32>) {
  %0 = arith.andi %a, %b : index
  %1 = arith.andi %c, %d {my.attr = 3 : i8, unit} : vector<[4]xi32>
  return
}
// -----
func.func @ori(%a: vector<4xi16>, %b: vector<4xi16>, %c: tensor<*xi32>, %d: tensor<*xi32>) {
  %0 = arith.ori %a, %b : vector<4xi16>
  %1 = arith.ori %c, %d {my.attr = 4 : i8, unit} : tensor<*xi32>
  return
}
// -----
func.func @xori(%a: tensor<?x3xi8>, %b: tensor<?x3xi8>, %c: i7, %d: i7) {
  %0 = arith.xori %a, %b : tensor<?x3xi8>
  %1 = arith.xori %c, %d {my.attr = 5 : i8, unit} : i7
  return
}
// -----
func.func @divsi(%a: vector<[4]xi32>, %b: vector<[4]xi32>, %c: i32, %d: i32) {
  %0 = arith.divsi %a, %b : vector<[4]xi32>
  %1 = arith.divsi %c, %d {my.attr = 6 : i8, unit} : i32
  %2 = arith.divsi %a, %b exact : vector<[4]xi32>
  %3 = arith.divsi %a, %b exact {q = "s"} : vector<[4]xi32>
  return
}
// -----
func.func @divui(%a: tensor<*xi32>, %b: tensor<*xi32>, %c: i64, %d: i64) {
  %0 = arith.divui %a, %b : tensor<*xi32>
  %1 = arith.divui %c, %d {my.attr = 7 : i8, unit} : i64
  %2 = arith.divui %a, %b exact : tensor<*xi32>
  %3 = arith.divui %a, %b exact {q = "s"} : tensor<*xi32>
  return
}
// -----
func.func @ceildivsi(%a: i7, %b: i7, %c: i1, %d: i1) {
  %0 = arith.ceildivsi %a, %b : i7
  %1 = arith.ceildivsi %c, %d {my.attr = 8 : i8, unit} : i1
  return
}
// -----
func.func @ceildivui(%a: i32, %b: i32, %c: index, %d: index) {
  %0 = arith.ceildivui %a, %b : i32
  %1 = arith.ceildivui %c, %d {my.attr = 9 : i8, unit} : index
  return
}
// -----
func.func @floordivsi(%a: i64, %b: i64, %c: vector<4xi16>, %d: vector<4xi16>) {
  %0 = arith.floordivsi %a, %b : i64
  %1 = arith.floordivsi %c, %d {my.attr = 10 : i8, unit} : vector<4xi16>
  return
}
// -----
func.func @remsi(%a: i1, %b: i1, %c: tensor<?x3xi8>, %d: tensor<?x3xi8>) {
  %0 = arith.remsi %a, %b : i1
  %1 = arith.remsi %c, %d {my.attr = 11 : i8, unit} : tensor<?x3xi8>
  return
}
// -----
func.func @remui(%a: index, %b: index, %c: vector<[4]xi32>, %d: vector<[4]xi32>) {
  %0 = arith.remui %a, %b : index
  %1 = arith.remui %c, %d {my.attr = 12 : i8, unit} : vector<[4]xi32>
  return
}
// -----
func.func @maxsi(%a: vector<4xi16>, %b: vector<4xi16>, %c: tensor<*xi32>, %d: tensor<*xi32>) {
  %0 = arith.maxsi %a, %b : vector<4xi16>
  %1 = arith.maxsi %c, %d {my.attr = 13 : i8, unit} : tensor<*xi32>
  return
}
// -----
func.func @maxui(%a: tensor<?x3xi8>, %b: tensor<?x3xi8>, %c: i7, %d: i7) {
  %0 = arith.maxui %a, %b : tensor<?x3xi8>
  %1 = arith.maxui %c, %d {my.attr = 14 : i8, unit} : i7
  return
}
// -----
func.func @minsi(%a: vector<[4]xi32>, %b: vector<[4]xi32>, %c: i32, %d: i32) {
  %0 = arith.minsi %a, %b : vector<[4]xi32>
  %1 = arith.minsi %c, %d {my.attr = 15 : i8, unit} : i32
  return
}
// -----
func.func @minui(%a: tensor<*xi32>, %b: tensor<*xi32>, %c: i64, %d: i64) {
  %0 = arith.minui %a, %b : tensor<*xi32>
  %1 = arith.minui %c, %d {my.attr = 16 : i8, unit} : i64
  return
}
// -----
func.func @shli(%a: i7, %b: i7, %c: i1, %d: i1) {
  %0 = arith.shli %a, %b : i7
  %1 = arith.shli %c, %d {my.attr = 17 : i8, unit} : i1
  %2 = arith.shli %a, %b overflow<nsw> : i7
  %3 = arith.shli %a, %b overflow<nuw> {x.y} : i7
  %4 = arith.shli %a, %b overflow<nsw, nuw> : i7
  %5 = arith.shli %a, %b overflow<nuw,nsw> : i7
  %6 = arith.shli %a, %b overflow<none> : i7
  return
}
// -----
func.func @shrsi(%a: i32, %b: i32, %c: index, %d: index) {
  %0 = arith.shrsi %a, %b : i32
  %1 = arith.shrsi %c, %d {my.attr = 18 : i8, unit} : index
  %2 = arith.shrsi %a, %b exact : i32
  %3 = arith.shrsi %a, %b exact {q = "s"} : i32
  return
}
// -----
func.func @shrui(%a: i64, %b: i64, %c: vector<4xi16>, %d: vector<4xi16>) {
  %0 = arith.shrui %a, %b : i64
  %1 = arith.shrui %c, %d {my.attr = 19 : i8, unit} : vector<4xi16>
  %2 = arith.shrui %a, %b exact : i64
  %3 = arith.shrui %a, %b exact {q = "s"} : i64
  return
}
// -----
func.func @addf(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.addf %0, %a fastmath<fast> : f32
  %2 = arith.addf %1, %a fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> {tag = dense<1> : tensor<2xi8>} : f32
  return %2 : f32
}
// -----
func.func @subf(%a: f64, %b: f64) -> f64 {
  %0 = arith.subf %a, %b : f64
  %1 = arith.subf %0, %a fastmath<nnan> : f64
  %2 = arith.subf %1, %a fastmath<contract> {tag = dense<1> : tensor<2xi8>} : f64
  return %2 : f64
}
// -----
func.func @mulf(%a: f16, %b: f16) -> f16 {
  %0 = arith.mulf %a, %b : f16
  %1 = arith.mulf %0, %a fastmath<ninf,nnan> : f16
  %2 = arith.mulf %1, %a fastmath<none> {tag = dense<1> : tensor<2xi8>} : f16
  return %2 : f16
}
// -----
func.func @divf(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.divf %a, %b : bf16
  %1 = arith.divf %0, %a fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : bf16
  %2 = arith.divf %1, %a fastmath<afn, arcp> {tag = dense<1> : tensor<2xi8>} : bf16
  return %2 : bf16
}
// -----
func.func @remf(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.remf %a, %b : vector<4xf32>
  %1 = arith.remf %0, %a fastmath<contract> : vector<4xf32>
  %2 = arith.remf %1, %a fastmath<nsz> {tag = dense<1> : tensor<2xi8>} : vector<4xf32>
  return %2 : vector<4xf32>
}
// -----
func.func @maximumf(%a: tensor<2x?xf64>, %b: tensor<2x?xf64>) -> tensor<2x?xf64> {
  %0 = arith.maximumf %a, %b : tensor<2x?xf64>
  %1 = arith.maximumf %0, %a fastmath<none> : tensor<2x?xf64>
  %2 = arith.maximumf %1, %a fastmath<fast> {tag = dense<1> : tensor<2xi8>} : tensor<2x?xf64>
  return %2 : tensor<2x?xf64>
}
// -----
func.func @minimumf(%a: f128, %b: f128) -> f128 {
  %0 = arith.minimumf %a, %b : f128
  %1 = arith.minimumf %0, %a fastmath<afn, arcp> : f128
  %2 = arith.minimumf %1, %a fastmath<nnan> {tag = dense<1> : tensor<2xi8>} : f128
  return %2 : f128
}
// -----
func.func @maxnumf(%a: tensor<4xbf16>, %b: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = arith.maxnumf %a, %b : tensor<4xbf16>
  %1 = arith.maxnumf %0, %a fastmath<nsz> : tensor<4xbf16>
  %2 = arith.maxnumf %1, %a fastmath<ninf,nnan> {tag = dense<1> : tensor<2xi8>} : tensor<4xbf16>
  return %2 : tensor<4xbf16>
}
// -----
func.func @minnumf(%a: f32, %b: f32) -> f32 {
  %0 = arith.minnumf %a, %b : f32
  %1 = arith.minnumf %0, %a fastmath<fast> : f32
  %2 = arith.minnumf %1, %a fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> {tag = dense<1> : tensor<2xi8>} : f32
  return %2 : f32
}
// -----
func.func @negf(%a: f32, %v: tensor<*xf64>) {
  %0 = arith.negf %a : f32
  %1 = arith.negf %v fastmath<nnan,nsz> {a.b} : tensor<*xf64>
  return
}
// -----
func.func @cmpi_eq(%a: i32, %b: i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi "eq", %a, %b {k = [1, 2.0, "x"]} : i32
  return
}
// -----
func.func @cmpi_ne(%a: i64, %b: i64) {
  %0 = arith.cmpi ne, %a, %b : i64
  %1 = arith.cmpi "ne", %a, %b {k = [1, 2.0, "x"]} : i64
  return
}
// -----
func.func @cmpi_slt(%a: i1, %b: i1) {
  %0 = arith.cmpi slt, %a, %b : i1
  %1 = arith.cmpi "slt", %a, %b {k = [1, 2.0, "x"]} : i1
  return
}
// -----
func.func @cmpi_sle(%a: index, %b: index) {
  %0 = arith.cmpi sle, %a, %b : index
  %1 = arith.cmpi "sle", %a, %b {k = [1, 2.0, "x"]} : index
  return
}
// -----
func.func @cmpi_sgt(%a: vector<4xi16>, %b: vector<4xi16>) {
  %0 = arith.cmpi sgt, %a, %b : vector<4xi16>
  %1 = arith.cmpi "sgt", %a, %b {k = [1, 2.0, "x"]} : vector<4xi16>
  return
}
// -----
func.func @cmpi_sge(%a: tensor<?x3xi8>, %b: tensor<?x3xi8>) {
  %0 = arith.cmpi sge, %a, %b : tensor<?x3xi8>
  %1 = arith.cmpi "sge", %a, %b {k = [1, 2.0, "x"]} : tensor<?x3xi8>
  return
}
// -----
func.func @cmpi_ult(%a: vector<[4]xi32>, %b: vector<[4]xi32>) {
  %0 = arith.cmpi ult, %a, %b : vector<[4]xi32>
  %1 = arith.cmpi "ult", %a, %b {k = [1, 2.0, "x"]} : vector<[4]xi32>
  return
}
// -----
func.func @cmpi_ule(%a: tensor<*xi32>, %b: tensor<*xi32>) {
  %0 = arith.cmpi ule, %a, %b : tensor<*xi32>
  %1 = arith.cmpi "ule", %a, %b {k = [1, 2.0, "x"]} : tensor<*xi32>
  return
}
// -----
func.func @cmpi_ugt(%a: i7, %b: i7) {
  %0 = arith.cmpi ugt, %a, %b : i7
  %1 = arith.cmpi "ugt", %a, %b {k = [1, 2.0, "x"]} : i7
  return
}
// -----
func.func @cmpi_uge(%a: i32, %b: i32) {
  %0 = arith.cmpi uge, %a, %b : i32
  %1 = arith.cmpi "uge", %a, %b {k = [1, 2.0, "x"]} : i32
  return
}
// -----
func.func @cmpf_false(%a: f32, %b: f32) {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf false, %a, %b fastmath<fast> {k} : f32
  return
}
// -----
func.func @cmpf_oeq(%a: f64, %b: f64) {
  %0 = arith.cmpf oeq, %a, %b : f64
  %1 = arith.cmpf oeq, %a, %b fastmath<nnan> {k} : f64
  return
}
// -----
func.func @cmpf_ogt(%a: f16, %b: f16) {
  %0 = arith.cmpf ogt, %a, %b : f16
  %1 = arith.cmpf ogt, %a, %b fastmath<ninf,nnan> {k} : f16
  return
}
// -----
func.func @cmpf_oge(%a: bf16, %b: bf16) {
  %0 = arith.cmpf oge, %a, %b : bf16
  %1 = arith.cmpf oge, %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> {k} : bf16
  return
}
// -----
func.func @cmpf_olt(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = arith.cmpf olt, %a, %b : vector<4xf32>
  %1 = arith.cmpf olt, %a, %b fastmath<contract> {k} : vector<4xf32>
  return
}
// -----
func.func @cmpf_ole(%a: tensor<2x?xf64>, %b: tensor<2x?xf64>) {
  %0 = arith.cmpf ole, %a, %b : tensor<2x?xf64>
  %1 = arith.cmpf ole, %a, %b fastmath<none> {k} : tensor<2x?xf64>
  return
}
// -----
func.func @cmpf_one(%a: f128, %b: f128) {
  %0 = arith.cmpf one, %a, %b : f128
  %1 = arith.cmpf one, %a, %b fastmath<afn, arcp> {k} : f128
  return
}
// -----
func.func @cmpf_ord(%a: tensor<4xbf16>, %b: tensor<4xbf16>) {
  %0 = arith.cmpf ord, %a, %b : tensor<4xbf16>
  %1 = arith.cmpf ord, %a, %b fastmath<nsz> {k} : tensor<4xbf16>
  return
}
// -----
func.func @cmpf_ueq(%a: f32, %b: f32) {
  %0 = arith.cmpf ueq, %a, %b : f32
  %1 = arith.cmpf ueq, %a, %b fastmath<fast> {k} : f32
  return
}
// -----
func.func @cmpf_ugt(%a: f64, %b: f64) {
  %0 = arith.cmpf ugt, %a, %b : f64
  %1 = arith.cmpf ugt, %a, %b fastmath<nnan> {k} : f64
  return
}
// -----
func.func @cmpf_uge(%a: f16, %b: f16) {
  %0 = arith.cmpf uge, %a, %b : f16
  %1 = arith.cmpf uge, %a, %b fastmath<ninf,nnan> {k} : f16
  return
}
// -----
func.func @cmpf_ult(%a: bf16, %b: bf16) {
  %0 = arith.cmpf ult, %a, %b : bf16
  %1 = arith.cmpf ult, %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> {k} : bf16
  return
}
// -----
func.func @cmpf_ule(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = arith.cmpf ule, %a, %b : vector<4xf32>
  %1 = arith.cmpf ule, %a, %b fastmath<contract> {k} : vector<4xf32>
  return
}
// -----
func.func @cmpf_une(%a: tensor<2x?xf64>, %b: tensor<2x?xf64>) {
  %0 = arith.cmpf une, %a, %b : tensor<2x?xf64>
  %1 = arith.cmpf une, %a, %b fastmath<none> {k} : tensor<2x?xf64>
  return
}
// -----
func.func @cmpf_uno(%a: f128, %b: f128) {
  %0 = arith.cmpf uno, %a, %b : f128
  %1 = arith.cmpf uno, %a, %b fastmath<afn, arcp> {k} : f128
  return
}
// -----
func.func @cmpf_true(%a: tensor<4xbf16>, %b: tensor<4xbf16>) {
  %0 = arith.cmpf true, %a, %b : tensor<4xbf16>
  %1 = arith.cmpf true, %a, %b fastmath<nsz> {k} : tensor<4xbf16>
  return
}
// -----
func.func @extsi_0(%a: i8) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %a {note = "extsi"} : i8 to i32
  return
}
// -----
func.func @extsi_1(%a: vector<4xi8>) {
  %0 = arith.extsi %a : vector<4xi8> to vector<4xi64>
  %1 = arith.extsi %a {note = "extsi"} : vector<4xi8> to vector<4xi64>
  return
}
// -----
func.func @extui_2(%a: i1) {
  %0 = arith.extui %a : i1 to i64
  %1 = arith.extui %a {note = "extui"} : i1 to i64
  return
}
// -----
func.func @extui_3(%a: tensor<?xi1>) {
  %0 = arith.extui %a : tensor<?xi1> to tensor<?xi8>
  %1 = arith.extui %a {note = "extui"} : tensor<?xi1> to tensor<?xi8>
  return
}
// -----
func.func @trunci_4(%a: i64) {
  %0 = arith.trunci %a : i64 to i8
  %1 = arith.trunci %a {note = "trunci"} : i64 to i8
  %2 = arith.trunci %a overflow<nsw> : i64 to i1
  %3 = arith.trunci %a overflow<nuw, nsw> {z} : i64 to i16
  return
}
// -----
func.func @fptosi_5(%a: f32) {
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptosi %a {note = "fptosi"} : f32 to i32
  return
}
// -----
func.func @fptoui_6(%a: tensor<3xf64>) {
  %0 = arith.fptoui %a : tensor<3xf64> to tensor<3xi1>
  %1 = arith.fptoui %a {note = "fptoui"} : tensor<3xf64> to tensor<3xi1>
  return
}
// -----
func.func @sitofp_7(%a: i32) {
  %0 = arith.sitofp %a : i32 to f16
  %1 = arith.sitofp %a {note = "sitofp"} : i32 to f16
  return
}
// -----
func.func @uitofp_8(%a: vector<2xi8>) {
  %0 = arith.uitofp %a : vector<2xi8> to vector<2xbf16>
  %1 = arith.uitofp %a {note = "uitofp"} : vector<2xi8> to vector<2xbf16>
  return
}
// -----
func.func @index_cast_9(%a: index) {
  %0 = arith.index_cast %a : index to i64
  %1 = arith.index_cast %a {note = "index_cast"} : index to i64
  return
}
// -----
func.func @index_cast_10(%a: tensor<?xi32>) {
  %0 = arith.index_cast %a : tensor<?xi32> to tensor<?xindex>
  %1 = arith.index_cast %a {note = "index_cast"} : tensor<?xi32> to tensor<?xindex>
  return
}
// -----
func.func @index_castui_11(%a: i32) {
  %0 = arith.index_castui %a : i32 to index
  %1 = arith.index_castui %a {note = "index_castui"} : i32 to index
  return
}
// -----
func.func @bitcast_12(%a: f32) {
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %a {note = "bitcast"} : f32 to i32
  return
}
// -----
func.func @bitcast_13(%a: vector<4xi32>) {
  %0 = arith.bitcast %a : vector<4xi32> to vector<4xf32>
  %1 = arith.bitcast %a {note = "bitcast"} : vector<4xi32> to vector<4xf32>
  return
}
// -----
func.func @extf_14(%a: f16) {
  %0 = arith.extf %a : f16 to f32
  %1 = arith.extf %a {note = "extf"} : f16 to f32
  %2 = arith.extf %a fastmath<none> : f16 to f64
  %3 = arith.extf %a fastmath<fast> {z} : f16 to f80
  return
}
// -----
func.func @truncf_15(%a: f64) {
  %0 = arith.truncf %a : f64 to f32
  %1 = arith.truncf %a {note = "truncf"} : f64 to f32
  %r0 = arith.truncf %a to_nearest_even : f64 to f16
  %r1 = arith.truncf %a downward : f64 to f16
  %r2 = arith.truncf %a upward : f64 to f16
  %r3 = arith.truncf %a toward_zero : f64 to f16
  %r4 = arith.truncf %a to_nearest_away : f64 to f16
  %4 = arith.truncf %a toward_zero fastmath<contract> {z} : f64 to bf16
  %5 = arith.truncf %a fastmath<nnan> : f64 to bf16
  return
}
// -----
func.func @scaling(%a: f4E2M1FN, %s: f8E8M0FNU, %b: f32) {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %b, %s : f32, f8E8M0FNU to f4E2M1FN
  %2 = arith.scaling_truncf %b, %s to_nearest_away fastmath<nnan> {q} : f32, f8E8M0FNU to f4E2M1FN
  %3 = arith.scaling_extf %a, %s fastmath<ninf> : f4E2M1FN, f8E8M0FNU to f32
  return
}
// -----
func.func @extended(%a: i32, %v: vector<4xi8>) {
  %s, %o = arith.addui_extended %a, %a : i32, i1
  %s2:2 = arith.addui_extended %v, %v {k} : vector<4xi8>, vector<4xi1>
  %l:2 = arith.mului_extended %a, %a : i32
  %m, %n = arith.mulsi_extended %v, %v {x = 1.5} : vector<4xi8>
  %u = arith.addi %s, %l#1 : i32
  %w = arith.addi %s2#0, %n : vector<4xi8>
  "foo.use"(%o, %l#0, %s2#1) : (i1, i32, vector<4xi1>) -> ()
  return
}
// -----
func.func @select(%c: i1, %a: i32, %v: vector<4xi1>, %w: vector<4xf32>, %t: tensor<?xi1>, %u: tensor<?xf64>, %m: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : i32
  %1 = arith.select %v, %w, %w : vector<4xi1>, vector<4xf32>
  %2 = arith.select %t, %u, %u {k} : tensor<?xi1>, tensor<?xf64>
  %3 = arith.select %c, %w, %w : vector<4xf32>
  %4 = arith.select %c, %m, %m : memref<4xf32>
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 1 : i32
  %1 = arith.constant -1 : i32
  %2 = arith.constant 0 : index
  %k = arith.constant {foo.bar = 0 : i32} 1 : i32
  %again = arith.constant 1 : i32
  return
}
// -----
func.func @constants() {
  %0 = arith.constant -7 : index
  %1 = arith.constant true
  %2 = arith.constant false
  %k = arith.constant {foo.bar = 3 : i32} -7 : index
  %again = arith.constant -7 : index
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 1 : i64
  %1 = arith.constant 9223372036854775807 : i64
  %2 = arith.constant -128 : i8
  %k = arith.constant {foo.bar = 6 : i32} 1 : i64
  %again = arith.constant 1 : i64
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 255 : i8
  %1 = arith.constant 3 : i3
  %2 = arith.constant 123456789012345678901234567890 : i128
  %k = arith.constant {foo.bar = 9 : i32} 255 : i8
  %again = arith.constant 255 : i8
  return
}
// -----
func.func @constants() {
  %0 = arith.constant -5 : i65
  %1 = arith.constant 1.0 : f32
  %2 = arith.constant -0.0 : f64
  %k = arith.constant {foo.bar = 12 : i32} -5 : i65
  %again = arith.constant -5 : i65
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 1.5
  %1 = arith.constant 7
  %2 = arith.constant 0x7FC00000 : f32
  %k = arith.constant {foo.bar = 15 : i32} 1.5
  %again = arith.constant 1.5
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 0x7F800000 : f32
  %1 = arith.constant 1.0e300 : f64
  %2 = arith.constant 3.14 : bf16
  %k = arith.constant {foo.bar = 18 : i32} 0x7F800000 : f32
  %again = arith.constant 0x7F800000 : f32
  return
}
// -----
func.func @constants() {
  %0 = arith.constant 0.1 : f16
  %1 = arith.constant dense<1> : tensor<4xi32>
  %2 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %k = arith.constant {foo.bar = 21 : i32} 0.1 : f16
  %again = arith.constant 0.1 : f16
  return
}
// -----
func.func @constants() {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %1 = arith.constant dense<true> : vector<4xi1>
  %2 = arith.constant dense<> : tensor<0xf32>
  %k = arith.constant {foo.bar = 24 : i32} dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %again = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  return
}
// -----
func.func @constants() {
  %0 = arith.constant dense_resource<blob> : tensor<4xf32>
  %1 = arith.constant sparse<[[0]], [1.0]> : tensor<4xf32>
  %2 = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %k = arith.constant {foo.bar = 27 : i32} dense_resource<blob> : tensor<4xf32>
  %again = arith.constant dense_resource<blob> : tensor<4xf32>
  return
}
// -----
func.func @constants() {
  %0 = arith.constant dense<"0x0102"> : tensor<2xi8>
  %1 = arith.constant dense<1> : vector<[4]xi32>
  %2 = arith.constant dense<-1> : tensor<3xindex>
  %k = arith.constant {foo.bar = 30 : i32} dense<"0x0102"> : tensor<2xi8>
  %again = arith.constant dense<"0x0102"> : tensor<2xi8>
  return
}
// -----
%c = arith.constant 1 : i32
%d = arith.constant 1 : i32
func.func @f() -> i32 {
  %e = arith.constant 1 : i32
  %f = arith.constant 1 : i32
  return %e : i32
}
func.func @g() -> i32 {
  %e = arith.constant 1 : i32
  return %e : i32
}
// -----
func.func @names(%c: i1) {
  %x = arith.constant 5 : i32
  scf.if %c {
    %x1 = arith.constant 5 : i32
    %x2 = arith.constant 5 : i32
    "a.b"(%x, %x1, %x2) : (i32, i32, i32) -> ()
  } else {
    %x1 = arith.constant 5 : i32
    %y = arith.constant 1.0 : f32
    "a.b"(%x, %x1, %y) : (i32, i32, f32) -> ()
  }
  %z = arith.constant 5 : i32
  %y = arith.constant 2.0 : f32
  return
}
// -----
func.func @locations(%a: i32 loc("arg":1:2), %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32 loc("x.py":10:4)
  %1 = arith.muli %0, %b {k} : i32 loc(callsite("f" at "g.c":1:2))
  %2 = arith.constant 3 : i32 loc(unknown)
  %3 = arith.cmpi eq, %1, %2 : i32 loc(fused["a", "b"])
  %4 = arith.select %3, %1, %0 : i32 loc(#named)
  return %4 : i32 loc(#named)
} loc("whole")
#named = loc("named"("x.py":1:1))
