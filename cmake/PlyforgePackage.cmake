# Debian packages by CPack (make deb): libplyforgeX.Y with the shared library, libplyforge-dev, and plyforge, the program.

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VENDOR Plyforge)
set(CPACK_PACKAGE_CONTACT "the Plyforge authors <plyforge@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Empty, so that each description below begins with the summary of its own package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

get_target_property(soversion plyforge SOVERSION)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libplyforge${soversion})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "chess move generation and perft (shared library)
Lists, checks, plays, explains and counts the legal moves of chess,
Chess960 and the lichess variants.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libplyforge-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libplyforge${soversion} (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "chess move generation and perft (development files)
Headers for C and C++, pkg-config and CMake files of libplyforge.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME plyforge)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libplyforge${soversion} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "chess move generation and perft (program)
Counts, lists, checks and explains the moves of chess, Chess960 and the
lichess variants, reads PGN, and finds the bugs of other move generators.")

foreach(component library development program)
  string(TOUPPER ${component} upper)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
endforeach()
if(WIN32) # make windows
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION .)
endif()
include(CPack)
