import { getRequestId } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";

/** An id that readers can send to support. */
export function ErrorId({ id }: { readonly id: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted text-small">
      <span>
        {t("ui.errorId")} <code className="select-all break-all">{id}</code>
      </span>
      <Button tone="quiet" size="small" aria-label={t("ui.copyErrorId")} onClick={() => void copyText(id)}>
        {t("ui.copy")}
      </Button>
    </span>
  );
}

/** The id of the request, when the server failed and support can help. */
export function RequestId({ error }: { readonly error: unknown }) {
  const id = getRequestId(error);
  return id !== null && <ErrorId id={id} />;
}
