import { t } from "#client/lib/i18n/i18n.ts";

/** For waits where no skeleton fits. */
export function Spinner({ label = t("common.loading") }: { readonly label?: string }) {
  return (
    <div role="status" className="grid place-items-center p-12">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8 animate-spin text-primary">
        <circle
          cx="12"
          cy="12"
          r="9"
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.2"
          strokeWidth="2.5"
        />
        <path
          d="M12 3a9 9 0 0 1 9 9"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </div>
  );
}
