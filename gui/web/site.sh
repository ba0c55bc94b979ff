#!/usr/bin/env bash
# Fills build-web/site/ with all that a web server hands out: the page, the compiled program, and its data in one file.
#   gui/web/site.sh OUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$1
site=$out/site
data=$out/data
rm -rf "$data"
mkdir -p "$site" "$data/commlab/lessons" "$data/usr/share/fonts/truetype/dejavu"

cp gui/web/index.html gui/web/*.js "$site/"
cp "$out"/objects/commlab*.js "$out"/objects/commlab*.wasm "$site/"

# What the program finds in its data folder, at the same places.
cp -r sim/machines sim/measurements "$data/commlab/"
cp lessons/*.lesson.md "$data/commlab/lessons/"
cp -r lessons/data lessons/scripts "$data/commlab/lessons/"
find "$data" -name '*.cpp' -delete -o -name '*.h' -delete -o -name README.md -delete
# The faces without the letters that the window never bakes (gui/window/imgui/fonts.cpp).
for face in DejaVuSans DejaVuSans-Bold DejaVuSansMono; do
  python3 -m fontTools.subset "/usr/share/fonts/truetype/dejavu/$face.ttf" --layout-features= --no-hinting \
    --unicodes=20-FF,370-3FF,2010-2027,2070-209F,2190-21FF,2200-22FF,25A0-25FF,2713-2718 \
    --output-file="$data/usr/share/fonts/truetype/dejavu/$face.ttf"
done

# One file with all others behind each other, and a list of their names and sizes.
python3 - "$data" "$site" << 'EOF'
import json, os, sys
data, site = sys.argv[1:]
files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(data) for name in names)
with open(os.path.join(site, 'data.bin'), 'wb') as out:
  for file in files: out.write(open(file, 'rb').read())
listed = [['/' + os.path.relpath(file, data), os.path.getsize(file)] for file in files]
json.dump(listed, open(os.path.join(site, 'data.json'), 'w'), separators=(',', ':'))
EOF
# The service worker keeps files by this name: another build has another one.
version=$(cat "$site"/*.wasm "$site"/commlab*.js "$site/data.bin" | sha256sum | cut -c1-12)
files=$(cd "$site" && ls | sed "s/.*/'&'/" | paste -sd ,)
sed -i "s/VERSION_OF_THE_SITE/$version/; s/FILES_OF_THE_SITE/[$files]/" "$site/service_worker.js"
du -sh "$site"
