#include "cli/threads.hpp"

#include <gtest/gtest.h>

#include "temp_dir.hpp"

namespace wai::cli {
namespace {

TEST(QuotaThreads, IsTheWholePartOfQuotaByPeriodAndAtLeastOne) {
  const TempDir root;
  root.file("proc/self/cgroup", "0::/\n");
  root.file("sys/fs/cgroup/cpu.max", "250000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 2U);
  root.file("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 1U);
  root.file("sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 4U);
}

TEST(QuotaThreads, IsNothingWithoutAQuota) {
  const TempDir root;
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
  root.file("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
  root.file("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
  root.file("sys/fs/cgroup/cpu.max", "nonsense");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
  root.file("sys/fs/cgroup/cpu.max", "100000 0\n");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
}

TEST(QuotaThreads, TakesTheLeastOfAGroupAndItsParents) {
  const TempDir root;
  root.file("proc/self/cgroup", "0::/outer/inner\n");
  root.file("sys/fs/cgroup/outer/inner/cpu.max", "800000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 8U);
  root.file("sys/fs/cgroup/outer/cpu.max", "300000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 3U);
}

TEST(QuotaThreads, FindsTheMountsOwnGroupWhenThePathIsTheHosts) {
  const TempDir root;
  root.file("proc/self/cgroup", "0::/of/the/host\n");
  root.file("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(quota_threads(root.path()), 2U);
}

TEST(QuotaThreads, ReadsTheFirstVersionsFiles) {
  const TempDir root;
  root.file("proc/self/cgroup", "5:cpuset:/box\n4:cpu,cpuacct:/box\n1:name=systemd:/box\n");
  root.file("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "-1\n");
  root.file("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
  root.file("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "310000\n");
  EXPECT_EQ(quota_threads(root.path()), 3U);
  // A controller whose name only begins alike has no say.
  root.file("proc/self/cgroup", "5:cpuset:/box\n");
  EXPECT_EQ(quota_threads(root.path()), std::nullopt);
}

TEST(AvailableThreads, IsAtLeastOne) {
  EXPECT_GE(available_threads(), 1U);
}

}  // namespace
}  // namespace wai::cli
