// POST /mcp
#include <variant>

#include "app/request_admission.h"
#include "handlers/endpoints.h"
#include "handlers/mcp/call.h"
#include "handlers/mcp/message.h"
#include "handlers/mcp/methods.h"
#include "handlers/mcp/tools.h"
#include "handlers/oauth/endpoints.h"

namespace handlers {
namespace {

using mcp::Call;
using mcp::Message;
using mcp::MessageProblem;
using mcp::Protocol;
using mcp::RpcCode;
using mcp::RpcError;

fcgi::Response error_with_status(int status, const std::optional<std::string_view>& id,
                                 const RpcError& error) {
  return fcgi::Response::json(status, mcp::error_response(id, error));
}

// The error of a method is a successful HTTP response.
constexpr int kAnswered = 200;
constexpr int kRefused = 400;
constexpr int kAccepted = 202;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;

// The scopes that the request needs, if the caller lacks one of them.
std::optional<core::Scopes> scopes_lacking(const Call& call, const Message& message) {
  core::Scopes needed;
  if (message.method == "tools/call") needed = mcp::scopes_needed(call, message.params);
  if (message.method == "resources/read") needed.add(core::Scope::artifacts_read);
  if (!call.actor.scopes().first_missing(needed)) return std::nullopt;
  return needed;
}

fcgi::Response answer_request(Call& call, const Message& message) {
  const mcp::Method method = mcp::find_method(message.method, call.protocol);
  if (method == nullptr) {
    // Clients of older revisions would conclude from a 404 that there is no such server.
    return error_with_status(mcp::is_stateless(call.protocol) ? kNotFound : kAnswered, message.id,
                             {RpcCode::method_not_found, "method not found: " + message.method});
  }
  // An app can ask its user for more, and try again; a model is told by the tool.
  if (call.actor.is_app()) {
    if (const auto wanted = scopes_lacking(call, message)) {
      fcgi::Response response =
          error_with_status(kForbidden, message.id,
                            {RpcCode::invalid_request, "this needs the scopes " + wanted->text()});
      response.header("WWW-Authenticate", core::insufficient_scope_challenge(*wanted) +
                                              ", resource_metadata=\"" +
                                              oauth::mcp_metadata_url(call.configuration) + '"');
      return response;
    }
  }
  core::JsonWriter json;
  json.begin_object();
  json.member("jsonrpc", "2.0");
  json.key("id").raw(message.id.value());
  json.key("result").begin_object();
  if (mcp::is_stateless(call.protocol)) {
    json.member("resultType", "complete");
    json.key("_meta").begin_object().key("io.modelcontextprotocol/serverInfo");
    mcp::write_server_info(call.configuration, json);
    json.end_object();
  }
  if (const auto error = method(call, message.params, json))
    return error_with_status(kAnswered, message.id, *error);
  json.end_object();
  json.end_object();
  fcgi::Response response = fcgi::Response::json(kAnswered, json.text());
  response.keep_until_written(std::move(call.turn));
  return response;
}

fcgi::Response answer_body(const core::Configuration& configuration, const mcp::UseCases& use_cases,
                           const fcgi::Request& request, const app::Actor& actor) {
  const auto read = mcp::read_message(request.body());
  if (const auto* problem = std::get_if<MessageProblem>(&read))
    return error_with_status(kRefused, problem->id, problem->error);
  const auto& message = std::get<Message>(read);
  const auto protocol = mcp::protocol_of(request, message);
  if (const auto* error = std::get_if<RpcError>(&protocol))
    return error_with_status(kRefused, message.id, *error);
  if (message.is_notification()) return fcgi::Response::plain(kAccepted, {}, {});

  Call call{configuration, use_cases, request, actor, std::get<Protocol>(protocol)};
  return answer_request(call, message);
}

}  // namespace

core::Result<fcgi::Response> answer_mcp_message(
    const core::Configuration& configuration, app::Artifacts& artifacts,
    app::ArtifactPreviews& artifact_previews, app::ShareLinks& share_links,
    app::ShareViews& share_views, app::RequestAdmission& request_admission,
    const fcgi::Request& request, const app::Actor& actor) {
  const mcp::UseCases use_cases{artifacts, artifact_previews, share_links, share_views,
                                request_admission};
  // Reading a large message is as costly as what it asks for.
  return request_admission.run(request.body().size(), actor.account(),
                               [&]() -> core::Result<fcgi::Response> {
                                 return answer_body(configuration, use_cases, request, actor);
                               });
}

}  // namespace handlers
