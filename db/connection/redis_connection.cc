#include "db/connection/redis_connection.h"

#include <iterator>
#include <stdexcept>
#include <vector>

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

}  // namespace db
