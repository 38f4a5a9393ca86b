import { StoreId } from '../../domain/ids.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { rotateApiKey } from '../../payments/stores/api-keys.ts'
import { changeStore, rotateNotifySecret } from '../../payments/stores/change-store.ts'
import { endOfReplaced } from '../../payments/stores/replaced-secrets.ts'
import { isWithinAMonth, WITHIN_A_MONTH } from '../../payments/stores/store-fields.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { noSuchStore, storeNamed } from '../terminal/store-named.ts'
import { inTheFuture, keyLine } from './keys.ts'
import { refusedBy, required, type StoreOptions } from './options.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Returns the time until which the replaced key or secret stays valid. */
const endOfOld = (until: Date | undefined, now: Date): Date => {
  const end = until ?? endOfReplaced(now)
  if (!isWithinAMonth(end, now)) throw new UserError(`--until: ${WITHIN_A_MONTH.en}`)
  return end
}

export const rotateKey = async (
  { connecting }: StoreCommandContext,
  options: { id: string; key?: string; until?: Date; expires?: Date },
): Promise<void> => {
  const until = endOfOld(options.until, connecting.now)
  const storeId = StoreId.parse(options.id)
  const expiresAt = inTheFuture(options.expires, connecting.now)
  const { key: keyId } = options
  const rotated = await rotateApiKey(connecting, { storeId, keyId, until, expiresAt })
  switch (rotated.outcome) {
    case 'no-such-store':
      throw await noSuchStore(connecting.query, storeId)
    case 'no-such-key':
      throw new UserError('--key: the store has no valid key with this id')
    case 'which': {
      const inForce = rotated.keys.map((key) => `  ${keyLine(key)}`).join('\n')
      throw new UserError(
        inForce
          ? `The store has several API keys. Name the one to replace with --key:\n${inForce}`
          : 'The store has no valid API key. Create one with "keys create".',
      )
    }
    case 'rotated':
      console.log(`Replaced the API key "${printable(rotated.replaced.name)}" of the store "${storeId}".

  API key            ${rotated.apiKey}

Puente does not show it again. The old key works until ${rotated.until.toISOString()}.`)
  }
}

export const rotateNotify = async (
  { connecting, platforms }: StoreCommandContext,
  options: { id: string; until?: Date },
): Promise<void> => {
  const until = endOfOld(options.until, connecting.now)
  const store = await storeNamed(connecting.query, options.id)
  if (!platformNamed(platforms, store.platform).traits.receivesSignedNotifications) {
    throw new UserError(`A ${store.platform} store has no notify secret.`)
  }
  const rotated = await rotateNotifySecret(connecting, { storeId: store.id, until })
  if (rotated.outcome === 'no-such-store') throw await noSuchStore(connecting.query, store.id)
  if (rotated.outcome === 'not-yet') {
    throw new UserError(
      `Too many rotations: earlier notify secrets are still valid. Try again from ${rotated.from.toISOString()}.`,
    )
  }
  console.log(`Replaced the notify secret of the store "${store.id}".

  Notify secret      ${rotated.notifySecret}

Puente does not show it again. Until ${until.toISOString()}, Puente signs notifications with the old secret, too.`)
}

export const rotateWebhook = async (
  { connecting, publicUrl }: StoreCommandContext,
  options: StoreOptions & { until?: Date },
): Promise<void> => {
  const until = endOfOld(options.until, connecting.now)
  const id = StoreId.parse(options.id)
  const changed = await changeStore(connecting, id, {
    webhookSecret: required(options, 'webhook-secret'),
    allowShort: options.allowShort,
    previousSecretUntil: until,
  })
  if (changed.outcome === 'refused') throw refusedBy(changed)
  if (changed.outcome === 'no-such-store') throw await noSuchStore(connecting.query, id)
  console.log(`Replaced the webhook secret of the store "${id}".
${publicUrl}/webhooks/gateway/${id} accepts the new secret now, and the old one until ${until.toISOString()}.`)
}
