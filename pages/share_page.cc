#include "pages/share_page.h"

#include <algorithm>

#include "core/text/text.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/document.h"
#include "pages/sender.h"
#include "pages/toolbar.h"
#include "templates/registry.h"

namespace pages {
namespace {

using core::is_blank;
using html::Html;
using html::Language;

std::string_view title_of(const SharedArtifact& artifact,
                          const templates::RenderedContent& content) {
  if (artifact.title && !is_blank(*artifact.title)) return *artifact.title;
  if (content.first_heading && !is_blank(content.first_heading->text))
    return content.first_heading->text;
  return templates::definition_of(artifact.content_template).noun.in(artifact.language);
}

// Whether two titles differ at most in case and white space.
bool is_same_title(std::string_view one, std::string_view other) {
  return core::equal_ignoring_case(one, other) || core::split_words(core::in_lower_case(one)) ==
                                                      core::split_words(core::in_lower_case(other));
}

// Where the title is shown: only once, also if the document begins with it.
enum class TitlePlace { header, leading_heading, document };

TitlePlace title_place(std::string_view title, const templates::RenderedContent& content) {
  const bool begins_with_heading = content.begins_with_heading || !content.leading_heading.empty();
  if (!begins_with_heading || !content.first_heading ||
      !is_same_title(content.first_heading->text, title))
    return TitlePlace::header;
  return content.leading_heading.empty() ? TitlePlace::document : TitlePlace::leading_heading;
}

// For a document whose own title is no first-level heading, or for one without its header.
Html hidden_title(std::string_view title) {
  return html::format("<h1 class=\"heard\" dir=\"auto\">{}</h1>\n", title);
}

Html title_in_header(std::string_view title, TitlePlace place,
                     const templates::RenderedContent& content) {
  if (place == TitlePlace::leading_heading) return content.leading_heading;
  if (place == TitlePlace::header) return html::format("<h1 dir=\"auto\">{}</h1>\n", title);
  return content.first_heading->level == 1 ? Html() : hidden_title(title);
}

// Metadata for link previews; X too takes titles and descriptions from Open Graph. The URLs have
// the token, which whoever reads the page has already.
Html preview_tags(const core::Installation& installation, std::string_view title,
                  std::string_view summary, const LinkPreview& preview) {
  Html tags = html::format(
      "<meta property=\"og:type\" content=\"article\">\n"
      "<meta property=\"og:site_name\" content=\"{}\">\n"
      "<meta property=\"og:title\" content=\"{}\">\n"
      "<meta name=\"twitter:card\" content=\"{}\">\n",
      installation.name, title, preview.picture.empty() ? "summary" : "summary_large_image");
  if (!preview.picture.empty()) {
    tags += html::format(
        "<meta property=\"og:url\" content=\"{}\">\n"
        "<meta property=\"og:image\" content=\"{}\">\n"
        "<meta property=\"og:image:type\" content=\"image/png\">\n"
        "<meta property=\"og:image:width\" content=\"1200\">\n"
        "<meta property=\"og:image:height\" content=\"630\">\n"
        "<meta property=\"og:image:alt\" content=\"{}\">\n",
        preview.page, preview.picture, title);
  }
  if (is_blank(summary)) return tags;
  tags += html::format(
      "<meta name=\"description\" content=\"{}\">\n"
      "<meta property=\"og:description\" content=\"{}\">\n",
      summary, summary);
  return tags;
}

// Tells programs that read the page where the content is in other forms.
Html alternate_links(const SharedArtifact& artifact) {
  Html links;
  if (artifact.forms_path.empty()) return links;
  for (const templates::Form form : templates::kForms) {
    if (!templates::definition_of(artifact.content_template).has_form(form)) continue;
    links +=
        html::format("<link rel=\"alternate\" type=\"{}\" href=\"{}&amp;format={}\">\n",
                     templates::media_type_of(form), artifact.forms_path, templates::name_of(form));
  }
  return links;
}

Html script(std::string_view path) {
  return path.ends_with(".mjs")
             ? html::format("<script src=\"{}\" type=\"module\"></script>\n", path)
             : html::format("<script src=\"{}\" defer></script>\n", path);
}

// The texts of scripts that are not in English.
std::string_view messages_script(Language language) {
  switch (language) {
    case Language::english:
      break;
    case Language::german:
      return html::kGermanMessages;
    case Language::french:
      return html::kFrenchMessages;
    case Language::spanish:
      return html::kSpanishMessages;
  }
  return {};
}

Html asset_tags(const templates::RenderedContent& content, Language language,
                core::LiveUpdates live = core::LiveUpdates::off) {
  Html tags;
  for (const std::string_view path : content.stylesheets) tags += stylesheet(path);
  if (language != Language::english) tags += script(messages_script(language));
  // It remembers the document as the others find it.
  if (live == core::LiveUpdates::automatic) tags += script(html::kNewerVersionScript);
  // The other scripts use it.
  tags += script(html::kPageScript);
  for (const std::string_view path : content.scripts) tags += script(path);
  return tags;
}

// A link to the file, for browsers that cannot show it on the page. The script that shows it reads
// the URL from here too, as the rendered content is shared by all of the artifact's links.
Html file_card(const SharedArtifact& artifact) {
  return html::format(
      "<div class=\"file-card\" id=\"file-card\">\n"
      "<p id=\"file-message\" role=\"status\"><span class=\"without-script\">{}</span>"
      "<span class=\"with-script\">{}</span></p>\n"
      "<a class=\"button\" id=\"open-file\" href=\"{}\"{}>{}</a>\n"
      "</div>\n",
      html::format(artifact.language, "This document is a PDF file."),
      html::format(artifact.language, "Loading the document…"), artifact.file_path,
      artifact.allow_download || artifact.is_preview ? Html(" data-savable=\"\"") : Html(),
      html::format(artifact.language, "Open document"));
}

// That the page of a file has no buttons to save or print it.
Html refusal_to_save(const SharedArtifact& artifact, const templates::RenderedContent& content) {
  if (!content.has_file || artifact.allow_download || artifact.is_preview) return {};
  return html::format("<span class=\"refusal\">{}</span>",
                      html::format(artifact.language, "View only"));
}

// Which version is shown, and of when it is.
Html version_shown(const SharedArtifact& artifact) {
  const Language language = artifact.language;
  Html version =
      artifact.is_pinned ? html::format(language, "Version {} of {}", artifact.version.to_string(),
                                        html::readable_date(artifact.version_at, language))
      : artifact.version == core::kFirstVersion
          ? html::format(language, "Created {}", html::readable_age(artifact.created_at, language))
          : html::format(language, "Updated {}", html::readable_age(artifact.version_at, language));
  if (artifact.history_path.empty()) return version;
  return html::format("{}<span class=\"until\"><a href=\"{}\">{}</a></span>", version,
                      artifact.history_path, html::format(language, "History"));
}

Html page_header(const SharedArtifact& artifact, const templates::RenderedContent& content,
                 std::string_view title, bool has_description) {
  Html header("<header class=\"page-header\">\n");
  header += sender_line(artifact.sender, artifact.language);
  header += title_in_header(title, title_place(title, content), content);
  if (has_description)
    header += html::format("<p class=\"description\" dir=\"auto\">{}</p>\n", *artifact.description);
  header += html::format(
      "<p class=\"dates\">{}{}{}</p>\n", version_shown(artifact),
      artifact.link_expires_at
          ? html::format("<span class=\"until\">{}</span>",
                         html::format(artifact.language, "Link expires {}",
                                      html::readable_end(*artifact.link_expires_at, artifact.now,
                                                         artifact.language)))
          : Html(),
      refusal_to_save(artifact, content));
  header += toolbar(artifact, content, title, Presentation::whole_page);
  header += "</header>\n";
  return header;
}

// For the script that asks for newer versions (pages/assets/live.mjs).
Html version_attributes(const SharedArtifact& artifact) {
  if (artifact.live == core::LiveUpdates::off) return {};
  return html::format(" data-version=\"{}\" data-live=\"{}\"{}", artifact.version.to_string(),
                      core::word_of(artifact.live),
                      artifact.is_pinned ? Html(" data-pinned=\"\"") : Html());
}

// Whether the header has the name of the file already, so that the document need not show it.
bool is_titled_by_file(const SharedArtifact& artifact, const templates::RenderedContent& content,
                       std::string_view title) {
  return artifact.content_template == core::Template::code && content.first_heading &&
         content.first_heading->text == title;
}

}  // namespace

Html share_page(const core::Installation& installation, const SharedArtifact& artifact,
                const templates::RenderedContent& content, Presentation presentation) {
  const std::string_view title = title_of(artifact, content);
  const bool has_description = artifact.description && !is_blank(*artifact.description);
  const std::string_view summary = has_description ? *artifact.description : content.summary;
  const bool is_embedded = presentation == Presentation::embedded;
  const TitlePlace place = title_place(title, content);

  Html head;
  if (!is_embedded) head += preview_tags(installation, title, summary, artifact.link_preview);
  head += alternate_links(artifact);
  head += asset_tags(content, artifact.language, artifact.live);

  Html main;
  main.reserve(content.html.size() + content.table_of_contents.size() + 2048);
  if (is_embedded) {
    const bool has_title = place == TitlePlace::leading_heading ||
                           (place == TitlePlace::document && content.first_heading->level == 1);
    if (!has_title) main += hidden_title(title);
    main += toolbar(artifact, content, title, presentation);
  } else {
    main += page_header(artifact, content, title, has_description);
    main += content.table_of_contents;
  }
  main += html::format("<article class=\"document{}\"{}>\n",
                       !is_embedded && is_titled_by_file(artifact, content, title)
                           ? Html(" is-titled-by-file")
                           : Html(),
                       version_attributes(artifact));
  if (is_embedded || place != TitlePlace::leading_heading) main += content.leading_heading;
  if (content.has_file) main += file_card(artifact);
  main += content.html;
  main += "</article>\n";
  return lay_out({installation, title, std::move(head), std::move(main), "share", presentation,
                  false, artifact.language});
}

Html page_beside(const core::Installation& installation, std::string_view title,
                 const Html& way_back, const templates::RenderedContent& content, Language language,
                 Presentation presentation, const std::optional<core::Sender>& sender) {
  const Html header = presentation == Presentation::embedded
                          ? hidden_title(title)
                          : html::format(
                                "<header class=\"page-header\">\n{}<p>{}</p>\n"
                                "<h1 dir=\"auto\">{}</h1>\n</header>\n",
                                sender_line(sender, language), way_back, title);
  Html main = html::format("{}<article class=\"document differences\">\n{}</article>\n", header,
                           content.html);
  return lay_out({installation, title, asset_tags(content, language), std::move(main), "share",
                  presentation, false, language});
}

Html cover_page(const core::Installation& installation, const CoverPage& cover,
                Presentation presentation) {
  const bool has_title = cover.title && !is_blank(*cover.title);
  const bool has_description = cover.description && !is_blank(*cover.description);
  const html::Message kind = templates::definition_of(cover.content_template).noun;
  const std::string_view title =
      has_title ? std::string_view(*cover.title) : kind.in(cover.language);
  const std::string_view description =
      has_description ? std::string_view(*cover.description) : std::string_view();
  Html main = html::format(
      "<section class=\"message cover\">\n"
      "{}<h1 dir=\"auto\">{}</h1>\n"
      "{}"
      "<form method=\"post\" action=\"{}\" class=\"unlock\">\n"
      "<button name=\"open\" value=\"1\">{}</button>\n"
      "</form>\n"
      "{}"
      "</section>\n",
      sender_line(installation, cover.sender, cover.language), title,
      has_description ? html::format("<p dir=\"auto\">{}</p>\n", description) : Html(), cover.path,
      html::format(cover.language, "Open"),
      cover.views
          ? html::format("<p class=\"hint\">{}</p>\n",
                         html::format(cover.language, "{} of {} views left. Opening uses one.",
                                      html::readable_count(cover.views->left, cover.language),
                                      html::readable_count(cover.views->most, cover.language)))
          : Html());
  return lay_out({installation, title,
                  preview_tags(installation, title, description, cover.link_preview),
                  std::move(main), "notice", presentation, true, cover.language});
}

namespace {

using html::Html;

// role=alert is announced only for elements that appear later, so the field refers to it as well.
Html described_by(PasswordProblem problem) {
  switch (problem) {
    case PasswordProblem::none:
      return {};
    case PasswordProblem::wrong:
      return html::format(" aria-invalid=\"true\" aria-describedby=\"problem\"");
    case PasswordProblem::too_many_attempts:
      return html::format(" aria-describedby=\"problem\"");
  }
  return {};
}

Html alert(PasswordProblem problem, Language language) {
  if (problem == PasswordProblem::none) return {};
  return html::format(
      "<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n",
      html::format(
          language,
          problem == PasswordProblem::wrong
              ? html::Message("Incorrect password. Check upper and lower case, and try again.")
              : html::Message("Too many incorrect passwords. Wait 15 minutes, then try again.")));
}

}  // namespace

Html password_page(const core::Installation& installation, std::string_view form_action,
                   PasswordProblem problem, Language language,
                   const std::optional<core::Sender>& sender, Presentation presentation) {
  const std::string_view title = html::Message("Password required").in(language);
  Html main = html::format(
      "<section class=\"message\">\n"
      "{}<h1>{}</h1>\n"
      "<p>{}</p>\n"
      "<form method=\"post\" action=\"{}\" class=\"unlock\">\n"
      "{}"
      "<label for=\"password\">{}</label>\n"
      "<input id=\"password\" name=\"password\" type=\"password\" maxlength=\"512\" required "
      "autofocus autocomplete=\"current-password\"{}>\n"
      "<button type=\"submit\">{}</button>\n"
      "</form>\n"
      "</section>\n",
      sender_line(installation, sender, language), title,
      html::format(language, "Ask the person who sent you this link for the password."),
      form_action, alert(problem, language), html::format(language, "Password"),
      described_by(problem), html::format(language, "Open"));
  return lay_out(
      {installation, title, {}, std::move(main), "notice", presentation, true, language});
}

Html embedded_password_page(const core::Installation& installation, std::string_view page,
                            Language language) {
  const std::string_view title = html::Message("Password required").in(language);
  Html main = html::format(
      "<section class=\"message\">\n"
      "<h1>{}</h1>\n"
      "<p>{}</p>\n"
      "<a class=\"button\" href=\"{}\" target=\"_blank\" rel=\"noopener\">{}</a>\n"
      "</section>\n",
      title, html::format(language, "Open this in a new tab to enter the password."), page,
      html::format(language, "Open in a new tab"));
  return lay_out({installation,
                  title,
                  {},
                  std::move(main),
                  "notice",
                  Presentation::embedded,
                  false,
                  language});
}

}  // namespace pages
