#include "cli/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wai::cli {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

// A bar over a clock that moves when told, and what it has shown.
struct Stage {
  ProgressClock::time_point now;
  bool terminal = true;
  std::vector<std::string> shown;

  ProgressSurroundings surroundings() {
    return {[this] { return now; }, [this](std::string_view text) { shown.emplace_back(text); },
            [this] { return terminal; }};
  }
};

TEST(Progress, WaitsForHalfASecond) {
  Stage stage;
  Progress progress(ProgressMode::automatic, "decode", stage.surroundings());
  stage.now += milliseconds(499);
  progress.update(1, 4);
  EXPECT_TRUE(stage.shown.empty());
  stage.now += milliseconds(1);
  progress.update(2, 4);
  ASSERT_EQ(stage.shown.size(), 1U);
  // Half of 30 columns, and half of 100.
  EXPECT_THAT(stage.shown[0], HasSubstr("decode: [" + std::string(15, '#') + std::string(15, ' ') + "]  50%"));
}

TEST(Progress, ShowsNothingForShortWork) {
  Stage stage;
  {
    Progress progress(ProgressMode::always, "decode", stage.surroundings());
    progress.update(4, 4);
  }
  EXPECT_TRUE(stage.shown.empty());
}

TEST(Progress, DrawsTenTimesASecondAtMost) {
  Stage stage;
  Progress progress(ProgressMode::automatic, "decode", stage.surroundings());
  stage.now += milliseconds(500);
  for (std::uint64_t done = 0; done < 20; ++done) {  // 0 to 190 ms later: drawn at 0 and at 100
    progress.update(done, 20);
    stage.now += milliseconds(10);
  }
  EXPECT_EQ(stage.shown.size(), 2U);
}

TEST(Progress, ClearsItsLineOnceAtTheEnd) {
  Stage stage;
  {
    Progress progress(ProgressMode::automatic, "decode", stage.surroundings());
    stage.now += milliseconds(600);
    progress.update(1, 2);
    progress.finish();
  }
  ASSERT_EQ(stage.shown.size(), 2U);
  EXPECT_EQ(stage.shown[1], "\r\x1b[K");
}

TEST(Progress, FollowsModeAndTerminal) {
  const auto shows = [](ProgressMode mode, bool terminal) {
    Stage stage;
    stage.terminal = terminal;
    Progress progress(mode, "decode", stage.surroundings());
    stage.now += milliseconds(600);
    progress.update(1, 2);
    return !stage.shown.empty();
  };
  EXPECT_TRUE(shows(ProgressMode::automatic, true));
  EXPECT_FALSE(shows(ProgressMode::automatic, false));
  EXPECT_TRUE(shows(ProgressMode::always, false));
  EXPECT_FALSE(shows(ProgressMode::never, true));
}

TEST(Progress, HoldsAtTheEndsOfItsRange) {
  Stage stage;
  Progress progress(ProgressMode::always, "work", stage.surroundings());
  stage.now += milliseconds(500);
  progress.update(7, 3);
  EXPECT_THAT(stage.shown.at(0), HasSubstr("] 100%"));
  stage.now += milliseconds(500);
  progress.update(5, 0);
  EXPECT_THAT(stage.shown.at(1), HasSubstr("work: 5"));
  stage.now += milliseconds(500);
  progress.update(0, UINT64_MAX);
  EXPECT_THAT(stage.shown.at(2), HasSubstr("]   0%"));
}

}  // namespace
}  // namespace wai::cli
