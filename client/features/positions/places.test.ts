import { beforeEach, describe, expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { deviceOf } from "#shared/kernel/device.ts";
import type { Send } from "#client/lib/outbox.ts";
import { memoryStorage } from "./device-storage.ts";
import { findGuestPlace } from "./guest-places.ts";
import { Places } from "./places.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");

function setUp() {
  const sent: { readonly events: readonly unknown[]; readonly keepalive: boolean }[] = [];
  const storage = memoryStorage();
  const send: Send = async (events, { keepalive }) => void sent.push({ events, keepalive });
  return { places: new Places(storage, send), storage, sent };
}

let kit = setUp();
beforeEach(() => {
  kit = setUp();
});

describe("places", () => {
  test("of a reader go to the server, with the device's name", async () => {
    const { places, sent, storage } = kit;
    places.setReader(amina);

    places.report(bookId, { chapter: 2, offset: 5, fraction: 0.4 }, true);
    places.saveNow(bookId);

    expect(sent).toMatchObject([
      {
        events: [{ bookId, place: { chapter: 2 }, deliberate: true, device: deviceOf(navigator.userAgent) }],
      },
    ]);
    expect(findGuestPlace(bookId, storage)).toBeNull();
  });

  test("are saved when the page is hidden, so that the save outlives it", () => {
    const { places, sent } = kit;
    places.setReader(amina);
    places.report(bookId, { fraction: 0.4 }, false);

    dispatchEvent(new Event("pagehide"));

    expect(sent).toMatchObject([{ keepalive: true }]);
  });

  test("of a guest stay on the device, and are offered after the sign-in", async () => {
    const { places, sent, storage } = kit;
    places.report(bookId, { fraction: 0.4 }, true);
    places.saveNow();
    expect(findGuestPlace(bookId, storage)?.place).toEqual({ fraction: 0.4 });
    expect(sent).toEqual([]);

    places.setReader(amina);
    expect(places.countGuestPlaces()).toBe(1);
    places.takeOverGuestPlaces();

    await vi.waitFor(() =>
      expect(sent.flatMap(({ events }) => events)).toMatchObject([{ place: { fraction: 0.4 } }]),
    );
    expect(places.countGuestPlaces()).toBe(0);
  });

  test("of a book that is read and heard are one, with all that is known of them", async () => {
    const { places, sent } = kit;
    places.setReader(amina);
    // The sound is the one that tells; it learns the sentence on the way.
    const stop = places.complete(bookId, (place) =>
      place.chapter === undefined ? null : { ...place, sentence: "s1-4" as never },
    );

    places.report(bookId, { cfi: "epubcfi(/6/4!/4)", fraction: 0.3 }, true);
    places.report(bookId, { chapter: 2, offset: 5, fraction: 0.4 }, true);
    places.saveNow();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    stop();
    places.report(bookId, { cfi: "epubcfi(/6/4!/4)", fraction: 0.3 }, true);
    places.saveNow();

    await vi.waitFor(() =>
      expect(sent.flatMap(({ events }) => events)).toMatchObject([
        { place: { sentence: "s1-4", chapter: 2, offset: 5, fraction: 0.4 } },
        { place: { cfi: "epubcfi(/6/4!/4)" } },
      ]),
    );
  });

  test("of a guest are forgotten when declined", () => {
    const { places, sent } = kit;
    places.report(bookId, { fraction: 0.4 }, true);
    places.saveNow();
    places.setReader(amina);

    places.declineGuestPlaces();

    expect(places.countGuestPlaces()).toBe(0);
    expect(sent).toEqual([]);
  });

  test("leave nothing of the account on the device after a sign-out", async () => {
    const { places, storage, sent } = kit;
    places.setReader(amina);
    places.report(bookId, { fraction: 0.4 }, true);

    await places.signOut();

    expect(sent.flatMap(({ events }) => events)).toMatchObject([{ place: { fraction: 0.4 } }]);
    expect(Array.from({ length: storage.length }, (_, n) => storage.key(n))).toEqual([]);
  });
});
