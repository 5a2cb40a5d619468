import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { isReadingScreen } from "#client/features/reader/reading-screens.ts";
import { hasUploads } from "#client/features/uploads/has-uploads.ts";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const UploadsLayer = lazyOverlay(async () => {
  const [{ UploadsLayer }] = await Promise.all([
    import("#client/features/uploads/uploads-layer.tsx"),
    loadMessages("upload"),
  ]);
  return UploadsLayer;
});

/** The uploads panel of a signed-in user who has uploads. */
export function UploadsLoader() {
  const isShown = useStore(hasUploads);
  const user = useUser();
  const isReading = isReadingScreen(useLocation().pathname);
  return (
    <Suspense>{isShown && user && <UploadsLayer userId={user.id} isPanelShown={!isReading} />}</Suspense>
  );
}
