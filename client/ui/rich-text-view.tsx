import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { type Block, type Inline, isInternalUrl, type RichText } from "#shared/rich-text/rich-text.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Spoiler } from "#client/ui/spoiler.tsx";
import { BookLinkCard } from "./books/book-link-card.tsx";
import { ConfirmDialog } from "./overlays/dialog.tsx";
import { QuotationCard } from "./quotation-card.tsx";

interface RichTextViewProps {
  readonly content: RichText;
  readonly className?: string;
}

/** The text of a post or a message. Links of other sites ask before they open. */
export function RichTextView({ content, className }: RichTextViewProps) {
  const [externalUrl, setExternalUrl] = useState("");
  return (
    <div className={clsx("wrap-anywhere flex flex-col gap-2.5", className)}>
      {withKeys(content).map(({ key, node }) => (
        <BlockView key={key} block={node} onLeave={setExternalUrl} />
      ))}
      <ConfirmDialog
        title={t("richText.leaveTitle")}
        description={t("richText.leaveHint", { url: externalUrl })}
        confirmLabel={t("richText.leaveOpen")}
        isOpen={externalUrl !== ""}
        onClose={() => setExternalUrl("")}
        onConfirm={() => {
          window.open(externalUrl, "_blank", "noopener,noreferrer");
          setExternalUrl("");
        }}
      />
    </div>
  );
}

/** The nodes of a text never change their order. */
const withKeys = <Node,>(nodes: readonly Node[]) =>
  nodes.map((node, index) => ({ key: String(index), node }));

type OpenExternal = (url: string) => void;

function BlockView({ block, onLeave }: { readonly block: Block; readonly onLeave: OpenExternal }): ReactNode {
  if (block.type === "paragraph") {
    return (
      <p dir="auto">
        <Inlines nodes={block.children} onLeave={onLeave} />
      </p>
    );
  }
  if (block.type === "heading") {
    const Heading = block.level === 2 ? "h2" : "h3";
    const size = block.level === 2 ? "mt-6 font-title text-h3" : "mt-3";
    return (
      <Heading dir="auto" className={clsx("font-semibold", size)}>
        <Inlines nodes={block.children} onLeave={onLeave} />
      </Heading>
    );
  }
  if (block.type === "card") return <BookLinkCard bookId={block.bookId} sentence={block.sentence} />;
  if (block.type === "quote") {
    const card = block.children.at(-1);
    if (card?.type === "card" && card.sentence && block.children.length > 1) {
      return (
        <QuotationCard bookId={card.bookId} sentence={card.sentence} quotation={block.quotation}>
          {withKeys(block.children.slice(0, -1)).map(({ key, node }) => (
            <BlockView key={key} block={node} onLeave={onLeave} />
          ))}
        </QuotationCard>
      );
    }
    return (
      <blockquote className="flex flex-col gap-2 border-accent border-s-2 ps-3 text-muted">
        {withKeys(block.children).map(({ key, node }) => (
          <BlockView key={key} block={node} onLeave={onLeave} />
        ))}
      </blockquote>
    );
  }
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List className={clsx("flex flex-col gap-1 ps-6", block.isOrdered ? "list-decimal" : "list-disc")}>
      {withKeys(block.items).map((item) => (
        <li key={item.key}>
          {withKeys(item.node).map(({ key, node }, index) =>
            index === 0 && node.type === "paragraph" ? (
              // Inline, because WebKit places the marker on the start side of the first block.
              <bdi key={key}>
                <Inlines nodes={node.children} onLeave={onLeave} />
              </bdi>
            ) : (
              <BlockView key={key} block={node} onLeave={onLeave} />
            ),
          )}
        </li>
      ))}
    </List>
  );
}

function Inlines({ nodes, onLeave }: { readonly nodes: readonly Inline[]; readonly onLeave: OpenExternal }) {
  return withKeys(nodes).map(({ key, node }) => <InlineView key={key} node={node} onLeave={onLeave} />);
}

function InlineView({ node, onLeave }: { readonly node: Inline; readonly onLeave: OpenExternal }): ReactNode {
  if (node.type === "text") return node.text;
  if (node.type === "break") return <br />;
  if (node.type === "mention") return <span className="font-medium text-primary">@{node.username}</span>;
  const children = <Inlines nodes={node.children} onLeave={onLeave} />;
  if (node.type === "emphasis") return <em>{children}</em>;
  if (node.type === "strong") return <strong>{children}</strong>;
  if (node.type === "quoted") {
    return (
      <>
        {children}{" "}
        <Link
          to={`/read/${node.bookId}?sentence=${node.sentence}`}
          className="inline-flex items-center gap-1 text-primary text-small"
        >
          <CircleCheck aria-hidden className="size-4" />
          {t("richText.quotation-verified")}
        </Link>
      </>
    );
  }
  if (node.type !== "link") return <Spoiler>{children}</Spoiler>;
  const className = "text-primary underline underline-offset-2";
  if (isInternalUrl(node.url)) {
    return (
      <Link to={node.url} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={node.url}
      rel="ugc nofollow noopener noreferrer"
      className={className}
      onClick={(event) => {
        event.preventDefault();
        onLeave(node.url);
      }}
    >
      {children}
    </a>
  );
}
