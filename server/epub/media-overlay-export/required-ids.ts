import type { MarkedPage, NamedExample, RequiredIds } from "./add-sentence-ids.ts";
import type { SpokenPart, Target } from "./plan-parts.ts";

type Stretch = RequiredIds["stretches"][number];

const getStretch = (target: Target): Stretch =>
  target.is === "stretch" ? [target.first, target.last] : null;
const getKey = (stretch: Stretch) => stretch?.join("-") ?? "page";

export function getRequiredIds(
  parts: readonly SpokenPart[],
  spineIndex: number,
  styleSheet: string | null,
): RequiredIds {
  const targets = parts.map(({ target }) => target);
  const stretches = targets.filter(({ is }) => is === "stretch" || is === "page").map(getStretch);
  return {
    ...{ spineIndex, styleSheet },
    sentences: new Set(targets.flatMap((target) => (target.is === "sentence" ? [target.number] : []))),
    elements: new Set(targets.flatMap((target) => (target.is === "element" ? [target.id] : []))),
    stretches: [...new Map(stretches.map((stretch) => [getKey(stretch), stretch])).values()],
  };
}

export function collectIds(
  page: MarkedPage,
  consents: RequiredIds,
): (part: SpokenPart) => readonly NamedExample[] {
  const stretches = new Map(
    consents.stretches.map((stretch, index) => [getKey(stretch), page.stretches[index]]),
  );
  const one = (id: string | undefined) => [{ id: id ?? "", letters: 1 }];
  return ({ target, isPause }) => {
    if (target.is === "element") return one(page.elements.get(target.id));
    if (target.is !== "sentence") return one(stretches.get(getKey(getStretch(target))));
    const pieces = page.sentences.get(target.number) ?? [];
    return isPause ? pieces.slice(-1) : pieces;
  };
}
