# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for bash: commands, options, fields, conventions and architectures.

_gpuocc_fields()
{
    gpuocc help fields 2>/dev/null | sed -n '/^Fields of a kernel/,/^$/s/^  \([a-z_]*\).*/\1/p'
}

_gpuocc_options()
{
    local ask='--threads --registers --shared --dynamic-shared --wave-size --accumulators
        --scalar-registers --half-registers --grf --barriers --reported-max-threads --device --convention
        --set --json --color --help'
    case $1 in
        occupancy) echo "$ask" --grid-groups --require ;;
        most) echo "$ask" --grid-groups --groups --waves --waves-per-partition --field --require ;;
        best) echo "$ask" --grid-groups --min --max --multiple-of --prefer-small --shared-per-thread --count \
            --candidates --candidate-registers --grid-threads --require ;;
        pad) echo "$ask" --grid-groups --groups --require ;;
        sweep) echo "$ask" --grid-groups --over --at --multiple-of --csv --svg --require ;;
        schedule) echo "$ask" --grid-groups --placement --choice --barrier --head-of-line \
            --usable-cores --slots-per-core --durations --group-time --partitions --phases \
            --reserve-groups --svg --require ;;
        latency) echo "$ask" --grid-groups --loads --stores --fp32 --special --matrix --overlap \
            --one-pass --load-bytes --in-flight --chains --l1-hit --l2-hit --waves --constant --curve --svg --require ;;
        scale) echo --cpu-time --gpu-time --core-scale --speedup --time --chains --interleaved \
            --dispatches --gap --work --fill --groups --slots --launch-interval --group-time \
            --fixed-time --span --processors --latency-ns --latency-cycles --rate --each \
            --clock-ghz --gb-per-s --cores --line-bytes --wave-size --require --csv --json \
            --color --help ;;
        tile) echo --x --y --z --radius --element-bytes --group-x --group-y --wave-size \
            --pitch-bytes --line-bytes --base-bytes --origin-x --origin-y --values --threads \
            --grid-threads --cores --require --csv --json --color --help ;;
        order) echo --body --order --load-latency --compute-latency --unroll --restrict --most-loads \
            --json --color --help ;;
        kernels) echo "$ask" --grid-groups --require --kernel --filter --sort --side-by-side --totals --save --baseline --allow --format --html --demangle \
            --csv --csv-safe ;;
        explain) echo "$ask" --grid-groups --l1-hit --l2-hit --efficiency --annotate --html ;;
        eval) echo "$ask" --grid-groups --require --best --inverse --table --csv-safe ;;
        little) echo --wave-size --json --color --help ;;
        devices | device) echo --json --color --help ;;
        *) echo --help --version ;;
    esac
    case $1 in
        occupancy | most | best | pad | sweep | schedule | latency | eval | kernels | explain)
            _gpuocc_fields | sed 's/^/--/; s/_/-/g' ;;
    esac
}

# Lists names with and without the brand before them, and architectures.
_gpuocc_devices()
{
    gpuocc devices --json 2>/dev/null |
        sed -n 's/.*{"name":"\([^"]*\)","architecture":"\([^"]*\)".*/\1|\2/p' | tr '|' '\n' |
        sed -n 'p; s/^\(GeForce\|Radeon\|Instinct\|Apple\) //p' | sort -u
}

# Completes a word to devices: their blanks are quoted if the word has no quote.
_gpuocc_complete_device()
{
    local word=$1 name shown
    while IFS= read -r name; do
        printf -v shown %q "$name"
        [[ $word == [\"\']* ]] && shown=$name
        [[ $shown == "${word#[\"\']}"* ]] && COMPREPLY+=("$shown")
    done < <(_gpuocc_devices)
}

_gpuocc()
{
    local commands='occupancy most best pad sweep schedule latency little order scale tile eval kernels explain devices
        device
        help'
    local amounts='registers threads shared dynamic-shared accumulators scalar-registers
        half-registers grf barriers'
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command=${COMP_WORDS[1]} words=

    COMPREPLY=()
    if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
        words=$commands
    elif [[ $before == --over || $before == --field ]]; then
        words=$amounts
    elif [[ $before == --placement ]]; then
        words='groups waves'
    elif [[ $before == --color ]]; then
        words='auto always never'
    elif [[ $before == --choice ]]; then
        words='emptiest fill_first round_robin'
    elif [[ $before == --order ]]; then
        words='source hoist'
    elif [[ $before == -c || $before == --convention ]]; then
        words=$(gpuocc help fields 2>/dev/null | sed -n '/^Conventions/,$s/^  \([^ ]*\).*/\1/p')
    elif [[ $word == -* ]]; then
        words=$(_gpuocc_options "$command")
    elif [[ $before == --svg || $command =~ ^(eval|kernels|explain|order)$ && $before != -d && $before != --device ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
    elif [[ $command == help ]]; then
        words="$commands fields"
    elif [[ $before == scale ]]; then
        words='serial fit chains recoverable little memory ramp work flight'
    elif [[ $before == tile ]]; then
        words='halo lines atomics balance recommended'
    elif [[ $before == "$command" || $before == -d || $before == --device ]]; then
        _gpuocc_complete_device "$word"
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _gpuocc gpuocc
