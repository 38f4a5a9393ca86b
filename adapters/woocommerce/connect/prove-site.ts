import { systemClock } from '../../../src/runtime/clock.ts'
import type { Ids } from '../../../src/runtime/ids.ts'
import { readSite } from '../plugin-routes.ts'
import type { RestFailure } from '../rest/rest-failure.ts'
import { restPrefixOf } from '../rest/rest-root.ts'
import type { PendingConnection } from './pending-connection.ts'
import type { SiteProblem } from './problems.ts'

export type SiteProof =
  | { outcome: 'proven' }
  | { outcome: 'not-proven'; problem: SiteProblem; detail: string }

/** Timeout while the merchant waits. */
export const TIMEOUT_MS = 15_000

/** Probes by pairing secret whether a site began the connection. */
export const proveSite = async (
  { storeId, details, secrets }: Pick<PendingConnection, 'storeId' | 'details' | 'secrets'>,
  { ids, allowPrivateAddresses }: { ids: Ids; allowPrivateAddresses: boolean },
): Promise<SiteProof> => {
  const { rest_url: restUrl } = details
  if (!restPrefixOf(restUrl)) {
    return { outcome: 'not-proven', problem: 'plain_permalinks', detail: '' }
  }
  const read = await readSite({
    storeId,
    restUrl,
    pairingSecret: secrets.pairing_secret,
    timeoutMs: TIMEOUT_MS,
    allowPrivateAddresses,
    // The site checks timestamps against its own clock.
    clock: systemClock,
    ids,
  })
  if (read.outcome === 'done') return { outcome: 'proven' }
  return { outcome: 'not-proven', problem: siteProblemOf(read), detail: read.detail }
}

const BY_CODE: Readonly<Record<string, SiteProblem>> = {
  address_refused: 'private_address',
  plain_permalinks: 'plain_permalinks',
  redirected: 'redirected',
  basic_auth: 'basic_auth',
  rest_no_route: 'no_plugin',
  no_json: 'no_json',
  unreadable_answer: 'no_json',
  // A page, or a server without routes for WordPress' URLs.
  http_404: 'no_json',
  clock_differs: 'clock_differs',
  unknown_store: 'not_begun_there',
  wrong_signature: 'not_begun_there',
  not_signed: 'not_begun_there',
}

export const siteProblemOf = ({ code, retry }: RestFailure): SiteProblem =>
  BY_CODE[code] ??
  (retry === 'ask-a-person' || /^http_(401|403)$/.test(code) ? 'blocked' : 'unreachable')
