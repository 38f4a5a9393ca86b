import { describe, expect, it } from 'vitest'
import { cardPageObstacle, obstacleToPolicy } from './card-page-setup.ts'

const installation = {
  publicUrl: 'https://pay.example',
  embedBaseUrl: 'https://gateway.example/embed/v1',
  sdkUrl: 'https://gateway.example/sdk.js',
  frameUrl: undefined,
}
const store = { publishable_key: 'pk_test_1', environment: 'test' } as const

describe('a store can take cards on the card page', () => {
  it('where everything is known', () => {
    expect(cardPageObstacle(store, installation)).toBeUndefined()
    // The contract shows no more of these keys than pk_.
    expect(cardPageObstacle({ ...store, publishable_key: 'pk_1' }, installation)).toBeUndefined()
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'where they are on this machine (%s)',
    (publicUrl) => {
      expect(cardPageObstacle(store, { ...installation, publicUrl })).toBeUndefined()
    },
  )

  it.each([
    [{ publicUrl: 'http://pay.example' }, 'PUBLIC_URL'],
    [{ publicUrl: 'http://192.168.1.20:3000' }, 'PUBLIC_URL'],
    [{ embedBaseUrl: undefined }, 'GATEWAY_EMBED_BASE_URL'],
    [{ sdkUrl: undefined }, 'GATEWAY_SDK_URL'],
  ])('but not with %j', (change, named) => {
    expect(cardPageObstacle(store, { ...installation, ...change })).toEqual({
      part: 'installation',
      reason: expect.stringContaining(named),
    })
  })

  it.each([[null], ['sk_test_1'], ['pk_live_1']])('but not with the key %s', (key) => {
    expect(cardPageObstacle({ ...store, publishable_key: key }, installation)).toMatchObject({
      part: 'publishable-key',
    })
  })

  it('but not where nothing is known of the installation', () => {
    expect(cardPageObstacle(store, undefined)).toMatchObject({ part: 'installation' })
  })
})

it('a policy that leads nobody to the card page needs nothing', () => {
  const bare = { ...store, publishable_key: null }
  expect(obstacleToPolicy({ ...bare, policy: {} }, undefined)).toBeUndefined()
  const policy = { checkout_mode: 'card_page' }
  expect(obstacleToPolicy({ ...bare, policy }, installation)).toMatchObject({
    part: 'publishable-key',
  })
})
