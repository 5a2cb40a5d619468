import { type ContactTopic, contactTopics, supportContract } from "#shared/support/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import type { FormErrors } from "#client/lib/forms/use-form.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Select } from "#client/ui/forms/select.tsx";

interface ContactFields {
  readonly name: string;
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
  readonly website: string;
}

const topics = {
  account: "support.topicAccount",
  book: "support.topicBook",
  technical: "support.topicTechnical",
  rights: "support.topicRights",
  careers: "support.topicCareers",
  other: "support.topicOther",
} as const satisfies Record<ContactTopic, MessageKey>;

const minMessageLength = 10;

interface ContactFormProps {
  readonly initialValues: ContactFields;
  /** Called with the email address for the reply. */
  readonly onSent: (email: string) => void;
}

export function ContactForm({ initialValues, onSent }: ContactFormProps) {
  const form = useContractForm(supportContract.sendMessage, {
    values: initialValues,
    validate: findErrors,
    toInput: (body) => ({ body }),
    warnsUnsaved: true,
    onSuccess: (_, { email }) => onSent(email),
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField {...form.field("name")} label={t("support.name")} autoComplete="name" />
      <TextField
        {...form.field("email")}
        label={t("support.email")}
        hint={t("support.emailHint")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
      />
      <Select
        {...form.field("topic")}
        label={t("support.topic")}
        options={contactTopics.map((value) => ({ value, label: t(topics[value]) }))}
      />
      <TextArea {...form.field("message")} label={t("support.message")} rows={7} />
      <div aria-hidden="true" className="sr-only">
        <label>
          {t("support.website")}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={form.field("website").onChange}
          />
        </label>
      </div>
      <FormError error={form.error} cause={form.cause} />
      <Button
        type="submit"
        size="large"
        className="self-start"
        isPending={form.isPending}
        pendingText={t("support.sending")}
      >
        {t("support.send")}
      </Button>
    </form>
  );
}

const findErrors = ({ name, email, message }: ContactFields): FormErrors<ContactFields> => ({
  ...(!name.trim() && { name: t("support.required") }),
  ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: t("support.emailWrong") }),
  ...(message.trim().length < minMessageLength && { message: t("support.messageShort") }),
});
