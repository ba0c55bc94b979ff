#include "lessons/play/labelled_value.h"

#include "lessons/expression/fill.h"

namespace commlab {

Result<LabelledValue> labelled_value(const LabelledExpression& shown, const Surroundings& surroundings,
                                     const Drawn& words, bool locked) {
  const FillIn fill_in = fill_in_from(surroundings, locked);
  const Result<std::string> value = fill_in(shown.value, shown.format);
  if (!value) return tl::unexpected(value.error());
  return filled(drawn(shown.label, words), fill_in).map([&](std::string label) {
    return LabelledValue{std::move(label), *value};
  });
}

}  // namespace commlab
