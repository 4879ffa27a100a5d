/* SPDX-License-Identifier: MIT */
#include "reader.h"

READER_TARGET(reader_malioc)
