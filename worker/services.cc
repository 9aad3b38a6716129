#include "worker/services.h"

#include <algorithm>
#include <memory>

#include "handlers/routes.h"
#include "rendering/pdf_queue.h"
#include "runtime/process.h"

namespace worker {
namespace {

// A dispatcher with the objects that its routes refer to.
struct Thread {
  explicit Thread(ProcessServices& process)
      : owned(process),
        dispatcher(handlers::routes(process.configuration, owned.use_cases), owned.authenticator,
                   owned.rate_counter,
                   fcgi::DashboardGate(process.configuration.public_base_url, owned.sessions,
                                       owned.rate_counter),
                   fcgi::CrossOrigin(process.configuration.cors_origins,
                                     process.configuration.public_base_url),
                   {.json = process.configuration.max_body_bytes,
                    .files = process.configuration.max_file_bytes},
                   process.page_compression, process.admission, process.host_metrics.own()) {}

  ThreadServices owned;
  fcgi::Dispatcher dispatcher;
};

runtime::AdmissionLimits admission_limits(const core::Configuration& settings) {
  runtime::AdmissionLimits limits;
  limits.places = divide_threads(settings.threads).costly;
  limits.pdf.turns = settings.pdf_processes;
  // Those who fetch a picture wait for seconds only, and it takes much less than a PDF.
  limits.card.turns = settings.pdf_processes;
  return limits;
}

rendering::PdfMaker::Limits pdf_limits(const core::Configuration& settings) {
  return {.command = settings.pdf_command,
          .processor_time = std::chrono::seconds(settings.pdf_seconds)};
}

rendering::PdfMaker::Limits card_limits(const core::Configuration& settings) {
  return {.command = settings.card_command,
          .product = rendering::PdfFiles::Kind::card,
          .processor_time = std::chrono::seconds(5),
          // Chats do not wait longer for a picture.
          .time = std::chrono::seconds(2),
          .time_in_advance = std::chrono::seconds(30)};
}

// How long a conversion may go on once the process is told to stop.
constexpr std::chrono::seconds kConversionAtStop{2};
// The cache of rendered content is this many times as large as that of compressed pages.
constexpr std::size_t kCacheToCompressedPages = 8;
// For about a thousand links, more than one process is asked for in a second.
constexpr std::size_t kRecentLinksBytes = std::size_t{1024} * 1024;
// How often PDFs are removed that were not used for long, of which a version was erased or whose
// artifact was removed: by another host or a program of the operator.
constexpr std::chrono::minutes kPdfRemovalInterval{30};

// Runs the queue in its thread, over a connection of its own.
rendering::PdfQueue::Work pdf_work(ProcessServices& process) {
  const auto preparation = std::make_shared<rendering::PdfPreparation>(
      process.connector,
      rendering::PdfPreparation::Makers{process.pdf_cache, process.pdf_maker, process.card_maker},
      rendering::ArtifactRenderer::Caches{process.render_cache, process.form_cache},
      process.rendering_limit, process.admission, process.host_metrics.own(),
      process.configuration.installation);
  return
      [preparation](const rendering::PdfQueue::Task& task) { return preparation->prepare(task); };
}

void remove_pdfs(ProcessServices& process) {
  process.pdf_files.remove_old();
  try {
    db::Postgres postgres(process.connector, process.host_metrics.own());
    for (const db::LastErasure& erasure : db::VersionStore(postgres).last_erasures())
      process.pdf_files.remove_of(erasure.artifact, erasure.at);
    process.pdf_files.remove_of(db::removed_among(postgres, process.pdf_files.artifacts()));
  } catch (const std::exception& exception) {
    runtime::log_event(core::LogLevel::warning, "pdf_removal_postponed", exception.what());
  }
}

// At least one thread is left to the others.
unsigned quarter(unsigned threads) { return threads < 2 ? 0 : std::max(1U, threads / 4); }

}  // namespace

std::shared_ptr<fcgi::Dispatcher> Application::make_dispatcher() {
  const auto thread = std::make_shared<Thread>(process_);
  return {thread, &thread->dispatcher};
}

std::string Application::why_not_ready() {
  ThreadServices services(process_);
  return services.use_cases.service_status.readiness().problem;
}

ProcessServices::~ProcessServices() {
  pdf_queue.stop();
  pdf_maker.stop();
  card_maker.stop();
}

void ProcessServices::begin_stop() {
  pdf_queue.stop();
  pdf_maker.stop(kConversionAtStop);
  card_maker.stop(kConversionAtStop);
}

ProcessServices::ProcessServices(const core::Configuration& settings)
    : configuration(settings),
      host_metrics(settings.metrics_folder, handlers::metric_routes(settings)),
      connector(
          settings.database_url,
          {.statement = std::chrono::milliseconds(settings.database_timeout_milliseconds),
           // Less, so that waiting for another transaction is told from work that takes long.
           .lock = std::chrono::milliseconds(settings.database_timeout_milliseconds) * 3 / 4}),
      key_cache(connector, host_metrics.own()),
      local_rate_counts(host_metrics.own()),
      database_space({.database_bytes = settings.max_database_bytes,
                      .folder = settings.database_folder,
                      .free_bytes = settings.min_free_disk_bytes}),
      admission(admission_limits(settings)),
      render_cache(settings.render_cache_bytes),
      form_cache(settings.render_cache_bytes),
      recent_links(kRecentLinksBytes),
      rendering_limit(std::chrono::milliseconds(settings.render_milliseconds)),
      page_compression(settings.render_cache_bytes / kCacheToCompressedPages),
      pdf_cache(settings.pdf_cache_bytes),
      pdf_files(settings.pdf_cache_folder, settings.pdf_cache_disk_bytes),
      pdf_maker(pdf_limits(settings), admission, pdf_files, host_metrics.own()),
      card_maker(card_limits(settings), admission, pdf_files, host_metrics.own()),
      passwords(admission),
      client_documents(configuration, admission),
      pdf_queue([this] { return pdf_work(*this); }),
      pdf_removal(kPdfRemovalInterval, [this] { remove_pdfs(*this); }) {
  core::Metrics& metrics = host_metrics.own();
  metrics.set(core::Gauge::worker_processes, 1);
  metrics.set(core::Gauge::worker_threads, settings.threads);
}

ThreadServices::ThreadServices(ProcessServices& process)
    : postgres(process.connector, process.host_metrics.own()),
      redis(process.configuration.redis,
            std::chrono::milliseconds(process.configuration.redis_timeout_milliseconds),
            process.host_metrics.own()),
      accounts(postgres),
      api_keys(postgres),
      artifacts(postgres, process.configuration.storage_limits),
      versions(postgres),
      matching(postgres),
      shares(postgres, process.configuration.max_links_per_artifact),
      share_views(postgres),
      uploads(postgres),
      contents(postgres),
      views(postgres, redis, process.host_metrics.own(), &rate_counter),
      authenticator(process.key_cache, postgres),
      rate_counter(redis, process.local_rate_counts, process.configuration.client_networks,
                   process.configuration.network_limits.views_per_minute),
      attempts(redis, process.local_attempts,
               {.networks = process.configuration.client_networks,
                .per_network = process.configuration.network_limits.wrong_passwords,
                .sign_ups = process.configuration.network_limits.sign_ups}),
      users(postgres),
      members(postgres),
      second_factors(postgres),
      senders(postgres),
      sessions(postgres, {.idle = std::chrono::minutes(process.configuration.session_idle_minutes),
                          .absolute = std::chrono::hours(24) * process.configuration.session_days}),
      audit_log(postgres),
      oauth_clients(postgres, process.configuration.oauth_redirect_schemes),
      grants(postgres),
      device_codes(postgres),
      renderer(contents, {.pages = process.render_cache, .forms = process.form_cache},
               process.rendering_limit, process.admission, process.host_metrics.own()),
      pdfs(contents, process.pdf_cache, process.pdf_maker, process.rendering_limit,
           process.admission, process.host_metrics.own()),
      cards(renderer, pdfs, process.card_maker, process.configuration.installation),
      use_cases{
          .request_admission =
              app::RequestAdmission(process.database_space, postgres, process.admission),
          .artifacts = app::Artifacts(
              artifacts, versions, use_cases.request_admission,
              app::ArtifactSearch(postgres, process.admission),
              app::PreparedPdfs(process.pdf_queue, process.pdf_files, postgres),
              app::RewriteBudget(rate_counter, postgres, process.configuration.storage_limits),
              process.configuration.signing_keys, process.configuration.never_expiring_links,
              process.configuration.html),
          .artifact_versions = app::ArtifactVersions(
              {postgres, artifacts, versions}, use_cases.artifacts, use_cases.request_admission,
              app::PreparedPdfs(process.pdf_queue, process.pdf_files, postgres),
              process.configuration.signing_keys),
          .artifact_edits =
              app::ArtifactEdits(artifacts, use_cases.artifacts, use_cases.request_admission,
                                 process.configuration.largest_body_bytes()),
          .artifact_previews =
              app::ArtifactPreviews(artifacts, {renderer, pdfs},
                                    {.remote_images = process.configuration.remote_images,
                                     .public_base_url = process.configuration.public_base_url}),
          .bulk_changes = app::BulkChanges(
              artifacts, use_cases.artifacts, app::ArtifactSearch(postgres, process.admission),
              matching, app::PreparedPdfs(process.pdf_queue, process.pdf_files, postgres),
              process.configuration.signing_keys),
          .idempotency = app::Idempotency(postgres, process.configuration.signing_keys),
          .share_link_lists = app::ShareLinkLists({postgres, artifacts, shares, views},
                                                  process.configuration.signing_keys,
                                                  process.configuration.public_base_url),
          .share_links = app::ShareLinks(
              {postgres, artifacts, shares, versions, views, senders}, use_cases.request_admission,
              use_cases.share_link_lists,
              app::PreparedPdfs(process.pdf_queue, process.pdf_files, postgres), process.passwords,
              process.configuration.signing_keys, process.configuration.public_base_url,
              process.configuration.never_expiring_links, process.configuration.html),
          .artifact_upserts = app::ArtifactUpserts(postgres, artifacts, use_cases.request_admission,
                                                   use_cases.artifacts, use_cases.share_links),
          .uploads = app::Uploads({postgres, artifacts, uploads}, use_cases.artifact_upserts,
                                  process.configuration.public_base_url),
          .share_views = app::ShareViews(
              {share_views, versions, views, attempts, senders, process.recent_links},
              {renderer, pdfs, cards, process.pdf_queue, process.admission}, process.passwords,
              process.host_metrics.own(),
              {process.configuration.signing_keys, process.configuration.client_networks,
               process.configuration.remote_images, process.configuration.public_base_url}),
          .service_status =
              app::ServiceStatus({postgres, redis}, process.database_space, process.host_metrics,
                                 process.configuration.backup_folder),
          .account_overview = app::AccountOverview({accounts, rate_counter, postgres, redis},
                                                   process.configuration.storage_limits),
          .api_keys = app::ApiKeys({accounts, api_keys, postgres, redis},
                                   process.configuration.public_base_url),
          .audit_trail = app::AuditTrail(audit_log, process.configuration.signing_keys),
          .members = app::Members(members, &attempts, process.configuration.public_base_url),
          .profile = app::Profile({postgres, users, sessions, attempts, audit_log},
                                  process.passwords, process.configuration.signing_keys),
          .publishing_settings = app::PublishingSettings(accounts),
          .second_factors =
              app::SecondFactors({postgres, users, second_factors, sessions, attempts},
                                 process.passwords, process.configuration.signing_keys),
          .senders = app::Senders(senders, process.configuration.installation.name),
          .sign_in = app::SignIn({postgres, users, second_factors, sessions, attempts, audit_log},
                                 process.passwords, process.configuration.signing_keys,
                                 process.configuration.client_networks),
          .sign_up =
              app::SignUp(accounts, attempts, process.passwords,
                          process.configuration.client_networks, process.configuration.sign_up),
          .client_directory =
              app::ClientDirectory(oauth_clients, attempts, process.client_documents,
                                   process.configuration.oauth_redirect_schemes),
          .authorization = app::Authorization({use_cases.client_directory, oauth_clients, grants},
                                              process.configuration.public_base_url,
                                              process.configuration.oauth_redirect_schemes),
          .token_exchange = app::TokenExchange({postgres, redis, grants, device_codes, attempts},
                                               process.configuration.public_base_url),
          .device_sign_in = app::DeviceSignIn({postgres, grants, device_codes, attempts},
                                              process.configuration.public_base_url),
          .connected_apps = app::ConnectedApps({grants, postgres, redis})} {}

ThreadDivision divide_threads(unsigned threads) {
  const unsigned api_only = quarter(threads);
  const unsigned rest = threads - api_only;
  return {.all = threads, .api_only = api_only, .costly = rest - quarter(rest)};
}

}  // namespace worker
