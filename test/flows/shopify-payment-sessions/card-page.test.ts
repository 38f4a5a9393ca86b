import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { KEYS } from '../../support/shopify/shop-people.ts'
import { CARDS, cardOf } from '../../support/world.ts'
import { usePaymentSessions } from './use-payment-sessions.ts'

const { world, decide, wanted, open, stateWhen } = usePaymentSessions()

describe('a payment session on our own card page', () => {
  // The card page requires https.
  const HTTPS = 'https://pay.puente.test'
  beforeAll(async () => {
    const { ctx } = world.puente
    ctx.publicUrl = HTTPS
    ctx.cardPage.publicUrl = HTTPS
    await decide({ checkout_mode: 'card_page', reconcile: { nightly: false } })
  })
  afterAll(async () => {
    const { ctx } = world.puente
    ctx.publicUrl = world.url
    ctx.cardPage.publicUrl = world.url
    await decide({ reconcile: { nightly: false } })
  })

  it('the session is rejected in the end with the bank’s decline', async () => {
    const { session, payUrl: shown } = await wanted()
    const payUrl = shown.replace(HTTPS, world.url)
    expect((await open(payUrl)).location).toContain('/card')
    const { payment_token } = await world.control('/sandbox/tokens', {
      publishable_key: KEYS.publishable_key,
      card: cardOf(CARDS.noFunds),
    })
    const declined = await fetch(`${payUrl}/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token }),
    })
    expect(declined.status).toBe(402)
    await settled(world)
    expect(session.state).toBeNull()
    await pass(world, 2 * HOUR_SECONDS)
    await stateWhen(session, 'REJECTED')
    expect(session.reason).toBe('INSUFFICIENT_FUNDS')
  })
})
