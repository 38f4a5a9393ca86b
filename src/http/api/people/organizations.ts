import { z } from 'zod'
import type { DbQuery } from '../../../db/db.ts'
import { findOrganization, setSecondFactorRequired } from '../../../db/people/members.ts'
import { deleteInvitation, listOpenInvitations } from '../../../db/people/one-time-links.ts'
import { operatorLimitsOf } from '../../../db/people/people.ts'
import type { Money } from '../../../domain/money.ts'
import { type Rights, ROLES } from '../../../domain/rights.ts'
import { setRefundLimits } from '../../../people/members/change-members.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { refuseNonMember } from './people.ts'
import { givenRefundLimit, readRefundLimit, refundLimitView, viewOfLimit } from './refund-limits.ts'

const TAG = 'People'

type Limits = Pick<Rights, 'refundLimit' | 'refundDayLimit'>

const openInvitation = z
  .object({
    id: z.string().meta({ example: 'lnk_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    email: z
      .string()
      .nullable()
      .meta({ description: '`null` if the invited person enters an address.' }),
    role: z.enum(ROLES),
    made_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'OpenInvitation' })

const ONE_REFUND = { description: 'Limit for one refund of an operator; `null` for no limit.' }
const ONE_DAY = {
  description: 'Limit for the refunds of each operator in a Honduras day; `null` for no limit.',
}

const operatorLimits = {
  operator_refund_limit: refundLimitView.meta(ONE_REFUND),
  operator_refund_day_limit: refundLimitView.meta(ONE_DAY),
}

const viewOfOperatorLimits = ({ refundLimit, refundDayLimit }: Limits) => ({
  operator_refund_limit: viewOfLimit(refundLimit),
  operator_refund_day_limit: viewOfLimit(refundDayLimit),
})

const requiresFactor = z.boolean().meta({
  description: 'Members without a second factor must set one up before anything else.',
})

const organizationView = z
  .object({
    id: z.string().meta({ example: 'main' }),
    name: z.string(),
    ...operatorLimits,
    requires_second_factor: requiresFactor,
    invitations: z.array(openInvitation).meta({ description: 'Invitations that are still valid.' }),
  })
  .meta({ id: 'Organization' })

const listOrganizations = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/organizations',
  operationId: 'listOrganizations',
  tag: TAG,
  scope: 'admin',
  summary: "List the person's organizations with their open invitations",
  answers: {
    200: {
      description: 'All organizations, by id',
      schema: z.object({ data: z.array(organizationView) }).meta({ id: 'Organizations' }),
    },
  },
  problems: {},
  handle: async ({ ctx: { db }, organizationIds }) => {
    // Invitations ignore the test clock.
    const now = new Date()
    const data: z.input<typeof organizationView>[] = []
    for (const organizationId of [...organizationIds].sort()) {
      const organization = await findOrganization(db.query, organizationId)
      if (!organization) continue
      const links = await listOpenInvitations(db.query, { organizationId, now })
      data.push({
        id: organization.id,
        name: organization.name,
        ...viewOfOperatorLimits(operatorLimitsOf(organization)),
        requires_second_factor: organization.requires_second_factor,
        invitations: links.flatMap(({ id, email, role, created_at: made, expires_at: end }) =>
          role
            ? { id, email, role, made_at: made.toISOString(), expires_at: end.toISOString() }
            : [],
        ),
      })
    }
    return { status: 200, body: { data } }
  },
})

const cancelInvitation = defineOperatorRoute({
  method: 'delete',
  path: '/operator/v1/invitations/{id}',
  operationId: 'takeBackInvitation',
  tag: TAG,
  scope: 'admin',
  summary: 'Revoke an invitation; its link stops working immediately',
  query: z.strictObject({ organization_id: plainText(191) }),
  answers: {
    200: {
      description: 'The revoked invitation',
      schema: z.object({ id: z.string(), email: z.string().nullable() }).meta({
        id: 'TakenBackInvitation',
      }),
    },
  },
  problems: { 404: 'There is no such open invitation', 422: 'A field is not valid' },
  handle: async ({ ctx: { db }, id, organizationIds, query: { organization_id } }) => {
    if (!organizationIds.includes(organization_id) || !isStorable(id)) return refuse(NOT_FOUND)
    const deleted = await deleteInvitation(db.query, { id, organizationId: organization_id })
    if (!deleted) return refuse(NOT_FOUND)
    const { email, role } = deleted
    return { status: 200, body: { id, email }, change: { before: { email, role }, after: {} } }
  },
})

const changesLimits = ({
  operator_refund_limit: limit,
  operator_refund_day_limit: dayLimit,
}: {
  operator_refund_limit?: unknown
  operator_refund_day_limit?: unknown
}): boolean => limit !== undefined || dayLimit !== undefined

const newLimit = givenRefundLimit.nullable().optional()

const changeOrganization = defineOperatorRoute({
  method: 'patch',
  path: '/operator/v1/organizations/{id}',
  operationId: 'changeOrganization',
  tag: TAG,
  scope: 'admin',
  summary:
    "Set the refund limits of an organization's operators, and whether it requires a second factor",
  needsFreshSignIn: () => true,
  needsSecondFactor: ({ body, secondFactorRefunds: { from } }) =>
    from.length > 0 && changesLimits(body),
  body: z
    .strictObject({
      operator_refund_limit: newLimit.meta(ONE_REFUND),
      operator_refund_day_limit: newLimit.meta(ONE_DAY),
      requires_second_factor: requiresFactor.optional(),
    })
    .meta({
      id: 'OrganizationChange',
      example: { operator_refund_limit: { amount: '500.00', currency: 'HNL' } },
    }),
  answers: {
    200: {
      description: 'The limits and the requirement',
      schema: z
        .object({ id: z.string(), ...operatorLimits, requires_second_factor: requiresFactor })
        .meta({ id: 'OrganizationLimit' }),
    },
  },
  problems: { 404: 'The person does not belong to the organization', 422: 'A field is not valid' },
  handle: async (input) => {
    const { ctx, id, body } = input
    const refusal = refuseNonMember(input, id)
    if (refusal) return refusal
    const limits: { [Field in keyof typeof operatorLimits]?: Money | null | undefined } = {}
    for (const name of ['operator_refund_limit', 'operator_refund_day_limit'] as const) {
      const given = body[name]
      if (!given) {
        limits[name] = given
        continue
      }
      const read = readRefundLimit(name, given)
      if (read.outcome === 'refused') return read.answer
      limits[name] = read.limit
    }
    const changed = await setRefundLimits(ctx.db.query, {
      organizationId: id,
      refundLimit: limits.operator_refund_limit,
      refundDayLimit: limits.operator_refund_day_limit,
    })
    if (changed.outcome === 'no-such-organization') return refuse(NOT_FOUND)
    const { before, after } = changed
    const requirement = await changeRequirement(ctx.db.query, id, body.requires_second_factor)
    return {
      status: 200,
      body: {
        id,
        ...viewOfOperatorLimits(after),
        requires_second_factor: requirement.after,
      },
      change: {
        before: { ...auditedLimits(before), requires_second_factor: requirement.before },
        after: { ...auditedLimits(after), requires_second_factor: requirement.after },
      },
    }
  },
})

/** `undefined` keeps it. */
const changeRequirement = async (
  query: DbQuery,
  organizationId: string,
  isRequired: boolean | undefined,
): Promise<{ before: boolean; after: boolean }> => {
  const before =
    isRequired === undefined
      ? (await findOrganization(query, organizationId))?.requires_second_factor
      : await setSecondFactorRequired(query, { organizationId, isRequired })
  return { before: before ?? false, after: isRequired ?? before ?? false }
}

const auditedLimits = ({ refundLimit, refundDayLimit }: Limits) => ({
  limit_minor: refundLimit?.minor ?? null,
  currency: refundLimit?.currency.code ?? null,
  day_limit_minor: refundDayLimit?.minor ?? null,
  day_currency: refundDayLimit?.currency.code ?? null,
})

export const organizationRoutes: readonly OperatorRoute[] = [
  listOrganizations,
  changeOrganization,
  cancelInvitation,
]
