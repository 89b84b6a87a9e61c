sigmangle --help
for command in demangle mangle check match; do echo "=== $command" && sigmangle $command --help || exit; done
sigmangle --version | sed 's/[0-9]\+/N/g'
