#include "contract/read_contract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/file.h"

namespace httparity {
namespace {

const std::string kCorpus = HTTPARITY_SOURCE_DIR "/corpus/contracts/";

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (path.ends_with(ending)) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string joined(const std::vector<Error>& errors) {
  std::string text;
  for (const Error& error : errors) text += error.what + "\n";
  return text;
}

/// What the comments `// error LINE: ...` on top of the file at `path` promise.
std::string promised(const std::string& path) {
  const std::string text = *read_file(path, 1 << 20);
  constexpr std::string_view kMark = "// error ";
  constexpr std::string_view kFolder = "FOLDER/";
  std::string errors;
  for (std::size_t begin = 0; text.compare(begin, kMark.size(), kMark) == 0;) {
    const std::size_t end = text.find('\n', begin);
    std::string line = text.substr(begin + kMark.size(), end - begin - kMark.size());
    if (const std::size_t folder = line.find(kFolder); folder != std::string::npos) {
      line.replace(folder, kFolder.size(), folder_of(path));
    }
    errors += path + ":" + line + "\n";
    begin = end + 1;
  }
  return errors;
}

TEST(ReadContractTest, EveryGoodFileOfTheCorpusIsRead) {
  for (const std::string& path : files_in(kCorpus + "good", ".json")) {
    EXPECT_EQ(joined(read_contract(path).errors), "") << path;
  }
}

TEST(ReadContractTest, EveryBadFileOfTheCorpusGivesExactlyTheErrorsThatItPromises) {
  const auto files = files_in(kCorpus + "bad", ".json");
  EXPECT_GT(files.size(), 60U);
  for (const std::string& path : files) {
    const ContractReading reading = read_contract(path);
    EXPECT_FALSE(reading.contract) << path;
    EXPECT_EQ(joined(reading.errors), promised(path));
  }
}

TEST(ReadContractTest, EveryContractOfTheSuitesIsRead) {
  const auto files = files_in(HTTPARITY_SOURCE_DIR "/contracts", "contract.json");
  EXPECT_FALSE(files.empty());
  for (const std::string& path : files) EXPECT_EQ(joined(read_contract(path).errors), "") << path;
}

Contract every_key() {
  ContractReading reading = read_contract(kCorpus + "good/every-key.json");
  EXPECT_TRUE(reading.contract) << joined(reading.errors);
  return reading.contract ? *std::move(reading.contract) : Contract();
}

TEST(ReadContractTest, MasksOfContractScenarioAndStepHoldInThisOrder) {
  const Contract contract = every_key();
  const auto& masks = contract.scenarios[0].steps[0].masks;
  ASSERT_EQ(masks.size(), 15U);
  EXPECT_EQ(describe(masks[0]), "Date");
  EXPECT_EQ(describe(masks[13]), "Age");
  EXPECT_EQ(describe(masks[14]), "Via");
  EXPECT_EQ(masks[1].place.line, 12);
  EXPECT_EQ(masks[1].place.pointer, "/masks/1");
  EXPECT_EQ(contract.scenarios[1].steps[0].masks.size(), 13U);
}

TEST(ReadContractTest, LikeDropsSetsAndAddsInThisOrder) {
  const Contract contract = every_key();
  const auto& request = std::get<Request>(contract.scenarios[0].steps[1].action);
  std::vector<std::string> names;
  for (const RequestField& field : request.fields) names.push_back(field.name);
  EXPECT_EQ(names, (std::vector<std::string>{"Host", "User-Agent", "accept-encoding", "If-Match"}));
  EXPECT_EQ(request.method, "PUT");
  EXPECT_EQ(**std::get_if<std::shared_ptr<const std::string>>(&request.body->content), std::string("\0\1", 2));
}

TEST(ReadContractTest, SetKeepsThePlaceOfTheFirstFieldAndRemovesTheOthers) {
  const auto reading = parse_contract(R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
      { "name": "a", "request": { "method": "GET", "target": "/", "headers": [["A", "1"], ["B", "2"], ["a", "3"]] } },
      { "name": "b", "request": { "like": "a", "set": [["a", "4"], ["C", "5"]] } } ] } ] })",
                                      "x.json");
  ASSERT_TRUE(reading.contract);
  const auto& fields = std::get<Request>(reading.contract->scenarios[0].steps[1].action).fields;
  EXPECT_EQ(fields, (std::vector<RequestField>{
                        {"a", parse_template("4")}, {"B", parse_template("2")}, {"C", parse_template("5")}}));
}

TEST(ReadContractTest, EveryKeyArrivesInItsField) {
  const Contract contract = every_key();
  const Step& first = contract.scenarios[0].steps[0];
  EXPECT_EQ(first.actor, "ada");
  EXPECT_TRUE(first.new_connection);
  EXPECT_TRUE(first.expect_close);
  EXPECT_FALSE(first.pipeline);
  EXPECT_EQ(first.write.kind, WriteCuts::Kind::kBytes);
  EXPECT_EQ(first.read, (SlowRead{512, std::chrono::milliseconds(5)}));
  EXPECT_EQ(first.require.status, 200);
  EXPECT_EQ(first.captures.size(), 3U);
  EXPECT_EQ(contract.scenarios[0].steps[1].write.offsets, (std::vector<std::size_t>{1, 10, 100}));
  EXPECT_TRUE(contract.scenarios[0].steps[1].pipeline);
  EXPECT_EQ(std::get<Request>(contract.scenarios[0].steps[2].action).raw, "GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(std::get<httparity::Run>(contract.scenarios[0].steps[4].action).arguments.size(), 5U);
  EXPECT_EQ(std::get<Wait>(contract.scenarios[0].steps[7].action).time, std::chrono::milliseconds(20));
  EXPECT_EQ(contract.scenarios[0].state, StateUse::kFresh);
  EXPECT_EQ(contract.scenarios[1].state, StateUse::kShared);
  EXPECT_EQ(contract.scenarios[0].steps[0].masks[4].fresh, true);
  EXPECT_EQ(contract.scenarios[0].steps[0].masks[2].any_width, true);
}

TEST(ReadContractTest, AStepIsATemplateOfLoadWhereItIsMarked) {
  const Contract contract = every_key();
  EXPECT_FALSE(contract.scenarios[0].steps[0].load);
  const LoadMark& marked = *contract.scenarios[0].steps[3].load;
  EXPECT_EQ(marked.weight, 3U);
  EXPECT_EQ(marked.profile, "writers");
  EXPECT_EQ(marked.audit, (std::vector<Template>{parse_template("check"), parse_template("{state}/x")}));
  const LoadMark& plain = *contract.scenarios[1].steps[1].load;
  EXPECT_EQ(plain.weight, 1U);
  EXPECT_EQ(plain.profile, "");
  EXPECT_TRUE(plain.audit.empty());
}

TEST(ReadContractTest, AnAlternativeNamesATemplateOfItsScenarioThatHasRoom) {
  const auto steps = [](const std::string& marks) {
    std::string out = R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
      { "name": "page", "request": { "method": "GET", "target": "/" }, "load": { "weight": 2 } })";
    for (std::size_t i = 0, from = 0; from < marks.size(); ++i) {
      const std::size_t end = marks.find(';', from);
      out += ", { \"name\": \"" + std::to_string(i) + R"(", "request": { "like": "page" }, "load": )" +
             marks.substr(from, end - from) + " }";
      from = end + 1;
    }
    return parse_contract(out + " ] } ] }", "x");
  };
  const std::string one = R"({ "alternative_of": "page" };)";
  const ContractReading good = steps(one + one + one);
  ASSERT_TRUE(good.contract) << joined(good.errors);
  EXPECT_EQ(good.contract->scenarios[0].steps[1].load->alternative_of, "page");
  EXPECT_FALSE(good.contract->scenarios[0].steps[1].load->is_template());
  EXPECT_NE(joined(steps(one + one + one + one).errors).find("more than 3 alternatives"), std::string::npos);
  EXPECT_NE(joined(steps(R"({ "alternative_of": "pages" };)").errors).find("is called \"pages\" and is a template"),
            std::string::npos);
  EXPECT_NE(joined(steps(R"({ "alternative_of": "page", "weight": 2 };)").errors).find("can't stand beside \"weight\""),
            std::string::npos);
}

TEST(ReadContractTest, AFileIsReadOnceForAllBodiesThatNameIt) {
  const Contract contract = every_key();
  const auto& required = std::get<1>(contract.scenarios[0].steps[2].require.body->content);
  const auto& sent = std::get<1>(std::get<Request>(contract.scenarios[0].steps[3].action).body->content);
  EXPECT_EQ(*required, "a body\n");
  EXPECT_EQ(required.get(), sent.get());
}

TEST(ReadContractTest, VariantsAreEveryCellWithTheLastAxisFastest) {
  const Contract contract = every_key();
  std::vector<std::string> names;
  for (const Variant& variant : variants(contract, contract.scenarios[0])) names.push_back(variant.name);
  EXPECT_EQ(names, (std::vector<std::string>{"browser,gzip", "browser,identity", "none,gzip", "none,identity"}));
  EXPECT_EQ(variants(contract, contract.scenarios[0])[2].values,
            (Variables{{"agent", std::nullopt}, {"encoding", "gzip"}}));
  EXPECT_EQ(variants(contract, contract.scenarios[1]).size(), 1U);
  EXPECT_EQ(variants(contract, contract.scenarios[1])[0].name, "");
}

TEST(ReadContractTest, LimitsAreErrorsAndNotCrashes) {
  const std::string path = kCorpus + "good/every-key.json";
  EXPECT_EQ(joined(read_contract(path, {.contract_bytes = 100}).errors),
            path + ": has more than 100 bytes, the most that is read\n");
  EXPECT_EQ(read_contract(path, {.body_file_bytes = 3}).errors.size(), 1U);
  EXPECT_NE(joined(read_contract(path, {.variants = 3}).errors).find("makes more than 3 variants"), std::string::npos);
  EXPECT_EQ(joined(parse_contract("\xEF\xBB\xBF{}", "x").errors),
            "x:1: begins with a byte order mark: save it as UTF-8 without one\n");
  EXPECT_EQ(joined(parse_contract("{ \"name\": \"\xFF\" }", "x").errors),
            "x:1: is not UTF-8 here: write the byte 0xNN as \\u00NN where bytes are meant\n");
}

TEST(FindContractsTest, ASuiteGivesItsContractsAndAFileItself) {
  const std::string suite = HTTPARITY_SOURCE_DIR "/contracts/static";
  const auto found = find_contracts(suite);
  ASSERT_TRUE(found);
  EXPECT_GE(found->size(), 5U);
  EXPECT_TRUE(std::is_sorted(found->begin(), found->end()));
  EXPECT_EQ(*find_contracts(found->front()), std::vector<std::string>{found->front()});
}

TEST(FindContractsTest, WhereThereIsNoneTheCureIsSaid) {
  EXPECT_EQ(find_contracts(kCorpus + "good").error().what,
            kCorpus + "good: holds no contract: needs contract.json or *.contract.json");
  EXPECT_EQ(find_contracts("/none").error().what, "/none: is no contract file and no suite's folder");
}

}  // namespace
}  // namespace httparity
