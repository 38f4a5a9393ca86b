import { setTimeout as sleep } from 'node:timers/promises'
import { addTasks } from '../../src/db/tasks/outbox.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { newPollTask } from '../../src/payments/ports/tasks/payment-tasks.ts'
import type { Numbers } from '../contenders/contender.ts'
import { type GatewayProcess, startGatewayProcess } from '../contenders/gateway-process.ts'
import {
  BENCH_STORE,
  type Installation,
  startBenchServer,
  withDb,
} from '../contenders/installation.ts'
import { puente, startPuente } from '../contenders/puente.ts'
import { approvalsOf, deliveriesTo, payOrders } from '../load/pay-orders.ts'
import { insertPendingOrders } from '../load/pending-orders.ts'
import { transactionOf } from '../load/signed-deliveries.ts'
import type { Extent } from '../measure/extent.ts'
import { say } from '../measure/progress.ts'
import { percentile } from '../measure/statistics.ts'
import { digits } from '../report/section.ts'
import type { Delays } from './flood-of-events.ts'

const QUIET_STORE = 'quiet'
const REFUNDS = 30
const REFUND_EVERY_MS = 200
const WARM_UP_REFUNDS = 10
const PATIENCE_MS = 60_000
const ADDED_AT_ONCE = 5_000

/** Measures a refund's delay during another store's backlog of gateway tasks. */
export const floodOfTasks = async ({ tasks }: Extent): Promise<Delays> => {
  const gateway = await startGatewayProcess('stub')
  const server = await startBenchServer()
  try {
    const installation = await server.install('tasks', { [QUIET_STORE]: null, [BENCH_STORE]: null })
    const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
    const quiet = puente(installation, kind, { store: QUIET_STORE })
    const settings = { GATEWAY_BASE_URL: gateway.baseUrl }
    const service = await startPuente(installation, kind, settings)
    try {
      const numbers = await quiet.prepare(WARM_UP_REFUNDS + 2 * REFUNDS)
      await payOrders(quiet, service, {
        numbers,
        requests: deliveriesTo(quiet, approvalsOf(numbers)),
      })
      const refund = refunding(installation, gateway)
      const { from } = numbers
      const flooded = from + WARM_UP_REFUNDS + REFUNDS
      await refund({ from, to: from + WARM_UP_REFUNDS - 1 })
      const alone = await refund({ from: from + WARM_UP_REFUNDS, to: flooded - 1 })
      await flood(installation, tasks)
      const beside = await refund({ from: flooded, to: numbers.to })
      return {
        rows: [
          row('a refund, alone', alone),
          row(`a refund, with ${digits(tasks)} tasks of another store waiting`, beside),
        ],
        figures: { 'flood.tasks': percentile(beside, 1) - percentile(alone, 0.5) },
      }
    } finally {
      await service.stop()
    }
  } finally {
    gateway.stop()
    await server.stop()
  }
}

const row = (name: string, delays: readonly number[]): string[] => {
  const [median, slowest] = [digits(percentile(delays, 0.5)), digits(percentile(delays, 1))]
  say(`${name}: ${median} ms`)
  return [name, median, slowest]
}

const refunding =
  ({ port, apiKeyOf }: Installation, { voidedAt }: GatewayProcess) =>
  async ({ from, to }: Numbers): Promise<number[]> => {
    const delays: Promise<number>[] = []
    for (let id = from; id <= to; id++) {
      const headers = {
        authorization: `Bearer ${apiKeyOf(QUIET_STORE)}`,
        'content-type': 'application/json',
        'idempotency-key': `refund-${id}`,
      }
      const sentAt = Date.now()
      const url = `http://127.0.0.1:${port}/v1/orders/${id}/refunds`
      const answered = fetch(url, { method: 'POST', headers, body: '{}' }).then(requireTaken)
      delays.push(answered.then(() => seenAt(voidedAt, id)).then((at) => at - sentAt))
      await sleep(REFUND_EVERY_MS)
    }
    return Promise.all(delays)
  }

const requireTaken = async (answer: Response): Promise<void> => {
  const body = await answer.text()
  if (!answer.ok) throw new Error(`A refund was answered ${answer.status}: ${body}`)
}

const seenAt = async (voidedAt: GatewayProcess['voidedAt'], id: number): Promise<number> => {
  for (const stopAt = Date.now() + PATIENCE_MS; Date.now() < stopAt; ) {
    const at = voidedAt.get(transactionOf(id))
    if (at !== undefined) return at
    await sleep(10)
  }
  throw new Error(`The gateway was not asked for the refund of order ${id}`)
}

const flood = async ({ observer, databaseUrl }: Installation, tasks: number): Promise<void> => {
  await insertPendingOrders(observer, { store: BENCH_STORE, to: tasks })
  await withDb(databaseUrl, ({ long }) =>
    long.query.transaction().execute(async (trx) => {
      const storeId = StoreId.parse(BENCH_STORE)
      const payments = trx.selectFrom('payments').selectAll().where('store_id', '=', storeId)
      const now = new Date()
      const waiting = (await payments.execute()).map((payment) =>
        newPollTask(payment, { runAt: now, now }),
      )
      for (let from = 0; from < waiting.length; from += ADDED_AT_ONCE) {
        await addTasks(trx, waiting.slice(from, from + ADDED_AT_ONCE))
      }
    }),
  )
}
