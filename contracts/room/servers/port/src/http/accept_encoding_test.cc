#include "http/accept_encoding.h"

#include <gtest/gtest.h>

namespace room {
namespace {

TEST(ChooseCoding, TakesGzipWhereItIsWelcome) {
  for (const char* field :
       {"gzip", "br, gzip", "*", "gzip;q=0.5", "gzip ; q=1", "gzip;q=abc", "gzip;level=1;q=0", ",gzip"}) {
    EXPECT_EQ(choose_coding(field), Coding::kGzip) << field;
  }
}

TEST(ChooseCoding, FallsBackToIdentity) {
  for (const char* field : {"", "identity", "gzip;q=0", "GZIP", "gzip;q=0.5, identity;q=0.6", "br"}) {
    EXPECT_EQ(choose_coding(field), Coding::kIdentity) << field;
  }
}

TEST(ChooseCoding, IsNoneWhereBothAreRefused) {
  for (const char* field : {"identity;q=0", "*;q=0", "gzip;q=0, identity;q=0.0"}) {
    EXPECT_EQ(choose_coding(field), Coding::kNone) << field;
  }
}

TEST(ChooseCoding, ReadsSixteenCodingsAndNoMore) {
  const std::string fifteen = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,";
  EXPECT_EQ(choose_coding(fifteen + "gzip"), Coding::kGzip);
  EXPECT_EQ(choose_coding(fifteen + "p,gzip"), Coding::kIdentity);
  EXPECT_EQ(choose_coding("gzip," + fifteen + "gzip;q=0"), Coding::kGzip);
}

}  // namespace
}  // namespace room
