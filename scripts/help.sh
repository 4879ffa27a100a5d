# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Answers --help, and refuses options. The other shell scripts source this file before they change
# to another folder.

# The comment at the top of a script is its help.
for argument in "$@"; do
    case $argument in
    -h | --help)
        sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    esac
done

# refuse_options ARGUMENT ...: ends the script if one of these is an option.
refuse_options() {
    for argument in "$@"; do
        case $argument in
        -*)
            echo "$0: unknown option $argument (see $0 --help)" >&2
            exit 1
            ;;
        esac
    done
}

# at_most NUMBER ARGUMENT ...: ends the script if there are more arguments, or if one is an option.
at_most() {
    most=$1
    shift
    refuse_options "$@"
    if [ $# -gt "$most" ]; then
        shift "$most"
        echo "$0: there is an argument too many: $1 (see $0 --help)" >&2
        exit 1
    fi
}
