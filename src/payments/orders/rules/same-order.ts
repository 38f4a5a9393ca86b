interface Fingerprinted {
  fingerprint?: string | null | undefined
}

/**
 * Compares two orders with one id. A store restored from backup, or rebuilt, reuses ids; only
 * fingerprints distinguish them.
 */
export const mayBeSameOrder = (one: Fingerprinted, other: Fingerprinted): boolean =>
  !one.fingerprint || !other.fingerprint || one.fingerprint === other.fingerprint
