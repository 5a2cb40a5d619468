import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Voices } from "#client/features/text-to-speech/voices.ts";
import { createFakeVoice, FakeSynthesis } from "#client/testing/fake-synthesis.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { SpeechPanel } from "./speech-panel.tsx";

const settings = { rate: 1, gap: 0, pausesAtVerses: false, follows: true, voices: {} } as const;
const voices: Voices[] = [];

beforeEach(() => void voices.splice(0));
afterEach(() => {
  for (const each of voices) each.close();
});

const deviceVoices = [
  createFakeVoice({ lang: "en-GB", name: "Emma", default: true }),
  createFakeVoice({ lang: "en-US", name: "James" }),
  createFakeVoice({ lang: "ar-SA", name: "Amina" }),
];

function show(fakeVoices = deviceVoices) {
  const synthesis = new FakeSynthesis(fakeVoices);
  const voiceList = new Voices(synthesis as never);
  voices.push(voiceList);
  const [change, tryVoice] = [vi.fn(), vi.fn()];
  const open = { voices: voiceList, tryVoice } as never;
  renderPage(<SpeechPanel open={open} control={{ settings, change }} language="en" onClose={() => {}} />);
  return { change, tryVoice, synthesis };
}

describe("the text-to-speech panel", () => {
  test("lists voices by language, with the book's in view, to be chosen and tried", async () => {
    const { change, tryVoice } = show();
    const radio = screen.getByRole("radio", { name: "Emma" });

    expect(radio).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "James" }));
    await userEvent.click(screen.getByText("Arabic"));
    await userEvent.click(screen.getByRole("button", { name: "Preview Amina" }));

    expect(change).toHaveBeenCalledExactlyOnceWith({ voices: { en: "James" } });
    expect(tryVoice).toHaveBeenCalledWith(
      expect.objectContaining({ name: "Amina" }),
      expect.stringMatching(/[ء-ي]/),
    );
  });

  test("changes speed, pauses, verses and page turning", async () => {
    const { change } = show();

    await userEvent.click(screen.getByRole("button", { name: "Speed 1.5×" }));
    await userEvent.click(screen.getByRole("radio", { name: "Stop after each sentence" }));
    await userEvent.click(screen.getByRole("radio", { name: "Wait for me" }));
    await userEvent.click(screen.getByRole("switch", { name: "Turn pages automatically" }));

    expect(change.mock.calls).toEqual([
      [{ rate: 1.5 }],
      [{ gap: null }],
      [{ pausesAtVerses: true }],
      [{ follows: false }],
    ]);
  });

  test("says when there is no voice for the book's language or at all", () => {
    show([createFakeVoice({ lang: "ar-SA" })]);
    expect(screen.getByText(/No voice for English/)).toBeVisible();

    show([]);
    const panels = screen.getAllByRole("dialog", { hidden: true });
    expect(within(panels.at(-1) as HTMLElement).getByText(/This device has no voices/)).toBeInTheDocument();
  });
});
