// ShareViews: what viewers do with a share link: open it, enter its password, fetch its file.
//
// Each function checks, in this order: the token's signature, before the database is queried; the
// state of the link; its password. Any token that is not genuine is not_found. A link that has
// expired, was revoked or has used up its views is gone; one that the operator disabled is
// disabled; a version that was erased is version_erased, and one that the link does not show is
// not_found.
//
// A view is counted once the content is ready, so a failure uses up none. Chat applications and
// mail scanners open every link they see, so a link with a view limit first shows a cover page
// without the content until the viewer asks for it. Viewers who entered a password, and programs
// that request the content itself, get no cover page. Known previewers get it, also in place of a
// form that only the address names; they are counted, but not as views.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/viewer.h"
#include "core/artifact.h"
#include "core/client_network.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/security/signing_keys.h"
#include "core/share_link.h"
#include "core/text/http_values.h"
#include "db/sender_store.h"
#include "db/share_view_store.h"
#include "db/version_store.h"
#include "rendering/artifact_cards.h"
#include "rendering/artifact_files.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"
#include "runtime/revision_cache.h"
#include "templates/rendered_content.h"

namespace core {
class Metrics;
}
namespace db {
class AttemptCounter;
class ViewCounter;
}  // namespace db
namespace rendering {
class ArtifactPdfs;
class ArtifactRenderer;
class PdfQueue;
}  // namespace rendering
namespace runtime {
class Admission;
class PasswordChecker;
}  // namespace runtime

namespace app {

// The parameters of a share link's URL, not verified yet.
struct ShareAddress {
  core::ArtifactId artifact;
  std::string token;
  std::optional<std::string> version = {};  // one of those that the link shows
};

// Why a link does not open. A viewer may try another password after `wait`.
struct PasswordRefusal {
  enum class Reason { required, incorrect, too_many_attempts };
  Reason reason = Reason::required;
  std::chrono::seconds wait{0};
  core::Template content_template = core::Template::markdown;
  std::optional<core::Sender> sender = {};  // as in db::SharedView
};

enum class Opening {
  peek,       // as `open`, but never counted (HEAD)
  open,       // the cover page, where there is one
  confirmed,  // the viewer has asked for the content on the cover page
  update,  // as `open`, for a page of the link that is open and was counted: a page is not counted
           // again, unless the link has a view limit
};

struct Cover {
  db::SharedView link;
};

struct OpenedArtifact {
  core::ArtifactId artifact;
  db::SharedView link;
  // Never null.
  struct Text {
    rendering::Form form;
    rendering::FormCache::Entry entry;
  };
  std::variant<rendering::RenderCache::Entry, Text> content;
  std::string entity_tag;            // to be sent as a weak one; empty if the link has a view limit
  std::shared_ptr<const void> turn;  // keep until the response is written; may be null
  std::optional<Proof> viewed;       // for the page's file, rows, updates and history
  std::string opened = {};           // the proof for the page's document; empty if it has none
};

// The content has more bytes than the caller accepts. No view was counted.
struct TooLarge {};

// The caller has the content already. No view was counted.
struct Unchanged {
  std::string entity_tag;
};

using OpenedLink = std::variant<PasswordRefusal, Cover, OpenedArtifact, TooLarge, Unchanged>;

// The same in a form for programs that show no page.
struct OpenedText {
  db::SharedView link;
  rendering::FormCache::Entry content;  // never null
  std::shared_ptr<const void> turn;     // to be kept until the answer is written; may be null
  Proof viewed;                         // for reading further parts
};

// The link has no password, or the viewer has entered it. Without a proof: it has none.
struct Unlocked {
  std::optional<Proof> proof;
};

struct FileRequest {
  bool is_counted = true;  // false for a request of the headers alone (HEAD)
  bool is_download = false;
  core::RangeRequest range = {};
};

struct OpenedFile {
  rendering::ArtifactFile file;
  core::FilePart part;
  std::optional<Proof> viewed;  // if this request counted as a view
  bool is_length_known = true;  // false: only a view may reveal it, and this request is none
};

// The address of a page's document, not verified yet.
struct DocumentAddress {
  core::ArtifactId artifact;
  std::string opened;  // the proof that its page was opened
  std::optional<std::string> version = {};
};

struct OpenedDocument {
  rendering::FormCache::Entry html;  // never null
  std::shared_ptr<const void> turn;  // to be kept until the answer is written; may be null
};

struct RowsRequest {
  bool is_counted = true;  // as of a file
  bool is_csv = false;     // for a spreadsheet; otherwise for the page's script
};

// All rows of a table.
struct OpenedRows {
  db::SharedView link;
  rendering::Form form;
  rendering::FormCache::Entry rows;  // never null
  std::shared_ptr<const void> turn;  // to be kept until the answer is written; may be null
  std::optional<Proof> viewed;       // if this request counted as a view
  bool is_length_known = true;       // as of a file
};

// The state of a link, for its pages that are open.
struct LinkState {
  core::VersionNumber version;
  core::Timestamp updated_at;  // when that version was made
  std::optional<core::Timestamp> expires_at;
  core::LiveUpdates live = core::LiveUpdates::offer;
  bool uses_view = false;  // whether showing the version counts as another view
};

struct RecentLink {
  db::SharedView view;

  std::size_t bytes() const;
};

// RecentLinks: the links whose state was asked for in this second of the steady clock, which is the
// revision of an entry. A page that many people have open costs one query a second. Thread-safe.
class RecentLinks : public runtime::RevisionCache<RecentLink, core::ShareId> {
 public:
  explicit RecentLinks(std::size_t maximum_bytes)
      : RevisionCache(maximum_bytes, maximum_bytes / 2) {}
};

// Versions of an artifact, newest first.
struct OpenedHistory {
  db::SharedView link;
  db::VersionPage page;
  std::vector<std::string> changes;  // of each version, in words
  std::optional<Proof> viewed;       // if this request counted as a view
};

// The changes that a version has made.
struct OpenedChanges {
  db::SharedView link;                      // of that version
  std::optional<core::VersionNumber> from;  // the version before it, if that is still there
  templates::RenderedContent content;       // says what differs; empty without that version
  std::optional<Proof> viewed;              // if this request counted as a view
};

// The picture of a link for link previews.
struct OpenedCard {
  core::Template content_template;
  rendering::ArtifactCards::Card picture;  // null if it cannot be drawn now
  // The content; only what kind of artifact it is, as nothing of the content may be shown; or that
  // in place of the content, which could not be drawn in time.
  enum class Shows : std::uint8_t { content, kind, kind_for_now };
  Shows shows = Shows::kind;
};

// The forms that a viewer accepts, in order of preference: forms of the content for programs, or
// the page, which is no form.
struct WantedForms {
  std::vector<std::optional<rendering::Form>> forms;
  bool are_in_address = false;  // which programs that open every address open too
};

// The responses that the caller has already, and what they depend on besides the link and the form.
struct Known {
  std::optional<core::EntityTags> entity_tags = {};
  std::string variant = {};
};

class ShareViews {
 public:
  struct Stores {
    db::ShareViewStore& links;
    db::VersionStore& versions;
    db::ViewCounter& views;
    db::AttemptCounter& attempts;
    db::SenderStore& senders;
    RecentLinks& recent;
  };
  struct Rendering {
    rendering::ArtifactRenderer& renderer;
    rendering::ArtifactPdfs& pdfs;
    rendering::ArtifactCards& cards;
    rendering::PdfQueue& queue;
    runtime::Admission& admission;
  };
  struct Settings {
    const core::SigningKeys& keys;
    core::NetworkPrefixes client_networks;
    core::RemoteImages remote_images;
    const std::string& public_base_url;
  };
  ShareViews(const Stores& stores, const Rendering& rendering, runtime::PasswordChecker& passwords,
             core::Metrics& metrics, const Settings& settings)
      : stores_(stores),
        rendering_(rendering),
        passwords_(passwords),
        metrics_(metrics),
        settings_(settings) {}

  // Who shares, for viewers of a link that does not open any more. Nothing for a token that is not
  // genuine, and for a link that was removed or is disabled.
  std::optional<core::Sender> sender_of(const ShareAddress& address);

  // For the owner of the artifact: why the link does not open, as "it was revoked"; nothing if it
  // opens, though perhaps with a password only. Counts no view.
  std::optional<std::string_view> problem_of(const ShareAddress& address);

  // The link's content in the first of the wanted forms that it has, if that has at most `bytes`
  // and is not known. A link with a view limit is never known, as each response is a view. Errors:
  // not_acceptable if it has none of them; unavailable if the service is too busy.
  core::Result<OpenedLink> open(const ShareAddress& address, const Viewer& viewer, Opening opening,
                                const WantedForms& wanted, const Known& known,
                                std::optional<std::size_t> bytes = std::nullopt);

  // The link's content in this form, or nothing: there is neither cover nor page. Counted like
  // every view, except with the proof of one. Errors: invalid_request if the content has no such
  // form; unavailable.
  core::Result<std::variant<PasswordRefusal, OpenedText>> read(const ShareAddress& address,
                                                               const Viewer& viewer,
                                                               rendering::Form form);

  // The versions that a link shows besides the latest or its own, from `below` on. Counts no view.
  // Errors: not_found for a link that shows no history.
  core::Result<std::variant<PasswordRefusal, OpenedHistory>> history(
      const ShareAddress& address, const Viewer& viewer, std::optional<core::VersionNumber> below);
  // The changes of the version in the address. Errors: likewise; unavailable.
  core::Result<std::variant<PasswordRefusal, OpenedChanges>> changes(const ShareAddress& address,
                                                                     const Viewer& viewer);

  // The newest version that the link's viewers may know of, for the pages of it that are open.
  // Reads no content and counts no view. What it says of a link that opens may be a second old.
  core::Result<std::variant<PasswordRefusal, LinkState>> state(const ShareAddress& address,
                                                               const Viewer& viewer);

  // The picture that link previews show. Needs no password, and counts no view.
  core::Result<OpenedCard> card(const ShareAddress& address, const Viewer& viewer);

  // Checks viewer.password; an empty one is incorrect. Errors: unavailable, likewise;
  // invalid_request for a password in a wrong encoding, which is not counted as an attempt.
  core::Result<std::variant<PasswordRefusal, Unlocked>> unlock(const ShareAddress& address,
                                                               const Viewer& viewer);

  // The file of the artifact. If the link has a view limit, a request without a view's proof
  // counts as a view, unless its range cannot be satisfied; with the proof, the file is served
  // after the last view too. Errors: not_found if there is no file; forbidden for a download that
  // the link does not allow, and for previewers; those of rendering::find_file().
  core::Result<std::variant<PasswordRefusal, OpenedFile>> open_file(const ShareAddress& address,
                                                                    const Viewer& viewer,
                                                                    const FileRequest& request);

  // The document of a page that was opened, without the viewer's proofs. Errors: not_found if the
  // proof is not genuine or there is no document; gone if it has ended; unavailable.
  core::Result<OpenedDocument> open_document(const DocumentAddress& address, const Viewer& viewer);
  // A token of the link whose page has this document, for a viewer who has the proof of a view of
  // it.
  std::optional<std::string> token_of_page(const DocumentAddress& address, const Viewer& viewer);

  // All rows of a table artifact. Counted as open_file() counts. Errors: not_found if it is no
  // table; forbidden for previewers, likewise; unavailable.
  core::Result<std::variant<PasswordRefusal, OpenedRows>> open_rows(const ShareAddress& address,
                                                                    const Viewer& viewer,
                                                                    const RowsRequest& request);

 private:
  struct Link {
    core::ShareId id;
    core::ArtifactId artifact;
    db::SharedView view;
    std::optional<core::Error> version_problem;  // told by check_access()
  };
  // Which links whose views are used up are found.
  enum class UsedUp : std::uint8_t {
    none,
    viewed,  // for a viewer who has the proof of a view
    all
  };
  core::Result<Link> find(const ShareAddress& address, const Viewer& viewer, UsedUp used_up);
  core::Result<Link> find(const core::ShareId& id, const core::ArtifactId& artifact,
                          const std::optional<std::string>& version, const Viewer& viewer,
                          UsedUp used_up);
  // The same, but none whose views are used up, as it was at some time in this second.
  core::Result<Link> find_recent(const ShareAddress& address, const Viewer& viewer);
  std::string network_of(const Viewer& viewer) const;
  bool has_viewed(const Viewer& viewer, const Link& link) const;
  bool may_know_length(const Link& link, const Viewer& viewer,
                       const std::optional<Proof>& viewed) const;
  std::optional<Proof> count_first_view(const Link& link, const Viewer& viewer);
  rendering::ViewedArtifact viewed_artifact(const Link& link, const Viewer& viewer) const;
  // For the viewers of link previews, whose network is empty where nobody waits.
  rendering::CardArtifact card_artifact(const Link& link, const std::string& network);
  // Begins to draw the picture that a previewer who gets the page fetches next.
  void prepare_card(const Link& link);

  // Calls `show` with the link, once it is found and its password was checked.
  template <typename Shown, typename Show>
  core::Result<std::variant<PasswordRefusal, Shown>> enter(const core::Result<Link>& link,
                                                           const Viewer& viewer, const Show& show);

  // Returns nothing if access is granted.
  using PasswordCheck = core::Result<std::optional<PasswordRefusal>>;
  PasswordCheck check_access(const Viewer& viewer, const Link& link);
  PasswordCheck check_password(const Viewer& viewer, const Link& link);
  // Errors: unavailable.
  core::Result<bool> matches_one(const std::vector<std::string>& passwords, std::string_view hash,
                                 const std::string& network);

  // The page, or the form; nothing if the content has no such form.
  core::Result<std::optional<OpenedArtifact>> content_of(const Link& link, const Viewer& viewer,
                                                         std::optional<rendering::Form> form);
  core::Result<OpenedLink> give(const ShareAddress& address, const Link& link, const Viewer& viewer,
                                OpenedArtifact opened, Opening opening);
  // Why a previewer does not get a part that would count as a view; before anything is made of it.
  std::optional<core::Error> refuse_part(const Link& link, const Viewer& viewer) const;
  // Counts a request for a part of what the page shows as a view of its own, if the link has a view
  // limit and the viewer no proof of a view. Returns the proof for the requests that follow.
  core::Result<std::optional<Proof>> count_part(const Link& link, const Viewer& viewer);
  // False if another viewer has used the last view.
  bool count_view(const Link& link, core::Opener opener);

  Stores stores_;
  Rendering rendering_;
  runtime::PasswordChecker& passwords_;
  core::Metrics& metrics_;
  Settings settings_;
};

}  // namespace app
