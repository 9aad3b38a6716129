# The folders of handlers/ do not include each other: what several of them need is directly in handlers/.
#   cmake -P handlers/folders.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB folders LIST_DIRECTORIES true RELATIVE ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/*)
foreach(folder ${folders})
  file(GLOB_RECURSE files ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.h ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.cc)
  foreach(file ${files})
    file(STRINGS ${file} includes REGEX "^#include \"handlers/[a-z_]+/")
    list(FILTER includes EXCLUDE REGEX "\"handlers/${folder}/")
    if(includes)
      message(FATAL_ERROR "${file} includes what another folder of handlers/ has: ${includes}")
    endif()
  endforeach()
endforeach()
