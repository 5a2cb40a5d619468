import { BookOpen, Download } from "lucide-react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { MarginFormat } from "#shared/marks/margin-contract.ts";
import type { SharedMark } from "#shared/marks/shared-mark.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { groupShares } from "./group-shares.ts";
import { useMarginVisibility } from "./margin-visibility.ts";
import { SharedMarkView } from "./shared-mark-view.tsx";
import { type Margin, useMargin } from "./use-margin.ts";

interface MarginListProps {
  readonly userId: UserId;
  readonly bookId: BookId;
  readonly onJump: (mark: SharedMark) => void;
}

/** The margin of a book by place, with the number of marks further on. */
export function MarginList({ userId, bookId, onJump }: MarginListProps) {
  const margin = useMargin(bookId);
  const [isShown, setShown] = useMarginVisibility(userId, bookId);
  return (
    <div ref={keepFocusInRows} className="flex flex-col gap-3">
      <Switch label={t("margin.showInBook")} checked={isShown} onChange={setShown} />
      <QueryState query={margin} loading={<Skeleton className="h-40" />} errorTitle={t("margin.failed")}>
        {(data) => (
          <>
            <AheadCounts margin={data} />
            {data.marks.length === 0 ? (
              <EmptyState title={t("margin.empty")} hint={t("margin.emptyHint")} />
            ) : (
              <>
                <ExportMenu bookId={bookId} />
                <MarkList margin={data} onJump={onJump} />
              </>
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}

function AheadCounts({ margin: { communities } }: { readonly margin: Margin }) {
  const ahead = communities.filter(({ aheadCount }) => aheadCount > 0);
  if (ahead.length === 0) return null;
  return (
    <ul className="text-muted text-small">
      {ahead.map(({ id, name, aheadCount }) => (
        <li key={id}>
          {t("margin.ahead", { n: aheadCount })}
          {communities.length > 1 && (
            <>
              {" · "}
              <bdi>{name}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface MarkListProps extends Pick<MarginListProps, "onJump"> {
  readonly margin: Margin;
}

function MarkList({ margin: { marks, communities }, onJump }: MarkListProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {groupShares(marks).map((mark) => (
        <li key={mark.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_9rem]">
          {mark.anchor.quote && (
            <blockquote
              dir="auto"
              className="mx-3 mt-3 line-clamp-4 wrap-anywhere border-accent border-s-2 ps-3"
            >
              {mark.anchor.quote.exact}
            </blockquote>
          )}
          <SharedMarkView mark={mark} communities={communities}>
            {mark.placement !== "lost" && (
              <IconButton
                label={t("margin.open")}
                icon={<BookOpen aria-hidden />}
                onClick={() => onJump(mark)}
              />
            )}
          </SharedMarkView>
        </li>
      ))}
    </ul>
  );
}

function ExportMenu({ bookId }: { readonly bookId: BookId }) {
  const download = (format: MarginFormat) => {
    const link = document.createElement("a");
    link.href = `/api/books/${bookId}/margin/export?${new URLSearchParams({ format, language: getChosenLanguage() })}`;
    link.download = "";
    link.click();
  };
  return (
    <Menu
      label={t("margin.export")}
      groups={[
        MarginFormat.options.map((format) => ({
          label: t(`margin.format_${format}`),
          onSelect: () => download(format),
        })),
      ]}
      trigger={(props) => (
        <Button
          {...props}
          tone="secondary"
          size="small"
          className="self-start"
          icon={<Download aria-hidden />}
        >
          {t("margin.export")}
        </Button>
      )}
    />
  );
}
