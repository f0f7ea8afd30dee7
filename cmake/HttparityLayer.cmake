# httparity_layer(NAME
#   SOURCES a.cc b.cc         what the layer's library is made of
#   DEPENDS base wire         the layers that it may include, all of them below it; ci/layers.sh reads this list
#   LINK fmt::fmt             foreign libraries
#   TESTS a_test.cc           one GoogleTest binary, <NAME>_test; a *_test.cc that is not listed stops the build
#   TEST_SUPPORT fake.cc      helpers that only tests link
#   TEST_DEPENDS target       layers that only the tests include
#   TEST_LINK x)              foreign libraries that only the tests need
# Makes the library httparity_<NAME>. Include paths start at verifier/ ("wire/message.h") or at the top ("fuzz/html/dump.h").
function(httparity_layer name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINK;TESTS;TEST_SUPPORT;TEST_DEPENDS;TEST_LINK" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "httparity_layer(${name}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(kind STATIC)
  set(scope PUBLIC)
  if(NOT arg_SOURCES)
    set(kind INTERFACE)
    set(scope INTERFACE)
  endif()
  string(REPLACE "/" "_" target "${name}")
  add_library(httparity_${target} ${kind} ${arg_SOURCES})
  target_include_directories(httparity_${target} ${scope} "${PROJECT_SOURCE_DIR}/verifier" "${PROJECT_SOURCE_DIR}")
  target_link_libraries(httparity_${target} ${scope} httparity_flags ${arg_LINK})
  foreach(lower ${arg_DEPENDS})
    string(REPLACE "/" "_" lower "${lower}")
    target_link_libraries(httparity_${target} ${scope} httparity_${lower})
  endforeach()

  file(GLOB present RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cc")
  foreach(test ${present})
    if(NOT test IN_LIST arg_TESTS)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${test} is in no TESTS list: add it to httparity_layer(${name} ...)")
    endif()
  endforeach()
  if(HTTPARITY_TESTS AND arg_TESTS)
    add_executable(${target}_test ${arg_TESTS} ${arg_TEST_SUPPORT})
    target_link_libraries(${target}_test PRIVATE httparity_${target} httparity_test_support
      httparity_rapidcheck GTest::gmock GTest::gtest_main ${arg_TEST_LINK})
    foreach(lower ${arg_TEST_DEPENDS})
      string(REPLACE "/" "_" lower "${lower}")
      target_link_libraries(${target}_test PRIVATE httparity_${lower})
    endforeach()
    target_compile_definitions(${target}_test PRIVATE HTTPARITY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    gtest_discover_tests(${target}_test TEST_PREFIX "${target}." DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
