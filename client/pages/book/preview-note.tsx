import { Check, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import type { BookState } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import type { BookTask } from "#shared/books/tasks.ts";
import { formatCount, formatDuration } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const states: Partial<Record<BookState, MessageKey>> = {
  draft: "book.stateDraft",
  "in-review": "book.stateInReview",
  hidden: "book.stateHidden",
  rejected: "book.stateRejected",
};

const revisionStates: typeof states = {
  draft: "book.revisionDraft",
  "in-review": "book.revisionInReview",
  hidden: "book.revisionReplaced",
  rejected: "book.revisionRejected",
};

export function PreviewNote({ book }: { readonly book: BookDetail }) {
  const state = book.revisionOf ? revisionStates[book.state] : states[book.state];
  if (!state) return null;
  return (
    <Card className="mb-6 print:hidden">
      <h2 className="font-semibold font-title text-h3">{t(state)}</h2>
      <RevisionNote book={book} />
      <p className="mt-1 text-muted text-small">{t("book.previewHint")}</p>
      <ul aria-live="polite" className="mt-3 grid gap-x-6 gap-y-2 text-small sm:grid-cols-2 lg:grid-cols-3">
        {getParts(book).map(([part, partState, text]) => {
          const { Icon, className } = partStyles[partState];
          return (
            <li key={part} className="flex items-start gap-1.5">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
              <span>
                {t(part)} <span className="text-muted">{text}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function RevisionNote({ book }: { readonly book: BookDetail }) {
  const { revisionOf, state, hasEbook, hasAudiobook } = book;
  if (!revisionOf) return null;
  const format = hasEbook ? (hasAudiobook ? "both" : "ebook") : "audiobook";
  return (
    <>
      <p className="mt-1">
        {t("book.revisionOf")}{" "}
        <TextLink to={`/book/${revisionOf.id}`}>
          <bdi>{revisionOf.title}</bdi>
        </TextLink>
      </p>
      {state !== "hidden" && <p className="mt-1 text-small">{t(`book.revisionChanges-${format}`)}</p>}
    </>
  );
}

type PartState = "ready" | "waiting" | "working" | "failed";

const partStyles = {
  ready: { Icon: Check, className: "text-primary" },
  waiting: { Icon: Clock, className: "text-muted" },
  working: { Icon: LoaderCircle, className: "animate-spin text-primary motion-reduce:animate-none" },
  failed: { Icon: TriangleAlert, className: "text-destructive" },
} as const;

type Part = readonly [part: MessageKey, state: PartState, text: string];

function getParts(book: BookDetail): readonly Part[] {
  const { hasEbook, hasAudiobook, wordCount, chapterCount, coverImageUrl, hasSyncMap } = book;
  const toPart = (part: MessageKey, isAvailable: boolean, text = t("book.partReady")): Part =>
    isAvailable ? [part, "ready", text] : [part, "waiting", t("book.partNotYet")];
  const cover = book.tasks.find(({ name }) => name === "cover");
  return [
    cover && cover.state !== "done"
      ? ["book.partCover", cover.state, getProgress(cover)]
      : toPart("book.partCover", coverImageUrl !== ""),
    toPart(
      "book.partText",
      hasEbook,
      wordCount === null ? undefined : t("book.partWords", { n: wordCount, count: formatCount(wordCount) }),
    ),
    toPart(
      "book.partAudio",
      hasAudiobook,
      book.duration === null ? undefined : formatDuration(book.duration),
    ),
    ...(hasAudiobook ? [toPart("book.partChapters", chapterCount > 0, formatCount(chapterCount))] : []),
    ...(hasEbook && hasAudiobook ? [toPart("book.partSync", hasSyncMap)] : []),
  ];
}

function getProgress({ state, reason }: BookTask): string {
  if (state === "failed") {
    return t(reason === "lost-file" ? "book.taskLostFile" : "book.taskFailed");
  }
  return t(state === "working" ? "book.taskWorking" : "book.taskWaiting");
}
