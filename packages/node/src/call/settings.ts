import type { PuenteError } from './errors.ts'

/** Options of the client; `PUENTE_URL` and `PUENTE_API_KEY` of the environment fill in. */
export interface PuenteOptions {
  /** Address of Puente, such as `https://puente.example`. */
  baseUrl?: string | undefined
  /** API key of the store: `puente_test_…` or `puente_live_…`. */
  apiKey?: string | undefined
  /** Environment that the shop expects; refuses a key of the other one. */
  environment?: Environment | undefined
  /** Milliseconds that one request may take. Defaults to 30,000. */
  timeoutMs?: number | undefined
  /** Further requests after a failure that may pass. Defaults to 4. */
  maxRetries?: number | undefined
  /** Longest `Retry-After` to wait for, in milliseconds. Defaults to 60,000. */
  maxRetryAfterMs?: number | undefined
  /** Language of sentences about money. Defaults to the store's. */
  language?: 'es' | 'en' | undefined
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined
  /** Replaces the pause between two tries, for tests. */
  wait?: Wait | undefined
  /** Called before each retry, for logs. */
  onRetry?: ((retry: Retrying) => void) | undefined
}

export type Environment = 'test' | 'live'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Resolves after the milliseconds, or as soon as the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>

export interface Retrying {
  call: string
  /** Number of failed requests. */
  tries: number
  waitMs: number
  /** Has the call's `idempotencyKey`. */
  error: PuenteError
}

export interface Settings {
  baseUrl: string
  apiKey: string
  environment: Environment
  timeoutMs: number
  maxRetries: number
  maxRetryAfterMs: number
  language: 'es' | 'en' | undefined
  fetch: Fetch
  wait: Wait
  onRetry: (retry: Retrying) => void
}

/** Checks the options. Throws a TypeError that says what to correct and never repeats the key. */
export const settingsOf = (options: PuenteOptions): Settings => {
  const apiKey = keyOf(options.apiKey ?? fromEnvironment('PUENTE_API_KEY'))
  const environment: Environment = apiKey.startsWith('puente_live_') ? 'live' : 'test'
  if (options.environment !== undefined && options.environment !== environment) {
    throw new TypeError(
      `The API key is a ${environment} key, and "environment" is "${options.environment}". Use a key of the ${options.environment} store (puente_${options.environment}_…).`,
    )
  }
  return {
    baseUrl: baseUrlOf(options.baseUrl ?? fromEnvironment('PUENTE_URL')),
    apiKey,
    environment,
    timeoutMs: atLeast('timeoutMs', options.timeoutMs ?? 30_000, 1),
    maxRetries: atLeast('maxRetries', options.maxRetries ?? 4, 0),
    maxRetryAfterMs: atLeast('maxRetryAfterMs', options.maxRetryAfterMs ?? 60_000, 0),
    language: options.language,
    // The global one is looked up for each call: tests replace it.
    fetch: (url, init) => (options.fetch ?? globalThis.fetch)(url, init),
    wait: options.wait ?? waitFor,
    onRetry: options.onRetry ?? (() => {}),
  }
}

const fromEnvironment = (name: string): string | undefined => {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

export const atLeast = (name: string, value: number, least: number): number => {
  if (Number.isFinite(value) && value >= least) return value
  throw new TypeError(`"${name}" is ${value}. Use a number of at least ${least}.`)
}

/** Keys that people confuse with an API key of Puente. */
const OTHER_KEYS: readonly (readonly [prefix: string, what: string])[] = [
  ['sk_', 'the secret key of the gateway'],
  ['pk_', 'the publishable key of the gateway'],
  ['whsec_', 'the secret of notifications'],
  ['Bearer ', 'an Authorization header'],
]

const EXPECTED_KEY =
  'Use an API key of the store (puente_test_… or puente_live_…): "puente stores keys create" makes one.'

const keyOf = (given: unknown): string => {
  if (given === undefined || given === '') {
    throw new TypeError(`There is no API key. Set "apiKey" or PUENTE_API_KEY. ${EXPECTED_KEY}`)
  }
  if (typeof given !== 'string') {
    throw new TypeError(`The API key is not a text. ${EXPECTED_KEY}`)
  }
  const key = given.trim()
  const other = OTHER_KEYS.find(([prefix]) => key.startsWith(prefix))
  if (other) throw new TypeError(`This is ${other[1]}, not an API key. ${EXPECTED_KEY}`)
  if (/\s/.test(key)) {
    throw new TypeError(`The API key has a blank or a line break inside. ${EXPECTED_KEY}`)
  }
  if (!/^puente_(?:test|live)_[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(`This is not an API key of Puente. ${EXPECTED_KEY}`)
  }
  return key
}

const baseUrlOf = (given: unknown): string => {
  if (given === undefined || given === '') {
    throw new TypeError(
      'There is no address of Puente. Set "baseUrl" or PUENTE_URL, such as https://puente.example.',
    )
  }
  const text = String(given).trim()
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) {
    throw new TypeError('"baseUrl" is not an address such as https://puente.example.')
  }
  const url = new URL(text)
  if (url.username || url.password) {
    throw new TypeError('"baseUrl" has a user or a password. Leave them out.')
  }
  if (url.search || url.hash) {
    throw new TypeError('"baseUrl" has a query or a fragment. Use only scheme, host and port.')
  }
  if (url.pathname !== '/') {
    throw new TypeError(
      `"baseUrl" has the path ${url.pathname}. Use only scheme, host and port: ${url.origin}.`,
    )
  }
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    throw new TypeError(
      `"baseUrl" is http at the public host ${url.hostname}: everybody on the way could read the API key. Use https://${url.host}.`,
    )
  }
  return url.origin
}

const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|test|lan)$/
const PRIVATE_IPV4 = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./
const PRIVATE_IPV6 = /^\[(?:::1|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/

/** A name without a dot is a container or a machine of the own network. */
const isPrivateHost = (host: string): boolean =>
  PRIVATE_NAMES.test(host) ||
  PRIVATE_IPV4.test(host) ||
  PRIVATE_IPV6.test(host) ||
  !/[.:]/.test(host)

const waitFor: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
