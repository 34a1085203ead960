# Warnings, sanitizers and the compiler cache, for every target of the project.
add_library(wai_warnings INTERFACE)
target_compile_options(wai_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlapping copies in "text" + std::move(string) when it optimises (its bug 105651).
  target_compile_options(wai_warnings INTERFACE -Wno-restrict)
endif()
# No value of a graph is ever formed in floating point (ops 6), and nothing may contract or reorder.
add_compile_options(-fno-fast-math -ffp-contract=off)

if(WAI_SANITIZE)
  add_compile_options(-fsanitize=${WAI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WAI_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's manual: the sanitizers give this warning false positives (here, moved-from std::variant alternatives).
    target_compile_options(wai_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
