#include "db/connection/redis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include <openssl/evp.h>

#include "core/text/encodings.h"
#include "db/connection/redis_connection.h"

namespace db {
namespace {

constexpr std::chrono::seconds kShortestRest{1};
// A Redis that does not answer costs a thread a fifth of its time at most.
constexpr int kRestPerAttempt = 4;

RedisReply no_reply() { return {nullptr, &freeReplyObject}; }

std::vector<std::string_view> command_of(const RedisScript& script,
                                         const std::vector<std::string_view>& keys_and_values,
                                         std::size_t keys) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<std::string_view> words{"EVALSHA", script.sha1, kDigits.substr(keys, 1)};
  words.insert(words.end(), keys_and_values.begin(), keys_and_values.end());
  return words;
}

// The name that Redis gives a script; not used for security.
std::string sha1_of(const std::string& text) {
  std::array<std::uint8_t, 20> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha1(), nullptr) != 1)
    throw std::runtime_error("SHA-1 failed");
  return core::to_hexadecimal(digest);
}

}  // namespace

RedisScript::RedisScript(std::string source) : text(std::move(source)), sha1(sha1_of(text)) {}

bool Redis::connect() {
  if (connection_) return true;
  const Clock::time_point now = Clock::now();
  if (now < retry_at_) return false;
  try {
    open();
    return true;
  } catch (const std::runtime_error& failure) {
    give_up(failure.what(), now);
    return false;
  }
}

void Redis::open() {
  const bool has_sentinels = !address_.sentinels.empty();
  if (has_sentinels) server_ = sentinels_.master();
  try {
    connection_.emplace(address_, server_, timeout_);
    connection_->authenticate(address_);
    select_database();
    if (has_sentinels) require_master();
  } catch (const std::runtime_error& failure) {
    if (!has_sentinels) throw;
    throw std::runtime_error("master " + server_.to_string() + ": " + failure.what());
  }
}

void Redis::select_database() {
  if (address_.database == 0) return;
  const std::string database = std::to_string(address_.database);
  const RedisReply reply = connection_->call(std::array<std::string_view, 2>{"SELECT", database});
  if (!reply) throw std::runtime_error("timeout or lost connection");
  if (reply->type == REDIS_REPLY_ERROR)
    throw std::runtime_error("Redis rejected database " + database);
}

// For a moment after a fail-over, a sentinel may still name the server that was the master.
void Redis::require_master() {
  const RedisReply reply = connection_->call(std::array<std::string_view, 1>{"ROLE"});
  if (!reply) throw std::runtime_error("timeout or lost connection");
  if (text_of(reply.get()).starts_with("NOAUTH"))
    throw std::runtime_error("Redis requires a password, but none is configured");
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements == 0)
    throw std::runtime_error("Redis rejected the command ROLE");
  if (text_of(*reply->element) != "master") throw std::runtime_error("is not the master");
}

// Disconnects, and leaves Redis alone for a while, after an attempt that began then.
void Redis::disconnect(Clock::time_point began) {
  connection_.reset();
  untaken_ = 0;
  if (begun_) begun_->is_answered = true;
  const Clock::time_point now = Clock::now();
  retry_at_ = now + std::max<Clock::duration>(kShortestRest, kRestPerAttempt * (now - began));
}

void Redis::give_up(std::string problem, Clock::time_point began) {
  metrics_.count(core::Counter::redis_connection_errors);
  problem_ = std::move(problem);
  disconnect(began);
}

// A connection that breaks at once was closed, perhaps by a restart that is over: the next command
// connects again.
void Redis::lose_connection(Clock::time_point began) {
  const bool was_closed = Clock::now() - began < timeout_ / 2;
  give_up("timeout or lost connection", began);
  if (was_closed) retry_at_ = {};
}

RedisReply Redis::receive(Clock::time_point began) {
  RedisReply reply = connection_->receive();
  for (; reply && untaken_ > 0; --untaken_) reply = connection_->receive();
  if (!reply) lose_connection(began);
  return reply;
}

// Replies come in the order of the commands.
void Redis::receive_begun() {
  if (!begun_ || begun_->is_answered) return;
  begun_->is_answered = true;
  begun_->reply = receive(Clock::now());
}

RedisReply Redis::send(std::span<const std::string_view> words) {
  receive_begun();
  if (!connection_) return no_reply();
  const Clock::time_point began = Clock::now();
  if (connection_->send(words)) return receive(began);
  lose_connection(began);
  return no_reply();
}

RedisReply Redis::unless_refused(RedisReply reply) {
  if (!reply || reply->type != REDIS_REPLY_ERROR) return reply;
  metrics_.count(core::Counter::redis_reply_errors);
  const std::string_view text = text_of(reply.get());
  problem_ = text.starts_with("NOAUTH")
                 ? "Redis requires a password, but none is configured"
                 : "Redis rejected a command: " + std::string(text.substr(0, text.find(' ')));
  // Another server has become the master, or is about to.
  if (text.starts_with("READONLY") || text.starts_with("NOREPLICAS")) disconnect(Clock::now());
  return no_reply();
}

RedisReply Redis::command(std::span<const std::string_view> words) {
  return connect() ? unless_refused(send(words)) : no_reply();
}

void Redis::tell(std::span<const std::string_view> words) {
  if (!connect()) return;
  receive_begun();
  if (!connection_) return;
  const Clock::time_point began = Clock::now();
  if (connection_->send(words)) {
    ++untaken_;
  } else {
    lose_connection(began);
  }
}

// The reply to a script. After a restart Redis has no scripts, and the whole text is sent again.
RedisReply Redis::eval_unless_cached(const RedisScript& script, std::vector<std::string_view> words,
                                     RedisReply reply) {
  if (reply && reply->type == REDIS_REPLY_ERROR && text_of(reply.get()).starts_with("NOSCRIPT")) {
    words[0] = "EVAL";
    words[1] = script.text;
    reply = send(words);
  }
  return unless_refused(std::move(reply));
}

RedisReply Redis::run(const RedisScript& script,
                      const std::vector<std::string_view>& keys_and_values, std::size_t keys) {
  if (!connect()) return no_reply();
  std::vector<std::string_view> words = command_of(script, keys_and_values, keys);
  RedisReply reply = send(words);
  return eval_unless_cached(script, std::move(words), std::move(reply));
}

bool Redis::begin(const RedisScript& script, const std::vector<std::string_view>& keys_and_values,
                  std::size_t keys) {
  if (!connect()) return false;
  const Clock::time_point began = Clock::now();
  std::vector<std::string_view> words = command_of(script, keys_and_values, keys);
  if (!connection_->send(words)) {
    lose_connection(began);
    return false;
  }
  begun_ = Begun{&script, std::move(words), false, no_reply()};
  return true;
}

RedisReply Redis::finish() {
  receive_begun();
  const RedisScript& script = *begun_->script;
  std::vector<std::string_view> words = std::move(begun_->words);
  RedisReply reply = std::move(begun_->reply);
  begun_.reset();
  return eval_unless_cached(script, std::move(words), std::move(reply));
}

// A sentinel gets the password only if it requires one: many have none, and reject any.
core::RedisServer RedisSentinels::master_of(const core::RedisServer& sentinel) const {
  RedisConnection connection(address_, sentinel, timeout_);
  const std::array<std::string_view, 3> question{"SENTINEL", "get-master-addr-by-name",
                                                 address_.master};
  RedisReply reply = connection.call(question);
  if (text_of(reply.get()).starts_with("NOAUTH")) {
    if (address_.password.empty())
      throw std::runtime_error("requires a password, but none is configured");
    connection.authenticate(address_);
    reply = connection.call(question);
  }
  if (!reply) throw std::runtime_error("timeout or lost connection");
  if (reply->type == REDIS_REPLY_NIL)
    throw std::runtime_error("does not know a master named " + address_.master);
  if (reply->type == REDIS_REPLY_ERROR) {
    const std::string_view text = text_of(reply.get());
    throw std::runtime_error("rejected the question for the master: " +
                             std::string(text.substr(0, text.find(' '))));
  }
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 2)
    throw std::runtime_error("is not a sentinel");
  const std::string_view host = text_of(*reply->element);
  const std::string_view port = text_of(*std::next(reply->element));
  core::RedisServer master{.host = std::string(host)};
  const auto [end, problem] = std::from_chars(port.data(), port.data() + port.size(), master.port);
  if (host.empty() || problem != std::errc()) throw std::runtime_error("is not a sentinel");
  return master;
}

RedisSentinels::Answer RedisSentinels::ask(const core::RedisServer& sentinel) const {
  try {
    return {.sentinel = sentinel, .master = master_of(sentinel), .problem = {}};
  } catch (const std::runtime_error& failure) {
    return {.sentinel = sentinel, .master = std::nullopt, .problem = failure.what()};
  }
}

core::RedisServer RedisSentinels::master() {
  std::string problems;
  for (auto sentinel = sentinels_.begin(); sentinel != sentinels_.end(); ++sentinel) {
    Answer answer = ask(*sentinel);
    if (answer.master) {
      std::rotate(sentinels_.begin(), sentinel, std::next(sentinel));
      return *std::move(answer.master);
    }
    if (!problems.empty()) problems += "; ";
    problems += "sentinel " + sentinel->to_string() + ": " + answer.problem;
  }
  throw std::runtime_error(problems);
}

std::vector<RedisSentinels::Answer> RedisSentinels::ask_all() const {
  std::vector<Answer> answers;
  answers.reserve(address_.sentinels.size());
  for (const core::RedisServer& sentinel : address_.sentinels) answers.push_back(ask(sentinel));
  return answers;
}

}  // namespace db
