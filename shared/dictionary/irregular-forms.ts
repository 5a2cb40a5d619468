/** English words with the irregular forms of each. */
const table = `
arise arose arisen|awake awoke awoken|be am is are was were been being|bear bore borne born|beat beaten|
become became|befall befell befallen|beget begot begat begotten|begin began begun|behold beheld|
bend bent|beseech besought|bet betted|bid bade bidden|bind bound|bite bit bitten|bleed bled|
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|
catch caught|choose chose chosen|cleave clove cleft cloven|cling clung|come came|creep crept|deal dealt|
dig dug|do did done does|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|dwell dwelt|
eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fling flung|
fly flew flown flies|forbear forbore forborne|forbid forbade forbad forbidden|foresee foresaw foreseen|
forget forgot forgotten|forgive forgave forgiven|forgo forwent forgone|forsake forsook forsaken|
forswear forswore forsworn|freeze froze frozen|get got gotten|gird girt|give gave given|
go went gone goes|grind ground|grow grew grown|hang hung|have has had|hear heard|hew hewn|
hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|leap leapt|
learn learnt|leave left|lend lent|lie lay lain lying|light lit|lose lost|make made|mean meant|meet met|
mistake mistook mistaken|mow mown|overcome overcame|overhear overheard|overtake overtook overtaken|
overthrow overthrew overthrown|pay paid|plead pled|prove proven|rend rent|ride rode ridden|
ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|
shake shook shaken|shear shorn|shine shone|shoe shod|shoot shot|show shown|
shrink shrank shrunk shrunken|sing sang sung|sink sank sunk sunken|sit sat|slay slew slain|sleep slept|
slide slid|sling slung|slink slunk|smell smelt|smite smote smitten|sow sown|speak spoke spake spoken|
speed sped|spell spelt|spend spent|spill spilt|spin spun span|spit spat|spring sprang sprung|
stand stood|steal stole stolen|stick stuck|sting stung|stink stank stunk|strew strewn|
stride strode stridden|strike struck stricken|string strung|strive strove striven|swear swore sworn|
sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|
tell told|think thought|thrive throve thriven|throw threw thrown|tread trod trodden|
undergo underwent undergone|understand understood|undertake undertook undertaken|undo undid undone|
uphold upheld|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|
withdraw withdrew withdrawn|withhold withheld|withstand withstood|work wrought|wring wrung|
write wrote written|man men|woman women|child children|foot feet|tooth teeth|goose geese|mouse mice|
louse lice|ox oxen|die dice|brother brethren|penny pence|person people|wife wives|life lives|
knife knives|leaf leaves|half halves|calf calves|shelf shelves|self selves|thief thieves|wolf wolves|
loaf loaves|sheaf sheaves|scarf scarves|hoof hooves|elf elves|wharf wharves|dwarf dwarves|
analysis analyses|basis bases|crisis crises|thesis theses|axis axes|oasis oases|hypothesis hypotheses|
parenthesis parentheses|phenomenon phenomena|criterion criteria|datum data|medium media|
bacterium bacteria|stratum strata|erratum errata|addendum addenda|codex codices|index indices|
appendix appendices|matrix matrices|vertex vertices|radius radii|stimulus stimuli|nucleus nuclei|
fungus fungi|alumnus alumni|genus genera|corpus corpora|formula formulae|larva larvae|antenna antennae|
cherub cherubim|seraph seraphim|good better best|well better best|bad worse worst|ill worse worst|
far farther further farthest furthest|little less least|much more most|many more most|old elder eldest|
late latter`;

const bases = new Map<string, string[]>();
for (const entry of table.replace(/\n/g, "").split("|")) {
  const [base = "", ...forms] = entry.split(" ");
  for (const form of forms) bases.set(form, [...(bases.get(form) ?? []), base]);
}

/** The words of which an English form is an irregular one. */
export const listIrregularBases = (form: string): readonly string[] => bases.get(form) ?? [];
