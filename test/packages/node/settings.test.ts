import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPuente } from '../../../packages/node/src/index.ts'

const KEY = 'puente_test_0123456789abcdef'
const baseUrl = 'https://puente.example'

afterEach(() => vi.unstubAllEnvs())

const refusal = (options: Parameters<typeof createPuente>[0]): string => {
  try {
    createPuente(options)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return String(error)
  }
  throw new Error('The options were accepted')
}

describe('the API key', () => {
  it.each([
    ['sk_live_secret99', 'the secret key of the gateway'],
    ['pk_test_secret99', 'the publishable key of the gateway'],
    ['whsec_secret99', 'the secret of notifications'],
    ['Bearer puente_test_secret99', 'an Authorization header'],
    ['puente_test_secret 99', 'a blank or a line break'],
    ['puente_prod_secret99', 'not an API key of Puente'],
    ['secret99', 'not an API key of Puente'],
    ['puente_test_sécret99', 'not an API key of Puente'],
  ])('the client refuses %s with a sentence that does not repeat it', (apiKey, says) => {
    const sentence = refusal({ baseUrl, apiKey })
    expect(sentence).toContain(says)
    expect(sentence).not.toContain('99')
  })

  it('the client names the setting if there is no key', () => {
    vi.stubEnv('PUENTE_API_KEY', '')
    expect(refusal({ baseUrl })).toContain('Set "apiKey" or PUENTE_API_KEY')
  })

  it('a test key is refused where the shop expects the live environment', () => {
    const sentence = refusal({ baseUrl, apiKey: KEY, environment: 'live' })
    expect(sentence).toContain('The API key is a test key, and "environment" is "live"')
    expect(sentence).not.toContain(KEY)
    expect(createPuente({ baseUrl, apiKey: KEY, environment: 'test' }).environment).toBe('test')
  })

  it('a printed client does not show its key', () => {
    const puente = createPuente({ baseUrl, apiKey: KEY })
    expect(inspect(puente, { depth: 9, showHidden: true })).not.toContain(KEY)
    expect(JSON.stringify(puente)).not.toContain(KEY)
  })

  it('the environment variables of the command line fill in', () => {
    vi.stubEnv('PUENTE_URL', 'http://localhost:3000/')
    vi.stubEnv('PUENTE_API_KEY', ` ${KEY}\n`)
    expect(createPuente().baseUrl).toBe('http://localhost:3000')
  })
})

describe('the address', () => {
  it.each([
    ['', 'There is no address'],
    ['puente.example', 'not an address'],
    ['ftp://puente.example', 'not an address'],
    ['https://me:pass@puente.example', 'a user or a password'],
    ['https://puente.example/?a=1', 'a query or a fragment'],
    ['https://puente.example/v1', 'has the path /v1'],
    ['http://puente.example', 'http at the public host puente.example'],
    ['http://8.8.8.8:3000', 'http at the public host 8.8.8.8'],
    ['http://[2001:db8::1]', 'http at the public host'],
  ])('the client refuses "%s"', (address, says) => {
    expect(refusal({ baseUrl: address, apiKey: KEY })).toContain(says)
  })

  it.each([
    'https://puente.example',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://10.1.2.3',
    'http://172.20.0.2',
    'http://puente:3000',
    'http://puente.default.svc.cluster.local',
  ])('the client accepts %s', (address) => {
    expect(createPuente({ baseUrl: address, apiKey: KEY }).baseUrl).toBe(address)
  })
})

it('numbers that make no sense are refused by name', () => {
  expect(refusal({ baseUrl, apiKey: KEY, timeoutMs: 0 })).toContain('"timeoutMs" is 0')
  expect(refusal({ baseUrl, apiKey: KEY, maxRetries: -1 })).toContain('"maxRetries" is -1')
})
