import { expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS, PUBLISHABLE_KEY, uniqueReference } from './support/harness.ts'
import { confirmBody } from './support/saved-cards.ts'
import { UUID } from './support/shapes.ts'
import { controlledDescribe } from './support/target.ts'

controlledDescribe('4.13 POST {embed_base_url}/confirm: outcomes', () => {
  const confirm = (fields: Record<string, unknown>) =>
    gateway.call('POST', '/embed/v1/confirm', {
      body: { ...confirmBody('tok_unknown', PUBLISHABLE_KEY), ...fields },
    })
  const paymentOf = async (external_reference: string) => {
    const path = `/v1/payments?external_reference=${external_reference}`
    return (await gateway.call('GET', path)).body.data[0]
  }
  const gateway = useGateway()

  test.each(['HNL', '340'])(
    'an approved charge in %s gets 200 with transaction_id and the financial breakdown',
    async (currency_code) => {
      const answer = await confirm({ payment_token: await gateway.token(), currency_code })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        status: 'approved',
        transaction_id: expect.stringMatching(UUID),
        transaction_details: {
          service_commission: expect.any(Number),
          isv: expect.any(Number),
          expected_settlement: expect.any(Number),
        },
      })
    },
  )

  test('confirm sets the amount and creates a paid payment with the requested fields', async () => {
    const external_reference = uniqueReference()
    const { body } = await confirm({
      payment_token: await gateway.token(),
      amount: 77.25,
      external_reference,
      description: 'Dos libros',
      metadata: { cart: 'c-1' },
    })
    expect(await paymentOf(external_reference)).toMatchObject({
      status: 'paid',
      amount: 77.25,
      total: 77.25,
      currency: '340',
      description: 'Dos libros',
      metadata: { cart: 'c-1' },
      transaction_id: body.transaction_id,
    })
  })

  test.each([
    [CARDS.declined, '05'],
    [CARDS.noFunds, '51'],
    [CARDS.expired, '54'],
  ])(
    'the declined card %s gets IsoResponseCode and capitalised Errors with code %s',
    async (number, code) => {
      const answer = await confirm({ payment_token: await gateway.token({ number }) })
      // Listed under both 200 and 422.
      expect([200, 422]).toContain(answer.status)
      expect(answer.body).toMatchObject({
        status: 'declined',
        IsoResponseCode: expect.any(String),
        Errors: [{ Code: code, Message: expect.any(String) }],
      })
      expect(answer.body).not.toHaveProperty('transaction_details')
    },
  )

  test('a required 3-D Secure challenge gets 202 pending', async () => {
    const answer = await confirm({
      payment_token: await gateway.token({ number: CARDS.challenge }),
      amount: 55.5,
    })
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({
      status: 'pending',
      code: 'authentication_required',
      error_code: 'authentication_required',
      error_message: expect.any(String),
      transaction_id: expect.stringMatching(UUID),
      amount: 55.5,
      currency: '340',
    })
  })

  test('authentication_url has a signature and expires in about 15 minutes', async () => {
    const before = (await gateway.now()).getTime() / 1000
    const { body } = await confirm({
      payment_token: await gateway.token({ number: CARDS.challenge }),
    })
    const { searchParams } = new URL(body.authentication_url)
    const seconds = [...searchParams.values()]
      .filter((value) => /^\d{10,}$/.test(value))
      .map(Number)
    expect(seconds).toHaveLength(1)
    expect(seconds[0]).toBeGreaterThan(before + 14 * 60)
    expect(seconds[0]).toBeLessThan(before + 16 * 60)
    expect(searchParams.size).toBeGreaterThanOrEqual(2)
    expect((await fetch(body.authentication_url)).status).toBe(200)
  })

  test('an altered signature opens no challenge', async () => {
    const { body } = await confirm({
      payment_token: await gateway.token({ number: CARDS.challenge }),
    })
    const url = new URL(body.authentication_url)
    for (const [name, value] of url.searchParams) {
      if (!/^\d+$/.test(value))
        url.searchParams.set(
          name,
          value.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
        )
    }
    expect((await fetch(url)).status).toBeGreaterThanOrEqual(400)
  })

  test.each([
    ['authenticated', 'paid'],
    ['failed', 'pending'],
  ])('GET shows the outcome of a challenge that is %s', async (outcome, status) => {
    const external_reference = uniqueReference()
    const { body } = await confirm({
      payment_token: await gateway.token({ number: CARDS.challenge }),
      external_reference,
    })
    const { id } = await paymentOf(external_reference)
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'pending',
      transaction_id: body.transaction_id,
      paid_at: null,
    })
    await gateway.control('POST', `/challenges/${body.transaction_id}`, { outcome })
    const payment = await gateway.getPayment(id)
    if (status === 'paid')
      expect(payment).toMatchObject({ status, transaction_id: body.transaction_id })
    else expect(payment).toMatchObject({ paid_at: null })
  })

  test('error_message of a pending response is localised', async () => {
    const messageIn = async (language: string) => {
      const payment_token = await gateway.token({ number: CARDS.challenge })
      const answer = await gateway.call('POST', '/embed/v1/confirm', {
        body: confirmBody(payment_token, PUBLISHABLE_KEY),
        headers: { 'accept-language': language },
      })
      return answer.body.error_message
    }
    expect(await messageIn('en')).not.toBe(await messageIn('es'))
  })

  test.each([
    ['approved', CARDS.approved],
    ['declined', CARDS.declined],
    ['pending', CARDS.challenge],
  ])('a token is single-use: a charge that is %s consumes it', async (outcome, number) => {
    const payment_token = await gateway.token({ number })
    expect((await confirm({ payment_token })).body.status).toBe(outcome)
    const again = await confirm({ payment_token })
    expect(again.status).toBe(422)
    expect(again.body).not.toHaveProperty('status', 'approved')
  })

  test('concurrent confirms with one token charge once', async () => {
    const payment_token = await gateway.token()
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm({ payment_token })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('the charge can be voided', async () => {
    const { body } = await confirm({ payment_token: await gateway.token() })
    const answer = await gateway.call('POST', `/v1/payments/${body.transaction_id}/void`)
    expect(answer).toMatchObject({ status: 200, body: { status: 'voided' } })
  })

  test('confirm ignores unknown fields, and warnings names them', async () => {
    const answer = await confirm({ payment_token: await gateway.token(), save_card: true })
    expect(answer.body.status).toBe('approved')
    expect(JSON.stringify(answer.body.warnings)).toContain('save_card')
  })
})
