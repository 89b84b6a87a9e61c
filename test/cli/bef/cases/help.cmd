bef --help
for command in run bench assemble compile disassemble verify dump info export stats dot embed diff kernels devices; do echo "=== $command" && bef $command --help || exit; done
bef run --queue single --help | head -1
bef --version | sed 's/[0-9]\+/N/g'
