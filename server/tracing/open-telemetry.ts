import { setTimeout as sleep } from "node:timers/promises";
import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Span, SpanStart } from "./tracer.ts";
import { setTracer } from "./tracer.ts";

/** A collector that does not answer must not hold up the end of the process. */
const maxShutdownMs = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Sends traces to the collector of the standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`,
 * `OTEL_TRACES_SAMPLER` and others).
 *
 * @returns a function that sends what is left and ends tracing
 */
export function startTracing(version: string): () => Promise<void> {
  const defaults = resourceFromAttributes({ "service.name": "maktaba", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: defaults.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("maktaba", version);
  setTracer(({ name, kind, parent, attributes = {} }: SpanStart): Span => {
    const parentContext = parent === null ? null : parseTraceparent(parent);
    const context = parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
    return {
      traceparent: formatTraceparent(span.spanContext()),
      end({ name: newName, attributes: more = {}, error = null } = {}) {
        if (newName !== undefined) span.updateName(newName);
        span.setAttributes(more);
        if (error !== null) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", getErrorType(error));
        }
        span.end();
      },
    };
  });
  return async () => {
    setTracer(null);
    await Promise.race([
      provider.shutdown().catch(() => {}),
      sleep(maxShutdownMs, undefined, { ref: false }),
    ]);
  };
}

function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01"}`;

/** A code or a class; a message can contain values. */
function getErrorType(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "error";
}
