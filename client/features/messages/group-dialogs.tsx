import { type FormEvent, useState } from "react";
import { type Conversation, maxGroupSize, messagesContract } from "#shared/messages/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { RecipientPicker } from "./recipient-picker.tsx";
import { conversationQueries } from "./use-thread.ts";

interface GroupDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

const options = { invalidates: conversationQueries, handlesErrors: true };

export function AddPeople({ conversation: { id, members }, onClose }: GroupDialogProps) {
  const [people, setPeople] = useState<readonly Person[]>([]);
  const addMutation = useContractMutation(messagesContract.addConversationMembers, options);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = { userIds: people.map((person) => person.id) };
    addMutation.mutate({ params: { conversationId: id }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={t("messages.addPeople")}
      description={t("messages.addPeopleHint")}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <RecipientPicker people={people} max={maxGroupSize - 1 - members.length} onChange={setPeople} />
        <FormFooter
          error={addMutation.error ? getErrorMessage(addMutation.error) : null}
          submit={t("messages.add")}
          isPending={addMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

export function RenameGroup({ conversation: { id, title }, onClose }: GroupDialogProps) {
  const [name, setName] = useState(title);
  const renameMutation = useContractMutation(messagesContract.renameConversation, options);
  const errors = getFieldErrors(renameMutation.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    renameMutation.mutate(
      { params: { conversationId: id }, body: { title: name.trim() } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title={t("messages.rename")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("messages.groupName")}
          error={errors["title"]}
          maxLength={50}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <FormFooter
          error={renameMutation.error && !errors["title"] ? getErrorMessage(renameMutation.error) : null}
          submit={t("common.save")}
          isPending={renameMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
