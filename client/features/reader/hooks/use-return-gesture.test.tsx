import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { describe, expect, test, vi } from "vitest";
import { useReturnGesture } from "./use-return-gesture.ts";

function Card({ goBack }: { readonly goBack: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  useReturnGesture(card, goBack);
  return (
    <div ref={card}>
      <section aria-label="The end">The end.</section>
    </div>
  );
}

function renderCard() {
  const goBack = vi.fn();
  render(<Card goBack={goBack} />);
  return { goBack, card: screen.getByRole("region", { name: "The end" }) };
}

describe("the way back from the end", () => {
  test("is a wheel turn up, never down", () => {
    const { goBack, card } = renderCard();

    fireEvent.wheel(card, { deltaY: 120 });
    expect(goBack).not.toHaveBeenCalled();

    fireEvent.wheel(card, { deltaY: -120 });
    expect(goBack).toHaveBeenCalledOnce();
  });

  test("is a pull down", () => {
    const { goBack, card } = renderCard();

    fireEvent.touchStart(card, { touches: [{ screenY: 200 }] });
    fireEvent.touchMove(card, { touches: [{ screenY: 230 }] });
    expect(goBack).not.toHaveBeenCalled();

    fireEvent.touchMove(card, { touches: [{ screenY: 290 }] });
    expect(goBack).toHaveBeenCalledOnce();
  });

  test("is a swipe back", () => {
    const { goBack, card } = renderCard();
    const swipe = (from: number, to: number) => {
      fireEvent.touchStart(card, { touches: [{ screenX: from, screenY: 200 }] });
      fireEvent.touchEnd(card, { changedTouches: [{ screenX: to, screenY: 210 }] });
    };

    swipe(300, 100);
    swipe(100, 120);
    expect(goBack).not.toHaveBeenCalled();

    swipe(100, 300);
    expect(goBack).toHaveBeenCalledOnce();
  });

  test("waits until a long card is scrolled to its top", () => {
    const { goBack, card } = renderCard();
    card.scrollTop = 40;

    fireEvent.wheel(card, { deltaY: -120 });

    expect(goBack).not.toHaveBeenCalled();
  });
});
