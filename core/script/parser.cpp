// From lines of tokens to the tree of a Script: a recursive descent over lines and indentation.

#include "core/script/parser.h"

#include <array>
#include <limits>
#include <optional>

#include "core/base/nearest.h"
#include "core/script/operations.h"
#include "core/script/statement_parser.h"
#include "core/script/token_reader.h"
#include "core/script/tokens.h"

namespace commlab {
namespace {

std::vector<std::string> openings() {
  return {"ranks",   "number",  "tensor",        "group",  "stream", "rank",
          "flavour", "machine", "communicators", "launch", "sms"};
}

// What was read is kept; an error is passed on.
template <class T>
Status kept(Result<T> read, T& into) {
  return std::move(read).map([&](T value) { into = std::move(value); });
}

class ScriptParser {
 public:
  ScriptParser(std::string_view text, const std::vector<ScriptLine>& lines) : lines_(lines) {
    script_.text = text;
  }

  Result<Script> parse() {
    while (next_ < lines_.size()) {
      const ScriptLine& line = lines_[next_];
      if (line.indent > 0) return fail_at(line.number, "indented, but no 'rank ...:' stands above it");
      if (const Status read = opening(line); !read) return tl::unexpected(read.error());
    }
    return std::move(script_);
  }

 private:
  Status opening(const ScriptLine& line) {
    ScriptTokenReader reader(line);
    const std::string word = reader.peek().text;
    ++next_;
    if (reader.peek().kind == ScriptToken::Kind::name) {
      reader.take();
      if (word == "ranks") return ranks(reader);
      if (word == "number") return number(reader);
      if (word == "tensor") return tensor(reader);
      if (word == "group") return group(reader);
      if (word == "stream") return stream(reader);
      if (word == "rank") return block(reader);
      if (word == "flavour") return named(reader, script_.flavour);
      if (word == "communicators") return communicators(reader);
      if (word == "launch") return cost(reader, word, script_.calls.launch);
      if (word == "sms") return sms(reader);
      if (word == "machine") {
        script_.machine = reader.rest();
        return script_.machine.empty() ? reader.expected("the name of a machine") : Status{};
      }
    }
    const std::vector<std::string> known = openings();
    if (find_script_operation(word) != nullptr)
      return fail_at(line.number, "'{}' stands outside of a rank's program; write 'rank all: {}(...)'", word,
                     word);
    return fail_at(line.number,
                   "a line cannot begin with '{}'{}; expected ranks, number, tensor, group, stream, rank, "
                   "flavour, machine, communicators, launch or sms",
                   word, suggestion(word, known));
  }

  Status named(ScriptTokenReader& reader, std::string& into) {
    if (const Status name = kept(reader.name("a name"), into); !name) return name;
    return reader.end();
  }

  // NAME =, as numbers and groups begin.
  Status name_and_equals(ScriptTokenReader& reader, std::string_view what, std::string& into) {
    if (const Status name = kept(reader.name(what), into); !name) return name;
    return reader.sign("=");
  }

  Status ranks(ScriptTokenReader& reader) {
    const ScriptToken token = reader.peek();
    if (token.kind != ScriptToken::Kind::number) return reader.expected("a number of ranks, as in 'ranks 4'");
    reader.take();
    if (token.number < 1 || token.number > 1e6 || token.number != static_cast<int>(token.number))
      return fail_at(reader.line(), "{} ranks; expected a whole number from 1", token.text);
    script_.ranks = static_cast<int>(token.number);
    return reader.end();
  }

  Status number(ScriptTokenReader& reader) {
    ScriptConstant constant{.line = reader.line(), .name = {}, .value = {}};
    if (const Status name = name_and_equals(reader, "the number's name", constant.name); !name) return name;
    if (const Status value = kept(reader.expression(), constant.value); !value) return value;
    script_.numbers.push_back(std::move(constant));
    return reader.end();
  }

  Status stream(ScriptTokenReader& reader) {
    ScriptStream stream{.line = reader.line(), .name = {}};
    if (const Status read = named(reader, stream.name); !read) return read;
    if (stream.name == "compute" || stream.name == "comm")
      return fail_at(stream.line, "every rank has the stream '{}' already", stream.name);
    script_.streams.push_back(std::move(stream));
    return {};
  }

  Status group(ScriptTokenReader& reader) {
    ScriptGroup group{.line = reader.line(), .name = {}, .members = {}};
    if (const Status name = name_and_equals(reader, "the group's name", group.name); !name) return name;
    if (const Status members = kept(reader.selectors(), group.members); !members) return members;
    if (reader.takes_name("on"))
      if (const Status on = kept(reader.name("the stream of the group's calls"), group.stream); !on)
        return on;
    script_.groups.push_back(std::move(group));
    return reader.end();
  }

  Status tensor(ScriptTokenReader& reader) {
    ScriptTensorDeclaration tensor{.line = reader.line(), .name = {}};
    if (const Status name = kept(reader.name("the tensor's name"), tensor.name); !name) return name;
    if (reader.peek().kind == ScriptToken::Kind::name && reader.peek().text != "on") {
      const Result<DataType> dtype = parse_data_type(reader.peek().text);
      if (!dtype) return fail_at(reader.line(), "{}", dtype.error().message);
      tensor.dtype = *dtype;
      reader.take();
    }
    if (reader.takes_name("on"))
      if (const Status on = kept(reader.selectors(), tensor.on); !on) return on;
    if (const Status sign = reader.sign("="); !sign) return sign;
    if (const Status read = filling(reader, tensor); !read) return read;
    script_.tensors.push_back(std::move(tensor));
    return reader.end();
  }

  Status filling(ScriptTokenReader& reader, ScriptTensorDeclaration& tensor) {
    using Filling = ScriptTensorDeclaration::Filling;
    const std::string word = reader.peek().text;
    const auto count = [&] { return kept(reader.expression(), tensor.count); };
    if (word == "empty" || word == "ones" || word == "zeros") {
      reader.take();
      tensor.filling = word == "empty" ? Filling::empty : Filling::repeated;
      if (word != "empty")
        tensor.values.push_back({.line = reader.line(), .number = word == "ones" ? 1.0 : 0.0});
      if (const Status sign = reader.sign("("); !sign) return sign;
      if (const Status read = count(); !read) return read;
      return reader.sign(")");
    }
    if (!reader.takes_sign("["))
      return reader.expected("the tensor's values, as in '[1, 2]', '[rank] * 4' or 'empty(4)'");
    tensor.filling = Filling::list;
    do {
      Result<ScriptExpression> value = reader.expression();
      if (!value) return tl::unexpected(value.error());
      tensor.values.push_back(std::move(*value));
    } while (reader.takes_sign(","));
    if (const Status sign = reader.sign("]"); !sign) return sign;
    if (!reader.takes_sign("*")) return {};
    tensor.filling = Filling::repeated;
    return count();
  }

  Status communicators(ScriptTokenReader& reader) {
    ScriptCallLines& calls = script_.calls;
    if (calls.communicators != ScriptCommunicators::unsaid) return twice(reader, "communicators");
    const bool cold = reader.takes_name("cold");
    if (!cold && !reader.takes_name("warm")) return reader.expected("warm or cold");
    calls.communicators = cold ? ScriptCommunicators::cold : ScriptCommunicators::warm;
    if (!reader.takes_sign(",")) return reader.end();
    return cost(reader, "communicators", calls.buffered);
  }

  Status sms(ScriptTokenReader& reader) {
    ScriptCallLines& calls = script_.calls;
    if (calls.sms) return twice(reader, "sms");
    if (const Status read = kept(reader.expression(), calls.sms_of_a_call.emplace()); !read) return read;
    if (!reader.takes_name("of")) return reader.expected("'of', as in 'sms 20 of 132'");
    return cost(reader, "sms", calls.sms);
  }

  // The last expression of a line that may stand once in a script.
  Status cost(ScriptTokenReader& reader, std::string_view word, std::optional<ScriptExpression>& into) {
    if (into) return twice(reader, word);
    if (const Status read = kept(reader.expression(), into.emplace()); !read) return read;
    return reader.end();
  }

  static Status twice(const ScriptTokenReader& reader, std::string_view word) {
    return fail_at(reader.line(), "there is a line '{}' already; expected one", word);
  }

  Status block(ScriptTokenReader& reader) {
    ScriptBlock block{.line = reader.line(), .ranks = {}, .statements = {}};
    if (const Status ranks = kept(reader.selectors(), block.ranks); !ranks) return ranks;
    if (const Status sign = reader.sign(":"); !sign) return sign;
    ScriptStatementParser statements(lines_, next_);
    if (const Status read = kept(statements.body(reader, 0, 1), block.statements); !read) return read;
    script_.blocks.push_back(std::move(block));
    return {};
  }

  const std::vector<ScriptLine>& lines_;
  std::size_t next_ = 0;
  Script script_;
};

}  // namespace

Result<Script> parse_script(std::string_view text) {
  const Result<std::vector<ScriptLine>> lines = script_lines(text);
  if (!lines) return tl::unexpected(lines.error());
  return ScriptParser(text, *lines).parse();
}

}  // namespace commlab
