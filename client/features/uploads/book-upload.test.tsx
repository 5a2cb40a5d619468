import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { UploadSetId } from "#shared/uploads/contract.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { BookUpload } from "./book-upload.tsx";
import { startUpload } from "./engine/upload-engine.ts";

vi.mock("./engine/upload-engine.ts", () => ({
  loadUnfinishedUploads: async () => {},
  openUploads: async () => {},
  startUpload: vi.fn(),
}));

const userId = UserId.parse("44444444-4444-4444-8444-000000000001");

beforeEach(() => loadMessages("upload"));

test("a book that is added while others are sent stays in the list", async () => {
  vi.stubGlobal("scrollTo", () => {});
  let finishUpload = () => {};
  vi.mocked(startUpload).mockImplementation(
    () =>
      new Promise((resolve) => {
        finishUpload = () => resolve(UploadSetId.parse(userId));
      }),
  );
  const user = userEvent.setup({ applyAccept: false });
  const { container } = render(
    <MemoryRouter>
      <BookUpload userId={userId} />
    </MemoryRouter>,
  );
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  await user.upload(input, new File(["1"], "first.epub"));
  await user.click(await screen.findByRole("button", { name: t("upload.send", { n: 1 }) }));
  await waitFor(() => expect(startUpload).toHaveBeenCalledOnce());
  await user.upload(input, new File(["2"], "second.epub"));
  finishUpload();

  await waitFor(() => expect(screen.queryByDisplayValue("first")).toBeNull());
  expect(screen.getByDisplayValue("second")).toBeVisible();
});
