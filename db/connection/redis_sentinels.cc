#include "db/connection/redis_sentinels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "db/connection/redis_connection.h"

namespace db {

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
