import { useEffect, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import type { PublishingBook } from "#shared/publishing/contract.ts";
import { usePublishing } from "#client/features/publishing/use-publishing.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { cropImage } from "./crop-image.ts";

/** The cover, and a dialog that crops another image to its 2:3. */
export function CoverField({ book }: { readonly book: PublishingBook }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { id, coverImageUrl, fields } = book;
  return (
    <div className="flex flex-col items-start gap-3">
      <Cover book={{ id, title: fields.title, coverImageUrl }} sizes="10rem" className="w-40" />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t("publishing.chooseCover")}
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null);
          target.value = "";
        }}
      />
      <Button tone="secondary" size="small" onClick={() => input.current?.click()}>
        {t("publishing.chooseCover")}
      </Button>
      {file && <CropDialog book={book} file={file} onClose={() => setFile(null)} />}
    </div>
  );
}

interface CropDialogProps {
  readonly book: PublishingBook;
  readonly file: File;
  readonly onClose: () => void;
}

function CropDialog({ book, file, onClose }: CropDialogProps) {
  const { coverMutation, updateBook } = usePublishing(book.id);
  const [url, setUrl] = useState("");
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  const save = async () => {
    const image = area && (await cropImage(file, area).catch(() => null));
    if (!image) return setBroken(true);
    coverMutation.mutate(
      { params: { bookId: book.id }, file: image },
      {
        onSuccess: (changed) => {
          updateBook(changed);
          toast({ title: t("publishing.coverSaved") });
          onClose();
        },
      },
    );
  };
  const errorText = isBroken
    ? t("publishing.coverBroken")
    : coverMutation.error
      ? getErrorMessage(coverMutation.error)
      : null;
  return (
    <Dialog title={t("publishing.cropCover")} isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="relative h-80 overflow-hidden rounded-control bg-line">
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              aspect={2 / 3}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_percentages, pixels) => setArea(pixels)}
              mediaProps={{ onError: () => setBroken(true), alt: t("publishing.cropCover") }}
            />
          )}
        </div>
        <Slider
          label={t("publishing.zoom")}
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          getText={(value) => `${Math.round(value * 100)}%`}
          onMove={setZoom}
        />
        <FormFooter
          error={errorText}
          submit={t("common.save")}
          isPending={coverMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
