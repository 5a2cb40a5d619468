import { type RichText, toPlainText } from "#shared/rich-text/rich-text.ts";
import { useSiteText } from "#client/lib/hooks/use-site-text.ts";
import { collection, communityStats, localizeClaim, marketingPromises } from "./marketing-claims.ts";

/** The claims of the landing page: three lists of the text `landing`, else the built-in ones. */
export function useClaims() {
  const { content } = useSiteText("landing");
  const [promises, texts, stats] = content ? listItems(content) : [];
  return {
    promises: promises ?? marketingPromises.map(localizeClaim),
    collection: texts ?? collection.map(localizeClaim),
    stats: stats ?? communityStats.map(localizeClaim),
  };
}

const listItems = (content: RichText) =>
  content.flatMap((block) => (block.type === "list" ? [block.items.map(toPlainText)] : []));
