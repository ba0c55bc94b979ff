# Some functions of libraries and of the system are called in one place only (run by ctest): all other code calls what is
# there, which checks what these functions do not.
#   cmake -DSOURCE_DIR=<repository> -P one_place_test.cmake
cmake_minimum_required(VERSION 3.22)

# a call, as a regular expression, and the file that may have it
set(rules
  "[.]dump\\("         core/base/json_text.h             # throws where a text is not UTF-8
  "ofstream"           core/files/write_file.cpp         # cuts the old file, and does not say why it fails
  "[^a-z]fopen\\("     core/files/write_file.cpp
  "stbi_write_png\\("  core/files/write_file.cpp
  "[^a-z_]rename\\("   core/files/new_file.cpp
  "[^a-z]popen\\("     gui/window/screen/movie.cpp
  "fmt::print\\("      core/files/standard_streams.cpp   # throws where a stream is full or closed
)

set(wrong "")
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/core/* ${SOURCE_DIR}/sim/* ${SOURCE_DIR}/gpu/*
     ${SOURCE_DIR}/lessons/* ${SOURCE_DIR}/gui/*)
list(FILTER files INCLUDE REGEX "\\.(h|cpp|cu|cuh)$")
if(NOT files)
  message(FATAL_ERROR "no source files in ${SOURCE_DIR}")
endif()
foreach(file IN LISTS files)
  file(READ ${SOURCE_DIR}/${file} text)
  set(left ${rules})
  while(left)
    list(POP_FRONT left call place)
    if(NOT file STREQUAL place AND text MATCHES "${call}")
      list(APPEND wrong "${file} has ${CMAKE_MATCH_0}, which only ${place} may have")
    endif()
  endwhile()
endforeach()

if(wrong)
  list(JOIN wrong "\n " wrong)
  message(FATAL_ERROR " ${wrong}")
endif()
