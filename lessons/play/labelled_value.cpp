#include "lessons/play/labelled_value.h"

#include "lessons/expression/fill.h"

namespace commlab {

Result<LabelledValue> labelled_value(const LabelledExpression& shown, const EvaluationContext& context,
                                     const VariantValues& words, bool locked) {
  const FillIn fill_in = fill_in_from(context, locked);
  const Result<std::string> value = fill_in(shown.value, shown.format);
  if (!value) return tl::unexpected(value.error());
  return filled(with_values(shown.label, words), fill_in).map([&](std::string label) {
    return LabelledValue{std::move(label), *value};
  });
}

}  // namespace commlab
