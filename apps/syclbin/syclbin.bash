# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completions of syclbin for bash.
_syclbin()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W 'info ls dump verify extract pack merge convert compress decompress edit diff --help --version' -- "$current")
		return
	fi
	case $previous in
	--encoding | -e) words='v1 v1raw v1ob2 v1rt v1ob3 v2 v2ob3' ;;
	--state) words='input object executable' ;;
	--kind | --drop) words='ir native' ;;
	--method | -m) words='zstd zlib' ;;
	--device) words='opencl level_zero cuda hip native_cpu' ;;
	--item | --limit | --module | --index | --level | -l | --property | --kernel | --exported | --imported | --set | --remove) return ;;
	esac
	if [[ -z $words && $current == -* ]]; then
		case ${COMP_WORDS[1]} in
		info) words='--json --device --state --match-arch --item --limit' ;;
		ls) words='--symbols --limit' ;;
		dump) words='--typed --item --limit' ;;
		verify) words='--strict --quiet --json --limit' ;;
		extract) words='--output --dir --module --kind --index --target --arch --device --properties --unpack --item --limit --force' ;;
		pack) words='--output --encoding --state --module --property --kernel --exported --imported --ir --native --image --force' ;;
		merge) words='--output --encoding --allow-duplicates --resolve --limit --force' ;;
		convert) words='--output --encoding --item --limit --force' ;;
		compress) words='--output --method --level --item --limit --force' ;;
		decompress) words='--output --encoding --item --limit --force' ;;
		edit) words='--output --encoding --set --remove --module --global --state --drop --item --limit --force' ;;
		diff) words='--limit' ;;
		esac
		words+=' --show-source --help'
	fi
	if [[ -n $words ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
	fi
}
complete -o filenames -F _syclbin syclbin
