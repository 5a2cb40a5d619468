interface IndeterminateProgressProps {
  readonly className: string;
  /** Delay in milliseconds before the line appears. */
  readonly delayMs: number;
}

/**
 * An indeterminate progress line. It is animated by the compositor, so that it also runs while the main
 * thread is busy.
 */
export function IndeterminateProgress({ className, delayMs }: IndeterminateProgressProps) {
  return (
    <div aria-hidden className={`pointer-events-none inset-x-0 h-0.5 overflow-hidden ${className}`}>
      <div
        style={{ animationDelay: `${delayMs}ms` }}
        className="h-full w-1/3 animate-[sweep_1.1s_ease-in-out_infinite_both] rounded-full bg-accent motion-reduce:w-full motion-reduce:animate-[appear_1ms_both]"
      />
    </div>
  );
}
