#include "cli/output.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "runtime/process.h"

namespace cli {

std::pair<std::string, int> output_of(const char* command) {
  std::string output;
  FILE* const pipe = popen(command, "r");  // NOLINT(cert-env33-c): the commands are constants
  if (pipe == nullptr) return {{}, -1};
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), count);
  return {output, pclose(pipe)};
}

void flush_output() {
  errno = 0;
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return;
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  throw CannotWrite("cannot write standard output" + reason);
}

void print_failure(const std::string& message) {
  runtime::write_log_line(core::LogLevel::error, "artifact-admin: " + message);
}

namespace {

std::string limited(std::int64_t limit, std::string_view what) {
  return limit == core::kUnlimited ? "unlimited " + std::string(what) + 's' : counted(limit, what);
}

std::optional<std::int64_t> unless_unlimited(std::int64_t limit) {
  return limit == core::kUnlimited ? std::nullopt : std::optional(limit);
}

}  // namespace

std::string counted(std::int64_t number, std::string_view what) {
  return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
}

std::string storage_text(const core::StorageLimits& limits) {
  return limited(limits.bytes, "byte") + ", " + limited(limits.artifacts, "artifact");
}

std::string shown_text(const core::LinkOptions& options) {
  return (options.version ? "version " + options.version->to_string() : "latest version") +
         (options.show_history ? ", with history" : "");
}

void write_account(core::JsonWriter& json, const db::StoredAccount& account,
                   const core::PlanStorageLimits& limits) {
  json.begin_object();
  json.member("id", account.id.to_string()).member("name", account.name);
  json.member("plan", core::to_string(account.plan));
  json.member("requestsPerMinute", account.requests_per_minute());
  const core::StorageLimits storage = account.storage_limits(limits);
  json.member("maxContentBytes", unless_unlimited(storage.bytes));
  json.member("maxArtifacts", unless_unlimited(storage.artifacts));
  json.member("maxRewrittenBytesPerDay", unless_unlimited(storage.rewritten_bytes_per_day));
  json.member("senderAllowed", account.may_show_sender);
  json.member("createdAt", account.created_at.rfc3339());
  core::write_disabled(json, account.disabled);
  json.end_object();
}

void print_account(const db::StoredAccount& account, const core::PlanStorageLimits& limits) {
  const core::StorageLimits storage = account.storage_limits(limits);
  std::printf(
      "%s  %s  %s, %s per minute, %s, %s rewritten a day  %s%s%s\n", account.id.to_string().c_str(),
      account.created_at.rfc3339().c_str(), std::string(core::to_string(account.plan)).c_str(),
      counted(account.requests_per_minute(), "request").c_str(), storage_text(storage).c_str(),
      limited(storage.rewritten_bytes_per_day, "byte").c_str(), account.name.c_str(),
      account.may_show_sender ? "  (may show viewers its name)" : "",
      account.disabled ? "  (disabled)" : "");
}

db::StoredAccount existing_account(db::AccountStore& accounts, const core::AccountId& id) {
  auto account = accounts.find(id);
  if (!account) throw std::runtime_error("no such account");
  return *std::move(account);
}

void require_account(db::Postgres& postgres, const core::AccountId& id) {
  db::AccountStore accounts(postgres);
  existing_account(accounts, id);
}

}  // namespace cli
