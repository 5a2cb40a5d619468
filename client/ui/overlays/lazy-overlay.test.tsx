import { screen } from "@testing-library/react";
import { type ComponentType, Suspense, useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { lazyOverlay } from "./lazy-overlay.tsx";

interface PanelProps {
  readonly onClose: () => void;
}

const unavailableMessage = "The service is temporarily unavailable. Please try again in a moment.";
const createFetchError = () => new TypeError("Failed to fetch dynamically imported module");
const Panel = ({ onClose }: PanelProps) => (
  <div role="dialog">
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);

function OverlayOpener({ Layer }: { readonly Layer: ComponentType<PanelProps> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Layer onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

test("an overlay that was not opened fails silently", async () => {
  const FailingOverlay = lazyOverlay<object>(() => Promise.reject(createFetchError()));

  renderPage(
    <>
      <p>The page</p>
      <Suspense fallback="On its way">
        <FailingOverlay />
      </Suspense>
    </>,
  );

  await vi.waitFor(() => expect(screen.queryByText("On its way")).toBeNull());
  expect(screen.getByText("The page")).toBeVisible();
  expect(screen.queryAllByText(unavailableMessage)).toEqual([]);
});

test("an overlay that failed to load closes with a message and opens with the next press", async () => {
  const load = vi
    .fn<() => Promise<typeof Panel>>()
    .mockRejectedValueOnce(createFetchError())
    .mockResolvedValue(Panel);
  const { user } = renderPage(<OverlayOpener Layer={lazyOverlay(load)} />);
  const open = screen.getByRole("button", { name: "Open" });

  await user.click(open);

  expect(await screen.findByText(unavailableMessage)).toBeVisible();
  expect(open).toHaveAttribute("aria-expanded", "false");
  await user.click(open);
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
