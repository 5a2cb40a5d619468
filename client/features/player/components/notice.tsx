import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface NoticeProps {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

export function Notice({ children, actions, onDismiss }: NoticeProps) {
  return (
    <div className="mx-auto flex w-full max-w-page items-center justify-center gap-x-4 px-4 py-2 text-small">
      <div className="flex min-w-0 flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p className="min-w-0 text-balance text-center">{children}</p>
        {actions}
      </div>
      {onDismiss && <IconButton label={t("player.dismiss")} icon={<X aria-hidden />} onClick={onDismiss} />}
    </div>
  );
}
