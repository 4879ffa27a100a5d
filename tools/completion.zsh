#compdef gpuocc
# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for zsh. It gets commands, options, fields and devices from the command.

_gpuocc_commands() {
    gpuocc --help 2>/dev/null | sed -n 's/^  gpuocc \([a-z][a-z]*\).*/\1/p'
}

_gpuocc_fields() {
    gpuocc help fields 2>/dev/null | sed -n "/^$1/,/^\$/s/^  \\([a-z_0-9]*\\).*/\\1/p"
}

# Lists the options of a command, and the fields that it accepts as options.
_gpuocc_options() {
    gpuocc help $1 2>/dev/null | grep -oE '(^|[^A-Za-z-])--[a-z][a-z0-9-]*' | sed 's/^[^-]*//'
    print -l -- --json --color --help
    if gpuocc help $1 2>/dev/null | grep -q -e '--FIELD'; then
        print -- --device
        _gpuocc_fields 'Fields of a kernel' | sed 's/^/--/; s/_/-/g'
    fi
}

# Lists names with and without the brand before them, and architectures.
_gpuocc_devices() {
    gpuocc devices --json 2>/dev/null |
        sed -n 's/.*{"name":"\([^"]*\)","architecture":"\([^"]*\)".*/\1|\2/p' | tr '|' '\n' |
        sed -n 'p; s/^\(GeForce\|Radeon\|Instinct\|Apple\) //p' | sort -u
}

_gpuocc() {
    local command=${words[2]} before=${words[CURRENT-1]} word=${words[CURRENT]}
    local -a found

    if (( CURRENT == 2 )) && [[ $word != -* ]]; then
        found=(${(f)"$(_gpuocc_commands)"})
    elif [[ $before == (-d|--device) ]]; then
        found=(${(f)"$(_gpuocc_devices)"})
    elif [[ $before == (-c|--convention) ]]; then
        found=(${(f)"$(gpuocc help fields 2>/dev/null |
            sed -n '/^Conventions/,$s/^  \([^ ]*\).*/\1/p')"})
    elif [[ $before == (--over|--field) ]]; then
        found=(registers threads shared dynamic-shared accumulators scalar-registers half-registers
            grf barriers)
    elif [[ $before == --placement ]]; then
        found=(groups waves)
    elif [[ $before == --choice ]]; then
        found=(emptiest fill_first round_robin)
    elif [[ $before == --color ]]; then
        found=(auto always never)
    elif [[ $word == -* ]]; then
        found=(${(f)"$(_gpuocc_options $command)"})
    elif [[ $before == --svg || $command == (eval|kernels|explain) ]]; then
        _files
        return
    elif [[ $command == help ]]; then
        found=(${(f)"$(_gpuocc_commands)"} fields)
    elif [[ $before == (scale|tile) ]]; then
        found=(${(f)"$(gpuocc help $before 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')"})
    elif [[ $before == $command ]]; then
        found=(${(f)"$(_gpuocc_devices)"})
    fi
    (( ${#found} )) && compadd -- ${(u)found}
}

_gpuocc "$@"
