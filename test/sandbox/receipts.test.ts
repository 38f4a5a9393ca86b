import { describe, expect, test } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'
import { readPdf } from './pdf-text.ts'

const gateway = useGateway()

const payNew = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const payment = await gateway.createPayment(fields)
  const { body } = await gateway.pay({ payment_id: payment.id })
  return body.transaction_id
}

const pdfOf = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${gateway.sandbox.url}${path}`, {
    headers: { authorization: 'Bearer sk_test_sandbox', ...headers },
  })
  const { text, pages } = readPdf(Buffer.from(await response.arrayBuffer()))
  return { status: response.status, type: response.headers.get('content-type'), text, pages }
}

const download = (id: string, language = 'es') =>
  pdfOf(`/v1/payments/${id}/receipt/download`, { 'accept-language': language })

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${gateway.sandbox.url}${path}`, { headers })
  // `Intl` puts non-breaking spaces into amounts.
  const html = (await response.text()).replaceAll('\u00a0', ' ')
  return { status: response.status, html }
}

describe('tips on receipts', () => {
  const words = {
    es: { amount: 'Monto', tip: 'Propina' },
    en: { amount: 'Amount', tip: 'Tip' },
  }

  test.each([
    ['that the customer picked', { tip_customer_selectable: true }, 7],
    ['that is fixed', { tip_type: 'fixed', tip_value: 7 }, undefined],
  ])('a tip %s is a line on page, PDF and portal in both languages', async (_, fields, tip) => {
    const { id } = await gateway.createPayment({ tip_enabled: true, ...fields })
    const picked = tip === undefined ? {} : { tip }
    const { body } = await gateway.pay({ payment_id: id, ...picked })
    for (const language of ['es', 'en'] as const) {
      const { amount, tip } = words[language]
      const lines = `<dt>${amount}</dt><dd>L 100.00</dd><dt>${tip}</dt><dd>L 7.00</dd>`
      for (const path of [`/receipts/${body.transaction_id}`, `/portal/test/payments/${id}`]) {
        const { html } = await page(`${path}?lang=${language}`)
        expect(html.replaceAll(/\s+(?=<)/g, '')).toContain(lines)
      }
      const { text } = await download(body.transaction_id, language)
      for (const part of [amount, 'L 100.00', tip, 'L 7.00']) expect(text).toContain(part)
    }
  })

  test("the portal shows each charge's own tip", async () => {
    const { id } = await gateway.createPayment({
      tip_enabled: true,
      tip_customer_selectable: true,
      reusable: true,
    })
    for (const tip of [3, 8]) await gateway.pay({ payment_id: id, tip })
    const { html } = await page(`/portal/test/payments/${id}?lang=en`)
    for (const tip of ['3.00', '8.00']) {
      expect(html.split('id="t-')).toContainEqual(
        expect.stringContaining(`<dt>Tip</dt><dd>L ${tip}</dd>`),
      )
    }
  })

  test('a receipt without a tip has no tip line', async () => {
    const id = await payNew()
    expect((await page(`/receipts/${id}`)).html).not.toContain('Propina')
    expect((await download(id)).text).not.toContain('Propina')
  })
})

describe('the PDF of a receipt', () => {
  test('the PDF shows payee, purpose, amount, card and date', async () => {
    const id = await payNew({
      name: 'Güirilas con crema ¡y café!',
      description: 'Mesa 4 — “para llevar”',
      external_reference: 'PED-2026-ñ',
      sales_tax_type: 'percentage',
      sales_tax_value: 15,
      service_fee_enabled: true,
    })
    const { body: payment } = await gateway.call('GET', '/v1/payments?per_page=1')
    const [{ paid_at, total, service_fee_amount }] = payment.data
    const pdf = await download(id)
    expect(pdf).toMatchObject({ status: 200, type: 'application/pdf', pages: 1 })
    for (const text of [
      'Comercio de prueba',
      'Güirilas con crema ¡y café!',
      'Mesa 4 — “para llevar”',
      'PED-2026-ñ',
      'VISA ···· 1111',
      id,
      `${paid_at} (hora de Honduras)`,
      `L ${total.toFixed(2)}`,
      `L ${service_fee_amount.toFixed(2)}`,
      'L 15.00',
      'L 100.00',
      'Pagado',
    ]) {
      expect(pdf.text).toContain(text)
    }
  })

  test('the PDF uses the requested language', async () => {
    const id = await payNew()
    expect((await download(id)).text).toContain('Recibo')
    const english = (await download(id, 'en')).text
    expect(english).toContain('Receipt')
    expect(english).toContain('(Honduras time)')
    expect(english).not.toContain('Recibo')
  })

  test('the PDF remains after a void and shows it', async () => {
    const id = await payNew()
    await gateway.call('POST', `/v1/payments/${id}/void`)
    const { text } = await download(id, 'en')
    expect(text).toContain('Voided. The charge was cancelled')
    expect(text).not.toContain('Refunded')
  })

  test('the PDF remains after refunds and shows the refunded amount', async () => {
    const id = await payNew()
    await gateway.advance(86_400)
    await gateway.call('POST', `/v1/payments/${id}/refund`, { body: { amount: 30.5 } })
    expect((await download(id, 'en')).text).toContain('Partially refunded: L 30.50 of L 100.00')
    await gateway.call('POST', `/v1/payments/${id}/refund`, { body: { amount: 69.5 } })
    expect((await download(id, 'en')).text).toContain('Refunded in full: L 100.00')
  })

  test('the PDF replaces unsupported characters with similar letters', async () => {
    const id = await payNew({ name: 'Őrség ☕️ 中文 👩‍👩‍👧 e\u0301', external_reference: 'a\tb' })
    const { text, pages } = await download(id)
    expect(pages).toBe(1)
    expect(text).toContain('Orség ? ?? ? é')
    expect(text).toContain('a b')
    expect(text).toContain(`/receipts/${id}`)
  })

  test('the PDF fits the longest texts on one page', async () => {
    const id = await payNew({
      name: 'W'.repeat(191),
      external_reference: 'Ñ'.repeat(191),
      description: 'M'.repeat(120),
      amount: '9999999999999.99',
    })
    const { text, pages } = await download(id)
    expect(pages).toBe(1)
    expect(text.match(/W/g)).toHaveLength(191)
    expect(text.match(/Ñ/g)).toHaveLength(191)
    expect(text).toContain('9,999,999,999,999.99')
  })

  test('the PDF of a dollar payment shows dollars', async () => {
    const id = await payNew({ currency_code: '840' })
    expect((await download(id, 'en')).text).toContain('USD 100.00')
  })
})

describe('the public page of a receipt', () => {
  test('receipt_url opens the page without a key', async () => {
    const id = await payNew({ name: 'Café <b>y</b> ☕' })
    const { body } = await gateway.call('GET', `/v1/payments/${id}/receipt`)
    const { status, html } = await page(new URL(body.receipt_url).pathname)
    expect(status).toBe(200)
    expect(html).toContain('Café &lt;b&gt;y&lt;/b&gt; ☕')
    expect(html).toContain('L 100.00')
    expect(html).toContain(`/receipts/${id}.pdf?lang=es`)
  })

  test('page and PDF are in English for an English reader', async () => {
    const id = await payNew()
    const { html } = await page(`/receipts/${id}`, { 'accept-language': 'en-GB' })
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Download PDF')
    expect((await pdfOf(`/receipts/${id}.pdf?lang=en`)).text).toContain('Receipt')
  })

  test('the page shows a void', async () => {
    const id = await payNew()
    await gateway.call('POST', `/v1/payments/${id}/void`)
    expect((await page(`/receipts/${id}`)).html).toContain('Anulado')
  })

  test.each([
    ['a transaction that is not there', '3f0c8a52-0000-4000-8000-000000000000'],
    ['something that is no id', '%00'],
    ['a number', '100001.pdf'],
  ])('%s gets a 404 page', async (_, id) => {
    const { status, html } = await page(`/receipts/${id}`)
    expect(status).toBe(404)
    expect(html).toContain('No encontramos este recibo')
  })

  test('a declined charge has no receipt', async () => {
    const payment = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: payment.id, number: CARDS.declined })
    expect((await page(`/receipts/${body.transaction_id}`)).status).toBe(404)
    expect((await page(`/receipts/${body.transaction_id}.pdf`)).status).toBe(404)
  })
})
