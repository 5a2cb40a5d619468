import { useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { setSessionUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const formats = "image/jpeg,image/png,image/webp,image/gif,image/avif";

export function AvatarForm({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const updateMutation = useContractMutation(accountsContract.updatePicture, { handlesErrors: true });
  const deleteMutation = useContractMutation(accountsContract.deletePicture, { handlesErrors: true });
  const failure = updateMutation.error ?? deleteMutation.error;

  const onSuccess = (changed: User) => {
    setSessionUser(client, changed);
    toast({ title: t("settings.saved") });
  };
  const choose = (selected: File | undefined) => {
    deleteMutation.reset();
    if (selected) updateMutation.mutate({ file: selected }, { onSuccess });
    // Allows choosing the same picture again after a failure.
    if (file.current) file.current.value = "";
  };
  const remove = () => {
    updateMutation.reset();
    deleteMutation.mutate({}, { onSuccess });
  };

  return (
    <div className="mb-6 flex flex-wrap items-center gap-4">
      <Avatar
        imageUrl={user.profileImageUrl}
        name={user.firstName || user.email}
        className="size-20 text-h3"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button
            tone="secondary"
            size="small"
            icon={<ImageUp aria-hidden />}
            isPending={updateMutation.isPending}
            aria-describedby={hintId}
            onClick={() => file.current?.click()}
          >
            {t(user.profileImageUrl ? "settings.changePicture" : "settings.addPicture")}
          </Button>
          {user.profileImageUrl && (
            <Button
              tone="quiet"
              size="small"
              icon={<Trash2 aria-hidden />}
              isPending={deleteMutation.isPending}
              onClick={remove}
            >
              {t("settings.removePicture")}
            </Button>
          )}
        </div>
        <p id={hintId} className="text-muted text-small">
          {t("settings.pictureHint")}
        </p>
        {failure && (
          <p role="alert" className="text-destructive text-small">
            {getErrorMessage(failure)}
          </p>
        )}
        <input
          ref={file}
          type="file"
          accept={formats}
          hidden
          tabIndex={-1}
          data-testid="picture"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </div>
    </div>
  );
}
