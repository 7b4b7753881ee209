# Tables that are written during the build by a program tools/NAME.c.

# plyforge_add_table_maker(NAME FOLDER HEADER FILE...): the program NAME, which includes HEADER, writes the files into the folder.
# It runs on the machine that builds; when that is not the machine we build for, it needs a compiler of its own.
function(plyforge_add_table_maker name folder header)
  set(sources ${PROJECT_SOURCE_DIR}/tools/${name}.c ${PROJECT_SOURCE_DIR}/src/reference/attack_sets.c)
  set(includes ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  if(CMAKE_CROSSCOMPILING)
    find_program(PLYFORGE_HOST_CC NAMES cc gcc clang REQUIRED DOC "C compiler for programs that run during the build")
    set(maker ${CMAKE_CURRENT_BINARY_DIR}/${name})
    list(TRANSFORM includes PREPEND -I)
    add_custom_command(OUTPUT ${maker}
      COMMAND ${PLYFORGE_HOST_CC} -std=c17 -O1 ${includes} ${sources} -o ${maker}
      DEPENDS ${sources})
  else()
    add_executable(${name} ${sources})
    target_include_directories(${name} PRIVATE ${includes})
    plyforge_flags(${name})
    set(maker ${name})
  endif()
  add_custom_command(OUTPUT ${ARGN}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${maker} ${folder}
    DEPENDS ${maker} ${header} ${PROJECT_SOURCE_DIR}/tools/splitmix.h)
endfunction()
