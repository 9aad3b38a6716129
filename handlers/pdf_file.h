// The file of a pdf artifact.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/public_id.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/content_disposition.h"
#include "handlers/pdf_cache.h"
#include "handlers/services.h"

namespace handlers {

// Of a pdf artifact, what its file depends on.
struct PdfArtifact {
  core::ArtifactId id;
  std::int64_t version = 0;
  std::optional<std::string> title;
  core::AccountId account;  // whose it is
};

// Its PDF. Errors: not_found if the content has none (it is the address of one elsewhere, or holds
// nothing that the template knows), gone if the artifact has been removed meanwhile, and what
// PdfMaker says where the PDF is to be made.
core::Result<std::shared_ptr<const Pdf>> find_pdf(Services& services, const PdfArtifact& artifact);

// The file, or the range of it that the request asks for; by its own name, or else the title.
fcgi::Response pdf_response(const fcgi::Request& request, const Pdf& pdf,
                            const std::optional<std::string>& title, Disposition disposition);

}  // namespace handlers
