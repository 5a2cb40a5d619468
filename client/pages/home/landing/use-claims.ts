import { type Block, getInlineText, type RichText, toPlainText } from "#shared/rich-text/rich-text.ts";
import { useSiteText } from "#client/lib/hooks/use-site-text.ts";
import { localizeClaim } from "./localize-claim.ts";
import { collection, communityStats, marketingPromises } from "./marketing-claims.ts";

interface Stat {
  readonly value: string;
  readonly label: string;
}

/** The claims of the landing page: three lists of the text `landing`, else the built-in ones. */
export function useClaims() {
  const { content } = useSiteText("landing");
  const [promises, texts, stats] = content ? listItems(content) : [];
  return {
    promises: promises?.map(toPlainText) ?? marketingPromises.map(localizeClaim),
    collection: texts?.map(toPlainText) ?? collection.map(localizeClaim),
    stats:
      stats?.map(toStat) ??
      communityStats.map(
        ({ value, label }): Stat => ({ value: localizeClaim(value), label: localizeClaim(label) }),
      ),
  };
}

const listItems = (content: RichText) =>
  content.flatMap((block) => (block.type === "list" ? [block.items] : []));

/** "**50K+** Active Readers": the bold part is the number. */
function toStat(item: readonly Block[]): Stat {
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
