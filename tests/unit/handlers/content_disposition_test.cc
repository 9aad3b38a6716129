#include <gtest/gtest.h>

#include "handlers/file_response.h"

namespace handlers {
namespace {

TEST(ContentDisposition, KeepsAnAsciiName) {
  EXPECT_EQ(content_disposition(Disposition::shown_inline, "a b.pdf"),
            "inline; filename=\"a b.pdf\"");
  EXPECT_EQ(content_disposition(Disposition::attachment, "a.pdf"),
            "attachment; filename=\"a.pdf\"");
}

TEST(ContentDisposition, EncodesOtherNamesInBothForms) {
  EXPECT_EQ(content_disposition(Disposition::attachment, "Ü (1)😀.pdf"),
            "attachment; filename=\"_ (1)_.pdf\"; "
            "filename*=UTF-8''%C3%9C%20%281%29%F0%9F%98%80.pdf");
}

}  // namespace
}  // namespace handlers
