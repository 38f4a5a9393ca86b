import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PaymentId } from '../../src/domain/ids.ts'
import type { OrderMessage } from '../../src/payments/ports/storefront.ts'
import { notificationOf, refund } from './messages.ts'
import type { WooShop } from './woocommerce-shop.ts'

const told = { outcome: 'delivered' }
const VOUCHER = { line_items: [], fee_lines: [{ name: 'Vale', total: '100.00' }] }
/** The plugin's mark of an order sent to Puente. */
const SENT = { key: '_puente_checkout', value: '2026-11-26T18:00:00Z' }
const forAPerson = { outcome: 'failed', retry: 'ask-a-person', unreachable: false }

/**
 * Failures reported for other plugins, and silent behaviour of WooCommerce. Also runs on a real
 * shop, so that the simulation cannot be kinder.
 */
export const woocommerceSuite = (shop: () => WooShop): void => {
  const notify = (message: OrderMessage) => shop().storefront.notify(message)
  const paidNotification = (id: string, changes: Parameters<typeof notificationOf>[1] = {}) =>
    notificationOf(id, { type: 'order.paid', ...changes })
  const said = async (id: string) => {
    const read = await shop().storefront.readOrders?.([id])
    return read?.outcome === 'read' ? read.orders[0] : read
  }
  const notesOf = async (id: string) => (await shop().look(id)).notes
  /** An order sent to Puente, with a method overwritten by a late cart update. */
  const overwrittenByCart = async () => {
    const id = await shop().placed({ payment_method: 'bacs' })
    // Written alone: together with the method, the plugin sees another choice and removes the mark.
    await shop().change(id, { meta_data: [SENT] })
    return id
  }

  describe('a paid WooCommerce order', () => {
    it('an order with goods becomes "processing", and a voucher becomes "completed"', async () => {
      const goods = await shop().placed()
      await notify(paidNotification(goods))
      const seen = { transaction_id: 'tx-1', isPaid: true }
      expect(await shop().look(goods)).toMatchObject({ status: 'processing', ...seen })
      const voucher = await shop().placed(VOUCHER)
      await notify(paidNotification(voucher))
      expect(await shop().look(voucher)).toMatchObject({ status: 'completed', ...seen })
    })

    it.each(['on-hold', 'failed'])(
      'an order that is "%s" is paid, although WooCommerce ignores a payment there',
      async (status) => {
        const id = await shop().placed({ status })
        expect(await notify(paidNotification(id))).toEqual(told)
        expect(await shop().look(id)).toMatchObject({ status: 'processing', isPaid: true })
      },
    )

    it('an order on hold is paid without a detour through "pending" that would restock it', async () => {
      const id = await shop().placed({ status: 'on-hold' })
      const statusChanges = async () => (await shop().look(id)).statusChanges
      const before = await statusChanges()
      expect(await notify(paidNotification(id))).toEqual(told)
      expect(await statusChanges()).toBe(before + 1)
    })

    it('a voucher on hold is completed with a payment date', async () => {
      const id = await shop().placed({ ...VOUCHER, status: 'on-hold' })
      expect(await notify(paidNotification(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'completed', isPaid: true })
    })

    it('an order whose customer chose cash on delivery is paid by card', async () => {
      const id = await shop().placed({ status: 'processing', payment_method: 'cod' })
      expect(await notify(paidNotification(id))).toEqual(told)
      const seen = { status: 'processing', isPaid: true, payment_method: 'puente' }
      expect(await shop().look(id)).toMatchObject(seen)
      expect(await said(id)).toMatchObject({ status: 'paid' })
    })

    it('an order that the shop has cancelled stays cancelled, and the outcome says so', async () => {
      const id = await shop().placed({ status: 'cancelled' })
      expect(await notify(paidNotification(id))).toEqual({ outcome: 'cancelled-at-store' })
      const untouched = { status: 'cancelled', transaction_id: '', isPaid: false }
      expect(await shop().look(id)).toMatchObject(untouched)
    })

    it('an order in the trash counts as cancelled', async () => {
      const id = await shop().placed()
      await shop().trash(id)
      expect(await notify(paidNotification(id))).toEqual({ outcome: 'cancelled-at-store' })
      expect(await said(id)).toMatchObject({ status: 'cancelled' })
    })

    it('a deleted order needs an operator if paid, and nothing if expired', async () => {
      const id = await shop().placed()
      await shop().remove(id)
      expect(await notify(paidNotification(id))).toMatchObject(forAPerson)
      const order = { status: 'payment_expired' } as const
      expect(await notify(notificationOf(id, { type: 'order.payment_expired', order }))).toEqual(
        told,
      )
      expect(await said(id)).toBeUndefined()
    })

    it('an order that the shop cancels after the payment was not paid late', async () => {
      const id = await shop().placed()
      await notify(paidNotification(id))
      await shop().change(id, { status: 'cancelled' })
      expect(await notify(notificationOf(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'cancelled' })
      expect(await said(id)).toMatchObject({ status: 'cancelled' })
    })

    it('an order with another transaction keeps it and needs an operator', async () => {
      const id = await shop().placed()
      await shop().change(id, { set_paid: true, transaction_id: 'of-another-payment' })
      expect(await notify(paidNotification(id))).toMatchObject(forAPerson)
      expect(await shop().look(id)).toMatchObject({ transaction_id: 'of-another-payment' })
    })

    it('an order paid by bank transfer is not payable through us', async () => {
      const id = await shop().placed({ payment_method: 'bacs', status: 'on-hold' })
      expect(await said(id)).toMatchObject({ status: 'unpaid' })
      await shop().change(id, { status: 'processing' })
      expect(await said(id)).toMatchObject({ status: 'cancelled' })
      expect(await notify(paidNotification(id))).toMatchObject(forAPerson)
      expect(await shop().look(id)).toMatchObject({ payment_method: 'bacs', transaction_id: '' })
    })

    it('an order gets the transaction of its new effective payment', async () => {
      const id = await shop().placed()
      await notify(paidNotification(id))
      const payment = { id: PaymentId.parse('pay_2'), transaction_id: 'tx-2' }
      const order = { current_payment_id: payment.id }
      const refunds = [refund('ref_extra', 10_000n)]
      expect(await notify(notificationOf(id, { order, payment, refunds }))).toEqual(told)
      const seen = await shop().look(id)
      expect(seen).toMatchObject({ transaction_id: 'tx-2', status: 'processing', refunds: [] })
      expect(seen.notes).toEqual([expect.stringContaining('de otro cargo de este pedido')])
    })

    it('an order changed after its customer went to pay is held, not paid with the old amount', async () => {
      const id = await shop().placed()
      await shop().change(id, { fee_lines: [{ name: 'Envío', total: '50.00' }] })
      expect(await notify(paidNotification(id))).toMatchObject({
        ...forAPerson,
        detail: expect.stringMatching(/L\s150\.00.*L\s100\.00/),
      })
      const seen = await shop().look(id)
      expect(seen).toMatchObject({ status: 'on-hold', isPaid: false })
      expect(seen.notes).toEqual([expect.stringMatching(/L\s100\.00.*L\s150\.00/)])
      const payment = { amount_minor: 15_000n, total_minor: 15_000n }
      await notify(paidNotification(id, { order: { amount_minor: 15_000n }, payment }))
      expect(await shop().look(id)).toMatchObject({ status: 'processing', isPaid: true })
    })

    it('an order set back to "pending" by another plugin is paid again, not cancelled', async () => {
      const id = await shop().placed()
      await notify(paidNotification(id))
      await shop().change(id, { status: 'pending' })
      expect(await said(id)).toMatchObject({ status: 'unpaid' })
      expect(await notify(paidNotification(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'processing', transaction_id: 'tx-1' })
    })

    it('the status of the policy is set once, and a later change by the merchant stays', async () => {
      const { notify: tellByPolicy } = shop().storefrontWith({ policy: { paid: 'completed' } })
      const id = await shop().placed()
      expect(await tellByPolicy(paidNotification(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'completed' })
      await shop().change(id, { status: 'processing' })
      expect(await tellByPolicy(paidNotification(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'processing' })
    })

    it("an order is paid even if the policy's status does not exist", async () => {
      const { notify: tellByPolicy } = shop().storefrontWith({ policy: { paid: 'enviado-ya' } })
      const id = await shop().placed()
      expect(await tellByPolicy(paidNotification(id))).toMatchObject({
        outcome: 'failed',
        retry: 'permanent',
      })
      expect(await shop().look(id)).toMatchObject({ isPaid: true, transaction_id: 'tx-1' })
    })

    it('a note names the charged sum if it includes a fee', async () => {
      const id = await shop().placed()
      await notify(
        paidNotification(id, { payment: { total_minor: 10_425n, service_fee_minor: 425n } }),
      )
      expect(await notesOf(id)).toEqual([expect.stringMatching(/L\s104\.25.*L\s100\.00.*L\s4\.25/)])
    })
  })

  describe('an unpaid WooCommerce order', () => {
    const expired = (id: string) =>
      notificationOf(id, {
        type: 'order.payment_expired',
        order: { status: 'payment_expired' },
        payment: { state: 'expired', transaction_id: null },
      })

    it('each decline is noted once', async () => {
      const id = await shop().placed()
      const decline = notificationOf(id, {
        type: 'order.payment_failed',
        order: { status: 'awaiting_payment' },
        payment: { state: 'pending', decline: { code: '51', message: 'Insufficient funds' } },
      })
      for (const _ of [1, 2]) expect(await notify(decline)).toEqual(told)
      await notify({ ...decline, id: `${decline.id}-again` })
      const text = expect.stringContaining('51: Insufficient funds')
      expect(await notesOf(id)).toEqual([text, text])
      expect(await shop().look(id)).toMatchObject({ status: 'pending' })
    })

    it('a decline without a reason gets a note without one', async () => {
      const id = await shop().placed()
      const order = { status: 'awaiting_payment' } as const
      const payment = { state: 'pending', decline: null } as const
      expect(
        await notify(notificationOf(id, { type: 'order.payment_failed', order, payment })),
      ).toEqual(told)
      expect(await notesOf(id)).toEqual([expect.stringContaining('tarjeta fue rechazada. El')])
    })

    it.each([
      ['leave', 'pending'],
      ['failed', 'failed'],
      ['cancelled', 'cancelled'],
    ] as const)('by the policy "%s", an expired order is %s', async (policy, status) => {
      const storefront = shop().storefrontWith({ policy: { expired: policy } })
      const id = await shop().placed()
      const message = expired(id)
      for (const _ of [1, 2]) expect(await storefront.notify(message)).toEqual(told)
      const seen = await shop().look(id)
      expect(seen).toMatchObject({ status, notes: [expect.stringContaining('plazo para pagar')] })
    })

    it('an expired order stays open when its customer pays by transfer', async () => {
      const { notify: tellByPolicy } = shop().storefrontWith({ policy: { expired: 'cancelled' } })
      const held = await shop().placed({ payment_method: 'bacs', status: 'on-hold' })
      const pending = await shop().placed({ payment_method: 'bacs' })
      for (const id of [held, pending]) await tellByPolicy(expired(id))
      expect(await shop().look(held)).toMatchObject({ status: 'on-hold' })
      expect(await shop().look(pending)).toMatchObject({ status: 'pending' })
    })

    it('an expired order ends by policy even if a late cart update changed its payment method', async () => {
      const { notify: notifyByPolicy } = shop().storefrontWith({ policy: { expired: 'cancelled' } })
      const id = await overwrittenByCart()
      expect(await notifyByPolicy(expired(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'cancelled' })
    })

    it('a late expiry does not change a paid order', async () => {
      const { notify: tellByPolicy } = shop().storefrontWith({ policy: { expired: 'cancelled' } })
      const id = await shop().placed()
      await tellByPolicy(paidNotification(id))
      expect(await tellByPolicy(expired(id))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'processing' })
    })

    it('a cancelled order is cancelled in the shop, too', async () => {
      const id = await shop().placed()
      const cancelled = { type: 'order.cancelled', order: { status: 'cancelled' } } as const
      expect(await notify(notificationOf(id, cancelled))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'cancelled' })
    })

    it('an order charged with another amount is held, with a note', async () => {
      const id = await shop().placed()
      const conflict = notificationOf(id, {
        type: 'order.attention_required',
        order: { status: 'on_hold', conflict: 'paid_other_amount' },
        payment: { amount_minor: 9_000n, total_minor: 9_000n },
      })
      for (const _ of [1, 2]) expect(await notify(conflict)).toEqual(told)
      expect(await shop().look(id)).toMatchObject({
        status: 'on-hold',
        isPaid: false,
        notes: [expect.stringMatching(/L\s90\.00.*L\s100\.00.*muestran la alerta/)],
      })
      await notify(paidNotification(id))
      expect(await shop().look(id)).toMatchObject({ status: 'processing', isPaid: true })
    })

    it('an order with an overwritten payment method is held as a card order, not as a bank transfer', async () => {
      const id = await overwrittenByCart()
      const order = { status: 'on_hold', conflict: 'paid_other_amount' } as const
      await notify(notificationOf(id, { type: 'order.attention_required', order }))
      expect(await shop().look(id)).toMatchObject({ status: 'on-hold', payment_method: 'puente' })
    })

    it('an order with a new effective payment names both charges, once', async () => {
      const id = await shop().placed()
      const notificationFacts = paidNotification(id)
      expect(await notify(notificationFacts)).toEqual(told)
      const { payment } = notificationFacts
      if (!payment) throw new Error('Nobody has paid')
      const earlier = {
        ...payment,
        id: PaymentId.parse('pay_0'),
        transaction_id: 'tx_0',
        gateway_payment_id: 70n,
      }
      const updated = notificationOf(id, {
        type: 'order.updated',
        order: { conflict: 'paid_twice', current_payment_id: PaymentId.parse('pay_0') },
        payment: earlier,
        charges: [earlier, payment],
      })
      for (const _ of [1, 2]) expect(await notify(updated)).toEqual(told)
      const { notes, ...order } = await shop().look(id)
      expect(order).toMatchObject({ isPaid: true })
      expect(notes.filter((note) => /L\s100\.00 \(.*, 70\).*L\s100\.00/.test(note))).toHaveLength(1)
    })

    it('an order voided before the shop saw its payment is refunded without a payment', async () => {
      const id = await shop().placed()
      const refunds = [refund('ref_v', 10_000n, { kind: 'void' })]
      const voided = { type: 'order.voided', order: { status: 'voided' }, refunds } as const
      expect(await notify(notificationOf(id, voided))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'refunded', isPaid: false })
    })
  })

  describe('refunds of a WooCommerce order', () => {
    const partly = (id: string, refunds: OrderMessage['refunds'], changes = {}) =>
      notificationOf(id, {
        type: 'order.partially_refunded',
        order: { status: 'partially_refunded' },
        refunds,
        ...changes,
      })
    let id: string
    const paidOrder = async () => {
      id = await shop().placed()
      await notify(paidNotification(id))
      return id
    }
    /** Later, a manual row cannot belong to a request in flight. */
    const tellLater = (message: OrderMessage) =>
      shop()
        .storefrontWith({ clock: { now: () => new Date(Date.now() + 11 * 60_000) } })
        .notify(message)
    const rows = async () =>
      (await shop().look(id)).refunds.map(({ amount, refundId }) => [amount, refundId])

    it('a refund requested by the shop is not entered again', async () => {
      await paidOrder()
      const row = await shop().refundByHand(id, '25.00')
      const asked = refund('ref_1', 2_500n, { idempotency_key: `woocommerce-refund-${row}` })
      expect(await notify(partly(id, [asked]))).toEqual(told)
      expect(await rows()).toEqual([['25.00', null]])
    })

    it('a portal refund is entered beside an equal one that the shop requested', async () => {
      await paidOrder()
      const row = await shop().refundByHand(id, '25.00')
      const asked = refund('ref_1', 2_500n, { idempotency_key: `woocommerce-refund-${row}` })
      expect(await notify(partly(id, [asked, refund('ref_2', 2_500n)]))).toEqual(told)
      expect((await rows()).sort()).toEqual([
        ['25.00', null],
        ['25.00', 'ref_2'],
      ])
    })

    const deleteRow = async (refundId: string) => {
      const row = (await shop().look(id)).refunds.find((one) => one.refundId === refundId)
      const query = { force: 'true' }
      const path = `orders/${id}/refunds/${row?.id}`
      expect(await shop().rest.delete(path, z.unknown(), query)).toMatchObject({ outcome: 'done' })
    }

    it('a deleted refund row comes back once, with a note', async () => {
      await paidOrder()
      const message = partly(id, [refund('ref_del', 2_500n)])
      await notify(message)
      const before = await notesOf(id)
      await deleteRow('ref_del')
      expect(await notify(message)).toEqual(told)
      expect(await notify(message)).toEqual(told)
      expect(await rows()).toEqual([['25.00', 'ref_del']])
      const [why, ...others] = await notesOf(id)
      expect(why).toMatch(/eliminó aquí el reembolso de L\s25\.00.*el cliente ya tiene el dinero/)
      expect(others).toEqual(before)
      await deleteRow('ref_del')
      expect(await notify(message)).toEqual(told)
      expect(await notify(message)).toEqual(told)
      expect(await rows()).toEqual([])
      const [leftOut, ...sameAsBefore] = await notesOf(id)
      expect(leftOut).toMatch(/Se eliminó otra vez el reembolso de L\s25\.00/)
      expect(sameAsBefore).toEqual([why, ...others])
    })

    it('deleting one refund row does not affect another', async () => {
      await paidOrder()
      const message = partly(id, [refund('ref_stays', 2_500n), refund('ref_goes', 1_000n)])
      await notify(message)
      await deleteRow('ref_goes')
      await notify(message)
      expect((await rows()).toSorted()).toEqual([
        ['10.00', 'ref_goes'],
        ['25.00', 'ref_stays'],
      ])
    })

    const refundedLines = async () => {
      const lines = z.array(z.object({ line_items: z.array(z.object({ quantity: z.number() })) }))
      const read = await shop().rest.get(`orders/${id}/refunds`, lines, { per_page: 100 })
      if (read.outcome === 'failed') throw new Error(read.detail)
      return read.value.map((row) => row.line_items.map(({ quantity }) => Math.abs(quantity)))
    }
    const full = (refunds: OrderMessage['refunds']) =>
      notificationOf(id, { type: 'order.refunded', order: { status: 'refunded' }, refunds })

    it('a portal refund does not restock by default', async () => {
      await paidOrder()
      await notify(full([refund('ref_all', 10_000n)]))
      expect(await refundedLines()).toEqual([[]])
    })

    it('a full refund restocks all goods if the policy says so', async () => {
      await paidOrder()
      const wanting = shop().storefrontWith({ policy: { restock: 'full' } })
      const part = refund('ref_part', 4_000n)
      expect(await wanting.notify(partly(id, [part]))).toEqual(told)
      expect(await refundedLines()).toEqual([[]])
      expect(await wanting.notify(full([part, refund('ref_rest', 6_000n)]))).toEqual(told)
      expect(await refundedLines()).toEqual([[1], []])
      expect(await shop().look(id)).toMatchObject({ status: 'refunded' })
    })

    it('a portal refund entered by hand as well has one row, linked to ours', async () => {
      await paidOrder()
      await shop().refundByHand(id, '25.00')
      for (const _ of [1, 2])
        expect(await tellLater(partly(id, [refund('ref_1', 2_500n)]))).toEqual(told)
      expect(await rows()).toEqual([['25.00', null]])
      const order = await said(id)
      expect(order).toMatchObject({ refunds: [{ refundId: 'ref_1' }] })
    })

    it('a portal refund waits for a fresh manual row of the same amount', async () => {
      await paidOrder()
      const row = await shop().refundByHand(id, '40.00')
      const inPortal = refund('ref_portal', 4_000n)
      const waits = await notify(partly(id, [inPortal]))
      expect(waits).toMatchObject({ outcome: 'failed', retry: 'retry', unreachable: false })
      const waitMs = waits.outcome === 'failed' ? waits.retryAfterMs : undefined
      expect(waitMs).toBeGreaterThan(0)
      expect(waitMs).toBeLessThanOrEqual(600_000)
      expect(await rows()).toEqual([['40.00', null]])
      const asked = refund('ref_asked', 4_000n, { idempotency_key: `woocommerce-refund-${row}` })
      expect(await notify(partly(id, [inPortal, asked]))).toEqual(told)
      expect((await rows()).sort()).toEqual([
        ['40.00', null],
        ['40.00', 'ref_portal'],
      ])
    })

    it('a portal refund gets its own row when its adopted one turns out to be requested', async () => {
      await paidOrder()
      const row = await shop().refundByHand(id, '40.00')
      const inPortal = refund('ref_portal', 4_000n)
      expect(await tellLater(partly(id, [inPortal]))).toEqual(told)
      expect(await rows()).toEqual([['40.00', null]])
      const asked = refund('ref_asked', 4_000n, { idempotency_key: `woocommerce-refund-${row}` })
      for (const _ of [1, 2]) expect(await notify(partly(id, [inPortal, asked]))).toEqual(told)
      expect((await rows()).sort()).toEqual([
        ['40.00', null],
        ['40.00', 'ref_portal'],
      ])
      const order = await said(id)
      const ids = order && 'refunds' in order ? order.refunds?.map((one) => one.refundId) : []
      expect(ids?.sort()).toEqual([null, 'ref_portal'].sort())
    })

    it.each(['cancelled', 'failed'] as const)(
      'a refund requested by the shop loses its row once %s, with one note',
      async (state) => {
        await paidOrder()
        const never = await shop().refundByHand(id, '30.00')
        const idempotency_key = `woocommerce-refund-${never}`
        const ended = refund('ref_1', 3_000n, { state, done_at: null, idempotency_key })
        for (const _ of [1, 2])
          expect(await notify(notificationOf(id, { refunds: [ended] }))).toEqual(told)
        expect(await rows()).toEqual([])
        expect(await notesOf(id)).toEqual([expect.stringMatching(/L\s30\.00 no se hizo/)])
        const all = refund('ref_2', 10_000n)
        expect(await notify(partly(id, [ended, all]))).toEqual(told)
        expect(await rows()).toEqual([['100.00', 'ref_2']])
      },
    )

    it.each([
      ['succeeded', /Se reembolsó L\s30\.00/, [['30.00', 'ref_1']]],
      ['failed', /L\s30\.00 no se hizo/, []],
    ] as const)(
      'a waiting refund gets a note about its outcome: %s',
      async (state, words, left) => {
        await paidOrder()
        const { rest } = shop()
        const row = await rest.post(`orders/${id}/refunds`, z.object({ id: z.int() }), {
          amount: '30.00',
          api_refund: false,
          meta_data: [
            { key: '_puente_refund', value: 'ref_1' },
            { key: '_puente_refund_state', value: 'waiting' },
          ],
        })
        if (row.outcome === 'failed') throw new Error(row.detail)
        await rest.post(`orders/${id}/notes`, z.unknown(), { note: 'Todavía no (ref_1).' })
        const idempotency_key = `woocommerce-refund-${row.value.id}`
        const ended = refund('ref_1', 3_000n, { state, idempotency_key })
        for (const _ of [1, 2]) expect(await notify(partly(id, [ended]))).toEqual(told)
        expect((await notesOf(id)).filter((note) => words.test(note))).toHaveLength(1)
        expect(await rows()).toEqual(left)
      },
    )

    it('a refund that the plugin is requesting now gets its note from the plugin only', async () => {
      await paidOrder()
      const row = await shop().rest.post(`orders/${id}/refunds`, z.object({ id: z.int() }), {
        amount: '30.00',
        api_refund: false,
        meta_data: [{ key: '_puente_refund_state', value: 'asked' }],
      })
      if (row.outcome === 'failed') throw new Error(row.detail)
      const idempotency_key = `woocommerce-refund-${row.value.id}`
      expect(await notify(partly(id, [refund('ref_1', 3_000n, { idempotency_key })]))).toEqual(told)
      expect((await notesOf(id)).filter((note) => note.includes('30.00'))).toEqual([])
    })

    it('a waiting or failed refund is entered only once it succeeds', async () => {
      await paidOrder()
      const [waits, refused] = [
        refund('ref_1', 2_500n, { state: 'waiting', done_at: null }),
        refund('ref_2', 1_000n, { state: 'failed', done_at: null }),
      ]
      await notify(notificationOf(id, { refunds: [waits, refused] }))
      expect(await rows()).toEqual([])
      await notify(partly(id, [refund('ref_1', 2_500n), refused]))
      expect(await rows()).toEqual([['25.00', 'ref_1']])
    })

    it('a refund entered twice by a late request is reduced to one row', async () => {
      await paidOrder()
      const row = { amount: '25.00', api_refund: false }
      const ours = { ...row, meta_data: [{ key: '_puente_refund', value: 'ref_1' }] }
      for (const _ of [1, 2]) await shop().rest.post(`orders/${id}/refunds`, z.unknown(), ours)
      expect(await notify(partly(id, [refund('ref_1', 2_500n)]))).toEqual(told)
      expect(await rows()).toEqual([['25.00', 'ref_1']])
    })

    it("a refund with a fee is entered up to the order's total, and a note names the rest", async () => {
      await paidOrder()
      const all = refund('ref_v', 10_425n, { kind: 'void', reason: 'Pedido repetido' })
      const payment = { total_minor: 10_425n, service_fee_minor: 425n }
      const voided = {
        type: 'order.voided',
        order: { status: 'voided' },
        refunds: [all],
        payment,
      } as const
      for (const _ of [1, 2]) expect(await notify(notificationOf(id, voided))).toEqual(told)
      expect(await rows()).toEqual([['100.00', 'ref_v']])
      const seen = await shop().look(id)
      expect(seen).toMatchObject({ status: 'refunded' })
      expect(seen.notes).toEqual([expect.stringMatching(/L\s104\.25.*L\s4\.25/)])
    })

    it('the refund of an overcharge gets no row', async () => {
      await paidOrder()
      const payment = { amount_minor: 12_000n, total_minor: 12_000n, refunded_minor: 2_000n }
      expect(await notify(partly(id, [refund('ref_1', 2_000n)], { payment }))).toEqual(told)
      expect(await rows()).toEqual([])
      expect(await notesOf(id)).toEqual([expect.stringContaining('L\u00a020.00')])
    })

    it('a refund without room beside manual rows is noted only', async () => {
      await paidOrder()
      await shop().refundByHand(id, '100.00')
      expect(await tellLater(partly(id, [refund('ref_1', 2_500n)]))).toEqual(told)
      expect(await rows()).toEqual([['100.00', null]])
      expect(await notesOf(id)).toEqual([expect.stringContaining('L\u00a025.00')])
    })

    it('a refund of an order cancelled unpaid leaves it cancelled, with a note', async () => {
      id = await shop().placed({ status: 'cancelled' })
      const refunds = [refund('ref_v', 10_000n, { kind: 'void' })]
      const voided = { type: 'order.voided', order: { status: 'voided' }, refunds } as const
      for (const _ of [1, 2]) expect(await notify(notificationOf(id, voided))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({
        status: 'cancelled',
        refunds: [],
        notes: [expect.stringContaining('L\u00a0100.00')],
      })
    })

    it('a void leaves an order open that waits for a transfer or for another amount', async () => {
      const refunds = [refund('ref_v', 10_000n, { kind: 'void' })]
      const voided = { type: 'order.voided', order: { status: 'voided' }, refunds } as const
      const byTransfer = await shop().placed({ payment_method: 'bacs', status: 'on-hold' })
      const edited = await shop().placed()
      await shop().change(edited, { fee_lines: [{ name: 'Envío', total: '50.00' }] })
      for (const one of [byTransfer, edited])
        expect(await notify(notificationOf(one, voided))).toEqual(told)
      const notes = [expect.stringContaining('L\u00a0100.00')]
      const open = { refunds: [], notes }
      expect(await shop().look(byTransfer)).toMatchObject({ status: 'on-hold', ...open })
      expect(await shop().look(edited)).toMatchObject({ status: 'pending', ...open })
    })

    it('a void cancels the order if the policy says so', async () => {
      await paidOrder()
      const refunds = [refund('ref_v', 10_000n, { kind: 'void' })]
      const voided = { type: 'order.voided', order: { status: 'voided' }, refunds } as const
      const { notify: tellByPolicy } = shop().storefrontWith({ policy: { voided: 'cancel' } })
      for (const _ of [1, 2]) expect(await tellByPolicy(notificationOf(id, voided))).toEqual(told)
      expect(await shop().look(id)).toMatchObject({ status: 'cancelled', refunds: [] })
    })
  })

  describe('reading WooCommerce orders', () => {
    it.each([
      ['pending', 'unpaid'],
      ['failed', 'unpaid'],
      ['on-hold', 'unpaid'],
      ['checkout-draft', 'unpaid'],
      ['processing', 'paid'],
      ['completed', 'paid'],
      ['cancelled', 'cancelled'],
    ])('an order that is "%s" is read as %s', async (status, meant) => {
      const id = await shop().placed()
      await shop().change(id, { status })
      expect(await said(id)).toMatchObject({ status: meant })
    })

    it('a manual refund is read with the request key that the plugin would use', async () => {
      const id = await shop().placed()
      await notify(paidNotification(id))
      const row = await shop().refundByHand(id, '30.00')
      expect(await said(id)).toMatchObject({
        status: 'partially_refunded',
        refunded: { minor: 3_000n },
        refunds: [{ id: String(row), requestKey: `woocommerce-refund-${row}`, refundId: null }],
      })
    })

    it('a draft cart is not a changed order', async () => {
      const since = new Date(Date.now() - 2_000)
      const draft = await shop().placed({ status: 'checkout-draft' })
      const order = await shop().placed()
      const changed = await shop().storefront.changedOrders?.(since, 1)
      if (changed?.outcome !== 'read') throw new Error('not read')
      const ids = changed.orders.map(({ id }) => id)
      expect(ids).toContain(order)
      expect(ids).not.toContain(draft)
    })
  })
}
