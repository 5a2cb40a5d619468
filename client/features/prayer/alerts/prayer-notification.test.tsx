import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { PrayerNotification, type PrayerNotificationProps } from "./prayer-notification.tsx";

const createActions = () => ({
  onStop: vi.fn(),
  onPlay: vi.fn(),
  onSnooze: vi.fn(),
  onContinue: vi.fn(),
  onMute: vi.fn(),
  onOpen: vi.fn(),
  onClose: vi.fn(),
});

function show(options: Partial<PrayerNotificationProps> = {}) {
  const on = createActions();
  const { user } = renderPage(
    <>
      <input aria-label="A note" />
      <PrayerNotification
        title="It is time for Asr"
        prayerName="Asr"
        prayerTime="3:39 PM · Makkah"
        nextPrayer={{ name: "Maghrib", time: "6:46 PM", at: new Date(Date.now() + 2 * 3_600_000) }}
        isOpen
        playback="playing"
        isSubstitute={false}
        canContinue={false}
        snoozedUntil={null}
        zone="Asia/Riyadh"
        isMuted={false}
        {...on}
        {...options}
      />
    </>,
  );
  return { on, user };
}

const getButton = (name: string) => screen.getByRole("button", { name });
const listButtons = () => screen.getAllByRole("button").map((each) => each.textContent || each.ariaLabel);

describe("the prayer notification", () => {
  test("shows the prayer, its time and the next prayer", () => {
    show();
    const card = screen.getByRole("alertdialog", { name: "It is time for Asr" });

    expect(card).toHaveAccessibleDescription(/Asr:\s*3:39 PM · Makkah/);
    expect(card).toHaveTextContent(/Next: Maghrib at 6:46 PM \(in (2h|1h 59m|2h 0m)\)/);
    expect(card).not.toHaveFocus();
  });

  test("is hidden while closed", () => {
    show({ isOpen: false });
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  test("stops, snoozes, links to the times and closes with one press each", async () => {
    const { on, user } = show();
    for (const name of ["Stop", "Snooze 5 minutes", "Prayer times", "Close"])
      await user.click(getButton(name));

    for (const act of [on.onStop, on.onSnooze, on.onOpen, on.onClose]) expect(act).toHaveBeenCalledOnce();
  });

  test("offers to play blocked audio and to resume the paused book", async () => {
    const blocked = show({ playback: "blocked" });
    await blocked.user.click(getButton("Play"));
    expect(blocked.on.onPlay).toHaveBeenCalledOnce();
  });

  test("offers no snooze when the snoozed alert would be muted", () => {
    show({ playback: "silent", isMuted: true });

    expect(screen.queryByRole("button", { name: "Snooze 5 minutes" })).not.toBeInTheDocument();
  });

  test("offers to resume when the audio has ended", async () => {
    const { on, user } = show({ playback: "silent", canContinue: true, snoozedUntil: "3:45 PM" });
    expect(listButtons()).toEqual([
      "Close",
      "Continue listening",
      "Prayer times",
      "Mute for an hour",
      "Mute until tomorrow",
    ]);
    expect(screen.getByText("Snoozed until 3:45 PM.")).toBeInTheDocument();
    await user.click(getButton("Continue listening"));

    expect(on.onContinue).toHaveBeenCalledOnce();
    expect(on.onPlay).not.toHaveBeenCalled();
  });

  test("is stopped by Escape except in text fields, and closed by it from within", () => {
    const { on } = show();
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
    expect(on.onStop).not.toHaveBeenCalled();

    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(on.onStop).toHaveBeenCalledOnce();
    fireEvent.keyDown(getButton("Stop"), { key: "Escape" });
    expect(on.onClose).toHaveBeenCalledOnce();
  });
});
