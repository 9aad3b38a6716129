// Local files that a document names by relative paths. Pages load none, so they become a part of
// the document, as `data:` URLs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/documents/document.h"

namespace client {

// Called with a sentence for the user.
using Report = std::function<void(const std::string&)>;

bool is_relative_address(std::string_view address);

// A file, or why it is left out, which continues a sentence about it.

struct LocatedFile {
  std::filesystem::path path;
  std::string problem;  // empty if there is none
};

// Where an address in a document of `folder` leads, through symbolic links: to one of these folders
// or below, as a document from another author could name any file.
LocatedFile locate(const std::filesystem::path& folder, std::string_view address,
                   const std::vector<std::filesystem::path>& allowed,
                   std::string_view problem_outside);

struct LocalFile {
  std::string bytes;
  std::string problem;
};

LocalFile read_local_file(const std::filesystem::path& file);

std::string data_url(std::string_view media_type, std::string_view bytes);

// A web page with each script, stylesheet, picture, font and recording that it or one of its
// stylesheets names. Only files in the page's folder and below, and of known types. `report` is
// called with the number of files, and with the reason for each that is left out.
Document with_local_files(const Document& page, const Report& report);

}  // namespace client
