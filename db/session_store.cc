#include "db/session_store.h"

#include <charconv>
#include <string>

#include "core/encoding.h"
#include "core/unavailable.h"
#include "db/postgres.h"
#include "db/redis.h"

namespace db {
namespace {

constexpr const char* kSecondFactorSeconds = "600";

// KEYS: the session. ARGV: user, epoch, seconds of the idle limit and of the absolute one.
const RedisScript& start_script() {
  static const RedisScript script(R"(
local now = tonumber(redis.call('TIME')[1])
redis.call('HSET', KEYS[1], 'user', ARGV[1], 'epoch', ARGV[2], 'ends', now + tonumber(ARGV[4]))
redis.call('EXPIRE', KEYS[1], math.min(tonumber(ARGV[3]), tonumber(ARGV[4])))
return 1)");
  return script;
}

// KEYS: the session. ARGV: seconds of the idle limit. Answers {user, epoch}, or {}.
const RedisScript& find_script() {
  static const RedisScript script(R"(
local session = redis.call('HMGET', KEYS[1], 'user', 'epoch', 'ends')
if not session[1] then return {} end
local left = tonumber(session[3]) - tonumber(redis.call('TIME')[1])
if left <= 0 then
  redis.call('DEL', KEYS[1])
  return {}
end
redis.call('EXPIRE', KEYS[1], math.min(tonumber(ARGV[1]), left))
return {session[1], session[2]})");
  return script;
}

std::string session_key(const core::SecretToken& token) {
  return "session:" + core::to_hexadecimal(token.hash());
}

std::string second_factor_key(const core::SecretToken& visitor) {
  return "second_factor:" + core::to_hexadecimal(visitor.hash());
}

RedisReply reached(RedisReply reply) {
  if (!reply) throw core::Unavailable("Redis, which has the sessions, cannot be reached");
  return reply;
}

std::string_view text_of(const redisReply& reply) { return {reply.str, reply.len}; }

}  // namespace

std::optional<core::Session> SessionStore::find(const core::SecretToken& token) {
  const std::string key = session_key(token);
  const RedisReply reply =
      reached(redis_.run(find_script(), {key, std::to_string(limits_.idle.count())}, 1));
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 2) return std::nullopt;
  const auto user = core::UserId::parse(text_of(*reply->element[0]));
  const std::string_view epoch_text = text_of(*reply->element[1]);
  std::int64_t epoch = 0;
  std::from_chars(epoch_text.data(), epoch_text.data() + epoch_text.size(), epoch);
  if (!user) return std::nullopt;
  auto found = users_.find_signed_in(*user, epoch);
  if (!found) return std::nullopt;
  return core::Session{
      token,      *user, found->account, std::move(found->account_name), std::move(found->email),
      found->role};
}

core::SecretToken SessionStore::start(const core::UserId& user, std::int64_t session_epoch) {
  core::SecretToken token = core::SecretToken::generate();
  reached(
      redis_.run(start_script(),
                 {session_key(token), user.to_string(), std::to_string(session_epoch),
                  std::to_string(limits_.idle.count()), std::to_string(limits_.absolute.count())},
                 1));
  return token;
}

void SessionStore::end(const core::SecretToken& token) {
  reached(redis_.command({"DEL", session_key(token)}));
}

void SessionStore::await_second_factor(const core::SecretToken& visitor, const core::UserId& user) {
  reached(redis_.command(
      {"SET", second_factor_key(visitor), user.to_string(), "EX", kSecondFactorSeconds}));
}

std::optional<core::UserId> SessionStore::awaiting_second_factor(const core::SecretToken& visitor) {
  const RedisReply reply = reached(redis_.command({"GET", second_factor_key(visitor)}));
  if (reply->type != REDIS_REPLY_STRING) return std::nullopt;
  return core::UserId::parse(text_of(*reply));
}

void SessionStore::forget_second_factor(const core::SecretToken& visitor) {
  reached(redis_.command({"DEL", second_factor_key(visitor)}));
}

}  // namespace db
