import { createRequire } from 'node:module'
import { DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { envDetector } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { createTally, type RunningTally } from '../log/tally.ts'
import { within } from '../queue/within.ts'
import { readVersion } from '../version.ts'
import { jobTelemetry } from './job-telemetry.ts'
import { HTTP_SPANS, PG_SPANS, withoutMessages } from './private-spans.ts'
import { beginWith } from './spans.ts'
import { LAST_EXPORT_MS, type OpenedTracing, type TracingOptions } from './tracing-options.ts'

/** Upper bounds: spans waiting for the collector, and the time of one export. */
const SPANS = { maxQueueSize: 8_192, scheduledDelayMillis: 1_000, exportTimeoutMillis: 10_000 }
/** Statements are the only long attributes. */
const MOST_CHARACTERS = 1_000

/** Starts the SDK, which sends spans to a collector. One per process. */
export const startTracing = ({
  endpoint,
  headers,
  serviceName,
  sampledShare,
  log,
}: TracingOptions): OpenedTracing => {
  const tally = createTally(log)
  diag.setLogger(diagnosticsOf(tally), { logLevel: DiagLogLevel.WARN })
  const exporter = reporting(
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers,
      timeoutMillis: SPANS.exportTimeoutMillis,
    }),
    { endpoint, tally },
  )
  const share = new TraceIdRatioBasedSampler(sampledShare)
  const sdk = new NodeSDK({
    spanProcessors: [new BatchSpanProcessor({ ...SPANS, exporter })],
    // A caller that asks for its request to be recorded gets no more than the share.
    sampler: new ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      localParentSampled: new AlwaysOnSampler(),
    }),
    spanLimits: { attributeValueLengthLimit: MOST_CHARACTERS },
    // Without baggage, which callers could fill with anything.
    textMapPropagator: new W3CTraceContextPropagator(),
    metricReaders: [],
    logRecordProcessors: [],
    resourceDetectors: [
      envDetector,
      {
        detect: () => ({
          attributes: { 'service.name': serviceName, 'service.version': readVersion() },
        }),
      },
    ],
    instrumentations: [new PgInstrumentation(PG_SPANS), new UndiciInstrumentation(HTTP_SPANS)],
  })
  sdk.start()
  patchPg()
  // An empty export shows at the start whether anything answers.
  exporter.export([], () => {})
  return {
    begin: beginWith(trace.getTracer('puente', readVersion())),
    jobs: jobTelemetry(),
    close: async () => {
      await within(LAST_EXPORT_MS, () => sdk.shutdown()).catch(() => {})
      tally.close()
    },
  }
}

/**
 * Lets the instrumentation patch `pg`, which Puente has imported: it patches the prototypes of a
 * module that CommonJS code requires, and both kinds of import share these.
 */
const patchPg = (): void => {
  const require = createRequire(import.meta.url)
  require('pg')
}

/** Logs that the collector does not answer, once a minute at most. */
const reporting = (
  exporter: SpanExporter,
  { endpoint, tally }: { endpoint: string; tally: RunningTally },
): SpanExporter => {
  const { export: send, ...others } = withoutMessages(exporter)
  return {
    ...others,
    export: (spans, done) =>
      send(spans, (result) => {
        if (result.code === ExportResultCode.FAILED) {
          tally.tallyError(result.error, NOT_TAKEN, { endpoint })
        }
        done(result)
      }),
  }
}

const NOT_TAKEN = 'OTEL_EXPORTER_OTLP_ENDPOINT takes no traces: they are dropped until it does'

const diagnosticsOf = ({ tally }: RunningTally) => {
  const ignore = () => {}
  return {
    // `reporting` logs failed exports.
    error: ignore,
    warn: (message: string) => tally({ detail: message }, 'tracing'),
    info: ignore,
    debug: ignore,
    verbose: ignore,
  }
}
