import { context, trace } from '@opentelemetry/api'
import type { Telemetry } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'

type JobSpan = ReturnType<Telemetry['tracer']['startSpan']>

const NO_SPAN: JobSpan = {
  setSpanOnContext: (ctx) => ctx,
  setAttribute: () => {},
  setAttributes: () => {},
  addEvent: () => {},
  recordException: () => {},
  end: () => {},
}

/** BullMQ's spans within a trace. Its polling would start a trace of its own each time. */
export const jobTelemetry = (): Telemetry => {
  const { tracer, contextManager } = new BullMQOtel({ tracerName: 'bullmq' })
  return {
    contextManager,
    tracer: {
      startSpan: (name, options, within) =>
        trace.getSpan(within ?? context.active())
          ? tracer.startSpan(name, options, within)
          : NO_SPAN,
    },
  }
}
