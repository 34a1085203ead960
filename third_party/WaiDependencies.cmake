# The dependencies, found and never vendored: all are Debian packages (scripts/install-deps).
find_package(Boost 1.74 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(simdjson 3 REQUIRED)

# What libwai needs; apps/ finds CLI11, libarchive, libpng for itself.
add_library(wai_third_party INTERFACE)
target_link_libraries(wai_third_party INTERFACE Boost::headers fmt::fmt OpenSSL::Crypto simdjson::simdjson)
