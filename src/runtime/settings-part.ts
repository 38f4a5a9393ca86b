import { isIP } from 'node:net'
import { z } from 'zod'
import { type AddressPart, lostPartOf } from './address-parts.ts'

/** Settings that one part of an installation brings, such as a platform; `config/settings.ts` reads them. */
export interface SettingsPart {
  /** By name, as in the environment: `SHOP_APP_ID`. */
  shape: z.ZodRawShape
  /** Names with this beginning are this part's alone, so an unknown one is a mistake: `SHOP_`. */
  prefix: string
  /** What begins so and is for somebody else. */
  ofOthers?: readonly string[]
  /** Those that may be in a file of their own, which `NAME_FILE` names. */
  secrets?: readonly string[]
  /** Secrets of one store that `npm run stores` may find in the environment: the variable by option. */
  storeSecrets?: Readonly<Record<string, string>>
  /** What is wrong with settings that are each right, as `NAME: why`. */
  rules?(values: Readonly<Record<string, unknown>>, more: { isProduction: boolean }): string[]
}

const httpAddress = (...kept: AddressPart[]) =>
  z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .superRefine((address, context) => {
      const lost = lostPartOf(address, kept)
      if (lost) context.addIssue({ code: 'custom', message: lost.en })
    })
    .transform((url) => url.replace(/\/+$/, ''))

/** Base URL of a Puente host, without the trailing slash: `https://puente.example`. */
export const hostUrl = httpAddress()
/** Base URL to which Puente appends paths: `https://gateway.example/v1`. */
export const baseUrl = httpAddress('path')
/** URL of a single endpoint, called unchanged. */
export const endpointUrl = httpAddress('path', 'query')
/** URL that a browser opens. */
export const pageUrl = httpAddress('path', 'query', 'fragment')

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** `10.0.0.4` or `10.0.0.0/24`. */
const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  const bits = family === 4 ? 32 : 128
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

/** Addresses and networks, with commas between them. */
export const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isNetwork), {
    error: 'expected addresses or networks: 127.0.0.1,10.0.0.0/24',
  })
