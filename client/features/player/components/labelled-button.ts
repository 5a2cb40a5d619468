/** A button of the full player with its label below the icon. */
export const labelledButton =
  "flex min-h-11 min-w-11 flex-1 flex-col items-center justify-center gap-1 rounded-control py-1.5 text-center text-badge hover:bg-primary/10 aria-expanded:bg-primary/10 aria-expanded:text-primary [&_svg]:size-5.5";
