#!/bin/sh
# Makes class.gif: a lesson in the presenter view, filmed while a clicker's keys play it, and a question from
# the floor. Needs ffmpeg.
#
#   lessons/pictures/class_film.sh build/commlab [LESSON [FILE.gif]]
set -e
program=$1
lesson=${2:-12}
film=${3:-$(dirname "$0")/class.gif}
frames=$(mktemp -d)
trap 'rm -r "$frames"' EXIT
number=0

# So many fifteenths of a second: a picture takes four frames of a sixtieth each.
film() {
  i=0
  while [ $i -lt "$1" ]; do
    printf 'shot %s/%04d.png\n' "$frames" $number
    i=$((i + 1))
    number=$((number + 1))
  done
}
faster() { printf 'command faster\ncommand faster\n'; }

{
  echo wait
  film 22  # the title
  printf 'key PageDown\nwait\n'
  film 36  # what it is about
  printf 'key PageDown\nkey PageDown\nkey PageDown\nwait\n'
  film 40  # predict
  printf 'key PageDown\nkey PageDown\nwait\n'
  faster
  film 84  # the answer, as a run
  echo 'key W'
  film 12  # what if there were eight? With a number for each chunk, too.
  printf 'click what-if.size\nkey Ctrl+A\ntype 32 B\nkey Enter\nwait\n'
  film 10
  echo 'click what-if.ranks'
  film 8
  printf 'click what-if.ranks.8\nwait\nhover what-if.answer\n'
  faster
  film 60
  echo 'key Escape'
  film 14
} > "$frames/film.script"

"$program" window --present "$lesson" --cut 5 --window-size 1280x720 --script "$frames/film.script"
ffmpeg -y -loglevel error -framerate 15 -i "$frames/%04d.png" -vf \
  "fps=10,scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" \
  "$film"
