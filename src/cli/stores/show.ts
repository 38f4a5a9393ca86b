import { apiKeysOf } from '../../db/api-keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { openReplaced, type ReplacedField } from '../../db/replaced-secrets.ts'
import { openStoreSecret } from '../../db/store-secrets.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { workUnderWay } from '../../payments/stores/end-store.ts'
import { secretHint } from '../../payments/stores/secret-hint.ts'
import { printable } from '../../runtime/printable.ts'
import { counted } from '../counted.ts'
import { refuseOthers, type Values } from './arguments.ts'
import { namedStore } from './find.ts'
import { keyLine } from './keys.ts'
import type { Workplace } from './workplace.ts'

/** Shows a shop as it is connected. Of secrets, how they begin and end at most. */
export const show = async (workplace: Workplace, values: Values): Promise<void> => {
  refuseOthers(values, { command: 'show', options: ['id'] })
  const store = await namedStore(workplace, values)
  const { query, now } = workplace.connecting
  const { isToldBySignedMessages } = platformNamed(workplace.platforms, store.platform).traits
  const { openOrders, waitingEvents } = await workUnderWay(query, { storeId: store.id, now })
  const rows: [string, string][] = [
    ['Name', store.name],
    ['Platform', store.platform],
    ['Environment', store.environment],
    ['State', store.disabled_at ? `disabled since ${store.disabled_at.toISOString()}` : 'enabled'],
    ['Language', store.locale],
    ['Webhook address', `${workplace.publicUrl}/webhooks/gateway/${store.id}`],
    ...secretRows(workplace, store, isToldBySignedMessages),
    ['Publishable key', store.publishable_key ? secretHint(store.publishable_key) : '-'],
    ...(isToldBySignedMessages
      ? ([
          ['Notify address', withoutSecrets(store.notify_url)],
          ['Orders address', withoutSecrets(store.orders_url)],
        ] as [string, string][])
      : []),
    ['Policy', JSON.stringify(store.policy)],
    ['Connected', store.connected_at.toISOString()],
    ['Under way', `${counted(openOrders, 'order')}, ${counted(waitingEvents, 'webhook')}`],
  ]
  console.log(`Shop "${store.id}"\n`)
  for (const [name, value] of rows) console.log(`  ${name.padEnd(18)} ${printable(value)}`)
  const keys = await apiKeysOf(query, store.id)
  console.log(`\n${keys.length > 0 ? 'API keys' : 'It has no API keys.'}`)
  for (const key of keys) console.log(`  ${keyLine(key, now)}`)
}

const secretRows = (
  { connecting: { sealer, now } }: Workplace,
  store: StoreRow,
  isToldBySignedMessages: boolean,
): [string, string][] => {
  const hints = (
    current: 'sealed_secret_key' | 'sealed_webhook_secret' | 'sealed_notify_secret',
    field?: ReplacedField,
  ): string => {
    try {
      const replaced = (field ? openReplaced(sealer, store, field) : [])
        .filter(({ until }) => until > now)
        .map(({ secret, until }) => `${secretHint(secret)} until ${until.toISOString()}`)
      const hint = secretHint(openStoreSecret(sealer, store, current))
      return replaced.length > 0 ? `${hint} (${replaced.join(', ')})` : hint
    } catch {
      return 'cannot be opened with the SEALING_KEYS of this command'
    }
  }
  return [
    ['Secret key', hints('sealed_secret_key')],
    ['Webhook secret', hints('sealed_webhook_secret', 'sealed_previous_webhook_secret')],
    ...(isToldBySignedMessages
      ? ([['Notify secret', hints('sealed_notify_secret', 'sealed_previous_notify_secret')]] as [
          string,
          string,
        ][])
      : []),
  ]
}

/** An address may carry a password or a token: those are left out. */
const withoutSecrets = (address: string | null): string => {
  if (address === null) return '-'
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}${search ? '?…' : ''}`
}
