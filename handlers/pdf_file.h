// The file of a pdf artifact.
#pragma once

#include <memory>

#include "core/result.h"
#include "handlers/pdf_cache.h"
#include "handlers/services.h"
#include "handlers/share_access.h"

namespace handlers {

// The PDF behind a link. Errors: not_found if the content has none (it is the address of one
// elsewhere, or holds nothing that the template knows), gone if the artifact has been removed
// meanwhile, and what PdfMaker says where the PDF is to be made.
core::Result<std::shared_ptr<const Pdf>> find_pdf(Services& services, const OpenLink& link);

}  // namespace handlers
