import { AudioLines } from "lucide-react";
import { useState } from "react";
import { getUrl, request } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { mediaOverlayStreams } from "#shared/media-overlays/contract.ts";
import { getErrorMessage, withReasonTexts } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export function ReadAlongButton({ bookId }: { readonly bookId: BookId }) {
  const [isRequested, setRequested] = useState(false);
  const fetchBook = async () => {
    setRequested(true);
    await startDownload(getUrl(mediaOverlayStreams.getReadAlong, { params: { bookId } }));
    setRequested(false);
  };
  return (
    <Button tone="quiet" icon={<AudioLines aria-hidden />} isPending={isRequested} onClick={fetchBook}>
      {t("book.downloadReadAlong")}
    </Button>
  );
}

async function startDownload(url: string): Promise<void> {
  try {
    await withReasonTexts(request("HEAD", url).catch(() => request("GET", url)));
    const link = document.createElement("a");
    link.href = url;
    link.download = "";
    link.click();
  } catch (error) {
    toast({ tone: "destructive", title: getErrorMessage(error) });
  }
}
