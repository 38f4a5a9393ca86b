import { z } from 'zod'
import type { StoreId } from '../../../src/domain/ids.ts'
import { addMs, HOUR } from '../../../src/runtime/clock.ts'
import { neighbourhoodOf } from '../../../src/runtime/http/caller/caller-network.ts'
import { toStorableText } from '../../../src/runtime/text/storable.ts'
import { begunConnections } from '../../adapter.ts'
import { PAIRING_SECRET } from './pairing.ts'
import { type BegunDeps, storePending } from './pending-connection.ts'
import { isSameHost, siteKeyOf, storeIdOfSite } from './site-identity.ts'

const address = z
  .string()
  .max(2_000)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) {
      return url.href
    }
    const message = 'Must be an http or https address, without name, password and fragment'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const version = z
  .string()
  .max(50)
  .regex(/^[\x20-\x7e]*$/)

export const beginRequest = z
  .strictObject({
    site_url: address.transform((url) => url.replace(/\/+$/, '')),
    site_name: z.string().max(500).transform(toStorableText),
    rest_url: address,
    return_url: address,
    pairing_secret: z.string().regex(PAIRING_SECRET, 'Must be pps_ and 32 bytes in base64url'),
    locale: z.enum(['es', 'en']),
    plugin_version: version,
    woocommerce_version: version,
  })
  .transform((said, context) => {
    const refuse = (name: 'site_url' | 'return_url', message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    // The merchant approves at site_url and Puente tries the keys at rest_url, so both must be one
    // store: another folder is another store.
    if (siteKeyOf(said.site_url) !== siteKeyOf(said.rest_url)) {
      refuse('site_url', 'Must be the site of rest_url')
    }
    if (!isSameHost(said.return_url, said.rest_url)) {
      refuse('return_url', 'Must be on the host of rest_url')
    }
    return said
  })

/**
 * Limits per network and neighbourhood, because each connection can make us call a site, and in
 * total, for database space, which one neighbourhood cannot exhaust.
 */
const MOST_PER_HOUR = { fromThere: 30, fromNear: 200, inAll: 5_000 } as const
const WHERE = ['fromThere', 'fromNear', 'inAll'] as const

const NAME_LENGTH = 100

type BeginConnectionOutcome =
  | { outcome: 'begun'; storeId: StoreId; token: string; expiresAt: Date }
  | { outcome: 'too-many' }

/** The connection stays unverified until the site confirms it. */
export const beginConnection = async (
  deps: BegunDeps,
  { pairing_secret, ...said }: z.output<typeof beginRequest>,
  startedBy: string,
): Promise<BeginConnectionOutcome> => {
  const { db, clock } = deps.ctx
  const since = addMs(clock.now(), -HOUR)
  const neighbourhood = neighbourhoodOf(startedBy)
  const begun = await begunConnections.count(db.query, { since, begunBy: startedBy, neighbourhood })
  const isTooMany = WHERE.some((where) => begun[where] >= MOST_PER_HOUR[where])
  if (isTooMany) return { outcome: 'too-many' }
  const storeId = await storeIdOfSite(db.query, said)
  const name = said.site_name.trim().slice(0, NAME_LENGTH).toWellFormed()
  const details = { ...said, site_name: name || new URL(said.site_url).host }
  const kept = await storePending(deps, {
    storeId,
    begunBy: startedBy,
    pairingSecret: pairing_secret,
    details,
  })
  return { outcome: 'begun', storeId, ...kept }
}
