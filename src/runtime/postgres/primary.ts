import { addressesOf } from './database-address.ts'
import { NotPrimary, withConnection } from './watched-connection.ts'

/** The writable host of an address. */
export interface Primary {
  /** Rejects with each host's error if none is writable. */
  address(): Promise<string>
  /** Drops the cache after a suspected failover. */
  invalidate(): void
}

/** Timeout of a host; a silent host counts as no primary. */
const PATIENCE_MS = 3_000

/**
 * Caches the primary, found like libpq's `target_session_attrs=read-write`. Never probes a single
 * host.
 */
export const primaryOf = (url: string): Primary => {
  const addresses = addressesOf(url)
  const [only] = addresses
  if (addresses.length === 1 && only !== undefined) {
    return { address: async () => only, invalidate: () => {} }
  }
  let known: Promise<string> | undefined
  return {
    address: () => {
      const finding = known ?? Promise.any(addresses.map(probeWritable))
      known = finding
      finding.catch(() => {
        if (known === finding) known = undefined
      })
      return finding
    },
    invalidate: () => {
      known = undefined
    },
  }
}

const probeWritable = (address: string): Promise<string> =>
  withConnection(
    {
      connectionString: address,
      application_name: 'puente-primary',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    },
    async (client) => {
      const { rows } = await client.query<{ transaction_read_only: string }>(
        'SHOW transaction_read_only',
      )
      if (rows[0]?.transaction_read_only !== 'off') throw new NotPrimary('takes no writes')
      return address
    },
  )
