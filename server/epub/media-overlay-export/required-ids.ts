import type { MarkedPage, RequiredIds, SentenceElement } from "./add-sentence-ids.ts";
import type { SpokenPart, Target } from "./plan-parts.ts";

type SentenceSpan = RequiredIds["spans"][number];

const getSpan = (target: Target): SentenceSpan =>
  target.type === "span" ? [target.first, target.last] : null;
const getKey = (span: SentenceSpan) => span?.join("-") ?? "page";

export function getRequiredIds(
  parts: readonly SpokenPart[],
  spineIndex: number,
  styleSheet: string | null,
): RequiredIds {
  const targets = parts.map(({ target }) => target);
  const spans = targets.filter(({ type }) => type === "span" || type === "page").map(getSpan);
  return {
    spineIndex,
    styleSheet,
    sentences: new Set(targets.flatMap((target) => (target.type === "sentence" ? [target.number] : []))),
    elements: new Set(targets.flatMap((target) => (target.type === "element" ? [target.id] : []))),
    spans: [...new Map(spans.map((span) => [getKey(span), span])).values()],
  };
}

export function collectIds(
  page: MarkedPage,
  requiredIds: RequiredIds,
): (part: SpokenPart) => readonly SentenceElement[] {
  const spans = new Map(requiredIds.spans.map((span, index) => [getKey(span), page.spans[index]]));
  const toSingleElement = (id: string | undefined) => [{ id: id ?? "", characters: 1 }];
  return ({ target, isPause }) => {
    if (target.type === "element") return toSingleElement(page.elements.get(target.id));
    if (target.type !== "sentence") return toSingleElement(spans.get(getKey(getSpan(target))));
    const pieces = page.sentences.get(target.number) ?? [];
    return isPause ? pieces.slice(-1) : pieces;
  };
}
