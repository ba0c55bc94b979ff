#!/bin/sh
# Makes the films of runs in this folder: an algorithm in its own shape, the machine, the steps from left to
# right, and two algorithms on one clock. Needs ffmpeg.
#
#   gui/pictures/films.sh build/commlab [NAME...]      all films, or only these: ring-of-8 tree ...
set -e
program=$1
shift
here=$(dirname "$0")
wanted=" $* "
frames=$(mktemp -d)
trap 'rm -r "$frames"' EXIT

# A file's name, the film's seconds, and what is shown.
film() {
  name=$1
  seconds=$2
  shift 2
  case "$wanted" in
    "  " | *" $name "*) ;;
    *) return 0 ;;
  esac
  # A GIF, because the noise of other films would make small ones large.
  "$program" window "$@" --data ranks --theme dark --view present --bare --window-size 1280x720 \
    --movie "$frames/$name.gif" --seconds "$seconds"
  ffmpeg -y -loglevel error -i "$frames/$name.gif" -vf \
    "fps=10,scale=640:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" \
    "$here/$name.gif"
}

switch=switch:8,25GB/s,2us
film ring-of-8 8 all_reduce --machine $switch --algorithm ring --size 1MiB --picture algorithm
film tree 8 broadcast --machine $switch --algorithm binomial --size 1MiB --picture algorithm
film hypercube 8 all_reduce --machine $switch --algorithm recursive-doubling --size 1MiB --picture algorithm
film mesh 8 all_reduce --machine mesh:2x4,25GB/s,2us --algorithm ring --size 1MiB
film stages 8 all_reduce --machine $switch --algorithm recursive-doubling --size 1MiB --picture stages
film ring-beside-tree 8 all_reduce --machine $switch --algorithm ring --size 64KiB --beside reduce-broadcast --picture algorithm
