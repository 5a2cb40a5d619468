import { type FormEvent, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface RenameDeviceProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRename: (name: string) => Promise<void>;
}

export function RenameDevice({ name, onClose, onRename }: RenameDeviceProps) {
  const [inputName, setName] = useState(name);
  const [isPending, setPending] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    onRename(inputName.trim()).catch(() => setPending(false));
  };
  return (
    <Dialog title={t("push.rename")} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t("push.name")}
          value={inputName}
          maxLength={60}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" isPending={isPending} disabled={inputName.trim() === ""}>
            {t("push.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
