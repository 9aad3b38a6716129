#include "cli/account_fields.h"

#include <cstdio>
#include <stdexcept>

namespace cli {

void write_account(core::JsonWriter& json, const db::StoredAccount& account) {
  json.begin_object();
  json.member("id", account.id.to_string()).member("name", account.name);
  json.member("plan", core::to_string(account.plan));
  json.member("requestsPerMinute", account.requests_per_minute());
  json.member("createdAt", account.created_at.rfc3339());
  json.end_object();
}

void print_account(const db::StoredAccount& account) {
  std::printf("%s  %s  %s, %d requests per minute  %s\n", account.id.to_string().c_str(),
              account.created_at.rfc3339().c_str(),
              std::string(core::to_string(account.plan)).c_str(), account.requests_per_minute(),
              account.name.c_str());
}

db::StoredAccount existing_account(db::AccountStore& accounts, const core::AccountId& id) {
  auto account = accounts.find(id);
  if (!account) throw std::runtime_error("there is no such account");
  return *std::move(account);
}

}  // namespace cli
