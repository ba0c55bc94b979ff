# The program is linked only with libraries that most commands use (run by ctest). Each costs every start 50 to 400 us, and
# without one the program does not start at all. What few commands use is loaded by them (core/base/shared_library.h).
#   cmake -DPROGRAM=<program> -P needed_libraries_test.cmake
cmake_minimum_required(VERSION 3.22)

set(needed libc libm libstdc[+][+] libgcc_s ld-linux-.* libfmt libmd4c libtomlplusplus
           lib[atu][a-z]*san)  # a build for a sanitizer
list(JOIN needed "|" needed)

execute_process(COMMAND readelf --dynamic --wide ${PROGRAM} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][]" "'" dynamic "${dynamic}")  # a bracket would join the elements of a list
string(REGEX MATCHALL "[(]NEEDED[)][^']*'[^']+" entries "${dynamic}")
if(NOT entries)
  message(FATAL_ERROR "readelf names no library that ${PROGRAM} needs")
endif()
set(wrong "")
foreach(entry IN LISTS entries)
  string(REGEX REPLACE ".*'" "" library "${entry}")
  if(NOT library MATCHES "^(${needed})[.]so")
    list(APPEND wrong "${PROGRAM} needs ${library}; load it where it is used, or link it statically")
  endif()
endforeach()
if(wrong)
  list(JOIN wrong "\n " wrong)
  message(FATAL_ERROR " ${wrong}")
endif()
