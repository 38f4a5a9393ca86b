import { z } from 'zod'
import { currentActor } from '../../../db/current-actor.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { nameOfActor } from '../../../domain/actor.ts'
import { StoreId } from '../../../domain/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { messageIdOf } from '../notification.ts'
import { coreKind } from './core-kind.ts'

export const MAILED_SECRETS = ['webhook_secret', 'notify_secret', 'secret_key'] as const
export type MailedSecret = (typeof MAILED_SECRETS)[number]

const payload = z.object({
  storeId: StoreId,
  messageId: z.string(),
  secrets: z.array(z.enum(MAILED_SECRETS)).min(1),
  /** `null` if unknown. */
  actor: z.object({ kind: z.string(), name: z.string().optional() }).nullable(),
  at: z.iso.datetime(),
})

export type ChangedSecrets = z.output<typeof payload>

export const mailOwnersKind = coreKind({
  kind: 'mail-owners',
  needs: 'db',
  payload,
  waitsMs: [30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  maxTries: 8,
  timeoutMs: MINUTE,
  concurrencyPerStore: 1,
})

export const newMailOwnersTask = (
  { storeId, secrets }: Pick<ChangedSecrets, 'storeId' | 'secrets'>,
  { now }: { now: Date },
): NewTask => {
  const at = now.toISOString()
  const actor = currentActor()
  const messageId = messageIdOf(`mail-owners:${storeId}:${secrets.join()}:${at}`)
  return mailOwnersKind.task(
    {
      storeId,
      messageId,
      secrets,
      at,
      actor: actor ? { kind: actor.kind, name: nameOfActor(actor) } : null,
    },
    { storeId, now },
  )
}
