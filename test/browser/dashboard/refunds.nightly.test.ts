import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  type Merchant,
  merchantOf,
  pass,
  setSandbox,
} from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits, type Visitor, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

let merchant: Merchant
beforeAll(() => {
  merchant = merchantOf(world, { prefix: 'R' })
})

const open = async (id: string, options?: VisitorOptions): Promise<Visitor> => {
  const visitor = await visit(`/orders?search=${id}`, options)
  await visitor.page.getByRole('link', { name: id }).click()
  return visitor
}

const settle = () => world.control('/sandbox/settle', {})

const typePart = async ({ page }: Visitor, amount: string): Promise<void> => {
  await page.getByRole('radio', { name: /Partial refund|Reembolso parcial/ }).check()
  await page.getByLabel(/^(Amount|Monto)/).fill(amount)
}

const refundMadeInPortal = async (): Promise<{ id: string }> => {
  const { id, transactionId } = await merchant.paid()
  await merchant.refundInFull(id, { amount: '10.00' })
  await settle()
  const made = { transaction_id: transactionId, amount: '10.00' }
  await world.control('/sandbox/portal/refund', made)
  await pass(world, HOUR_SECONDS)
  await merchant.readWhen(id, ({ refunds }) => refunds[0].needs_attention !== null)
  return { id }
}

describe.skipIf(!browser)('an operator who refunds', () => {
  it('the operator refunds a part of a settled charge and then the rest, each with its reason', async () => {
    const { id } = await merchant.paid()
    await settle()
    const visitor = await open(id, { language: 'es' })
    const { page, press, sees } = visitor
    await press('Reembolsar…')
    await typePart(visitor, '30.50')
    await page.getByLabel('Motivo').fill('Un frasco <b>roto</b>')
    await press('Reembolsar L 30.50')
    await sees('Por un operador: Un frasco <b>roto</b>')
    await press('Reembolsar…')
    await sees('Reembolso total (L 69.50)')
    await sees('El cargo se reembolsa.')
    await press('Reembolsar L 69.50')
    await page.locator('h1 ~ * .status', { hasText: 'Reembolsado' }).waitFor()
    expect(await merchant.read(id)).toMatchObject({
      order: { status: 'refunded' },
      refunds: [{ amount: '30.50' }, { amount: '69.50' }],
    })
    expect(await page.getByRole('button', { name: 'Reembolsar…' }).count()).toBe(0)
  })

  it('repeated clicks refund once, after the dialog named the payment that is voided', async () => {
    const { id, gatewayId } = await merchant.paid()
    const { page, press, sees } = await open(id)
    await press('Refund…')
    await sees(`Gateway payment ${gatewayId}.`)
    await sees('The charge is voided today')
    expect((await merchant.read(id)).refunds).toEqual([])
    await page.getByRole('button', { name: 'Refund L 100.00' }).dblclick()
    await page.locator('h1 ~ * .status', { hasText: 'Voided' }).waitFor()
    expect((await merchant.read(id)).refunds).toMatchObject([{ kind: 'void', amount: '100.00' }])
  })

  it("the dialog previews the store's notification before anything is sent", async () => {
    const { id } = await merchant.paid()
    const visitor = await open(id)
    await visitor.press('Refund…')
    await visitor.sees(/The store is then notified: order “Voided”, L.100\.00\./)
    await typePart(visitor, '25.50')
    await visitor.sees(/The store is then notified: order “Partially refunded”, L.25\.50\./)
    expect((await merchant.read(id)).refunds).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['zero', '0'],
    ['less than nothing', '-5'],
    ['a third of a centavo', '0.333'],
    ['words', 'ten'],
    ['one of two readings', '1,500'],
    ['markup', '<b>1</b>'],
  ])('the dialog refuses %s as an amount', async (_, amount) => {
    const { id } = await merchant.paid()
    const visitor = await open(id)
    await visitor.press('Refund…')
    await typePart(visitor, amount)
    const send = visitor.page.getByRole('dialog').locator('[type=submit]')
    expect(await send.isDisabled()).toBe(true)
  })

  it('the dialog explains a refused amount and keeps the typed text', async () => {
    const { id } = await merchant.paid()
    const visitor = await open(id, { language: 'es' })
    await visitor.press('Reembolsar…')
    await typePart(visitor, '100.01')
    await visitor.page.getByLabel('Motivo').fill('De más')
    await visitor.press('Reembolsar L 100.01')
    const alert = visitor.page.getByRole('dialog').getByRole('alert')
    await alert.getByText(/pueden reembolsarse L\s100\.00 del intento 1/).waitFor()
    expect(await visitor.page.getByLabel('Monto').inputValue()).toBe('100.01')
    expect(await visitor.page.getByLabel('Motivo').inputValue()).toBe('De más')
    expect((await merchant.read(id)).refunds).toEqual([])
  })

  it("an open page shows a refund made in the gateway's portal", async () => {
    const { id, transactionId } = await merchant.paid()
    await settle()
    const { page, sees } = await open(id)
    await sees('Pays the order')
    await world.control('/sandbox/portal/refund', {
      transaction_id: transactionId,
      amount: '20.00',
    })
    await sees('In the gateway’s portal')
    await page.locator('h1 ~ * .status', { hasText: 'Partially refunded' }).waitFor()
  })

  it('the order shows why the gateway refused a refund, on a phone', async () => {
    const { id } = await merchant.paid()
    await pass(world, DAY_SECONDS)
    await setSandbox(world, 'faults', { refund_rejected_by_processor: true })
    await merchant.refundInFull(id, { amount: '30.00' })
    await setSandbox(world, 'faults', { refund_rejected_by_processor: false })
    const { sees, isFineAs } = await open(id, { size: 'phone' })
    await sees(/^The gateway does not accept the refund of L\s30\.00 for order /)
    await isFineAs('refund-refused')
  })

  it.each([
    [{ language: 'en', size: 'phone' }, 'It was this one', 'Answer saved.', 90],
    [{ language: 'es', size: 'phone' }, 'Era este', 'Respuesta guardada.', 90],
    [{ language: 'en', size: 'desktop' }, 'Refund anyway', 'Answer saved.', 80],
    [{ language: 'es', size: 'phone' }, 'Reembolsar de todos modos', 'Respuesta guardada.', 80],
  ] as const)(
    'the operator decides about a refund that may have been made already (%o: %s)',
    async (reader, answer, saved, kept) => {
      const { id } = await refundMadeInPortal()
      const { page, press, sees, isFineAs } = await open(id, reader)
      const buttons = page.getByRole('button', { name: answer })
      await buttons.first().waitFor()
      expect(await buttons.count()).toBe(1)
      await isFineAs(`refund-answer-${kept}`)
      await press(answer)
      await sees(saved)
      await eventually(async () => (await buttons.count()) === 0)
      await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
      expect(await merchant.keptAtGateway(id)).toBe(kept)
    },
  )

  it('the refund itself offers the decision after its alert is closed', async () => {
    const { id } = await refundMadeInPortal()
    const { page, press } = await open(id, { size: 'phone' })
    await press('Close alert')
    await page.locator('li.card').getByRole('button', { name: 'It was this one' }).click()
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
  })

  it('the receipt opens as a PDF', async () => {
    const { id } = await merchant.paid()
    const { page } = await open(id)
    const receipt = page.getByRole('link', { name: 'Receipt (PDF)' })
    const path = await receipt.getAttribute('href')
    const answer = await page.request.get(new URL(path ?? '', world.url).href)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('a duplicate payment with a refund in flight offers no second refund', async () => {
    const { id, duplicate } = await merchant.paidTwice()
    const { page, sees } = await open(id)
    await page.getByRole('button', { name: /^Refund attempt/ }).waitFor()
    await merchant.refundInFull(id, { payment_id: duplicate.id, amount: '10.00' })
    await sees('Waiting until the charge is settled.')
    expect(await page.getByRole('button', { name: /^Refund attempt/ }).count()).toBe(0)
  })
})
