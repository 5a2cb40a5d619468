import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { EditConflict } from "./edit-conflict.tsx";

test("a conflict is announced and has a heading", () => {
  const fields = { title: "Mine" } as never;
  render(<EditConflict names={["title"]} mine={fields} theirs={fields} onResolve={() => undefined} />);

  expect(within(screen.getByRole("alert")).getByRole("heading", { level: 2 })).toBeVisible();
});
