import { useState } from "react";
import * as z from "zod/mini";
import { type ContactMessage, recordsContract } from "#shared/staff/records.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const states = ["open", "answered"] as const;
const Filters = z.object({ state: z.optional(z.enum(states)) });

/** Contact messages and their answers. */
export function MessageList() {
  const [filters, set] = useListParams(Filters);
  const messages = usePagedQuery(recordsContract.listMessages, { query: filters });
  return (
    <>
      <div className="mb-4 max-w-56">
        <Select
          label={t("staff.filter")}
          isLabelHidden
          value={filters.state ?? "open"}
          options={states.map((value) => ({ value, label: t(`staff.messages-${value}`) }))}
          onChange={(state) => set("state", state)}
        />
      </div>
      <PagedList
        query={messages}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noMessages")} />}
      >
        {(message) => <MessageRow message={message} />}
      </PagedList>
    </>
  );
}

function MessageRow({ message }: { readonly message: ContactMessage }) {
  const [isAnswering, setAnswering] = useState(false);
  const { name, email, topic, createdAt, answeredAt, answer } = message;
  return (
    <article className="flex flex-col gap-2 p-4">
      <header className="text-muted text-small">
        <bdi className="font-medium text-ink">{name}</bdi> · <bdi dir="ltr">{email}</bdi> ·{" "}
        {t(`staff.topic-${topic}`)} ·{" "}
        <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
      </header>
      <p dir="auto" className="max-w-measure whitespace-pre-line break-words">
        {message.message}
      </p>
      {answeredAt ? (
        <blockquote dir="auto" className="whitespace-pre-line border-accent border-s-2 ps-3 text-small">
          {answer}
        </blockquote>
      ) : (
        <Button tone="secondary" size="small" className="self-start" onClick={() => setAnswering(true)}>
          {t("staff.answer")}
        </Button>
      )}
      {isAnswering && <AnswerDialog message={message} onClose={() => setAnswering(false)} />}
    </article>
  );
}

function AnswerDialog({
  message,
  onClose,
}: {
  readonly message: ContactMessage;
  readonly onClose: () => void;
}) {
  const form = useContractForm(recordsContract.answerMessage, {
    values: { text: "" },
    toInput: (body) => ({ params: { messageId: message.id }, body }),
    warnsUnsaved: true,
    onSuccess: () => {
      toast({ title: t("staff.answered") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("staff.answerTitle", { name: message.name })}
      description={t("staff.answerHint")}
      submit={t("staff.send")}
      onClose={onClose}
    >
      <TextArea {...form.field("text")} label={t("staff.answerText")} rows={8} />
    </FormDialog>
  );
}
