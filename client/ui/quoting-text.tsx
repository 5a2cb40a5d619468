import { type ReactNode, Suspense } from "react";
import type { Block, RichText } from "#shared/rich-text/rich-text.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "./overlays/lazy-overlay.tsx";

const RichTextView = lazyOverlay(async () => {
  const [module] = await Promise.all([import("./rich-text-view.tsx"), loadMessages("richText")]);
  return module.RichTextView;
});

interface QuotingTextProps {
  /** Absent before the server has the text. */
  readonly content: RichText | undefined;
  /** The text without quotations of books. */
  readonly children: ReactNode;
}

/** A review; one without quotations is shown as it was written. */
export function QuotingText({ content, children }: QuotingTextProps) {
  if (!content?.some(hasQuotation)) return children;
  return (
    <Suspense fallback={children}>
      <RichTextView content={content} />
    </Suspense>
  );
}

const hasQuotation = (block: Block): boolean =>
  block.type === "quote" ||
  block.type === "card" ||
  (block.type === "paragraph" && block.children.some(({ type }) => type === "quoted"));
