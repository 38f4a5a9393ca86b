import { createHash } from 'node:crypto'

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** Returns 26 characters that stand for what makes a request the same when it is repeated. */
export const referenceDigest = (identity: readonly unknown[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest()
  return [...digest.subarray(0, LENGTH)].map((byte) => BASE_32[byte % 32]).join('')
}
