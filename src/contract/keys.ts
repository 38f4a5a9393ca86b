/** Test or live comes from the key's prefix alone, `gateway-api.md` 5. */
export type Environment = 'test' | 'live'

/** `undefined` when the text is no secret key. */
export const environmentOfSecretKey = (secretKey: string): Environment | undefined => {
  if (secretKey.startsWith('sk_test_')) return 'test'
  if (secretKey.startsWith('sk_live_')) return 'live'
  return undefined
}
