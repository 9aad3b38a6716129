#include "fcgi/dispatcher.h"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "../gzip.h"
#include "core/error.h"

namespace fcgi {
namespace {

using core::Scope;

const std::string kId = core::ArtifactId().to_string();
const std::string kArtifact = "/artifacts/" + kId;
const std::string kPage = "/a/" + kId;

class TextBody : public BodySource {
 public:
  explicit TextBody(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size() - at_);
    std::memcpy(buffer, text_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

class OneKey : public core::Authenticator {
 public:
  explicit OneKey(core::Principal caller) : caller_(std::move(caller)) {}
  bool knows(const core::BearerToken& /*token*/) override { return false; }
  std::optional<core::Principal> authenticate(const core::BearerToken& token) override {
    ++look_ups;
    if (unavailable) throw core::Unavailable("the database is gone");
    if (token.hash() != secret.hash()) return std::nullopt;
    return caller_;
  }
  core::Result<core::BearerToken> asker_of(const core::UploadToken& token) override {
    if (token.hash() != address.hash())
      return core::Error{core::ErrorCode::not_found, "no resource at this path"};
    return core::BearerToken::parse(secret.secret()).value();
  }

  core::UploadToken address = core::UploadToken::generate();
  core::ApiKey secret = core::ApiKey::generate();
  int look_ups = 0;
  bool unavailable = false;

 private:
  core::Principal caller_;
};

constexpr std::int64_t kLimitOfAccount = 10;
constexpr std::int64_t kLimitOfNetwork = 20;

class Allowance : public core::RateLimiter {
 public:
  std::optional<core::RateLimit> count(const core::Principal& /*caller*/) override {
    if (key_is_revoked) return std::nullopt;
    return next(kLimitOfAccount);
  }
  bool begin(const core::Principal& caller) override {
    if (begins) begun = caller;
    return begins;
  }
  std::optional<core::RateLimit> finish() override { return count(begun.value()); }
  core::RateLimit count(std::string_view /*address*/) override { return next(kLimitOfNetwork); }
  core::RateLimit count_form(const core::Principal& /*user*/) override {
    return next(kLimitOfAccount);
  }
  bool may_look_up(std::string_view /*address*/) override { return unknown_keys < 3; }
  void count_unknown_key(std::string_view /*address*/) override { ++unknown_keys; }
  std::optional<core::RateLimit> begin_viewer(std::string_view /*address*/) override {
    if (left > 0) return std::nullopt;
    return core::RateLimit{kLimitOfNetwork, 0, 1768478460, false};
  }
  core::RateLimit finish_viewer() override { return next(kLimitOfNetwork); }
  core::RateLimit peek_viewer(std::string_view /*address*/) override {
    return {kLimitOfNetwork, left, 1768478460, left > 0};
  }
  core::RateLimit peek(std::string_view /*address*/) override {
    if (is_broken) throw std::logic_error("the secret inside");
    return {kLimitOfNetwork, left, 1768478460, left > 0};
  }

  std::int64_t left = 10;
  int unknown_keys = 0;
  bool key_is_revoked = false;
  bool is_broken = false;
  bool begins = false;
  std::optional<core::Principal> begun;

 private:
  core::RateLimit next(std::int64_t limit) {
    if (is_broken) throw std::logic_error("the secret inside");
    --left;
    return {limit, std::max<std::int64_t>(0, left), 1768478460, left >= 0};
  }
};

class OneSession : public core::SessionReader {
 public:
  std::optional<core::Principal> find(const core::SecretToken& token) override {
    if (token.text() != cookie.text()) return std::nullopt;
    core::Principal user;
    user.kind = core::Principal::Kind::user;
    user.user = core::UserId();
    user.name = "owner@example.org";
    user.role = role;
    user.cookie = cookie;
    return user;
  }

  core::SecretToken cookie = core::SecretToken::generate();
  core::Role role = core::Role::member;
};

class DispatcherTest : public testing::Test {
 protected:
  static core::Principal reader() {
    core::Principal caller;
    caller.kind = core::Principal::Kind::key;
    caller.scopes = {Scope::artifacts_read, Scope::artifacts_write};
    return caller;
  }

  RouteTable table() {
    const Handler echo = [this](const Request& request, const core::Principal&) {
      ++calls;
      const auto* id = request.path_id<core::ArtifactId>();
      return Response::json(200,
                            "\"" + (id == nullptr ? "" : id->to_string()) + request.body() + "\"");
    };
    const Handler broken = [](const Request&, const core::Principal&) -> core::Result<Response> {
      throw std::logic_error("the secret inside");
    };
    const Handler open = [](const Request&, const core::Principal&) {
      return Response::html(200, "page");
    };
    const Handler signed_in = [this](const Request& request, const core::Principal& user) {
      ++calls;
      return Response::html(200, user.name + std::string(request.form_field("name")));
    };
    const Handler visitor = [this](const Request&, const core::Principal& principal) {
      ++calls;
      return Response::html(200, core::form_token(principal.browser()));
    };
    const Handler keyless = [](const Request&, const core::Principal&) {
      return Response::json(200, "{}");
    };
    return {
        .routes = {{.method = Method::post,
                    .pattern = "/artifacts",
                    .scopes = {Scope::artifacts_write},
                    .takes_content = true,
                    .handler = echo},
                   {.method = Method::post,
                    .pattern = "/artifacts/share",
                    .scopes = {Scope::artifacts_share},
                    .handler = echo},
                   {.method = Method::get,
                    .pattern = "/artifacts/{artifact_id}",
                    .scopes = {Scope::artifacts_read},
                    .query_parameters = {"a", "limit", "map.KEY"},
                    .handler = echo},
                   {.method = Method::put,
                    .pattern = "/artifacts/{artifact_id}",
                    .scopes = {Scope::artifacts_write},
                    .takes_files = true,
                    .handler = echo},
                   {.method = Method::get, .pattern = "/broken", .handler = broken},
                   {.method = Method::get,
                    .pattern = "/openapi.json",
                    .access = Access::network,
                    .handler = keyless},
                   {.method = Method::get,
                    .pattern = "/a/{artifact_id}",
                    .access = Access::anyone,
                    .handler = open},
                   {.method = Method::post,
                    .pattern = "/a/{artifact_id}",
                    .access = Access::anyone,
                    .handler = open},
                   {.method = Method::get,
                    .pattern = "/dashboard/thing",
                    .access = Access::user,
                    .handler = signed_in},
                   {.method = Method::post,
                    .pattern = "/dashboard/thing",
                    .access = Access::user,
                    .handler = signed_in},
                   {.method = Method::get,
                    .pattern = "/dashboard/members",
                    .access = Access::owner,
                    .handler = signed_in},
                   {.method = Method::get,
                    .pattern = "/dashboard/door",
                    .access = Access::visitor,
                    .handler = visitor},
                   {.method = Method::post,
                    .pattern = "/dashboard/door",
                    .access = Access::visitor,
                    .handler = visitor},
                   {.method = Method::put,
                    .pattern = "/artifacts/uploads/{upload_token}",
                    .access = Access::upload,
                    .handler = echo}},
        .file_types = {.contain = [](std::string_view type) { return type == "text/csv"; },
                       .names = "text/csv"},
        .page_error =
            [](const Request&, const core::Error& error) {
              Response page = Response::html(core::http_status(error.code), "page of the error");
              page.error_headers(error);
              return page;
            },
        .wants_page =
            [](const Request& request) { return request.parameter("HTTP_ACCEPT") == "text/html"; }};
  }

  Answer send(const std::string& method, const std::string& uri, std::vector<std::string> more = {},
              const std::string& text = {}) {
    more.push_back("REQUEST_METHOD=" + method);
    more.push_back("REQUEST_URI=" + uri);
    more.push_back("REMOTE_ADDR=192.0.2.1");
    std::vector<const char*> parameters;
    parameters.reserve(more.size() + 1);
    for (const std::string& parameter : more) parameters.push_back(parameter.c_str());
    parameters.push_back(nullptr);
    TextBody body(text);
    Request request(parameters.data(), body, core::RequestId::generate(core::Timestamp()));
    return dispatcher.answer(request);
  }
  Answer send_with_key(const std::string& method, const std::string& uri,
                       std::vector<std::string> more = {}, const std::string& text = {}) {
    more.push_back("HTTP_AUTHORIZATION=Bearer " + authenticator.secret.secret());
    return send(method, uri, std::move(more), text);
  }

  static std::string header(const Answer& answer, std::string_view name) {
    for (const auto& [known, value] : answer.response.headers())
      if (known == name) return value;
    return {};
  }

  std::vector<std::string> signed_in_from(const std::string& origin) const {
    return {"HTTP_COOKIE=a=b; __Host-session=" + sessions.cookie.text(), "HTTP_ORIGIN=" + origin};
  }
  std::string form(const core::SecretToken& cookie) const {
    return "name=x&form_token=" + core::form_token(cookie);
  }

  int calls = 0;
  OneSession sessions;
  OneKey authenticator{reader()};
  Allowance limiter;
  PageCompression page_compression{0};
  runtime::Admission admission{{}};
  Dispatcher dispatcher{table(),
                        authenticator,
                        limiter,
                        DashboardGate("https://share.example", sessions, limiter),
                        CrossOrigin({"https://app.example"}),
                        BodyLimits{.json = 100, .files = 1000},
                        page_compression,
                        admission};
};

TEST_F(DispatcherTest, NamesTheEndpointThatWasReached) {
  EXPECT_EQ(send("POST", "/artifacts").endpoint, 0U);
  EXPECT_EQ(send_with_key("GET", "/api" + kArtifact).endpoint, 2U);
  EXPECT_EQ(send("HEAD", kPage).endpoint, 6U);
  EXPECT_FALSE(send("GET", "/nothing").endpoint);
  EXPECT_FALSE(send("DELETE", kArtifact).endpoint);
  EXPECT_FALSE(send("OPTIONS", kArtifact).endpoint);
  EXPECT_FALSE(send("POST", "/artifacts", {"ERROR_STATUS=413"}).endpoint);
}

TEST_F(DispatcherTest, FindsRoutesWithAndWithoutThePrefix) {
  EXPECT_EQ(send_with_key("GET", kArtifact).response.body(), '"' + kId + '"');
  EXPECT_EQ(send_with_key("GET", "/api" + kArtifact + "?a=b").response.body(), '"' + kId + '"');
  EXPECT_EQ(send("GET", "/api/a/" + kId).response.status(), 404);
}

TEST_F(DispatcherTest, PrefersTheFirstPattern) {
  const Answer answer = send_with_key("GET", "/artifacts/share");
  EXPECT_EQ(answer.response.status(), 405);
  EXPECT_EQ(header(answer, "Allow"), "POST, OPTIONS");
}

TEST_F(DispatcherTest, ListsTheMethodsOfAPath) {
  EXPECT_EQ(header(send("DELETE", kArtifact), "Allow"), "GET, HEAD, PUT, OPTIONS");
}

TEST_F(DispatcherTest, SaysWhatIsWrongWithAMalformedId) {
  const auto told = [&](const std::string& path) {
    return send_with_key("GET", path).response.body();
  };
  EXPECT_NE(told("/artifacts/123").find("must be art_ and 26 letters and digits"),
            std::string::npos);
  EXPECT_NE(told("/api/artifacts/art_").find("must be art_"), std::string::npos);
  EXPECT_EQ(told("/artifacts/123/4").find("art_"), std::string::npos);
  EXPECT_EQ(told("/nothing").find("art_"), std::string::npos);
}

TEST_F(DispatcherTest, NamesASlashAtTheEndInPlaceOfIds) {
  const auto told = [&](const std::string& path) {
    return send_with_key("GET", path).response.body();
  };
  for (const std::string& path :
       {std::string("/artifacts/"), std::string("/api/artifacts//"), kArtifact + "/"}) {
    EXPECT_NE(told(path).find("remove the slash at its end"), std::string::npos) << path;
    EXPECT_EQ(told(path).find("art_"), std::string::npos) << path;
  }
  EXPECT_EQ(told("/nothing/").find("slash"), std::string::npos);
}

TEST_F(DispatcherTest, AnswersABrowserAtAnUnknownPathWithAPage) {
  const Answer page = send("GET", "/nothing", {"HTTP_ACCEPT=text/html"});
  EXPECT_EQ(page.response.status(), 404);
  EXPECT_EQ(page.response.body(), "page of the error");
  EXPECT_EQ(header(page, "X-RateLimit-Remaining"), "10");
  const Answer error = send("GET", "/nothing");
  EXPECT_EQ(error.response.status(), 404);
  EXPECT_EQ(header(error, "X-RateLimit-Remaining"), "9");
  // A path that has a route, and what nginx rejected, are not unknown.
  EXPECT_EQ(header(send("DELETE", kArtifact, {"HTTP_ACCEPT=text/html"}), "Allow"),
            "GET, HEAD, PUT, OPTIONS");
  EXPECT_NE(send("GET", "/nothing", {"HTTP_ACCEPT=text/html", "ERROR_STATUS=431"}).response.body(),
            "page of the error");
}

TEST_F(DispatcherTest, TakesTheAddressOfAnUploadInPlaceOfAKey) {
  const std::string uploads = "/artifacts/uploads/";
  const std::string address = uploads + authenticator.address.secret();
  // A file of any type, up to the limit of files.
  const Answer taken = send("PUT", address, {"CONTENT_TYPE=image/png"}, std::string(500, 'x'));
  EXPECT_EQ(taken.response.status(), 200);
  EXPECT_TRUE(taken.account);
  EXPECT_EQ(header(taken, "X-RateLimit-Limit"), std::to_string(kLimitOfAccount));
  EXPECT_EQ(send("PUT", address, {}, std::string(1001, 'x')).response.status(), 413);
  EXPECT_EQ(send("PUT", address + "?title=x").response.status(), 400);

  // An unknown one is a guess, whatever key there is.
  const std::string unknown = uploads + core::UploadToken::generate().secret();
  const Answer refused = send_with_key("PUT", unknown);
  EXPECT_EQ(refused.response.status(), 404);
  EXPECT_EQ(header(refused, "WWW-Authenticate"), "");
  EXPECT_EQ(header(refused, "X-RateLimit-Limit"), std::to_string(kLimitOfNetwork));
  EXPECT_EQ(limiter.unknown_keys, 1);

  // Who asked has lost its key.
  limiter.key_is_revoked = true;
  EXPECT_EQ(send("PUT", address).response.status(), 403);
}

TEST_F(DispatcherTest, LimitsRequestsForShareLinksByNetwork) {
  for (const auto& [method, path, status] :
       {std::tuple("GET", kPage, 200), {"GET", kPage + "/nothing", 404}, {"DELETE", kPage, 405}}) {
    const std::int64_t before = limiter.left;
    const Answer answer = send(method, path);
    EXPECT_EQ(answer.response.status(), status);
    EXPECT_EQ(limiter.left, before - 1);
    EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), std::to_string(limiter.left));
    EXPECT_EQ(header(answer, "X-RateLimit-Limit"), std::to_string(kLimitOfNetwork));
  }
  limiter.left = 0;
  const Answer refused = send("GET", kPage);
  EXPECT_EQ(refused.response.status(), 429);
  EXPECT_EQ(refused.response.body(), "page of the error");
  EXPECT_EQ(header(refused, "X-RateLimit-Remaining"), "0");
  EXPECT_EQ(header(refused, "Retry-After"), "1");
  EXPECT_EQ(send("GET", "/dashboard/thing", signed_in_from("")).response.status(), 200);
}

TEST_F(DispatcherTest, AnswersPublicCallsWithoutAKey) {
  const Answer answer = send("GET", "/openapi.json");
  EXPECT_EQ(answer.response.status(), 200);
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "9");
  EXPECT_EQ(header(answer, "X-RateLimit-Limit"), std::to_string(kLimitOfNetwork));
  limiter.left = 0;
  EXPECT_EQ(send("GET", "/openapi.json").response.status(), 429);
}

TEST_F(DispatcherTest, RejectsAKeyRevokedAfterItsLookup) {
  limiter.key_is_revoked = true;
  EXPECT_EQ(send_with_key("GET", kArtifact).response.status(), 401);
  EXPECT_EQ(calls, 0);
}

TEST_F(DispatcherTest, ReadsWhileTheCallIsCounted) {
  limiter.begins = true;
  const Answer answer = send_with_key("GET", kArtifact);
  EXPECT_EQ(answer.response.status(), 200);
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "9");
  EXPECT_EQ(calls, 1);
}

TEST_F(DispatcherTest, RefusesWhatWasReadBeyondTheLimit) {
  limiter.begins = true;
  limiter.left = 0;
  const Answer answer = send_with_key("GET", kArtifact);
  EXPECT_EQ(answer.response.status(), 429);
  EXPECT_EQ(answer.response.body().find(kId), std::string::npos);
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "0");
  EXPECT_EQ(send_with_key("GET", "/artifacts/x").response.status(), 404);
}

TEST_F(DispatcherTest, RefusesWhatWasReadWithARevokedKey) {
  limiter.begins = true;
  limiter.key_is_revoked = true;
  const Answer answer = send_with_key("GET", kArtifact);
  EXPECT_EQ(answer.response.status(), 401);
  EXPECT_EQ(answer.response.body().find(kId), std::string::npos);
  EXPECT_FALSE(answer.account);
}

TEST_F(DispatcherTest, CountsCallsThatFailWhileTheyAreCounted) {
  limiter.begins = true;
  EXPECT_EQ(send_with_key("GET", "/broken").response.status(), 500);
  EXPECT_EQ(limiter.left, 9);
}

TEST_F(DispatcherTest, CountsBeforeItChangesAnything) {
  limiter.begins = true;
  limiter.left = 0;
  EXPECT_EQ(send_with_key("PUT", kArtifact).response.status(), 429);
  EXPECT_EQ(calls, 0);
}

TEST_F(DispatcherTest, RejectsARepeatedParameter) {
  const Answer answer = send_with_key("GET", kArtifact + "?a=1&a=2");
  EXPECT_EQ(answer.response.status(), 400);
  EXPECT_NE(answer.response.body().find("\\\"a\\\""), std::string::npos);
}

TEST_F(DispatcherTest, RejectsAnUnknownParameterAndNamesThoseThatThereAre) {
  EXPECT_EQ(send_with_key("GET", kArtifact + "?a=1&map.b=x").response.status(), 200);
  const Answer answer = send_with_key("GET", kArtifact + "?limit=1&Sort=x");
  EXPECT_EQ(answer.response.status(), 400);
  EXPECT_NE(answer.response.body().find("unknown query parameter \\\"Sort\\\"; this operation "
                                        "takes a, limit and map.KEY"),
            std::string::npos)
      << answer.response.body();
  const Answer none = send_with_key("PUT", kArtifact + "?" + std::string(1000, 'x') + "=1");
  EXPECT_EQ(none.response.status(), 400);
  EXPECT_NE(none.response.body().find("takes none"), std::string::npos) << none.response.body();
  EXPECT_LT(none.response.body().size(), 250U);
  EXPECT_EQ(send("GET", "/openapi.json?v=1").response.status(), 400);
  EXPECT_EQ(send("GET", kPage + "?utm_source=x").response.status(), 200);
  EXPECT_EQ(calls, 1);
}

TEST_F(DispatcherTest, KeepsAClientsRequestIdWhereItIsSane) {
  EXPECT_EQ(header(send("GET", kPage, {"HTTP_X_REQUEST_ID=trace-1/2"}), "X-Request-Id"),
            "trace-1/2");
  EXPECT_EQ(header(send_with_key("GET", kArtifact, {"HTTP_X_REQUEST_ID=a.b"}), "X-Request-Id"),
            "a.b");
  for (const std::string id : {"", "a b", "req_mine", "artk_x"}) {
    const Answer answer = send("GET", kPage, {"HTTP_X_REQUEST_ID=" + id});
    EXPECT_TRUE(core::RequestId::parse(header(answer, "X-Request-Id"))) << id;
  }
}

TEST_F(DispatcherTest, AnswersOptionsWithoutCounting) {
  const Answer answer = send("OPTIONS", kArtifact);
  EXPECT_EQ(answer.response.status(), 204);
  EXPECT_EQ(header(answer, "Allow"), "GET, HEAD, PUT, OPTIONS");
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "10");
  EXPECT_EQ(header(answer, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(limiter.left, 10);
  EXPECT_EQ(send("OPTIONS", "/nothing").response.status(), 404);
}

TEST_F(DispatcherTest, LetsScriptsOfConfiguredOriginsCallTheApi) {
  const Answer preflight = send("OPTIONS", kArtifact, {"HTTP_ORIGIN=https://app.example"});
  EXPECT_EQ(header(preflight, "Access-Control-Allow-Origin"), "https://app.example");
  EXPECT_EQ(header(preflight, "Access-Control-Allow-Methods"), "GET, HEAD, PUT, OPTIONS");
  EXPECT_NE(header(preflight, "Access-Control-Allow-Headers").find("Authorization"),
            std::string::npos);
  // Errors too, or the script could not tell what was wrong.
  const Answer refused = send("GET", kArtifact, {"HTTP_ORIGIN=https://app.example"});
  EXPECT_EQ(refused.response.status(), 401);
  EXPECT_EQ(header(refused, "Access-Control-Allow-Origin"), "https://app.example");
  EXPECT_EQ(header(refused, "Vary"), "Origin");
  const Answer other = send("GET", kArtifact, {"HTTP_ORIGIN=https://app.example.evil"});
  EXPECT_EQ(header(other, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(header(other, "Vary"), "Origin");
}

TEST_F(DispatcherTest, AnswersNotFoundForSimilarPaths) {
  for (const std::string& path : std::vector<std::string>{
           "/", "", "//artifacts", "/artifacts/", kArtifact + "/", "/artifacts//x", "/ARTIFACTS",
           "artifacts", "/api", "/api/", "/apiartifacts", "/api/api/artifacts", kArtifact + "/y",
           "/%61rtifacts"}) {
    limiter.left = 10;
    EXPECT_EQ(send_with_key("POST", path).response.status(), 404) << path;
  }
}

TEST_F(DispatcherTest, AddsRateLimitHeadersToEveryApiResponse) {
  for (const auto& [method, path] : std::vector<std::pair<std::string, std::string>>{
           {"GET", kArtifact}, {"GET", "/nothing"}, {"DELETE", "/artifacts"}, {"GET", "/broken"}}) {
    const Answer answer = send_with_key(method, path);
    EXPECT_EQ(header(answer, "X-RateLimit-Limit"), std::to_string(kLimitOfAccount));
    EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), std::to_string(limiter.left));
    EXPECT_EQ(header(answer, "X-RateLimit-Reset"), "1768478460");
    EXPECT_TRUE(header(answer, "X-Request-Id").starts_with("req_"));
  }
}

TEST_F(DispatcherTest, RejectsCallsWithoutAKeyBeforeReadingTheBody) {
  const Answer answer = send("POST", "/artifacts", {"CONTENT_TYPE=text/plain"}, "x");
  EXPECT_EQ(answer.response.status(), 401);
  EXPECT_EQ(header(answer, "WWW-Authenticate"), "Bearer realm=\"api\"");
  EXPECT_EQ(calls, 0);
}

TEST_F(DispatcherTest, LooksUpSoManyUnknownKeysOfAnAddress) {
  const auto guess = [&] {
    limiter.left = 10;
    return send("GET", kArtifact,
                {"HTTP_AUTHORIZATION=Bearer " + core::ApiKey::generate().secret()});
  };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(guess().response.status(), 401);
  EXPECT_EQ(authenticator.look_ups, 3);
}

TEST_F(DispatcherTest, LooksUpKeysOfAnAddressWithoutCallsLeft) {
  limiter.left = 0;
  EXPECT_EQ(send("GET", kArtifact).response.status(), 429);
  limiter.left = 1;
  EXPECT_EQ(send_with_key("GET", kArtifact).response.status(), 200);
  EXPECT_EQ(limiter.unknown_keys, 0);
}

TEST_F(DispatcherTest, DoesNotLookUpMalformedKeys) {
  std::string key = authenticator.secret.secret();
  key.back() = key.back() == 'a' ? 'b' : 'a';
  EXPECT_EQ(send("GET", kArtifact, {"HTTP_AUTHORIZATION=Bearer " + key}).response.status(), 401);
  EXPECT_EQ(authenticator.look_ups, 0);
}

TEST_F(DispatcherTest, ChecksTheScopeBeforeTheBody) {
  const Answer answer = send_with_key("POST", "/artifacts/share", {"CONTENT_TYPE=text/plain"}, "x");
  EXPECT_EQ(answer.response.status(), 403);
  EXPECT_NE(answer.response.body().find("artifacts:share"), std::string::npos);
}

TEST_F(DispatcherTest, LimitsTheBodyWhateverItsContentLength) {
  const auto post = [&](std::vector<std::string> more, const std::string& text) {
    limiter.left = 10;
    more.emplace_back("CONTENT_TYPE=application/json; charset=utf-8");
    return send_with_key("POST", "/artifacts", std::move(more), text).response.status();
  };
  EXPECT_EQ(post({}, std::string(100, 'x')), 200);
  EXPECT_EQ(post({}, std::string(101, 'x')), 413);
  EXPECT_EQ(post({"CONTENT_LENGTH=5"}, std::string(101, 'x')), 413);
  EXPECT_EQ(post({"CONTENT_LENGTH=101"}, "x"), 413);
  EXPECT_EQ(post({"CONTENT_LENGTH=99999999999999999999999"}, "x"), 413);
  EXPECT_EQ(post({"CONTENT_LENGTH=5"}, "x"), 400);
  EXPECT_EQ(post({"CONTENT_LENGTH=-1"}, "x"), 400);
  EXPECT_EQ(post({"CONTENT_LENGTH=x"}, "x"), 400);
  EXPECT_EQ(post({"CONTENT_LENGTH=1"}, "x"), 200);
}

TEST_F(DispatcherTest, TakesFilesWhereTheRouteDoes) {
  const auto put = [&](const std::string& type, const std::string& text) {
    return send_with_key("PUT", kArtifact, {"CONTENT_TYPE=" + type}, text).response;
  };
  EXPECT_EQ(put("text/csv", "a").status(), 200);
  EXPECT_EQ(put("Text/CSV; charset=utf-8; header=present", "a").status(), 200);
  EXPECT_EQ(put("multipart/form-data; boundary=b", "--b--").status(), 200);
  const Response refused = put("image/png", "a");
  EXPECT_EQ(refused.status(), 415);
  EXPECT_NE(refused.body().find("text/csv"), std::string::npos);
  EXPECT_EQ(send_with_key("POST", "/artifacts", {"CONTENT_TYPE=text/csv"}, "a").response.status(),
            415);
}

TEST_F(DispatcherTest, SaysFirstThatTheTypeOfABodyIsWrong) {
  const auto put = [&](std::vector<std::string> more, const std::string& text) {
    return send_with_key("PUT", kArtifact + "?title=x", std::move(more), text).response;
  };
  EXPECT_EQ(put({"CONTENT_TYPE=text/plain"}, "x").status(), 415);
  EXPECT_EQ(put({}, "x").status(), 415);
  EXPECT_EQ(put({"CONTENT_TYPE=application/json"}, "{}").status(), 400);
  EXPECT_EQ(put({}, "").status(), 400);
}

TEST_F(DispatcherTest, LimitsFilesApartAndNamesTheLimit) {
  const auto put = [&](const std::string& type, std::size_t size) {
    return send_with_key("PUT", kArtifact, {"CONTENT_TYPE=" + type}, std::string(size, 'x'))
        .response;
  };
  EXPECT_EQ(put("text/csv", 1000).status(), 200);
  EXPECT_EQ(put("text/csv", 1001).status(), 413);
  EXPECT_NE(put("text/csv", 1001).body().find("1000 bytes"), std::string::npos);
  EXPECT_NE(put("application/json", 101).body().find("100 bytes"), std::string::npos);
}

TEST_F(DispatcherTest, NamesTheLimitOfTheRouteForWhatNginxRefuses) {
  Dispatcher with_large_bodies{table(),
                               authenticator,
                               limiter,
                               DashboardGate("https://share.example", sessions, limiter),
                               CrossOrigin({"https://app.example"}),
                               BodyLimits{.json = 10'000'000, .files = 30'000'000},
                               page_compression,
                               admission};
  for (const auto& [method, path, type, limit] :
       {std::array{"PUT", kArtifact.c_str(), "text/csv", "30000000 bytes"},
        std::array{"PUT", kArtifact.c_str(), "application/json", "10000000 bytes"},
        std::array{"POST", "/artifacts", "application/json", "10000000 bytes"},
        std::array{"POST", "/artifacts/share", "application/json", "1048576 bytes"}}) {
    const std::string text = std::string(method) + ' ' + path + ' ' + type;
    const std::array<std::string, 4> given{"REQUEST_METHOD=" + std::string(method),
                                           "REQUEST_URI=" + std::string(path),
                                           "CONTENT_TYPE=" + std::string(type), "ERROR_STATUS=413"};
    const std::array<const char*, 5> parameters{given[0].c_str(), given[1].c_str(),
                                                given[2].c_str(), given[3].c_str(), nullptr};
    TextBody body({});
    Request request(parameters.data(), body, core::RequestId::generate(core::Timestamp()));
    EXPECT_NE(with_large_bodies.answer(request).response.body().find(limit), std::string::npos)
        << text;
  }
}

// "{}", and 101 bytes of x.
constexpr std::string_view kSmallGzip(
    "\x1f\x8b\x08\0\0\0\0\0\0\xff\xab\xae\x05\0\x43\xbf\xa6\xa3\x02\0\0\0", 22);

std::string gzip_of_zeros(std::size_t size) { return tests::gzip(std::string(size, '0'), 9); }

TEST_F(DispatcherTest, DecompressesALargeBodyInATurnOnly) {
  runtime::Admission full{{.places = 0}};
  Dispatcher without_turns{table(),
                           authenticator,
                           limiter,
                           DashboardGate("https://share.example", sessions, limiter),
                           CrossOrigin({"https://app.example"}),
                           BodyLimits{.json = std::size_t{8} << 20, .files = std::size_t{8} << 20},
                           page_compression,
                           full};
  const auto post = [&](Dispatcher& to, const std::string& text) {
    const std::string key = "HTTP_AUTHORIZATION=Bearer " + authenticator.secret.secret();
    const std::array<const char*, 6> parameters{"REQUEST_METHOD=POST",
                                                "REQUEST_URI=/artifacts",
                                                "CONTENT_TYPE=application/json",
                                                "HTTP_CONTENT_ENCODING=gzip",
                                                key.c_str(),
                                                nullptr};
    TextBody body(text);
    Request request(parameters.data(), body, core::RequestId::generate(core::Timestamp()));
    return to.answer(request).response.status();
  };
  EXPECT_EQ(post(without_turns, gzip_of_zeros(std::size_t{900} << 10)), 200);
  EXPECT_EQ(post(without_turns, gzip_of_zeros(std::size_t{2} << 20)), 503);
  EXPECT_EQ(full.held(), 0U);
}

TEST_F(DispatcherTest, AllowsAnyOriginWithoutRepeatingIt) {
  Dispatcher open_to_all{table(),
                         authenticator,
                         limiter,
                         DashboardGate("https://share.example", sessions, limiter),
                         CrossOrigin({"*"}),
                         BodyLimits{.json = 100, .files = 1000},
                         page_compression,
                         admission};
  for (const char* const method : {"REQUEST_METHOD=GET", "REQUEST_METHOD=OPTIONS"}) {
    const std::array<const char*, 4> parameters{method, "REQUEST_URI=/openapi.json",
                                                "HTTP_ORIGIN=a\tb", nullptr};
    TextBody body({});
    Request request(parameters.data(), body, core::RequestId::generate(core::Timestamp()));
    const Answer answer = open_to_all.answer(request);
    EXPECT_LT(answer.response.status(), 300);
    EXPECT_EQ(header(answer, "Access-Control-Allow-Origin"), "*");
  }
}

TEST_F(DispatcherTest, AnswersWithAnErrorWhateverIsThrown) {
  limiter.is_broken = true;
  for (const char* const method : {"GET", "OPTIONS"}) {
    const Answer answer = send(method, "/openapi.json");
    EXPECT_EQ(answer.response.status(), 500);
    EXPECT_EQ(answer.response.body().find("secret"), std::string::npos);
    EXPECT_NE(header(answer, "X-Request-Id"), "");
  }
}

TEST_F(DispatcherTest, DecompressesGzip) {
  const auto post = [&](const std::string& coding, std::string_view text) {
    return send_with_key("POST", "/artifacts",
                         {"CONTENT_TYPE=application/json", "HTTP_CONTENT_ENCODING=" + coding},
                         std::string(text))
        .response;
  };
  for (const char* coding : {"gzip", "GZip", "x-gzip"}) {
    const int before = calls;
    EXPECT_EQ(post(coding, kSmallGzip).status(), 200) << coding;
    EXPECT_EQ(calls, before + 1);
  }
  EXPECT_EQ(post("identity", "{}").status(), 200);
  EXPECT_EQ(post("gzip", "{}").status(), 400);
  EXPECT_EQ(post("gzip", kSmallGzip.substr(0, 15)).status(), 400);
}

TEST_F(DispatcherTest, NamesTheCodingThatIsTaken) {
  for (const char* coding : {"br", "gzip, gzip", "deflate"}) {
    const Answer answer = send_with_key(
        "POST", "/artifacts",
        {"CONTENT_TYPE=application/json", "HTTP_CONTENT_ENCODING=" + std::string(coding)}, "x");
    EXPECT_EQ(answer.response.status(), 415) << coding;
    EXPECT_EQ(header(answer, "Accept-Encoding"), "gzip");
    EXPECT_NE(answer.response.body().find("gzip"), std::string::npos);
  }
}

TEST_F(DispatcherTest, HidesInternalErrors) {
  const Answer answer = send_with_key("GET", "/broken");
  EXPECT_EQ(answer.response.status(), 500);
  EXPECT_EQ(answer.response.body().find("secret"), std::string::npos);
}

TEST_F(DispatcherTest, IsUnavailableWhenTheKeyCannotBeLookedUp) {
  authenticator.unavailable = true;
  const Answer answer = send_with_key("GET", kArtifact);
  EXPECT_EQ(answer.response.status(), 503);
  EXPECT_EQ(header(answer, "Retry-After"), "1");
  EXPECT_EQ(header(answer, "X-RateLimit-Limit"), std::to_string(kLimitOfNetwork));
  // Nor is it counted, or good keys would be refused after an outage.
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "10");
}

TEST_F(DispatcherTest, RendersErrorsOfPagesAsPages) {
  EXPECT_EQ(send("GET", kPage).response.body(), "page");
  EXPECT_EQ(send("GET", kPage + "/y").response.body(), "page of the error");
  EXPECT_EQ(header(send("PUT", kPage), "Allow"), "GET, HEAD, POST");
  EXPECT_EQ(send("POST", kPage, {}, std::string(20000, 'x')).response.status(), 413);
}

TEST_F(DispatcherTest, AnswersRequestsThatNginxRejected) {
  const Answer answer = send_with_key("POST", "/artifacts", {"ERROR_STATUS=413"});
  EXPECT_EQ(answer.response.status(), 413);
  EXPECT_NE(answer.response.body().find("payload_too_large"), std::string::npos);
  EXPECT_EQ(header(answer, "X-RateLimit-Remaining"), "9");
  EXPECT_EQ(send("GET", "", {"ERROR_STATUS=431"}).response.status(), 431);
  EXPECT_EQ(send("POST", kPage, {"ERROR_STATUS=413"}).response.body(), "page of the error");
  EXPECT_EQ(calls, 0);
}

TEST(Response, RejectsHeaderInjection) {
  Response response = Response::json(200, "{}");
  for (const std::string value : {"a\r\nSet-Cookie: x", "a\nb", "a\x7f"})
    EXPECT_THROW(response.header("X-Test", value), std::logic_error);
}

TEST(Response, WritesTheFastCgiHeaderBlock) {
  EXPECT_EQ(Response::json(201, "{}").header("X-Test", "1").head(),
            "Status: 201 Created\r\nContent-Type: application/json\r\n"
            "X-Content-Type-Options: nosniff\r\nX-Test: 1\r\nContent-Length: 2\r\n\r\n");
}

TEST_F(DispatcherTest, RedirectsToSignInWithoutASession) {
  const Answer answer = send("GET", "/dashboard/thing?a=b");
  EXPECT_EQ(answer.response.status(), 303);
  EXPECT_EQ(header(answer, "Location"), "/dashboard/sign-in?next=/dashboard/thing");
  EXPECT_EQ(send("POST", "/dashboard/thing").response.status(), 303);
  const std::string stranger = core::SecretToken::generate().text();
  EXPECT_EQ(
      send("GET", "/dashboard/thing", {"HTTP_COOKIE=__Host-session=" + stranger}).response.status(),
      303);
  EXPECT_EQ(calls, 0);
}

TEST_F(DispatcherTest, ShowsPagesToSignedInUsers) {
  const Answer answer = send("GET", "/dashboard/thing", signed_in_from(""));
  EXPECT_EQ(answer.response.body(), "owner@example.org");
}

TEST_F(DispatcherTest, AcceptsFormsOfItsOwnPagesOnly) {
  const std::string own = "https://share.example";
  EXPECT_EQ(
      send("POST", "/dashboard/thing", signed_in_from(own), form(sessions.cookie)).response.body(),
      "owner@example.orgx");
  for (const std::string other : {"https://evil.example", "null", "", "https://share.example:1"}) {
    EXPECT_EQ(send("POST", "/dashboard/thing", signed_in_from(other), form(sessions.cookie))
                  .response.status(),
              403)
        << other;
  }
  EXPECT_EQ(send("POST", "/dashboard/thing", signed_in_from(own), "name=x").response.status(), 403);
  EXPECT_EQ(
      send("POST", "/dashboard/thing", signed_in_from(own), form(core::SecretToken::generate()))
          .response.status(),
      403);
  EXPECT_EQ(calls, 1);
}

TEST_F(DispatcherTest, DeniesMembersPagesForOwners) {
  EXPECT_EQ(send("GET", "/dashboard/members", signed_in_from("")).response.status(), 403);
  sessions.role = core::Role::owner;
  EXPECT_EQ(send("GET", "/dashboard/members", signed_in_from("")).response.status(), 200);
}

TEST_F(DispatcherTest, IdentifiesVisitorsByACookieForTheirForms) {
  const Answer first = send("GET", "/dashboard/door");
  const std::string cookie =
      header(first, "Set-Cookie").substr(0, header(first, "Set-Cookie").find(';'));
  ASSERT_TRUE(cookie.starts_with("__Host-visitor="));
  EXPECT_EQ(header(first, "Set-Cookie").substr(cookie.size()),
            "; Path=/; Secure; HttpOnly; SameSite=Lax");
  const std::string own = "HTTP_ORIGIN=https://share.example";
  const std::string body = "form_token=" + first.response.body();
  EXPECT_EQ(send("POST", "/dashboard/door", {own, "HTTP_COOKIE=" + cookie}, body).response.status(),
            200);
  EXPECT_EQ(send("POST", "/dashboard/door", {own}, body).response.status(), 403);
  EXPECT_EQ(send("POST", "/dashboard/door", {"HTTP_COOKIE=" + cookie}, body).response.status(),
            403);
}

TEST_F(DispatcherTest, RendersErrorsUnderTheDashboardAsPages) {
  EXPECT_EQ(send("GET", "/dashboard/nothing").response.body(), "page of the error");
  EXPECT_EQ(send("GET", "/dashboards").response.body().substr(0, 9), "{\"error\":");
}

}  // namespace
}  // namespace fcgi
