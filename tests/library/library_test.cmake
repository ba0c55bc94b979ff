# Another project uses commlab as a library (run by ctest): it finds the installed package, gets C++20 and none of our
# warnings, and its programs answer. All installed headers find what they include.
#   cmake -DBUILD=<build folder> -DSCRATCH=<folder to fill> -DCXX=<compiler> -DGENERATOR=Ninja -P library_test.cmake
cmake_minimum_required(VERSION 3.22)

file(REMOVE_RECURSE ${SCRATCH})
set(ENV{DESTDIR} "")
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/built OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${SCRATCH}/built ${SCRATCH}/prefix)  # the package knows no path of where it was built

execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/example -B ${SCRATCH}/example -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_CXX_COMPILER=${CXX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/example --parallel OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

function(expect program words)
  execute_process(COMMAND ${SCRATCH}/example/${program} RESULT_VARIABLE status OUTPUT_VARIABLE said)
  if(NOT status EQUAL 0 OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "${program} says '${said}' (status ${status}); expected ${words}")
  endif()
endfunction()
expect(predict "^proved; it takes [0-9.]+ us, and no algorithm less than [0-9.]+ us: [a-z0-9, >-]+\n$")
expect(own_algorithm "^proved\n$")

execute_process(COMMAND grep -rlE -e "-W|-ffp|${BUILD}" ${SCRATCH}/prefix/lib --include=*.cmake OUTPUT_VARIABLE leaks)
if(leaks)
  message(FATAL_ERROR "options or folders of this build are in the package: ${leaks}")
endif()

file(GLOB_RECURSE headers RELATIVE ${SCRATCH}/prefix/include/commlab ${SCRATCH}/prefix/include/commlab/*.h)
list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"")
list(JOIN headers "\n" all)
file(WRITE ${SCRATCH}/all_headers.cpp "${all}\n")
execute_process(COMMAND ${CXX} -std=c++20 -fsyntax-only -I ${SCRATCH}/prefix/include/commlab ${SCRATCH}/all_headers.cpp
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${SCRATCH})
