// artifact-admin usage
#include <cstdio>
#include <string>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "db/counters/usage_store.h"

namespace cli {
namespace {

std::string date_of(const db::UsageDay& day) { return day.begins_at.rfc3339().substr(0, 10); }

}  // namespace

void show_usage(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  existing_account(accounts, id);
  const db::Usage usage = db::UsageStore(connections.postgres, connections.redis).find(id);
  if (!arguments.has("--json")) {
    std::printf("%s, %lld deleted; %s; %s\n", counted(usage.artifacts, "artifact").c_str(),
                static_cast<long long>(usage.deleted_artifacts),
                counted(usage.links, "share link").c_str(),
                counted(usage.content_bytes, "byte").c_str());
    for (const db::UsageDay& day : usage.days) {
      std::printf("%s  %s  %s\n", date_of(day).c_str(), counted(day.requests, "request").c_str(),
                  counted(day.views, "view").c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_object();
  json.member("artifacts", usage.artifacts).member("deletedArtifacts", usage.deleted_artifacts);
  json.member("links", usage.links).member("contentBytes", usage.content_bytes);
  json.key("days").begin_array();
  for (const db::UsageDay& day : usage.days) {
    json.begin_object();
    json.member("day", date_of(day));
    json.member("requests", day.requests).member("views", day.views);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
