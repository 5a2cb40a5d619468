import { useQuery } from "@tanstack/react-query";
import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { Passkey } from "#shared/accounts/passkeys-contract.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import { isCancelled, supportsPasskeys } from "#client/features/accounts/passkey-support.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { formatCalendarDay, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { ConfirmPasswordDialog } from "./confirm-password-dialog.tsx";

const { listPasskeys, startPasskey, addPasskey, deletePasskey, getTwoFactor } = accountsContract;
const options = { handlesErrors: true };

/** Passkeys, which sign in without a password. */
export function PasskeySettings() {
  const user = useUser();
  const passkeysQuery = useQuery(query(listPasskeys, {}));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <QueryState query={passkeysQuery} loading={<Skeleton className="h-24" />}>
      {({ passkeys }) => (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">{t("settings.passkeysHint")}</p>
          {passkeys.length > 0 && (
            <ul className="flex w-full flex-col divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
              ))}
            </ul>
          )}
          {!supportsPasskeys() ? (
            <p className="text-small">{t("settings.passkeysUnsupported")}</p>
          ) : user?.emailVerified ? (
            <Button tone="secondary" onClick={() => setAdding(true)}>
              {t("settings.addPasskey")}
            </Button>
          ) : (
            <p className="text-small">
              {t("settings.passkeyNeedsEmail")}{" "}
              <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>
            </p>
          )}
          {isAdding && <AddDialog onClose={() => setAdding(false)} />}
          {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
        </div>
      )}
    </QueryState>
  );
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const details = [
    t("settings.passkeyAdded", { date: formatCalendarDay(createdAt) }),
    lastUsedAt && t("settings.passkeyUsed", { when: formatRelativeTime(lastUsedAt) }),
    isSynced && t("settings.passkeySynced"),
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="break-words font-medium">
          {name}
        </p>
        <p className="text-muted text-small">{details.join(" · ")}</p>
      </div>
      <IconButton
        label={t("settings.removePasskey", { name })}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    values: { name: formatDevice(toDevice(navigator.userAgent)) },
    onSubmit: () => undefined,
  });
  const { data: twoFactor } = useQuery(query(getTwoFactor, {}));
  const startMutation = useContractMutation(startPasskey, { handlesErrors: true });
  const addMutation = useContractMutation(addPasskey, options);
  const add = async (password: string, code: string) => {
    const started = await startMutation.mutateAsync({ body: { password, ...(code && { code }) } });
    const { startRegistration } = await import("@simplewebauthn/browser");
    const credential = await startRegistration({ optionsJSON: started.options as never });
    const name = form.values.name.trim() || t("settings.passkey");
    await addMutation.mutateAsync({ body: { name, credential: credential as never } });
    onClose();
    toast({ title: t("settings.passkeyWasAdded") });
  };
  const onError = (error: Error) => {
    if (error.name === "InvalidStateError") toast({ tone: "destructive", title: t("settings.passkeyKnown") });
    else if (!isCancelled(error)) throw error;
  };
  return (
    <ConfirmPasswordDialog
      title={t("settings.addPasskey")}
      description={t("settings.addPasskeyHint")}
      confirmLabel={t("settings.continue")}
      needsCode={twoFactor?.isOn ?? false}
      onConfirm={(password, code) => add(password, code).catch(onError)}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("settings.passkeyName")} maxLength={60} />
    </ConfirmPasswordDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { id, name } = passkey;
  const remove = useContractMutation(deletePasskey, options);
  return (
    <ConfirmPasswordDialog
      title={t("settings.removePasskey", { name })}
      description={t("settings.removePasskeyHint")}
      confirmLabel={t("settings.remove")}
      isDestructive
      onConfirm={(password) =>
        remove.mutateAsync({ params: { passkeyId: id }, body: { password } }).then(onClose)
      }
      onClose={onClose}
    />
  );
}
