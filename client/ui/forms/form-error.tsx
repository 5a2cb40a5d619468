import { RequestId } from "#client/ui/feedback/error-id.tsx";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";

interface FormErrorProps {
  /** Null for none. */
  readonly error: string | null;
  /** What the error was made from. */
  readonly cause?: unknown;
}

/** Why a form could not be sent, when no field is at fault. */
export function FormError({ error, cause }: FormErrorProps) {
  if (error === null) return null;
  return (
    <div role="alert" className="text-destructive text-small">
      {error} <VerifyEmailLink error={cause} />
      <RequestId error={cause} />
    </div>
  );
}
