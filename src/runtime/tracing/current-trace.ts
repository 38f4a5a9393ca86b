import { currentLogFields, logField, withLogFields } from '../log/log-fields.ts'

/** Names of OpenTelemetry's log model. */
export type TraceFields = Readonly<Record<'trace_id' | 'span_id' | 'trace_flags', string>>

/** Adds the span to all log lines of `run`, and to the rows that it writes. */
export const withTrace = <T>(fields: TraceFields, run: () => T): T =>
  withLogFields({ ...currentLogFields(), ...fields }, run)

/** `traceparent` (W3C) of the current span; `undefined` without tracing. */
export const currentTraceparent = (): string | undefined => {
  const traceId = logField('trace_id')
  return traceId && `00-${traceId}-${logField('span_id')}-${logField('trace_flags')}`
}
