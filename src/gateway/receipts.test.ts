import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HANG_MS } from '../../test/support/eventually.ts'
import { type GatewayStub, startGatewayStub } from '../../test/support/gateway-stub.ts'
import { createLog } from '../runtime/log/log.ts'
import { createGateway, type Gateway } from './client.ts'

let stub: GatewayStub
let gateway: Gateway
beforeAll(async () => {
  stub = await startGatewayStub()
  gateway = createGateway({
    baseUrl: `${stub.url}/v1`,
    secretKey: 'sk_test_receipts',
    timeoutMs: HANG_MS,
    language: 'es',
    log: createLog({ level: 'silent', service: 'test' }),
  })
})
afterAll(() => stub.close())

const PDF = `%PDF-1.4 ${'0123456789'.repeat(20_000)}`

describe('the PDF of a receipt', () => {
  it.each([
    ['its own type', { 'content-type': 'application/pdf; charset=binary' }],
    ['the type of any bytes', { 'content-type': 'application/octet-stream' }],
    ['no type', {}],
  ])('a PDF with %s arrives whole', async (_, headers) => {
    stub.answer({ status: 200, headers: headers as Record<string, string>, body: PDF })
    const opened = await gateway.openReceiptPdf('tx-1')
    if (opened.outcome !== 'opened') throw new Error(opened.outcome)
    expect(await new Response(opened.body).text()).toBe(PDF)
  })

  it.each(['<html>Login</html>', '%PD', ''])('the body %o is not a PDF', async (body) => {
    stub.answer({ status: 200, headers: { 'content-type': 'application/octet-stream' }, body })
    expect(await gateway.openReceiptPdf('tx-1')).toMatchObject({ outcome: 'unreachable' })
  })

  it('the reader can cancel a PDF midway', async () => {
    stub.answer({ status: 200, body: PDF })
    const opened = await gateway.openReceiptPdf('tx-1')
    if (opened.outcome !== 'opened') throw new Error(opened.outcome)
    await opened.body.cancel()
  })
})
