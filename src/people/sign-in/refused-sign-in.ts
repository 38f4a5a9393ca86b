import { organizationIdsOf } from '../../db/people/members.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import type { PeopleContext } from '../context.ts'

const BECAUSE = {
  wrong: 'wrong password',
  'wrong-code': 'wrong code',
  'not-invited': 'not invited',
  'email-unverified': 'e-mail not verified',
  'other-account': 'another account of the issuer',
  'locked-out': 'locked out',
} as const

/**
 * Records a refused sign-in for each organization of the person. Runs in the background, so the
 * response time does not reveal whether the account exists.
 */
export const noteRefusedSignIn = (
  { query, clock, log, refusedActions }: PeopleContext,
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
      refusedActions.note(
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

/** The input may be a password or a stranger's e-mail. */
const masked = (email: string | undefined): string => (email ? `${email.slice(0, 1)}…@…` : '…')
