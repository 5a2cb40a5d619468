import { screen } from "@testing-library/react";
import { type ComponentType, Suspense, useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { lazyLayer } from "./lazy-overlay.tsx";

interface PanelProps {
  readonly onClose: () => void;
}

const whatIsSaid = "The service is temporarily unavailable. Please try again in a moment.";
const notFetched = () => new TypeError("Failed to fetch dynamically imported module");
const Panel = ({ onClose }: PanelProps) => (
  <div role="dialog">
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);

function Opener({ Layer }: { readonly Layer: ComponentType<PanelProps> }) {
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

test("a layer nobody opened fails silently", async () => {
  const Quiet = lazyLayer<object>(() => Promise.reject(notFetched()));

  renderPage(
    <>
      <p>The page</p>
      <Suspense fallback="On its way">
        <Quiet />
      </Suspense>
    </>,
  );

  await vi.waitFor(() => expect(screen.queryByText("On its way")).toBeNull());
  expect(screen.getByText("The page")).toBeVisible();
  expect(screen.queryAllByText(whatIsSaid)).toEqual([]);
});

test("a layer that failed to load closes with a message and opens with the next press", async () => {
  const load = vi
    .fn<() => Promise<typeof Panel>>()
    .mockRejectedValueOnce(notFetched())
    .mockResolvedValue(Panel);
  const { user } = renderPage(<Opener Layer={lazyLayer(load)} />);
  const open = screen.getByRole("button", { name: "Open" });

  await user.click(open);

  expect(await screen.findByText(whatIsSaid)).toBeVisible();
  expect(open).toHaveAttribute("aria-expanded", "false");
  await user.click(open);
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
