import { z } from 'zod'
import { listMembers } from '../../../db/people/members.ts'
import type { Money } from '../../../domain/money.ts'
import { type Rights, ROLES } from '../../../domain/rights.ts'
import {
  changeRole,
  type MemberChanged,
  removeMember,
  setRefundLimits,
} from '../../../people/members/change-members.ts'
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
import { givenRefundLimit, readRefundLimit, refundLimitView, viewOfLimit } from './refund-limits.ts'

const TAG = 'People'

const memberView = z
  .object({
    id: z.string().meta({ example: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    organization_id: z.string().meta({ example: 'main' }),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    since: z.iso.datetime(),
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
  problems: { 404: 'The person has no such organization', 422: 'The cursor is not valid' },
  handle: async (input) => {
    const { ctx, query, organizationIds } = input
    const read = readCursor('people', query.cursor)
    if (read.outcome === 'refused') return read.answer
    const refusal = query.organization_id && refusalOf(input, query.organization_id)
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
      }),
    )
    const next = last && all.length > from + query.limit ? keyOf(last) : undefined
    return answerPage('people', { data, next })
  },
})

const invitation = z
  .object({
    email: z.string(),
    url: z.string().meta({ description: 'The link that the invited person opens; it works once.' }),
    expires_at: z.iso.datetime(),
    mail: z
      .object({
        outcome: z.enum(['sent', 'failed', 'not_set_up']).meta({
          description:
            '`not_set_up`: Puente has no mail server. Only of `sent` has anybody got it.',
        }),
        detail: z.string().nullable().meta({ description: 'Why it was not sent.' }),
        cure: z.string().nullable(),
      })
      .meta({ description: 'Whether the link was mailed. It works in any case.' }),
  })
  .meta({ id: 'Invitation' })

const invitePerson = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/organizations/{id}/invitations',
  operationId: 'invitePerson',
  tag: TAG,
  scope: 'admin',
  needsFreshSignIn: ({ body }) => body.role === 'owner',
  summary: 'Invite a person to an organization by a link, which Puente mails if it can',
  body: z
    .strictObject({
      email: plainText(254),
      role: z.enum(ROLES),
      language: z
        .enum(['es', 'en'])
        .optional()
        .meta({ description: 'Of the mail; without it, that of the request.' }),
    })
    .meta({ id: 'NewInvitation', example: { email: 'ana@example.com', role: 'operator' } }),
  answers: { 201: { description: 'The link, this once', schema: invitation } },
  problems: {
    404: 'The person has no such organization',
    409: 'They belong to it already',
    422: 'A field is not valid',
  },
  handle: async (input) => {
    const { ctx, id, body, person, mail, reader } = input
    const refusal = refusalOf(input, id)
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
  needsFreshSignIn: ({ body }) => body.role === 'owner',
  summary: "Change a person's role in an organization, from their next request on",
  body: z
    .strictObject({ ...ofMember, role: z.enum(ROLES) })
    .meta({ id: 'PersonChange', example: { organization_id: 'main', role: 'viewer' } }),
  answers: { 200: { description: 'What they are now', schema: changedMember } },
  problems: { 404: 'There is no such person', 409: 'They are the last owner', 422: 'Not valid' },
  handle: async (input) => {
    const { ctx, id, body } = input
    const { organization_id: organizationId, role } = body
    const refusal = refusalOf(input, organizationId)
    if (refusal) return refusal
    const changed = await changeRole(ctx.db.query, { organizationId, personId: id, role })
    return answerChange(changed, { id, organization_id: organizationId, role })
  },
})

const removePerson = defineOperatorRoute({
  method: 'delete',
  path: '/operator/v1/people/{id}',
  operationId: 'removePerson',
  tag: TAG,
  scope: 'admin',
  summary: 'Remove a person from an organization immediately',
  query: z.strictObject(ofMember),
  answers: { 200: { description: 'They are out', schema: changedMember } },
  problems: { 404: 'There is no such person', 409: 'They are the last owner', 422: 'Not valid' },
  handle: async (input) => {
    const { ctx, id, query } = input
    const { organization_id: organizationId } = query
    const refusal = refusalOf(input, organizationId)
    if (refusal) return refusal
    const removed = await removeMember(ctx.db.query, { organizationId, personId: id })
    return answerChange(removed, { id, organization_id: organizationId, role: null })
  },
})

const organizationView = z
  .object({
    id: z.string(),
    operator_refund_limit: refundLimitView,
    operator_refund_day_limit: refundLimitView,
  })
  .meta({ id: 'OrganizationLimit' })

const newLimit = givenRefundLimit.nullable().optional()

const changeOrganization = defineOperatorRoute({
  method: 'patch',
  path: '/operator/v1/organizations/{id}',
  operationId: 'changeOrganization',
  tag: TAG,
  scope: 'admin',
  summary: "Set the refund limits of an organization's operators",
  body: z
    .strictObject({
      operator_refund_limit: newLimit.meta({ description: '`null`: as much as was paid.' }),
      operator_refund_day_limit: newLimit.meta({
        description: 'What each operator may refund within a day of Honduras; `null`: no limit.',
      }),
    })
    .meta({
      id: 'OrganizationChange',
      example: { operator_refund_limit: { amount: '500.00', currency: 'HNL' } },
    }),
  answers: { 200: { description: 'The limits', schema: organizationView } },
  problems: { 404: 'The person has no such organization', 422: 'A field is not valid' },
  handle: async (input) => {
    const { ctx, id, body } = input
    const refusal = refusalOf(input, id)
    if (refusal) return refusal
    const limits: { [Field in keyof typeof body]?: Money | null | undefined } = {}
    for (const name of ['operator_refund_limit', 'operator_refund_day_limit'] as const) {
      const given = body[name]
      const read = given && readRefundLimit(name, given)
      if (read?.outcome === 'refused') return read.answer
      limits[name] = read ? read.limit : given === null ? null : undefined
    }
    const changed = await setRefundLimits(ctx.db.query, {
      organizationId: id,
      refundLimit: limits.operator_refund_limit,
      refundDayLimit: limits.operator_refund_day_limit,
    })
    if (changed.outcome === 'no-such-organization') return refuse(NOT_FOUND)
    const { before, after } = changed
    return {
      status: 200,
      body: {
        id,
        operator_refund_limit: viewOfLimit(after.refundLimit),
        operator_refund_day_limit: viewOfLimit(after.refundDayLimit),
      },
      change: { before: auditedLimits(before), after: auditedLimits(after) },
    }
  },
})

const auditedLimits = ({
  refundLimit,
  refundDayLimit,
}: Pick<Rights, 'refundLimit' | 'refundDayLimit'>) => ({
  limit_minor: refundLimit?.minor ?? null,
  currency: refundLimit?.currency.code ?? null,
  day_limit_minor: refundDayLimit?.minor ?? null,
  day_currency: refundDayLimit?.currency.code ?? null,
})

/** 404 for non-members, 403 for members without the right. */
const refusalOf = ({ organizationIds, person }: OperatorInput, id: string): Answer | undefined => {
  if (organizationIds.includes(id)) return undefined
  const isMember = person.memberships.some(({ organizationId }) => organizationId === id)
  return refuse(isMember ? NOT_ALLOWED : NOT_FOUND)
}

const answerChange = (changed: MemberChanged, body: z.input<typeof changedMember>): Answer => {
  switch (changed.outcome) {
    case 'no-such-member':
      return refuse(NOT_FOUND)
    case 'last-owner':
      return refuse(LAST_OWNER)
    case 'changed': {
      const change = { before: { role: changed.before }, after: { role: body.role } }
      return { status: 200, body, change }
    }
  }
}

const MEMBER_ALREADY = problem({
  status: 409,
  code: 'member_already',
  title: 'They belong to the organization already',
  retry: 'permanent',
})

const LAST_OWNER = problem({
  status: 409,
  code: 'last_owner',
  title: 'They are the last owner; somebody has to be left who owns the organization',
  retry: 'permanent',
})

export const peopleRoutes: readonly OperatorRoute[] = [
  listPeople,
  invitePerson,
  changeRoleOfPerson,
  removePerson,
  changeOrganization,
]
