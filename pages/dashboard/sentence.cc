#include "pages/dashboard/sentence.h"

namespace pages::dashboard {

std::string sentence(std::string_view message) {
  std::string text(message);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (!text.ends_with('.')) text += '.';
  return text;
}

}  // namespace pages::dashboard
