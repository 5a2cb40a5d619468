import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { DateField } from "./date-field.tsx";

function Example({ type }: { readonly type?: "date" | "time" }) {
  const [value, setValue] = useState("");
  return <DateField label="When" {...(type && { type })} value={value} onChange={setValue} />;
}

afterEach(() => {
  document.documentElement.lang = "en";
});

test.each([
  ["en", "day / month / year", /^5 Mar 2099$|^Mar 5, 2099$/],
  ["ar", "يوم / شهر / سنة", /^5 مارس 2099$/],
])("a date is shown in the page's language: %s", async (lang, placeholder, shown) => {
  document.documentElement.lang = lang;
  render(<Example />);
  const field = screen.getByLabelText("When");
  expect(screen.getByText(placeholder)).toBeVisible();

  fireEvent.change(field, { target: { value: "2099-03-05" } });
  expect(field).toHaveValue("2099-03-05");
  expect(screen.getByText(shown)).toBeVisible();
  expect(screen.queryByText(placeholder)).toBeNull();
});

test("while the reader types, the browser's own parts are shown", () => {
  render(<Example />);
  const field = screen.getByLabelText("When");
  fireEvent.keyDown(field, { key: "Tab" });
  expect(screen.getByText("day / month / year")).toBeVisible();
  fireEvent.keyDown(field, { key: "1" });
  expect(screen.queryByText("day / month / year")).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText("day / month / year")).toBeVisible();
});

test("a time has no date", () => {
  render(<Example type="time" />);
  fireEvent.change(screen.getByLabelText("When"), { target: { value: "14:05" } });
  expect(screen.getByText(/^14:05$|^2:05\sPM$/)).toBeVisible();
});
