# SPDX-License-Identifier: MIT
#
# gpuocc_check(TARGET REQUIRE "groups>=2" [DEVICE NAME] [THREADS N] [KERNEL PART]
#              [FILES FILE...] [OPTIONS OPTION...])
#
# Fails the build where a kernel in TARGET does not meet the requirement, and prints the occupancy
# of every kernel. TARGET is a program or a library with CUDA or HIP code, or an object library; with
# FILES it is a target that makes these files (cubins, code objects, zebins). Values of REQUIRE and
# of OPTIONS are those of `gpuocc kernels`. find_package(gpuocc) includes this file.
find_program(GPUOCC_EXECUTABLE gpuocc HINTS "${_gpuocc_prefix}/bin")

function(gpuocc_check target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "REQUIRE;DEVICE;THREADS;KERNEL" "FILES;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "gpuocc_check(${target}): unknown or empty argument "
      "${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "gpuocc_check: ${target} is no target")
  endif()
  if(NOT ARG_REQUIRE)
    message(FATAL_ERROR
      "gpuocc_check(${target}): REQUIRE is missing, such as REQUIRE \"groups>=2\"")
  endif()
  if(NOT GPUOCC_EXECUTABLE)
    message(FATAL_ERROR "gpuocc_check(${target}): no program gpuocc; set GPUOCC_EXECUTABLE")
  endif()
  set(command "${GPUOCC_EXECUTABLE}" kernels --require "${ARG_REQUIRE}")
  foreach(pair "DEVICE;--device" "THREADS;--threads" "KERNEL;--kernel")
    list(GET pair 0 name)
    list(GET pair 1 option)
    if(ARG_${name})
      list(APPEND command ${option} "${ARG_${name}}")
    endif()
  endforeach()
  list(APPEND command ${ARG_OPTIONS})
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY)$" AND NOT ARG_FILES)
    add_custom_command(TARGET ${target} POST_BUILD COMMAND ${command} "$<TARGET_FILE:${target}>"
      COMMENT "Occupancy of ${target}: ${ARG_REQUIRE}" VERBATIM)
    return()
  endif()
  if(type STREQUAL "OBJECT_LIBRARY" AND NOT ARG_FILES)
    set(ARG_FILES "$<TARGET_OBJECTS:${target}>")
  endif()
  if(NOT ARG_FILES)
    message(FATAL_ERROR "gpuocc_check(${target}): a target of type ${type} needs FILES")
  endif()
  add_custom_target(${target}-gpuocc-check ALL COMMAND ${command} ${ARG_FILES}
    COMMENT "Occupancy of ${target}: ${ARG_REQUIRE}" COMMAND_EXPAND_LISTS VERBATIM)
  add_dependencies(${target}-gpuocc-check ${target})
endfunction()
