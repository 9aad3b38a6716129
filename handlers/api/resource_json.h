// Artifacts and share links in the API's JSON format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/artifact_upserts.h"
#include "app/artifact_versions.h"
#include "app/artifacts.h"
#include "app/share_links.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/share_link.h"
#include "core/text/json_writer.h"
#include "core/warning.h"
#include "db/artifact_store.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"

namespace handlers {

// An artifact as lists show it: without its content.
void write_listed_artifact(core::JsonWriter& json, const core::Artifact& artifact);

// The response with an artifact, its entity tag and its content; and with a link to it, if there is
// one.
fcgi::Response artifact_response(const core::Artifact& artifact,
                                 const std::vector<core::Warning>& warnings = {},
                                 const std::optional<core::ListedShareLink>& share = {});

// The members of the responses to changing an artifact.
void write_changed_artifact(core::JsonWriter& json, const core::Artifact& artifact);

// The response to changing an artifact.
fcgi::Response changed_response(const app::ChangedArtifact& artifact,
                                const std::vector<core::Warning>& warnings);

// The response to creating or changing an artifact, with the link that was asked for.
fcgi::Response upserted_response(const fcgi::Request& request,
                                 const app::UpsertedArtifact& upserted,
                                 const std::vector<core::Warning>& warnings = {});

// An artifact as it was in a version, with its content.
fcgi::Response version_response(const app::ArtifactVersion& found);

// The members of a version that are not the artifact's.
void write_version(core::JsonWriter& json, const core::Version& version);

// expiresAt and expiresBecause of a link.
void write_end(core::JsonWriter& json, const core::ShareLink& link);

// 201, with the path of the artifact that was made, below the prefix that the client uses.
fcgi::Response created_response(const fcgi::Request& request, std::string_view artifact_id,
                                std::string body);

// The members of a new share link: what it was made with, and its address.
void write_created_share_link(core::JsonWriter& json, const app::NewShareLink& made_with,
                              const app::CreatedShareLink& created);

// A share link as its owner sees it; the second writes its members alone.
void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link);
void write_share_link_members(core::JsonWriter& json, const core::ListedShareLink& link);

// The parts that all lists of the API share: the page size, and the cursor of the next page.

// The parameter `limit`, or `usual` if it is absent. Errors: invalid_request.
core::Result<int> page_limit(const fcgi::Request& request, int usual);

// The response with a page of a list. `json` is within its member pagination, which gets hasMore
// and nextCursor. The header Link (RFC 8288) leads to the next page and to the API's specification.
fcgi::Response list_response(const Context& context, core::JsonWriter& json,
                             const std::optional<std::string>& next_cursor);

}  // namespace handlers
