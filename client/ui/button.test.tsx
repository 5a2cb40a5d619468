import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Button } from "./button.tsx";

const named = (name: string) => screen.getByRole("button", { name });

/** jsdom leaves the focus on a button that is disabled; browsers take it away. */
const loseFocus = () => named("Save").blur();

test("a button that was pressed has the focus again when its act is over", () => {
  const { rerender } = render(<Button>Save</Button>);
  named("Save").focus();

  rerender(<Button isPending>Save</Button>);
  loseFocus();
  rerender(<Button>Save</Button>);

  expect(named("Save")).toHaveFocus();
});

test("it takes the focus from nothing else", () => {
  const shown = (isPending: boolean) => (
    <>
      <Button isPending={isPending}>Save</Button>
      <Button>Other</Button>
    </>
  );
  const { rerender } = render(shown(false));
  rerender(shown(true));
  rerender(shown(false));
  expect(document.body).toHaveFocus();

  named("Save").focus();
  rerender(shown(true));
  named("Other").focus();
  rerender(shown(false));

  expect(named("Other")).toHaveFocus();
});
