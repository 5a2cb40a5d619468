import { type FormEvent, useState } from "react";
import { type ContactTopic, contactTopics, supportContract } from "#shared/support/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
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
  const [values, setValues] = useState(initialValues);
  const [missing, setMissing] = useState<Readonly<Partial<Record<keyof ContactFields, string>>>>({});
  const sendMutation = useContractMutation(supportContract.sendMessage, { handlesErrors: true });
  const errors = { ...getFieldErrors(sendMutation.error), ...missing };

  const set = (change: Partial<ContactFields>) => setValues((previous) => ({ ...previous, ...change }));
  const getFieldProps = (name: Exclude<keyof ContactFields, "topic">) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [name]: target.value }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const errors = validate(values);
    setMissing(errors);
    const [firstInvalid] = Object.keys(errors);
    if (firstInvalid)
      return void event.currentTarget.querySelector<HTMLElement>(`[name=${firstInvalid}]`)?.focus();
    sendMutation.mutate({ body: values }, { onSuccess: () => onSent(values.email) });
  };

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField {...getFieldProps("name")} label={t("support.name")} autoComplete="name" maxLength={80} />
      <TextField
        {...getFieldProps("email")}
        label={t("support.email")}
        hint={t("support.emailHint")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        maxLength={254}
      />
      <Select
        label={t("support.topic")}
        name="topic"
        options={contactTopics.map((value) => ({ value, label: t(topics[value]) }))}
        value={values.topic}
        onChange={(topic) => set({ topic })}
      />
      <TextArea {...getFieldProps("message")} label={t("support.message")} rows={7} maxLength={4000} />
      <div aria-hidden="true" className="sr-only">
        <label>
          {t("support.website")}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={values.website}
            onChange={({ target }) => set({ website: target.value })}
          />
        </label>
      </div>
      {sendMutation.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(sendMutation.error)}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        className="self-start"
        isPending={sendMutation.isPending}
        pendingText={t("support.sending")}
      >
        {t("support.send")}
      </Button>
    </form>
  );
}

function validate({ name, email, message }: ContactFields): Partial<Record<keyof ContactFields, string>> {
  return {
    ...(!name.trim() && { name: t("support.required") }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: t("support.emailWrong") }),
    ...(message.trim().length < minMessageLength && { message: t("support.messageShort") }),
  };
}
