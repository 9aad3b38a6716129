// FormFieldReader: the FieldReader of an HTML form. An empty field and an unchecked checkbox count
// as absent; line breaks in texts become newlines.
#pragma once

#include <string>
#include <string_view>

#include "core/encodings/form.h"
#include "core/input/field_reader.h"

namespace core {

class FormFieldReader : public FieldReader {
 public:
  explicit FormFieldReader(const FormFields& fields) : fields_(fields) {}

  bool is_given(std::string_view name) const override { return fields_.contains(name); }
  bool has_value(std::string_view name) const override { return word(name).has_value(); }
  std::optional<bool> boolean(std::string_view name) override;
  std::optional<std::string> object(std::string_view name, ErrorCode wrong_type) override;

 protected:
  std::optional<std::string> string(std::string_view name) override;
  std::optional<std::string> number(std::string_view name) override { return word(name); }
  std::optional<std::string> word(std::string_view name) const override;

 private:
  const FormFields& fields_;
};

}  // namespace core
