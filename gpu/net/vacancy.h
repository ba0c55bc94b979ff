#pragma once
// The meeting place of a rank 0 that has ended. Whoever comes to join would try until its deadline, as nobody
// listens any more; here it is told at once, by who saw rank 0 end.

#include <string>

#include "core/base/error.h"
#include "gpu/net/listener.h"

namespace commlab {

class Vacancy {
 public:
  // Listens where rank 0 would. Errors: as Listener::open().
  static Result<Vacancy> open(const std::string& address, int port, std::string why);

  int port() const { return listener_.port(); }
  int descriptor() const { return listener_.descriptor(); }  // ready to read: somebody comes
  // Tells all who have come, and waits for nobody.
  void turn_away() const;

 private:
  Vacancy(Listener listener, std::string why) : listener_(std::move(listener)), why_(std::move(why)) {}

  Listener listener_;
  std::string why_;
};

}  // namespace commlab
