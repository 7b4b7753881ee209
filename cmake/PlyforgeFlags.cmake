# Warnings and sanitizers for our own code.

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
