import { useEffect, useRef } from "react";
import type { Chapter } from "#client/features/reader/chapters.ts";
import { getBookFraction, getPercent } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Panel } from "./panel.tsx";

interface ContentsPanelProps {
  readonly chapters: readonly Chapter[];
  readonly weights: readonly number[];
  readonly current: Chapter | null;
  readonly isLocked: (chapter: Chapter) => boolean;
  readonly onGo: (chapter: Chapter) => void;
  readonly onClose: () => void;
}

/** The table of contents, scrolled to the current chapter. */
export function ContentsPanel(props: ContentsPanelProps) {
  const { chapters, weights, current, isLocked, onGo, onClose } = props;
  const currentItem = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    currentItem.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <Panel title={t("reader.contents")} side="start" focus={currentItem} onClose={onClose}>
      {chapters.length === 0 && <p className="p-5 text-muted">{t("reader.noContents")}</p>}
      <nav aria-label={t("reader.contents")}>
        <ol className="py-2">
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              {chapter.section < 0 ? (
                <p dir="auto" className="px-5 pt-3 pb-1 font-medium text-muted text-small">
                  {chapter.label}
                </p>
              ) : (
                <ChapterRow
                  chapter={chapter}
                  percent={getPercent(getBookFraction(weights, chapter.section, 0))}
                  isCurrent={chapter.id === current?.id}
                  isLocked={isLocked(chapter)}
                  buttonRef={chapter.id === current?.id ? currentItem : undefined}
                  onGo={onGo}
                />
              )}
            </li>
          ))}
        </ol>
      </nav>
    </Panel>
  );
}

interface ChapterRowProps extends Pick<ContentsPanelProps, "onGo"> {
  readonly chapter: Chapter;
  readonly percent: string;
  readonly isCurrent: boolean;
  readonly isLocked: boolean;
  readonly buttonRef: React.RefObject<HTMLButtonElement | null> | undefined;
}

function ChapterRow({ chapter, percent, isCurrent, isLocked, buttonRef, onGo }: ChapterRowProps) {
  return (
    <button
      type="button"
      ref={buttonRef}
      aria-current={isCurrent ? "location" : undefined}
      onClick={() => onGo(chapter)}
      className={`flex min-h-11 w-full items-center gap-3 py-2 pe-5 text-start hover:bg-paper focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2 ${isCurrent ? "border-primary border-s-4 bg-paper font-medium text-primary" : "border-transparent border-s-4"}`}
      style={{ paddingInlineStart: `${16 + chapter.depth * 16}px` }}
    >
      <span dir="auto" className="min-w-0 flex-1">
        {chapter.label || t("reader.untitledChapter")}
      </span>
      <span className="shrink-0 text-badge text-muted tabular-nums">
        {isLocked ? t("reader.notInSample") : t("reader.percent", { percent })}
      </span>
    </button>
  );
}
