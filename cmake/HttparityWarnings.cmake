# Warnings are errors for every target of the project; foreign headers are system headers and stay silent.
add_library(httparity_flags INTERFACE)
target_compile_options(httparity_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror>)
# g++ 12 takes std::string::insert of a literal for an overlapping copy at -O2 (GCC bug 105329).
target_compile_options(httparity_flags INTERFACE
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>)
if(HTTPARITY_SANITIZE)
  target_compile_options(httparity_flags INTERFACE -fsanitize=${HTTPARITY_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(httparity_flags INTERFACE -fsanitize=${HTTPARITY_SANITIZE})
endif()
if(HTTPARITY_FUZZERS)
  # Every layer is instrumented; only the fuzz targets themselves link libFuzzer's main.
  target_compile_options(httparity_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(httparity_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
