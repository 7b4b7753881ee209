# The compiler of Debian's gcc-arm-none-eabi; no C library is needed. -DCORTEX=cortex-m0, cortex-m4 and so on choose the core.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CORTEX cortex-m3 CACHE STRING "The core, as gcc's -mcpu names it")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CORTEX)
set(CMAKE_C_FLAGS_INIT "-mcpu=${CORTEX} -mthumb -ffreestanding -ffunction-sections -fdata-sections")
