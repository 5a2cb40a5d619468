import { formatBadgeCount } from "#client/lib/i18n/format.ts";

/** A count on the corner of an icon; nothing for 0. The icon's label says the number. */
export function CountBadge({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      dir="ltr"
      className="absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-destructive px-1 font-semibold text-badge text-on-destructive"
    >
      {formatBadgeCount(count)}
    </span>
  );
}
