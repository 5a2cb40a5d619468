import { Suspense, useState } from "react";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Carousel } from "./landing/carousel.tsx";
import { Hero } from "./landing/hero.tsx";
import { Welcome } from "./landing/welcome.tsx";

const BelowTheFold = lazyComponent(async () => (await import("./landing/below-the-fold.tsx")).BelowTheFold);
const DownloadSheet = lazyOverlay(async () => (await import("./landing/download-sheet.tsx")).DownloadSheet);

export function Landing() {
  const [isDownloadOpen, setDownloadOpen] = useState(false);
  usePageTitle("");
  return (
    <>
      <Hero onDownload={() => setDownloadOpen(true)} />
      <Carousel />
      <Suspense>
        <BelowTheFold />
      </Suspense>
      <Welcome />
      <Suspense>{isDownloadOpen && <DownloadSheet onClose={() => setDownloadOpen(false)} />}</Suspense>
    </>
  );
}
