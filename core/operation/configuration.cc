#include "core/operation/configuration.h"

#include <algorithm>
#include <array>

#include "core/operation/setting_reader.h"
#include "core/operation/web_origin.h"
#include "core/text/ascii.h"
#include "core/text/nearest_word.h"
#include "core/text/split.h"

namespace core {
namespace {

constexpr auto kSettings = std::to_array<std::string_view>({
    "public_base_url",
    "database_url",
    "redis_url",
    "redis_password_file",
    "redis_ca_file",
    "signing_keys_file",
    "threads",
    "max_body_bytes",
    "max_file_bytes",
    "frame_ancestors",
    "cors_origins",
    "database_timeout_milliseconds",
    "redis_timeout_milliseconds",
    "drain_seconds",
    "free_max_bytes",
    "free_max_artifacts",
    "pro_max_bytes",
    "pro_max_artifacts",
    "enterprise_max_bytes",
    "enterprise_max_artifacts",
    "max_links_per_artifact",
    "free_never_expiring_links",
    "pro_never_expiring_links",
    "enterprise_never_expiring_links",
    "max_database_bytes",
    "database_folder",
    "min_free_disk_bytes",
    "keep_expired_days",
    "audit_days",
    "removal_grace_days",
    "largest_clock_step_hours",
    "client_network_ipv4",
    "client_network_ipv6",
    "log_client_addresses",
    "attempts_per_network",
    "front_connections",
    "front_large_bodies",
    "front_network_large_bodies",
    "front_downloads",
    "front_views_per_minute",
    "front_sign_ins_per_minute",
    "listen_port",
    "trusted_proxies",
    "proxy_protocol_port",
    "client_documents",
    "client_documents_ca_file",
    "session_idle_minutes",
    "session_days",
    "sign_up",
    "sign_ups_per_network",
    "remote_images",
    "render_cache_bytes",
    "pdf_command",
    "pdf_processes",
    "pdf_seconds",
    "pdf_cache_bytes",
    "pdf_cache_folder",
    "pdf_cache_disk_bytes",
    "metrics_folder",
    "log_level",
    "log_sample",
    "backup_folder",
});

constexpr std::string_view kVariablePrefix = "ARTIFACT_SHARE_";
// Those of the command `artifact`, which may run on the same host.
constexpr auto kVariablesOfClient = std::to_array<std::string_view>({
    "ARTIFACT_SHARE_URL",
    "ARTIFACT_SHARE_KEY",
    "ARTIFACT_SHARE_CA_CERT",
});

bool is_setting(std::string_view name) {
  return std::find(kSettings.begin(), kSettings.end(), name) != kSettings.end();
}

bool is_of_client(std::string_view variable) {
  return std::find(kVariablesOfClient.begin(), kVariablesOfClient.end(), variable) !=
         kVariablesOfClient.end();
}

std::string variable_of(std::string_view setting) {
  return std::string(kVariablePrefix) + in_upper_case(setting);
}

// Empty if no setting has a name like this.
std::string_view nearest_setting(std::string_view name) {
  const auto nearest = nearest_word(in_lower_case(name), kSettings);
  return nearest == kSettings.end() ? std::string_view() : *nearest;
}

Error unknown_variable(const std::string& name) {
  const auto meant = nearest_setting(std::string_view(name).substr(kVariablePrefix.size()));
  return wrong_configuration("unknown setting " + name + " in the environment" +
                             (meant.empty() ? "" : "; did you mean " + variable_of(meant) + "?"));
}

std::string unknown_name(const std::string& name) {
  const auto meant = nearest_setting(name);
  return "unknown setting " + name +
         (meant.empty() ? "" : "; did you mean " + std::string(meant) + "?");
}

Result<SettingReader::Values> read_lines(std::string_view text) {
  // Some editors write it.
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  SettingReader::Values values;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = take_until(text, '\n');
    if (line.empty() || line.front() == '#') continue;

    const auto wrong_here = [number](const std::string& what) {
      return wrong_configuration("line " + std::to_string(number) + ": " + what);
    };
    if (line.find('=') == line.npos) return wrong_here("expected `name = value`");
    const std::string name(take_until(line, '='));
    if (!is_setting(name)) return wrong_here(unknown_name(name));
    if (!values.emplace(name, trim(line)).second) return wrong_here(name + " is set twice");
  }
  return values;
}

std::optional<Error> override_from_environment(SettingReader::Values& values,
                                               const ConfigurationSources& sources) {
  for (const auto& [name, value] : sources.environment) {
    if (!name.starts_with(kVariablePrefix) || is_of_client(name)) continue;
    const std::string setting = in_lower_case(name.substr(kVariablePrefix.size()));
    if (!is_setting(setting) || variable_of(setting) != name) return unknown_variable(name);
    values[setting] = value;
  }
  return std::nullopt;
}

Result<SigningKeys> read_signing_keys(const std::string& path,
                                      const ConfigurationSources& sources) {
  const std::optional<std::string> text = sources.read_file(path);
  if (!text) return wrong_configuration("signing_keys_file: cannot read " + path);
  return SigningKeys::parse(*text);
}

Result<RedisAddress> read_redis_address(SettingReader& reader,
                                        const ConfigurationSources& sources) {
  const std::string url = reader.required("redis_url");
  if (reader.error()) return *reader.error();
  Result<RedisAddress> address = RedisAddress::parse(url);
  if (!address) return wrong_configuration(address.error().message);
  address->ca_file = reader.optional("redis_ca_file", {});
  const std::string password_file = reader.optional("redis_password_file", {});
  if (!password_file.empty()) {
    if (!address->password.empty())
      return wrong_configuration("redis_password_file: redis_url already contains a password");
    const std::optional<std::string> text = sources.read_file(password_file);
    if (!text) return wrong_configuration("redis_password_file: cannot read " + password_file);
    address->password = std::string_view(*text).substr(0, text->find_first_of("\r\n"));
    if (address->password.empty())
      return wrong_configuration("redis_password_file: " + password_file +
                                 " does not contain a password");
  }
  if (!address->user.empty() && address->password.empty())
    return wrong_configuration("redis_url has a user but no password; set redis_password_file");
  if (!address->ca_file.empty() && !address->has_tls)
    return wrong_configuration(
        "redis_ca_file requires TLS: redis_url must start with rediss:// or sentinels://");
  return address;
}

// How requests are served.
void read_requests(SettingReader& reader, Configuration& settings) {
  settings.threads = reader.number("threads", settings.threads, 1U, 256U);
  settings.max_body_bytes = reader.number("max_body_bytes", settings.max_body_bytes,
                                          std::size_t{1024}, std::size_t{256} * 1024 * 1024);
  settings.max_file_bytes = reader.number("max_file_bytes", settings.max_file_bytes,
                                          std::size_t{1024}, std::size_t{256} * 1024 * 1024);
  settings.frame_ancestors = reader.optional("frame_ancestors", settings.frame_ancestors);
  settings.cors_origins = split_words(reader.optional("cors_origins", {}));
  settings.database_timeout_milliseconds = reader.number(
      "database_timeout_milliseconds", settings.database_timeout_milliseconds, 100U, 60000U);
  settings.redis_timeout_milliseconds =
      reader.number("redis_timeout_milliseconds", settings.redis_timeout_milliseconds, 10U, 10000U);
  settings.drain_seconds = reader.number("drain_seconds", settings.drain_seconds, 1U, 600U);
}

// What accounts and the database may hold.
void read_limits(SettingReader& reader, Configuration& settings) {
  PlanStorageLimits& storage = settings.storage_limits;
  storage.free = {reader.limit("free_max_bytes", storage.free.bytes),
                  reader.limit("free_max_artifacts", storage.free.artifacts)};
  storage.pro = {reader.limit("pro_max_bytes", storage.pro.bytes),
                 reader.limit("pro_max_artifacts", storage.pro.artifacts)};
  storage.enterprise = {reader.limit("enterprise_max_bytes", storage.enterprise.bytes),
                        reader.limit("enterprise_max_artifacts", storage.enterprise.artifacts)};
  settings.max_links_per_artifact =
      reader.number("max_links_per_artifact", settings.max_links_per_artifact, std::int64_t{1},
                    std::int64_t{1'000'000});
  PlanNeverExpiringLinks& never = settings.never_expiring_links;
  never = {reader.on_or_off("free_never_expiring_links", never.free),
           reader.on_or_off("pro_never_expiring_links", never.pro),
           reader.on_or_off("enterprise_never_expiring_links", never.enterprise)};
  settings.max_database_bytes = reader.limit("max_database_bytes", settings.max_database_bytes);
  settings.database_folder = reader.folder("database_folder", settings.database_folder);
  settings.min_free_disk_bytes = reader.number("min_free_disk_bytes", settings.min_free_disk_bytes,
                                               std::int64_t{0}, kUnlimited);
}

// How long maintenance keeps what has ended.
void read_retention(SettingReader& reader, Configuration& settings) {
  settings.keep_expired_days =
      reader.number("keep_expired_days", settings.keep_expired_days, 1U, 36500U);
  settings.audit_days = reader.number("audit_days", settings.audit_days, 1U, 36500U);
  settings.removal_grace_days =
      reader.number("removal_grace_days", settings.removal_grace_days, 0U, 365U);
  settings.largest_clock_step_hours =
      reader.number("largest_clock_step_hours", settings.largest_clock_step_hours, 2U, 87600U);
}

// Clients' networks, and the proxies in front.
void read_networks(SettingReader& reader, Configuration& settings) {
  settings.client_networks = {
      reader.prefix("client_network_ipv4", settings.client_networks.ipv4, 8U, 32U),
      reader.prefix("client_network_ipv6", settings.client_networks.ipv6, 16U, 128U)};
  settings.log_client_addresses =
      reader.one_of<LoggedAddresses>("log_client_addresses", {{"network", LoggedAddresses::network},
                                                              {"full", LoggedAddresses::full},
                                                              {"off", LoggedAddresses::off}});
  settings.attempts_per_network =
      reader.number("attempts_per_network", settings.attempts_per_network, 10U, 1000000U);
  // These are for nginx (nginx/artifact-share.conf.in).
  for (const std::string_view name :
       {"front_connections", "front_large_bodies", "front_network_large_bodies", "front_downloads",
        "front_views_per_minute", "front_sign_ins_per_minute"})
    reader.number(name, 1U, 1U, 1000000U);
  reader.number("listen_port", 443U, 1U, 65535U);
  settings.trusted_proxies = split_words(reader.optional("trusted_proxies", {}));
  for (const std::string& proxy : settings.trusted_proxies) {
    if (!is_network(proxy)) {
      reader.fail(
          "trusted_proxies must be a space-separated list of IP addresses or networks, such as "
          "10.0.0.2 or 10.0.0.0/24; \"" +
          proxy + "\" is neither");
    }
  }
  settings.proxy_protocol_port =
      reader.number("proxy_protocol_port", settings.proxy_protocol_port, 1U, 65535U);
  if (settings.proxy_protocol_port != 0 && settings.trusted_proxies.empty()) {
    reader.fail(
        "proxy_protocol_port requires trusted_proxies: the addresses from which proxies connect");
  }
}

// Apps, sessions and new accounts.
void read_sign_in(SettingReader& reader, Configuration& settings) {
  settings.client_documents =
      reader.one_of<ClientDocuments>("client_documents", {{"on", ClientDocuments::on},
                                                          {"off", ClientDocuments::off},
                                                          {"local", ClientDocuments::local}});
  settings.client_documents_ca_file = reader.optional("client_documents_ca_file", {});
  settings.session_idle_minutes =
      reader.number("session_idle_minutes", settings.session_idle_minutes, 1U, 525600U);
  settings.session_days = reader.number("session_days", settings.session_days, 1U, 365U);
  settings.sign_ups_per_network =
      reader.number("sign_ups_per_network", settings.sign_ups_per_network, 1U, 1000000U);
  settings.sign_up = reader.on_or_off("sign_up", settings.sign_up);
}

// Pages and PDFs.
void read_rendering(SettingReader& reader, Configuration& settings) {
  settings.remote_images = reader.one_of<RemoteImages>(
      "remote_images",
      {{"on", RemoteImages::on}, {"click", RemoteImages::click}, {"off", RemoteImages::off}});
  settings.render_cache_bytes = reader.number("render_cache_bytes", settings.render_cache_bytes,
                                              std::size_t{0}, std::size_t{1} << 30);
  settings.pdf_command = reader.optional("pdf_command", settings.pdf_command);
  settings.pdf_processes = reader.number("pdf_processes", settings.pdf_processes, 1U, 64U);
  // nginx waits for a response for 30 seconds.
  settings.pdf_seconds = reader.number("pdf_seconds", settings.pdf_seconds, 1U, 25U);
  settings.pdf_cache_bytes = reader.number("pdf_cache_bytes", settings.pdf_cache_bytes,
                                           std::size_t{0}, std::size_t{1} << 30);
  settings.pdf_cache_folder = reader.folder("pdf_cache_folder", settings.pdf_cache_folder);
  settings.pdf_cache_disk_bytes =
      reader.number("pdf_cache_disk_bytes", settings.pdf_cache_disk_bytes, std::uint64_t{0},
                    std::uint64_t{1} << 40);
}

// What the operator sees and keeps.
void read_operation(SettingReader& reader, Configuration& settings) {
  settings.metrics_folder = reader.folder("metrics_folder", settings.metrics_folder);
  settings.log_level = reader.one_of<LogLevel>(
      "log_level",
      {{"info", LogLevel::info}, {"warning", LogLevel::warning}, {"error", LogLevel::error}});
  settings.log_sample = reader.number("log_sample", settings.log_sample, 1U, 1000000U);
  settings.backup_folder = reader.folder("backup_folder", settings.backup_folder);
}

// Those of which the form matters, and as browsers send them.
void check_origins(SettingReader& reader, Configuration& settings) {
  if (!is_base_url(settings.public_base_url) && !reader.error()) {
    reader.fail("public_base_url must be https://HOST or https://HOST:PORT, not \"" +
                settings.public_base_url + "\"");
  }
  settings.public_base_url = as_sent_by_browsers(settings.public_base_url);
  if (!is_source_list(settings.frame_ancestors)) {
    reader.fail(
        "frame_ancestors must be 'none' or a space-separated list of origins, as in "
        "Content-Security-Policy");
  }
  if (!std::all_of(settings.cors_origins.begin(), settings.cors_origins.end(), is_origin)) {
    reader.fail(
        "cors_origins must be a space-separated list of origins, such as https://app.example.org, "
        "or *");
  }
  for (std::string& origin : settings.cors_origins) origin = as_sent_by_browsers(origin);
}

}  // namespace

Result<Configuration> parse_configuration(std::string_view text,
                                          const ConfigurationSources& sources) {
  Result<SettingReader::Values> values = read_lines(text);
  if (!values) return values.error();
  if (auto problem = override_from_environment(*values, sources)) return *problem;

  SettingReader reader(*values);
  const std::string signing_keys_file = reader.required("signing_keys_file");
  if (reader.error()) return *reader.error();
  Result<SigningKeys> signing_keys = read_signing_keys(signing_keys_file, sources);
  if (!signing_keys) return signing_keys.error();

  Result<RedisAddress> redis = read_redis_address(reader, sources);
  if (!redis) return redis.error();

  Configuration settings{.public_base_url = reader.required("public_base_url"),
                         .database_url = reader.required("database_url"),
                         .redis = *std::move(redis),
                         .signing_keys = *std::move(signing_keys),
                         .signing_keys_file = signing_keys_file,
                         .redis_password_file = reader.optional("redis_password_file", {})};
  read_requests(reader, settings);
  read_limits(reader, settings);
  read_retention(reader, settings);
  read_networks(reader, settings);
  read_sign_in(reader, settings);
  read_rendering(reader, settings);
  read_operation(reader, settings);
  check_origins(reader, settings);
  if (reader.error()) return *reader.error();
  return settings;
}

}  // namespace core
