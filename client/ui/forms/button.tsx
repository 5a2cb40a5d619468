import { clsx } from "clsx";
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { Link, type LinkProps } from "react-router-dom";

const baseClassName =
  "inline-flex min-h-11 items-center justify-center rounded-control border font-medium text-center no-underline transition-colors disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-5 [&_svg]:shrink-0";

const tones = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary/90",
  secondary: "border-edge bg-surface text-ink hover:border-primary hover:text-primary",
  quiet: "border-transparent bg-transparent text-ink hover:bg-primary/10",
  destructive: "border-transparent bg-destructive text-on-destructive hover:bg-destructive/90",
} as const;

const sizes = {
  medium: "gap-2 px-4 py-2 text-body",
  small: "gap-1.5 px-3 py-1.5 text-small",
  large: "gap-2 min-h-13 px-6 py-3 text-lead",
} as const;

interface ButtonStyle {
  readonly tone?: keyof typeof tones;
  readonly size?: keyof typeof sizes;
  readonly isWide?: boolean;
}

export function getButtonClassName({
  tone = "primary",
  size = "medium",
  isWide = false,
}: ButtonStyle = {}): string {
  return clsx(baseClassName, tones[tone], sizes[size], isWide && "w-full");
}

type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    readonly isPending?: boolean;
    readonly pendingText?: string;
    readonly icon?: ReactNode;
  };

export function Button({
  tone = "primary",
  size = "medium",
  isWide = false,
  isPending,
  pendingText,
  icon,
  children,
  className,
  onClick,
  ...props
}: ButtonProps) {
  const button = useRestoredFocus(isPending === true);
  const ignoresDoubleClick = isPending !== undefined;
  return (
    <button
      ref={button}
      type="button"
      {...props}
      disabled={props.disabled || isPending}
      aria-busy={isPending || undefined}
      onClick={(event) =>
        ignoresDoubleClick && event.detail > 1 ? event.preventDefault() : onClick?.(event)
      }
      className={clsx(getButtonClassName({ tone, size, isWide }), className)}
    >
      {icon}
      {isPending && pendingText ? pendingText : children}
    </button>
  );
}

/** Disabling a button loses its focus: restores it, unless something else was focused. */
function useRestoredFocus(isPending: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!isPending || document.activeElement !== button.current) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isPending]);
  return button;
}

type ButtonLinkProps = ButtonStyle & LinkProps & { readonly icon?: ReactNode };

export function ButtonLink({
  tone = "primary",
  size = "medium",
  isWide = false,
  icon,
  children,
  className,
  ...props
}: ButtonLinkProps) {
  return (
    <Link {...props} className={clsx(getButtonClassName({ tone, size, isWide }), className)}>
      {icon}
      {children}
    </Link>
  );
}
