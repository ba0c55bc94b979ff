#pragma once
inline auto text_of(const Json& json) { return json.dump(); }
