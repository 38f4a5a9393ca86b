import { firstOwnerOf } from '../../db/people/members.ts'
import { replaceSignInLink } from '../../db/people/sign-in-links.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import { hashToken, type LinksContext, TOKEN_BYTES } from './links.ts'

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
    used_at: null,
  })
  return `${publicUrl}/sign-in/${token}`
}
