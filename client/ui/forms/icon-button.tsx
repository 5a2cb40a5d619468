import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Tooltip } from "#client/ui/overlays/tooltip.tsx";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  readonly label: string;
  readonly icon: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A 44 px icon button with a tooltip. */
export function IconButton({ label, icon, className, ...props }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        {...props}
        className={clsx(
          "relative grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-primary/10 disabled:opacity-55 [&_svg]:size-5.5",
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
