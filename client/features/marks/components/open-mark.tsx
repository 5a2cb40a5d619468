import type { ReactNode } from "react";
import { isTextAnchor } from "#shared/marks/mark.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import type { MarkStore, ShownMark } from "#client/features/marks/store/mark-store.ts";
import type { ReaderEngine } from "#client/features/reader/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { BesidePassage } from "./beside-passage.tsx";
import { CiteMenu } from "./cite-menu.tsx";
import { MarkActions } from "./mark-actions.tsx";
import { QuoteMenu } from "./quote-menu.tsx";

interface OpenMarkProps {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  readonly mark: ShownMark;
  readonly range: Range;
  readonly position: string;
  readonly store: MarkStore;
  readonly renderMarkMore?: ((mark: ShownMark, range: Range) => ReactNode) | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The highlight that was tapped, with its actions. */
export function OpenMark(props: OpenMarkProps) {
  const { ebook, engine, mark, range, position, store, renderMarkMore, onEdit, onClose } = props;
  const { id, anchor } = mark;
  const sentence = isTextAnchor(anchor) ? anchor.start.sentence : anchor.sentence;
  const quote = anchor.quote?.exact;
  const remove = () => {
    onClose();
    store.change(id, { isDeleted: true });
    const undo = { label: t("common.undo"), onSelect: () => store.change(id, { isDeleted: false }) };
    toast({ title: t("marks.deleted"), action: undo });
  };
  return (
    <BesidePassage label={t("marks.mark")} range={range} position={position} onClose={onClose}>
      <MarkActions
        mark={mark}
        onStyle={(style) => store.change(id, { style })}
        onEdit={onEdit}
        onCopy={() => void copyText(quote ?? "")}
        onDelete={remove}
        more={
          <>
            {sentence && quote && (
              <>
                <CiteMenu ebook={ebook} engine={engine} passage={{ sentence, quote }} />
                <QuoteMenu ebook={ebook} passage={{ sentence, quote }} />
              </>
            )}
            {renderMarkMore?.(mark, range)}
          </>
        }
      />
    </BesidePassage>
  );
}
