# The arrows between folders (run by ctest): each may include only what its list says. The
# list is the architecture; a new arrow is a decision, not an accident.
#   cmake -DSOURCE_DIR=<repository> -P layering_test.cmake
cmake_minimum_required(VERSION 3.25)

set(core_may_include       core)
set(sim_may_include        core sim)
set(gpu_may_include        core gpu)
set(lessons_may_include    core lessons)
set(gui_picture_may_include core gui/picture)
set(gui_cli_may_include    core lessons gui/cli gui/picture gui/window)  # of the window, window.h alone: it is a command
set(gui_window_may_include core lessons gui/window gui/picture)
set(gui_may_include        core sim gpu lessons gui gui/cli gui/window gui/picture)  # the composition root

set(wrong "")
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/core/* ${SOURCE_DIR}/sim/* ${SOURCE_DIR}/gpu/*
     ${SOURCE_DIR}/lessons/* ${SOURCE_DIR}/gui/*)
list(FILTER files INCLUDE REGEX "\\.(h|cpp|cu|cuh|in)$")
if(NOT files)
  message(FATAL_ERROR "no source files in ${SOURCE_DIR}")
endif()

foreach(file IN LISTS files)
  string(REGEX MATCH "^(gui/cli|gui/picture|gui/window|[a-z]+)/" folder ${file})
  string(REGEX REPLACE "/$" "" folder ${folder})
  string(REPLACE "/" "_" key ${folder})
  file(STRINGS ${SOURCE_DIR}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]+\"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" path ${include})
    string(REGEX MATCH "^(gui/cli|gui/picture|gui/window|core/algorithms|[a-z]+)/" target "${path}")
    string(REGEX REPLACE "/(algorithms/)?$" "" target "${target}")
    if(NOT target IN_LIST ${key}_may_include)
      list(APPEND wrong "${file}: ${folder}/ may not have #include \"${path}\"")
    endif()
  endforeach()
endforeach()

if(wrong)
  list(JOIN wrong "\n" wrong)
  message(FATAL_ERROR "${wrong}")
endif()
