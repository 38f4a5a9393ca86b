import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { cardOf, type Json, type World } from '../../support/world.ts'
import { CURRENCY_REFUSED, type History, type MoneyStep, type SavedCardName } from './steps.ts'

/** Known without Puente and the gateway. */
export interface Account {
  id: string
  /** Requested amounts by idempotency key. */
  refundRequests: Map<string, string | undefined>
  /** Minor units voided or refunded in the portal. */
  portalMinor: number
  payUrl: string | undefined
  isCancelled: boolean
}

export const newAccount = (id: string): Account => ({
  id,
  refundRequests: new Map(),
  portalMinor: 0,
  payUrl: undefined,
  isCancelled: false,
})

export interface People {
  api: World['api']
  control: World['control']
  sandboxUrl: string
  gatewayTables: pg.Pool
  /** Newest first. */
  paymentIds(order: string): Promise<string[]>
}

export type SavedCards = Record<SavedCardName, string>

export const saveCards = async (world: People): Promise<SavedCards> => {
  const save = async (number: string): Promise<string> => {
    const identity = `0801-1990-${number.slice(-5)}`
    const first = await atGateway(world, 'POST', '/v1/payments', {
      amount: 1,
      external_reference: identity,
      name: 'First purchase',
      customer: { identity_number: identity },
    })
    const card = cardOf(number)
    await world.control('/sandbox/pay', { payment_id: first.id, card, save_card: true })
    const query = `customer[identity_number]=${identity}`
    const { data } = await atGateway(world, 'GET', `/v1/payment-methods?${query}`)
    return data[0].id
  }
  const good = await save('4111111111111111')
  const declined = await save('4000000000000341')
  const revoked = await save('4000000000003238')
  await atGateway(world, 'DELETE', `/v1/payment-methods/${revoked}`)
  return { good, declined, revoked, unknown: 'pm_000000000000000000000000' }
}

export const atGateway = async (
  { sandboxUrl }: Pick<People, 'sandboxUrl'>,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> => {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

interface PaymentInPortal {
  id: number
  status: string
  transaction_id: string | null
  paid_at: Date | null
  total_minor: bigint
  refunded_minor: bigint
}

/** Reads the gateway's tables, because rate limits and lost answers are for Puente only. */
const inPortal = async ({ gatewayTables }: People, id: string): Promise<PaymentInPortal[]> => {
  const { rows } = await gatewayTables.query<PaymentInPortal>(
    `SELECT id, status, transaction_id, paid_at, total_minor, refunded_minor
     FROM sandbox.payments WHERE external_reference = $1 ORDER BY id DESC`,
    [id],
  )
  return rows
}

/** Plays groups in sequence, steps of a group concurrently. */
export const live = async (
  world: People,
  {
    account,
    cards,
    groups,
  }: { account: Account; cards: SavedCards; groups: readonly MoneyStep[][] },
): Promise<void> => {
  for (const group of groups) {
    await Promise.all(group.map((step) => act(world, { account, cards, step })))
    // Approval events follow a moment later (3); sometimes the next step wins the race.
    await sleep(group.length * 10)
  }
}

export const open = (
  world: People,
  { account, cards, opening }: { account: Account; cards: SavedCards; opening: History['opening'] },
): Promise<void> => act(world, { account, cards, step: opening })

/** Rate-limits the next creation (the contract shows no limits, 8). */
const limitNextCreation = async ({ sandboxUrl }: People): Promise<void> => {
  await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ next: [{ on: 'POST /v1/payments', fault: 'rate_429', times: 1 }] }),
  })
}

const act = async (
  world: People,
  { account, cards, step }: { account: Account; cards: SavedCards; step: MoneyStep },
): Promise<void> => {
  const { id } = account
  const attempt = (path: string, body: Json) =>
    world.control(`/sandbox/${path}`, body).catch(() => undefined)
  const atOnce = <T>(times: number, send: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, send))
  const order = (amount: string) => ({ id, amount, currency: 'HNL' })
  switch (step.do) {
    case 'checkout': {
      const expiry = step.expires ? { expires_in_minutes: 10 } : {}
      const body = { order: order(step.amount), ...expiry }
      const answers = await atOnce(step.times, () => world.api('POST', '/v1/checkouts', body))
      account.payUrl = answers[0]?.body.pay_url ?? account.payUrl
      return
    }
    case 'charge-saved': {
      const body = { order: order(step.amount), payment_method: cards[step.card] }
      if (step.isLimited) await limitNextCreation(world)
      await atOnce(step.times, () => world.api('POST', '/v1/checkouts', body))
      if (step.isLimited) await world.api('POST', '/v1/checkouts', body)
      return
    }
    case 'refused-change': {
      const body = { order: { id, amount: '77.00', currency: CURRENCY_REFUSED } }
      const card = step.way === 'saved-card' ? { payment_method: cards.good } : {}
      await world.api('POST', '/v1/checkouts', { ...body, ...card })
      return
    }
    case 'confirm': {
      // A double click makes two tokens (4.14).
      await atOnce(step.times, async () => {
        const { payment_token } = await world.control('/sandbox/tokens', {
          publishable_key: 'pk_test_sandbox',
          card: cardOf(step.card),
        })
        await world.api('POST', `/v1/orders/${id}/confirm`, { payment_token })
      })
      return
    }
    case 'pay': {
      const payment = (await inPortal(world, id))[step.which]
      const card = cardOf(step.card)
      if (!payment) return
      const body = { payment_id: payment.id, card }
      const paid = step.tip && (await attempt('pay', { ...body, tip: step.tip }))
      if (!paid) await attempt('pay', body)
      return
    }
    case 'authenticate': {
      const open = (await inPortal(world, id)).find(
        ({ status, transaction_id }) => status === 'pending' && transaction_id,
      )
      if (open) await attempt(`challenges/${open.transaction_id}`, { outcome: step.outcome })
      return
    }
    case 'refund': {
      const key = `${id}-${account.refundRequests.size + 1}`
      account.refundRequests.set(key, step.amount)
      const chosen = step.which === undefined ? undefined : (await world.paymentIds(id))[step.which]
      const body = {
        ...(step.amount ? { amount: step.amount } : {}),
        ...(chosen ? { payment_id: chosen } : {}),
      }
      const path = `/v1/orders/${id}/refunds`
      await atOnce(step.times, () => world.api('POST', path, body, { 'idempotency-key': key }))
      return
    }
    case 'portal-refund':
    case 'portal-void': {
      const paid = (await inPortal(world, id)).filter(({ paid_at }) => paid_at)[step.which]
      if (!paid) return
      const transaction = { transaction_id: paid.transaction_id }
      if (step.do === 'portal-void') {
        const done = await attempt('portal/void', transaction)
        if (done) account.portalMinor += minor(done.refunded_amount)
        return
      }
      const amount = step.amount === undefined ? {} : { amount: step.amount }
      const done = await attempt('portal/refund', { ...transaction, ...amount })
      // Without an amount it refunds the whole rest.
      if (done) account.portalMinor += minor(step.amount ?? done.refunded_amount)
      return
    }
    case 'portal-disable': {
      const payment = (await inPortal(world, id))[step.which]
      if (payment) await attempt('portal/disable', { payment_id: payment.id })
      return
    }
    case 'cancel': {
      const { status } = await world.api('POST', `/v1/orders/${id}/cancel`)
      account.isCancelled ||= status === 200
      return
    }
    case 'come-back':
      if (account.payUrl) await fetch(`${account.payUrl}/return`).catch(() => undefined)
  }
}

export const minor = (decimal: string | number): number => Math.round(Number(decimal) * 100)
