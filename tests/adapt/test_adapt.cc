// SPDX-License-Identifier: MIT
#include "test_adapt.c"
