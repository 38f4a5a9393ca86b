import type { StoreId } from '../../../src/domain/ids.ts'
import type { Ids } from '../../../src/runtime/ids.ts'

/** `pps_` and 32 random bytes. */
export const PAIRING_SECRET = /^pps_[A-Za-z0-9_-]{43}$/

export const newPairingSecret = (ids: Ids): string => `pps_${ids.secret(32)}`

/** Encodes the pairing, with its secret, for the plugin's settings. */
export const pairingCode = ({
  publicUrl,
  storeId,
  pairingSecret,
}: {
  publicUrl: string
  storeId: StoreId
  pairingSecret: string
}): string => {
  const parts = JSON.stringify({ u: publicUrl, s: storeId, k: pairingSecret })
  return `puente1.${Buffer.from(parts).toString('base64url')}`
}
