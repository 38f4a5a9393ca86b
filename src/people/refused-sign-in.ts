import { organizationIdsOf } from '../db/members.ts'
import { findPersonByEmail } from '../db/people.ts'
import type { PeopleContext } from './context.ts'

const BECAUSE = { wrong: 'wrong password', 'locked-out': 'locked out' } as const

/**
 * Keeps in the audit log that somebody was not let in, for each organization of the person whose e-mail
 * it was. Nobody waits for that: how long an answer takes says nothing of accounts.
 */
export const noteRefusedSignIn = (
  { query, clock, log, refusedActs }: PeopleContext,
  {
    email,
    address,
    outcome,
  }: { email: string | undefined; address: string; outcome: keyof typeof BECAUSE },
): void => {
  const at = clock.now()
  const note = async (): Promise<void> => {
    const person = email === undefined ? undefined : await findPersonByEmail(query, email)
    const organizationIds = person ? await organizationIdsOf(query, person.id) : [null]
    for (const organizationId of organizationIds) {
      refusedActs.note(
        {
          ...{ at, organizationId, storeId: null, status: null },
          actor: { kind: 'unknown' },
          fromAddress: address,
          action: SIGN_IN,
          subject: person?.email ?? masked(email),
          request: { because: BECAUSE[outcome] },
        },
        JSON.stringify([SIGN_IN, outcome, person?.id ?? null, organizationId]),
      )
    }
  }
  note().catch((error) => log.error({ err: error }, 'a refused sign-in was not kept'))
}

const SIGN_IN = 'sign in'

/** What was typed may be a password, or of somebody who has no account here. */
const masked = (email: string | undefined): string => (email ? `${email.slice(0, 1)}…@…` : '…')
