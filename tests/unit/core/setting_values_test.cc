// Settings as operators see them: sizes with a unit, and all values with their defaults.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/configuration.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"

namespace core {
namespace {

Result<Configuration> with_lines(const std::string& more,
                                 const std::map<std::string, std::string>& variables = {}) {
  const auto read_file = [](const std::string&) -> std::optional<std::string> {
    return "k1 " + to_base64(sha256("secret")) + "\n";
  };
  return parse_configuration(
      "public_base_url = https://share.example.org\ndatabase_url = dbname=x\n"
      "redis_url = unix:///run/redis.sock\nsigning_keys_file = /keys\n" +
          more,
      {variables, read_file});
}

TEST(SettingValues, TakesSizes) {
  const auto settings =
      with_lines("max_body_bytes = 10 MB\nmin_free_disk_bytes = 2GiB\n",
                 {{"ARTIFACT_SHARE_PLAN_PRO", "max_rewritten_bytes_per_day 1 TB"}});
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->max_body_bytes, 10U << 20);
  EXPECT_EQ(settings->min_free_disk_bytes, std::int64_t{2} << 30);
  EXPECT_EQ(settings->storage_limits.pro.rewritten_bytes_per_day, std::int64_t{1} << 40);
  // The same settings, written otherwise.
  EXPECT_EQ(with_lines("max_body_bytes = 10 MB\n")->digest,
            with_lines("max_body_bytes = 10485760\n")->digest);
  const auto message = [](const std::string& line) {
    const auto wrong = with_lines(line + "\n");
    return wrong ? "" : wrong.error().message;
  };
  EXPECT_EQ(message("max_body_bytes = 10 XB"),
            "configuration: max_body_bytes must be a whole number from 1024 to 268435456 (or a "
            "size such as 10 MB), not \"10 XB\"");
  EXPECT_EQ(message("max_database_bytes = 1.5 GB"),
            "configuration: max_database_bytes must be a whole number (or a size such as 10 MB) "
            "or unlimited, not \"1.5 GB\"");
  EXPECT_NE(message("threads = 1 kB"), "");
}

TEST(SettingValues, HasAllSettingsWithTheirDefaults) {
  const auto settings =
      with_lines("threads = 8\nmax_file_bytes = 1048576\nplan_free = version_days 7\n");
  ASSERT_TRUE(settings);
  const auto shown = [&](std::string_view name) {
    for (const SettingValue& one : settings->values)
      if (one.name == name)
        return one.value + " (" + one.fallback + (one.is_given ? ", set)" : ")");
    return std::string();
  };
  EXPECT_EQ(shown("threads"), "8 (5, set)");
  EXPECT_EQ(shown("max_file_bytes"), "1 MB (32 MB, set)");
  EXPECT_EQ(shown("max_body_bytes"), "10 MB (10 MB)");
  EXPECT_EQ(shown("max_database_bytes"), "unlimited (unlimited)");
  EXPECT_EQ(shown("public_base_url"), "https://share.example.org (, set)");
  EXPECT_EQ(shown("listen_port"), "443 (443)");
  EXPECT_EQ(shown("pdf_seconds"), "20 (20)");
  EXPECT_EQ(shown("plan_free"),
            "max_bytes 1 GB, max_artifacts 10000, max_versions 20, version_days 7, "
            "max_rewritten_bytes_per_day 5 GB, never_expiring_links off "
            "(max_bytes 1 GB, max_artifacts 10000, max_versions 20, version_days 90, "
            "max_rewritten_bytes_per_day 5 GB, never_expiring_links off, set)");
  EXPECT_EQ(shown("proxy_protocol_port"), " ()");
  EXPECT_EQ(shown("log_level"), "info (info)");
  EXPECT_EQ(shown("sign_up"), "off (off)");
}

}  // namespace
}  // namespace core
