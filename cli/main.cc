// artifact-admin: what an operator does with the service's database.
//
// Exit status: 0 done, 1 it could not be done (standard error says why), 2 called wrongly.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/configuration.h"
#include "core/email.h"
#include "core/json_writer.h"
#include "core/role.h"
#include "core/secret_token.h"
#include "db/account_store.h"
#include "db/key_revocation.h"
#include "db/maintenance.h"
#include "db/migrator.h"
#include "db/postgres.h"
#include "db/redis.h"
#include "db/user_store.h"

namespace {

constexpr const char* kUsage =
    "usage: artifact-admin --config FILE COMMAND [options]\n"
    "\n"
    "  migrate --migrations DIR           bring the database's schema up to date\n"
    "  account add --name NAME --plan free|pro|enterprise [--requests-per-minute N]\n"
    "                                     make an account; prints its id\n"
    "  user add --account ID --email EMAIL [--role owner|member]\n"
    "                                     make a user of the dashboard, an owner unless it is "
    "said\n"
    "                                     otherwise; prints a link to choose a password, good "
    "once\n"
    "  user password-link --email EMAIL   print such a link for a user who has lost their "
    "password\n"
    "  key add --account ID --name NAME [--scopes S,S] [--expires-in 90d]\n"
    "                                     make an API key; prints it, this once\n"
    "  key list --account ID [--json]     the account's keys, without the keys themselves\n"
    "  key revoke KEY_ID                  refuse the key from now on\n"
    "  maintain [--json]                  remove what is dead, add up views; for a timer to run\n";

struct Connections {
  const core::Configuration& configuration;
  db::Postgres postgres;
  db::Redis redis;
};

// Called with options that do not fit; the message says which.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  // Flags take no value.
  Arguments(int count, char** values) {
    for (int i = 1; i < count; ++i) {
      const std::string word = values[i];
      if (!word.starts_with("--")) {
        words_.push_back(word);
      } else if (word == "--json" || word == "--help") {
        options_[word] = "";
      } else if (i + 1 < count) {
        options_[word] = values[++i];
      } else {
        throw WrongUsage(word + " needs a value");
      }
    }
  }

  const std::vector<std::string>& words() const { return words_; }
  bool has(const std::string& option) const { return options_.contains(option); }
  std::optional<std::string> value(const std::string& option) const {
    const auto found = options_.find(option);
    if (found == options_.end()) return std::nullopt;
    return found->second;
  }
  std::string required(const std::string& option) const {
    const auto found = value(option);
    if (!found || found->empty()) throw WrongUsage(option + " is needed");
    return *found;
  }

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::string> options_;
};

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return std::nullopt;
  return text.str();
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

core::Configuration load_configuration(const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  auto configuration = core::parse_configuration(*text, {environment, read_file});
  if (!configuration) throw std::runtime_error(configuration.error().message);
  return *std::move(configuration);
}

core::Timestamp now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return core::Timestamp::from_unix_milliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

core::AccountId account_of(const Arguments& arguments) {
  const auto id = core::AccountId::parse(arguments.required("--account"));
  if (!id) throw WrongUsage("--account takes an account's id, acc_…");
  return *id;
}

void migrate(const Arguments& arguments, Connections& connections) {
  const auto applied = db::migrate(connections.postgres, arguments.required("--migrations"));
  for (const std::string& name : applied) std::printf("applied %s\n", name.c_str());
  if (applied.empty()) std::puts("the schema is up to date");
}

void add_account(const Arguments& arguments, Connections& connections) {
  const auto plan = core::parse_plan(arguments.required("--plan"));
  if (!plan) throw WrongUsage("--plan takes free, pro or enterprise");
  std::optional<int> requests_per_minute;
  if (const auto text = arguments.value("--requests-per-minute")) {
    if (*plan != core::Plan::enterprise)
      throw WrongUsage("--requests-per-minute is for the enterprise plan");
    char* end = nullptr;
    const long number = std::strtol(text->c_str(), &end, 10);
    if (*end != '\0' || number < 1 || number > 1000000000)
      throw WrongUsage("--requests-per-minute takes a number from 1 to 1000000000");
    requests_per_minute = static_cast<int>(number);
  }
  const auto id = core::AccountId::generate(now());
  db::AccountStore(connections.postgres)
      .create(id, arguments.required("--name"), *plan, requests_per_minute);
  std::puts(id.to_string().c_str());
}

constexpr std::chrono::hours kPasswordLinkLifetime{72};

core::Email email_of(const Arguments& arguments) {
  const auto email = core::Email::parse(arguments.required("--email"));
  if (!email) throw WrongUsage("--email takes an email address");
  return *email;
}

void print_password_link(Connections& connections, const core::UserId& user) {
  const core::SecretToken token = core::SecretToken::generate();
  db::UserStore(connections.postgres).add_password_link(user, token.hash(), kPasswordLinkLifetime);
  std::printf("%s/dashboard/set-password?token=%s\n",
              connections.configuration.public_base_url.c_str(), token.text().c_str());
}

void add_user(const Arguments& arguments, Connections& connections) {
  const auto role = core::parse_role(arguments.value("--role").value_or("owner"));
  if (!role) throw WrongUsage("--role takes owner or member");
  const auto id = core::UserId::generate(now());
  if (!db::UserStore(connections.postgres)
           .create(id, account_of(arguments), email_of(arguments), *role))
    throw std::runtime_error("there is no such account, or somebody has this address already");
  print_password_link(connections, id);
}

void make_password_link(const Arguments& arguments, Connections& connections) {
  const auto user = db::UserStore(connections.postgres).find_for_sign_in(email_of(arguments));
  if (!user) throw std::runtime_error("nobody has this address");
  print_password_link(connections, user->user);
}

core::Scopes scopes_of(const Arguments& arguments) {
  const auto text = arguments.value("--scopes");
  if (!text) return core::Scopes::all();
  core::Scopes scopes;
  std::istringstream names(*text);
  for (std::string name; std::getline(names, name, ',');) {
    const auto scope = core::parse_scope(name);
    if (!scope) throw WrongUsage("--scopes: there is no scope \"" + name + "\"");
    scopes.add(*scope);
  }
  if (scopes.empty()) throw WrongUsage("--scopes names no scope");
  return scopes;
}

void add_key(const Arguments& arguments, Connections& connections) {
  std::optional<core::Duration> lifetime;
  if (const auto text = arguments.value("--expires-in")) {
    const auto duration = core::Duration::parse(*text);
    if (!duration) throw WrongUsage("--expires-in: " + duration.error().message);
    lifetime = *duration;
  }
  const core::ApiKey key = core::ApiKey::generate();
  const bool made =
      db::AccountStore(connections.postgres)
          .create_key(core::KeyId::generate(now()), account_of(arguments),
                      arguments.required("--name"), key, scopes_of(arguments), lifetime);
  if (!made) throw std::runtime_error("there is no such account");
  std::puts(key.secret().c_str());
}

void write_key(core::JsonWriter& json, const db::StoredKey& key) {
  json.begin_object();
  json.member("id", key.id.to_string()).member("name", key.name);
  json.member("prefix", key.display_prefix);
  json.key("scopes").begin_array();
  for (const std::string_view scope : key.scopes.names()) json.value(scope);
  json.end_array();
  json.member("createdAt", key.created_at.rfc3339());
  if (key.expires_at) json.member("expiresAt", key.expires_at->rfc3339());
  if (key.revoked_at) json.member("revokedAt", key.revoked_at->rfc3339());
  json.end_object();
}

void list_keys(const Arguments& arguments, Connections& connections) {
  const auto keys = db::AccountStore(connections.postgres).keys(account_of(arguments));
  if (arguments.has("--json")) {
    core::JsonWriter json;
    json.begin_array();
    for (const db::StoredKey& key : keys) write_key(json, key);
    json.end_array();
    std::puts(json.text().c_str());
    return;
  }
  for (const db::StoredKey& key : keys) {
    std::printf("%s  %s…  %s  %s%s\n", key.id.to_string().c_str(), key.display_prefix.c_str(),
                key.created_at.rfc3339().c_str(), key.name.c_str(),
                key.revoked_at ? "  (revoked)" : "");
  }
}

void revoke_key(const Arguments& arguments, Connections& connections) {
  if (arguments.words().size() != 3) throw WrongUsage("key revoke takes the key's id, key_…");
  const auto id = core::KeyId::parse(arguments.words()[2]);
  if (!id) throw WrongUsage("key revoke takes the key's id, key_…");
  if (!db::revoke_key(connections.postgres, connections.redis, *id))
    throw std::runtime_error("there is no such key");
  std::printf("revoked %s\n", id->to_string().c_str());
}

// Once, and says what it did; a timer runs it again and again.
void maintain(const Arguments& arguments, Connections& connections) {
  const db::MaintenanceReport report =
      db::maintain(connections.postgres, connections.redis,
                   std::chrono::hours(24) * connections.configuration.keep_expired_days);
  const std::vector<std::pair<const char*, std::int64_t>> counts{
      {"artifactsNotedAsExpired", report.artifacts_noted_as_expired},
      {"deletedArtifactsRemoved", report.deleted_artifacts_removed},
      {"expiredArtifactsRemoved", report.expired_artifacts_removed},
      {"shareLinksRemoved", report.share_links_removed},
      {"idempotencyKeysRemoved", report.idempotency_keys_removed},
      {"shareLinksWithNewViews", report.share_links_with_new_views},
  };
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [name, count] : counts) json.member(name, count);
  json.end_object();
  if (arguments.has("--json")) {
    std::puts(json.text().c_str());
    return;
  }
  for (const auto& [name, count] : counts)
    std::printf("%s: %lld\n", name, static_cast<long long>(count));
}

using Command = std::function<void(const Arguments&, Connections&)>;

Command command_of(const Arguments& arguments) {
  static const std::map<std::vector<std::string>, Command> commands{
      {{"migrate"}, migrate},
      {{"account", "add"}, add_account},
      {{"key", "add"}, add_key},
      {{"user", "add"}, add_user},
      {{"user", "password-link"}, make_password_link},
      {{"key", "list"}, list_keys},
      {{"key", "revoke"}, revoke_key},
      {{"maintain"}, maintain},
  };
  std::vector<std::string> words = arguments.words();
  if (words.size() > 2) words.resize(2);
  const auto found = commands.find(words);
  if (found == commands.end()) throw WrongUsage("there is no such command");
  return found->second;
}

int run(int count, char** values) {
  const Arguments arguments(count, values);
  if (arguments.has("--help")) {
    std::fputs(kUsage, stdout);
    return EXIT_SUCCESS;
  }
  const Command command = command_of(arguments);
  const core::Configuration configuration = load_configuration(arguments.required("--config"));
  // A migration may take long; everything else is over in no time anyway.
  Connections connections{
      configuration,
      db::Postgres(configuration.database_url,
                   {.connect = std::chrono::seconds(5), .statement = std::chrono::hours(1)}),
      db::Redis(db::RedisAddress::parse(configuration.redis_url), std::chrono::seconds(1))};
  command(arguments, connections);
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** values) {
  try {
    return run(count, values);
  } catch (const WrongUsage& wrong) {
    std::fprintf(stderr, "artifact-admin: %s\n\n%s", wrong.what(), kUsage);
    return 2;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "artifact-admin: %s\n", failure.what());
    return EXIT_FAILURE;
  }
}
