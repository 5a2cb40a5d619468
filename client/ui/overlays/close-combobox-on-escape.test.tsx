import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { Dialog } from "./dialog.tsx";
import { Sheet } from "./sheet.tsx";

function FieldWithList() {
  const [isOpen, setOpen] = useState(true);
  return (
    <input
      role="combobox"
      aria-label="City"
      aria-controls="none"
      aria-expanded={isOpen}
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
    />
  );
}

test.each(["dialog", "sheet"])("Escape closes an open list first, and then the %s", async (layer) => {
  const onClose = vi.fn();
  const about = { title: "Place", isOpen: true, onClose };
  const { user } = renderPage(
    layer === "dialog" ? (
      <Dialog {...about}>
        <FieldWithList />
      </Dialog>
    ) : (
      <Sheet {...about} side="bottom">
        <FieldWithList />
      </Sheet>
    ),
  );
  const field = screen.getByRole("combobox", { name: "City" });

  await user.type(field, "{Escape}");
  expect(field).toHaveAttribute("aria-expanded", "false");
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});
