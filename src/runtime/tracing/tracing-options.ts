import type { Log } from '../log/log.ts'
import type { Tracing } from './tracing.ts'

export interface TracingOptions {
  /** Base of a collector's OTLP over HTTP; traces go to its `/v1/traces`. */
  endpoint: string
  /** For the collector; a secret. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** From 0 to 1. */
  sampledShare: number
  log: Log
}

export interface OpenedTracing extends Tracing {
  /** Sends the last spans, within `LAST_EXPORT_MS`. */
  close(): Promise<void>
}

/** Bound on the last export. */
export const LAST_EXPORT_MS = 1_000
