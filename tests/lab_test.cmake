# ./lab answers before it installs or builds anything: it explains itself, and refuses what it does not know (run by ctest).
#   cmake -DLAB=<lab> -P lab_test.cmake
cmake_minimum_required(VERSION 3.22)

# answers(ARGUMENTS STATUS OUTPUT ERROR): the answer has this exit status and matches these patterns.
function(answers arguments status output error)
  separate_arguments(words UNIX_COMMAND "${arguments}")
  execute_process(COMMAND ${LAB} ${words} TIMEOUT 10 RESULT_VARIABLE found OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT found STREQUAL status OR NOT out MATCHES "${output}" OR NOT err MATCHES "${error}")
    message(SEND_ERROR "lab ${arguments}: expected exit status ${status}, found ${found}; it wrote '${out}' and '${err}'")
  endif()
endfunction()

foreach(asking "" -h --help help)
  answers("${asking}" 0 "lab build .*lab pack DIR" "^$")
endforeach()
foreach(command build demo test mutate fuzz gpu package web pack)
  answers("${command} --help" 0 "lab ${command} " "^$")
endforeach()
foreach(command build demo test package web)
  answers("${command} now" 2 "^$" "^lab ${command}: 'now' was not expected; [^\n]*\n$")
endforeach()
answers(tset 2 "^$" "^lab: there is no command 'tset'; .*lab test ")
