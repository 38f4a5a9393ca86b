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
  /** Sends the last spans, within a second. */
  close(): Promise<void>
}

/** Bound on the last export. */
export const LAST_EXPORT_MS = 1_000

/** Loads the SDK and starts tracing. Without an endpoint, does neither. */
export const openTracing = async ({
  endpoint,
  ...options
}: Omit<TracingOptions, 'endpoint'> & { endpoint: string | undefined }): Promise<
  OpenedTracing | undefined
> => {
  if (endpoint === undefined) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing({ endpoint, ...options })
}
