import { type ReactNode, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Mark } from "#shared/marks/mark.ts";
import { MarginList } from "#client/features/marks/margin/margin-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { Tabs } from "#client/ui/tabs.tsx";

interface NotebookTabsProps {
  readonly userId: UserId;
  readonly bookId: BookId;
  readonly own: ReactNode;
  readonly onJump: (mark: Pick<Mark, "anchor">) => void;
}

/** The reader's own marks, and the margin of their communities. */
export function NotebookTabs({ userId, bookId, own, onJump }: NotebookTabsProps) {
  const [tab, setTab] = useState<"own" | "margin">("own");
  // The shades at the ends of the tabs have the colour of a page, not of a panel.
  return (
    <div className="[&_.scroll-shade]:bg-none">
      <Tabs
        label={t("notebook.title")}
        tabs={[
          { value: "own", label: t("margin.own") },
          { value: "margin", label: t("margin.title") },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === "own" ? own : <MarginList userId={userId} bookId={bookId} onJump={onJump} />}
      </Tabs>
    </div>
  );
}
