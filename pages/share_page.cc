#include "pages/share_page.h"

#include <algorithm>

#include "core/text/text.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/document.h"
#include "pages/sender.h"
#include "pages/share_page.html.h"
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
Html hidden_title(std::string_view title) { return share_page_html::hidden_title({title}); }

Html title_in_header(std::string_view title, TitlePlace place,
                     const templates::RenderedContent& content) {
  if (place == TitlePlace::leading_heading) return content.leading_heading;
  if (place == TitlePlace::header) return share_page_html::title_in_header({title});
  return content.first_heading->level == 1 ? Html() : hidden_title(title);
}

// Metadata for link previews; X too takes titles and descriptions from Open Graph. The URLs have
// the token, which whoever reads the page has already.
Html preview_tags(const core::Installation& installation, std::string_view title,
                  std::string_view summary, const LinkPreview& preview) {
  Html tags = share_page_html::preview_tags(
      {.name = installation.name,
       .title = title,
       .content = preview.picture.empty() ? "summary" : "summary_large_image"});
  if (!preview.picture.empty()) {
    tags += share_page_html::preview_picture(
        {.page = preview.page, .picture = preview.picture, .kind = preview.kind, .title = title});
  }
  if (is_blank(summary)) return tags;
  tags += share_page_html::preview_summary({summary});
  return tags;
}

// Tells programs that read the page where the content is in other forms.
Html alternate_links(const SharedArtifact& artifact) {
  Html links;
  if (artifact.forms_path.empty()) return links;
  for (const templates::Form form : templates::kForms) {
    if (!templates::definition_of(artifact.content_template).has_form(form)) continue;
    links += share_page_html::alternate({.media_type = templates::media_type_of(form),
                                         .forms_path = artifact.forms_path,
                                         .name = templates::name_of(form)});
  }
  return links;
}

Html script(std::string_view path) {
  return path.ends_with(".mjs") ? share_page_html::module({path}) : share_page_html::script({path});
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
  return share_page_html::file_card(
      {.notice = html::format(artifact.language, "This document is a PDF file."),
       .loading = html::format(artifact.language, "Loading the document…"),
       .file_path = artifact.file_path,
       .data_savable =
           artifact.allow_download || artifact.is_preview ? Html(" data-savable=\"\"") : Html(),
       .open = html::format(artifact.language, "Open document")});
}

// The link opens the file where the script does not show it in its own size.
Html picture(const SharedArtifact& artifact, const templates::ShownPicture& shown,
             std::string_view title) {
  if (artifact.file_path.empty()) return {};
  Html classes;
  if (shown.is_opaque) classes += Html(" is-opaque");
  if (shown.height > 2 * shown.width) classes += Html(" is-tall");
  return share_page_html::picture({.classes = classes,
                                   .file_path = artifact.file_path,
                                   .width = std::to_string(shown.width),
                                   .height = std::to_string(shown.height),
                                   .alt = is_blank(shown.alt) ? title : shown.alt});
}

// The document in its frame, or why it is not shown. The frame has the sandbox of the document's
// own policy (handlers/document_response.h), which holds without it. Its version tells the pages of
// two versions apart that were opened in the same second (pages/assets/newer_version.mjs).
Html web_page(const SharedArtifact& artifact, std::string_view title) {
  const bool has_scripts = artifact.web_pages == core::WebPages::on;
  if (artifact.document_url.empty() || artifact.web_pages == core::WebPages::off)
    return share_page_html::no_web_page(
        {.text = html::format(artifact.language, "Web pages are not shown here.")});
  return share_page_html::web_page(
      {.title = title,
       .url = artifact.document_url,
       .sandbox = has_scripts ? Html("allow-scripts allow-forms allow-modals allow-downloads")
                              : Html("allow-downloads allow-popups allow-popups-to-escape-sandbox"),
       .version = artifact.version.to_string(),
       .is_scripted = has_scripts ? Html(share_page_html::is_scripted()) : Html()});
}

// That the page of a file has no buttons to save or print it.
Html refusal_to_save(const SharedArtifact& artifact, const templates::RenderedContent& content) {
  if (!content.has_file || artifact.allow_download || artifact.is_preview) return {};
  return share_page_html::fact({html::format(artifact.language, "View only")});
}

// The end of the link, and whether readers should see it at once.
struct LinkEnd {
  Html text;
  bool is_near = false;
};

std::optional<LinkEnd> link_end(const SharedArtifact& artifact) {
  if (!artifact.link_expires_at) return std::nullopt;
  constexpr std::int64_t kNear = std::int64_t{7} * 24 * 3600;
  return LinkEnd{
      html::format(artifact.language, "Link expires {}",
                   html::readable_end(*artifact.link_expires_at, artifact.now, artifact.language)),
      artifact.link_expires_at->unix_seconds() - artifact.now.unix_seconds() <= kNear};
}

// Which version is shown, and of when it is.
Html version_shown(const SharedArtifact& artifact) {
  const Language language = artifact.language;
  if (artifact.is_pinned)
    return html::format(language, "Version {} of {}", artifact.version.to_string(),
                        html::readable_date(artifact.version_at, language));
  if (artifact.version == core::kFirstVersion)
    return html::format(language, "Created {}", html::readable_age(artifact.created_at, language));
  return html::format(language, "Updated {}", html::readable_age(artifact.version_at, language));
}

// That the version is not the newest one, and the way there. Nothing on a page that is.
Html older_version(const SharedArtifact& artifact) {
  if (!artifact.newest) return {};
  return share_page_html::older_version(
      {.made = version_shown(artifact),
       .text = html::format(artifact.language, "A newer version is available."),
       .path = artifact.newest->path,
       .show = html::format(artifact.language, "Show version {}",
                            artifact.newest->number.to_string())});
}

Html page_header(const SharedArtifact& artifact, const templates::RenderedContent& content,
                 std::string_view title, bool has_description) {
  Html header(share_page_html::header_begin());
  header += sender_line(artifact.sender, artifact.language);
  header += title_in_header(title, title_place(title, content), content);
  if (has_description) header += share_page_html::description({*artifact.description});
  const auto end = link_end(artifact);
  const bool ends_soon = end && end->is_near;
  header += older_version(artifact);
  Html made;
  Html history;
  Html facts;
  if (!artifact.newest) {
    made = share_page_html::made({version_shown(artifact)});
    if (ends_soon) facts += share_page_html::made_on_phone({version_shown(artifact)});
  }
  if (!artifact.history_path.empty()) {
    const Html text = html::format(artifact.language, "History");
    history = share_page_html::history({.history_path = artifact.history_path, .text = text});
    facts +=
        share_page_html::history_on_phone({.history_path = artifact.history_path, .text = text});
  }
  header += share_page_html::header_facts(
      {.made = made,
       .history = history,
       .expiry = ends_soon ? share_page_html::expiry({end->text}) : Html()});
  facts += refusal_to_save(artifact, content);
  if (end && !ends_soon) facts += share_page_html::fact({end->text});
  header += toolbar(artifact, content, title, Presentation::whole_page, facts);
  header += share_page_html::header_end();
  return header;
}

// For the script that asks for newer versions (pages/assets/live.mjs) than the page tells of.
Html version_attributes(const SharedArtifact& artifact, bool is_embedded) {
  if (artifact.live == core::LiveUpdates::off) return {};
  const core::VersionNumber told =
      artifact.newest && !is_embedded ? artifact.newest->number : artifact.version;
  return html::format(" data-version=\"{}\" data-live=\"{}\"{}", told.to_string(),
                      core::word_of(artifact.live),
                      artifact.is_pinned ? Html(" data-pinned=\"\"") : Html());
}

Html language_attribute(const templates::RenderedContent& content) {
  return content.language.empty() ? Html() : html::format(" lang=\"{}\"", content.language);
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
  main += share_page_html::article_begin(
      {.classes = !is_embedded && is_titled_by_file(artifact, content, title)
                      ? Html(" is-titled-by-file")
                      : Html(),
       .language = language_attribute(content),
       .version_attributes = version_attributes(artifact, is_embedded)});
  if (is_embedded || place != TitlePlace::leading_heading) main += content.leading_heading;
  if (content.has_file) main += file_card(artifact);
  if (content.has_document) main += web_page(artifact, title);
  main += content.html;
  if (content.picture) main += picture(artifact, *content.picture, title);
  main += share_page_html::article_end();
  return lay_out({installation, title, std::move(head), std::move(main), "share", presentation,
                  false, artifact.language, artifact.sender.has_value()});
}

Html page_beside(const core::Installation& installation, std::string_view title,
                 const Html& way_back, const templates::RenderedContent& content, Language language,
                 Presentation presentation, const std::optional<core::Sender>& sender) {
  const Html header =
      presentation == Presentation::embedded
          ? hidden_title(title)
          : share_page_html::beside(
                {.sender = sender_line(sender, language), .way_back = way_back, .title = title});
  Html main = share_page_html::beside_content({.header = header, .html = content.html});
  return lay_out({installation, title, asset_tags(content, language), std::move(main), "share",
                  presentation, false, language, sender.has_value()});
}

Html compared_pictures(const PictureVersion& from, const PictureVersion& to, Language language) {
  Html pictures;
  for (const PictureVersion* one : {&from, &to})
    pictures += share_page_html::compared_picture(
        {.path = one->path,
         .number = html::format(language, "Version {}", one->number.to_string())});
  return share_page_html::compared_pictures({pictures});
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
  Html main = share_page_html::cover(
      {.sender = sender_line(installation, cover.sender, cover.language),
       .title = title,
       .description =
           has_description ? share_page_html::description_on_cover({description}) : Html(),
       .path = cover.path,
       .open = html::format(cover.language, "Open"),
       .views = cover.views ? share_page_html::views_left(
                                  {.text = html::format(
                                       cover.language, "{} of {} views left. Opening uses one.",
                                       html::readable_count(cover.views->left, cover.language),
                                       html::readable_count(cover.views->most, cover.language))})
                            : Html()});
  return lay_out(
      {installation, title, preview_tags(installation, title, description, cover.link_preview),
       std::move(main), "notice", presentation, true, cover.language, cover.sender.has_value()});
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
  return share_page_html::alert(
      {.text = html::format(
           language,
           problem == PasswordProblem::wrong
               ? html::Message("Incorrect password. Check upper and lower case, and try again.")
               : html::Message("Too many incorrect passwords. Wait 15 minutes, then try again."))});
}

}  // namespace

Html password_page(const core::Installation& installation, std::string_view form_action,
                   PasswordProblem problem, Language language,
                   const std::optional<core::Sender>& sender, const LinkPreview& preview,
                   Presentation presentation) {
  const std::string_view title = html::Message("Password required").in(language);
  const std::string summary =
      sender ? html::plain_text(language, "Shared by {}", {sender->name}) : std::string();
  Html main = share_page_html::password(
      {.sender = sender_line(installation, sender, language),
       .title = title,
       .hint = html::format(language, "Ask the person who sent you this link for the password."),
       .form_action = form_action,
       .alert = alert(problem, language),
       .label = html::format(language, "Password"),
       .described_by = described_by(problem),
       .button = html::format(language, "Open")});
  return lay_out({installation, title, preview_tags(installation, title, summary, preview),
                  std::move(main), "notice", presentation, true, language, sender.has_value()});
}

Html embedded_password_page(const core::Installation& installation, std::string_view page,
                            Language language) {
  const std::string_view title = html::Message("Password required").in(language);
  Html main = share_page_html::embedded_password(
      {.title = title,
       .text = html::format(language, "Open this in a new tab to enter the password."),
       .page = page,
       .link_text = html::format(language, "Open in a new tab")});
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
