import { z } from 'zod'
import { listMembers } from '../../../db/people/members.ts'
import { StoreId } from '../../../domain/ids.ts'
import { byStore } from '../operator/locate.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'

const assignee = z
  .object({
    id: z.string().meta({ example: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    name: z.string().meta({
      description: 'With the e-mail address where others have the same name.',
      example: 'Ana',
    }),
  })
  .meta({ id: 'Assignee' })

/** Lists an organization's members by name; namesakes get their e-mail address. */
export const assigneesOf = async (
  query: Parameters<typeof listMembers>[0],
  organizationId: string,
): Promise<z.input<typeof assignee>[]> => {
  const members = await listMembers(query, organizationId)
  const namesakes = Map.groupBy(members, ({ name }) => name)
  return members
    .map(({ person_id: id, name, email }) => ({
      id,
      name: (namesakes.get(name)?.length ?? 0) > 1 ? `${name} (${email})` : name,
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

const listAssignees = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}/people',
  operationId: 'listAssignees',
  tag: 'People',
  scope: 'checkout',
  locate: byStore,
  summary: "List who can be assigned to a store's alerts, by name",
  answers: {
    200: {
      description: 'All of them',
      schema: z.object({ data: z.array(assignee) }).meta({ id: 'Assignees' }),
    },
  },
  problems: { 404: 'The person has no such store' },
  handle: async ({ ctx, id, accessTo }) => {
    const access = await accessTo(StoreId.parse(id))
    if (access.outcome === 'refused') return access.answer
    const data = await assigneesOf(ctx.db.query, access.store.organization_id)
    return { status: 200, body: { data } }
  },
})

export const assigneeRoutes: readonly OperatorRoute[] = [listAssignees]
