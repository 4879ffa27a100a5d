# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for fish. It gets commands, options, fields and devices from the command.

function __gpuocc_commands
    gpuocc --help 2>/dev/null | sed -n 's/^  gpuocc \([a-z][a-z]*\).*/\1/p'
end

# Lists the options of the command on the line, and the fields that it accepts as options.
function __gpuocc_options
    set -l help (gpuocc help (commandline -opc)[2] 2>/dev/null)
    printf '%s\n' $help | grep -oE '(^|[^A-Za-z-])--[a-z][a-z0-9-]*' | sed 's/^[^-]*//' | sort -u
    printf '%s\n' --json --color --help
    if printf '%s\n' $help | grep -q -e --FIELD
        printf '%s\n' --device
        gpuocc help fields 2>/dev/null |
            sed -n '/^Fields of a kernel/,/^$/s/^  \([a-z_0-9]*\).*/--\1/p' | tr _ -
    end
end

# Lists names with and without the brand before them, and architectures.
function __gpuocc_devices
    gpuocc devices --json 2>/dev/null |
        sed -n 's/.*{"name":"\([^"]*\)","architecture":"\([^"]*\)".*/\1|\2/p' | tr '|' '\n' |
        sed -n 'p; s/^\(GeForce\|Radeon\|Instinct\|Apple\) //p' | sort -u
end

function __gpuocc_conventions
    gpuocc help fields 2>/dev/null | sed -n '/^Conventions/,$s/^  \([^ ]*\).*/\1/p'
end

function __gpuocc_models
    gpuocc help (commandline -opc)[2] 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
end

function __gpuocc_first
    test (count (commandline -opc)) -eq 2
end

set -l asks occupancy most best pad sweep schedule latency little device
complete -c gpuocc -f
complete -c gpuocc -n __fish_use_subcommand -a '(__gpuocc_commands)'
complete -c gpuocc -n 'not __fish_use_subcommand' -a '(__gpuocc_options)'
complete -c gpuocc -n "__gpuocc_first; and __fish_seen_subcommand_from $asks" \
    -a '(__gpuocc_devices)'
complete -c gpuocc -n '__fish_seen_subcommand_from eval kernels explain' -F
complete -c gpuocc -n '__fish_seen_subcommand_from help' -a '(__gpuocc_commands) fields'
complete -c gpuocc -n '__gpuocc_first; and __fish_seen_subcommand_from scale tile' \
    -a '(__gpuocc_models)'
set -l asked "__fish_seen_subcommand_from $asks eval kernels explain;
    and not __fish_seen_subcommand_from device little"
complete -c gpuocc -n $asked -s d -l device -x -a '(__gpuocc_devices)'
complete -c gpuocc -n $asked -s c -l convention -x -a '(__gpuocc_conventions)'
complete -c gpuocc -n '__fish_seen_subcommand_from sweep' -l over -x \
    -a 'registers threads shared dynamic-shared accumulators scalar-registers half-registers
        grf barriers'
complete -c gpuocc -n '__fish_seen_subcommand_from most' -l field -x \
    -a 'registers threads shared dynamic-shared accumulators scalar-registers half-registers
        grf barriers'
complete -c gpuocc -n '__fish_seen_subcommand_from schedule' -l placement -x -a 'groups waves'
complete -c gpuocc -n '__fish_seen_subcommand_from schedule' -l choice -x \
    -a 'emptiest fill_first round_robin'
complete -c gpuocc -n '__fish_seen_subcommand_from sweep schedule latency' -l svg -r -F
complete -c gpuocc -n 'not __fish_use_subcommand' -l color -x -a 'auto always never'
