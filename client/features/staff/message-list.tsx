import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { type ContactMessage, recordsContract } from "#shared/staff/records.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { infiniteQuery, useContractMutation } from "#client/lib/api/query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { RecordList } from "#client/ui/feedback/record-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const states = ["open", "answered"] as const;
const minAnswerLength = 2;
const Filters = z.object({ state: z.optional(z.enum(states)) });

/** Contact messages and their answers. */
export function MessageList() {
  const [filters, set] = useListParams(Filters);
  const messages = useInfiniteQuery(infiniteQuery(recordsContract.listMessages, { query: filters }));
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
      <RecordList
        query={messages}
        getRows={(page) => page.messages}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noMessages")} />}
      >
        {(message) => <MessageRow message={message} />}
      </RecordList>
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
  const [text, setText] = useState("");
  const [isShort, setShort] = useState(false);
  const answerMutation = useContractMutation(recordsContract.answerMessage, {
    invalidates: [recordsContract.listMessages],
    handlesErrors: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isTooShort = text.trim().length < minAnswerLength;
    setShort(isTooShort);
    if (isTooShort) return;
    answerMutation.mutate(
      { params: { messageId: message.id }, body: { text } },
      {
        onSuccess: () => {
          toast({ title: t("staff.answered") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t("staff.answerTitle", { name: message.name })}
      description={t("staff.answerHint")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          label={t("staff.answerText")}
          rows={8}
          maxLength={8000}
          value={text}
          error={isShort ? t("common.tooShort", { n: minAnswerLength }) : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <FormFooter
          error={answerMutation.error ? getErrorMessage(answerMutation.error) : null}
          submit={t("staff.send")}
          isPending={answerMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
