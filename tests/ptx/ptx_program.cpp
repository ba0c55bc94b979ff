#include "tests/ptx/ptx_program.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

#include "core/base/words.h"

namespace commlab::ptx {
namespace {

std::vector<std::string_view> parts_of(std::string_view opcode) { return split_at(opcode, '.'); }

// All operands in a row, also those within {}.
std::vector<Operand> flattened(const std::vector<Operand>& operands) {
  std::vector<Operand> flat;
  for (const Operand& operand : operands)
    if (operand.form == Operand::Form::vector)
      flat.insert(flat.end(), operand.elements.begin(), operand.elements.end());
    else
      flat.push_back(operand);
  return flat;
}

// The opcode of a mov that packs or unpacks: "mov.b32 {}", "mov{}.b32"; others stay as they are.
std::string opcode_with_vectors(const Statement& statement) {
  const auto is_vector = [](const Operand& o) { return o.form == Operand::Form::vector; };
  if (statement.opcode.starts_with("mov.") && !statement.operands.empty() &&
      is_vector(statement.operands.front()))
    return "mov{}" + statement.opcode.substr(3);
  if (std::ranges::any_of(statement.operands, is_vector)) return statement.opcode + " {}";
  return statement.opcode;
}

// The parts of ld, st and atom after the first word: .volatile.global.v4.u32
struct MemoryForm {
  Space space;
  std::uint8_t elements = 1;
  std::uint8_t element_bytes;
  bool is_signed;
};

std::optional<Space> space_of(std::string_view word) {
  if (word == "param") return Space::parameters;
  if (word == "shared") return Space::shared;
  if (word == "global") return Space::global;
  return std::nullopt;
}

std::optional<std::uint8_t> element_bytes_of(std::string_view type) {
  if (type.empty() || std::string_view("usbf").find(type[0]) == std::string_view::npos) return std::nullopt;
  for (const std::uint8_t bytes : {1, 2, 4, 8})
    if (type.substr(1) == std::to_string(bytes * 8)) return bytes;
  return std::nullopt;
}

// Threads run one after the other here, so `volatile` makes no difference.
std::optional<MemoryForm> memory_form(std::string_view opcode) {
  std::vector<std::string_view> parts = parts_of(opcode);
  std::erase(parts, "volatile");
  if (parts[0] == "atom" && parts.size() == 4 && (parts[2] == "add" || parts[2] == "min") &&
      parts[3].starts_with('u'))
    parts.erase(parts.begin() + 2);
  else if (parts[0] == "atom")
    return std::nullopt;
  std::uint8_t elements = 1;
  if (parts.size() == 4 && (parts[2] == "v2" || parts[2] == "v4")) {
    elements = parts[2] == "v2" ? 2 : 4;
    parts.erase(parts.begin() + 2);
  }
  if (parts.size() != 3) return std::nullopt;
  const auto space = space_of(parts[1]);
  const auto bytes = element_bytes_of(parts[2]);
  if (!space || !bytes) return std::nullopt;
  return MemoryForm{*space, elements, *bytes, parts[2][0] == 's'};
}

class Decoder {
 public:
  explicit Decoder(Kernel kernel) {
    program_.kernel = std::move(kernel);
    program_.slots.resize(place_slots);
    for (const auto& [name, slot] : {std::pair("%tid.x", tid), std::pair("%ntid.x", ntid),
                                     std::pair("%ctaid.x", ctaid), std::pair("%nctaid.x", nctaid)})
      names_[name] = slot;
    for (const std::string& name : program_.kernel.registers) names_[name] = new_slot(0);
    for (const Variable& variable : program_.kernel.shared)
      names_[variable.name] = constant(static_cast<Slot>(variable.offset));
  }

  Result<Program> program() {
    const auto& statements = program_.kernel.statements;
    for (std::size_t i = 0; i < statements.size() && !wrong_; ++i) {
      Instruction instruction = decoded(statements[i]);
      instruction.statement = static_cast<int>(i);
      program_.code.push_back(instruction);
    }
    program_.code.emplace_back();  // the thread ends here
    if (program_.slots.size() > std::numeric_limits<std::uint16_t>::max())
      wrong(statements.back(), "is reached with more slots than have numbers");
    if (wrong_) return tl::unexpected(*wrong_);
    return std::move(program_);
  }

 private:
  void wrong(const Statement& statement, std::string_view what) {
    if (!wrong_)
      wrong_ = Error{
          fmt::format("{}, line {}: {} {}", program_.kernel.name, statement.line, statement.opcode, what)};
  }

  std::uint16_t new_slot(Slot value) {
    program_.slots.push_back(value);
    return static_cast<std::uint16_t>(program_.slots.size() - 1);
  }
  std::uint16_t constant(Slot value) {
    const auto [place, is_new] = constants_.emplace(value, std::uint16_t{0});
    if (is_new) place->second = new_slot(value);
    return place->second;
  }
  std::uint16_t slot(const Statement& statement, const Operand& operand) {
    if (operand.form == Operand::Form::number) return constant(operand.number);
    const auto found = names_.find(operand.name);
    if (operand.form == Operand::Form::name && found != names_.end()) return found->second;
    wrong(statement,
          fmt::format("has the operand '{}'; expected a register, a number or a variable", operand.name));
    return 0;
  }

  // The first operands are results; results go to registers only.
  void set_slots(const Statement& statement, const std::vector<Operand>& operands, std::size_t results,
                 Instruction& instruction) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i < results && !program_.kernel.registers.contains(operands[i].name))
        return wrong(statement, "has a result that goes to no register");
      instruction.slots[i] = slot(statement, operands[i]);
    }
  }

  Instruction decoded(const Statement& statement) {
    Instruction instruction{};
    if (!statement.guard.empty()) {
      instruction.guarded = true;
      instruction.unless = statement.unless;
      instruction.guard = slot(statement, {.name = statement.guard});
    }
    const std::string_view word = parts_of(statement.opcode)[0];
    if (statement.opcode == "bra" || statement.opcode == "bra.uni")
      branch(statement, instruction);
    else if (statement.opcode == "ret")
      instruction.kind = Instruction::Kind::end;
    else if (statement.opcode == "bar.sync")
      barrier(statement, instruction);
    else if (word == "ld" || word == "st" || word == "atom")
      memory(statement, instruction, word);
    else
      arithmetic_instruction(statement, instruction);
    return instruction;
  }

  void branch(const Statement& statement, Instruction& instruction) {
    instruction.kind = Instruction::Kind::branch;
    if (statement.operands.size() != 1) return wrong(statement, "goes nowhere; expected a label");
    const auto& labels = program_.kernel.labels;
    const auto found = labels.find(statement.operands[0].name);
    if (found == labels.end())
      return wrong(statement, fmt::format("goes to '{}'; expected a label", statement.operands[0].name));
    instruction.target = found->second;
  }

  void barrier(const Statement& statement, Instruction& instruction) {
    instruction.kind = Instruction::Kind::barrier;
    program_.has_barriers = true;
    const auto& operands = statement.operands;
    if (operands.size() != 1 || operands[0].form != Operand::Form::number || operands[0].number != 0)
      wrong(statement, "is not for all threads of a block; expected bar.sync 0");
  }

  void memory(const Statement& statement, Instruction& instruction, std::string_view word) {
    const auto form = memory_form(statement.opcode);
    if (!form) return wrong(statement, "is not known");
    instruction.kind = word == "ld"                             ? Instruction::Kind::load
                       : word == "st"                           ? Instruction::Kind::store
                       : parts_of(statement.opcode)[2] == "add" ? Instruction::Kind::add
                                                                : Instruction::Kind::minimum;
    instruction.space = form->space;
    instruction.elements = form->elements;
    instruction.element_bytes = form->element_bytes;
    instruction.extends_sign = form->is_signed;
    std::vector<Operand> values = flattened(statement.operands);
    const auto address =
        std::ranges::find(values, Operand::Form::address, [](const Operand& o) { return o.form; });
    const std::ptrdiff_t place = word == "st" ? 0 : form->elements;
    const std::size_t count = form->elements + (word == "atom" ? 2u : 1u);
    if (values.size() != count || address - values.begin() != place)
      return wrong(statement, "has not the operands that its form has");
    set_address(statement, *address, instruction);
    values.erase(address);
    set_slots(statement, values, static_cast<std::size_t>(place), instruction);
  }

  // The address of a parameter or a shared variable is known here; that in a register only at run time.
  void set_address(const Statement& statement, const Operand& address, Instruction& instruction) {
    instruction.offset = static_cast<std::int64_t>(address.number);
    const auto& parameters = program_.kernel.parameters;
    const auto parameter = std::ranges::find(parameters, address.name, &Variable::name);
    if (instruction.space == Space::parameters && parameter != parameters.end()) {
      instruction.base = constant(0);
      instruction.offset += parameter->offset;
    } else {
      instruction.base = slot(statement, {.name = address.name});
    }
  }

  void arithmetic_instruction(const Statement& statement, Instruction& instruction) {
    const Arithmetic* const form = arithmetic(opcode_with_vectors(statement));
    if (form == nullptr) return wrong(statement, "is not known");
    const std::vector<Operand> operands = flattened(statement.operands);
    if (operands.size() != form->operands)
      return wrong(statement, fmt::format("has {} operands; expected {}", operands.size(), form->operands));
    instruction.kind = Instruction::Kind::arithmetic;
    instruction.apply = form->apply;
    set_slots(statement, operands, form->results, instruction);
  }

  Program program_;
  std::map<std::string, std::uint16_t, std::less<>> names_;
  std::map<Slot, std::uint16_t> constants_;
  std::optional<Error> wrong_;
};

}  // namespace

Result<Program> program_of(Kernel kernel) { return Decoder(std::move(kernel)).program(); }

}  // namespace commlab::ptx
