#include "db/connection/redis_connection.h"

#include <array>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <openssl/x509v3.h>
#include <sys/time.h>

namespace db {
namespace {

timeval to_timeval(std::chrono::milliseconds time) {
  return {static_cast<time_t>(time.count() / 1000),
          static_cast<suseconds_t>(time.count() % 1000 * 1000)};
}

}  // namespace

RedisConnection::RedisConnection(const core::RedisAddress& address, const core::RedisServer& server,
                                 std::chrono::milliseconds timeout)
    : context_(address.path.empty()
                   ? redisConnectWithTimeout(server.host.c_str(), server.port, to_timeval(timeout))
                   : redisConnectUnixWithTimeout(address.path.c_str(), to_timeval(timeout)),
               &redisFree) {
  if (!context_) throw std::runtime_error("out of memory");
  if (context_->err != 0 || redisSetTimeout(context_.get(), to_timeval(timeout)) != REDIS_OK)
    throw std::runtime_error(std::begin(context_->errstr));
  if (address.has_tls) tls_.emplace(*context_, server.host, address.ca_file);
}

// The reason that Redis gives may contain the password, so it is not repeated.
void RedisConnection::authenticate(const core::RedisAddress& address) {
  if (address.password.empty()) return;
  std::vector<std::string_view> words{"AUTH"};
  if (!address.user.empty()) words.emplace_back(address.user);
  words.emplace_back(address.password);
  const RedisReply reply = call(words);
  if (!reply) throw std::runtime_error("timeout or lost connection");
  if (reply->type == REDIS_REPLY_ERROR)
    throw std::runtime_error("Redis rejected the user name or password");
}

bool RedisConnection::send(std::span<const std::string_view> words) {
  std::vector<const char*> pointers;
  std::vector<std::size_t> lengths;
  pointers.reserve(words.size());
  lengths.reserve(words.size());
  for (const std::string_view word : words) {
    pointers.push_back(word.data());
    lengths.push_back(word.size());
  }
  const int count = static_cast<int>(words.size());
  if (tls_) return tls_->send(count, pointers.data(), lengths.data());
  if (redisAppendCommandArgv(context_.get(), count, pointers.data(), lengths.data()) != REDIS_OK)
    return false;
  for (int is_sent = 0; is_sent == 0;)
    if (redisBufferWrite(context_.get(), &is_sent) != REDIS_OK) return false;
  return true;
}

RedisReply RedisConnection::receive() {
  void* reply = nullptr;
  if (tls_) {
    reply = tls_->receive();
  } else if (redisGetReply(context_.get(), &reply) != REDIS_OK) {
    reply = nullptr;
  }
  return {static_cast<redisReply*>(reply), &freeReplyObject};
}

RedisReply RedisConnection::call(std::span<const std::string_view> words) {
  if (!send(words)) return {nullptr, &freeReplyObject};
  return receive();
}

namespace {

// Frees a command that hiredis formatted.
struct FreeCommand {
  void operator()(char* command) const { redisFreeCommand(command); }
};

void require(bool is_done, const char* what) {
  if (!is_done) throw std::runtime_error(std::string("OpenSSL cannot ") + what);
}

}  // namespace

RedisTls::RedisTls(redisContext& connection, const std::string& host, const std::string& ca_file)
    : connection_(connection),
      context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free),
      tls_(nullptr, &SSL_free) {
  require(context_ != nullptr, "make a TLS context");
  require(SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION) == 1, "require TLS 1.2");
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  const bool trusts = ca_file.empty()
                          ? SSL_CTX_set_default_verify_paths(context_.get()) == 1
                          : SSL_CTX_load_verify_file(context_.get(), ca_file.c_str()) == 1;
  if (!trusts) throw std::runtime_error("redis_ca_file: cannot read " + ca_file);
  tls_.reset(SSL_new(context_.get()));
  require(tls_ != nullptr && SSL_set_fd(tls_.get(), connection.fd) == 1, "use the connection");
  // The host is an IP address or a name. Without it, a certificate of any host would be accepted.
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls_.get()), host.c_str()) != 1) {
    if (SSL_set1_host(tls_.get(), host.c_str()) != 1 ||
        SSL_set_tlsext_host_name(tls_.get(), host.c_str()) != 1)
      throw std::runtime_error("redis_url: TLS cannot be used with the host " + host);
  }
  if (SSL_connect(tls_.get()) == 1) return;
  const long verdict = SSL_get_verify_result(tls_.get());
  throw std::runtime_error(verdict == X509_V_OK ? "TLS handshake with Redis failed"
                                                : std::string("invalid certificate of Redis: ") +
                                                      X509_verify_cert_error_string(verdict));
}

bool RedisTls::write(const char* bytes, std::size_t size) {
  std::size_t written = 0;
  return SSL_write_ex(tls_.get(), bytes, size, &written) == 1;
}

bool RedisTls::read() {
  std::array<char, 16384> buffer{};
  std::size_t count = 0;
  return SSL_read_ex(tls_.get(), buffer.data(), buffer.size(), &count) == 1 &&
         redisReaderFeed(connection_.reader, buffer.data(), count) == REDIS_OK;
}

bool RedisTls::send(int count, const char** words, const std::size_t* lengths) {
  char* text = nullptr;
  // An int in hiredis 0.14, a long long since 1.0.
  const auto size = redisFormatCommandArgv(&text, count, words, lengths);
  if (size < 0) return false;
  const std::unique_ptr<char, FreeCommand> owned(text);
  return write(text, static_cast<std::size_t>(size));
}

redisReply* RedisTls::receive() {
  for (;;) {
    void* reply = nullptr;
    if (redisReaderGetReply(connection_.reader, &reply) != REDIS_OK) return nullptr;
    if (reply != nullptr) return static_cast<redisReply*>(reply);
    if (!read()) return nullptr;
  }
}

}  // namespace db
