/* SPDX-License-Identifier: MIT
 *
 * gpuocc help fields: the lists of the library, and whose each field is.
 */
#ifndef TOOL_HELP_H
#define TOOL_HELP_H

void help_fields(void);

#endif
