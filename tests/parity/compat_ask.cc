/* SPDX-License-Identifier: MIT */
#include "compat_ask.c"
