import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsOf } from '../support/command.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import {
  type ReceivedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/trace-collector.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { CARDS, eventually, type World } from '../support/world.ts'

const CUSTOMER = { name: 'María Fernanda López', email: 'maria@example.com', phone: '+50499887766' }
const SHOP_TRACE = '0af7651916cd43dd8448eb211c80319c'
const SHOP_SPAN = 'b7ad6b7169203331'

/** The world's Puente runs in a process of its own: the SDK belongs to a whole process. */
const processOf = async (
  world: World,
  settings: Record<string, string>,
): Promise<PuenteProcess> => {
  await world.puente.close()
  return startPuenteProcess(world.url, {
    ...settingsOf(world),
    PORT: String(world.settings.PORT),
    LOG_LEVEL: 'info',
    ...settings,
  })
}

const checkout = (world: World, id: string, headers: Record<string, string> = {}) =>
  world.api(
    'POST',
    '/v1/checkouts',
    {
      order: { id, amount: '125.50', currency: 'HNL', description: 'Café', customer: CUSTOMER },
      success_url: 'https://shop.example/thanks?cart=secret-cart',
    },
    headers,
  )

const payOrder = async (world: World, id: string, headers?: Record<string, string>) => {
  const created = await checkout(world, id, headers)
  expect(created.status).toBe(201)
  await world.pay(created.body.payment.checkout_url)
  const message = await world.shop.waitFor(
    ({ order, type }) => order.id === id && type === 'order.paid',
  )
  return { created: created.body, message }
}

const traceIdOf = (traceparent: unknown): string => String(traceparent).split('-')[1] ?? ''

const named = (trace: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = trace.find((span) => span.name === name)
  if (!found) throw new Error(`no span ${name} among ${trace.map((span) => span.name).join(', ')}`)
  return found
}

/** Names from a span up to the root of its trace. */
const pathOf = (trace: readonly ReceivedSpan[], name: string): string[] => {
  const names: string[] = []
  let span: ReceivedSpan | undefined = named(trace, name)
  while (span) {
    names.push(span.name)
    const { parentId }: ReceivedSpan = span
    span = trace.find(({ spanId }) => spanId === parentId)
  }
  return names
}

const lineOf = (written: string, fits: (line: Record<string, unknown>) => boolean) =>
  written
    .split('\n')
    // The last line may still be on its way.
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line): Record<string, unknown> => JSON.parse(line))
    .find(fits)

describe('with a collector', () => {
  const world = useWorld()
  const collector: TraceCollector = useStarted(startTraceCollector)
  let running: PuenteProcess | undefined
  const puente = async (): Promise<PuenteProcess> => {
    running ??= await processOf(world, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop%201',
      OTEL_SERVICE_NAME: 'puente-of-tests',
    })
    return running
  }
  afterAll(async () => void (await running?.stop()))

  it('one trace shows an order from its checkout to the notification of its store', async () => {
    const { output } = await puente()
    const { message } = await payOrder(world, 'T-1')
    const traceId = traceIdOf(message.headers.traceparent)
    const names = ['POST /v1/checkouts', 'task notify-storefront', 'webhook payment.approved']
    const trace = await collector.traceWith(() => traceId, names)

    expect(named(trace, 'POST /v1/checkouts').parentId).toBeUndefined()
    expect(pathOf(trace, 'gateway POST /payments')).toEqual([
      'gateway POST /payments',
      'POST /v1/checkouts',
    ])
    expect(pathOf(trace, 'task notify-storefront')).toEqual([
      'task notify-storefront',
      'apply',
      'webhook payment.approved',
      'POST /v1/checkouts',
    ])
    const [webhook, apply] = [named(trace, 'webhook payment.approved'), named(trace, 'apply')]
    expect(webhook.endMs).toBe(apply.startMs)
    expect(webhook.startMs).toBeLessThanOrEqual(webhook.endMs)
    const calls = trace.filter(({ scope }) => scope === '@opentelemetry/instrumentation-undici')
    expect(calls.map((call) => trace.find(({ spanId }) => spanId === call.parentId)?.name)).toEqual(
      expect.arrayContaining(['gateway POST /payments', 'task notify-storefront']),
    )
    const statements = trace.filter(({ scope }) => scope === '@opentelemetry/instrumentation-pg')
    expect(statements.length).toBeGreaterThan(0)
    expect(trace.filter(({ isFailed }) => isFailed)).toEqual([])

    const applied = await eventually(async () =>
      lineOf(output(), (line) => line.msg === 'event applied' && line.trace_id === traceId),
    )
    expect(applied?.span_id).toBe(apply.spanId)
    const called = lineOf(
      output(),
      (line) => line.msg === 'gateway call' && line.trace_id === traceId,
    )
    expect(called).toMatchObject({ method: 'POST', path: '/payments' })
    const answered = lineOf(
      output(),
      (line) => line.msg === 'request completed' && line.trace_id === traceId,
    )
    expect(answered).toMatchObject({ req: { method: 'POST', url: '/v1/checkouts' } })
  })

  it("a shop's own trace goes on in Puente", async () => {
    await puente()
    const traceparent = `00-${SHOP_TRACE}-${SHOP_SPAN}-01`
    const { message } = await payOrder(world, 'T-2', { traceparent })
    expect(traceIdOf(message.headers.traceparent)).toBe(SHOP_TRACE)
    const trace = await collector.traceWith(() => SHOP_TRACE, ['POST /v1/checkouts'])
    expect(named(trace, 'POST /v1/checkouts').parentId).toBe(SHOP_SPAN)
  })

  it('a traceparent of nonsense starts a trace of its own', async () => {
    await puente()
    for (const traceparent of [
      'nonsense',
      `00-${'0'.repeat(32)}-${SHOP_SPAN}-01`,
      'x'.repeat(900),
    ]) {
      expect((await checkout(world, `N-${traceparent.length}`, { traceparent })).status).toBe(201)
    }
  })

  it('a refund joins the trace of the request that asked for it, through the job queue', async () => {
    await puente()
    await payOrder(world, 'T-3')
    const traceId = 'f'.repeat(31).concat('1')
    const headers = { traceparent: `00-${traceId}-${SHOP_SPAN}-01`, 'idempotency-key': 'T-3' }
    const asked = await world.api('POST', '/v1/orders/T-3/refunds', {}, headers)
    expect(asked.status).toBeLessThan(300)
    const trace = await collector.traceWith(
      () => traceId,
      ['task carry-out-refund', 'gateway POST /payments/{id}/void'],
    )
    expect(pathOf(trace, 'gateway POST /payments/{id}/void')).toContain('task carry-out-refund')
    const [, job = ''] = pathOf(trace, 'task carry-out-refund')
    expect(job).toMatch(/^process /)
    expect(named(trace, job).scope).toBe('bullmq')
  })

  it('polls for work belong to no trace, also those that a request woke', async () => {
    await puente()
    await payOrder(world, 'T-8')
    const traceId = 'f'.repeat(31).concat('2')
    const headers = { traceparent: `00-${traceId}-${SHOP_SPAN}-01`, 'idempotency-key': 'T-8' }
    await world.api('POST', '/v1/orders/T-8/refunds', {}, headers)
    await collector.traceWith(() => traceId, ['task notify-storefront'])
    const statements = collector.spans.map(({ attributes }) => String(attributes['db.query.text']))
    for (const poll of ['FROM inbox_waiting WHERE state', 'WITH RECURSIVE groups', 'pg_notify']) {
      expect(statements.filter((text) => text.includes(poll))).toEqual([])
    }
    expect(statements.some((text) => text.includes('refunds'))).toBe(true)
  })

  it('spans hold no personal data, no secrets and no paths of shops', async () => {
    await puente()
    const { created } = await payOrder(world, 'T-4')
    const page = await fetch(created.pay_url, { redirect: 'manual' })
    expect(page.status).toBeLessThan(400)
    await world.api('GET', `/v1/orders?q=${encodeURIComponent(CUSTOMER.email)}`)
    await eventually(async () => collector.spans.some(({ name }) => name === 'GET /pay/{token}'))
    await eventually(async () => collector.spans.some(({ name }) => name === 'GET /v1/orders'))
    const all = collector.text()
    const token = new URL(created.pay_url).pathname.split('/').at(-1) ?? ''
    for (const secret of [
      ...Object.values(CUSTOMER),
      ...['sk_test_sandbox', 'whsec_', world.apiKey, token, 'secret-cart', CARDS.approved],
      encodeURIComponent(CUSTOMER.email),
    ]) {
      expect(all, secret).not.toContain(secret)
    }
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
    expect([...keys].filter((key) => /^url\.(full|path|query)|parameter|header/.test(key))).toEqual(
      [],
    )
  })

  it('the collector sees the name and the version of the service, and its headers', async () => {
    await puente()
    await checkout(world, 'T-5')
    const span = await eventually(async () =>
      collector.spans.find(({ name }) => name === 'POST /v1/checkouts'),
    )
    expect(span?.resource).toMatchObject({
      'service.name': 'puente-of-tests',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
    expect(collector.headers[0]).toMatchObject({ path: '/v1/traces', 'x-tenant': 'shop 1' })
  })

  it('background work and probes leave no traces', async () => {
    await puente()
    for (const path of ['/health', '/readyz', '/livez']) await fetch(`${world.url}${path}`)
    await checkout(world, 'T-6')
    await eventually(async () => collector.spans.some(({ name }) => name === 'POST /v1/checkouts'))
    const roots = collector.spans.filter(({ parentId }) => parentId === undefined)
    expect(
      roots.map(({ name }) => name).filter((name) => !/^(GET|POST|task|webhook) /.test(name)),
    ).toEqual([])
    const isOfProbe = ({ attributes }: ReceivedSpan) =>
      /health|readyz|livez/.test(String(attributes['http.route'])) ||
      /write_probe/.test(String(attributes['db.query.text']))
    expect(collector.spans.filter(isOfProbe)).toEqual([])
  })

  it('the parent of each span reaches the collector, also of a request without a route', async () => {
    await puente()
    const unrouted = await fetch(`${world.url}/v1/nothing/at-all`)
    expect(unrouted.status).toBe(404)
    await eventually(async () =>
      collector.spans.some(({ attributes }) => attributes['http.response.status_code'] === '404'),
    )
    await eventually(async () => {
      const known = new Set([SHOP_SPAN, ...collector.spans.map(({ spanId }) => spanId)])
      return collector.spans.every(({ parentId }) => parentId === undefined || known.has(parentId))
    })
  })

  it('the last spans arrive while the process stops', async () => {
    const { stop } = await puente()
    const traceId = 'e'.repeat(31).concat('1')
    await checkout(world, 'T-7', { traceparent: `00-${traceId}-${SHOP_SPAN}-01` })
    running = undefined
    expect(await stop()).toBe(0)
    expect(collector.spans.some((span) => span.traceId === traceId)).toBe(true)
  })
})

describe('with a share of the traces', () => {
  const world = useWorld()
  const collector: TraceCollector = useStarted(startTraceCollector)
  const ORDERS = 12

  it('each trace is whole or absent', async () => {
    const { stop } = await processOf(world, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    })
    const sent = []
    for (let order = 1; order <= ORDERS; order++) {
      const { message } = await payOrder(world, `H-${order}`)
      const [own] = await traceparentsOf(world, `H-${order}`)
      sent.push({ own, withMessage: message.headers.traceparent })
    }
    expect(await stop()).toBe(0)
    const traced = new Map<string, ReceivedSpan[]>()
    for (const span of collector.spans) {
      traced.set(span.traceId, [...(traced.get(span.traceId) ?? []), span])
    }
    // Each way happens, but for one run in 2,000.
    expect(traced.size).toBeGreaterThan(0)
    expect(sent.some(({ own }) => own?.endsWith('-00'))).toBe(true)
    for (const spans of traced.values()) {
      const roots = spans.filter(({ parentId }) => parentId === undefined)
      expect(roots.map(({ name }) => name)).toEqual(['POST /v1/checkouts'])
      expect(spans.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['gateway POST /payments', 'apply', 'task notify-storefront']),
      )
    }
    for (const { own, withMessage } of sent) {
      expect(traced.has(traceIdOf(own))).toBe(own?.endsWith('-01'))
      expect(withMessage !== undefined).toBe(own?.endsWith('-01'))
    }
  })
})

/** Prints the first module of the SDK; prom-client loads the API, for its exemplars. */
const SAY_WHEN_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const isOfSdk = /@opentelemetry\\/(?!api\\/)|bullmq-otel/
  let isSaid = false
  registerHooks({
    load(url, context, next) {
      if (!isSaid && isOfSdk.test(url)) {
        isSaid = true
        process.stdout.write('loads ' + url + '\\n')
      }
      return next(url, context)
    },
  })`)}`

const traceparentsOf = async (world: World, id: string) => {
  const observed = await openObserver(world)
  try {
    const { rows } = await observed.query<{ traceparent: string | null }>(
      `SELECT payments.traceparent FROM puente.payments JOIN puente.orders ON orders.id = order_id
         WHERE external_id = $1
       UNION ALL SELECT tasks.traceparent FROM puente.tasks JOIN puente.orders ON orders.id = order_id
         WHERE external_id = $1`,
      [id],
    )
    return rows.map(({ traceparent }) => traceparent)
  } finally {
    await observed.end()
  }
}

const openObserver = async ({ databaseUrl }: World): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

describe('without a collector', () => {
  const world = useWorld()
  let running: PuenteProcess | undefined
  afterAll(async () => void (await running?.stop()))

  it('without its address, Puente loads no SDK and writes no trace', async () => {
    const off = await processOf(world, { NODE_OPTIONS: SAY_WHEN_LOADED })
    const { message } = await payOrder(world, 'O-1')
    expect(message.headers.traceparent).toBeUndefined()
    expect(new Set(await traceparentsOf(world, 'O-1'))).toEqual(new Set([null]))
    expect(await off.stop()).toBe(0)
    expect(off.output()).toContain('event applied')
    expect(off.output()).not.toMatch(/^loads |trace_id/m)
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
    const on = await processOf(world, { NODE_OPTIONS: SAY_WHEN_LOADED, ...settings })
    await payOrder(world, 'O-2')
    const kept = (await traceparentsOf(world, 'O-2')).filter((each) => each !== null)
    expect(kept.length).toBeGreaterThan(1)
    expect(new Set(kept.map(traceIdOf)).size).toBe(1)
    expect(kept[0]).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
    expect(await on.stop()).toBe(0)
    expect(on.output()).toMatch(/^loads .*opentelemetry/m)
  })

  it('an address where nothing answers costs a line in the log, and no order', async () => {
    running = await processOf(world, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    const { output, stop } = running
    // Before there is anything to trace.
    const line = await eventually(async () =>
      lineOf(output(), ({ msg }) => String(msg).startsWith('OTEL_EXPORTER_OTLP_ENDPOINT')),
    )
    expect(line).toMatchObject({ level: 'warn', endpoint: 'http://127.0.0.1:1' })
    await payOrder(world, 'S-1')
    running = undefined
    expect(await stop()).toBe(0)
  })

  it('a collector that never answers delays no stop', async () => {
    const collector = await startTraceCollector({ hangs: true })
    try {
      const { stop } = await processOf(world, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        // A process must stop within ten seconds then, and an export alone may take as long.
        GATEWAY_TIMEOUT_MS: '1000',
      })
      await checkout(world, 'S-2')
      expect(await stop()).toBe(0)
    } finally {
      await collector.close()
    }
  })
})
