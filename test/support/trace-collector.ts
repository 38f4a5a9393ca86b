import protobuf from 'protobufjs'
import { serve } from '../../src/runtime/http/http-server.ts'
import { eventually } from './eventually.ts'

/** Messages of OTLP 1.x that hold traces, by field number (opentelemetry-proto). */
const OTLP = `
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message Scope { string name = 1; string version = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; Value value = 2; }
  message Value {
    oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; List list = 5; }
  }
  message List { repeated Value values = 1; }`

const REQUEST = protobuf.parse(OTLP).root.lookupType('Request')

interface KeyValue {
  key: string
  value?: Record<string, unknown>
}

interface Decoded {
  resourceSpans?: {
    resource?: { attributes?: KeyValue[] }
    scopeSpans?: {
      scope?: { name: string }
      spans?: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes?: KeyValue[]
        status?: { code?: number; message?: string }
      }[]
    }[]
  }[]
}

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentId: string | undefined
  scope: string
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
  startMs: number
  endMs: number
  isFailed: boolean
}

export interface TraceCollector {
  url: string
  spans: ReceivedSpan[]
  /** Everything received, decoded, as JSON. */
  text(): string
  headers: NodeJS.Dict<string | string[]>[]
  /** Waits for the spans of a trace until `names` are among them. */
  traceWith(traceId: () => string | undefined, names: readonly string[]): Promise<ReceivedSpan[]>
  close(): Promise<void>
}

/** Receives OTLP over HTTP (protobuf), as a collector does. `hangs`: never answers. */
export const startTraceCollector = async ({ hangs = false } = {}): Promise<TraceCollector> => {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      headers.push({ ...request.headers, path: request.url })
      if (hangs) return
      const type = request.headers['content-type']
      if (request.url !== '/v1/traces' || type !== 'application/x-protobuf') {
        return void response.writeHead(404).end()
      }
      const decoded = REQUEST.toObject(REQUEST.decode(Buffer.concat(chunks)), {
        longs: String,
        bytes: String,
      }) as Decoded
      texts.push(JSON.stringify(decoded))
      spans.push(...spansOf(decoded))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    },
    { host: '127.0.0.1', port: 0, drainMs: 0 },
  )
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    headers,
    text: () => texts.join('\n'),
    traceWith: (traceId, names) =>
      eventually(async () => {
        const id = traceId()
        const trace = spans.filter((span) => span.traceId === id)
        return names.every((name) => trace.some((span) => span.name === name)) ? trace : undefined
      }),
    close: server.close,
  }
}

const spansOf = ({ resourceSpans = [] }: Decoded): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ scope, spans = [] }) =>
      spans.map((span) => ({
        name: span.name,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: span.parentSpanId ? hex(span.parentSpanId) : undefined,
        scope: scope?.name ?? '',
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource?.attributes),
        startMs: Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000,
        endMs: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000,
        isFailed: span.status?.code === 2,
      })),
    ),
  )

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

const valuesOf = (pairs: readonly KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value ?? {})[0]]))
