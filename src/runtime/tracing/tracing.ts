import type { Telemetry } from 'bullmq'

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface NewSpan {
  /** Few different names: ids are attributes. */
  name: string
  kind?: 'server' | 'client' | 'consumer'
  /** Never personal data, secrets or card data. */
  attributes?: SpanAttributes
  /** Continues this trace. Default: the current span, else a new trace. */
  parent?: string | null | undefined
  /** Continues the current span instead of `parent`, if there is one. */
  prefersCurrent?: boolean
  /** The parent is a caller's, which may not decide how much Puente records. */
  isParentRemote?: boolean
  /** Epoch milliseconds; default: now. */
  startMs?: number
}

export interface Span {
  /** W3C `traceparent`, for rows and headers. */
  traceparent: string
  /** Begins a span within this one. */
  child(span: NewSpan): Span
  setAttributes(attributes: SpanAttributes): void
  /** For a name known late, such as a route. */
  rename(name: string): void
  /** `reason` is a word or a code, no text of others. */
  fail(reason: string): void
  /** Runs as part of the span: log lines, new tasks and calls of `act` belong to it. */
  run<T>(act: () => T): T
  /** Epoch milliseconds; default: now. */
  end(atMs?: number): void
}

/** Records spans. Contexts without it (`undefined`) trace nothing, and load no SDK. */
export interface Tracing {
  /** The caller ends the span; a span that never ends is not sent. */
  begin(span: NewSpan): Span
  /** Spans of BullMQ within traces. */
  jobs: Telemetry
}

/** Runs in a span that ends with it. A rejection fails the span. */
export const inSpan = async <T>(
  tracing: Tracing,
  newSpan: NewSpan,
  run: (span: Span) => Promise<T>,
): Promise<T> => {
  const span = tracing.begin(newSpan)
  try {
    return await span.run(() => run(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}
