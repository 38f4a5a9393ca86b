import { z } from 'zod'
import { findOrganization } from '../../../db/people/members.ts'
import { deleteInvitation, listOpenInvitations } from '../../../db/people/one-time-links.ts'
import { operatorLimitsOf } from '../../../db/people/people.ts'
import { ROLES } from '../../../domain/rights.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { refundLimitView, viewOfLimit } from './refund-limits.ts'

const TAG = 'People'

const openInvitation = z
  .object({
    id: z.string().meta({ example: 'lnk_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    email: z.string().nullable().meta({ description: '`null`: whoever has the link says theirs.' }),
    role: z.enum(ROLES),
    made_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'OpenInvitation' })

const organizationView = z
  .object({
    id: z.string().meta({ example: 'main' }),
    name: z.string(),
    operator_refund_limit: refundLimitView.meta({
      description: 'The largest refund of an operator; `null`: as much as was paid.',
    }),
    operator_refund_day_limit: refundLimitView.meta({
      description:
        'The most that each operator refunds within a day of Honduras; `null`: no limit.',
    }),
    invitations: z.array(openInvitation).meta({ description: 'Those that still work.' }),
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
      description: 'All of them, by their ids',
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
      const { refundLimit, refundDayLimit } = operatorLimitsOf(organization)
      data.push({
        id: organization.id,
        name: organization.name,
        operator_refund_limit: viewOfLimit(refundLimit),
        operator_refund_day_limit: viewOfLimit(refundDayLimit),
        invitations: links.flatMap(({ id, email, role, created_at, expires_at }) =>
          role
            ? [
                {
                  id,
                  email,
                  role,
                  made_at: created_at.toISOString(),
                  expires_at: expires_at.toISOString(),
                },
              ]
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
      description: 'It was taken back',
      schema: z.object({ id: z.string(), email: z.string().nullable() }).meta({
        id: 'TakenBackInvitation',
      }),
    },
  },
  problems: { 404: 'There is no such invitation that waits', 422: 'Not valid' },
  handle: async ({ ctx: { db }, id, organizationIds, query: { organization_id } }) => {
    if (!organizationIds.includes(organization_id) || !isStorable(id)) return refuse(NOT_FOUND)
    const deleted = await deleteInvitation(db.query, { id, organizationId: organization_id })
    if (!deleted) return refuse(NOT_FOUND)
    const { email, role } = deleted
    return { status: 200, body: { id, email }, change: { before: { email, role }, after: {} } }
  },
})

export const organizationRoutes: readonly OperatorRoute[] = [listOrganizations, cancelInvitation]
