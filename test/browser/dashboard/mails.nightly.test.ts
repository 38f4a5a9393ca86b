import { afterAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../../support/mail-server.ts'
import { mailRows, mailSettings, paidAtPuente, setPolicy } from '../../support/mailed-world.ts'
import { merchantOf } from '../../support/merchant.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const merchant = merchantOf(world, { prefix: 'DM' })
const visit = useVisits(() => world, browser)
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

describe.skipIf(!browser)("the customer's e-mails on the page of an order", () => {
  it.each(EVERY_READER)(
    'a person sees that the address was refused, and sends the receipt to another one (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      mail.rules.refuse = (address) =>
        address.startsWith('typo') ? '550 5.1.1 no such user' : undefined
      const email = `typo-${reader.language}-${reader.size}@example.hn`
      const { order } = await paidAtPuente(world, { name: 'Ana Mejía', email })
      const right = `right-${Date.now()}@example.hn`
      const { page, press, sees, isFineAs } = await visit(`/orders/${order.id}`, reader)
      await sees(isSpanish ? 'Correos al cliente' : 'E-mails to the customer')
      await sees(isSpanish ? 'Rechazado' : 'Refused')
      await isFineAs('order-mails-refused')
      await press(isSpanish ? 'Enviar un correo…' : 'Send an e-mail…')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(isSpanish ? 'Para' : 'To', { exact: true }).fill('not an address')
      const send = dialog.getByRole('button', { name: isSpanish ? 'Enviar' : 'Send', exact: true })
      await send.click()
      await sees(isSpanish ? /una dirección de correo/ : /one e-mail address/)
      await isFineAs('order-mail-form')
      await dialog.getByLabel(isSpanish ? 'Para' : 'To', { exact: true }).fill(right)
      await send.click()
      await eventually(async () => mailsTo(right).length === 1)
      await eventually(async () => (await mailRows(world, order.id))[0]?.state === 'sent')
      await sees(right)
      expect(await merchant.alertsOf(order.external_id)).toEqual([])
      await isFineAs('order-mails-sent')
    },
  )
})

describe.skipIf(!browser)('e-mails in the settings of a store', () => {
  it.each(EVERY_READER)(
    'an owner chooses the orders with receipts by e-mail, and a daily report (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, press, sees, isFineAs } = await visit(`/stores/${TEST_STORE}`, reader)
      const all = isSpanish
        ? 'De todos los pedidos, también los de la tienda en línea'
        : 'For all orders, including the shop’s'
      await page.getByLabel(all).check()
      const replies = page.getByLabel(isSpanish ? 'Dirección de respuesta' : 'Reply-to address')
      await replies.fill('uno@example.hn, dos@example.hn')
      await sees(isSpanish ? 'Escriba una dirección de correo.' : 'Enter one e-mail address.')
      await replies.fill('tienda@example.hn')
      await isFineAs('store-mails')
      await press(isSpanish ? 'Guardar estos ajustes' : 'Save these settings')
      const saved = await eventually(async () => {
        const { policy } = await world.puente.ctx.db.query
          .selectFrom('stores')
          .select('policy')
          .where('id', '=', TEST_STORE)
          .executeTakeFirstOrThrow()
        return policy.customer_mails ?? false
      })
      expect(saved).toEqual({ orders: 'all', reply_to: 'tienda@example.hn' })
      await setPolicy(world, {})
      const report = page
        .getByRole('combobox', { name: isSpanish ? /^Reportes por correo/ : /^Reports by e-mail/ })
        .first()
      await report.selectOption('day')
      await sees(isSpanish ? 'próximo' : 'next')
      await isFineAs('store-reports')
      await report.selectOption('never')
    },
  )
})
