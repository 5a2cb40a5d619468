import type { chapterTypes } from "#shared/publishing/chapters.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";

const kinds = {
  opening_credits: "player.kindOpeningCredits",
  end_credits: "player.kindEndCredits",
  credits: "player.kindCredits",
  prologue: "player.kindPrologue",
  epilogue: "player.kindEpilogue",
  introduction: "player.kindIntroduction",
  preface: "player.kindPreface",
  foreword: "player.kindForeword",
  afterword: "player.kindAfterword",
  conclusion: "player.kindConclusion",
  dedication: "player.kindDedication",
  acknowledgements: "player.kindAcknowledgements",
  appendix: "player.kindAppendix",
  interlude: "player.kindInterlude",
  about_the_author: "player.kindAboutTheAuthor",
  note: "player.kindNote",
} as const satisfies Record<Exclude<(typeof chapterTypes)[number], "chapter">, MessageKey>;

/** The name of a part of an audiobook that is not a chapter; null for other types. */
export const getChapterKind = (type: string): string | null =>
  Object.hasOwn(kinds, type) ? t(kinds[type as keyof typeof kinds]) : null;
