// Expects that a call ends in a Failure of one exit status, with a text in its message.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/failure.hpp"

namespace wai::cli {

template <class Call>
void expect_failure(ExitCode exit, const std::string& text, const Call& call) {
  try {
    (void)call();
    ADD_FAILURE() << "no failure; expected one with: " << text;
  } catch (const Failure& failure) {
    EXPECT_EQ(static_cast<int>(failure.exit()), static_cast<int>(exit));
    EXPECT_THAT(failure.what(), ::testing::HasSubstr(text));
  }
}

}  // namespace wai::cli
