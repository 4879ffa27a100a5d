# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Installs what a build needs, on a system with apt-get, after announcing it. The other scripts
# source this file after help.sh, when they have changed to the top folder; it takes --no-install
# from their arguments.

no_install=${NO_INSTALL:-}
if [ "${1:-}" = --no-install ]; then
    no_install=1
    shift
fi

# has CONDITION: a command, a /file, or pc:NAME for a library that pkg-config knows.
has() {
    case $1 in
    /*) [ -e "$1" ] ;;
    pc:*) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "${1#pc:}" ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# missing CONDITION=PACKAGE ...: prints the packages whose condition is not met.
missing() {
    for pair in "$@"; do
        has "${pair%%=*}" || printf ' %s' "${pair#*=}"
    done
}

# install PACKAGE ...: returns 1 if that was not possible.
install() {
    if [ -n "$no_install" ]; then
        echo "Not installed, because of --no-install: $*" >&2
        return 1
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "This system has no apt-get. Please install: $*" >&2
        return 1
    fi
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "Installing with ${sudo:+$sudo }apt-get: $*" >&2
    echo "  (to install nothing: $0 --no-install)" >&2
    $sudo apt-get update -qq >&2 || return 1
    # shellcheck disable=SC2086 # options
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${need_flags:-} "$@" >&2
}

# need CONDITION=PACKAGE ...: ends the script if something is missing and cannot be installed.
need() {
    absent=$(missing "$@")
    # shellcheck disable=SC2086 # a list of packages
    [ -z "$absent" ] || install $absent || exit 1
}

# The tools that every build needs, and the libraries that unpack compiled kernels and read
# databases, which are optional.
need_build_tools() {
    tools="cc=gcc cc=libc6-dev meson=meson ninja=ninja-build pkg-config=pkg-config python3=python3"
    tools="$tools git=git"
    libraries="pc:liblz4=liblz4-dev pc:libzstd=libzstd-dev pc:zlib=zlib1g-dev"
    libraries="$libraries pc:sqlite3=libsqlite3-dev"
    # shellcheck disable=SC2086 # lists of words
    absent=$(missing $tools $libraries)
    # shellcheck disable=SC2086
    [ -z "$absent" ] || { install $absent && installed=1; } || true
    # shellcheck disable=SC2086
    absent=$(missing $tools)
    if [ -n "$absent" ]; then
        echo "Cannot build without:$absent" >&2
        exit 1
    fi
    # shellcheck disable=SC2086
    absent=$(missing $libraries)
    [ -z "$absent" ] ||
        echo "Without$absent, gpuocc does not read kernels compressed that way, or databases." >&2
}

# build FOLDER [MESON OPTION ...]: configures once, and again after an installation, then builds
# $targets (default: everything).
build() {
    folder=$1
    shift
    if [ ! -f "$folder/build.ninja" ]; then
        meson setup "$folder" "$@" >&2
    elif [ -n "${installed:-}" ]; then
        meson setup --reconfigure "$folder" >&2
    fi
    # shellcheck disable=SC2086 # a list of targets
    ninja -C "$folder" ${targets:-} >&2
}
