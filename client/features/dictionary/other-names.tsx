interface OtherNamesProps {
  readonly word: string;
  readonly headword: string | undefined;
}

/** The headword after its word, without a repetition: a term of the library has names in two languages. */
export function OtherNames({ word, headword = "" }: OtherNamesProps) {
  const names = headword.split(" · ").filter((name) => name !== "" && name !== word);
  return names.length > 0 && <span className="font-normal text-muted"> · {names.join(" · ")}</span>;
}
