const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(opening|start) credits/, "opening_credits"],
  [/^(closing|end) credits/, "end_credits"],
  [/^credits/, "credits"],
  [/^(prologue|prolog)\b/, "prologue"],
  [/^(epilogue|epilog)\b/, "epilogue"],
  [/^(introduction|intro|einleitung)\b|^(ال)?مقدمة/, "introduction"],
  [/^(preface|vorwort)\b|^تمهيد/, "preface"],
  [/^foreword\b|^تقديم/, "foreword"],
  [/^afterword\b/, "afterword"],
  [/^(conclusion)\b|^(ال)?خاتمة/, "conclusion"],
  [/^dedication\b|^إهداء/, "dedication"],
  [/^acknowledge?ments?\b/, "acknowledgements"],
  [/^appendix\b|^ملحق/, "appendix"],
  [/^interlude\b/, "interlude"],
  [/^about the author\b/, "about_the_author"],
  [/^(translator|author|editor|publisher)['’]?s note\b/, "note"],
];

/** The type of a chapter by its title, in snake case; `chapter` by default. */
export function getChapterType(title: string): string {
  const normalized = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/^[\s\d.:_–—-]+/, "");
  return kinds.find(([pattern]) => pattern.test(normalized))?.[1] ?? "chapter";
}
