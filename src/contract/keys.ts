/** Test or live comes from the key's prefix alone, `gateway-api.md` 5. */
export type Environment = 'test' | 'live'

/** `undefined` when the text is no secret key. */
export const environmentOfSecretKey = (secretKey: string): Environment | undefined => {
  if (secretKey.startsWith('sk_test_')) return 'test'
  if (secretKey.startsWith('sk_live_')) return 'live'
  return undefined
}

/**
 * What is wrong with a publishable key. The contract shows `pk_*` only (5); a key that names an
 * environment has to name that of the secret key.
 */
export const wrongWithPublishableKey = (
  key: string,
  environment: Environment | undefined,
): 'shape' | 'other-environment' | undefined => {
  if (!key.startsWith('pk_')) return 'shape'
  const named = /^pk_(test|live)_/.exec(key)?.[1]
  return named && environment && named !== environment ? 'other-environment' : undefined
}

/** Whether a text is one of an account's keys: then it is no signing secret. */
export const isGatewayKey = (text: string): boolean => /^[sp]k_/.test(text)
