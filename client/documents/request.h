// RequestBody: the body of a request.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "client/documents/document.h"
#include "client/documents/recognition.h"

namespace client {

struct RequestBody {
  std::string media_type;
  std::string bytes;
};

// ArtifactRequest: builds the body of a request that creates or changes an artifact, from fields
// and a document.
class ArtifactRequest {
 public:
  struct Field {
    std::string name;
    std::string text;
    bool is_json = false;
  };

  // A string field.
  void add(std::string name, std::string text) {
    fields_.push_back({std::move(name), std::move(text), false});
  }
  // A field of any other type, as JSON.
  void add_json(std::string name, std::string text) {
    fields_.push_back({std::move(name), std::move(text), true});
  }
  void add(const std::vector<Field>& fields) {
    fields_.insert(fields_.end(), fields.begin(), fields.end());
  }
  // A field that is an object of such fields.
  void add_object(std::string name, const std::vector<Field>& fields);

  // The body with the document as the content: JSON, or a form with a file if the document is
  // large, as the service accepts larger files than JSON.
  RequestBody with(const Document& document, Format format) const;
  RequestBody without_document() const;

 private:
  std::vector<Field> fields_;
};

}  // namespace client
