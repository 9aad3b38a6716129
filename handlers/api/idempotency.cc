#include "handlers/api/idempotency.h"

#include <utility>

#include "app/artifact_versions.h"
#include "app/idempotency.h"
#include "core/fields.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "handlers/api/resource_json.h"

namespace handlers {
namespace {

using app::Idempotency;

constexpr std::string_view kHeader = "HTTP_IDEMPOTENCY_KEY";
constexpr int kCreated = 201;

// With its length, so that no two lists of texts are one.
void append_counted(std::string& text, std::string_view part) {
  text.append(std::to_string(part.size())).append(":").append(part);
}

// A body that is a file has its fields in the query. Programs choose a new boundary for a form each
// time they send it, so that only its parts tell it apart.
void append_files(std::string& text, const fcgi::Request& request, const core::MediaType& type) {
  append_counted(text, type.type);
  for (const auto& [name, value] : request.query_fields()) {
    append_counted(text, name);
    append_counted(text, value);
  }
  const auto parts = core::parse_multipart(request.body(), type.parameter("boundary"));
  if (!parts) return append_counted(text, request.body());
  for (const core::FormPart& part : *parts) {
    append_counted(text, part.name);
    append_counted(text, part.filename ? *part.filename : std::string());
    append_counted(text, part.content_type);
    append_counted(text, part.content);
  }
}

// /api/artifacts and /artifacts are the same request.
std::string text_of(const fcgi::Request& request) {
  std::string_view path = request.path();
  if (path.starts_with("/api/")) path.remove_prefix(4);
  std::string text(to_string(request.method()));
  text.append(" ").append(path).append("\n");
  // The dispatcher has rejected a body without a type.
  const std::optional<core::MediaType>& type = request.media_type();
  if (type && !type->is_json()) {
    append_files(text, request, *type);
  } else {
    text.append(request.body());
  }
  return text;
}

std::string_view entity_tag_of(const fcgi::Response& response) {
  for (const auto& [name, value] : response.headers())
    if (name == "ETag") return value;
  return {};
}

// The ID of what was created.
std::string id_in(const std::string& body) {
  const auto tree = core::JsonTree::parse(body);
  const auto id = tree ? tree->root().find("id") : std::nullopt;
  return id ? id->string() : std::string();
}

// As they are stored: the entity tag and, on the next line, the body.
std::string write(const fcgi::Response& response) {
  return std::string(entity_tag_of(response)) + '\n' + response.body();
}

std::string body_in(const Idempotency::StoredResponse& stored) {
  return stored.bytes.substr(stored.bytes.find('\n') + 1);
}

// Whether a response to be sent again has the title of a version that was erased since.
bool is_of_erased_version(const Context& context, const Idempotency::StoredResponse& stored) {
  const auto tree = core::JsonTree::parse(body_in(stored));
  if (!tree || !tree->root().is(core::JsonType::object)) return false;
  const auto shown_id = tree->root().find("id");
  const auto id = shown_id ? core::ArtifactId::parse(shown_id->string()) : std::nullopt;
  const auto version = tree->root().find("version");
  const auto number =
      version ? core::VersionNumber::parse(core::FieldReader::shown_text(*version)) : std::nullopt;
  return id && number && context.app.artifact_versions.is_erased(*id, *number);
}

// The Location of a created artifact is that of the ID in the body, if it has one.
fcgi::Response read(const fcgi::Request& request, const Idempotency::StoredResponse& stored) {
  const std::string_view text = stored.bytes;
  const std::size_t line = text.find('\n');
  std::string body = body_in(stored);
  const std::string created_id = stored.status == kCreated ? id_in(body) : std::string();
  fcgi::Response response = !created_id.empty()
                                ? created_response(request, created_id, std::move(body))
                                : fcgi::Response::json(stored.status, std::move(body));
  if (line > 0) response.header("ETag", std::string(text.substr(0, line)));
  return response;
}

}  // namespace

core::Result<fcgi::Response> with_idempotency(const Endpoint& endpoint, const Context& context) {
  const fcgi::Request& request = context.request;
  if (!request.has(kHeader)) return call(endpoint, context);
  std::optional<core::Result<fcgi::Response>> response;
  const std::string text = text_of(request);
  const auto outcome = context.app.idempotency.run(
      context.principal.account,
      {.sender = context.principal.credential(), .key = request.parameter(kHeader), .text = text},
      [&]() -> std::optional<Idempotency::StoredResponse> {
        response = call(endpoint, context);
        if (!*response || (*response)->status() >= 300) return std::nullopt;
        return Idempotency::StoredResponse{(*response)->status(), endpoint.again == nullptr
                                                                      ? write(**response)
                                                                      : id_in((*response)->body())};
      });
  if (!outcome) return outcome.error();
  if (const auto* running = std::get_if<Idempotency::InProgress>(&*outcome)) {
    fcgi::Response refusal = fcgi::Response::error(running->error);
    refusal.header("Retry-After", "1");
    return refusal;
  }
  if (const auto* repeated = std::get_if<Idempotency::Repeated>(&*outcome)) {
    if (is_of_erased_version(context, repeated->response)) {
      return core::Error{core::ErrorCode::version_erased,
                         "what the first request made was erased, or permanently deleted"};
    }
    // An external ID may be that of another artifact by now.
    Context same = context;
    same.artifact = core::ArtifactId::parse(repeated->response.bytes);
    response = endpoint.again == nullptr ? read(request, repeated->response) : endpoint.again(same);
    if (*response) (*response)->header("Idempotency-Replayed", "true");
  }
  return *std::move(response);
}

}  // namespace handlers
