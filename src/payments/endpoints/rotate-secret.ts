import {
  openEndpointSecret,
  openReplacedEndpointSecrets,
  sealEndpointSecret,
} from '../../db/endpoints/endpoint-secrets.ts'
import { type NotificationEndpointRow, updateEndpoint } from '../../db/endpoints/endpoints.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'
import { newMailOwnersTask } from '../ports/tasks/notification-tasks.ts'
import { canBeReplacedFrom, endOfReplaced, withReplaced } from '../stores/replaced-secrets.ts'
import { isWithinAMonth, newNotifySecret, WITHIN_A_MONTH } from '../stores/store-fields.ts'
import { withEndpoint } from './change-endpoints.ts'
import { type EndpointRefusal, refused } from './endpoint-fields.ts'

export type RotateSecretOutcome =
  | { outcome: 'rotated'; secret: string; until: Date }
  | { outcome: 'no-such-endpoint' }
  /** Too many former secrets must still sign; the first expires at `from`. */
  | { outcome: 'not-yet'; from: Date }
  | EndpointRefusal

/**
 * Replaces an endpoint's secret. The former one also signs until `until` (default: a day), so the
 * receiver can switch any time.
 */
export const rotateEndpointSecret = async (
  { query, sealer, now }: StoreDeps,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  { until = endOfReplaced(now) }: { until?: Date | undefined },
): Promise<RotateSecretOutcome> => {
  if (!isWithinAMonth(until, now)) return refused('until', WITHIN_A_MONTH)
  return withEndpoint(query, known, async (trx, { before }): Promise<RotateSecretOutcome> => {
    const { id, store_id: storeId } = before
    const replaced = openReplacedEndpointSecrets(sealer, before, now)
    const from = canBeReplacedFrom(replaced, now)
    if (from) return { outcome: 'not-yet', from }
    const secret = newNotifySecret()
    const former = { secret: openEndpointSecret(sealer, before), until }
    const kept = withReplaced(replaced, former, { current: secret, now })
    const json = JSON.stringify(kept)
    await updateEndpoint(trx, id, {
      sealed_secret: sealEndpointSecret(sealer, { id, field: 'sealed_secret', secret }),
      sealed_previous_secrets: sealEndpointSecret(sealer, {
        id,
        field: 'sealed_previous_secrets',
        secret: json,
      }),
      previous_secrets_until: new Date(Math.max(...kept.map((each) => each.until.getTime()))),
      updated_at: now,
    })
    await addTask(trx, newMailOwnersTask({ storeId, secrets: ['notify_secret'] }, { now }))
    return { outcome: 'rotated', secret, until }
  })
}
