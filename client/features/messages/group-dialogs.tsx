import { messagesContract } from "#shared/messages/contract.ts";
import { type Conversation, maxGroupSize } from "#shared/messages/message.ts";
import type { Person } from "#shared/people/person.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { RecipientPicker } from "./recipient-picker.tsx";

interface GroupDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function AddPeople({ conversation: { id, members }, onClose }: GroupDialogProps) {
  const form = useContractForm(messagesContract.addConversationMembers, {
    values: { people: [] as readonly Person[] },
    toInput: ({ people }) => ({
      params: { conversationId: id },
      body: { userIds: people.map((person) => person.id) },
    }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("messages.addPeople")}
      description={t("messages.addPeopleHint")}
      submit={t("messages.add")}
      onClose={onClose}
    >
      <RecipientPicker
        people={form.values.people}
        max={maxGroupSize - 1 - members.length}
        onChange={(people) => form.set({ people })}
      />
    </FormDialog>
  );
}

export function RenameGroup({ conversation: { id, title }, onClose }: GroupDialogProps) {
  const form = useContractForm(messagesContract.renameConversation, {
    values: { title },
    toInput: (body) => ({ params: { conversationId: id }, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("messages.rename")} submit={t("common.save")} onClose={onClose}>
      <TextField {...form.field("title")} label={t("messages.groupName")} />
    </FormDialog>
  );
}
