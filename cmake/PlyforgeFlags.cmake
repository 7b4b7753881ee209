# Warnings and sanitizers for our own code, and the instruction sets that single files are compiled for.

function(plyforge_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(PLYFORGE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PLYFORGE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${PLYFORGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${PLYFORGE_SANITIZE})
  endif()
endfunction()

set(PLYFORGE_X86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(PLYFORGE_X86_64 ON)
endif()
set(PLYFORGE_BMI2_FLAGS -mbmi -mbmi2 -mpopcnt -mlzcnt)
set(PLYFORGE_AVX512_FLAGS ${PLYFORGE_BMI2_FLAGS} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl -mavx512vpopcntdq -mavx512vbmi2)
