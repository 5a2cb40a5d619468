import { useEffect } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { type Step, useStep } from "./use-step.ts";

export interface StepLayerProps {
  readonly ebook: Ebook;
  /** Who asked for a chapter gets it, wherever the sound is. */
  readonly startsFree: boolean;
  readonly onStep: (step: Step | null) => void;
}

/** Keeps an open book in step with the player, and tells how the two go together. Draws nothing. */
export function StepLayer({ ebook, startsFree, onStep }: StepLayerProps) {
  const step = useStep(ebook, startsFree);
  useEffect(() => onStep(step), [onStep, step]);
  useEffect(() => () => onStep(null), [onStep]);
  return null;
}
