"""Puts an empty glyph after the last mark of every letter of a font.

WebKitGTK draws a run below or above its line when the glyph at its left edge is a mark with an offset: the last letter of
an Arabic word in a font that draws dots as marks.
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables._g_l_y_f import Glyph

EMPTY = "empty"


def add_empty_glyph(font):
    font.setGlyphOrder([*font.getGlyphOrder(), EMPTY])
    font["glyf"][EMPTY] = Glyph()
    font["hmtx"][EMPTY] = (0, 0)
    font["gvar"].variations[EMPTY] = []
    font["GDEF"].table.GlyphClassDef.classDefs[EMPTY] = 3
    no_variation = 0xFFFFFFFF
    font["HVAR"].table.AdvWidthMap.mapping[EMPTY] = no_variation


def coverage(glyphs):
    table = ot.Coverage()
    table.glyphs = glyphs
    return table


def lookup(kind, *subtables):
    table = ot.Lookup()
    table.LookupType, table.LookupFlag = kind, 0
    table.SubTable, table.SubTableCount = list(subtables), len(subtables)
    return table


def in_context(marks, next_marks, lookup_index):
    """Applies a lookup to marks before other marks, or with no lookup ends the search there."""
    rule = ot.ChainContextSubst()
    rule.Format = 3
    rule.BacktrackCoverage, rule.BacktrackGlyphCount = [], 0
    rule.InputCoverage, rule.InputGlyphCount = [coverage(marks)], 1
    rule.LookAheadCoverage = [coverage(next_marks)] if next_marks else []
    rule.LookAheadGlyphCount = len(rule.LookAheadCoverage)
    rule.SubstLookupRecord = []
    if lookup_index is not None:
        record = ot.SubstLookupRecord()
        record.SequenceIndex, record.LookupListIndex = 0, lookup_index
        rule.SubstLookupRecord = [record]
    rule.SubstCount = len(rule.SubstLookupRecord)
    return rule


def add_feature(gsub, tag, lookup_index):
    record = ot.FeatureRecord()
    record.FeatureTag, record.Feature = tag, ot.Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex, record.Feature.LookupCount = [lookup_index], 1
    features = gsub.FeatureList
    features.FeatureRecord.append(record)
    features.FeatureCount = len(features.FeatureRecord)
    for script in gsub.ScriptList.ScriptRecord:
        languages = [each.LangSys for each in script.Script.LangSysRecord]
        for language in [script.Script.DefaultLangSys, *languages]:
            language.FeatureIndex.append(features.FeatureCount - 1)
            language.FeatureCount = len(language.FeatureIndex)


def main(path):
    font = TTFont(path, lazy=False)
    font.ensureDecompiled()
    classes = font["GDEF"].table.GlyphClassDef.classDefs
    marks = [glyph for glyph in font.getGlyphOrder() if classes.get(glyph) == 3]
    add_empty_glyph(font)
    gsub = font["GSUB"].table
    lookups = gsub.LookupList
    append = ot.MultipleSubst()
    append.mapping = {glyph: [glyph, EMPTY] for glyph in marks}
    index = len(lookups.Lookup)
    lookups.Lookup += [
        lookup(2, append),
        lookup(6, in_context(marks, marks, None), in_context(marks, None, index)),
    ]
    lookups.LookupCount = len(lookups.Lookup)
    # The last feature that shapers apply, so that no other sees the empty glyph.
    add_feature(gsub, "mset", index + 1)
    font.save(path)


main(sys.argv[1])
