import { z } from 'zod'
import { listMembers } from '../../../db/people/members.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'

const assignee = z
  .object({
    id: z.string().meta({ example: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    name: z.string().meta({
      description: 'Name, followed by the e-mail address if several people share it.',
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

export const listAssignees = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}/people',
  operationId: 'listAssignees',
  tag: 'People',
  scope: 'checkout',
  locate: byStore,
  summary: "List who can be assigned to a store's alerts, by name",
  answers: {
    200: {
      description: "The people of the store's organization",
      schema: z.object({ data: z.array(assignee) }).meta({ id: 'Assignees' }),
    },
  },
  problems: { 404: "No such store in the person's organizations" },
  handle: async ({ ctx, store }) => ({
    status: 200,
    body: { data: await assigneesOf(ctx.db.query, store.organization_id) },
  }),
})
