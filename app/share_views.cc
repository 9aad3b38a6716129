#include "app/share_views.h"

#include "app/artifact_versions.h"
#include "app/artifacts.h"
#include "app/version_changes.h"
#include "app/viewer.h"
#include "core/metrics.h"
#include "core/security/cryptography.h"
#include "core/share_link.h"
#include "core/text/json_writer.h"
#include "db/counters/attempt_counter.h"
#include "db/counters/view_counter.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"
#include "rendering/pdf_queue.h"
#include "runtime/admission.h"
#include "runtime/password_checker.h"
#include "templates/content.h"
#include "templates/differences/difference_forms.h"
#include "templates/registry.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using Reason = PasswordRefusal::Reason;

Error without_history() {
  return {ErrorCode::not_found, "this share link does not show other versions"};
}

Error gone() {
  return {ErrorCode::gone, "this share link has expired, was revoked, or has no views left"};
}

std::size_t bytes_of(const OpenedArtifact& opened) {
  if (const auto* text = std::get_if<OpenedArtifact::Text>(&opened.content))
    return text->entry->text.size();
  return std::get<rendering::RenderCache::Entry>(opened.content)->bytes();
}

// The subject that attempts are counted for: the link's present password, so that a new one starts
// from zero.
std::string attempt_subject(const core::ShareId& link, std::string_view password_hash) {
  constexpr std::size_t kBytes = 8;
  return link.to_string() + ':' + core::short_sha256(password_hash, kBytes);
}

// Whether viewers fetch more for the page than its HTML.
bool has_parts(core::Template content_template) {
  const templates::TemplateDefinition& definition = templates::definition_of(content_template);
  return definition.has_file || definition.has_form(rendering::Form::table_rows);
}

Error without_rows() { return {ErrorCode::not_found, "this share link has no rows"}; }

// Lists the forms that exist, as none of the requested ones does.
Error not_acceptable(core::Template content_template) {
  std::string forms = "text/html";
  for (const rendering::Form form : templates::kForms) {
    if (!templates::definition_of(content_template).has_form(form)) continue;
    forms.append(", ").append(templates::media_type_of(form));
    forms.append(" (format=").append(templates::name_of(form)).append(")");
  }
  return {
      ErrorCode::not_acceptable,
      "this share link has no content in a form that the request accepts; it may have " + forms};
}

bool has_cover(const db::SharedView& link, const Viewer& viewer, const WantedForms& wanted,
               const std::optional<rendering::Form>& form) {
  if (link.password_hash) return false;
  const bool is_previewer = viewer.opener == core::Opener::previewer;
  if (form) return link.has_view_limit() && is_previewer && wanted.are_in_address;
  return link.has_view_limit() || is_previewer;
}

// Covers all that a response shows of the link: it is made of what the page and the forms are made
// of, as no counter covers the link and its artifact.
std::string entity_tag_of(const core::ShareId& id, const db::SharedView& link,
                          const std::optional<rendering::Form>& form, std::string_view variant) {
  if (link.has_view_limit()) return {};
  core::JsonWriter all;
  all.begin_object();
  all.member("variant", variant);
  all.member("link", id.to_string());
  all.member("form", form ? static_cast<int>(*form) : -1);
  all.member("revision", link.content_revision());
  // A database that was restored gives revisions out again.
  all.member("updatedAt", link.updated_at.unix_milliseconds());
  all.member("shown", link.version.to_string());
  if (link.tells_of_newer()) all.member("newest", link.newest_version.to_string());
  if (link.expires_at) all.member("expiresAt", link.expires_at->rfc3339());
  if (link.sender) all.member("sender", link.sender->name).member("logo", link.sender->logo_digest);
  core::write_link_options(all, link.options);
  all.end_object();
  constexpr std::size_t kBytes = 12;
  return '"' + core::short_sha256(all.view(), kBytes) + '"';
}

// As whom a viewer counts who gets the page. What gets anything else is a program, and so is a
// previewer that does not leave it at the cover: views are what shows the content.
core::Opener reader_of_page(const Viewer& viewer) {
  return viewer.opener == core::Opener::person ? core::Opener::person : core::Opener::program;
}

// Why the link does not show the version of the address, or its own.
std::optional<Error> problem_of_version(const std::optional<std::string>& version,
                                        const std::optional<core::VersionNumber>& wanted,
                                        const db::SharedView& view) {
  if (version && (!wanted || !view.shows(*wanted)))
    return Error{ErrorCode::not_found, "this share link does not show such a version"};
  if (view.is_erased)
    return Error{ErrorCode::version_erased, wanted ? "that version was erased"
                                                   : "the version that this share link shows was "
                                                     "erased"};
  if (view.is_missing) return Error{ErrorCode::not_found, "the version was not kept"};
  return std::nullopt;
}

}  // namespace

std::size_t RecentLink::bytes() const {
  std::size_t bytes = sizeof *this;
  for (const auto* text :
       {&view.password_hash, &view.title, &view.first_heading, &view.description})
    bytes += *text ? (*text)->size() : 0;
  return bytes;
}

core::Result<ShareViews::Link> ShareViews::find(const ShareAddress& address, const Viewer& viewer,
                                                UsedUp used_up) {
  const auto id = core::verify_share_token(address.token, address.artifact, settings_.keys);
  if (!id) return Error{ErrorCode::not_found, "no resource at this URL"};
  return find(*id, address.artifact, address.version, viewer, used_up);
}

core::Result<ShareViews::Link> ShareViews::find(const core::ShareId& id,
                                                const core::ArtifactId& artifact,
                                                const std::optional<std::string>& version,
                                                const Viewer& viewer, UsedUp used_up) {
  const auto wanted = version ? core::VersionNumber::parse(*version) : std::nullopt;
  auto view = stores_.links.find(id, artifact, wanted);
  // The token is genuine, so the link has existed.
  if (!view || view->gone) return gone();
  if (view->disabled)
    return Error{ErrorCode::disabled, "the operator of this service has disabled this link"};
  auto problem = problem_of_version(version, wanted, *view);
  Link link{id, artifact, *std::move(view), std::move(problem)};
  const bool is_used_up = link.view.used_up && used_up != UsedUp::all &&
                          !(used_up == UsedUp::viewed && has_viewed(viewer, link));
  if (is_used_up) return gone();
  return link;
}

template <typename Shown, typename Show>
core::Result<std::variant<PasswordRefusal, Shown>> ShareViews::enter(const core::Result<Link>& link,
                                                                     const Viewer& viewer,
                                                                     const Show& show) {
  using Outcome = std::variant<PasswordRefusal, Shown>;
  if (!link) return link.error();
  const auto refusal = check_access(viewer, *link);
  if (!refusal) return refusal.error();
  if (*refusal) return Outcome(**refusal);
  core::Result<Shown> shown = show(*link);
  if (!shown) return shown.error();
  return Outcome(*std::move(shown));
}

std::optional<core::Sender> ShareViews::sender_of(const ShareAddress& address) {
  const auto id = core::verify_share_token(address.token, address.artifact, settings_.keys);
  auto view = id ? stores_.links.find(*id, address.artifact) : std::nullopt;
  return view ? std::move(view->sender) : std::nullopt;
}

// Only a view may reveal the length of what counts as one.
bool ShareViews::may_know_length(const Link& link, const Viewer& viewer,
                                 const std::optional<Proof>& viewed) const {
  return !link.view.has_view_limit() || viewed || has_viewed(viewer, link);
}

std::optional<std::string_view> ShareViews::problem_of(const ShareAddress& address) {
  const auto id = core::verify_share_token(address.token, address.artifact, settings_.keys);
  if (!id) return "its token is not valid";
  const auto view = stores_.links.find(*id, address.artifact);
  if (!view) return "it no longer exists";
  if (view->revoked) return "it was revoked";
  if (view->gone) return "it has expired";
  if (view->disabled) return "the operator of this service has disabled it";
  if (view->is_erased) return "the version that it shows was erased";
  if (view->used_up) return "it has no views left";
  return std::nullopt;
}

std::string ShareViews::network_of(const Viewer& viewer) const {
  return core::client_network(viewer.client_address, settings_.client_networks);
}

bool ShareViews::has_viewed(const Viewer& viewer, const Link& link) const {
  return proves_viewed(viewer.proofs.viewed(link.id), link.id, link.view.now, settings_.keys);
}

namespace {

std::optional<PasswordRefusal> refusal_for(const db::SharedView& link,
                                           PasswordRefusal::Reason reason,
                                           std::chrono::seconds wait = {}) {
  return PasswordRefusal{reason, wait, link.content_template, link.sender};
}

}  // namespace

ShareViews::PasswordCheck ShareViews::check_access(const Viewer& viewer, const Link& link) {
  const bool is_open =
      !link.view.password_hash || proves_unlocked(viewer.proofs.unlocked(link.id), link.id,
                                                  *link.view.password_hash, settings_.keys);
  if (!is_open && viewer.password.empty()) return refusal_for(link.view, Reason::required);
  auto refusal = is_open ? PasswordCheck(std::nullopt) : check_password(viewer, link);
  // Whoever does not know the password learns nothing of the versions.
  if (refusal && !*refusal && link.version_problem) return *link.version_problem;
  return refusal;
}

ShareViews::PasswordCheck ShareViews::check_password(const Viewer& viewer, const Link& link) {
  if (viewer.password.empty()) return refusal_for(link.view, Reason::incorrect);
  const auto readings = viewer.is_password_of_header
                            ? password_readings(viewer.password)
                            : std::vector<std::string>{std::string(viewer.password)};
  if (!readings) return readings.error();
  const std::string network = network_of(viewer);
  if (passwords_.is_busy(network)) return runtime::too_busy();
  const db::Attempt attempt{.subject = attempt_subject(link.id, link.view.password_hash.value()),
                            .client_address = viewer.client_address};
  const db::Reservation reserved = stores_.attempts.reserve(attempt);
  if (reserved.waits_for_others) return runtime::too_busy();
  if (!reserved) {
    metrics_.count(core::Counter::refused_passwords);
    return refusal_for(link.view, Reason::too_many_attempts, reserved.wait);
  }
  const auto matches = matches_one(*readings, link.view.password_hash.value(), network);
  if (!matches) {
    stores_.attempts.give_back(attempt);
    return matches.error();
  }
  if (!*matches) {
    metrics_.count(core::Counter::wrong_passwords);
    return refusal_for(link.view, Reason::incorrect);
  }
  metrics_.count(core::Counter::right_passwords);
  stores_.attempts.give_back(attempt);
  return std::optional<PasswordRefusal>();
}

core::Result<bool> ShareViews::matches_one(const std::vector<std::string>& passwords,
                                           std::string_view hash, const std::string& network) {
  for (const std::string& password : passwords) {
    auto matches = passwords_.matches(password, hash, network);
    if (!matches || *matches) return matches;
  }
  return false;
}

rendering::ViewedArtifact ShareViews::viewed_artifact(const Link& link,
                                                      const Viewer& viewer) const {
  // A link may restrict remote images further than the installation, never less.
  const core::RemoteImages images = core::stricter(
      settings_.remote_images, link.view.options.remote_images.value_or(settings_.remote_images));
  return {link.view.content_of(link.artifact),
          link.view.content_revision(),
          link.view.content_template,
          link.view.account,
          {images, viewer.language, settings_.public_base_url},
          network_of(viewer)};
}

core::Result<std::optional<OpenedArtifact>> ShareViews::content_of(
    const Link& link, const Viewer& viewer, std::optional<rendering::Form> form) {
  using Outcome = std::optional<OpenedArtifact>;
  const rendering::ViewedArtifact artifact = viewed_artifact(link, viewer);
  if (form) {
    auto made = rendering_.renderer.form(artifact, *form);
    if (!made) return made.error();
    if (!made->entry) return gone();
    if (!made->entry->exists) return Outcome();
    return Outcome(OpenedArtifact{link.artifact,
                                  link.view,
                                  OpenedArtifact::Text{*form, std::move(made->entry)},
                                  {},
                                  std::move(made->turn),
                                  std::nullopt});
  }
  auto made = rendering_.renderer.page(artifact);
  if (!made) return made.error();
  if (!made->entry) return gone();
  return Outcome(OpenedArtifact{
      link.artifact, link.view, std::move(made->entry), {}, std::move(made->turn), std::nullopt});
}

std::optional<Error> ShareViews::refuse_part(const Link& link, const Viewer& viewer) const {
  if (viewer.opener != core::Opener::previewer || !link.view.has_view_limit() ||
      has_viewed(viewer, link))
    return std::nullopt;
  return Error{ErrorCode::forbidden,
               "link previewers cannot fetch what counts as a view; open the page instead"};
}

core::Result<std::optional<Proof>> ShareViews::count_part(const Link& link, const Viewer& viewer) {
  if (!link.view.has_view_limit() || has_viewed(viewer, link)) return std::optional<Proof>();
  if (!count_view(link, core::Opener::program)) return gone();
  return std::optional(prove_viewed(link.id, link.view.now, settings_.keys));
}

bool ShareViews::count_view(const Link& link, core::Opener opener) {
  if (!link.view.has_view_limit()) {
    stores_.views.count(link.id, link.view.account, opener);
  } else if (!stores_.links.count_view(link.id, opener)) {
    return false;
  }
  metrics_.count_view(link.view.content_template);
  return true;
}

// Counts the view of what is shown beside the page, unless the viewer has the proof of a view.
// Links that show it have no view limit.
std::optional<Proof> ShareViews::count_first_view(const Link& link, const Viewer& viewer) {
  if (has_viewed(viewer, link) || !count_view(link, reader_of_page(viewer))) return std::nullopt;
  return prove_viewed(link.id, link.view.now, settings_.keys);
}

core::Result<OpenedLink> ShareViews::give(const ShareAddress& address, const Link& link,
                                          const Viewer& viewer, OpenedArtifact opened,
                                          Opening opening) {
  const bool is_page = std::holds_alternative<rendering::RenderCache::Entry>(opened.content);
  if (opening == Opening::peek) return OpenedLink(std::move(opened));
  const bool was_counted = opening == Opening::update && is_page && !link.view.has_view_limit() &&
                           has_viewed(viewer, link);
  if (!was_counted && !count_view(link, is_page ? reader_of_page(viewer) : core::Opener::program))
    return gone();
  if (link.view.has_view_limit() ? has_parts(link.view.content_template) : is_page)
    opened.viewed = prove_viewed(link.id, link.view.now, settings_.keys);
  if (is_page && templates::definition_of(link.view.content_template).has_document)
    opened.opened =
        prove_opened(link.artifact, link.id,
                     address.version ? std::optional(link.view.version.to_string()) : std::nullopt,
                     link.view.password_hash, link.view.now, settings_.keys);
  return OpenedLink(std::move(opened));
}

core::Result<OpenedLink> ShareViews::open(const ShareAddress& address, const Viewer& viewer,
                                          Opening opening, const WantedForms& wanted,
                                          const Known& known, std::optional<std::size_t> bytes) {
  const auto link = find(address, viewer, UsedUp::none);
  if (!link) return link.error();
  const auto refusal = check_access(viewer, *link);
  if (!refusal) return refusal.error();
  if (*refusal) return OpenedLink(**refusal);

  const core::Template content_template = link->view.content_template;
  for (const std::optional<rendering::Form>& form : wanted.forms) {
    if (form && !templates::definition_of(content_template).has_form(*form)) continue;
    if (opening != Opening::confirmed && has_cover(link->view, viewer, wanted, form)) {
      if (viewer.opener == core::Opener::previewer) {
        if (opening == Opening::open)
          stores_.views.count(link->id, link->view.account, core::Opener::previewer);
        prepare_card(*link);
      }
      return OpenedLink(Cover{link->view});
    }
    std::string tag = entity_tag_of(link->id, link->view, form, known.variant);
    if (known.entity_tags && !tag.empty() && known.entity_tags->match_weakly(tag))
      return OpenedLink(Unchanged{std::move(tag)});
    auto opened = content_of(*link, viewer, form);
    if (!opened) return opened.error();
    if (!*opened) continue;
    (*opened)->entity_tag = std::move(tag);
    if (bytes && bytes_of(**opened) > *bytes) return OpenedLink(TooLarge{});
    return give(address, *link, viewer, **std::move(opened), opening);
  }
  return not_acceptable(content_template);
}

core::Result<std::variant<PasswordRefusal, OpenedText>> ShareViews::read(
    const ShareAddress& address, const Viewer& viewer, rendering::Form form) {
  const auto show = [&](const Link& link) -> core::Result<OpenedText> {
    const core::Template content_template = link.view.content_template;
    if (!templates::definition_of(content_template).has_form(form))
      return without_form(form, content_template);
    auto made = rendering_.renderer.form(viewed_artifact(link, viewer), form);
    if (!made) return made.error();
    if (!made->entry) return gone();
    if (!made->entry->exists) return without_form(form, content_template);
    OpenedText opened{link.view, std::move(made->entry), std::move(made->turn), {link.id, {}}};
    if (has_viewed(viewer, link)) {
      // The same proof again: with a new one, a view would never end.
      opened.viewed.value = viewer.proofs.viewed(link.id);
    } else {
      if (!count_view(link, core::Opener::program)) return gone();
      opened.viewed = prove_viewed(link.id, link.view.now, settings_.keys);
    }
    return opened;
  };
  return enter<OpenedText>(find(address, viewer, UsedUp::viewed), viewer, show);
}

core::Result<std::variant<PasswordRefusal, OpenedHistory>> ShareViews::history(
    const ShareAddress& address, const Viewer& viewer, std::optional<core::VersionNumber> below) {
  constexpr int kVersionsPerPage = 50;
  const auto show = [&](const Link& link) -> core::Result<OpenedHistory> {
    if (!link.view.shows_history()) return without_history();
    db::VersionPage page = stores_.versions.list(link.artifact, below, kVersionsPerPage);
    const ComparedVersions compared = compared_versions(page.versions);
    const auto turn = rendering_.admission.enter(
        runtime::CostlyWork::rendering, {link.view.account.to_string(), network_of(viewer)},
        "history:" + link.artifact.to_string());
    auto changes = runtime::at_low_priority([&] {
      return changes_in_words(stores_.versions, link.artifact, link.view.content_template,
                              page.versions, turn ? compared : ComparedVersions(), viewer.language);
    });
    return OpenedHistory{link.view, std::move(page), std::move(changes),
                         count_first_view(link, viewer)};
  };
  return enter<OpenedHistory>(find(address, viewer, UsedUp::all), viewer, show);
}

core::Result<std::variant<PasswordRefusal, OpenedChanges>> ShareViews::changes(
    const ShareAddress& address, const Viewer& viewer) {
  const auto show = [&](const Link& link) -> core::Result<OpenedChanges> {
    if (!link.view.shows_history()) return without_history();
    OpenedChanges changes{link.view, std::nullopt, {}, count_first_view(link, viewer)};
    const db::VersionPage before = stores_.versions.list(link.artifact, link.view.version, 1);
    if (before.versions.empty() || before.versions.front().erased_at) return changes;
    const auto turn = rendering_.admission.enter(
        runtime::CostlyWork::rendering, {link.view.account.to_string(), network_of(viewer)},
        "changes:" + link.artifact.to_string() + ':' + link.view.version.to_string());
    if (!turn) return turn.error();
    auto from = stores_.versions.find(link.artifact, before.versions.front().number);
    auto to = stores_.versions.find(link.artifact, link.view.version);
    if (!from || from->erased_at || !to || to->erased_at) return changes;
    changes.from = from->number;
    return runtime::at_low_priority([&]() -> core::Result<OpenedChanges> {
      auto found = difference(link.view.content_template, *std::move(from), *std::move(to));
      if (!found) return found.error();
      changes.content = templates::to_page(*found, viewer.language);
      return std::move(changes);
    });
  };
  return enter<OpenedChanges>(find(address, viewer, UsedUp::all), viewer, show);
}

core::Result<ShareViews::Link> ShareViews::find_recent(const ShareAddress& address,
                                                       const Viewer& viewer) {
  const auto id = core::verify_share_token(address.token, address.artifact, settings_.keys);
  using std::chrono::floor, std::chrono::seconds, std::chrono::steady_clock;
  const auto second = floor<seconds>(steady_clock::now()).time_since_epoch().count();
  if (const auto known = id ? stores_.recent.find(*id, second) : nullptr)
    return Link{*id, address.artifact, known->view, std::nullopt};
  core::Result<Link> link = find(address, viewer, UsedUp::none);
  if (link && !link->version_problem)
    stores_.recent.put(link->id, second,
                       std::make_shared<const RecentLink>(RecentLink{link->view}));
  return link;
}

core::Result<std::variant<PasswordRefusal, LinkState>> ShareViews::state(
    const ShareAddress& address, const Viewer& viewer) {
  const auto show = [](const Link& link) -> core::Result<LinkState> {
    const db::SharedView& view = link.view;
    const bool tells = view.tells_of_newer();
    return LinkState{tells ? view.newest_version : view.version,
                     tells ? view.newest_version_at : view.version_at, view.expires_at, view.live(),
                     view.has_view_limit()};
  };
  return enter<LinkState>(find_recent(address, viewer), viewer, show);
}

rendering::CardArtifact ShareViews::card_artifact(const Link& link, const std::string& network) {
  rendering::CardArtifact shown{{link.view.content_of(link.artifact),
                                 link.view.content_revision(),
                                 link.view.content_template,
                                 link.view.account,
                                 {},
                                 network},
                                link.view.version,
                                link.view.version_at,
                                link.view.title,
                                link.view.description,
                                link.view.sender};
  const bool has_logo = shown.sender && !shown.sender->logo_digest.empty();
  if (has_logo && !rendering_.cards.is_made(shown))
    shown.sender_logo = stores_.senders.find_shown_logo(shown.sender->logo_digest).value_or("");
  return shown;
}

void ShareViews::prepare_card(const Link& link) {
  if (!link.view.card_shows_content()) return;
  rendering::CardArtifact shown = card_artifact(link, {});
  if (rendering_.cards.is_made(shown)) return;
  rendering_.queue.add(rendering::PdfQueue::Task{link.artifact, std::move(shown)},
                       link.view.account);
}

core::Result<OpenedCard> ShareViews::card(const ShareAddress& address, const Viewer& viewer) {
  const auto link = find(address, viewer, UsedUp::none);
  if (!link) return link.error();
  if (link->version_problem && !link->view.password_hash) return *link->version_problem;
  const core::Template kind = link->view.content_template;
  using Pace = rendering::PdfMaker::Pace;
  const bool shows_content = link->view.card_shows_content();
  if (shows_content) {
    auto card = rendering_.cards.find(card_artifact(*link, network_of(viewer)));
    if (card) return OpenedCard{kind, *std::move(card), OpenedCard::Shows::content};
    prepare_card(*link);
  }
  // Whoever has waited for the other picture does not wait again.
  auto card = rendering_.cards.of_kind(kind, shows_content ? Pace::if_made : Pace::for_viewer);
  return OpenedCard{kind, card ? *std::move(card) : nullptr,
                    shows_content ? OpenedCard::Shows::kind_for_now : OpenedCard::Shows::kind};
}

core::Result<std::variant<PasswordRefusal, Unlocked>> ShareViews::unlock(
    const ShareAddress& address, const Viewer& viewer) {
  using Outcome = std::variant<PasswordRefusal, Unlocked>;
  const auto link = find(address, viewer, UsedUp::none);
  if (!link) return link.error();
  if (!link->view.password_hash) return Outcome(Unlocked{});
  const auto refusal = check_password(viewer, *link);
  if (!refusal) return refusal.error();
  if (*refusal) return Outcome(**refusal);
  return Outcome(Unlocked{prove_unlocked(link->id, *link->view.password_hash, settings_.keys)});
}

core::Result<std::variant<PasswordRefusal, OpenedFile>> ShareViews::open_file(
    const ShareAddress& address, const Viewer& viewer, const FileRequest& request) {
  const auto show = [&](const Link& link) -> core::Result<OpenedFile> {
    const db::SharedView& view = link.view;
    const templates::TemplateDefinition& definition =
        templates::definition_of(view.content_template);
    if (!definition.has_file) return Error{ErrorCode::not_found, "this share link has no file"};
    if (request.is_download && definition.limits_downloads && !view.options.allow_download)
      return Error{ErrorCode::forbidden, "this share link does not allow downloads"};
    if (request.is_counted)
      if (auto refusal = refuse_part(link, viewer)) return *std::move(refusal);
    auto found =
        rendering::find_file(rendering_.renderer, rendering_.pdfs, viewed_artifact(link, viewer),
                             {view.title, view.first_heading});
    if (!found) return found.error();

    const core::FilePart part = request.range.of(found->bytes->size());
    OpenedFile file{*std::move(found), part, std::nullopt};
    if (request.is_counted && !std::holds_alternative<core::UnsatisfiableRange>(part)) {
      auto viewed = count_part(link, viewer);
      if (!viewed) return viewed.error();
      file.viewed = *std::move(viewed);
    }
    file.is_length_known = may_know_length(link, viewer, file.viewed);
    return file;
  };
  return enter<OpenedFile>(find(address, viewer, UsedUp::viewed), viewer, show);
}

core::Result<OpenedDocument> ShareViews::open_document(const DocumentAddress& address,
                                                       const Viewer& viewer) {
  const auto page = opened_page(address.opened, address.artifact, address.version, settings_.keys);
  if (!page) return Error{ErrorCode::not_found, "no resource at this URL"};
  const auto link = find(page->link, address.artifact, address.version, viewer, UsedUp::all);
  if (!link) return link.error();
  if (link->version_problem) return *link->version_problem;
  if (!page->is_open(link->view.now, link->view.password_hash)) return gone();
  if (!templates::definition_of(link->view.content_template).has_document)
    return Error{ErrorCode::not_found, "this share link has no document"};
  auto made = rendering_.renderer.form(viewed_artifact(*link, viewer), rendering::Form::plain_text);
  if (!made) return made.error();
  if (!made->entry || !made->entry->exists) return gone();
  return OpenedDocument{std::move(made->entry), std::move(made->turn)};
}

std::optional<std::string> ShareViews::token_of_page(const DocumentAddress& address,
                                                     const Viewer& viewer) {
  const auto page = opened_page(address.opened, address.artifact, address.version, settings_.keys);
  if (!page) return std::nullopt;
  const auto link = find(page->link, address.artifact, address.version, viewer, UsedUp::all);
  if (!link || !has_viewed(viewer, *link)) return std::nullopt;
  return core::sign_share_token(address.artifact, page->link, settings_.keys.current());
}

core::Result<std::variant<PasswordRefusal, OpenedRows>> ShareViews::open_rows(
    const ShareAddress& address, const Viewer& viewer, const RowsRequest& request) {
  const auto show = [&](const Link& link) -> core::Result<OpenedRows> {
    using rendering::Form;
    if (!templates::definition_of(link.view.content_template).has_form(Form::table_rows))
      return without_rows();
    if (request.is_counted)
      if (auto refusal = refuse_part(link, viewer)) return *std::move(refusal);
    const Form form = request.is_csv ? Form::csv : Form::table_rows;
    auto made = rendering_.renderer.form(viewed_artifact(link, viewer), form);
    if (!made) return made.error();
    if (!made->entry) return gone();
    if (!made->entry->exists) return without_rows();
    OpenedRows opened{link.view, form, std::move(made->entry), std::move(made->turn), std::nullopt};
    if (request.is_counted) {
      auto viewed = count_part(link, viewer);
      if (!viewed) return viewed.error();
      opened.viewed = *std::move(viewed);
    }
    opened.is_length_known = may_know_length(link, viewer, opened.viewed);
    return opened;
  };
  return enter<OpenedRows>(find(address, viewer, UsedUp::viewed), viewer, show);
}

}  // namespace app
