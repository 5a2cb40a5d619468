import { getOperation, runOperation } from "./operation.ts";

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer";
  /** W3C `traceparent`; null to begin a trace. */
  readonly parent: string | null;
  readonly attributes?: Attributes;
}

type Attributes = Readonly<Record<string, string | number>>;

/** A step of a trace. Attributes never have values of parameters, paths with ids, or data of people. */
export interface Span {
  /** W3C `traceparent` of the steps that it causes. */
  readonly traceparent: string;
  end(result?: {
    readonly name?: string;
    readonly attributes?: Attributes;
    /** Null when it succeeded; only its code or class is sent. */
    readonly error?: unknown;
  }): void;
}

export type Tracer = (start: SpanStart) => Span;

let tracer: Tracer | null = null;

/** @param newTracer null to stop tracing */
export function setTracer(newTracer: Tracer | null): void {
  tracer = newTracer;
}

/** Null when traces are off. */
export const startSpan = (start: SpanStart): Span | null => tracer?.(start) ?? null;

/** The current step as a parent of others; null outside of a trace. */
export const getTraceparent = (): string | null => getOperation()?.traceparent ?? null;

/** Runs what a span measures; the code and the class of an error that it throws are sent. */
export async function runInSpan<Result>(
  start: SpanStart,
  logged: Readonly<Record<string, string>>,
  run: () => Promise<Result>,
): Promise<Result> {
  const span = startSpan(start);
  try {
    const result = await runOperation({ logged: addTraceId(logged, span), ...toParent(span) }, run);
    span?.end();
    return result;
  } catch (error) {
    span?.end({ error });
    throw error;
  }
}

export const toParent = (span: Span | null) => (span ? { traceparent: span.traceparent } : {});

/** The id of the trace is in the log lines, so that each leads to the other. */
export const addTraceId = (logged: Readonly<Record<string, string>>, span: Span | null) =>
  span ? { ...logged, trace: span.traceparent.split("-")[1] ?? "" } : logged;
