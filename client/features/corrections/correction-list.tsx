import { useState } from "react";
import * as z from "zod/mini";
import {
  type Correction,
  CorrectionState,
  correctionsContract,
  maxDecided,
} from "#shared/corrections/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { useSelection } from "#client/lib/hooks/use-selection.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const Filters = z.object({ state: z.optional(CorrectionState) });

interface CorrectionListProps {
  /** Where a book is edited. */
  readonly getEditPath: (bookId: string) => string;
}

/** Mistakes that readers reported, with decisions on one or several. */
export function CorrectionList({ getEditPath }: CorrectionListProps) {
  const [filters, setFilter] = useListParams(Filters);
  const selection = useSelection<Correction>(maxDecided);
  const [decision, setDecision] = useState<"accepted" | "declined" | null>(null);
  const query = filters.state ? { state: filters.state } : {};
  const corrections = usePagedQuery(correctionsContract.listCorrections, { query });
  const state = filters.state ?? "open";
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          label={t("corrections.state")}
          isLabelHidden
          value={state}
          options={CorrectionState.options.map((value) => ({
            value,
            label: t(`corrections.state-${value}`),
          }))}
          onChange={(value) => {
            selection.clear();
            setFilter("state", value);
          }}
        />
        {selection.rows.length > 0 && (
          <>
            <span role="status" className="text-muted text-small">
              {t("corrections.chosen", { n: selection.rows.length })}
            </span>
            <Button size="small" onClick={() => setDecision("accepted")}>
              {t("corrections.accept")}
            </Button>
            <Button size="small" tone="secondary" onClick={() => setDecision("declined")}>
              {t("corrections.decline")}
            </Button>
          </>
        )}
      </div>
      <PagedList
        query={corrections}
        errorTitle={t("corrections.loadFailed")}
        empty={
          <EmptyState
            title={t(state === "open" ? "corrections.noneOpen" : "corrections.none")}
            {...(state === "open" && { hint: t("corrections.noneOpenHint") })}
          />
        }
      >
        {(correction) => (
          <Row
            correction={correction}
            getEditPath={getEditPath}
            isSelected={selection.has(correction)}
            onChoose={() => selection.toggle(correction)}
          />
        )}
      </PagedList>
      {decision && (
        <DecisionDialog
          ids={selection.rows.map(({ id }) => id)}
          decision={decision}
          onDone={selection.clear}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  );
}

interface RowProps extends CorrectionListProps {
  readonly correction: Correction;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

function Row({ correction, getEditPath, isSelected, onChoose }: RowProps) {
  const { bookId, title, quote, text, message, state, answer, createdAt } = correction;
  const [textBefore, textAfter] =
    quote && text.includes(quote) ? splitAt(text, quote) : [quote ? "" : text, ""];
  return (
    <article className="flex items-start gap-3 p-4">
      {state === "open" && (
        <input
          type="checkbox"
          aria-label={t("corrections.choose", { text: message })}
          checked={isSelected}
          onChange={onChoose}
          className="size-6 shrink-0 accent-primary"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <header className="text-muted text-small">
          <TextLink to={getEditPath(bookId)} dir="auto">
            {title}
          </TextLink>{" "}
          · <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
        </header>
        <blockquote dir="auto" className="break-words border-accent border-s-2 ps-3 font-reading">
          {textBefore}
          {quote && <mark className="bg-accent/30 text-ink">{quote}</mark>}
          {textAfter}
        </blockquote>
        <p dir="auto" className="max-w-measure whitespace-pre-line break-words">
          {message}
        </p>
        {answer && (
          <p dir="auto" className="whitespace-pre-line text-muted text-small">
            {t("corrections.answered", { answer })}
          </p>
        )}
      </div>
    </article>
  );
}

function splitAt(text: string, quote: string): readonly [string, string] {
  const at = text.indexOf(quote);
  return [text.slice(0, at), text.slice(at + quote.length)];
}

interface DecisionDialogProps {
  readonly ids: readonly string[];
  readonly decision: "accepted" | "declined";
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Accepts or declines reports, with an answer to their readers. */
function DecisionDialog({ ids, decision, onDone, onClose }: DecisionDialogProps) {
  const form = useContractForm(correctionsContract.decideCorrections, {
    values: { answer: "" },
    toInput: ({ answer }) => ({ body: { ids: [...ids], decision, ...(answer.trim() && { answer }) } }),
    onSuccess: () => {
      toast({ title: t("corrections.decided", { n: ids.length }) });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(decision === "accepted" ? "corrections.acceptTitle" : "corrections.declineTitle", {
        n: ids.length,
      })}
      description={t(`corrections.about-${decision}`)}
      submit={t(decision === "accepted" ? "corrections.accept" : "corrections.decline")}
      onClose={onClose}
    >
      <TextArea
        {...form.field("answer")}
        label={t("corrections.answer")}
        hint={t("corrections.answerHint")}
      />
    </FormDialog>
  );
}
