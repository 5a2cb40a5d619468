import { useQuery } from "@tanstack/react-query";
import { Copy, Smartphone, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AppToken } from "#shared/accounts/app-tokens-contract.ts";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type AppScope, appScopes } from "#shared/api/app-scopes.ts";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const { listAppTokens, createAppToken, deleteAppToken, getTwoFactor } = accountsContract;

/** Tokens with which other apps use the account. */
export function AppTokenSettings() {
  const user = useUser();
  const tokensQuery = useQuery(query(listAppTokens, {}));
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<AppToken | null>(null);
  const show = (created: string) => {
    setCreating(false);
    setSecret(created);
  };
  return (
    <QueryState query={tokensQuery} loading={<Skeleton className="h-24" />}>
      {({ tokens }) => (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">{t("settings.appTokensHint")}</p>
          {tokens.length > 0 && (
            <ul className="flex w-full flex-col divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
              ))}
            </ul>
          )}
          {user?.emailVerified ? (
            <Button tone="secondary" onClick={() => setCreating(true)}>
              {t("settings.createAppToken")}
            </Button>
          ) : (
            <p className="text-small">
              {t("settings.appTokenNeedsEmail")}{" "}
              <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>
            </p>
          )}
          {isCreating && <CreateDialog onCreated={show} onClose={() => setCreating(false)} />}
          {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
          {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
        </div>
      )}
    </QueryState>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: AppToken; readonly onRevoke: () => void }) {
  const { name, scopes, createdAt, lastUsedAt } = token;
  const details = [
    t("settings.passkeyAdded", { date: formatCalendarDay(createdAt) }),
    lastUsedAt
      ? t("settings.passkeyUsed", { when: formatRelativeTime(lastUsedAt) })
      : t("settings.appTokenNever"),
  ];
  return (
    <li className="flex items-center gap-3 py-3">
      <Smartphone aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="break-words font-medium">
          {name}
        </p>
        <p className="text-small">{scopes.map((scope) => t(`settings.appScope.${scope}`)).join(" · ")}</p>
        <p className="text-muted text-small">{details.join(" · ")}</p>
      </div>
      <IconButton
        label={t("settings.appTokenRevoke", { name })}
        icon={<Trash2 aria-hidden />}
        onClick={onRevoke}
      />
    </li>
  );
}

interface CreateDialogProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const user = useUser();
  const { data: twoFactor } = useQuery(query(getTwoFactor, {}));
  const needsCode = twoFactor?.isOn ?? false;
  const [scopes, setScopes] = useState<readonly AppScope[]>(["read", "sync"]);
  const offered = appScopes.filter((scope) => scope !== "publish" || user?.isAuthor || user?.isEmployee);
  const form = useContractForm(createAppToken, {
    values: { name: "", code: "", password: "" },
    toInput: ({ code, ...values }) => ({ body: { ...values, scopes: [...scopes], ...(code && { code }) } }),
    errorField: "password",
    onSuccess: ({ secret }) => onCreated(secret),
  });
  const { name, code, password } = form.values;
  const toggle = (scope: AppScope) =>
    setScopes((before) =>
      before.includes(scope) ? before.filter((each) => each !== scope) : [...before, scope],
    );
  return (
    <FormDialog
      form={form}
      title={t("settings.createAppToken")}
      submit={t("settings.createAppToken")}
      isDisabled={name.trim() === "" || scopes.length === 0 || password === "" || (needsCode && code === "")}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("settings.passkeyName")} maxLength={60} />
      <fieldset>
        <legend className="font-medium">{t("settings.appTokenScopes")}</legend>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`settings.appScope.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </fieldset>
      {needsCode && <CodeField {...form.field("code")} maxLength={20} />}
      <PasswordField {...form.field("password")} label={t("auth.password")} autoComplete="current-password" />
    </FormDialog>
  );
}

function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title={t("settings.appTokenCreated")}
      description={t("settings.appTokenOnce")}
      isOpen
      onClose={onClose}
    >
      <code dir="ltr" className="select-all break-all rounded-control border border-line p-3">
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copyText(secret)}>
          {t("settings.copyCodes")}
        </Button>
        <Button onClick={onClose}>{t("settings.appTokenSaved")}</Button>
      </div>
    </Dialog>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: AppToken; readonly onClose: () => void }) {
  const form = useContractForm(deleteAppToken, {
    values: {},
    toInput: () => ({ params: { tokenId: token.id } }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("settings.appTokenRevoke", { name: token.name })}
      description={t("settings.appTokenRevokeHint")}
      submit={t("settings.revoke")}
      tone="destructive"
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
