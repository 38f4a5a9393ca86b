import { startGatewayProcess } from '../contenders/gateway-process.ts'
import { BENCH_STORE, type Installation, startBenchServer } from '../contenders/installation.ts'
import { startPuente } from '../contenders/puente.ts'
import { CONNECTIONS } from '../load/pay-orders.ts'
import { sendLoad, type WrittenRequest, writtenRequest } from '../load/send-load.ts'
import type { Extent } from '../measure/extent.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf } from '../measure/rounds.ts'
import { type Turn, takeTurn } from '../measure/turn.ts'
import { digits, type Findings } from '../report/section.ts'

const MOST_REQUESTS = 20_000
const MOST_LINKS = 2_000
const WARM_UP_MS = 1_500

interface Kind {
  key: string
  name: string
  expectedStatus: number
  written(installation: Installation): Promise<WrittenRequest[]>
}

export const benchCheckouts = async ({ rounds, loadMs }: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const gateway = await startGatewayProcess('stub')
  try {
    const installation = await server.install('checkouts', { [BENCH_STORE]: null })
    const settings = { GATEWAY_BASE_URL: gateway.baseUrl }
    const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
    const measured = await inTurns(kinds(), rounds, ({ name, expectedStatus, written }) => {
      const ready = async (port: number, durationMs: number) => {
        const requests = await written(installation)
        return () => load(port, { requests, expectedStatus, durationMs })
      }
      return takeTurn(server, {
        observer: installation.observer,
        start: () => startPuente(installation, kind, settings),
        warmUp: async ({ port }) => (await (await ready(port, WARM_UP_MS))()).units,
        prepare: async ({ port }) => {
          const run = await ready(port, loadMs)
          return async () => {
            const done = await run()
            say(`${name}: ${Math.round(done.perSecond)} a second`)
            return done
          }
        },
      })
    })
    return {
      sections: [
        {
          title: `Requests before payment, at ${CONNECTIONS} connections`,
          columns: [
            'request',
            'a second',
            'statements',
            'commits',
            'WAL bytes',
            'CPU ms, service',
            'PostgreSQL',
          ],
          rows: kinds().map(({ key, name }) => {
            const of = (figure: (turn: Turn<Done>) => number) =>
              digits(medianOf(measured, key, figure))
            return [
              name,
              of(({ measured: { perSecond } }) => perSecond),
              of(({ costs }) => costs.statements),
              of(({ costs }) => costs.commits),
              of(({ costs }) => costs.walBytes),
              of(({ costs }) => costs.serviceMs),
              of(({ costs }) => costs.postgresMs),
            ]
          }),
        },
      ],
    }
  } finally {
    gateway.stop()
    await server.stop()
  }
}

interface Done {
  units: number
  perSecond: number
}

const load = async (
  port: number,
  options: { requests: WrittenRequest[]; expectedStatus: number; durationMs: number },
): Promise<Done> => {
  const done = await sendLoad({ port, connections: CONNECTIONS, ...options })
  if (done.refused > 0) throw new Error(`${done.refused} requests were answered otherwise`)
  return { units: done.answered.length, perSecond: done.requestsPerSecond }
}

const kinds = (): Kind[] => {
  let next = 1
  return [
    {
      key: 'checkout',
      name: 'POST /v1/checkouts',
      expectedStatus: 201,
      written: async ({ apiKeyOf }) => {
        const headers = {
          authorization: `Bearer ${apiKeyOf(BENCH_STORE)}`,
          'content-type': 'application/json',
        }
        return Array.from({ length: MOST_REQUESTS }, () => {
          const id = String(next++)
          const body = JSON.stringify(checkoutOf(id))
          return writtenRequest({ tag: id, method: 'POST', path: '/v1/checkouts', headers, body })
        })
      },
    },
    { key: 'pay-link', name: 'GET /pay/{token}', expectedStatus: 303, written: visits('') },
    {
      key: 'return-page',
      name: 'GET /pay/{token}/return',
      expectedStatus: 200,
      written: visits('/return'),
    },
  ]
}

const checkoutOf = (id: string) => ({
  order: {
    id,
    number: `#${id}`,
    amount: '125.50',
    currency: 'HNL',
    description: 'Café de Marcala, dos bolsas de una libra',
    customer: { name: 'María Fernanda López', email: 'maria@example.com' },
  },
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
})

const visits =
  (page: '' | '/return'): Kind['written'] =>
  async ({ observer }) => {
    const links = await observer.query<{ pay_token: string }>(
      `SELECT pay_token FROM orders WHERE status = 'awaiting_payment' ORDER BY id LIMIT $1`,
      [MOST_LINKS],
    )
    return Array.from({ length: MOST_REQUESTS }, (_, index) => {
      const { pay_token: token } = links[index % links.length] ?? { pay_token: '' }
      const path = `/pay/${token}${page}`
      return writtenRequest({ tag: token, method: 'GET', path, headers: { accept: 'text/html' } })
    })
  }
