"""Creates tables of OpenType fonts."""

from fontTools.ttLib.tables import otTables as ot
from fontTools.varLib.builder import buildVarData, buildVarDevTable, buildVarRegion


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
