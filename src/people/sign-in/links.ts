import { createHash } from 'node:crypto'
import type { DbQuery } from '../../db/db.ts'
import { firstOwnerOf } from '../../db/people/members.ts'
import { findLink, insertLink, type OneTimeLinkRow } from '../../db/people/one-time-links.ts'
import { replaceSignInLink } from '../../db/people/sign-in-links.ts'
import type { Role } from '../../domain/rights.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { PeopleContext } from '../context.ts'

const LINK_MS = 72 * HOUR
const TOKEN_BYTES = 32

export interface LinksContext {
  query: DbQuery
  ids: Ids
  publicUrl: string
  now: Date
}

export const linksContextOf = ({ clock, ...ctx }: PeopleContext): LinksContext => ({
  ...ctx,
  now: clock.now(),
})

/** We store only a hash of the token. */
export interface MadeLink {
  id: string
  url: string
  expiresAt: Date
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const makeLink = async (
  { query, ids, publicUrl, now }: LinksContext,
  what:
    | {
        kind: 'invitation'
        /** `undefined`: the invitee enters one. */
        email: string | undefined
        organizationId: string
        role: Role
        madeBy: string | undefined
      }
    | { kind: 'password'; personId: string; madeBy: string | undefined },
): Promise<MadeLink> => {
  const token = ids.secret(TOKEN_BYTES)
  const id = ids.next('lnk')
  const expiresAt = addMs(now, LINK_MS)
  const purpose =
    what.kind === 'invitation'
      ? { email: what.email, organization_id: what.organizationId, role: what.role }
      : { person_id: what.personId }
  await insertLink(query, {
    id,
    token_hash: hashToken(token),
    kind: what.kind,
    ...purpose,
    made_by: what.madeBy,
    created_at: now,
    expires_at: expiresAt,
  })
  return { id, url: `${publicUrl}/welcome/${token}`, expiresAt }
}

/** Ignores used and expired links. */
export const readLink = (
  { query, now }: Pick<LinksContext, 'query' | 'now'>,
  token: string,
): Promise<OneTimeLinkRow | undefined> => findLink(query, { tokenHash: hashToken(token), now })

export const SIGN_IN_LINK_MINUTES = 15

/**
 * Creates a single-use sign-in link for the first owner and invalidates earlier ones. Only for
 * trial installations on one machine: anyone who reads the terminal gets in.
 */
export const makeSignInLink = async (
  { query, ids, publicUrl, now }: LinksContext,
  organizationId: string,
): Promise<string | undefined> => {
  const owner = await firstOwnerOf(query, organizationId)
  if (!owner) return undefined
  const token = ids.secret(TOKEN_BYTES)
  await replaceSignInLink(query, {
    token_hash: hashToken(token),
    person_id: owner.person_id,
    created_at: now,
    expires_at: addMs(now, SIGN_IN_LINK_MINUTES * MINUTE),
  })
  return `${publicUrl}/sign-in/${token}`
}
