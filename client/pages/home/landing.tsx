import { lazy, Suspense, useState } from "react";
import { usePageTitle } from "#client/lib/page-title.ts";
import { Carousel } from "./landing/carousel.tsx";
import { Hero } from "./landing/hero.tsx";
import { Welcome } from "./landing/welcome.tsx";

const Below = lazy(async () => ({ default: (await import("./landing/below.tsx")).Below }));
const DownloadSheet = lazy(async () => ({
  default: (await import("./landing/download-sheet.tsx")).DownloadSheet,
}));

/** What a guest meets first. */
export function Landing() {
  const [isDownloadOpen, setDownloadOpen] = useState(false);
  usePageTitle("");
  return (
    <>
      <Hero onDownload={() => setDownloadOpen(true)} />
      <Carousel />
      <Suspense>
        <Below />
      </Suspense>
      <Welcome />
      <Suspense>{isDownloadOpen && <DownloadSheet onClose={() => setDownloadOpen(false)} />}</Suspense>
    </>
  );
}
