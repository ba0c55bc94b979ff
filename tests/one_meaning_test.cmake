# No two headers define a type of the same name (run by ctest): the linker would silently take two types for one. Types
# inside other types are indented, and are not checked; each namespace has a list of its own.
#   cmake -DSOURCE_DIR=<repository> -P one_meaning_test.cmake
cmake_minimum_required(VERSION 3.22)

set(wrong "")
file(GLOB_RECURSE headers RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/core/*.h ${SOURCE_DIR}/sim/*.h ${SOURCE_DIR}/gpu/*.h
     ${SOURCE_DIR}/lessons/*.h ${SOURCE_DIR}/gui/*.h)
foreach(header IN LISTS headers)
  file(STRINGS ${SOURCE_DIR}/${header} definitions REGEX "^(namespace|(struct|class|enum class) [A-Za-z0-9]+.*{)")
  set(space "")
  foreach(definition IN LISTS definitions)
    if(definition MATCHES "^namespace ([a-z_:]+)")
      set(space ${CMAKE_MATCH_1})
    elseif(definition MATCHES "^(struct|class|enum class) ([A-Za-z0-9]+)")
      set(name ${space}_${CMAKE_MATCH_2})
      if(DEFINED ${name}_in)
        list(APPEND wrong "${CMAKE_MATCH_2} is defined in ${${name}_in} and in ${header}")
      endif()
      set(${name}_in ${header})
    endif()
  endforeach()
endforeach()

if(wrong)
  list(JOIN wrong "\n" wrong)
  message(FATAL_ERROR "${wrong}")
endif()
