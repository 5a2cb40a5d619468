import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Sheet } from "./sheet.tsx";

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Sheet title="Menu" side="start" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Button>Inside</Button>
      </Sheet>
    </main>
  );
}

async function open() {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  return { user, sheet: await screen.findByRole("dialog", { name: "Menu" }) };
}

const swipe = (sheet: HTMLElement, from: readonly [number, number], to: readonly [number, number]) => {
  const start = [{ clientX: from[0], clientY: from[1] }];
  fireEvent.touchStart(sheet, { touches: start, changedTouches: start });
  fireEvent.touchEnd(sheet, { changedTouches: [{ clientX: to[0], clientY: to[1] }] });
};

describe("a sheet", () => {
  test("traps the focus, closes on Escape and restores the focus", async () => {
    const { user, sheet } = await open();

    for (const _press of [1, 2, 3, 4]) {
      await user.tab();
      expect(sheet).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard("{Escape}");

    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await screen.findByRole("button", { name: "Open" })).toHaveFocus();
  });

  test("closes on a swipe to its edge, not on a short one or while scrolling", async () => {
    const { sheet } = await open();

    swipe(sheet, [200, 100], [160, 100]);
    swipe(sheet, [200, 100], [120, 400]);
    swipe(sheet, [100, 100], [250, 100]);
    expect(sheet).toBeVisible();
    swipe(sheet, [200, 100], [100, 110]);

    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
