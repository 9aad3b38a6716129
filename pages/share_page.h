// The page of a share link.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/installation.h"
#include "core/sender.h"
#include "core/share_link.h"
#include "core/time.h"
#include "core/version.h"
#include "html/html.h"
#include "pages/document.h"
#include "templates/rendered_content.h"

namespace pages {

// The data of a link that chat applications and social networks show: the absolute URLs of the page
// and of its picture, and what that shows, in a word.
struct LinkPreview {
  std::string page;
  std::string picture;
  std::string kind;
};

// By path and query of its page.
struct NewestVersion {
  core::VersionNumber number;
  std::string path;
};

// The facts about an artifact that a viewer learns besides its content.
struct SharedArtifact {
  core::Template content_template = core::Template::markdown;
  std::optional<std::string> title;
  std::optional<std::string> description;
  core::Timestamp created_at;
  core::VersionNumber version = {};
  core::Timestamp version_at = {};
  bool is_pinned = false;                    // it is shown whether or not there is a newer version
  std::optional<NewestVersion> newest = {};  // if viewers may know that this one is older
  // The behaviour of the page when there is a newer version than `version`.
  core::LiveUpdates live = core::LiveUpdates::off;
  std::string history_path =
      {};  // path and query of the other versions; empty if they are not shown
  std::optional<core::Timestamp> link_expires_at;  // absent if it was not opened by a link
  core::Timestamp now = {};                        // by the clock that ends the link
  // Path and query of its file, and of all its rows, for the page's script and as CSV; empty if it
  // has none.
  std::string file_path;
  std::string rows_path;
  std::string csv_path;
  // Of its document, for its frame; empty if it has none.
  std::string document_url = {};
  // Path and query at which `&format=` gives programs the content in other forms; empty if there is
  // none.
  std::string forms_path = {};
  core::WebPages web_pages = core::WebPages::on;
  bool has_view_limit = false;  // whether each form that is requested uses up a view
  bool allow_download = false;
  bool is_preview = false;  // shown to its owner, who can save it in the dashboard
  html::Language language = html::Language::english;
  std::optional<core::Sender> sender = {};
  LinkPreview link_preview = {};  // empty if it was not opened by a link
};

// Embedded, it is the content with a visually hidden title.
html::Html share_page(const core::Installation& installation, const SharedArtifact& artifact,
                      const templates::RenderedContent& content,
                      Presentation presentation = Presentation::whole_page);

// A page about a shared artifact beside that of its content, such as its history. `way_back` leads
// from it, above the title. Embedded, it has neither, but a visually hidden title.
html::Html page_beside(const core::Installation& installation, std::string_view title,
                       const html::Html& way_back, const templates::RenderedContent& content,
                       html::Language language = html::Language::english,
                       Presentation presentation = Presentation::whole_page,
                       const std::optional<core::Sender>& sender = std::nullopt);

// Two versions of a picture side by side, each by path and query of its file.
struct PictureVersion {
  std::string path;
  core::VersionNumber number;
};
html::Html compared_pictures(const PictureVersion& from, const PictureVersion& to,
                             html::Language language = html::Language::english);

// How many views a link with a view limit has left.
struct ViewsLeft {
  std::size_t left = 0;
  std::size_t most = 0;
};

// Shown instead of the page until the viewer asks for the content.
struct CoverPage {
  core::Template content_template = core::Template::markdown;
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::optional<ViewsLeft> views;
  std::optional<core::Sender> sender;
  std::string path;  // path and query that its form is submitted to
  html::Language language = html::Language::english;
  LinkPreview link_preview = {};
};
html::Html cover_page(const core::Installation& installation, const CoverPage& cover,
                      Presentation presentation = Presentation::whole_page);

// The password prompt of a protected link.

enum class PasswordProblem { none, wrong, too_many_attempts };

// A form that posts the field `password` to `form_action`. The page discloses nothing of the
// artifact but its kind, by the picture of its preview, and, if that is allowed, who shares it.
html::Html password_page(const core::Installation& installation, std::string_view form_action,
                         PasswordProblem problem, html::Language language = html::Language::english,
                         const std::optional<core::Sender>& sender = std::nullopt,
                         const LinkPreview& preview = {},
                         Presentation presentation = Presentation::whole_page);

// Replaces the prompt in a frame on another site: a link to `page`, which prompts in a new tab.
// Users should not have to judge who asks for a password inside another page, and browsers would
// not send the cookie that remembers it.
html::Html embedded_password_page(const core::Installation& installation, std::string_view page,
                                  html::Language language = html::Language::english);

}  // namespace pages
