#!/usr/bin/env bash
# Builds build-web/site/, the browser edition, with emscripten 3.1.60 or newer: `./lab web` calls this on Debian 13, or
# inside a root of Debian 13. Gets the sources of three libraries from Debian, once.
#   gui/web/build.sh [OPTION...]      options of cmake --build
# COMMLAB_WEB_OPTIMIZATION, in the environment, replaces -O2: -O1 builds in two thirds of the time, and the pages are
# larger and slower.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$PWD/build-web
libraries=$out/libraries

# Debian's headers of libraries that need no compiling, and the sources of those that do. Never all of /usr/include,
# which is made for another processor.
prepare_libraries() {
  [ -e "$libraries/complete" ] && return
  mkdir -p "$libraries/include" "$libraries/archives"
  cp -r /usr/include/{fmt,tl,nlohmann,toml++,CLI,stb} "$libraries/include/"
  cp -r /usr/include/eigen3/Eigen "$libraries/include/"
  local name archive
  for name in imgui pugixml md4c; do
    # What Debian has changed is not needed, so that a missing package file beside the archive does no harm.
    (cd "$libraries/archives" && apt-get source --download-only "$name" > log 2>&1) || true
    archive=$(find "$libraries/archives" -name "${name}_*.orig.tar.*" | head -1)
    [ -n "$archive" ] || {
      cat "$libraries/archives/log" >&2
      echo "lab web: no source of $name; apt needs a line deb-src in its sources" >&2
      exit 3
    }
    mkdir -p "$libraries/$name"
    tar -xf "$archive" -C "$libraries/$name" --strip-components=1
  done
  touch "$libraries/complete"
}

mkdir -p "$out"
prepare_libraries
options=()
if command -v ccache > /dev/null; then
  options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
  export CCACHE_DIR=$out/ccache CCACHE_SLOPPINESS=pch_defines,time_macros
fi
emcmake cmake -S gui/web -B "$out/objects" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON \
  -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 "-DCOMMLAB_WEB_LIBRARIES=$libraries" \
  "-DCOMMLAB_WEB_OPTIMIZATION=${COMMLAB_WEB_OPTIMIZATION:--O2}" "${options[@]}" > "$out/configure.log" 2>&1 || {
  cat "$out/configure.log" >&2
  exit 3
}
cmake --build "$out/objects" "$@"
gui/web/site.sh "$out"
