"""Gives a font whose Arabic dots are marks whole letters, and draws vowel signs at their usual height.

The looks do not change, except in WebKitGTK. It draws all glyphs of a run at one height: a mark that is placed by an anchor
is drawn too high or too low, and a run that ends with one leaves its line.
"""

import itertools
import re
import statistics
import subprocess
import sys
import tempfile
import unicodedata

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from open_type import (
    Anchors,
    add_feature,
    create_context,
    create_coverage,
    create_ligatures,
    create_lookup,
    create_multiple,
)

MARK = 3
EMPTY = "empty"
WEIGHTS = (400, 700)
SHAPED = re.compile(r"(\d+)=\d+(?:@(-?\d+),(-?\d+))?\+(-?\d+)")
USE_MY_METRICS, ARGS_ARE_XY = 0x200, 0x2


class Shaper:
    """Shapes words with HarfBuzz's command."""

    def __init__(self, font):
        self.font = font
        self.file = tempfile.NamedTemporaryFile(suffix=".ttf")
        flavor, font.flavor = font.flavor, None
        font.save(self.file.name)
        font.flavor = flavor

    def shape(self, words, weight):
        """For each word its glyphs from left to right: name, x, y, advance."""
        with tempfile.NamedTemporaryFile("w") as texts:
            texts.write("\n".join(words))
            texts.flush()
            command = ["hb-shape", "--no-glyph-names", f"--variations=wght={weight}"]
            lines = subprocess.run(
                [*command, f"--text-file={texts.name}", self.file.name], check=True, capture_output=True, text=True
            ).stdout.splitlines()
        return [self.parse(line) for line in lines]

    def parse(self, line):
        order = self.font.getGlyphOrder()
        return [(order[int(gid)], int(x or 0), int(y or 0), int(adv)) for gid, x, y, adv in SHAPED.findall(line)]


def is_mark(font, glyph):
    return font["GDEF"].table.GlyphClassDef.classDefs.get(glyph) == MARK


def list_characters(font, category):
    return [chr(code) for code in font.getBestCmap() if unicodedata.category(chr(code)) == category]


def find_letters(font, shaper):
    """Offsets of the first mark of each letter at both weights, and words that contain the letter."""
    letters = list_characters(font, "Lo")
    words = ["".join(each) for size in (1, 2, 3) for each in itertools.product(letters, repeat=size)]
    found, examples = {}, {}
    for words_part in (words[start : start + 20_000] for start in range(0, len(words), 20_000)):
        light, bold = (shaper.shape(words_part, weight) for weight in WEIGHTS)
        for word, light_glyphs, bold_glyphs in zip(words_part, light, bold):
            for (mark, x, y, _), (base, *_), (_, bold_x, bold_y, _) in zip(light_glyphs, light_glyphs[1:], bold_glyphs):
                if is_mark(font, mark) and not is_mark(font, base):
                    found.setdefault((base, mark), (x, y, bold_x - x, bold_y - y))
                    examples.setdefault((base, mark), []).append(word)
    return found, examples


def list_signs(characters):
    shadda = "\u0651"
    return [*characters, *(shadda + character for character in characters)]


def move_signs(font, shaper):
    """Moves each vowel sign by the median of its vertical offsets, and its anchors with it."""
    heights = {}
    signs = list_signs([chr(code) for code in (*range(0x64B, 0x653), 0x670)])
    words = [
        before + letter + sign + after
        for letter, sign in itertools.product(list_characters(font, "Lo"), signs)
        for before, after in itertools.product(["", "\u0628"], repeat=2)
    ]
    for glyphs in shaper.shape(words, WEIGHTS[0]):
        for (name, _, y, _), (other, *_) in zip(glyphs, glyphs[1:]):
            if y and is_mark(font, name):
                heights.setdefault(name, []).append(y)
    names = {glyphs[0][0] for glyphs in shaper.shape(signs, WEIGHTS[0])}
    shifts = {name: round(statistics.median(ys)) for name, ys in heights.items() if name in names}
    glyf = font["glyf"]
    for name in font.getGlyphOrder():
        if glyf[name].isComposite():
            for component in glyf[name].components:
                component.y += shifts.get(name, 0) - shifts.get(component.glyphName, 0)
        elif name in shifts:
            glyf[name].coordinates.translate((0, shifts[name]))
    for name in font.getGlyphOrder():
        glyf[name].recalcBounds(glyf)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            move_anchors(table, lookup.LookupType, shifts)


def move_anchors(table, kind, shifts):
    marks = (table.Mark1Coverage, table.Mark1Array) if kind == 6 else (table.MarkCoverage, table.MarkArray)
    anchors = [(name, record.MarkAnchor) for name, record in zip(marks[0].glyphs, marks[1].MarkRecord)]
    if kind == 6:
        records = zip(table.Mark2Coverage.glyphs, table.Mark2Array.Mark2Record)
        anchors += [(name, anchor) for name, record in records for anchor in record.Mark2Anchor if anchor]
    for name, anchor in anchors:
        anchor.YCoordinate += shifts.get(name, 0)


def find_vowels(font, shaper, examples):
    """Offsets of the vowel signs of each letter, from words in which they do not change its form."""
    offsets = {}
    tries = [
        (pair, word[:at] + signs + word[at:])
        for pair, words in examples.items()
        for word in words[:3] + words[-3:]
        for signs in list_signs(list_characters(font, "Mn"))
        for at in range(1, len(word) + 1)
    ]
    light, bold = (shaper.shape([word for _, word in tries], weight) for weight in WEIGHTS)
    for (pair, _), light_glyphs, bold_glyphs in zip(tries, light, bold):
        glyphs = zip(light_glyphs, light_glyphs[1:], light_glyphs[2:], bold_glyphs)
        for (sign, x, y, _), (dots, *_), (letter, *_), (_, bold_x, bold_y, _) in glyphs:
            if (letter, dots) == pair and is_mark(font, sign):
                offsets.setdefault(pair, {}).setdefault(sign, (x, y, bold_x - x, bold_y - y))
    return offsets


def add_glyph(font, name, glyph, metrics, variations, like):
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    font["hmtx"][name] = metrics
    font["gvar"].variations[name] = variations
    no_variation = 0xFFFFFFFF
    widths = font["HVAR"].table.AdvWidthMap.mapping
    widths[name] = widths[like] if like else no_variation


def create_component(name, x, y, flags):
    component = GlyphComponent()
    component.glyphName, component.x, component.y, component.flags = name, x, y, flags | ARGS_ARE_XY
    return component


def add_letter(font, name, base, mark, offsets):
    x, y, bold_x, bold_y = offsets
    glyph = Glyph()
    glyph.numberOfContours = -1
    glyph.components = [create_component(base, 0, 0, USE_MY_METRICS), create_component(mark, x, y, 0)]
    glyph.recalcBounds(font["glyf"])
    deltas = [(0, 0), (bold_x, bold_y), (0, 0), (0, 0), (0, 0), (0, 0)]
    metrics = (font["hmtx"][base][0], glyph.xMin)
    add_glyph(font, name, glyph, metrics, [TupleVariation({"wght": (0, 1, 1)}, deltas)], base)
    font["GDEF"].table.GlyphClassDef.classDefs[name] = 1


def subtract(a, b):
    return tuple(one - other for one, other in zip(a, b))


def group_signs(font, vowel_offsets):
    """Signs at a constant distance from the first of their group, with that distance."""
    groups = []
    signs = {sign for offsets in vowel_offsets.values() for sign in offsets}
    for sign in sorted(signs, key=font.getGlyphID):
        for group in groups:
            first = next(iter(group))
            both = [each for each in vowel_offsets.values() if sign in each and first in each]
            distances = {subtract(each[sign], each[first]) for each in both}
            if len(distances) == 1:
                group[sign] = distances.pop()
                break
        else:
            groups.append({sign: (0, 0, 0, 0)})
    return groups


def create_vowel_positions(font, letters, vowel_offsets):
    anchors = Anchors(font)
    groups = group_signs(font, vowel_offsets)
    records = {}
    for number, group in enumerate(groups):
        for sign, distance in group.items():
            records[sign] = ot.MarkRecord()
            records[sign].Class = number
            records[sign].MarkAnchor = anchors.create(*subtract((0, 0, 0, 0), distance))
    signs = sorted(records, key=font.getGlyphID)
    names = sorted((letters[pair] for pair in vowel_offsets), key=font.getGlyphID)
    pairs = {name: pair for pair, name in letters.items()}
    table = ot.MarkBasePos()
    table.Format, table.ClassCount = 1, len(groups)
    table.MarkCoverage, table.BaseCoverage = create_coverage(signs), create_coverage(names)
    table.MarkArray, table.BaseArray = ot.MarkArray(), ot.BaseArray()
    table.MarkArray.MarkRecord = [records[sign] for sign in signs]
    table.MarkArray.MarkCount = len(signs)
    table.BaseArray.BaseRecord = []
    for name in names:
        record = ot.BaseRecord()
        record.BaseAnchor = [find_anchor(anchors, group, vowel_offsets[pairs[name]]) for group in groups]
        table.BaseArray.BaseRecord.append(record)
    table.BaseArray.BaseCount = len(names)
    anchors.save()
    return table


def find_anchor(anchors, group, offsets):
    for sign, distance in group.items():
        if sign in offsets:
            return anchors.create(*subtract(offsets[sign], distance))
    return None


def insert_positions(gpos, table):
    """Before the lookups that stack marks on marks, which win."""
    lookups = gpos.LookupList
    index = next(at for at, lookup in enumerate(lookups.Lookup) if lookup.LookupType == 6)
    lookups.Lookup.insert(index, create_lookup(4, table))
    lookups.LookupCount += 1
    for record in gpos.FeatureList.FeatureRecord:
        feature = record.Feature
        feature.LookupListIndex = [at + (at >= index) for at in feature.LookupListIndex]
        if record.FeatureTag == "mark":
            feature.LookupListIndex = sorted([*feature.LookupListIndex, index])
        feature.LookupCount = len(feature.LookupListIndex)


def main(path):
    font = TTFont(path, lazy=False)
    font.ensureDecompiled()
    move_signs(font, Shaper(font))
    shaper = Shaper(font)
    offsets, examples = find_letters(font, shaper)
    vowel_offsets = find_vowels(font, shaper, examples)
    marks = [glyph for glyph in font.getGlyphOrder() if is_mark(font, glyph)]

    letters = {pair: f"letter{number}" for number, pair in enumerate(offsets)}
    for pair, name in letters.items():
        add_letter(font, name, *pair, offsets[pair])
    add_glyph(font, EMPTY, Glyph(), (0, 0), [], None)
    font["GDEF"].table.GlyphClassDef.classDefs[EMPTY] = MARK

    gsub = font["GSUB"].table
    first = len(gsub.LookupList.Lookup)
    gsub.LookupList.Lookup += [
        create_lookup(4, create_ligatures(letters)),
        create_lookup(2, create_multiple({glyph: [glyph, EMPTY] for glyph in marks})),
        create_lookup(6, create_context(marks, marks, None), create_context(marks, None, first + 1)),
    ]
    gsub.LookupList.LookupCount = len(gsub.LookupList.Lookup)
    # The last feature that shapers apply, so that the others see the parts of the letters.
    add_feature(gsub, "mset", [first, first + 2])
    insert_positions(font["GPOS"].table, create_vowel_positions(font, letters, vowel_offsets))
    font.save(path)
    print(f"{len(letters)} letters, {len(font.getGlyphOrder())} glyphs")


main(sys.argv[1])
