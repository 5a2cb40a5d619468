import { type Block, getInlineText, type RichText, toPlainText } from "#shared/rich-text/rich-text.ts";
import { useSiteText } from "#client/lib/hooks/use-site-text.ts";
import { localizeClaim } from "./localize-claim.ts";
import { collection, communityFigures, marketingPromises } from "./marketing-claims.ts";

interface Figure {
  readonly value: string;
  readonly label: string;
}

/** The claims of the landing page: three lists of the text `landing`, else the built-in ones. */
export function useClaims() {
  const { content } = useSiteText("landing");
  const [promises, texts, figures] = content ? listItems(content) : [];
  return {
    promises: promises?.map(toPlainText) ?? marketingPromises.map(localizeClaim),
    collection: texts?.map(toPlainText) ?? collection.map(localizeClaim),
    figures:
      figures?.map(toFigure) ??
      communityFigures.map(
        ({ value, label }): Figure => ({ value: localizeClaim(value), label: localizeClaim(label) }),
      ),
  };
}

const listItems = (content: RichText) =>
  content.flatMap((block) => (block.type === "list" ? [block.items] : []));

/** "**50K+** Active Readers": the bold part is the number. */
function toFigure(item: readonly Block[]): Figure {
  const nodes = item.flatMap((block) => (block.type === "paragraph" ? block.children : []));
  const isValue = ({ type }: (typeof nodes)[number]) => type === "strong";
  return {
    value: nodes.filter(isValue).map(getInlineText).join(" "),
    label: nodes
      .filter((node) => !isValue(node))
      .map(getInlineText)
      .join("")
      .trim(),
  };
}
