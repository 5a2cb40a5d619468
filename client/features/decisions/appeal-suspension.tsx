import { useState } from "react";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { sendWithProof } from "#client/lib/api/proof-of-work.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { AppealForm } from "./appeal-form.tsx";

interface AppealSuspensionProps {
  /** The credentials of the refused sign-in. */
  readonly email: string;
  readonly password: string;
}

/** On the sign-in page of a suspended account. */
export function AppealSuspension({ email, password }: AppealSuspensionProps) {
  const [isOpen, setOpen] = useState(false);
  const sending = useContractMutation(decisionsContract.appealSuspension, { handlesErrors: true });
  const send = (text: string) =>
    sendWithProof((proof) =>
      sending.mutateAsync({ body: { email, password, text, ...(proof && { proof }) } }),
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3">
      <p>{t("decisions.suspended")}</p>
      <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
        {t("decisions.appeal")}
      </Button>
      {isOpen && <AppealForm onSend={send} onClose={() => setOpen(false)} />}
    </div>
  );
}
