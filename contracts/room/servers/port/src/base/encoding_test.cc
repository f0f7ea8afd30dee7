#include "base/encoding.h"

#include <gtest/gtest.h>

namespace room {
namespace {

TEST(Base64, ReadsBackWhatItWrote) {
  for (const std::string& bytes : {std::string(), std::string("a"), std::string("ab"), std::string("\xff\0\x3e", 3)}) {
    EXPECT_EQ(from_base64(base64(bytes)), bytes);
    EXPECT_EQ(from_base64url(base64url(bytes)), bytes);
  }
}

TEST(Base64, RefusesWhatNobodyWrites) {
  for (const char* text : {"a", "YQ", "YR==", "Y Q=", "YQ==\n", "-_8="}) EXPECT_FALSE(from_base64(text)) << text;
}

TEST(FormDecode, PlusIsASpaceAndABadEscapeIsRefused) {
  EXPECT_EQ(form_decode("a+b%2Bc"), "a b+c");
  EXPECT_FALSE(form_decode("100%"));
  EXPECT_FALSE(form_decode("%zz"));
}

TEST(PathDecode, KeepsWhatIsNoEscape) {
  EXPECT_EQ(path_decode("/%72obots+%zz%"), "/robots+%zz%");
}

TEST(FormEncode, EscapesWhatRubyEscapes) {
  EXPECT_EQ(form_encode("a b*~\xc3\xbc/="), "a+b*%7E%C3%BC%2F%3D");
}

}  // namespace
}  // namespace room
