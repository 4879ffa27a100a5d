# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Installs what building needs, if it is missing and this is a Debian-like system. Sourced by the
# other scripts, which have changed to the top folder. need COMMAND=PACKAGE ... /FILE=PACKAGE ...

need() {
    missing=
    for pair in "$@"; do
        case $pair in
        /*) [ -e "${pair%%=*}" ] ;;
        *) command -v "${pair%%=*}" >/dev/null 2>&1 ;;
        esac || missing="$missing ${pair#*=}"
    done
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "please install:$missing" >&2
        exit 1
    fi
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "installing:$missing" >&2
    $sudo apt-get update -qq >&2
    # shellcheck disable=SC2086 # a list of packages
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${need_flags:-} $missing >&2
}

need_build_tools() {
    need cc=gcc cc=libc6-dev meson=meson ninja=ninja-build pkg-config=pkg-config python3=python3 \
        git=git
}

# build FOLDER [MESON OPTION ...]: configures once, then builds.
build() {
    folder=$1
    shift
    [ -f "$folder/build.ninja" ] || meson setup "$folder" "$@" >&2
    ninja -C "$folder" >&2
}
