import { Share2 } from "lucide-react";
import { useState } from "react";
import { toast } from "#client/ui/overlays/toast.ts";
import { Button } from "./button.tsx";

interface ShareButtonProps {
  readonly label: string;
  /** Shown when sharing fails for another reason than a cancelled dialog. */
  readonly failure: string;
  readonly onShare: () => Promise<void>;
  readonly size?: "medium" | "small";
}

export function ShareButton({ label, failure, onShare, size = "medium" }: ShareButtonProps) {
  const [isPending, setPending] = useState(false);
  const share = async () => {
    setPending(true);
    try {
      await onShare();
    } catch (error) {
      if ((error as { name?: string }).name !== "AbortError") toast({ tone: "destructive", title: failure });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      tone="secondary"
      size={size}
      icon={<Share2 aria-hidden />}
      isPending={isPending}
      onClick={() => void share()}
    >
      {label}
    </Button>
  );
}
