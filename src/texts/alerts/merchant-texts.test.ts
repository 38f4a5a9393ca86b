import { describe, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import { alertText } from './alert-text.ts'
import { detailsForMerchants } from './merchant-details.ts'

const NOTHING = { order: undefined, payments: [], refunds: [] }
const charge = { amount: '100.00', currency: 'HNL', paid_at: '2026-11-22T22:03:00Z' }

const DETAILS = {
  payments: [
    { ...charge, id: 'pay_2', attempt: 2, gateway_payment_id: '72', is_effective: true },
    { ...charge, id: 'pay_1', attempt: 1, gateway_payment_id: '71', is_effective: false },
  ],
  payment: { ...charge, id: 'pay_1', attempt: 1, gateway_payment_id: '71' },
  refund: 'ref_1',
  ...{ amount: '40.00', currency: 'HNL', method: 'Tarjeta', command: 'npm run stores -- update' },
  meanings: { es: 'No se pudo avisar.', en: 'The store was not notified.' },
  asked: [{ at: '2026-11-22T22:03:00Z', kind: 'refund', answer: 'none' }],
}

const NOT_FOR_PEOPLE =
  /\/v1\/|npm run|puente (?:refund|stores|alerts|open)|shopify app|\b(?:pay|ord|ref|tsk|prb)_|payment_id|(?:attempt|intento) \d|`|\(\s*\)|\s[.,;]|undefined/

describe('an alert inside the platform’s pages or in a mail', () => {
  it.each(ALERT_KINDS)('%s contains no command, API path, Puente id or attempt number', (kind) => {
    for (const platform of [undefined, ...platforms]) {
      for (const details of [{}, DETAILS]) {
        for (const locale of ['es', 'en'] as const) {
          const options = { db: NOTHING, locale, platform, isForMerchant: true }
          const { what, why, todo } = alertText({ kind, details }, options)
          for (const text of [what, why, todo]) {
            expect(text).not.toMatch(NOT_FOR_PEOPLE)
            expect(text.length).toBeGreaterThan(10)
          }
        }
      }
    }
  })

  it.each(['store_data_unreadable', 'reconciliation_failed', 'order_id_reused'] as const)(
    '%s sends the merchant to an administrator for work at a terminal',
    (kind) => {
      const { todo } = alertText(
        { kind, details: {} },
        { db: NOTHING, locale: 'en', isForMerchant: true },
      )
      expect(todo).toMatch(/(?:administrator|developer)/)
      expect(todo).not.toMatch(/database|resume it/)
    },
  )

  it('the text keeps the amount, the time and the gateway payment', () => {
    const alert = { kind: 'order_paid_twice', details: DETAILS } as const
    const { todo } = alertText(alert, { db: NOTHING, locale: 'en', isForMerchant: true })
    expect(todo.replaceAll(/\s/g, ' ')).toBe(
      'Refund L 100.00 of the payment (paid Nov 22, 2026, 4:03 PM Honduras time, payment 71 at the gateway): the order stays paid by the other payment.',
    )
    const spanish = alertText(alert, { db: NOTHING, locale: 'es', isForMerchant: true })
    expect(spanish.todo).toContain('del pago (pagado el 22 nov 2026')
  })

  it.each([
    ['en', 'answer on the page of the order in Puente: “It was this one”'],
    ['es', 'responda en la página del pedido en Puente: «Era este»'],
  ] as const)(
    'an alert for a refund with an unknown outcome says where to resolve it (%s)',
    (locale, words) => {
      const doubts = ['refunded_meanwhile', 'unanswered_twice'].map((because) => ({
        ...DETAILS,
        because,
      }))
      for (const details of [...doubts, {}]) {
        const alert = { kind: 'refund_not_shown', details } as const
        const { todo } = alertText(alert, { db: NOTHING, locale, isForMerchant: true })
        expect(todo).toMatch(new RegExp(words, 'i'))
      }
    },
  )

  it.each(['en', 'es'] as const)(
    'an alert for a refund that Puente keeps looking for asks for no answer (%s)',
    (locale) => {
      const alert = { kind: 'refund_not_shown', details: DETAILS } as const
      const { todo } = alertText(alert, { db: NOTHING, locale, isForMerchant: true })
      expect(todo).not.toMatch(/answer|responda/i)
    },
  )

  it('the text for a terminal keeps the command and the attempt', () => {
    const alert = { kind: 'task_given_up', details: {} } as const
    expect(alertText(alert, { db: NOTHING, locale: 'en' }).todo).toContain('puente tasks replay')
  })

  it('the details omit Puente ids', () => {
    const { payment, ...shown } = detailsForMerchants(DETAILS)
    expect(JSON.stringify({ payment, ...shown })).not.toMatch(/"(?:pay|ref)_|npm run|attempt/)
    expect(payment).toMatchObject({ amount: '100.00', gateway_payment_id: '71' })
  })
})
