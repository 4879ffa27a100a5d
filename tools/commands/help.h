/* SPDX-License-Identifier: MIT
 *
 * gpuocc help fields: the library's lists of fields, and the vendors that use each field.
 */
#ifndef TOOL_HELP_H
#define TOOL_HELP_H

void help_fields(void);

#endif
