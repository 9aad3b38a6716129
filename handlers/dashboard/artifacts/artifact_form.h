// The form in which a person writes or sends an artifact: New artifact, Duplicate and Edit content.
//
// It works without JavaScript. With it, pages/assets/artifact_form.js has an editor, keeps a draft,
// takes files that are dropped, and shows a preview.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/configuration.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "core/warning.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"
#include "html/html.h"

namespace handlers::dashboard {

// The problems of a form, in sentences, by field.
class FormProblems {
 public:
  struct Problem {
    std::string text;
    std::optional<std::int64_t> line;  // of the field's text, if known
  };

  FormProblems() = default;
  explicit FormProblems(const fcgi::Request& request, const core::Error& error);

  bool empty() const { return problems_.empty(); }
  bool has(std::string_view field) const { return problems_.contains(field); }
  // The problems of a field, or with an empty name of the form as a whole; may be empty.
  const std::vector<Problem>& of(std::string_view field) const;
  std::string text_of(std::string_view field) const;

 private:
  void add(const core::Error& error, bool has_file, const std::optional<core::JsonTree>& json);

  std::map<std::string, std::vector<Problem>, std::less<>> problems_;
};

struct ArtifactForm {
  const core::FormFields& fields;  // by the API's names; without a template it is recognised
  std::string_view text;           // of the content
  FormProblems problems = {};
  std::string from = {};              // the artifact whose content it begins with; may be empty
  std::string version = {};           // of that artifact if it is edited; empty: a new one
  bool keeps_file = false;            // of that artifact, unless there is another content
  std::string_view chosen_file = {};  // the name of one that the browser did not keep
  std::string_view form_token;
  // A form that is sent twice with the same value makes one new artifact.
  std::string once = {};
  // The name under which the browser keeps a draft; empty if it is to keep none.
  std::string draft = {};
  std::size_t most_bytes = 0;  // of the form, with its file
};
html::Html artifact_form(const ArtifactForm& form);
// The empty form of a new one.
html::Html new_artifact_form(const Context& context);

// The field for how long the link of a new artifact works; empty: it gets none.
inline constexpr std::string_view kLinkExpiry = "linkExpiresIn";

// The name of the form's file; empty if it has none.
std::string_view name_of_file(const fcgi::Request& request);

// The name of a user's draft: of a new artifact, or of one that begins with another.
std::string draft_name(const core::Principal& principal, std::string_view from);

// The value of `once` that was sent, or else a new one.
std::string once_of(const fcgi::Request& request);

// The elements in the <head> of its page.
html::Html artifact_form_head();

// The page in place of a form that nginx has kept back, as it is too large.
fcgi::Response too_large_page(const core::Configuration& configuration, const core::Error& error);

// The page New artifact where its form could not be saved at all.

// Whether the error concerns the form as a whole, which the person may send again.
bool is_unsaved_artifact(const core::Configuration& configuration, const fcgi::Request& request,
                         const core::Error& error);

// The error with the form as it was sent, without anything of the user: the database may be gone.
fcgi::Response unsaved_artifact_page(const core::Configuration& configuration,
                                     const fcgi::Request& request, const core::Error& error);

// The artifact's page, at the path `next`, or before it one with the warnings about what was saved,
// as the artifact's page cannot know them. `url` is that of a new link; may be empty.
fcgi::Response saved_page(const Context& context, std::vector<core::Warning> warnings,
                          const std::string& next, std::string_view url);

}  // namespace handlers::dashboard
