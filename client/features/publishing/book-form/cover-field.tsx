import { useEffect, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { usePublishing } from "#client/features/publishing/use-publishing.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

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
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  const form = useForm({
    values: { crop: { x: 0, y: 0 }, zoom: 1, area: null as Area | null },
    onSubmit: async ({ area }): Promise<void> => {
      const image = area && (await cropImage(file, area).catch(() => null));
      if (!image) return form.setErrors({ form: t("publishing.coverBroken") });
      updateBook(await coverMutation.mutateAsync({ params: { bookId: book.id }, file: image }));
      toast({ title: t("publishing.coverSaved") });
      onClose();
    },
  });
  const { crop, zoom } = form.values;
  return (
    <FormDialog form={form} title={t("publishing.cropCover")} submit={t("common.save")} onClose={onClose}>
      <div className="relative h-80 overflow-hidden rounded-control bg-line">
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={2 / 3}
            onCropChange={(moved) => form.set({ crop: moved })}
            onZoomChange={(zoomed) => form.set({ zoom: zoomed })}
            onCropComplete={(_percentages, area) => form.set({ area })}
            mediaProps={{
              onError: () => form.setErrors({ form: t("publishing.coverBroken") }),
              alt: t("publishing.cropCover"),
            }}
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
        onMove={(zoomed) => form.set({ zoom: zoomed })}
      />
    </FormDialog>
  );
}

const maxWidth = 1200;

/**
 * Part of an image as a JPEG.
 *
 * @throws {Error} for a file that is not an image
 */
async function cropImage(file: Blob, { x, y, width, height }: Area): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, maxWidth / width);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext("2d")?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The image is empty."))),
      "image/jpeg",
      0.92,
    );
  });
}
