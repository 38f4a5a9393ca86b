import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { WEBHOOK_HEADERS } from '../../../src/contract/events.ts'
import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import type { Sandbox } from '../context.ts'
import type { DeliveriesTable, EndpointRow, EventsTable } from '../database/tables.ts'
import type { AttemptFault } from '../faults/settings.ts'
import { signatureHeader } from './signature.ts'

export type DueDelivery = Pick<EventsTable, 'type' | 'body'> &
  Pick<EndpointRow, 'url' | 'secret'> &
  Omit<Selectable<DeliveriesTable>, 'state' | 'due_at' | 'is_resent'> & {
    overtakes: boolean
  }

export interface DeliveryRequest {
  headers: Record<string, string>
  body: string
  /** Wall clock. */
  signedAt: Date
  /** `fail_attempt` sends nothing. */
  fault: AttemptFault | NonNullable<DueDelivery['fault']> | undefined
}

export const buildRequest = async (
  delivery: DueDelivery,
  { profile, faults }: Pick<Sandbox, 'profile'> & { faults: Pick<Sandbox['faults'], 'ofAttempt'> },
  wallClock: Clock = systemClock,
): Promise<DeliveryRequest> => {
  const wrong = await faults.ofAttempt({
    type: delivery.type,
    key: faultKeyOf(delivery),
    attempt: delivery.attempts + 1,
    planned: delivery.is_copy ? null : delivery.planned_fault,
  })
  const { body } = delivery
  const secret = wrong.includes('wrong_secret') ? notThe(delivery.secret) : delivery.secret
  const now = wallClock.now()
  const signedAt =
    profile.signature_time === 'first_attempt' ? (delivery.first_attempt_at ?? now) : now
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0 (sandbox)',
      [WEBHOOK_HEADERS.eventId]: delivery.event_id,
      [WEBHOOK_HEADERS.eventType]: delivery.type,
      [WEBHOOK_HEADERS.signature]: signatureHeader({ secret, body, at: signedAt }),
    },
    body: wrong.includes('tamper') ? tampered(body) : body,
    signedAt,
    fault: wrong[0] ?? faultOf(delivery),
  }
}

/** Event faults show in the first attempt. */
const faultOf = ({ is_copy, fault, attempts }: DueDelivery): DeliveryRequest['fault'] => {
  if (is_copy) return 'duplicate'
  return attempts === 0 && fault ? fault : undefined
}

/** Delivery id for events recorded while no fault was set. */
const faultKeyOf = ({ id, fault_key, is_copy }: DueDelivery): string =>
  `${fault_key ?? `delivery ${id}`}${is_copy ? ' copy' : ''}`

const notThe = (secret: string): string =>
  `whsec_${createHash('sha256').update(`not ${secret}`).digest('hex')}`

/** Alters a signed body plausibly: only a signature check detects it. */
const tampered = (body: string): string => {
  const event = JSON.parse(body) as { data: Record<string, unknown> }
  const { data } = event
  const lie =
    typeof data.total === 'number'
      ? { amount: data.total + 1, total: data.total + 1 }
      : { last_four: data.last_four === '0000' ? '0001' : '0000' }
  return JSON.stringify({ ...event, data: { ...data, ...lie } })
}
