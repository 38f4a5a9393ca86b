import { createHash } from 'node:crypto'

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** Returns a digest of 26 characters: equal parts give the same order id. */
export const referenceDigest = (identity: readonly unknown[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest()
  return [...digest.subarray(0, LENGTH)].map((byte) => BASE_32[byte % 32]).join('')
}
