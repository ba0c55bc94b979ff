#pragma once
// A vector whose copies share its elements until one of them is changed: on a large cluster, most ranks run
// the same instructions, which are in memory once.
//
// What a function gives that may change elements is good until the vector is copied.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace commlab {

template <class T>
class SharedVector {
 public:
  SharedVector() = default;
  SharedVector(std::initializer_list<T> values) : SharedVector(std::vector<T>(values)) {}
  SharedVector(std::vector<T> values) : values_(std::make_shared<std::vector<T>>(std::move(values))) {}

  std::size_t size() const { return values_ ? values_->size() : 0; }
  bool empty() const { return size() == 0; }
  const T* data() const { return values_ ? values_->data() : nullptr; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T& operator[](std::size_t i) const { return (*values_)[i]; }

  // The elements of this copy alone.
  std::vector<T>& own() {
    if (!values_)
      values_ = std::make_shared<std::vector<T>>();
    else if (values_.use_count() > 1)
      values_ = std::make_shared<std::vector<T>>(*values_);
    return *values_;
  }
  T* begin() { return own().data(); }
  T* end() { return begin() + size(); }
  T& operator[](std::size_t i) { return own()[i]; }
  void push_back(const T& value) { own().push_back(value); }

  bool operator==(const SharedVector& other) const {
    return values_ == other.values_ || std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::shared_ptr<std::vector<T>> values_;  // null: empty
};

}  // namespace commlab
