mlirbc resources "$DATA/resources.mlirbc"
printf 'new bytes' > data
key=floats
mlirbc resources --replace "$key=data" "$DATA/resources.mlirbc" -o r.mlirbc && mlirbc verify r.mlirbc && mlirbc resources --extract "$key" r.mlirbc; echo
mlirbc resources --add more=data --align 64 r.mlirbc -o r.mlirbc && mlirbc verify r.mlirbc && mlirbc resources --extract more r.mlirbc; echo
mlirbc resources --add more=data --external --group g r.mlirbc -o r.mlirbc && mlirbc resources r.mlirbc | grep more
mlirbc resources --add more=data r.mlirbc; echo $?
mlirbc resources --remove "$key" r.mlirbc -o s.mlirbc; echo $?
mlirbc resources --remove more --group builtin r.mlirbc | mlirbc gc | mlirbc resources - | grep more
mlirbc resources --remove "$key" --force r.mlirbc -o s.mlirbc && mlirbc verify s.mlirbc && mlirbc resources s.mlirbc | grep none
mlirbc resources --remove nothing r.mlirbc; echo $?
mlirbc resources --replace nothing r.mlirbc; echo $?
mlirbc resources --replace "$key=missing" r.mlirbc; echo $?
mlirbc resources --align 3 --add x=data r.mlirbc; echo $?
mlirbc resources --list --add x=data r.mlirbc; echo $?
