import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { AlignmentEditorState } from "#shared/alignment/contract.ts";
import type { SyncedChapter } from "#shared/alignment/map.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ChapterEditor } from "./chapter-editor.tsx";

/** Chapters with a sync map; one at a time can be open. */
export function EditableChapterList({
  editor: { bookId, chapters },
}: {
  readonly editor: AlignmentEditorState;
}) {
  const [open, setOpen] = useState<number | null>(null);
  if (chapters.length === 0) {
    return <EmptyState title={t("alignment.noChapters")} hint={t("alignment.noChaptersHint")} />;
  }
  return (
    <ul className="flex flex-col gap-3">
      {chapters.map((chapter) => {
        const isOpen = open === chapter.chapterNumber;
        return (
          <li key={chapter.chapterNumber} className="rounded-card border border-line bg-surface">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? null : chapter.chapterNumber)}
              className="flex min-h-14 w-full items-center gap-3 rounded-card p-4 text-start hover:bg-primary/5"
            >
              <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="font-medium">
                  <bdi>{getTitle(chapter)}</bdi>
                </span>
                <span className="text-muted text-small">
                  {chapter.level === "chapter"
                    ? t("alignment.coarse")
                    : t("alignment.known", { percent: formatPercent(chapter.confidence) })}
                  {" · "}
                  {t(`alignment.source_${chapter.source}`)}
                </span>
              </span>
              <ChevronDown
                aria-hidden
                className={`size-5 shrink-0 transition-transform ${isOpen ? "rotate-180" : ""}`}
              />
            </button>
            {isOpen && <ChapterEditor bookId={bookId} chapterNumber={chapter.chapterNumber} />}
          </li>
        );
      })}
    </ul>
  );
}

function getTitle({ title, chapterNumber }: SyncedChapter): string {
  const isUnnamed = ["", `Chapter ${chapterNumber}`].includes(title.trim());
  return isUnnamed ? t("alignment.chapterN", { n: chapterNumber }) : title;
}
