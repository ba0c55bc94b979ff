# What the packaged program needs of a system (run by CPack before it packs): refuses a program that needs a newer glibc or
# another library than promised, and tells the .deb which version of the C library it depends on.
set(oldest_glibc 2.31)
set(allowed "^(libc|libm|libpthread|libdl|librt|libmd4c|ld-linux-.*)[.]so")

execute_process(COMMAND readelf --dynamic --version-info --wide ${CPACK_PROGRAM} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][]" "'" said "${said}")  # a bracket would join the elements of a list
string(REGEX MATCHALL "Shared library: '[^']+" libraries "${said}")
foreach(library IN LISTS libraries)
  string(REGEX REPLACE ".*'" "" library "${library}")
  if(NOT library MATCHES "${allowed}")
    message(FATAL_ERROR "the packaged program needs ${library}, which other systems may lack; link it statically")
  endif()
endforeach()
set(newest 0)
string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${said}")
foreach(version IN LISTS versions)
  string(REPLACE GLIBC_ "" version ${version})
  if(version VERSION_GREATER newest)
    set(newest ${version})
  endif()
endforeach()
if(newest VERSION_GREATER oldest_glibc)
  message(FATAL_ERROR "the packaged program needs glibc ${newest}, expected ${oldest_glibc} or older: objdump -T ${CPACK_PROGRAM} "
                      "names the functions for gui/package/old_glibc.cpp")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= ${oldest_glibc})")

if(CPACK_GENERATOR STREQUAL "TGZ")  # has one folder, with bin/ in it
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
