# The arrows between folders (run by ctest): each may include only what its row says. The table is the
# architecture; a new arrow is a decision, not an accident.
#   cmake -DSOURCE_DIR=<repository> -P layering_test.cmake
cmake_minimum_required(VERSION 3.22)

# room: what it may include, beside its own files
#
#   core/base     a room: this folder and the folders below it that have no row of their own
#   sim/.         the files of sim/ itself, without its folders
#
# A room may include
#
#   base          a room, searched for in this one's folder, then in the folder above it, and so on; also a folder of rooms: core
#   layout.h      one header, searched for likewise
#
# A row names only rooms of rows above it, so that no arrows form a circle. Single headers are excepted. The last row is the
# Python module: it does the commands of the command line, with all that the program can do, and nothing includes it.
set(table [[
core/base:
core/files:             base
core/collective:        base
core/machine:           base collective
core/bounds:            base collective machine
core/schedule:          base collective
core/algorithms/parts:  base collective schedule
core/algorithms:        base collective schedule parts
core/routes:            base collective machine bounds schedule/layout.h
core/machine_text:      base files collective machine
core/nccl:              base collective machine
core/programs:          base collective schedule
core/verify:            base collective schedule programs
core/trace:             base files collective machine programs
core/playback:          base collective machine programs trace
core/experiment:        base collective machine nccl routes programs trace
core/published:         base files collective machine machine_text nccl experiment
core/script:            base collective machine trace
core/plan:              base collective machine machine_text nccl bounds schedule routes programs verify trace experiment published
core/fit:               base files collective machine machine_text nccl schedule programs plan experiment published
core/check:             base files collective machine machine_text nccl programs plan published fit

sim/links:              core/base
sim/engine:             core links options.h
sim/.:                  core links engine
sim/script/values:      core
sim/script:             core links values engine/event_queue.h engine/transfer_order.h simulate_experiment.h

gpu/.:                  core
gpu/host:               core gpu/.
gpu/cuda:               core gpu/. gpu/host
gpu/nccl:               core gpu/. gpu/host gpu/cuda
gpu/net/sockets:        core/base
gpu/net/environment:    core/base core/collective
gpu/net/mpi:            core gpu/. gpu/host environment
gpu/net/messages:       core/base sockets
gpu/net/meeting:        core/base core/collective environment sockets messages
gpu/net/launch:         core/base core/collective sockets meeting
gpu/net/lines:          core/base core/collective gpu/. gpu/host
gpu/net/group:          core gpu/. gpu/host gpu/cuda gpu/nccl mpi sockets messages meeting launch lines
gpu/net/.:              core gpu/. gpu/host gpu/nccl mpi group
gpu/detect:             core gpu/host gpu/cuda
gpu/calibrate:          core gpu/. gpu/host gpu/cuda gpu/nccl gpu/net/group gpu/detect
gpu/measure/.:
gpu/measure/cuda:       core gpu/host gpu/cuda gpu/measure/.
gpu/measure/host:       core gpu/. gpu/host gpu/calibrate gpu/measure/.

lessons/text:           core
lessons/expression:     core text
lessons/model:          core text expression
lessons/format:         core text expression model
lessons/run:            core expression model
lessons/answer:         core text expression model
lessons/play:           core text expression model run answer
lessons/class:          core text expression model run answer play
lessons/check:          core text expression model run answer play class

gui/picture:            core
gui/vote:               core lessons
gui/window/libraries:   core/base
gui/window/draw:        core lessons picture
gui/window/imgui:       core picture draw
gui/window/run:         core lessons draw
gui/window/topology:    core lessons picture draw run
gui/window/matrix:      core picture draw run
gui/window/timeline:    core picture draw run
gui/window/plot:        core picture draw run
gui/window/script:      core lessons picture draw run
gui/window/article:     core picture draw run
gui/window/page:        core lessons vote picture draw run
gui/window/session:     core lessons draw run topology matrix timeline article page
gui/window/lesson:      core lessons vote run script page session
gui/window/commands:    core imgui run session lesson
gui/window/panels:      core lessons picture draw imgui run topology matrix timeline plot script article page session lesson commands
gui/window/frame:       core lessons picture draw imgui run session lesson commands panels
gui/window/screen:      core vote picture libraries imgui page session lesson commands frame
gui/window/.:           core lessons vote run session lesson commands screen
gui/experiments:        core lessons window/run/window_tools.h
gui/cli/output:         core lessons picture experiments
gui/cli/reports:        core lessons picture experiments output
gui/cli/lesson:         core lessons picture experiments output reports
gui/cli/commands:       core lessons picture window/window.h experiments output reports lesson
gui/cli:                core experiments output reports lesson commands
gui/package:
gui/.:                  core sim gpu lessons picture window experiments cli
gui/python:             core lessons picture experiments cli gui/.
gui/web:                core gpu/host/today.h gui/simulator_tools.h experiments cli
]])

# The rows: `rooms` in order, and the words of each room in <room>_words.
set(rooms "")
set(wrong "")
string(REGEX MATCHALL "[^\n]+" rows "${table}")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^:]+):(.*)$" row "${row}")
  set(room ${CMAKE_MATCH_1})
  string(REGEX MATCHALL "[^ ]+" ${room}_words "${CMAKE_MATCH_2}")

  # Turns each word into rooms, or into paths of headers.
  set(${room}_rooms ${room})
  set(${room}_headers "")
  string(REGEX REPLACE "/[.]$" "" scope ${room})
  foreach(word IN LISTS ${room}_words)
    set(found FALSE)
    set(beside ${scope}/.)
    while(NOT beside STREQUAL "" AND NOT found)
      if(beside MATCHES "/")
        string(REGEX REPLACE "/[^/]+$" "" beside ${beside})
        set(named ${beside}/${word})
      else()
        set(beside "")
        set(named ${word})
      endif()
      if(word MATCHES "[.]h$")
        list(APPEND ${room}_headers ${named})
        continue()
      endif()
      foreach(above IN LISTS rooms)
        string(FIND ${above}/ ${named}/ place)
        if(place EQUAL 0)
          list(APPEND ${room}_rooms ${above})
          set(found TRUE)
        endif()
      endforeach()
    endwhile()
    if(NOT found AND NOT word MATCHES "[.]h$")
      list(APPEND wrong "the row of ${room} names ${word}, which has no row above it")
    endif()
  endforeach()
  list(APPEND rooms ${room})
endforeach()

# The room that a folder belongs to: the longest row that contains the folder; empty if there is none.
function(find_room folder result)
  set(inside ${folder})
  if("${folder}/." IN_LIST rooms)
    set(inside ${folder}/.)
  endif()
  while(NOT inside IN_LIST rooms AND inside MATCHES "/")
    string(REGEX REPLACE "/[^/]+$" "" inside ${inside})
  endwhile()
  if(NOT inside IN_LIST rooms)
    set(inside "")
  endif()
  set(${result} "${inside}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/core/* ${SOURCE_DIR}/sim/* ${SOURCE_DIR}/gpu/*
     ${SOURCE_DIR}/lessons/* ${SOURCE_DIR}/gui/*)
list(FILTER files INCLUDE REGEX "\\.(h|cpp|cu|cuh|in)$")
if(NOT files)
  message(FATAL_ERROR "no source files in ${SOURCE_DIR}")
endif()

foreach(file IN LISTS files)
  string(REGEX REPLACE "/[^/]+$" "" folder ${file})
  if(NOT DEFINED room_of_${folder})
    find_room(${folder} room_of_${folder})
    if(room_of_${folder} STREQUAL "")
      list(APPEND wrong "${folder}/ has no row in tests/layering_test.cmake")
    endif()
  endif()
  set(room ${room_of_${folder}})
  if(room STREQUAL "")
    continue()
  endif()
  file(STRINGS ${SOURCE_DIR}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]+\"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" path ${include})
    string(REGEX REPLACE "/?[^/]+$" "" target "${path}")
    if(target STREQUAL "")
      set(target "(no folder)")
    endif()
    if(NOT DEFINED room_of_${target})
      find_room("${target}" room_of_${target})
    endif()
    if(NOT room_of_${target} IN_LIST ${room}_rooms AND NOT path IN_LIST ${room}_headers)
      list(APPEND wrong "${file}: ${room} may not have #include \"${path}\"")
    endif()
  endforeach()
endforeach()

if(wrong)
  list(JOIN wrong "\n " wrong)
  message(FATAL_ERROR " ${wrong}")  # lines that begin with a blank are not wrapped
endif()

list(LENGTH rooms count)
set(allowed 0)
foreach(room IN LISTS rooms)
  list(REMOVE_DUPLICATES ${room}_rooms)
  list(LENGTH ${room}_rooms reached)
  math(EXPR allowed "${allowed} + ${reached} - 1")
endforeach()
math(EXPR forbidden "${count} * (${count} - 1) - ${allowed}")
message(STATUS "${count} rooms; of the arrows between them ${allowed} are allowed and ${forbidden} forbidden")
