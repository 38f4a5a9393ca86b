import { keepable } from '../../../src/runtime/keepable.ts'

/**
 * `JSON.parse`, but whole numbers come as they are written: Shopify's ids have 64 bits, and in some
 * bodies they are numbers only. `undefined`: it is no JSON.
 */
export const parseExactly = (body: Buffer): unknown => {
  try {
    return keepable(JSON.parse(body.toString('utf8'), asWritten))
  } catch {
    return undefined
  }
}

const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown => {
  const { source } = context ?? {}
  return typeof value === 'number' && source && /^-?\d+$/.test(source) ? source : value
}
