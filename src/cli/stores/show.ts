import type { StoreRow } from '../../db/db.ts'
import { apiKeysOf } from '../../db/stores/api-keys.ts'
import { nameOfActor } from '../../domain/actor.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { pendingWork } from '../../payments/stores/end-store.ts'
import { hintsOfStore, type SecretHints, secretHint } from '../../payments/stores/secret-hints.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { printable } from '../../runtime/text/printable.ts'
import { counted, printReportJson } from '../terminal/print.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { keyInJson, keyLine } from './keys.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Secrets show their first and last characters at most. */
export const showStore = async (
  { connecting: { query, sealer, now }, platforms, publicUrl }: StoreCommandContext,
  { id, json }: { id: string; json: boolean },
): Promise<void> => {
  const store = await storeNamed(query, id)
  const isNotified = platformNamed(platforms, store.platform).traits.receivesSignedNotifications
  const { openOrders, waitingEvents } = await pendingWork(query, { storeId: store.id, now })
  const keys = await apiKeysOf(query, store.id)
  const { secretKey, webhookSecret, notifySecret } = hintsOfStore(sealer, store, now)
  const webhookAddress = `${publicUrl}/webhooks/gateway/${store.id}`
  if (json) {
    return printReportJson({
      id: store.id,
      name: store.name,
      platform: store.platform,
      environment: store.environment,
      disabled_at: store.disabled_at,
      frozen: store.frozen_at && {
        at: store.frozen_at,
        by: store.frozen_by,
        why: store.frozen_why,
      },
      locale: store.locale,
      webhook_address: webhookAddress,
      secrets: {
        secret_key: secretKey ?? null,
        webhook_secret: webhookSecret ?? null,
        notify_secret: isNotified ? (notifySecret ?? null) : null,
        publishable_key: store.publishable_key && { hint: secretHint(store.publishable_key) },
      },
      notify_url: store.notify_url && addressWithoutSecrets(store.notify_url),
      orders_url: store.orders_url && addressWithoutSecrets(store.orders_url),
      policy: store.policy,
      connected_at: store.connected_at,
      under_way: { orders: openOrders, webhooks: waitingEvents },
      api_keys: keys.map((key) => keyInJson(key, now)),
    })
  }
  const ofNotified = (name: string, value: string) => (isNotified ? [[name, value] as const] : [])
  const rows = [
    ['Name', store.name],
    ['Platform', store.platform],
    ['Environment', store.environment],
    ['State', store.disabled_at ? `disabled since ${store.disabled_at.toISOString()}` : 'enabled'],
    ...(store.frozen_at ? [['Frozen', frozenInWords(store)] as const] : []),
    ['Language', store.locale],
    ['Webhook address', webhookAddress],
    ['Secret key', inWords(secretKey)],
    ['Webhook secret', inWords(webhookSecret)],
    ...ofNotified('Notify secret', inWords(notifySecret)),
    ['Publishable key', store.publishable_key ? secretHint(store.publishable_key) : '-'],
    ...ofNotified('Notify address', shownAddress(store.notify_url)),
    ...ofNotified('Orders address', shownAddress(store.orders_url)),
    ['Policy', JSON.stringify(store.policy)],
    ['Connected', store.connected_at.toISOString()],
    ['In progress', `${counted(openOrders, 'order')}, ${counted(waitingEvents, 'webhook')}`],
  ] as const
  console.log(`Store "${store.id}"\n`)
  for (const [name, value] of rows) console.log(`  ${name.padEnd(18)} ${printable(value)}`)
  console.log(`\n${keys.length > 0 ? 'API keys' : 'No API keys.'}`)
  for (const key of keys) console.log(`  ${keyLine(key, now)}`)
}

const frozenInWords = ({ frozen_at, frozen_by, frozen_why }: StoreRow): string => {
  const author = frozen_by && (nameOfActor(frozen_by) ?? frozen_by.kind)
  return `since ${frozen_at?.toISOString()}${author ? ` by ${author}` : ''}: ${frozen_why}`
}

const inWords = (hints: SecretHints | undefined): string => {
  if (!hints) return 'not readable with the given SEALING_KEYS'
  const replaced = hints.replaced.map(({ hint, until }) => `${hint} until ${until.toISOString()}`)
  return replaced.length > 0 ? `${hints.hint} (${replaced.join(', ')})` : hints.hint
}

const shownAddress = (address: string | null): string =>
  address === null ? '-' : addressWithoutSecrets(address)
