import { expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS } from './support/harness.ts'
import { controlledDescribe } from './support/target.ts'

const gateway = useGateway()
const receiptOf = (transactionId: string) =>
  gateway.call('GET', `/v1/payments/${transactionId}/receipt`)
const pdfOf = (transactionId: string) =>
  gateway.call('GET', `/v1/payments/${transactionId}/receipt/download`)

controlledDescribe('4.8 GET /payments/{transaction_id}/receipt', () => {
  test('an approved charge gets 200 with payment_id, transaction_id and receipt_url', async () => {
    const { id, transactionId } = await gateway.payNew()
    expect(await receiptOf(transactionId)).toMatchObject({
      status: 200,
      body: {
        payment_id: id,
        transaction_id: transactionId,
        receipt_url: expect.stringMatching(/^https?:\/\//),
      },
    })
  })

  test('receipt_url opens without a key', async () => {
    const { transactionId } = await gateway.payNew()
    const { body } = await receiptOf(transactionId)
    expect((await fetch(body.receipt_url)).status).toBe(200)
  })

  test('each transaction of a reusable payment has its own receipt', async () => {
    const { id } = await gateway.createPayment({ reusable: true })
    const first = (await gateway.pay({ payment_id: id })).body.transaction_id
    const second = (await gateway.pay({ payment_id: id })).body.transaction_id
    for (const transaction_id of [first, second]) {
      expect((await receiptOf(transaction_id)).body).toMatchObject({
        payment_id: id,
        transaction_id,
      })
    }
  })

  test.each([
    ['declined', CARDS.declined],
    ['waiting for its challenge', CARDS.challenge],
  ])('an attempted charge that is %s gets receipt_unavailable', async (_, number) => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number })
    for (const answer of [await receiptOf(body.transaction_id), await pdfOf(body.transaction_id)]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.body.code).toBe('receipt_unavailable')
    }
  })
})

controlledDescribe('4.9 GET /payments/{transaction_id}/receipt/download', () => {
  test('the download returns the receipt as a PDF', async () => {
    const { transactionId } = await gateway.payNew()
    const answer = await pdfOf(transactionId)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/pdf/)
    expect(answer.body.startsWith('%PDF-')).toBe(true)
    expect(answer.body.trimEnd().endsWith('%%EOF')).toBe(true)
  })

  test.each(['void', 'refund'] as const)('a receipt remains available after a %s', async (how) => {
    const { transactionId } = await gateway.payNew()
    if (how === 'refund') await gateway.settle()
    const path = `/v1/payments/${transactionId}/${how}`
    expect((await gateway.call('POST', path, { body: { amount: 100 } })).status).toBe(200)
    expect((await receiptOf(transactionId)).status).toBe(200)
    expect((await pdfOf(transactionId)).status).toBe(200)
  })
})
