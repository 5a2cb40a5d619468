export interface Span {
  readonly from: number;
  readonly to: number;
}

export const fullSpan: Span = { from: 0, to: 1 };
