#include "base/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

TEST(Base64, AgreesWithTheVectorsOfRfc4648) {
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, RefusesWhatIsNotCanonical) {
  for (const char* text : {"Zg", "Zg=", "Zh==", "Zm9=", "=m8=", "Z===", "Zm 8", "Zg==Zg==", "Zm9v\n", "Zm-_"}) {
    EXPECT_FALSE(decode_base64(text)) << text;
  }
}

RC_GTEST_PROP(Base64, DecodingUndoesEncoding, (const std::string& bytes)) {
  RC_ASSERT(decode_base64(encode_base64(bytes)) == bytes);
}

}  // namespace
}  // namespace httparity
