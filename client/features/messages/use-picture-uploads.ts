import { useState } from "react";
import { call } from "#shared/api/http-client.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { type ConversationId, maxPictures, type PictureId } from "#shared/messages/message.ts";
import { getErrorMessage, withReasonTexts } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

export interface UploadedPicture {
  readonly id: PictureId;
  /** An object URL of the chosen file. */
  readonly preview: string;
  readonly name: string;
}

/** Pictures that go with the next message; they are uploaded when they are chosen. */
export function usePictureUploads(conversationId: ConversationId) {
  const [pictures, setPictures] = useState<readonly UploadedPicture[]>([]);
  const [uploading, setUploading] = useState(0);

  const upload = async (file: File) => {
    setUploading((n) => n + 1);
    try {
      const params = { conversationId };
      const { id } = await withReasonTexts(call(messagesContract.uploadPicture, { params, file }));
      const added = { id, preview: URL.createObjectURL(file), name: file.name };
      setPictures((previous) => [...previous, added].slice(0, maxPictures));
    } catch (error) {
      toast({ tone: "destructive", title: t("messages.pictureFailed"), description: getErrorMessage(error) });
    } finally {
      setUploading((n) => n - 1);
    }
  };
  return {
    pictures,
    isUploading: uploading > 0,
    /** One after the other, so that they keep their order. */
    add: async (files: Iterable<File>) => {
      for (const file of [...files].slice(0, maxPictures - pictures.length)) await upload(file);
    },
    remove: (id: PictureId) => setPictures((previous) => previous.filter((picture) => picture.id !== id)),
    clear: () => {
      for (const { preview } of pictures) URL.revokeObjectURL(preview);
      setPictures([]);
    },
  };
}

export type PictureUploads = ReturnType<typeof usePictureUploads>;
