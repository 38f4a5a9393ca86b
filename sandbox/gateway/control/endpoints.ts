import type { z } from 'zod'
import type { Sandbox } from '../context.ts'
import type { EndpointRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { addEndpoint, deleteEndpoint, listEndpoints, rotateSecret } from '../webhooks/endpoints.ts'
import type { endpointInput } from './inputs.ts'

const shown = ({ id, environment, url, secret }: EndpointRow) => ({ id, environment, url, secret })

const unknown = json(404, { message: 'There is no such endpoint.' })

/** `GET /sandbox/endpoints`: both environments. */
export const showEndpoints = async ({ database }: Sandbox): Promise<Reply> =>
  json(200, { endpoints: (await listEndpoints(database, 'test', 'live')).map(shown) })

/** `POST /sandbox/endpoints` */
export const registerEndpoint = async (
  { database }: Sandbox,
  input: z.output<typeof endpointInput>,
): Promise<Reply> => json(201, shown(await addEndpoint(database, input)))

/** `DELETE /sandbox/endpoints/{id}`: drops queued deliveries. */
export const removeEndpoint = async ({ database }: Sandbox, id: string): Promise<Reply> =>
  (await deleteEndpoint(database, withoutNul(id))) ? json(200, { id, deleted: true }) : unknown

/** `POST /sandbox/endpoints/{id}/rotate` */
export const rotateEndpoint = async ({ database }: Sandbox, id: string): Promise<Reply> => {
  const secret = await rotateSecret(database, withoutNul(id))
  return secret ? json(200, { secret }) : unknown
}

/** PostgreSQL rejects NUL; no id contains one. */
const withoutNul = (id: string): string => (id.includes('\0') ? '' : id)
