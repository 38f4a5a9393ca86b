import { z } from 'zod'
import { routeNotFoundError, terminalUnavailable } from './errors.ts'
import type { AnswerStatus, ResponseDescription } from './route.ts'

const unauthenticated = z.looseObject({}).meta({
  id: 'Unauthenticated',
  description: 'Keys of this body: not shown.',
  example: { message: 'Localised text' },
})

/**
 * Responses of every route (5, 7), including some that the contract omits but any gateway returns.
 */
export const COMMON_ANSWERS = {
  '401': { description: 'No key, or none that is valid (7).', bodies: [unauthenticated] },
  '403': { description: 'Scopes of keys: not shown (5).' },
  '404': { description: 'The path is not in the router (7).', bodies: [routeNotFoundError] },
  '413': { description: 'The body is too large: not shown.' },
  '422': { description: 'The sandbox is not provisioned (5).', bodies: [terminalUnavailable] },
  '429': { description: 'Rate limits: not shown (8).' },
  '500': { description: 'Gateway error, undocumented.' },
  '503': { description: 'The gateway is down: not shown.' },
} satisfies Partial<Record<AnswerStatus, ResponseDescription>>
