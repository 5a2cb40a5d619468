import { FileUp } from "lucide-react";
import { useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { isUploadable } from "#shared/uploads/group-files.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { type ChosenFile, openUploads, startUpload } from "./engine/upload-engine.ts";
import { FilePicker } from "./file-picker.tsx";
import { hasUploads } from "./has-uploads.ts";

interface RevisionUploadProps {
  readonly bookId: BookId;
  readonly title: string;
  readonly userId: UserId;
}

/** Uploads new files for a book. */
export function RevisionUpload({ bookId, title, userId }: RevisionUploadProps) {
  const [isChoosing, setChoosing] = useState(false);
  const upload = async (selected: readonly ChosenFile[]) => {
    const files = selected.filter(({ path, file }) => isUploadable(path) && file.size > 0);
    setChoosing(false);
    try {
      await openUploads(userId);
      hasUploads.set(true);
      await startUpload(title, files, { revisionOf: bookId });
    } catch (error) {
      toast({ tone: "destructive", title: t("upload.failed", { message: getErrorMessage(error) }) });
    }
  };
  return (
    <>
      <Button tone="secondary" icon={<FileUp aria-hidden />} onClick={() => setChoosing(true)}>
        {t("upload.newFiles")}
      </Button>
      <Dialog
        title={t("upload.newFiles")}
        description={t("upload.newFilesHint")}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
      >
        <FilePicker onChoose={(files) => void upload(files)} />
      </Dialog>
    </>
  );
}
