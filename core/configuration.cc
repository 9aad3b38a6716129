#include "core/configuration.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/security/signing_keys.h"
#include "core/settings.h"
#include "core/text/text.h"

namespace core {
namespace {

// Without one, the error is the reader's.
std::optional<SigningKeys> read_signing_keys(SettingReader& reader,
                                             const ConfigurationSources& sources,
                                             Settings& settings) {
  settings.signing_keys_file = reader.required("signing_keys_file");
  if (settings.signing_keys_file.empty()) return std::nullopt;
  const std::optional<std::string> text = sources.read_file(settings.signing_keys_file);
  if (!text) {
    reader.fail("signing_keys_file: cannot read " + settings.signing_keys_file);
    return std::nullopt;
  }
  Result<SigningKeys> keys = SigningKeys::parse(*text);
  if (keys) return *std::move(keys);
  reader.fail(keys.error());
  return std::nullopt;
}

// Without a password file, the one that the address has.
std::optional<Error> read_redis_password(const std::string& file,
                                         const ConfigurationSources& sources,
                                         RedisAddress& address) {
  if (file.empty()) return std::nullopt;
  if (!address.password.empty())
    return wrong_configuration("redis_password_file: redis_url already contains a password");
  const std::optional<std::string> text = sources.read_file(file);
  if (!text) return wrong_configuration("redis_password_file: cannot read " + file);
  address.password = std::string_view(*text).substr(0, text->find_first_of("\r\n"));
  if (address.password.empty())
    return wrong_configuration("redis_password_file: " + file + " does not contain a password");
  return std::nullopt;
}

void read_redis_address(SettingReader& reader, const ConfigurationSources& sources,
                        Settings& settings) {
  const std::string url = reader.required("redis_url");
  const std::string ca_file = reader.optional("redis_ca_file", {});
  settings.redis_password_file = reader.optional("redis_password_file", {});
  if (url.empty()) return;
  Result<RedisAddress> address = RedisAddress::parse(url);
  if (!address) return reader.fail(address.error().message);
  address->ca_file = ca_file;
  if (auto problem = read_redis_password(settings.redis_password_file, sources, *address))
    return reader.fail(*std::move(problem));
  if (!address->user.empty() && address->password.empty())
    return reader.fail("redis_url has a user but no password; set redis_password_file");
  if (!address->ca_file.empty() && !address->has_tls) {
    return reader.fail(
        "redis_ca_file requires TLS: redis_url must start with rediss:// or sentinels://");
  }
  settings.redis = *std::move(address);
}

// How requests are served.
void read_requests(SettingReader& reader, Settings& settings) {
  settings.threads = reader.number("threads", settings.threads, 1U, 256U);
  settings.max_body_bytes = reader.number("max_body_bytes", settings.max_body_bytes,
                                          std::size_t{1024}, std::size_t{256} * 1024 * 1024);
  settings.max_file_bytes = reader.number("max_file_bytes", settings.max_file_bytes,
                                          std::size_t{1024}, std::size_t{256} * 1024 * 1024);
  settings.frame_ancestors = reader.optional("frame_ancestors", settings.frame_ancestors);
  settings.cors_origins = split_words(reader.optional("cors_origins", {}));
  settings.security_contacts = split_words(reader.optional("security_contact", {}));
  settings.database_timeout_milliseconds = reader.number(
      "database_timeout_milliseconds", settings.database_timeout_milliseconds, 100U, 60000U);
  settings.redis_timeout_milliseconds =
      reader.number("redis_timeout_milliseconds", settings.redis_timeout_milliseconds, 10U, 10000U);
  settings.drain_seconds = reader.number("drain_seconds", settings.drain_seconds, 1U, 600U);
}

// What accounts on a plan can store and do.
void read_plan(SettingReader& plan, StorageLimits& storage, bool& never_expiring_links) {
  storage.bytes = plan.limit("max_bytes", storage.bytes);
  storage.artifacts = plan.limit("max_artifacts", storage.artifacts);
  storage.versions =
      plan.number("max_versions", storage.versions, std::int64_t{2}, std::int64_t{10'000});
  storage.version_days = plan.limit("version_days", storage.version_days);
  storage.rewritten_bytes_per_day =
      plan.limit("max_rewritten_bytes_per_day", storage.rewritten_bytes_per_day);
  never_expiring_links = plan.on_or_off("never_expiring_links", never_expiring_links);
}

// Limits of accounts and of the database.
void read_limits(SettingReader& reader, Settings& settings) {
  PlanStorageLimits& storage = settings.storage_limits;
  PlanNeverExpiringLinks& never_expiring = settings.never_expiring_links;
  reader.group("plan_free",
               [&](SettingReader& plan) { read_plan(plan, storage.free, never_expiring.free); });
  reader.group("plan_pro",
               [&](SettingReader& plan) { read_plan(plan, storage.pro, never_expiring.pro); });
  reader.group("plan_enterprise", [&](SettingReader& plan) {
    read_plan(plan, storage.enterprise, never_expiring.enterprise);
  });
  settings.max_links_per_artifact =
      reader.number("max_links_per_artifact", settings.max_links_per_artifact, std::int64_t{1},
                    std::int64_t{1'000'000});
  settings.max_database_bytes = reader.limit("max_database_bytes", settings.max_database_bytes);
  settings.database_folder = reader.folder("database_folder", settings.database_folder);
  settings.min_free_disk_bytes = reader.number("min_free_disk_bytes", settings.min_free_disk_bytes,
                                               std::int64_t{0}, kUnlimited);
}

// How long maintenance keeps what has ended.
void read_retention(SettingReader& reader, Settings& settings) {
  settings.keep_expired_days =
      reader.number("keep_expired_days", settings.keep_expired_days, 1U, 36500U);
  settings.audit_days = reader.number("audit_days", settings.audit_days, 1U, 36500U);
  settings.removal_grace_days =
      reader.number("removal_grace_days", settings.removal_grace_days, 0U, 365U);
  settings.largest_clock_step_hours =
      reader.number("largest_clock_step_hours", settings.largest_clock_step_hours, 2U, 87600U);
}

unsigned port_of(std::string_view url) {
  constexpr unsigned kDefault = 443;
  unsigned port = 0;
  const std::string_view text = url.substr(url.find_last_of(':') + 1);
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  // In "https://[::1]" it is the end of an address.
  return problem == std::errc() && rest == text.data() + text.size() ? port : kDefault;
}

void read_network_limits(SettingReader& limits, NetworkLimits& network) {
  constexpr unsigned kMost = 1'000'000;
  network.views_per_minute = limits.number("views_per_minute", network.views_per_minute, 1U, kMost);
  network.wrong_passwords = limits.number("wrong_passwords", network.wrong_passwords, 10U, kMost);
  network.sign_ups = limits.number("sign_ups", network.sign_ups, 1U, kMost);
  // These are for nginx (nginx/settings).
  limits.number("connections", 100U, 1U, kMost);
  limits.number("large_bodies", 16U, 1U, kMost);
  limits.number("large_bodies_of_key", 4U, 1U, kMost);
  limits.number("downloads", 25U, 1U, kMost);
  limits.number("sign_ins_per_minute", 60U, 1U, kMost);
}

// Clients' networks, and the proxies in front.
void read_networks(SettingReader& reader, Settings& settings) {
  settings.client_networks = {
      reader.prefix("client_network_ipv4", settings.client_networks.ipv4, 8U, 32U),
      reader.prefix("client_network_ipv6", settings.client_networks.ipv6, 16U, 128U)};
  settings.log_client_addresses =
      reader.one_of<LoggedAddresses>("log_client_addresses", {{"network", LoggedAddresses::network},
                                                              {"full", LoggedAddresses::full},
                                                              {"off", LoggedAddresses::off}});
  reader.group("network_limits", [&](SettingReader& limits) {
    read_network_limits(limits, settings.network_limits);
  });
  reader.number("listen_port", port_of(settings.public_base_url), 1U, 65535U);
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
void read_sign_in(SettingReader& reader, Settings& settings) {
  settings.client_documents =
      reader.one_of<ClientDocuments>("client_documents", {{"on", ClientDocuments::on},
                                                          {"off", ClientDocuments::off},
                                                          {"local", ClientDocuments::local}});
  settings.client_documents_ca_file = reader.optional("client_documents_ca_file", {});
  std::string known_schemes;
  for (const std::string& scheme : settings.oauth_redirect_schemes)
    known_schemes.append(known_schemes.empty() ? "" : " ").append(scheme);
  if (const std::string schemes = reader.optional("oauth_redirect_schemes", known_schemes);
      !schemes.empty())
    settings.oauth_redirect_schemes = schemes == "none" ? RedirectSchemes() : split_words(schemes);
  for (const std::string& scheme : settings.oauth_redirect_schemes) {
    if (!is_scheme_of_apps(scheme)) {
      reader.fail(
          "oauth_redirect_schemes must be none, or a space-separated list of URI schemes of apps "
          "in "
          "lower case, such as cursor; \"" +
          scheme + "\" is not one");
    }
  }
  settings.session_idle_minutes =
      reader.number("session_idle_minutes", settings.session_idle_minutes, 1U, 525600U);
  settings.session_days = reader.number("session_days", settings.session_days, 1U, 365U);
  settings.sign_up = reader.on_or_off("sign_up", settings.sign_up);
}

// The colour of links, empty if it is not set.
std::string read_link_color(SettingReader& reader, std::string_view name, const std::string& text,
                            ColorScheme scheme) {
  if (text.empty()) return {};
  Result<std::string> color = parse_link_color(text, scheme);
  if (color) return *std::move(color);
  reader.fail(std::string(name) + ' ' + color.error().message);
  return {};
}

// How the service presents itself to readers.
void read_installation(SettingReader& reader, const ConfigurationSources& sources,
                       Installation& installation) {
  const auto name =
      parse_installation_name(reader.optional("installation_name", installation.name));
  if (name)
    installation.name = *name;
  else
    reader.fail("installation_name " + name.error().message);
  if (const std::string path = reader.optional("installation_logo", {}); !path.empty()) {
    const std::optional<std::string> file = sources.read_file(path);
    Result<ServedFile> logo = read_logo(file.value_or(""));
    if (!file)
      reader.fail("installation_logo: cannot read " + path);
    else if (logo)
      installation.logo = *std::move(logo);
    else
      reader.fail("installation_logo: " + path + ' ' + logo.error().message);
  }
  const std::string light = reader.optional("link_color", {});
  const std::string dark = reader.optional("link_color_on_dark", {});
  installation.stylesheet =
      stylesheet_of(read_link_color(reader, "link_color", light, ColorScheme::light),
                    read_link_color(reader, "link_color_on_dark", dark, ColorScheme::dark));
  Result<HomePage> home_page = parse_home_page(reader.optional("home_page", "on"));
  if (home_page)
    installation.home_page = *std::move(home_page);
  else
    reader.fail("home_page " + home_page.error().message);
  Result<std::vector<FooterLink>> links = parse_footer_links(reader.optional("footer_links", {}));
  if (links)
    installation.footer_links = *std::move(links);
  else
    reader.fail("footer_links " + links.error().message);
  installation.digest = digest_of(installation);
}

// Pages and PDFs.
void read_rendering(SettingReader& reader, Settings& settings) {
  settings.remote_images = reader.one_of<RemoteImages>(
      "remote_images",
      {{"on", RemoteImages::on}, {"click", RemoteImages::click}, {"off", RemoteImages::off}});
  settings.render_milliseconds =
      reader.number("render_milliseconds", settings.render_milliseconds, 10U, 20000U);
  settings.render_cache_bytes = reader.number("render_cache_bytes", settings.render_cache_bytes,
                                              std::size_t{0}, std::size_t{1} << 30);
  settings.pdf_command = reader.optional("pdf_command", settings.pdf_command);
  settings.card_command = reader.optional("card_command", settings.card_command);
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

// The documents of web pages, of which not everybody who may sign up should run scripts on the host
// of the service itself.
void read_web_pages(SettingReader& reader, Settings& settings) {
  const std::string host = in_lower_case(reader.optional("content_host", {}));
  constexpr std::string_view kScheme = "https://";
  const std::string& base = settings.public_base_url;
  // It is another name of the same site, so the port is the same.
  const std::size_t port = base.find_first_of(":/", kScheme.size());
  settings.content_base_url =
      host.empty() ? base
                   : std::string(kScheme) + host + (port == base.npos ? "" : base.substr(port));
  if (!host.empty() && (host.find(':') != host.npos || !is_base_url(settings.content_base_url) ||
                        settings.content_base_url == as_sent_by_browsers(base)))
    reader.fail("content_host must be the name of another host, such as content.example.org");
  settings.html =
      reader.one_of<WebPages>("html",
                              {{"on", WebPages::on},
                               {"without_scripts", WebPages::without_scripts},
                               {"off", WebPages::off}},
                              settings.sign_up && host.empty() ? "without_scripts" : "on");
}

// Logs, and how long data is kept.
void read_operation(SettingReader& reader, Settings& settings) {
  settings.metrics_folder = reader.folder("metrics_folder", settings.metrics_folder);
  settings.log_level = reader.one_of<LogLevel>(
      "log_level",
      {{"info", LogLevel::info}, {"warning", LogLevel::warning}, {"error", LogLevel::error}});
  settings.log_sample = reader.number("log_sample", settings.log_sample, 1U, 1000000U);
  settings.backup_folder = reader.folder("backup_folder", settings.backup_folder);
}

// Checked, and in the form that browsers send.
void check_origins(SettingReader& reader, Settings& settings) {
  if (!is_base_url(settings.public_base_url) && !reader.error()) {
    reader.fail("public_base_url must be https://HOST or https://HOST:PORT, not \"" +
                settings.public_base_url + "\"");
  }
  settings.public_base_url = as_sent_by_browsers(settings.public_base_url);
  settings.content_base_url = as_sent_by_browsers(settings.content_base_url);
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
  if (!std::all_of(settings.security_contacts.begin(), settings.security_contacts.end(),
                   is_contact)) {
    reader.fail(
        "security_contact must be a space-separated list of addresses, such as "
        "mailto:security@example.org or https://example.org/security");
  }
}

std::string digest_of(std::string_view text, const Settings& settings, const SigningKeys& keys) {
  // Contains spaces, so it can never be the signed part of a share token.
  std::string statement = "artifact-share configuration\n";
  const GivenSettings in_file(text, {});
  for (const auto& [name, value] : in_file.values())
    statement.append(name).append("=").append(value).append("\n");
  for (const SigningKey& key : keys.all())
    statement.append(key.id).append(" ").append(key.secret).append("\n");
  statement += settings.redis.password;
  if (settings.installation.logo) statement += settings.installation.logo->address;
  constexpr std::size_t kLength = 16;
  return sign_statement(statement, keys.current()).substr(0, kLength);
}

}  // namespace

Result<Configuration> parse_configuration(std::string_view text,
                                          const ConfigurationSources& sources) {
  const GivenSettings given(text, sources.environment);
  SettingReader reader(given.values());
  Settings settings;
  std::optional<SigningKeys> signing_keys = read_signing_keys(reader, sources, settings);
  read_redis_address(reader, sources, settings);
  settings.public_base_url = reader.required("public_base_url");
  settings.database_url = reader.required("database_url");
  read_requests(reader, settings);
  read_limits(reader, settings);
  read_retention(reader, settings);
  read_networks(reader, settings);
  read_sign_in(reader, settings);
  read_installation(reader, sources, settings.installation);
  read_rendering(reader, settings);
  read_web_pages(reader, settings);
  read_operation(reader, settings);
  check_origins(reader, settings);
  // All settings have been requested by now.
  if (auto problem = given.problem(reader.names())) return *std::move(problem);
  if (reader.error()) return *reader.error();
  std::string digest = digest_of(text, settings, *signing_keys);
  return Configuration{std::move(settings), *std::move(signing_keys), std::move(digest),
                       reader.all()};
}

bool is_base_url(std::string_view url) {
  constexpr std::string_view kScheme = "https://";
  if (!url.starts_with(kScheme)) return false;
  url.remove_prefix(kScheme.size());
  const bool is_ipv6 = url.starts_with('[');
  const std::size_t host_end = is_ipv6 ? url.find(']') : std::min(url.find(':'), url.size());
  if (host_end == std::string_view::npos) return false;
  const std::string_view host = is_ipv6 ? url.substr(1, host_end - 1) : url.substr(0, host_end);
  const std::string_view port = url.substr(host_end + (is_ipv6 ? 1 : 0));
  const std::string_view more = is_ipv6 ? ":." : ".-";
  return !host.empty() && (port.empty() || (port.front() == ':' && is_port(port.substr(1)))) &&
         std::all_of(host.begin(), host.end(), [&](char c) {
           return is_letter_or_digit(c) || more.find(c) != std::string_view::npos;
         });
}

std::string as_sent_by_browsers(std::string_view origin) {
  std::string sent = in_lower_case(origin);
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::string_view>("https://", ":443"), {"http://", ":80"}})
    if (sent.starts_with(scheme) && sent.ends_with(port)) sent.resize(sent.size() - port.size());
  return sent;
}

bool is_contact(std::string_view text) {
  for (const std::string_view scheme : {"https://", "mailto:", "tel:"})
    if (text.starts_with(scheme) && text.size() > scheme.size())
      return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  return false;
}

bool is_source_list(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != ';' && c != ',';
  });
}

bool is_origin(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    const std::string_view host = text.substr(scheme.size());
    return !host.empty() && is_source_list(host) && host.find_first_of("/ ") == host.npos;
  }
  return text == "*";
}

}  // namespace core
