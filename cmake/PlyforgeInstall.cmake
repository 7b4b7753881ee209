# What `cmake --install` puts where, for pkg-config and for find_package(plyforge).

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  PATTERN build.h EXCLUDE)
# The header that says what this library was built with.
file(READ ${PROJECT_SOURCE_DIR}/include/plyforge/build.h build_header)
if(NOT PLYFORGE_VARIANTS)
  string(REPLACE "#define PF_VARIANTS 1" "#define PF_VARIANTS 0" build_header "${build_header}")
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/build.h CONTENT "${build_header}" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/build.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plyforge COMPONENT development)
set(libraries plyforge)
if(TARGET plyforge_shared)
  list(APPEND libraries plyforge_shared)
endif()
install(TARGETS ${libraries} EXPORT plyforge-targets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development
  RUNTIME COMPONENT library)
install(EXPORT plyforge-targets NAMESPACE plyforge:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plyforge
  COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/plyforge-config.cmake.in
  ${PROJECT_BINARY_DIR}/plyforge-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plyforge)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plyforge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/plyforge-config.cmake ${PROJECT_BINARY_DIR}/plyforge-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plyforge COMPONENT development)

# The .pc file finds the rest from where it stands, so that what is installed may be moved.
file(RELATIVE_PATH PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH PC_TO_INCLUDE ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(PC_DEFINITIONS "")
if(NOT PLYFORGE_VARIANTS)
  set(PC_DEFINITIONS " -DPF_VARIANTS=0")
endif()
set(PC_PRIVATE "")
if(PLYFORGE_CUDA)
  set(PC_PRIVATE "Libs.private: -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt -ldl\n")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/plyforge.pc.in ${PROJECT_BINARY_DIR}/plyforge.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/plyforge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

include(PlyforgePackage)
