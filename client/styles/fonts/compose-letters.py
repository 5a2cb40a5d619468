"""Gives a font whose Arabic dots are marks whole letters, without a change of its looks.

WebKitGTK draws all glyphs of a run at one height: a dot that is placed by its letter's anchor is drawn too high or too low,
and a run that ends with such a dot leaves its line.
"""

import itertools
import re
import subprocess
import sys
import tempfile
import unicodedata

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.builder import buildVarData, buildVarDevTable, buildVarRegion

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


def find_vowels(font, shaper, vowels, examples):
    """Offsets of the vowel signs of each letter, from words in which they do not change its form."""
    shadda = "\u0651"
    offsets = {}
    tries = [
        (pair, word[:at] + signs + word[at:])
        for pair, words in examples.items()
        for word in words[:3] + words[-3:]
        for signs in [*vowels, *(shadda + vowel for vowel in vowels)]
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


def create_coverage(glyphs):
    coverage = ot.Coverage()
    coverage.glyphs = glyphs
    return coverage


def create_lookup(kind, *subtables):
    lookup = ot.Lookup()
    lookup.LookupType, lookup.LookupFlag = kind, 0
    lookup.SubTable, lookup.SubTableCount = list(subtables), len(subtables)
    return lookup


def create_ligatures(letters):
    table = ot.LigatureSubst()
    table.ligatures = {}
    for (base, mark), name in letters.items():
        ligature = ot.Ligature()
        ligature.LigGlyph, ligature.Component, ligature.CompCount = name, [mark], 2
        table.ligatures.setdefault(base, []).append(ligature)
    return table


def create_multiple(mapping):
    table = ot.MultipleSubst()
    table.mapping = mapping
    return table


def create_context(marks, next_marks, lookup_index):
    """Applies a lookup to marks before other marks, or with no lookup ends the search there."""
    rule = ot.ChainContextSubst()
    rule.Format = 3
    rule.BacktrackCoverage, rule.BacktrackGlyphCount = [], 0
    rule.InputCoverage, rule.InputGlyphCount = [create_coverage(marks)], 1
    rule.LookAheadCoverage = [create_coverage(next_marks)] if next_marks else []
    rule.LookAheadGlyphCount = len(rule.LookAheadCoverage)
    rule.SubstLookupRecord = []
    if lookup_index is not None:
        record = ot.SubstLookupRecord()
        record.SequenceIndex, record.LookupListIndex = 0, lookup_index
        rule.SubstLookupRecord = [record]
    rule.SubstCount = len(rule.SubstLookupRecord)
    return rule


def add_feature(gsub, tag, lookup_indices):
    record = ot.FeatureRecord()
    record.FeatureTag, record.Feature = tag, ot.Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex, record.Feature.LookupCount = lookup_indices, len(lookup_indices)
    features = gsub.FeatureList
    features.FeatureRecord.append(record)
    features.FeatureCount = len(features.FeatureRecord)
    for script in gsub.ScriptList.ScriptRecord:
        languages = [each.LangSys for each in script.Script.LangSysRecord]
        for language in [script.Script.DefaultLangSys, *languages]:
            language.FeatureIndex.append(features.FeatureCount - 1)
            language.FeatureCount = len(language.FeatureIndex)


class Anchors:
    """Creates anchors that move with the weight."""

    def __init__(self, font):
        self.store = font["GDEF"].table.VarStore
        self.items = []
        self.axes = [axis.axisTag for axis in font["fvar"].axes]

    def create(self, x, y, bold_x, bold_y):
        anchor = ot.Anchor()
        anchor.Format, anchor.XCoordinate, anchor.YCoordinate = 1, x, y
        if bold_x or bold_y:
            anchor.Format = 3
            anchor.XDeviceTable, anchor.YDeviceTable = self.create_device(bold_x), self.create_device(bold_y)
        return anchor

    def create_device(self, delta):
        if not delta:
            return None
        if [delta] not in self.items:
            self.items.append([delta])
        return buildVarDevTable((self.store.VarDataCount << 16) + self.items.index([delta]))

    def save(self):
        regions = self.store.VarRegionList
        regions.Region.append(buildVarRegion({"wght": (0, 1, 1)}, self.axes))
        regions.RegionCount = len(regions.Region)
        self.store.VarData.append(buildVarData([regions.RegionCount - 1], self.items, optimize=False))
        self.store.VarDataCount = len(self.store.VarData)


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
    shaper = Shaper(font)
    offsets, examples = find_letters(font, shaper)
    vowel_offsets = find_vowels(font, shaper, list_characters(font, "Mn"), examples)
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
