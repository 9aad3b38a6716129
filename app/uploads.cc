#include "app/uploads.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/artifacts.h"
#include "app/publishing_rules.h"
#include "core/security/signing_keys.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "db/artifact_store.h"
#include "db/connection/postgres.h"
#include "templates/sent_file.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using Content = db::ArtifactStore::Content;

constexpr std::size_t kMaximumFilenameLength = 255;
constexpr std::size_t kMaximumMediaTypeLength = 100;
constexpr std::size_t kMaximumAltLength = 2000;
constexpr std::string_view kJsonType = "application/json";

// Where the type of the file comes from, for errors.
std::string_view field_of_type(const core::FieldReader& reader) {
  return reader.has_value("mediaType") || !reader.has_value("filename") ? "mediaType" : "filename";
}

// The type that is given, or that the name stands for; empty for none.
std::string media_type_in(core::FieldReader& reader, const std::string& filename) {
  const auto text =
      reader.text("mediaType", kMaximumMediaTypeLength, core::FieldReader::Lines::one);
  if (!text) {
    const std::string_view by_name = templates::media_type_of_name(filename);
    return std::string(filename.ends_with(".json") ? kJsonType : by_name);
  }
  const auto type = core::MediaType::parse(*text);
  if (!type) {
    reader.fail(ErrorCode::invalid_request, "mediaType",
                "must be the media type of the file, such as text/csv");
    return {};
  }
  if (type->has_other_charset())
    reader.fail(ErrorCode::invalid_request, "mediaType", "must not have a charset but utf-8");
  return type->type;
}

// invalid_request if the template and the type do not tell how the file is read. Without a template
// and with an artifact that exists, its template is looked up later.
void check_type(core::FieldReader& reader, const UploadRequest& request) {
  const auto& content_template = request.upsert.change.content_template;
  const std::string& type = request.media_type;
  if (reader.has_error("template") || reader.has_error("mediaType")) return;
  if (content_template) {
    if (type.empty()) return;
    if (const auto refusal = templates::refuse_file(*content_template, type))
      reader.fail(ErrorCode::invalid_request, field_of_type(reader),
                  "does not fit: " + refusal->message);
    return;
  }
  if (request.changes_artifact() || templates::takes_files_of(type)) return;
  reader.fail(
      ErrorCode::invalid_request, "template",
      "is required where filename and mediaType do not imply it, as .md, .csv, .pdf and .png do: "
      "one of " +
          core::template_names(", "));
}

void read_artifact_id(core::FieldReader& reader, UploadRequest& request) {
  const auto text = reader.word("artifactId");
  if (!text) return;
  request.artifact = core::ArtifactId::parse(*text);
  request.artifact_of = core::ExternalId::parse_address(*text);
  if (!request.changes_artifact())
    reader.fail(ErrorCode::invalid_request, "artifactId",
                "must be the id of an artifact (art_…), or ext: and its externalId");
  if (reader.has_value("externalId"))
    reader.fail(ErrorCode::invalid_request, "artifactId",
                "cannot be given with externalId; leave one of them out");
}

// That of the artifact to create or replace, if it is not named by its ID.
std::optional<core::ExternalId> external_id_of(const UploadRequest& request) {
  return request.upsert.change.fields.external_id.value_or(std::nullopt);
}

// A base is the version of something that exists.
void check_base_version(core::FieldReader& reader, const UploadRequest& request) {
  const ArtifactChangeInput& change = request.upsert.change;
  if (change.base_version && !request.changes_artifact() && !external_id_of(request))
    reader.fail(ErrorCode::invalid_request, "baseVersion",
                "needs artifactId or externalId, as something new has no earlier version");
}

// The fields that are read again when the file comes. The artifact and the fields that tell what
// the file is are those that were found.
std::string request_text(const core::FieldReader& reader, const UploadRequest& request) {
  core::JsonWriter json;
  json.begin_object();
  for (const std::string_view name : core::names_taken_by(core::BodyOf::upload)) {
    const bool was_found = name == "template" || name == "mediaType" || name == "artifactId";
    if (was_found || !reader.is_given(name)) continue;
    const auto value = reader.value(name);
    json.key(name).raw(value ? value->text() : "null");
  }
  if (const auto& content_template = request.upsert.change.content_template)
    json.member("template", core::to_string(*content_template));
  if (!request.media_type.empty()) json.member("mediaType", request.media_type);
  if (request.artifact) json.member("artifactId", request.artifact->to_string());
  json.end_object();
  return json.text();
}

// The address cannot be used any more once its file has been read: another one has come first.
struct IsUsed : std::exception {
  explicit IsUsed(Error why) : error(std::move(why)) {}
  const char* what() const noexcept override { return "the upload's address is used"; }
  Error error;
};

// Only who has the address can read what was asked for.
core::SigningKey sealing_key(const core::UploadToken& address) { return {{}, address.secret()}; }

std::string in_single_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += R"('\'')";
    else
      quoted += c;
  }
  return quoted + '\'';
}

// Without globbing, as the name of a file may have brackets.
std::string curl_command(std::string_view filename, const std::string& url) {
  return "curl -sS -g -T " + in_single_quotes(filename.empty() ? "FILE" : filename) + ' ' +
         in_single_quotes(url);
}

// Whether programs send files of any type under this one.
bool says_nothing(const std::string& media_type) {
  constexpr std::array<std::string_view, 4> kGeneric{"application/octet-stream",
                                                     "binary/octet-stream", "text/plain",
                                                     "application/x-www-form-urlencoded"};
  return std::find(kGeneric.begin(), kGeneric.end(), media_type) != kGeneric.end();
}

std::optional<Error> refuse_type(const UploadRequest& request,
                                 const std::optional<core::MediaType>& type) {
  if (!type) return std::nullopt;
  if (type->is_multipart()) {
    return Error{ErrorCode::unsupported_media_type,
                 "the body must be the file itself, not a form: curl -T FILE ADDRESS"};
  }
  if (type->type.starts_with("text/") && type->has_other_charset()) return core::not_utf8();
  if (says_nothing(type->type) || request.media_type.empty() || type->type == request.media_type)
    return std::nullopt;
  return Error{ErrorCode::unsupported_media_type,
               "the file must be of the type " + request.media_type +
                   ", which this address was asked for, not " + type->type +
                   "; without a Content-Type it is taken as that"};
}

}  // namespace

core::Result<UploadRequest> read_upload_request(core::FieldReader& reader) {
  UploadRequest request;
  request.upsert.change = read_artifact_change(reader);
  read_artifact_id(reader, request);
  request.filename =
      reader.text("filename", kMaximumFilenameLength, core::FieldReader::Lines::one).value_or("");
  request.media_type = media_type_in(reader, request.filename);
  request.alt = reader.text("alt", kMaximumAltLength, core::FieldReader::Lines::one).value_or("");
  request.keeps_metadata = reader.boolean("keepMetadata").value_or(false);
  request.upsert.link = read_share(reader, request.warnings);
  check_type(reader, request);
  check_base_version(reader, request);
  // Includes what is wrong with the change.
  if (auto problem = reader.problem()) return *std::move(problem);
  request.warnings.insert(request.warnings.begin(), reader.warnings().begin(),
                          reader.warnings().end());
  const auto& content_template = request.upsert.change.content_template;
  if (request.media_type.empty() && content_template)
    request.media_type = templates::usual_media_type(*content_template);
  return request;
}

core::Result<std::optional<core::Artifact>> Uploads::find_target(const core::Principal& principal,
                                                                 UploadRequest& request) {
  if (request.artifact_of) {
    request.artifact = stores_.artifacts.id_of(principal.account, *request.artifact_of);
    if (!request.artifact) return no_artifact_with_external_id();
  }
  if (request.artifact) {
    auto artifact = own_artifact(stores_.artifacts, principal, *request.artifact, Content::without);
    if (!artifact) return artifact.error();
    return std::optional(*std::move(artifact));
  }
  const auto external_id = external_id_of(request);
  if (!external_id) return std::optional<core::Artifact>();
  return stores_.artifacts.find(principal.account, *external_id, Content::without);
}

// Completes the request with the artifact that it is for, and its template.
std::optional<Error> Uploads::refuse(const core::Principal& principal, UploadRequest& request) {
  if (auto refusal = upserts_.refuse(principal, request.upsert.link)) return refusal;
  ArtifactChangeInput& change = request.upsert.change;
  if (change.fields.expiry)
    if (auto refusal = refuse_expiry(principal, *change.fields.expiry, stores_.artifacts))
      return refusal;
  if (auto refusal = examine_for_secrets(principal, change.fields, request.warnings))
    return refusal;
  const auto target = find_target(principal, request);
  if (!target) return target.error();
  if (!*target) {
    const bool has_open_link = request.upsert.link && !request.upsert.link->password;
    auto refusal = has_open_link ? refuse_without_password(principal, false) : std::nullopt;
    if (refusal) refusal->field = "/share/password";
    return refusal;
  }
  const core::Artifact& artifact = **target;
  if (artifact.status == core::ArtifactStatus::deleted) {
    return Error{ErrorCode::artifact_deleted, "the artifact " + artifact.id.to_string() +
                                                  " is deleted; restore it before updating it"};
  }
  if (change.content_template && change.content_template != artifact.content_template) {
    return Error{ErrorCode::template_immutable,
                 "cannot be changed; this artifact's template is \"" +
                     std::string(core::to_string(artifact.content_template)) + "\"",
                 "template"};
  }
  change.content_template = artifact.content_template;
  if (request.media_type.empty())
    request.media_type = templates::usual_media_type(artifact.content_template);
  return templates::refuse_file(artifact.content_template, request.media_type);
}

core::Result<UploadAddress> Uploads::prepare(const core::Principal& principal,
                                             const core::BearerToken& asker,
                                             core::FieldReader& reader) {
  auto request = read_upload_request(reader);
  if (!request) return request.error();
  if (auto refusal = refuse(principal, *request)) return *std::move(refusal);
  const auto address = core::UploadToken::generate();
  const auto expires_at =
      stores_.uploads.add(address, principal.account, asker,
                          core::seal(request_text(reader, *request), sealing_key(address)));
  if (!expires_at) return expires_at.error();
  std::string url = public_base_url_ + "/artifacts/uploads/" + address.secret();
  std::string command = curl_command(request->filename, url);
  return UploadAddress{std::move(url), *expires_at, std::move(command),
                       std::move(request->warnings)};
}

core::Result<UpsertedArtifact> Uploads::put(const core::Principal& principal,
                                            const UploadRequest& request) {
  const ArtifactUpsert& upsert = request.upsert;
  if (request.artifact) return upserts_.put(principal, *request.artifact, upsert, {});
  if (const auto id = external_id_of(request)) return upserts_.put(principal, *id, upsert, {});
  return upserts_.put(principal, upsert);
}

core::Result<UpsertedArtifact> Uploads::receive(const core::Principal& principal,
                                                const core::UploadToken& address,
                                                const std::optional<core::MediaType>& type,
                                                std::string_view bytes) {
  const auto waiting = stores_.uploads.find(address);
  if (!waiting) return waiting.error();
  const std::string asked = core::unseal(waiting->sealed_request, sealing_key(address)).value();
  auto object = core::JsonTree::parse_object(asked);
  if (!object) return object.error();
  core::FieldReader reader(*std::move(object), core::BodyOf::upload);
  auto request = read_upload_request(reader);
  if (!request) return request.error();
  if (auto refusal = refuse_type(*request, type)) return *std::move(refusal);
  if (bytes.empty()) return Error{ErrorCode::invalid_request, "the file is empty: it has no bytes"};
  const std::string& path = request->filename;
  request->upsert.change.file =
      templates::SentFile{.media_type = request->media_type,
                          .name = path.substr(path.find_last_of("/\\") + 1),
                          .bytes = bytes,
                          .alt = request->alt,
                          .keeps_metadata = request->keeps_metadata};
  // The file has been checked when the transaction begins, so a large one keeps no row locked.
  const auto use_address = [&] {
    if (auto refusal = stores_.uploads.use(address)) throw IsUsed(*std::move(refusal));
  };
  try {
    return db::retry_conflicts([&]() -> core::Result<UpsertedArtifact> {
      db::Transaction transaction(stores_.postgres, use_address);
      auto result = put(principal, *request);
      if (result) transaction.commit();
      return result;
    });
  } catch (IsUsed& used) {
    return std::move(used.error);
  }
}

}  // namespace app
