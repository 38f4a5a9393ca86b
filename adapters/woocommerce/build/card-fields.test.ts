import { describe, expect, it } from 'vitest'
import { openCardFieldsPage, turn } from './card-fields-page.ts'

describe('a customer who pays before the iframe has reported the card', () => {
  it('pays with a complete card as soon as a slow phone reports it', async () => {
    const { answer, pass, pay, submits } = await openCardFieldsPage()
    const click = await pay()
    await pass(2_900)
    expect(submits()).toBe(0)
    answer('form_complete', { complete: true })
    await turn()
    expect(submits()).toBe(1)
    answer('payment_token_ready', { payment_token: 'tok_1' })
    await turn()
    expect(click.outcome).toBe('tok_1')
  })

  it('hears of an incomplete card if the iframe reports nothing, without asking for a token', async () => {
    const { answer, fields, pass, pay, submits } = await openCardFieldsPage()
    const click = await pay()
    answer('form_complete', { complete: false })
    await pass(2_900)
    expect(click.outcome).toBeNull()
    await pass(200)
    expect(click.outcome).toBe('incomplete')
    expect(submits()).toBe(0)
    expect(fields.isAvailable()).toBe(true)
  })

  it('goes on to the page of the gateway if the fields fail meanwhile', async () => {
    const { answer, fields, pay } = await openCardFieldsPage()
    const click = await pay()
    answer('payment_failed', { IsoResponseCode: '03' })
    await turn()
    expect(click.outcome).toBe('incomplete')
    expect(fields.isAvailable()).toBe(false)
  })
})

it('a complete card that the gateway declines is declined, not incomplete', async () => {
  const { answer, pay } = await openCardFieldsPage()
  answer('form_complete', { complete: true })
  const click = await pay()
  answer('payment_failed', { IsoResponseCode: '05' })
  await turn()
  expect(click.outcome).toBe('Declined')
})

it('Enter in the fields pays with its own token, without a second request', async () => {
  const { answer, clicks, pay, submits } = await openCardFieldsPage()
  answer('form_complete', { complete: true })
  answer('payment_token_ready', { payment_token: 'tok_enter' })
  const click = await pay()
  expect(clicks).toEqual(['pay'])
  expect(click.outcome).toBe('tok_enter')
  expect(submits()).toBe(0)
})
