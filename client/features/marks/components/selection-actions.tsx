import { BookA, Copy, Flag, Headphones, MessagesSquare, NotebookPen, Search, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import type { MarkStyle } from "#shared/marks/mark.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { StyleButtons } from "./style-buttons.tsx";

/** The actions for a selected passage; null for those that are not possible. */
export interface PassageActions {
  readonly onMark: ((style: MarkStyle) => void) | null;
  readonly onNote: (() => void) | null;
  readonly onCopy: () => void;
  readonly onSearch: () => void;
  readonly onLookUp: (() => void) | null;
  readonly onListen: (() => void) | null;
  readonly onShare: () => void;
  /** The path where the reader chooses a community. */
  readonly discussPath: string | null;
  readonly onReport: (() => void) | null;
  /** Further buttons. */
  readonly more?: ReactNode;
}

/** The actions for the selected passage. */
export function SelectionActions(actions: PassageActions) {
  const navigate = useNavigate();
  const { onMark, onNote, onLookUp, onListen, onReport, discussPath } = actions;
  const copy = <IconButton icon={<Copy aria-hidden />} label={t("marks.copy")} onClick={actions.onCopy} />;
  return (
    <>
      {onMark && (
        <div className="flex flex-wrap items-center justify-center">
          <StyleButtons value={null} onChoose={onMark} />
          {onNote && (
            <IconButton icon={<NotebookPen aria-hidden />} label={t("marks.addNote")} onClick={onNote} />
          )}
          {/* The other row would not fit on a phone. */}
          {copy}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-center">
        {!onMark && copy}
        {actions.more}
        <IconButton icon={<Search aria-hidden />} label={t("marks.search")} onClick={actions.onSearch} />
        {onLookUp && <IconButton icon={<BookA aria-hidden />} label={t("marks.lookUp")} onClick={onLookUp} />}
        {onListen && (
          <IconButton icon={<Headphones aria-hidden />} label={t("marks.listen")} onClick={onListen} />
        )}
        <IconButton icon={<Share2 aria-hidden />} label={t("marks.share")} onClick={actions.onShare} />
        {discussPath && (
          <IconButton
            icon={<MessagesSquare aria-hidden />}
            label={t("marks.discuss")}
            onClick={() => void navigate(discussPath)}
          />
        )}
        {onReport && <IconButton icon={<Flag aria-hidden />} label={t("marks.report")} onClick={onReport} />}
      </div>
    </>
  );
}
