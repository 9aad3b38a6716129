#include <gtest/gtest.h>

#include "core/text/encodings.h"

namespace core {
namespace {

TEST(EncodedFile, IsDecodedHoweverProgramsWriteIt) {
  for (const char* const text : {
           "Pz8/Pz4+",
           "Pz8_Pz4-",
           " Pz8/\r\n\tPz4+ \f\v",
           "data:application/pdf;base64,Pz8/Pz4+",
           "\n data:application/octet-stream;base64,Pz8_Pz4-",
           "DATA:;name=a.pdf;BASE64, Pz8/ Pz4+",
       })
    EXPECT_EQ(decode_file(text), std::string(4, '?') + ">>") << text;
  for (const char* const text : {"JVBERi0=", "JVBERi0", "JVBE Ri0 ="})
    EXPECT_EQ(decode_file(text), "%PDF-") << text;
  EXPECT_EQ(decode_file("QQ=="), "A");
  EXPECT_EQ(decode_file("QQ"), "A");
  EXPECT_EQ(decode_file(""), "");
}

TEST(EncodedFile, IsRefusedIfItIsNotBase64) {
  for (const char* const text : {"JVB!", "Q", "QQ===", "QR==", "data:application/pdf,JVBERi0=",
                                 "data:application/pdf;base64"})
    EXPECT_EQ(decode_file(text), std::nullopt) << text;
}

}  // namespace
}  // namespace core
