#include "db/connection/redis.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <stdexcept>

#include <openssl/evp.h>
#include <sys/time.h>

#include "core/text/encoding.h"

namespace db {
namespace {

constexpr std::chrono::seconds kRestAfterFailure{1};

RedisReply no_reply() { return {nullptr, &freeReplyObject}; }

// The name Redis gives a script; nothing secret hangs on it.
std::string sha1_of(const std::string& text) {
  std::array<std::uint8_t, 20> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha1(), nullptr) != 1)
    throw std::runtime_error("SHA-1 failed");
  return core::to_hexadecimal(digest);
}

timeval to_timeval(std::chrono::milliseconds time) {
  return {static_cast<time_t>(time.count() / 1000),
          static_cast<suseconds_t>(time.count() % 1000 * 1000)};
}

}  // namespace

RedisScript::RedisScript(std::string source) : text(std::move(source)), sha1(sha1_of(text)) {}

std::string_view Redis::process() {
  if (!connect()) return {};
  if (!process_.empty()) return process_;
  const RedisReply reply = command({"INFO", "server"});
  if (!reply || reply->type != REDIS_REPLY_STRING) return {};
  const std::string_view text(reply->str, reply->len);
  constexpr std::string_view kField = "\nrun_id:";
  const std::size_t field = text.find(kField);
  if (field == std::string_view::npos) return {};
  const std::string_view value = text.substr(field + kField.size());
  process_ = value.substr(0, value.find_first_of("\r\n"));
  return process_;
}

bool Redis::connect() {
  in_doubt_ = false;
  if (context_) return true;
  if (Clock::now() < retry_at_) return false;
  const timeval limit = to_timeval(timeout_);
  tls_.reset();
  context_.reset(address_.path.empty()
                     ? redisConnectWithTimeout(address_.host.c_str(), address_.port, limit)
                     : redisConnectUnixWithTimeout(address_.path.c_str(), limit));
  if (!context_ || context_->err != 0 || redisSetTimeout(context_.get(), limit) != REDIS_OK) {
    give_up(context_ ? std::string(std::begin(context_->errstr)) : "out of memory");
    return false;
  }
  try {
    if (address_.has_tls) tls_.emplace(*context_, address_);
  } catch (const std::runtime_error& failure) {
    give_up(failure.what());
    return false;
  }
  return sign_in();
}

bool Redis::sign_in() {
  std::vector<std::string_view> words{"AUTH"};
  if (!address_.user.empty()) words.emplace_back(address_.user);
  words.emplace_back(address_.password);
  if (!address_.password.empty() && !is_let_in(words, "Redis rejected the user name or password"))
    return false;
  const std::string database = std::to_string(address_.database);
  return address_.database == 0 ||
         is_let_in({"SELECT", database}, "Redis rejected database " + database);
}

// The reason that Redis gives may contain the password, so it is not repeated.
bool Redis::is_let_in(const std::vector<std::string_view>& words, std::string_view otherwise) {
  std::vector<const char*> pointers;
  std::vector<std::size_t> lengths;
  for (const std::string_view word : words) {
    pointers.push_back(word.data());
    lengths.push_back(word.size());
  }
  const RedisReply reply = send(pointers.data(), lengths.data(), pointers.size());
  // The command for which this connects has not been sent.
  in_doubt_ = false;
  if (!reply) return false;
  if (reply->type != REDIS_REPLY_ERROR) return true;
  give_up(std::string(otherwise));
  return false;
}

void Redis::give_up(std::string problem) {
  metrics_.count(core::Counter::redis_connection_errors);
  problem_ = std::move(problem);
  tls_.reset();
  context_.reset();
  process_.clear();
  retry_at_ = Clock::now() + kRestAfterFailure;
}

RedisReply Redis::send(const char* const* words, const std::size_t* lengths, std::size_t count) {
  // hiredis takes pointers to what it does not change.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  const auto raw_words = const_cast<const char**>(words);
  const int raw_count = static_cast<int>(count);
  RedisReply reply(tls_ ? tls_->command(raw_count, raw_words, lengths)
                        : static_cast<redisReply*>(
                              redisCommandArgv(context_.get(), raw_count, raw_words, lengths)),
                   &freeReplyObject);
  in_doubt_ = !reply;
  if (!reply) give_up("timeout or lost connection");
  return reply;
}

RedisReply Redis::unless_refused(RedisReply reply) {
  if (!reply || reply->type != REDIS_REPLY_ERROR) return reply;
  metrics_.count(core::Counter::redis_reply_errors);
  const std::string_view text(reply->str, reply->len);
  problem_ = text.starts_with("NOAUTH")
                 ? "Redis requires a password, but none is configured"
                 : "Redis rejected a command: " + std::string(text.substr(0, text.find(' ')));
  return no_reply();
}

RedisReply Redis::command(std::initializer_list<std::string_view> words) {
  if (!connect()) return no_reply();
  std::vector<const char*> pointers;
  std::vector<std::size_t> lengths;
  for (const std::string_view word : words) {
    pointers.push_back(word.data());
    lengths.push_back(word.size());
  }
  return unless_refused(send(pointers.data(), lengths.data(), pointers.size()));
}

RedisReply Redis::run(const RedisScript& script,
                      const std::vector<std::string_view>& keys_and_values, std::size_t keys) {
  if (!connect()) return no_reply();
  const std::string key_count = std::to_string(keys);
  std::vector<const char*> words{"EVALSHA", script.sha1.data(), key_count.data()};
  std::vector<std::size_t> lengths{7, script.sha1.size(), key_count.size()};
  for (const std::string_view word : keys_and_values) {
    words.push_back(word.data());
    lengths.push_back(word.size());
  }
  RedisReply reply = send(words.data(), lengths.data(), words.size());
  if (reply && reply->type == REDIS_REPLY_ERROR &&
      std::string_view(reply->str).starts_with("NOSCRIPT")) {
    // Redis has been restarted or flushed; EVAL teaches it the script again.
    words[0] = "EVAL";
    lengths[0] = 4;
    words[1] = script.text.data();
    lengths[1] = script.text.size();
    reply = send(words.data(), lengths.data(), words.size());
  }
  return unless_refused(std::move(reply));
}

}  // namespace db
