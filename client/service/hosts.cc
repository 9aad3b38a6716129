#include "client/service/hosts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/command_line.h"
#include "client/terminal/terminal.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace client {
namespace {

constexpr const char* kUrl = "ARTIFACT_SHARE_URL";
constexpr const char* kKey = "ARTIFACT_SHARE_KEY";

// Nothing if the variable is not set or empty.
std::optional<std::string> variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(core::trim(value));
}

std::optional<ServiceUrl> service_of_environment() {
  const auto url = variable(kUrl);
  if (!url) return std::nullopt;
  auto service = ServiceUrl::parse(*url);
  if (!service) throw WrongUsage(std::string(kUrl) + " must be the URL of a service, https://HOST");
  return service;
}

core::ApiKey parse_key(const std::string& text) {
  auto key = core::ApiKey::parse(text);
  if (!key) {
    throw Failure(ExitStatus::not_permitted,
                  std::string(kKey) + " is not a valid API key (artk_…): is it complete?");
  }
  return *std::move(key);
}

Failure not_signed_in(const ServiceUrl& service) {
  return {ExitStatus::not_permitted,
          "not signed in to " + service.host() + "; run: artifact login " + service.text()};
}

}  // namespace

ServiceUrl parse_service(const std::string& text) {
  const auto service = ServiceUrl::parse(text);
  if (!service) throw WrongUsage('"' + text + "\" is not the URL of a service, https://HOST");
  return *service;
}

Host choose_host(const HostRequest& request) {
  const auto of_environment = service_of_environment();
  const auto key = variable(kKey);

  std::optional<ServiceUrl> service;
  if (request.host) {
    service = parse_service(*request.host);
  } else if (request.of_link) {
    service = request.of_link;
  } else {
    service = of_environment;
  }

  const bool key_is_for_service =
      key && service && (of_environment ? *service == *of_environment : request.host.has_value());
  if (key_is_for_service) return {*service, parse_key(*key)};
  if (key && !service) {
    throw WrongUsage(std::string(kKey) + " is set, but not " + kUrl +
                     ": name the service that the key is for");
  }

  const HostsFile hosts = HostsFile::load();
  const Host* const known = service ? hosts.find(*service) : hosts.current();
  if (known == nullptr) {
    if (service) throw not_signed_in(*service);
    throw Failure(ExitStatus::not_permitted, "not signed in; run: artifact login https://HOST");
  }
  return *known;
}

namespace {

// Most changes of the file take less.
constexpr std::chrono::seconds kSilentWait{1};
constexpr std::chrono::milliseconds kBetweenAttempts{50};

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

// Empty if HOME is not set, as in some containers.
std::string file_path() {
  // A relative path is ignored, as the XDG base directory specification requires.
  std::string folder = environment("XDG_CONFIG_HOME");
  if (!folder.starts_with('/')) {
    const std::string home = environment("HOME");
    if (home.empty()) return {};
    folder = home + "/.config";
  }
  return folder + "/artifact-share/hosts.json";
}

std::string read_all(const core::Descriptor& file, const std::string& path) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(file.number(), buffer.data(), buffer.size());
    if (count < 0) fail(path);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void write_all(const core::Descriptor& file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = write(file.number(), text.data(), text.size());
    if (count < 0) fail(path);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (fsync(file.number()) != 0) fail(path);
}

std::optional<std::variant<core::ApiKey, Tokens>> read_credential(core::JsonValue host) {
  if (const auto key = host.find("key")) {
    auto secret = core::ApiKey::parse(key->string());
    if (!secret) return std::nullopt;
    return *std::move(secret);
  }
  const auto tokens = host.find("tokens");
  const auto access = tokens ? tokens->find("access") : std::nullopt;
  const auto refresh = tokens ? tokens->find("refresh") : std::nullopt;
  const auto expiry = tokens ? tokens->find("accessExpiresAt") : std::nullopt;
  const auto seconds = expiry ? core::parse_integer(expiry->text()) : std::nullopt;
  if (!access || !refresh || !seconds) return std::nullopt;
  return Tokens{
      .access = access->string(), .refresh = refresh->string(), .access_expires_at = *seconds};
}

std::optional<Host> read_host(core::JsonValue value) {
  const auto url = value.find("url");
  const auto authorities = value.find("caCertificates");
  auto service = url ? ServiceUrl::parse(url->string()) : std::nullopt;
  auto credential = read_credential(value);
  if (!service || !credential) return std::nullopt;
  Host host{*std::move(service), *std::move(credential)};
  if (authorities) host.ca_certificates = authorities->string();
  return host;
}

void write_host(core::JsonWriter& json, const Host& host) {
  json.begin_object().member("url", host.service.text());
  if (const Tokens* const tokens = host.tokens()) {
    json.key("tokens").begin_object();
    json.member("access", tokens->access).member("refresh", tokens->refresh);
    json.member("accessExpiresAt", tokens->access_expires_at);
    json.end_object();
  } else {
    json.member("key", host.bearer());
  }
  if (host.ca_certificates) json.member("caCertificates", *host.ca_certificates);
  json.end_object();
}

// Throws Failure if HOME is not set.
void require_place(const std::string& path) {
  if (path.empty())
    throw Failure(ExitStatus::failure, "HOME is not set, so the key cannot be stored");
}

void make_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::filesystem::create_directories(folder.parent_path());
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) fail(folder);
}

std::string lock_path() { return file_path() + ".lock"; }

core::Descriptor open_lock() {
  const std::string path = file_path();
  require_place(path);
  make_folder(path);
  core::Descriptor lock(open(lock_path().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!lock.is_open()) fail(lock_path());
  return lock;
}

// Whether the lock could be taken.
bool try_to_lock(const core::Descriptor& file) {
  while (flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) fail(lock_path());
  }
  return true;
}

}  // namespace

HostsLock::HostsLock(std::chrono::milliseconds longest_wait) : file_(open_lock()) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  bool is_told = false;
  while (!try_to_lock(file_)) {
    const auto waited = Clock::now() - start;
    if (waited >= longest_wait) {
      throw Failure(ExitStatus::failure,
                    "another artifact command is still using " + lock_path() +
                        "; wait until it has ended, or end it, and run this one again");
    }
    if (waited >= kSilentWait && !std::exchange(is_told, true))
      print_message("waiting for another artifact command, which uses " + lock_path());
    std::this_thread::sleep_for(kBetweenAttempts);
  }
}

HostsFile HostsFile::load() {
  HostsFile hosts(file_path());
  if (hosts.path_.empty()) return hosts;
  const core::Descriptor file(open(hosts.path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) return hosts;
    fail(hosts.path_);
  }
  struct stat state {};
  if (fstat(file.number(), &state) != 0) fail(hosts.path_);
  if ((state.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw Failure(ExitStatus::failure, "other users can access " + hosts.path_ +
                                           ", which has keys; run: chmod 600 " + hosts.path_);
  }
  hosts.read(read_all(file, hosts.path_));
  return hosts;
}

void HostsFile::read(const std::string& text) {
  const auto tree = core::JsonTree::parse(text);
  const auto list = tree ? tree->root().find("hosts") : std::nullopt;
  bool is_valid = list && list->is(core::JsonType::array);
  if (is_valid) {
    for (const core::JsonValue value : *list) {
      auto host = read_host(value);
      is_valid = is_valid && host;
      if (host) hosts_.push_back(*std::move(host));
    }
  }
  if (!is_valid) {
    throw Failure(ExitStatus::failure,
                  path_ + " is damaged; remove it and run `artifact login` again");
  }
}

const Host* HostsFile::find(const ServiceUrl& service) const {
  const auto found = std::find_if(hosts_.begin(), hosts_.end(),
                                  [&](const Host& host) { return host.service == service; });
  return found == hosts_.end() ? nullptr : &*found;
}

const Host* HostsFile::current() const { return hosts_.empty() ? nullptr : &hosts_.back(); }

void HostsFile::put(Host host) {
  remove(host.service);
  hosts_.push_back(std::move(host));
}

void HostsFile::replace(const Host& host) {
  std::replace_if(
      hosts_.begin(), hosts_.end(),
      [&](const Host& known) { return known.service == host.service; }, host);
}

bool HostsFile::remove(const ServiceUrl& service) {
  return std::erase_if(hosts_, [&](const Host& host) { return host.service == service; }) > 0;
}

void HostsFile::save() const {
  require_place(path_);
  core::JsonWriter json;
  json.begin_object().key("hosts").begin_array();
  for (const Host& host : hosts_) write_host(json, host);
  json.end_array().end_object();

  make_folder(path_);
  std::string temporary = path_ + ".XXXXXX";
  // With mode 0600.
  const core::Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) fail(temporary);
  try {
    write_all(file, json.text() + '\n', temporary);
    if (rename(temporary.c_str(), path_.c_str()) != 0) fail(path_);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
}

}  // namespace client
