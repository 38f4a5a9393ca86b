import type { Settings } from './settings.ts'

/** Settings of `openTracing`. */
export const tracingSettings = (settings: Settings) => ({
  endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  serviceName: settings.OTEL_SERVICE_NAME,
  sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
})
