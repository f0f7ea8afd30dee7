# httparity_bench(NAME LINK httparity_wire ... [SOURCES bench_server.cc ...])
# Makes the program bench_NAME of bench_NAME.cc, built only where it is asked for; ci/bench NAME builds and runs it.
function(httparity_bench name)
  cmake_parse_arguments(arg "" "" "LINK;SOURCES" ${ARGN})
  add_executable(bench_${name} EXCLUDE_FROM_ALL bench_${name}.cc ${arg_SOURCES})
  target_link_libraries(bench_${name} PRIVATE ${arg_LINK})
endfunction()
