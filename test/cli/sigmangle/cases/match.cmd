f='I31!B11!d-1d128d64B6!t6d10S3!t7O1!R17!B9!d-1d1000B3!d8'
try() { sigmangle match "$@"; echo "status $?"; }
try "$f" 'float32[4x128x64]' 'i32[10]' sint64 ref
try "$f" 'f32[4x128x64]' 'i32[10]:8' i64 ref
try --json "$f" 'f32[4x128x64]' 'i32[10]:-4' i64 ref
try "$f" 'f32[4x127x64]' 'u32[10]' 'i64[]' f32
try --json "$f" 'f32[4x128x64x1]'
try 'I1!R4!B1!'
