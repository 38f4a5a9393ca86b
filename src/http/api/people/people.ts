import { z } from 'zod'
import { listMembers } from '../../../db/people/members.ts'
import { mayRefund, ROLES, type Role } from '../../../domain/rights.ts'
import { changeRole, removeMember } from '../../../people/members/change-members.ts'
import { mailInvitation } from '../../../people/members/invitation-mail.ts'
import { invite } from '../../../people/members/invite.ts'
import { fieldProblem, problem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { readCursor } from '../operator/cursor.ts'
import { listFields, listOf } from '../operator/list-schemas.ts'
import { answerPage } from '../operator/lists.ts'
import { NOT_ALLOWED, NOT_FOUND } from '../operator/problems.ts'
import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  refuse,
} from '../route.ts'

const TAG = 'People'

const memberView = z
  .object({
    id: z.string().meta({ example: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    organization_id: z.string().meta({ example: 'main' }),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    since: z.iso.datetime(),
    second_factor: z
      .boolean()
      .meta({ description: 'Whether the person has set up a second factor.' }),
  })
  .meta({ id: 'Member' })

const listPeople = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/people',
  operationId: 'listPeople',
  tag: TAG,
  scope: 'admin',
  summary: "List the people of the person's organizations",
  query: z.strictObject({
    organization_id: plainText(191).optional(),
    limit: listFields.limit,
    cursor: listFields.cursor,
  }),
  answers: { 200: { description: 'A page of people', schema: listOf(memberView, 'Members') } },
  problems: {
    404: 'The person does not belong to the organization',
    422: 'The cursor is not valid',
  },
  handle: async (input) => {
    const { ctx, query, organizationIds } = input
    const read = readCursor('people', query.cursor)
    if (read.outcome === 'refused') return read.answer
    const refusal = query.organization_id && refuseNonMember(input, query.organization_id)
    if (refusal) return refusal
    const ids = query.organization_id ? [query.organization_id] : [...organizationIds].sort()
    const all = (await Promise.all(ids.map((id) => listMembers(ctx.db.query, id)))).flat()
    const keyOf = (row: (typeof all)[number]) => `${row.organization_id} ${row.person_id}`
    const { before: after } = read
    const from = after === undefined ? 0 : all.findIndex((row) => keyOf(row) === after) + 1
    const page = all.slice(from, from + query.limit)
    const last = page.at(-1)
    const data = page.map(
      (row): z.input<typeof memberView> => ({
        id: row.person_id,
        organization_id: row.organization_id,
        name: row.name,
        email: row.email,
        role: row.role,
        since: row.created_at.toISOString(),
        second_factor: row.authenticator_since !== null || row.has_passkeys,
      }),
    )
    const next = last && all.length > from + query.limit ? keyOf(last) : undefined
    return answerPage('people', { data, next })
  },
})

const invitation = z
  .object({
    email: z.string(),
    url: z.string().meta({ description: 'One-time link for the invited person.' }),
    expires_at: z.iso.datetime(),
    mail: z
      .object({
        outcome: z.enum(['sent', 'failed', 'not_set_up']).meta({
          description:
            '`sent`: the mail server accepted the e-mail. `failed`: see `detail` and `cure`. `not_set_up`: Puente has no mail server.',
        }),
        detail: z
          .string()
          .nullable()
          .meta({ description: 'Reason for a failure; otherwise `null`.' }),
        cure: z
          .string()
          .nullable()
          .meta({ description: 'How to fix a failure; otherwise `null`.' }),
      })
      .meta({ description: 'Result of e-mailing the link. The link works in any case.' }),
  })
  .meta({ id: 'Invitation' })

const invitePerson = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/organizations/{id}/invitations',
  operationId: 'invitePerson',
  tag: TAG,
  scope: 'admin',
  needsFreshSignIn: ({ body }) => mayRefund(body.role),
  // The new member could refund in place of a session without the second factor.
  needsSecondFactor: ({ body, secondFactorRefunds: { from } }) =>
    from.length > 0 && mayRefund(body.role),
  summary: 'Create an invitation link to an organization, and e-mail it if possible',
  body: z
    .strictObject({
      email: plainText(254),
      role: z.enum(ROLES),
      language: z
        .enum(['es', 'en'])
        .optional()
        .meta({ description: 'Language of the e-mail. Defaults to that of the request.' }),
    })
    .meta({ id: 'NewInvitation', example: { email: 'ana@example.com', role: 'operator' } }),
  answers: { 201: { description: 'The link, which is shown only once', schema: invitation } },
  problems: {
    404: 'The person does not belong to the organization',
    409: 'The person is already a member of the organization (`member_already`)',
    422: 'A field is not valid',
  },
  handle: async (input) => {
    const { ctx, id, body, person, mail, reader } = input
    const refusal = refuseNonMember(input, id)
    if (refusal) return refusal
    const { db, ids, publicUrl } = ctx
    const invited = await invite(
      { query: db.query, ids, publicUrl, now: ctx.clock.now() },
      { email: body.email, organizationId: id, role: body.role, madeBy: person.id },
    )
    switch (invited.outcome) {
      case 'email-invalid':
        return refuse(fieldProblem('email', fieldMessage('email')))
      case 'no-such-organization':
        return refuse(NOT_FOUND)
      case 'not-owner':
        return refuse(NOT_ALLOWED)
      case 'member-already':
        return refuse(MEMBER_ALREADY)
      case 'invited': {
        const { url, expiresAt } = invited.link
        const language = body.language ?? reader ?? mail.language
        const sent = await mailInvitation(invited, { ...mail, language })
        const answer: z.input<typeof invitation> = {
          email: invited.email,
          url,
          expires_at: expiresAt.toISOString(),
          mail: {
            outcome: sent.outcome === 'not-set-up' ? 'not_set_up' : sent.outcome,
            detail: sent.outcome === 'failed' ? sent.detail : null,
            cure: sent.outcome === 'failed' ? sent.cure : null,
          },
        }
        return { status: 201, body: answer }
      }
    }
  },
})

const changedMember = z
  .object({ id: z.string(), organization_id: z.string(), role: z.enum(ROLES).nullable() })
  .meta({ id: 'ChangedMember' })

const ofMember = { organization_id: plainText(191) }

const changeRoleOfPerson = defineOperatorRoute({
  method: 'patch',
  path: '/operator/v1/people/{id}',
  operationId: 'changePerson',
  tag: TAG,
  scope: 'admin',
  needsFreshSignIn: ({ body }) => mayRefund(body.role),
  // The new member could refund in place of a session without the second factor.
  needsSecondFactor: ({ body, secondFactorRefunds: { from } }) =>
    from.length > 0 && mayRefund(body.role),
  summary: "Change a person's role in an organization, effective from their next request",
  body: z
    .strictObject({ ...ofMember, role: z.enum(ROLES) })
    .meta({ id: 'PersonChange', example: { organization_id: 'main', role: 'viewer' } }),
  answers: { 200: { description: 'The changed member', schema: changedMember } },
  problems: {
    404: 'The organization has no such person',
    409: 'The person is the last owner (`last_owner`)',
    422: 'A field is not valid',
  },
  handle: (input) => changeMember(input, input.body),
})

const removePerson = defineOperatorRoute({
  method: 'delete',
  path: '/operator/v1/people/{id}',
  operationId: 'removePerson',
  tag: TAG,
  scope: 'admin',
  summary: 'Remove a person from an organization immediately',
  query: z.strictObject(ofMember),
  answers: { 200: { description: 'The removed member', schema: changedMember } },
  problems: {
    404: 'The organization has no such person',
    409: 'The person is the last owner (`last_owner`)',
    422: 'A field is not valid',
  },
  handle: (input) => changeMember(input, { ...input.query, role: null }),
})

/** 404 for non-members, 403 for members without the right. */
export const refuseNonMember = (
  { organizationIds, person }: OperatorInput,
  id: string,
): Answer | undefined => {
  if (organizationIds.includes(id)) return undefined
  const isMember = person.memberships.some(({ organizationId }) => organizationId === id)
  return refuse(isMember ? NOT_ALLOWED : NOT_FOUND)
}

/** `role: null` removes the member. */
const changeMember = async (
  input: OperatorInput & { id: string },
  { organization_id, role }: { organization_id: string; role: Role | null },
): Promise<Answer> => {
  const { ctx, id } = input
  const refusal = refuseNonMember(input, organization_id)
  if (refusal) return refusal
  const { query } = ctx.db
  const member = { organizationId: organization_id, personId: id }
  const changed = role
    ? await changeRole(query, { ...member, role })
    : await removeMember(query, member)
  switch (changed.outcome) {
    case 'no-such-member':
      return refuse(NOT_FOUND)
    case 'last-owner':
      return refuse(LAST_OWNER)
    case 'changed': {
      const body: z.input<typeof changedMember> = { id, organization_id, role }
      return { status: 200, body, change: { before: { role: changed.before }, after: { role } } }
    }
  }
}

const MEMBER_ALREADY = problem({
  code: 'member_already',
  title: 'The person is already a member of the organization',
})

const LAST_OWNER = problem({
  code: 'last_owner',
  title: 'The organization needs at least one owner',
})

export const peopleRoutes: readonly OperatorRoute[] = [
  listPeople,
  invitePerson,
  changeRoleOfPerson,
  removePerson,
]
