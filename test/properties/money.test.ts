import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsOfOrder } from '../../src/ledger/payments.ts'
import { reversalsOfOrder } from '../../src/ledger/reversals.ts'
import { findStore } from '../../src/ledger/stores.ts'
import { askGateway } from '../../src/payments/ask-gateway.ts'
import { findOutCharge } from '../../src/payments/find-out-charge.ts'
import { isOpenCharge } from '../../src/payments/rules/unresolved-charge.ts'
import { settled } from '../support/settled.ts'
import {
  cardOf,
  eventually,
  type Json,
  startWorld,
  TEST_STORE,
  type World,
} from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ GATEWAY_TIMEOUT_MS: '2000' })
})
afterAll(() => world.close())

const put = async (path: string, body: Json) => {
  const answer = await fetch(`${world.sandbox.url}/sandbox/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

/** Read by ourselves, past the faults that Puente meets. */
const gatewayPayments = async (id: string): Promise<Json[]> => {
  const url = `${world.sandbox.url}/v1/payments?external_reference=${id}&per_page=100`
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  for (;;) {
    const response = await fetch(url, { headers }).catch(() => undefined)
    if (response?.ok) return ((await response.json()) as { data: Json[] }).data
  }
}

const NO_FAULTS = {
  webhooks: { drop: 0, duplicate: 0, reorder: 0, tamper: 0, wrong_secret: 0 },
  api: { lost_answer: 0, error_after: 0, error_503: 0, rate_429: 0 },
}

const USUAL = {
  idempotency_key_reuse: 'replay',
  refund_response: 'payment',
  charge_response: 'more',
  refund_opens: 'after_settlement',
  error_values: 'list',
  generic_422: 'message',
  declined_charge: 'status_stays',
  void_invalid_status: 422,
  confirm_declined_status: 200,
}

const CARDS = ['4111111111111111', '4000000000009995', '4000000000003220'] as const

/** What customers, the shop and the merchant do, in whatever order. */
const step = fc.oneof(
  fc.record({ do: fc.constant('checkout' as const) }),
  fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom(...CARDS) }),
  fc.record({ do: fc.constant('confirm' as const), card: fc.constantFrom(...CARDS) }),
  fc.record({ do: fc.constant('authenticate' as const), ok: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.constantFrom('30.00', undefined) }),
  fc.record({ do: fc.constant('portal-refund' as const), amount: fc.constantFrom(20, undefined) }),
  fc.record({ do: fc.constant('portal-void' as const) }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('settle' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const faults = fc.constantFrom<Json>(
  {},
  { webhooks: { drop: 0.5 } },
  { webhooks: { duplicate: 0.7, reorder: 0.5 } },
  { webhooks: { tamper: 0.4, wrong_secret: 0.3 } },
  { api: { lost_answer: 0.3, error_after: 0.2 } },
  { api: { error_503: 0.3, rate_429: 0.2 } },
  { webhooks: { drop: 0.4, duplicate: 0.4 }, api: { lost_answer: 0.3 } },
)

const variants = fc.constantFrom<Json>(
  {},
  { idempotency_key_reuse: 'ignored' },
  { idempotency_key_reuse: 'rejected_422' },
  { refund_response: 'empty', charge_response: 'id_only' },
  { refund_opens: 'after_charge', error_values: 'text', generic_422: 'errors_only' },
  { declined_charge: 'disables_payment', void_invalid_status: 409 },
  { confirm_declined_status: 422 },
)

const act = async (id: string, action: Step, used: { keys: number }): Promise<void> => {
  const tolerant = (call: Promise<unknown>) => call.catch(() => {})
  switch (action.do) {
    case 'checkout':
      await world.api('POST', '/v1/checkouts', { order: { id, amount: '100.00', currency: 'HNL' } })
      return
    case 'pay': {
      const open = (await gatewayPayments(id)).find(({ status }) => status === 'pending')
      const card = cardOf(action.card)
      if (open) await tolerant(world.control('/sandbox/pay', { payment_id: open.id, card }))
      return
    }
    case 'confirm': {
      const { payment_token } = await world.control('/sandbox/tokens', {
        publishable_key: 'pk_test_sandbox',
        card: cardOf(action.card),
      })
      await world.api('POST', `/v1/orders/${id}/confirm`, { payment_token })
      return
    }
    case 'authenticate': {
      const open = (await gatewayPayments(id)).find(
        ({ status, transaction_id }) => status === 'pending' && transaction_id,
      )
      const outcome = action.ok ? 'authenticated' : 'failed'
      if (open)
        await tolerant(world.control(`/sandbox/challenges/${open.transaction_id}`, { outcome }))
      return
    }
    case 'refund': {
      const headers = { 'idempotency-key': `${id}-${++used.keys}` }
      const { amount } = action
      await world.api('POST', `/v1/orders/${id}/refunds`, amount ? { amount } : {}, headers)
      return
    }
    case 'portal-refund':
    case 'portal-void': {
      const paid = (await gatewayPayments(id)).find(({ paid_at }) => paid_at)
      if (!paid) return
      const path = action.do === 'portal-void' ? 'void' : 'refund'
      const amount = action.do === 'portal-refund' && action.amount ? { amount: action.amount } : {}
      await tolerant(
        world.control(`/sandbox/portal/${path}`, {
          transaction_id: paid.transaction_id,
          ...amount,
        }),
      )
      return
    }
    case 'cancel':
      await world.api('POST', `/v1/orders/${id}/cancel`)
      return
    case 'settle':
      await world.control('/sandbox/settle', {})
  }
}

/** What the schedule of a later hour would do: whatever was lost is asked for. */
const catchUp = async (id: string): Promise<void> => {
  const { ctx } = world.puente
  const store = await findStore(ctx.ledger.query, TEST_STORE)
  const { rows } = await ctx.ledger.pool.query('SELECT id FROM orders WHERE external_id = $1', [id])
  if (!store || rows.length === 0) return
  for (const payment of await paymentsOfOrder(ctx.ledger.query, rows[0].id)) {
    if (isOpenCharge(payment)) await findOutCharge(ctx, { store, payment })
    await askGateway(ctx, { paymentId: payment.id })
  }
  await settled(world)
}

/** Minor units that the merchant holds of an order, by the gateway's word. */
const heldAtGateway = (payments: readonly Json[]): number =>
  payments
    .filter(({ paid_at }) => paid_at)
    .reduce(
      (sum, { total, refunded_amount }) => sum + Math.round((total - refunded_amount) * 100),
      0,
    )

const heldInLedger = async (
  id: string,
): Promise<{ held: number; refunded: number; known: number }> => {
  const { query, pool } = world.puente.ctx.ledger
  const { rows } = await pool.query('SELECT id FROM orders WHERE external_id = $1', [id])
  if (rows.length === 0) return { held: 0, refunded: 0, known: 0 }
  const payments = await paymentsOfOrder(query, rows[0].id)
  const charged = payments.filter(({ paid_at }) => paid_at !== null)
  const held = charged
    .filter(({ state }) => state !== 'voided')
    .reduce(
      (sum, { total_minor, refunded_minor }) => sum + Number((total_minor ?? 0n) - refunded_minor),
      0,
    )
  const refunded = charged.reduce((sum, { refunded_minor }) => sum + Number(refunded_minor), 0)
  const known = (await reversalsOfOrder(query, rows[0].id))
    .filter(({ kind, state }) => kind === 'refund' && state === 'done')
    .reduce((sum, { amount_minor }) => sum + Number(amount_minor), 0)
  return { held, refunded, known }
}

let orders = 0

describe('whatever customers, shop, merchant, network and gateway do', () => {
  it('the money at the gateway, in the ledger and told to the shop is the same in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        faults,
        variants,
        fc.integer(),
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (wrong, profile, seed, steps) => {
          await put('profile', { ...USUAL, ...profile })
          await put('faults', NO_FAULTS)
          await put('faults', { seed: Math.abs(seed), ...wrong })
          const id = `M-${++orders}`
          const used = { keys: 0 }
          await act(id, { do: 'checkout' }, used)
          for (const each of steps) await act(id, each, used)
          await world.control('/sandbox/clock', { advance_seconds: 0 })
          await put('faults', NO_FAULTS)
          await catchUp(id)
          await eventually(async () => {
            await catchUp(id)
            const held = heldAtGateway(await gatewayPayments(id))
            const ledger = await heldInLedger(id)
            return ledger.held === held && ledger.known === ledger.refunded
          }).catch(async () => {
            const gateway = await gatewayPayments(id)
            expect(await heldInLedger(id)).toEqual({ held: heldAtGateway(gateway) })
          })

          const { body } = await world.api('GET', `/v1/orders/${id}`)
          const charges = (await gatewayPayments(id)).filter(
            ({ paid_at, status }) => paid_at && !['voided', 'refunded'].includes(status),
          )
          if (charges.length > 1) expect(body.order.trouble).toBe('paid_twice')
          if (charges.length === 1)
            expect(['paid', 'partially_refunded', 'on_hold']).toContain(body.order.status)
          if (charges.length === 0)
            expect(['paid', 'partially_refunded']).not.toContain(body.order.status)
        },
      ),
      { numRuns: Number(process.env.MONEY_HISTORIES ?? 12) },
    )
  }, 600_000)
})
