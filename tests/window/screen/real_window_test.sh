#!/usr/bin/env bash
# A real window, with mouse and keys, under Xvfb and xdotool. Skipped (exit status 77) where these are not installed.
#   real_window_test.sh PROGRAM
set -euo pipefail
program=$1
for tool in Xvfb xdotool; do
  command -v "$tool" > /dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

folder=$(mktemp -d)
exec 3> "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp > /dev/null 2>&1 &
server=$!
window=
trap 'kill $server ${window:-} 2> /dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
export DISPLAY=":$(cat "$folder/display")" XDG_CONFIG_HOME="$folder/config" LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY

cd "$folder"
"$program" window > "$folder/out" 2>&1 &
window=$!
id=$(timeout 60 xdotool search --sync --onlyvisible --name '^commlab$' | head -1)
xdotool windowfocus "$id" 2> /dev/null || true

# wait_for FILE: waits until the program has written the file.
wait_for() {
  for _ in $(seq 100); do [ -s "$1" ] && return; sleep 0.1; done
  echo "no $1 after ten seconds; the program said:"; cat "$folder/out"; exit 1
}
press() { sleep 0.3; xdotool key --window "$id" "$@"; }
# Ends the program by its key. The window may be gone before xdotool lets go of the key, which xdotool then reports.
leave() { press ctrl+q 2> /dev/null || true; }

# Saves the trace by keys alone; then the picture must differ before and after Play.
press ctrl+s
wait_for commlab-all_reduce-ring-4.trace
press ctrl+e
wait_for commlab-all_reduce-ring-4.png
mv commlab-all_reduce-ring-4.png before.png
sleep 0.3
xdotool mousemove --window "$id" 130 24 sleep 0.2 mousedown 1 sleep 0.2 mouseup 1
sleep 1.5
press ctrl+e
wait_for commlab-all_reduce-ring-4.png
if cmp -s before.png commlab-all_reduce-ring-4.png; then
  echo "a click on Play changed nothing"; exit 1
fi

# A key closes the window with exit status 0, and the chosen theme is remembered.
press t
leave
wait "$window" || { echo "it ended with status $?"; cat "$folder/out"; exit 1; }
window=
grep -q 'theme = .light.' "$folder/config/commlab/window.toml" || { echo "the theme was not remembered"; exit 1; }

# A class with a single screen: the teacher's notes have no window, and a key shows them over the lesson.
rm -f -- *.png
"$program" window --present 3 --notes --window-size 1280x800 > "$folder/out" 2>&1 &
window=$!
id=$(timeout 60 xdotool search --sync --onlyvisible --name '^commlab$' | head -1)
press Next
press ctrl+e
wait_for commlab-p2p--4.png
mv commlab-p2p--4.png before.png
press n
press ctrl+e
wait_for commlab-p2p--4.png
if cmp -s before.png commlab-p2p--4.png; then
  echo "N showed no notes"; exit 1
fi
if xdotool search --name '^commlab: notes$' > /dev/null 2>&1; then
  echo "the notes have a window on the only screen"; exit 1
fi
leave
wait "$window" || { echo "a class ended with status $?"; cat "$folder/out"; exit 1; }
window=
echo "window opened, clicked, closed; a class's notes over its lesson"
