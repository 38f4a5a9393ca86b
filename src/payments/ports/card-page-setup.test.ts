import { describe, expect, it } from 'vitest'
import { cardPageObstacle, cardPageObstacleOfPolicy } from './card-page-setup.ts'

const installation = {
  publicUrl: 'https://pay.example',
  embedBaseUrl: 'https://gateway.example/embed/v1',
  sdkUrl: 'https://gateway.example/sdk.js',
  frameUrl: undefined,
}
const store = { publishable_key: 'pk_test_1', environment: 'test' } as const

describe('card page setup', () => {
  it('a complete setup has no obstacle', () => {
    expect(cardPageObstacle(store, installation)).toBeUndefined()
    // The contract documents only the prefix `pk_`.
    expect(cardPageObstacle({ ...store, publishable_key: 'pk_1' }, installation)).toBeUndefined()
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'a loopback address (%s) needs no https',
    (publicUrl) => {
      expect(cardPageObstacle(store, { ...installation, publicUrl })).toBeUndefined()
    },
  )

  it.each([
    [{ publicUrl: 'http://pay.example' }, 'PUBLIC_URL'],
    [{ publicUrl: 'http://192.168.1.20:3000' }, 'PUBLIC_URL'],
    [{ embedBaseUrl: undefined }, 'GATEWAY_EMBED_BASE_URL'],
    [{ sdkUrl: undefined }, 'GATEWAY_SDK_URL'],
  ])('the card page does not work with %j', (change, named) => {
    expect(cardPageObstacle(store, { ...installation, ...change })).toEqual({
      part: 'installation',
      reason: expect.stringContaining(named),
    })
  })

  it.each([[null], ['sk_test_1'], ['pk_live_1']])(
    'the card page does not accept the key %s',
    (key) => {
      expect(cardPageObstacle({ ...store, publishable_key: key }, installation)).toMatchObject({
        part: 'publishable-key',
      })
    },
  )

  it('an unknown installation is an obstacle', () => {
    expect(cardPageObstacle(store, undefined)).toMatchObject({ part: 'installation' })
  })
})

it('a policy without the card page needs no setup', () => {
  const bare = { ...store, publishable_key: null }
  expect(cardPageObstacleOfPolicy({ ...bare, policy: {} }, undefined)).toBeUndefined()
  const policy = { checkout_mode: 'card_page' }
  expect(cardPageObstacleOfPolicy({ ...bare, policy }, installation)).toMatchObject({
    part: 'publishable-key',
  })
})
