import { describe, expect, it } from 'vitest'
import type { AlertRow } from '../../db/db.ts'
import { ALERT_KINDS, type AlertKind } from '../../db/tables/alerts.ts'
import { alertText, alertWording } from './alert-text.ts'
import type { DbOfAlert } from './facts.ts'
import { groupWording } from './group-text.ts'

const meanings = { es: 'No se pudo avisar.', en: 'The store was not notified.' }
const NOTHING = { order: undefined, payments: [], refunds: [] }
const text = (
  kind: AlertKind,
  details: Record<string, unknown>,
  locale: 'es' | 'en' = 'en',
): Record<'what' | 'why' | 'todo', string> => {
  const { what, why, todo } = alertText({ kind, details }, { db: NOTHING, locale })
  const plain = (said: string) => said.replaceAll(/\s/g, ' ')
  return { what: plain(what), why: plain(why), todo: plain(todo) }
}

describe('texts of an alert', () => {
  it.each(ALERT_KINDS)('%s without usable details gets the text of its kind', (kind) => {
    const odd = [{}, { payments: 'x', amount: {}, currency: 7, asked: [null], differs: [] }]
    for (const details of odd) {
      for (const locale of ['es', 'en'] as const) {
        expect(alertText({ kind, details }, { db: NOTHING, locale })).toEqual(
          alertWording(kind, locale),
        )
      }
    }
  })

  it('an alert for an order paid twice refunds the non-effective payment, whichever came first', () => {
    const charge = {
      amount: '100.00',
      currency: 'HNL',
      paid_at: '2026-11-22T22:03:00Z',
    }
    const payments = [
      { ...charge, id: 'pay_2', attempt: 2, gateway_payment_id: '72', is_effective: true },
      { ...charge, id: 'pay_1', attempt: 1, gateway_payment_id: '71', is_effective: false },
    ]
    expect(text('order_paid_twice', { payments })).toEqual({
      what: 'The order was charged twice (L 100.00 each).',
      why: 'L 100.00 of attempt 2 (paid Nov 22, 2026, 4:03 PM Honduras time, payment 72 at the gateway) pays the order. L 100.00 of attempt 1 (paid Nov 22, 2026, 4:03 PM Honduras time, payment 71 at the gateway) was also approved, for example in two tabs or through an older link.',
      todo: 'Refund L 100.00 of attempt 1 (paid Nov 22, 2026, 4:03 PM Honduras time, payment 71 at the gateway): the order stays paid by the other payment.',
    })
    expect(text('order_paid_twice', { payments }, 'es').todo).toBe(
      'Reembolse L 100.00 del intento 1 (pagado el 22 nov 2026, 4:03 p. m. hora de Honduras, pago 71 de la pasarela): el pedido sigue pagado con el otro pago.',
    )
  })

  it('an alert for a refund the gateway does not show lists each request and what the gateway showed', () => {
    const details = {
      refund: 'ref_1',
      amount: '40.00',
      currency: 'HNL',
      asked: [{ at: '2026-11-22T22:03:00Z', kind: 'refund', answer: 'none' }],
      shown: [{ at: '2026-11-22T23:18:00Z', state: 'settled', refunded_amount: '10.00' }],
    }
    expect(text('refund_not_shown', details).why).toBe(
      'Puente requested a refund on Nov 22, 2026, 4:03 PM Honduras time (answer: none); the gateway showed on Nov 22, 2026, 5:18 PM Honduras time the payment as settled with L 10.00 refunded.',
    )
    expect(text('refund_not_shown', details, 'es').why).toBe(
      'Puente pidió un reembolso el 22 nov 2026, 4:03 p. m. hora de Honduras (respuesta: ninguna); la pasarela mostró el 22 nov 2026, 5:18 p. m. hora de Honduras el pago como liquidado con L 10.00 reembolsados.',
    )
  })

  it('an alert for a discrepancy names both sides with their amounts', () => {
    const details = {
      currency: 'HNL',
      gateway_payment_id: '71',
      differs: { amount: ['100.00', '90.00'], state: ['paid', 'voided'] },
    }
    expect(text('payment_differs', details)).toMatchObject({
      what: 'The gateway and Puente disagree about the payment of L 90.00.',
      why: 'Amount: Puente L 100.00, gateway L 90.00; State: Puente paid, gateway voided. A second check did not fix it.',
    })
  })

  it.each([
    ['bad_signatures', /^Copy the signing secret .* paste it into the store settings/],
    ['wrong_clock', /^Check the clock/],
    ['events_missing', /whether the webhook address shown .* is registered/],
  ])(
    'an alert for webhooks that stopped because of %s names no command if its reader has buttons',
    (because, todo) => {
      const alert = { kind: 'webhooks_stopped', details: { because } } as const
      const { todo: said } = alertText(alert, { db: NOTHING, locale: 'en', hasButtons: true })
      expect(said).toMatch(todo)
      const inSpanish = alertText(alert, { db: NOTHING, locale: 'es', hasButtons: true })
      expect(`${said} ${inSpanish.todo}`).not.toMatch(/POST|puente |`/)
    },
  )

  it.each(ALERT_KINDS)('%s names no command to a reader with buttons', (kind) => {
    const details = { ...{ method: 'Tarjeta', command: 'npm run stores -- update' }, meanings }
    for (const locale of ['es', 'en'] as const) {
      const reader = { locale, hasButtons: true }
      const alerts = [{}, details].map((each) => ({
        alert: { kind, details: each } as AlertRow,
        db: NOTHING,
      }))
      const texts = alerts.map(({ alert, db }) => alertText(alert, { db, ...reader }).todo)
      for (const todo of [...texts, groupWording(kind, alerts, reader).todo]) {
        expect(todo).not.toMatch(/puente [a-z]+ [a-z-]+|npm run|\/v1\//)
        expect(todo.length).toBeGreaterThan(10)
      }
    }
  })

  it('an alert of a refused key asks for what its button opens', () => {
    const alert = { kind: 'gateway_key_refused', details: {} } as const
    for (const [locale, todo] of [
      ['en', 'Choose “Replace the secret key”'],
      ['es', 'Elija «Reemplazar la clave secreta»'],
    ] as const) {
      expect(alertText(alert, { db: NOTHING, locale, hasButtons: true }).todo).toContain(todo)
    }
  })

  it.each(['refund_not_accepted_yet', 'refund_refused'] as const)(
    '%s quotes the gateway, and tells a reason of Puente in the language of its reader',
    (kind) => {
      const refund = { refund: 'ref_1', amount: '40.00', currency: 'HNL', gateway_payment_id: '7' }
      const quoted = text(kind, { ...refund, words: ['Invalid transaction'] }, 'es').why
      expect(quoted).toContain('Mensaje de la pasarela: «Invalid transaction».')
      const own = text(kind, { ...refund, words: [], refusal: 'key_refused' }, 'es').why
      expect(own).toMatch(/La pasarela no acepta la clave secreta de la tienda para eso\.$/)
    },
  )

  it('an alert of a given-up task names the button that retries it', () => {
    for (const [locale, one, several] of [
      ['en', '“Retry the task”', '“Retry the tasks”'],
      ['es', '«Reintentar la tarea»', '«Reintentar las tareas»'],
    ] as const) {
      const reader = { locale, hasButtons: true }
      const alert = { kind: 'task_given_up', details: { meanings } } as unknown as AlertRow
      expect(alertText(alert, { db: NOTHING, ...reader }).todo).toContain(one)
      const two = [alert, alert].map((each) => ({ alert: each, db: NOTHING }))
      expect(groupWording('task_given_up', two, reader).todo).toContain(several)
    }
  })

  it('an alert for a paid order whose charge the gateway denies warns of a stolen webhook secret', () => {
    const payment = {
      ...{ id: 'pay_1', state: 'paid', attempt: 1, amount_minor: 12_000n, total_minor: null },
      ...{ currency: 'HNL', paid_at: null, reported_at: null, gateway_payment_id: 71n },
      ...{ transaction_id: null, charge_check: { result: 'contradicted', at: '2026-11-22' } },
    } as unknown as DbOfAlert['payments'][number]
    const details = { payment: 'pay_1', differs: { state: ['paid', 'pending'] } }
    for (const [locale, words] of [
      ['en', /may know the signing secret.*Do not deliver the order/],
      ['es', /conoce el secreto de firma.*No entregue el pedido/],
    ] as const) {
      const db = { ...NOTHING, payments: [payment] }
      const alert = { kind: 'payment_not_at_gateway', details } as const
      const { why, todo } = alertText(alert, { db, locale })
      expect(`${why} ${todo}`).toMatch(words)
    }
  })

  it('an alert for refused fields uses the merchant’s names for them', () => {
    const details = { fields: ['customer.phone', 'reason'] }
    expect(text('request_fields_refused', details).what).toBe(
      "The gateway refused the customer's phone number and the refund reason, and Puente retried without them.",
    )
    expect(text('request_fields_refused', details, 'es').what).toContain('el teléfono del cliente')
  })
})
