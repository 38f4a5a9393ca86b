import {
  type Context,
  context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { currentTraceparent, withTrace } from './current-trace.ts'
import type { NewSpan, Span } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** Begins spans of ours, with W3C trace context as text. */
export const beginWith =
  (tracer: Tracer) =>
  (newSpan: NewSpan): Span =>
    begin(tracer, newSpan, parentOf(newSpan))

const begin = (
  tracer: Tracer,
  { name, kind, attributes = {}, startMs }: NewSpan,
  within: Context,
): Span => {
  const span = tracer.startSpan(
    name,
    { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes, startTime: startMs },
    within,
  )
  const { traceId, spanId, traceFlags } = span.spanContext()
  const flags = traceFlags % 2 === 0 ? '00' : '01'
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    child: (newSpan) => begin(tracer, newSpan, trace.setSpan(within, span)),
    setAttributes: (more) => void span.setAttributes(more),
    rename: (known) => void span.updateName(known),
    fail: (reason) => {
      span.setAttribute('error.type', reason)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    run: (act) => {
      const fields = { trace_id: traceId, span_id: spanId, trace_flags: flags }
      // Outside of a recorded span, the instrumentations of `pg` and `undici` do nothing.
      const around = span.isRecording() ? trace.setSpan(within, span) : ROOT_CONTEXT
      return context.with(around, () => withTrace(fields, act))
    },
    end: (atMs) => span.end(atMs),
  }
}

const parentOf = ({ parent, prefersCurrent, isParentRemote = false }: NewSpan): Context => {
  const current = currentContext()
  if (!parent || (prefersCurrent && trace.getSpan(current))) return current
  return contextOf(parent, isParentRemote) ?? current
}

/** A span that is not recorded is not in the active context, so that its trace stays whole or absent. */
const currentContext = (): Context => {
  const active = context.active()
  const traceparent = trace.getSpan(active) ? undefined : currentTraceparent()
  return (traceparent && contextOf(traceparent, false)) || active
}

const contextOf = (traceparent: string, isRemote: boolean): Context | undefined => {
  const spanContext = readTraceparent(traceparent, isRemote)
  return spanContext && trace.setSpanContext(ROOT_CONTEXT, spanContext)
}

const LENGTH = 55
const HEX = /^[\da-f]+$/
const ALL_ZERO = /^0+$/

/** Returns `undefined` for any other text: rows and headers may hold anything. */
const readTraceparent = (text: string, isRemote: boolean): SpanContext | undefined => {
  if (text.length !== LENGTH || !text.startsWith('00-')) return undefined
  const [, traceId = '', spanId = '', flags = ''] = text.split('-')
  const isWellFormed = traceId.length === 32 && spanId.length === 16 && flags.length === 2
  if (!isWellFormed || !HEX.test(traceId + spanId + flags)) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote }
}
