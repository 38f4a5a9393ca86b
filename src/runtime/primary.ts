import pg from 'pg'
import { addressesOf } from './database-address.ts'
import { endConnection, NotPrimary } from './watched-connection.ts'

/** Which of the hosts of an address takes writes at the moment. */
export interface Primary {
  /** The address of the primary alone. Rejects with what each host said when none is one. */
  address(): Promise<string>
  /** It may be another one by now. */
  doubt(): void
}

/** A host that does not say within this time what it is, is none. */
const PATIENCE_MS = 3_000
const GOODBYE_MS = 500

/**
 * Finds the primary among the hosts of an address, as libpq does with
 * `target_session_attrs=read-write`, and remembers it until it is doubted. The only host of an
 * address is taken as it is.
 */
export const primaryOf = (url: string): Primary => {
  const addresses = addressesOf(url)
  const [only] = addresses
  if (addresses.length === 1 && only !== undefined) {
    return { address: async () => only, doubt: () => {} }
  }
  let known: Promise<string> | undefined
  return {
    address: () => {
      const finding = known ?? Promise.any(addresses.map(askForWrites))
      known = finding
      finding.catch(() => {
        if (known === finding) known = undefined
      })
      return finding
    },
    doubt: () => {
      known = undefined
    },
  }
}

/** Resolves with the address when its server takes writes. */
const askForWrites = async (address: string): Promise<string> => {
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
    await endConnection(client, GOODBYE_MS)
  }
}
