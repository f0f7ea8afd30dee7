# httparity_fuzzer(NAME
#   SOURCES x_fuzz.cc         defines LLVMFuzzerTestOneInput
#   DEPENDS base wire         the layers that it drives
#   LINK foreign              foreign libraries
#   CORPUS folder ...         inputs, under the top of the tree
#   RUNS 20000)               how many inputs the smoke test makes up
# With HTTPARITY_FUZZERS (clang) this is a libFuzzer target, and its test a short run from a copy of the corpus. With
# HTTPARITY_FUZZING_ENGINE the engine is what that names (fuzz/build.sh, which reads fuzzers.txt of the build folder), and there is no test. Else it is a program that
# plays the corpus, so that what fuzzing once found stays found in every build.
function(httparity_fuzzer name)
  cmake_parse_arguments(arg "" "RUNS" "SOURCES;DEPENDS;LINK;CORPUS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "httparity_fuzzer(${name}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(corpus ${arg_CORPUS})
  list(TRANSFORM corpus PREPEND "${PROJECT_SOURCE_DIR}/")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE httparity_flags ${arg_LINK})
  foreach(layer ${arg_DEPENDS})
    target_link_libraries(${name} PRIVATE httparity_${layer})
  endforeach()
  if(HTTPARITY_FUZZING_ENGINE)
    target_link_libraries(${name} PRIVATE ${HTTPARITY_FUZZING_ENGINE})
    list(JOIN corpus " " folders)
    file(APPEND "${PROJECT_BINARY_DIR}/fuzzers.txt"
      "${name} ${CMAKE_CURRENT_BINARY_DIR}/${name} ${CMAKE_CURRENT_SOURCE_DIR} ${folders}\n")
  elseif(HTTPARITY_FUZZERS)
    set(found "${CMAKE_CURRENT_BINARY_DIR}/${name}_found")
    file(MAKE_DIRECTORY "${found}")
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    # New inputs go to the first folder; the corpus itself is only read.
    add_test(NAME fuzz.${name} COMMAND ${name} -runs=${arg_RUNS} -max_total_time=60 -timeout=10 -rss_limit_mb=1024
      "-artifact_prefix=${found}/" "${found}" ${corpus})
  else()
    target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/fuzz/replay/replay_main.cc")
    if(HTTPARITY_TESTS)
      add_test(NAME fuzz.${name} COMMAND ${name} ${corpus})
    endif()
  endif()
endfunction()
