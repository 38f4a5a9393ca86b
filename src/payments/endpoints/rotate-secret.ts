import {
  openEndpointSecret,
  openReplacedEndpointSecrets,
  sealEndpointSecret,
} from '../../db/endpoints/endpoint-secrets.ts'
import { type NotificationEndpointRow, updateEndpoint } from '../../db/endpoints/endpoints.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { orUndefined } from '../../runtime/failure.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'
import { newMailOwnersTask } from '../ports/tasks/notification-tasks.ts'
import { canBeReplacedFrom, endOfReplaced, withReplaced } from '../stores/replaced-secrets.ts'
import { isWithinAMonth, newNotifySecret, WITHIN_A_MONTH } from '../stores/store-fields.ts'
import { withEndpoint } from './change-endpoints.ts'
import { type EndpointRefusal, refused } from './endpoint-fields.ts'

export type RotateSecretOutcome =
  | { outcome: 'rotated'; secret: string; until: Date }
  | { outcome: 'no-such-endpoint' }
  /** Too many previous secrets must still sign; the first expires at `from`. */
  | { outcome: 'not-yet'; from: Date }
  | EndpointRefusal

/**
 * Replaces an endpoint's secret. The previous one also signs until `until` (default: a day), so the
 * receiver can switch at any time before.
 */
export const rotateEndpointSecret = async (
  { query, sealer, now }: StoreDeps,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  { until = endOfReplaced(now) }: { until?: Date | undefined },
): Promise<RotateSecretOutcome> => {
  if (!isWithinAMonth(until, now)) return refused('until', WITHIN_A_MONTH)
  return withEndpoint(query, known, async (trx, { before }): Promise<RotateSecretOutcome> => {
    const { id, store_id: storeId } = before
    // No sealing key may open the current secret any more. A rotation then replaces it at once.
    const current = orUndefined(() => openEndpointSecret(sealer, before))
    const replaced = orUndefined(() => openReplacedEndpointSecrets(sealer, before, now)) ?? []
    const from = canBeReplacedFrom(replaced, now)
    if (from) return { outcome: 'not-yet', from }
    const secret = newNotifySecret()
    const kept =
      current === undefined
        ? replaced
        : withReplaced(replaced, { secret: current, until }, { current: secret, now })
    const seal = (field: 'sealed_secret' | 'sealed_previous_secrets', text: string) =>
      sealEndpointSecret(sealer, { id, field, secret: text })
    await updateEndpoint(trx, id, {
      sealed_secret: seal('sealed_secret', secret),
      sealed_previous_secrets: seal('sealed_previous_secrets', JSON.stringify(kept)),
      previous_secrets_until:
        kept.length > 0 ? new Date(Math.max(...kept.map((each) => each.until.getTime()))) : null,
      updated_at: now,
    })
    const address = addressWithoutSecrets(before.url)
    await addTask(
      trx,
      newMailOwnersTask({ storeId, secrets: ['endpoint_secret'], address }, { now }),
    )
    return { outcome: 'rotated', secret, until }
  })
}
