#include "gui/vote/qr_code.h"

#include <memory>

#include <qrencode.h>

#include "core/base/shared_library.h"

// clang-format off
#define QRENCODE_FUNCTIONS(F) \
  F(QRcode*, QRcode_encodeString8bit, (const char* text, int version, QRecLevel level), (text, version, level)) \
  F(void, QRcode_free, (QRcode* code), (code))
// clang-format on
QRENCODE_FUNCTIONS(COMMLAB_FORWARD)

namespace commlab {
namespace {

Status load_qrencode() {
  Result<SharedLibrary> library = SharedLibrary::load("libqrencode.so.4");
  if (!library) return tl::unexpected(library.error());
  QRENCODE_FUNCTIONS(COMMLAB_FIND)
  return library->has_all();
}

}  // namespace

std::optional<QrCode> qr_code(const std::string& text) {
  constexpr int any_version = 0;
  if (!load_qrencode()) return std::nullopt;
  const std::unique_ptr<QRcode, void (*)(QRcode*)> made(
      QRcode_encodeString8bit(text.c_str(), any_version, QR_ECLEVEL_M), QRcode_free);
  if (!made) return std::nullopt;
  QrCode code{.size = made->width, .dark = {}};
  for (int i = 0; i < made->width * made->width; ++i) code.dark.push_back((made->data[i] & 1) != 0);
  return code;
}

}  // namespace commlab
