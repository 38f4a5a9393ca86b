import { describe, expect, it } from 'vitest'
import { readPdf } from '../../sandbox/pdf-text.ts'
import { headerText, startMailServer } from '../../support/mail-server.ts'
import {
  MAIL_FROM,
  mailRows,
  mailSettings,
  paidAtPuente,
  setPolicy,
} from '../../support/mailed-world.ts'
import { HOUR_SECONDS, merchantOf, pass, setSandbox } from '../../support/merchant.ts'
import { orderMadeAtPuente } from '../../support/payment-request.ts'
import { settled } from '../../support/settled.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const merchant = merchantOf(world, { prefix: 'MAIL' })
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

describe('the receipt that a customer gets by e-mail', () => {
  it("a receipt is in Spanish, names store, amount and reason, and has the gateway's PDF", async () => {
    const { order } = await paidAtPuente(world, { name: 'Ana Mejía', email: 'ana@example.hn' })
    const [receipt, ...others] = mailsTo('ana@example.hn')
    expect(others).toEqual([])
    const { headers, text = '', html = '', attachments = [] } = receipt ?? {}
    expect(headerText(headers?.get('subject'))).toMatch(/^\[Prueba\] Recibo de .+: L 320\.50$/)
    expect(headers?.get('from')).toContain(`<${MAIL_FROM}>`)
    expect(headers?.get('auto-submitted')).toBe('auto-generated')
    for (const part of ['Usted pagó L 320.50', 'Hola, Ana Mejía:', 'Café', 'prueba']) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(html).toContain('<html lang="es">')
    expect(attachments.map(({ filename }) => filename)).toEqual(['recibo.pdf'])
    expect((await readPdf(attachments[0]?.content ?? Buffer.alloc(0))).text).toContain('Recibo')
    expect(await mailRows(world, order.id)).toMatchObject([
      { kind: 'receipt', state: 'sent', to_address: 'ana@example.hn' },
    ])
    expect((await merchant.timeline(order.external_id)).map(({ kind }) => kind)).toContain(
      'customer_mailed',
    )
  })

  it('the receipt of an English order is in English', async () => {
    await paidAtPuente(world, { email: 'john@example.com' }, { locale: 'en' })
    const [receipt] = mailsTo('john@example.com')
    expect(headerText(receipt?.headers.get('subject'))).toMatch(
      /^\[Test\] Receipt from .+: L 320\.50$/,
    )
    expect(receipt?.text).toContain('You paid L 320.50')
    expect(receipt?.attachments.map(({ filename }) => filename)).toEqual(['receipt.pdf'])
  })

  it('a receipt arrives once, although the gateway repeats its events and Puente polls', async () => {
    await setSandbox(world, 'faults', { next: [{ on: 'payment.approved', fault: 'duplicate' }] })
    const { order } = await paidAtPuente(world, { email: 'once@example.hn' })
    await world.api('GET', `/v1/orders/${order.external_id}?ask=true`)
    await settled(world)
    expect(mailsTo('once@example.hn')).toHaveLength(1)
  })

  it('a receipt goes without the PDF if the gateway has none', async () => {
    const on = 'GET /v1/payments/{transaction_id}/receipt/download'
    await setSandbox(world, 'faults', { next: [{ on, fault: 'error_500' }] })
    await paidAtPuente(world, { email: 'nopdf@example.hn' })
    const [receipt] = mailsTo('nopdf@example.hn')
    expect(receipt?.attachments).toEqual([])
    expect(receipt?.text).not.toContain('PDF')
  })

  it('a name with markup, line breaks and an emoji is text, and adds no header', async () => {
    const name = '🥐 <b>Ana</b>\r\nBcc: thief\r\n\r\n<script>'
    await paidAtPuente(
      world,
      { name, email: 'emoji@example.hn' },
      { description: 'Pan & "café" <i>☕</i>' },
    )
    const [receipt] = mailsTo('emoji@example.hn')
    expect(receipt?.to).toEqual(['emoji@example.hn'])
    expect([...(receipt?.headers.keys() ?? [])]).not.toContain('bcc')
    expect(receipt?.text).toContain('🥐 <b>Ana</b> Bcc: thief <script>')
    expect(receipt?.html).toContain('🥐 &lt;b&gt;Ana&lt;/b&gt;')
    expect(receipt?.html).toContain('Pan &amp; &quot;café&quot; &lt;i&gt;☕&lt;/i&gt;')
    expect(receipt?.html).not.toContain('<script>')
  })

  it('a name that is a link does not appear in the receipt', async () => {
    await paidAtPuente(world, { name: 'You won evil.example/prize', email: 'spam@example.hn' })
    const [receipt] = mailsTo('spam@example.hn')
    expect(receipt?.text).toContain('Usted pagó')
    expect(receipt?.text).not.toContain('evil.example')
  })

  it('a store whose name has line breaks and an emoji adds no header and no receiver', async () => {
    const { query } = world.puente.ctx.db
    const rename = (name: string) =>
      query.updateTable('stores').set({ name }).where('id', '=', TEST_STORE).execute()
    await rename('Pan 🥐 "Sula"\r\nBcc: thief@evil.example')
    await paidAtPuente(world, { email: 'header@example.hn' })
    await rename('Tienda')
    const [receipt] = mailsTo('header@example.hn')
    expect(receipt?.to).toEqual(['header@example.hn'])
    expect([...(receipt?.headers.keys() ?? [])]).not.toContain('bcc')
    expect(headerText(receipt?.headers.get('subject'))).toContain('🥐 "Sula" Bcc: thief@evil')
  })

  it('an address in any usual spelling gets its receipt', async () => {
    await paidAtPuente(world, { email: ' Ana <Typed@Example.HN>. ' })
    expect(mailsTo('Typed@example.hn')).toHaveLength(1)
  })

  it('two addresses in one field get no receipt, and an alert says so', async () => {
    const { order } = await paidAtPuente(world, { email: 'one@example.hn,two@evil.example' })
    expect(mailsTo('one@example.hn')).toEqual([])
    expect(mailsTo('two@evil.example')).toEqual([])
    expect(await mailRows(world, order.id)).toMatchObject([
      { state: 'refused', detail: 'no_address' },
    ])
    expect(await merchant.alertsOf(order.external_id)).toMatchObject([
      { kind: 'customer_mail_not_sent' },
    ])
  })
})

describe('whether a store wants e-mails', () => {
  it("an order of the shop's checkout gets no receipt, because the shop sends its own", async () => {
    const { id } = await merchant.paid({ customer: { email: 'shop@example.hn' } })
    await settled(world)
    expect(mailsTo('shop@example.hn')).toEqual([])
    const { query } = world.puente.ctx.db
    const order = await query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow()
    const tasks = await query
      .selectFrom('tasks')
      .select('kind')
      .where('order_id', '=', order.id)
      .where('kind', '=', 'mail-customer')
      .execute()
    expect(tasks).toEqual([])
  })

  it('with the policy "all" an order of the shop gets a receipt, with "none" no order does', async () => {
    await setPolicy(world, { customer_mails: { orders: 'all', reply_to: 'tienda@example.hn' } })
    await merchant.paid({ customer: { email: 'all@example.hn' } })
    await settled(world)
    const [receipt] = mailsTo('all@example.hn')
    expect(receipt?.headers.get('reply-to')).toBe('tienda@example.hn')
    expect(receipt?.text).toContain('Responda a este correo')
    await setPolicy(world, { customer_mails: { orders: 'none' } })
    await paidAtPuente(world, { email: 'none@example.hn' })
    await setPolicy(world, {})
    expect(mailsTo('none@example.hn')).toEqual([])
  })
})

describe('e-mails about money that goes back', () => {
  it('a void is mailed once, with its amount', async () => {
    const { order } = await paidAtPuente(world, { email: 'void@example.hn' })
    await merchant.refundInFull(order.external_id)
    await merchant.readWhen(order.external_id, (now) => now.order.status === 'voided')
    await settled(world)
    const subjects = mailsTo('void@example.hn').map(({ headers }) =>
      headerText(headers.get('subject')),
    )
    expect(subjects).toEqual([
      expect.stringContaining('Recibo'),
      expect.stringMatching(/anuló su cargo de L 320\.50/),
    ])
  })

  it('each of two refunds is mailed, with its amount and the total', async () => {
    const { order } = await paidAtPuente(world, { email: 'refund@example.hn' })
    await world.control('/sandbox/settle', {})
    for (const amount of ['20.50', '100.00']) {
      const asked = await merchant.refundInFull(order.external_id, { amount })
      expect(asked.status).toBeLessThan(300)
      await settled(world)
    }
    await eventually(async () => mailsTo('refund@example.hn').length === 3)
    const [, first, second] = mailsTo('refund@example.hn')
    expect(headerText(first?.headers.get('subject'))).toContain('reembolsó L 20.50')
    expect(headerText(second?.headers.get('subject'))).toContain('reembolsó L 100.00')
    expect(second?.text).toContain('Reembolsado en total: L 120.50')
  })
})

describe('an erased customer', () => {
  it('an erased customer does not get a waiting e-mail', async () => {
    const { order, checkoutUrl } = await orderMadeAtPuente(world, TEST_STORE, {
      customer: { email: 'erased@example.hn' },
    })
    await mail.close()
    await world.pay(checkoutUrl)
    const waiting = await eventually(async () => {
      const [row] = await mailRows(world, order.id)
      return row?.failures === 1 && row
    })
    expect(waiting.state).toBe('waiting')
    const erased = await world.api('POST', '/v1/personal-data/erase', {
      customer: { email: 'erased@example.hn' },
    })
    expect(erased.body).toMatchObject({ outcome: 'erased' })
    await mail.start()
    await pass(world, HOUR_SECONDS)
    await settled(world)
    expect(mailsTo('erased@example.hn')).toEqual([])
    expect(await mailRows(world, order.id)).toMatchObject([{ state: 'not_sent', to_address: null }])
  })
})
