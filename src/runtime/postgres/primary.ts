import pg from 'pg'
import { addressesOf } from './database-address.ts'
import { endConnection, NotPrimary } from './watched-connection.ts'

/** The writable host of an address. */
export interface Primary {
  /** Rejects with each host's error if none is writable. */
  address(): Promise<string>
  /** Drops the cache after a suspected failover. */
  invalidate(): void
}

/** Timeout of a host; a silent host counts as no primary. */
const PATIENCE_MS = 3_000
const CLOSE_TIMEOUT_MS = 500

/**
 * Finds the primary like libpq's `target_session_attrs=read-write` and caches it. Never probes a
 * single host.
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

const probeWritable = async (address: string): Promise<string> => {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'puente-primary',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    )
    if (rows[0]?.transaction_read_only !== 'off') throw new NotPrimary('takes no writes')
    return address
  } finally {
    await endConnection(client, CLOSE_TIMEOUT_MS)
  }
}
