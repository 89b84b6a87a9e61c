bef --help
for command in run assemble verify dump kernels; do echo "=== $command" && bef $command --help || exit; done
bef run --queue single --help | head -1
bef --version | sed 's/[0-9]\+/N/g'
