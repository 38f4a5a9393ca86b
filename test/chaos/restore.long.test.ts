import { afterEach, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { databaseWithTables, unnoticedCopyOf } from '../support/fresh-database.ts'
import { HOUR_SECONDS, type Merchant, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { reconcileNow, summaryOf } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { type Json, startWorld, type World } from '../support/world.ts'

let world: World
let databaseUrl: string
let merchant: Merchant
afterEach(() => world.close())

const begin = async (refund_event_amount: 'single' | 'sum') => {
  databaseUrl = await databaseWithTables()
  // The gateway keeps its own database when Puente's is restored.
  world = await startWorld({}, { through: async () => databaseUrl })
  await setSandbox(world, 'profile', { refund_event_amount })
  merchant = merchantOf(world, { prefix: 'RESTORE' })
}

const start = async (): Promise<Puente> => {
  const puente = await startPuente({
    settings: { GATEWAY_PORTAL_URL: `${world.sandbox.url}/portal`, ...world.settings },
    platforms,
    databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    gatewayEmbedBaseUrl: `${world.sandbox.url}/embed/v1`,
    publicUrl: world.url,
  })
  const { now } = await world.control('/sandbox/clock')
  await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  })
  return puente
}

const restartOn = async (of: (current: string) => Promise<string>) => {
  await world.puente.close()
  databaseUrl = await of(databaseUrl)
  world.puente = await start()
}

const refund = (id: string, amount: string | undefined) =>
  merchant.refundInFull(id, amount === undefined ? {} : { amount }, `${id}-${amount}`)

const inPortal = (transaction_id: string, amount: string) =>
  world.control('/sandbox/portal/refund', { transaction_id, amount })

const booksOf = async (id: string) => {
  const [shown] = await merchant.atGateway(id)
  const { refunds, order } = await merchant.read(id)
  const made = refunds.filter(({ state }: Json) => state === 'succeeded')
  const sum = made.reduce((all: number, { amount }: Json) => all + Number(amount), 0)
  return { gateway: `${shown?.status} ${shown?.refunded_amount}`, puente: `${order.status} ${sum}` }
}

interface Part {
  /** Requested before the backup. */
  before?: string
  /** Requested after the backup, and again after the restore. */
  between?: string
  inPortal?: string
  isVoided?: boolean
  gateway: string
}

const PARTS: Record<string, Part> = {
  'waited, and was made': { before: '10.00', gateway: 'partially_refunded 10' },
  'was asked for and made': { between: '20.00', gateway: 'partially_refunded 20' },
  'was voided': { isVoided: true, gateway: 'voided 100' },
  'waited, was made, and the portal refunded another amount': {
    before: '10.00',
    inPortal: '15.00',
    gateway: 'partially_refunded 25',
  },
  'waited, was made, and so was another one': {
    before: '10.00',
    between: '30.00',
    gateway: 'partially_refunded 40',
  },
  'was refunded in the portal alone': { inPortal: '35.00', gateway: 'partially_refunded 35' },
  'was left alone': { gateway: 'paid 0' },
}

describe('a database restored unnoticed from a backup of minutes ago', () => {
  it.each(['single', 'sum'] as const)(
    'a restore repeats no refund, alerts about each open one and agrees with the gateway (refund events carry %s amounts)',
    async (reading) => {
      await begin(reading)
      const orders = await Promise.all(
        Object.entries(PARTS).map(async ([name, part]) => ({
          name,
          part,
          ...(await merchant.paid()),
        })),
      )
      const each = (act: (order: (typeof orders)[number]) => Promise<unknown>) =>
        Promise.all(orders.map(act))
      const asAsked = async ({ id, part }: (typeof orders)[number]) => {
        if (part.between) await refund(id, part.between)
        if (part.isVoided) await refund(id, undefined)
      }
      await each(async ({ id, part }) => part.before && refund(id, part.before))
      await settled(world)

      let backup = ''
      await restartOn(async (current) => {
        backup = await unnoticedCopyOf(current)
        return current
      })
      await each(async ({ id, part }) => part.isVoided && refund(id, undefined))
      await world.control('/sandbox/settle', {})
      await pass(world, HOUR_SECONDS)
      await settled(world)
      await each(asAsked)
      await each(
        async ({ part, transactionId }) => part.inPortal && inPortal(transactionId, part.inPortal),
      )
      await settled(world)
      const lost = await merchant.paid()

      await restartOn(async () => backup)
      await each(asAsked)
      await settled(world)
      await reconcileNow(world)
      await pass(world, 3 * HOUR_SECONDS)
      await settled(world)
      await each(asAsked)
      await settled(world)

      const atGateway = async () =>
        Object.fromEntries(
          await Promise.all(
            orders.map(async ({ name, id }) => [name, (await booksOf(id)).gateway] as const),
          ),
        )
      const wanted = Object.fromEntries(orders.map(({ name, part }) => [name, part.gateway]))
      expect(await atGateway()).toEqual(wanted)

      await each(async ({ id }) => {
        const { refunds } = await merchant.read(id)
        const isOpen = ({ state }: Json) => !['succeeded', 'failed', 'cancelled'].includes(state)
        for (const { id: refundId } of refunds.filter(isOpen)) {
          const alerts = await merchant.alertsOf(id)
          expect(alerts.map(({ details }) => details.refund)).toContain(refundId)
          const path = `/v1/orders/${id}/refunds/${refundId}/resolve`
          const answered = await world.api('POST', path, { resolution: 'already_made' })
          expect(answered.status).toBe(200)
        }
      })
      await each(asAsked)
      await settled(world)
      expect(await atGateway()).toEqual(wanted)
      const books = await Promise.all(orders.map(({ id }) => booksOf(id)))
      expect(books.map(({ puente }) => puente)).toEqual(books.map(({ gateway }) => gateway))
      const report = await reconcileNow(world)
      expect(summaryOf(report)).toEqual([`payment_unknown for_a_person gateway:${lost.gatewayId}`])
    },
  )
})
