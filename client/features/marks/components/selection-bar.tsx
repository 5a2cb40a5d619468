import { type ReactNode, useMemo } from "react";
import type { MarkStyle } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getDiscussPath, type Passage } from "#client/features/corrections/index.ts";
import { canLookUp } from "#client/features/dictionary/index.ts";
import { createAnchor, tooLong } from "#client/features/marks/page/create-anchor.ts";
import type { PageSelection } from "#client/features/marks/page/page-selection.ts";
import { findSentenceAt, type ReaderEngine } from "#client/features/reader/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { BesidePassage } from "./beside-passage.tsx";
import { CiteMenu } from "./cite-menu.tsx";
import { QuoteMenu } from "./quote-menu.tsx";
import { SelectionActions } from "./selection-actions.tsx";
import { sharePassage } from "./share-passage.ts";

/** A passage of the open book with its text. */
export interface SelectedPassage extends Passage {
  readonly range: Range;
}

/** The actions that the page offers for a selected passage. */
export interface PassageHandlers {
  readonly onSearch: (text: string) => void;
  /** Null when the book cannot be heard. */
  readonly onListen: ((sentence: SentenceId) => void) | null;
  readonly onLookUp: (passage: SelectedPassage) => void;
  /** Further buttons. */
  readonly renderMore?: (passage: SelectedPassage, onDone: () => void) => ReactNode;
}

interface SelectionBarProps extends PassageHandlers {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  /** Changes when the page moves. */
  readonly position: string;
  readonly selection: PageSelection;
  readonly onMark: ((style: MarkStyle) => void) | null;
  readonly onNote: (() => void) | null;
  readonly onReport: ((passage: Passage) => void) | null;
  readonly onClose: () => void;
}

/** The actions beside the selected text. */
export function SelectionBar({
  selection,
  ebook,
  engine,
  position,
  onMark,
  onNote,
  onReport,
  onClose,
  ...props
}: SelectionBarProps) {
  const passage = useMemo((): SelectedPassage | null => {
    const anchor = createAnchor(selection.loaded, selection.range, { ...engine, version: ebook.version });
    const quote = selection.range.toString().replace(/\s+/g, " ").trim();
    if (anchor === null || quote === "") return null;
    const sentence = anchor === tooLong ? findFirstSentence(selection.range) : anchor.start.sentence;
    if (sentence === null) return null;
    return { sentence, quote: anchor === tooLong ? quote : anchor.quote.exact, range: selection.range };
  }, [selection, engine, ebook.version]);
  if (!passage) return null;
  const { bookId, title } = ebook;
  return (
    <BesidePassage label={t("marks.selection")} range={selection.range} position={position} onClose={onClose}>
      <SelectionActions
        onMark={onMark}
        onNote={onNote}
        onCopy={() => void copyText(passage.quote)}
        onSearch={() => props.onSearch(passage.quote)}
        onLookUp={canLookUp(passage.quote) ? () => props.onLookUp(passage) : null}
        onListen={props.onListen && (() => props.onListen?.(passage.sentence))}
        onShare={() => void sharePassage(bookId, title, passage)}
        discussPath={onReport && getDiscussPath(ebook, passage)}
        onReport={onReport && (() => onReport(passage))}
        more={
          <>
            <CiteMenu ebook={ebook} engine={engine} passage={passage} />
            {onReport && <QuoteMenu ebook={ebook} passage={passage} />}
            {props.renderMore?.(passage, onClose)}
          </>
        }
      />
    </BesidePassage>
  );
}

function findFirstSentence(range: Range): SentenceId | null {
  const doc = range.startContainer.ownerDocument;
  return SentenceId.safeParse(doc && findSentenceAt(doc, range)).data ?? null;
}
