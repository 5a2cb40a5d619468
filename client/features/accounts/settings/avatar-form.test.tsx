import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { useUser } from "#client/lib/api/session.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AvatarForm } from "./avatar-form.tsx";

const { getUser, updatePicture, deletePicture } = accountsContract;
const userWithoutPicture = makeUser();
const userWithPicture = makeUser({
  profileImageUrl: `/pictures/${userWithoutPicture.id}/${"a".repeat(32)}.webp`,
});
const photograph = new File(["photograph"], "me.jpg", { type: "image/jpeg" });

function OwnAvatarForm() {
  const user = useUser();
  return user && <AvatarForm user={user} />;
}

test("a chosen picture is uploaded, shown and removed", async () => {
  const { calls } = stubCalls(
    reply(getUser, userWithoutPicture),
    reply(updatePicture, userWithPicture),
    reply(deletePicture, userWithoutPicture),
  );
  const { user, container } = renderPage(<OwnAvatarForm />);
  await screen.findByRole("button", { name: "Add a picture" });

  await user.upload(screen.getByTestId("picture"), photograph);
  await screen.findByRole("button", { name: "Change picture" });
  expect(container.querySelector("img")).toHaveAttribute("src", userWithPicture.profileImageUrl);
  await user.click(screen.getByRole("button", { name: "Remove" }));

  expect(await screen.findByRole("button", { name: "Add a picture" })).toBeVisible();
  expect(container.querySelector("img")).toBeNull();
  expect(calls.filter(({ url }) => url === "/api/user/picture").map(({ method }) => method)).toEqual([
    "PUT",
    "DELETE",
  ]);
});

test("a file that is not a picture is rejected with the server's message", async () => {
  const message = "This image cannot be read. Please use JPEG, PNG or WebP.";
  stubCalls(
    reply(getUser, userWithoutPicture),
    stubRejection(updatePicture, { code: "unprocessable_file", message }),
  );
  const { user } = renderPage(<OwnAvatarForm />);
  await screen.findByRole("button", { name: "Add a picture" });

  await user.upload(screen.getByTestId("picture"), photograph);

  expect(await screen.findByRole("alert")).toHaveTextContent(/picture|file/i);
});
