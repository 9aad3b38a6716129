// Reading what several endpoints take, and writing what several give.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/identity/caller.h"
#include "core/input/member_names.h"
#include "core/json/json_object.h"
#include "core/json/json_writer.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"
#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers {

// The artifact that the path names; its form the dispatcher has checked.
core::ArtifactId artifact_id(const fcgi::Request& request);

// The same of a share link.
core::ShareId share_id(const fcgi::Request& request);

// The caller's own artifact that the path names. Errors: not_found, forbidden.
using Content = db::ArtifactStore::Content;
core::Result<core::Artifact> own_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller, Content content);

// precondition_failed if the request has an If-Match that the artifact does not fulfil (RFC 9110,
// 13.1.1).
std::optional<core::Error> check_if_match(const fcgi::Request& request,
                                          const core::Artifact& artifact);

// The artifact as List shows it (without its content), and as Get and Restore answer it.
void write_artifact(core::JsonWriter& json, const core::Artifact& artifact, Content content);
std::string full_json(const core::Artifact& artifact);

// The members of the request's body. An absent body counts as an empty object where it is optional.
// Errors: those of core::JsonObject::parse() and core::check_member_names().
enum class Body { required, optional };
core::Result<core::JsonObject> body_of(const fcgi::Request& request, core::BodyOf call,
                                       Body body = Body::required);

// The fields with which an artifact is made.
core::Result<core::NewArtifact> read_new_artifact(const core::JsonObject& body);

// What the body changes in `artifact`. Its metadata is merged with the artifact's at the top level,
// null removing a key. Errors: as for a new one, and template_immutable.
core::Result<core::ArtifactChange> read_change(const core::JsonObject& body,
                                               const core::Artifact& artifact);

// The answer to both ways of making an artifact carries these members.
void write_created_artifact(core::JsonWriter& json, const core::NewArtifact& artifact,
                            const db::CreatedArtifact& created);

// A share link as its owner sees it.
void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link);

}  // namespace handlers
