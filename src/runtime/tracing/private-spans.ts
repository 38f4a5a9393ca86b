import { trace } from '@opentelemetry/api'
import type { PgInstrumentationConfig } from '@opentelemetry/instrumentation-pg'
import type { UndiciInstrumentationConfig } from '@opentelemetry/instrumentation-undici'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/** No statement's values, no polling, no waiting for a connection. */
export const PG_SPANS: PgInstrumentationConfig = {
  requireParentSpan: true,
  ignoreConnectSpans: true,
  enhancedDatabaseReporting: false,
}

/**
 * Method, host and status only. Paths and queries of stores and channels hold keys, and those of
 * the gateway ids of customers; the span around the call names its route.
 */
export const HTTP_SPANS: UndiciInstrumentationConfig = {
  requireParentforSpans: true,
  // Its work for a request without a span would be the largest cost of a trace that is not recorded.
  ignoreRequestHook: () => trace.getActiveSpan() === undefined,
  startSpanHook: () => ({ 'url.full': undefined, 'url.path': undefined, 'url.query': undefined }),
}

/**
 * Leaves out what a failure says: PostgreSQL quotes values, servers quote requests. The error's
 * type stays.
 */
export const withoutMessages = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(withoutMessage), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
})

const withoutMessage = (span: ReadableSpan): ReadableSpan =>
  span.status.message === undefined && span.events.length === 0
    ? span
    : Object.create(span, {
        status: { value: { code: span.status.code } },
        events: { value: [] },
      })
