import {
  type Context,
  context,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { currentLogFields, withLogFields } from '../log/log-fields.ts'
import { withTraceparent } from './current-trace.ts'
import type { NewSpan, Span } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** Begins spans of ours, with W3C trace context as text. */
export const beginWith =
  (tracer: Tracer) =>
  ({ name, kind, attributes = {}, startMs, ...of }: NewSpan): Span => {
    const within = parentOf(of)
    const span = tracer.startSpan(
      name,
      { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes, startTime: startMs },
      within,
    )
    const traceparent = traceparentOf(span.spanContext())
    const ids = { trace_id: span.spanContext().traceId, span_id: span.spanContext().spanId }
    return {
      traceparent,
      setAttributes: (more) => void span.setAttributes(more),
      rename: (known) => void span.updateName(known),
      fail: (reason) => {
        span.setAttribute('error.type', reason)
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      run: (act) =>
        context.with(trace.setSpan(within, span), () =>
          withLogFields({ ...currentLogFields(), ...ids }, () => withTraceparent(traceparent, act)),
        ),
      end: (atMs) => span.end(atMs),
    }
  }

const parentOf = ({
  parent,
  prefersCurrent = false,
  isParentForeign = false,
}: Omit<NewSpan, 'name'>): Context => {
  const active = context.active()
  if (prefersCurrent && trace.getSpan(active)) return active
  const spanContext = parent ? readTraceparent(parent, isParentForeign) : undefined
  return spanContext ? trace.setSpanContext(active, spanContext) : active
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
const ALL_ZERO = /^0+$/

/** Returns `undefined` for any other text: rows and headers may hold anything. */
const readTraceparent = (text: string, isRemote: boolean): SpanContext | undefined => {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? []
  if (traceId === '' || ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote }
}
