# What tests in several folders share.

set(PLYFORGE_SKIP 77) # the exit status that means "skipped"

# A program that can be run as a smaller machine would: PLYFORGE_TEST_CPU takes instruction sets away from it.
function(plyforge_can_be_smaller target)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/smaller_cpu.c)
  target_link_options(${target} PRIVATE LINKER:--wrap=pf_cpu_force)
endfunction()

# Adds NAME_LEVEL for each level below the best: the command as that machine would run it. With sanitizers, which are slow,
# the portable code only.
set(PLYFORGE_SMALLER_MACHINES ${PLYFORGE_LEVELS})
list(POP_BACK PLYFORGE_SMALLER_MACHINES)
if(PLYFORGE_SANITIZE)
  set(PLYFORGE_SMALLER_MACHINES portable)
endif()
function(plyforge_test_smaller name command)
  foreach(cpu ${PLYFORGE_SMALLER_MACHINES})
    add_test(NAME ${name}_${cpu} COMMAND ${command} ${ARGN})
    set_tests_properties(${name}_${cpu} PROPERTIES SKIP_RETURN_CODE ${PLYFORGE_SKIP} ENVIRONMENT PLYFORGE_TEST_CPU=${cpu})
  endforeach()
endfunction()
