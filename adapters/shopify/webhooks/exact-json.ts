import { orUndefined } from '../../../src/runtime/failure.ts'
import { toStorable } from '../../../src/runtime/text/storable.ts'

/**
 * Parses integers as strings: Shopify's ids have 64 bits, in some payloads as numbers only. Returns
 * `undefined` for invalid JSON.
 */
export const parseExactly = (body: Buffer): unknown =>
  orUndefined(() => toStorable(JSON.parse(body.toString('utf8'), asWritten)))

const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown => {
  const { source } = context ?? {}
  return typeof value === 'number' && source && /^-?\d+$/.test(source) ? source : value
}
