import { describe, expect, it } from 'vitest'
import { readPdf } from '../sandbox/pdf-text.ts'
import { HANG_MS } from '../support/eventually.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld, useWorldBehindProxy } from '../support/use-world.ts'
import type { World } from '../support/world.ts'

const receiptOf = (world: World, id: string, suffix = '') =>
  world.api('GET', `/v1/orders/${id}/receipt${suffix}`)

describe('the receipt of an order', () => {
  const world = useWorld({ GATEWAY_TIMEOUT_MS: String(HANG_MS) })
  const merchant = merchantOf(world, { prefix: 'R' })

  it('the receipt is there after a void, as a page and as a PDF', async () => {
    const { id, transactionId } = await merchant.paid()
    await merchant.refundInFull(id)
    const { body } = await receiptOf(world, id)
    expect(body).toMatchObject({ transaction_id: transactionId })
    expect((await fetch(body.receipt_url)).status).toBe(200)
    const pdf = await fetch(`${world.url}/v1/orders/${id}/receipt.pdf`, {
      headers: { authorization: `Bearer ${world.apiKey}` },
    })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it("the PDF is in the reader's language, else in the order's", async () => {
    const { id } = await merchant.paid()
    const read = async (query: string, language?: string) => {
      const response = await fetch(`${world.url}/v1/orders/${id}/receipt.pdf${query}`, {
        headers: {
          authorization: `Bearer ${world.apiKey}`,
          ...(language ? { 'accept-language': language } : {}),
        },
      })
      return readPdf(Buffer.from(await response.arrayBuffer())).text
    }
    const [spanish, english] = ['Recibo', 'Receipt'].map((word) => expect.stringContaining(word))
    expect(await read('')).toEqual(spanish)
    expect(await read('', 'en-US,es;q=0.5')).toEqual(english)
    expect(await read('', 'es-HN')).toEqual(spanish)
    expect(await read('?language=en', 'es-HN')).toEqual(english)
  })

  it('an unpaid order has no receipt', async () => {
    const { id } = await merchant.open()
    expect(await receiptOf(world, id)).toMatchObject({
      status: 409,
      body: { code: 'order_not_charged' },
    })
    expect((await receiptOf(world, id, '.pdf')).status).toBe(409)
    expect((await receiptOf(world, 'nobody')).status).toBe(404)
  })
})

describe('a gateway that does not answer', () => {
  const { world, proxy } = useWorldBehindProxy({ GATEWAY_TIMEOUT_MS: '3000' })

  it('a receipt that the gateway does not deliver answers 502', async () => {
    const { id, transactionId } = await merchantOf(world).paid()
    proxy.next(`GET /v1/payments/${transactionId}/receipt/download`, { kind: 'hang' })
    expect(await receiptOf(world, id, '.pdf')).toMatchObject({
      status: 502,
      body: { code: 'gateway_unreachable' },
    })
  })
})
