import { say } from "#client/lib/words.ts";
import { Button, buttonLook } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";

interface LeaveDialogProps {
  /** A plain web address, already checked. */
  readonly address: string;
  readonly onClose: () => void;
}

/** Asks before a link of the book leads out of it. The other site learns nothing of this one. */
export function LeaveDialog({ address, onClose }: LeaveDialogProps) {
  return (
    <Dialog isOpen title={say("reader.leaveTitle")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{say("reader.leaveText")}</p>
        <p dir="ltr" className="break-all rounded-control bg-paper p-3 text-small">
          {address}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            {say("common.cancel")}
          </Button>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={onClose}
            className={buttonLook()}
          >
            {say("reader.openLink")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}
