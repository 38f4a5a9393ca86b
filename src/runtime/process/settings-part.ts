import { isIP } from 'node:net'
import { z } from 'zod'
import { type AddressPart, droppedPartReason } from '../net/address-parts.ts'

export interface SettingsPart {
  shape: z.ZodRawShape
  /** An unknown name with this prefix (`SHOP_`) is an error. */
  prefix: string
  /** Names with the prefix that belong to other programs. */
  otherPrograms?: readonly string[]
  /** Settings that `NAME_FILE` can provide. */
  secrets?: readonly string[]
  /** Variables with a store's secrets for `npm run stores`, by option. */
  storeSecrets?: Readonly<Record<string, string>>
  /** Validates combinations; returns `NAME: why`. */
  rules?(values: Readonly<Record<string, unknown>>, more: { isProduction: boolean }): string[]
}

const httpAddress = (...kept: AddressPart[]) =>
  z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .superRefine((address, context) => {
      const lost = droppedPartReason(address, kept)
      if (lost) context.addIssue({ code: 'custom', message: lost.en })
    })
    .transform((url) => url.replace(/\/+$/, ''))

/** URL of a Puente host, without the trailing slash. */
export const hostUrl = httpAddress()
/** Base URL, extended by paths. */
export const baseUrl = httpAddress('path')
/** URL called unchanged. */
export const endpointUrl = httpAddress('path', 'query')
/** URL for browsers. */
export const pageUrl = httpAddress('path', 'query', 'fragment')

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  const bits = family === 4 ? 32 : 128
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

export const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isNetwork), {
    error: 'expected addresses or networks: 127.0.0.1,10.0.0.0/24',
  })
