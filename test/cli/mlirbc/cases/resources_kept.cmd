# What nothing refers to is left out, with a note, or kept.
printf 'four' > data
mlirbc resources --add unused=data "$DATA/resources.mlirbc" -o a.mlirbc
mlirbc gc a.mlirbc | cmp - "$DATA/resources.mlirbc" && echo same
mlirbc gc --keep-resources a.mlirbc | mlirbc resources - | grep unused
mlirbc strip a.mlirbc | mlirbc resources - | grep -c unused
mlirbc strip --keep-resources a.mlirbc | mlirbc resources - | grep unused
