import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { setApprovalLimit } from '../../../src/payments/stores/approval-limit.ts'
import { DAY_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'FA' })
const visit = useVisits(() => world, browser)
const STORE = `/stores/${TEST_STORE}`

const openOrder = async (id: string, options?: VisitorOptions) => {
  const visitor = await visit(`/orders?search=${id}`, options)
  await visitor.page.getByRole('link', { name: id }).click()
  return visitor
}

describe.skipIf(!browser)('a person who freezes a store', () => {
  it.each(EVERY_READER)(
    'one button and a reason freeze it, and an owner thaws it (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, press, sees, isFineAs } = await visit(STORE, reader)
      const freeze = isSpanish ? 'Congelar la tienda ahora' : 'Freeze the store now'
      expect(await page.getByRole('button', { name: freeze }).isDisabled()).toBe(true)
      await page
        .getByLabel(isSpanish ? '¿Por qué la congela?' : 'Why do you freeze it?')
        .fill('Robaron una clave')
      await press(freeze)
      await sees(isSpanish ? 'La tienda está congelada' : 'The store is frozen')
      await sees('Robaron una clave')
      await isFineAs('store-frozen')
      expect((await merchant.checkout('FA-frozen')).body.code).toBe('store_frozen')
      await page.goto(`${world.url}/stores`)
      await sees(isSpanish ? 'Congelada' : 'Frozen')
      await page.goto(`${world.url}${STORE}`)
      await page
        .getByLabel(isSpanish ? '¿Por qué es seguro descongelarla?' : 'Why is it safe to thaw it?')
        .fill('Clave nueva')
      await press(isSpanish ? 'Descongelar la tienda' : 'Thaw the store')
      await sees(
        isSpanish ? 'La tienda cobra y reembolsa de nuevo' : 'The store charges and refunds again',
      )
      await eventually(async () => (await merchant.checkout('FA-thawed')).status < 300)
    },
  )

  it('an operator freezes and reads that only owners thaw', async () => {
    const { page, press, sees } = await visit(STORE, { role: 'operator' })
    await page.getByLabel('Why do you freeze it?').fill('Odd refunds')
    await press('Freeze the store now')
    await sees('Only owners can thaw it.')
    expect(await page.getByRole('button', { name: 'Thaw the store' }).count()).toBe(0)
    const owner = await visit(STORE)
    await owner.page.getByLabel('Why is it safe to thaw it?').fill('Explained')
    await owner.press('Thaw the store')
    await owner.sees('The store charges and refunds again')
  })
})

describe.skipIf(!browser)('a second person', () => {
  beforeEach(async () => {
    const currency = currencyByCode('HNL')
    const { ctx } = world.puente
    if (!currency) throw new Error('HNL')
    const limit = { minor: 50_00n, currency }
    const at = { query: ctx.db.query, now: ctx.clock.now() }
    await setApprovalLimit(at, { storeId: TEST_STORE, limit })
    await pass(world, DAY_SECONDS + 1)
  })

  it.each(EVERY_READER)(
    'a refund above the limit is approved on the page of its order (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { id } = await merchant.paid()
      await merchant.refundInFull(id)
      const { press, sees, isFineAs } = await openOrder(id, reader)
      await sees(isSpanish ? /otra persona debe aprobarlo/ : /another person has to approve it/)
      await isFineAs('refund-awaits-approval')
      await press(isSpanish ? 'Aprobar el reembolso' : 'Approve the refund')
      await sees(isSpanish ? /^Lo aprobó/ : /^Approved by/)
      await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
      expect(await merchant.keptAtGateway(id)).toBe(0)
    },
  )

  it('a refund above the limit is rejected with a reason', async () => {
    const { id } = await merchant.paid()
    await merchant.refundInFull(id)
    const { page, press, sees } = await openOrder(id)
    await press(/^Reject/)
    await page.getByLabel('Why do you reject it?').fill('The jar is whole')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await sees('The jar is whole')
    await sees(/^Rejected by/)
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('an owner sets the limit, and reads what 0 and no limit mean', async () => {
    const { page, press, sees, isFineAs } = await visit(STORE)
    await sees('0: each refund waits. Empty: none waits.')
    const form = page.locator('section[aria-labelledby="approval"]')
    const save = page.getByRole('button', { name: 'Save the limit' })
    await form.getByLabel('Limit').fill('-1')
    await sees('Must be zero or more')
    expect(await save.isDisabled()).toBe(true)
    await form.getByLabel('Limit').fill('75')
    await form.getByLabel('Currency').fill('lps')
    await sees('Type a currency code, such as HNL.')
    expect(await save.isDisabled()).toBe(true)
    await form.getByLabel('Currency').fill('hnl')
    await press('Save the limit')
    await sees('The limit is saved.')
    await sees(/A stricter limit applies too/)
    await isFineAs('store-approval-limit')
  })
})
