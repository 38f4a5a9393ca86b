/** Environment of a key, encoded in its prefix alone (`gateway-api.md` 5). */
export type Environment = 'test' | 'live'

export const environmentOfSecretKey = (secretKey: string): Environment | undefined => {
  if (secretKey.startsWith('sk_test_')) return 'test'
  if (secretKey.startsWith('sk_live_')) return 'live'
  return undefined
}

/**
 * Validates a publishable key; `undefined` if valid. The contract documents only `pk_*` (5); a key
 * that names an environment must match the secret key's.
 */
export const publishableKeyDefect = (
  key: string,
  environment: Environment | undefined,
): 'shape' | 'other-environment' | undefined => {
  if (!key.startsWith('pk_')) return 'shape'
  const named = /^pk_(test|live)_/.exec(key)?.[1]
  return named && environment && named !== environment ? 'other-environment' : undefined
}

/** Detects a key pasted in place of a signing secret. */
export const isGatewayKey = (text: string): boolean => /^[sp]k_/.test(text)
