#include "lessons/play/explore.h"

#include "lessons/play/labelled_value.h"

namespace commlab {

std::vector<LabelledValue> explored_values(const ExploreBlock& explore, SceneRunner& runner,
                                           const LessonScene& scene, const VariantValues& varying) {
  const EvaluationContext context = runner.context(scene, varying);
  std::vector<LabelledValue> values;
  for (const LabelledExpression& shown : explore.shows) {
    Result<LabelledValue> value = labelled_value(shown, context, words_of(scene, varying));
    values.push_back(value ? *std::move(value) : LabelledValue{shown.name, value.error().message});
  }
  return values;
}

}  // namespace commlab
