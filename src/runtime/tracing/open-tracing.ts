import type { OpenedTracing, TracingOptions } from './tracing-options.ts'

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
