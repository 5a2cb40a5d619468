#!/bin/sh
# Writes the subset fonts of this folder from the packages, with Debian's fonttools, python3-brotli and libharfbuzz-bin.
set -e
cd "$(dirname "$0")"
packages=../../../node_modules/@fontsource-variable
weights=$(mktemp)
trap 'rm -f "$weights"' EXIT

subset() { # source, target, code points
  fonttools varLib.instancer -q "$packages/$1" wght=400:700 -o "$weights"
  pyftsubset "$weights" --unicodes="$3" --layout-features='*' --flavor=woff2 --output-file="$2"
}

subset inter/files/inter-latin-wght-normal.woff2 inter-basic.woff2 \
  'U+0020-007E,U+00A0-00FF,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032-2033,U+20AC,U+2122,U+2190-2193,U+2212'
subset noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2 noto-naskh-basic.woff2 \
  'U+0600-061F,U+0620-0671,U+0679,U+067E,U+0686,U+0688,U+0691,U+0698,U+06A9,U+06AF,U+06BA,U+06C1,U+06CC,U+06D2,U+06D4,U+06F0-06F9,U+200C-200F,U+FD3E-FD3F,U+FDFA-FDFB'
python3 compose-letters.py noto-naskh-basic.woff2
