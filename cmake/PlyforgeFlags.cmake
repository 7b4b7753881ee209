# Warnings, sanitizers and definitions for our own code.

function(plyforge_flags target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion>)
  if(PLYFORGE_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Werror>)
  endif()
  if(PLYFORGE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${PLYFORGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${PLYFORGE_SANITIZE})
  endif()
endfunction()

# For libraries that compile the templates of src/: the library itself and lab/.
function(plyforge_template_flags target)
  target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:PF_DEBUG_TEMPLATES>)
  if(PLYFORGE_SMALL)
    target_compile_definitions(${target} PRIVATE PF_SMALL)
  endif()
  if(PLYFORGE_SANITIZE)
    # Every instance of a template would be instrumented: minutes of compiling, and the same lines are run either way.
    target_compile_definitions(${target} PRIVATE PF_DEBUG_TEMPLATES)
  endif()
  # On Windows gcc takes the stack for aligned to its vectors, which it is not (gcc's bug 54412).
  if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wa,-muse-unaligned-vector-move)
  endif()
endfunction()
