import { openStoreSecret } from '../../db/store-secrets.ts'
import { readGivenPolicy } from '../../payments/policy.ts'
import {
  changeStore,
  mergedPolicy,
  refusalToMove,
  type StoreChanges,
} from '../../payments/stores/change-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { noSuchShop } from '../no-such-store.ts'
import {
  type OptionName,
  readLocale,
  readPolicyChanges,
  readTime,
  refusedBy,
  refuseOthers,
  type Values,
} from './arguments.ts'
import { askGateway } from './ask-gateway.ts'
import { namedStore } from './find.ts'
import { withPaymentMethod } from './payment-method.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import type { Workplace } from './workplace.ts'

const CHANGES = [
  'name',
  'locale',
  'notify-url',
  'orders-url',
  'secret-key',
  'publishable-key',
  'webhook-secret',
  'previous-secret-until',
  'policy',
  'add-payment-method',
] as const satisfies readonly OptionName[]

/** Changes what is named of a shop; its keys, its other secrets and all else stay. */
export const update = async (workplace: Workplace, values: Values): Promise<void> => {
  refuseOthers(values, { command: 'update', options: ['id', 'force', ...CHANGES] })
  const named = CHANGES.filter((option) => values[option] !== undefined)
  if (named.length === 0)
    throw new UserError(`"update" changes what is named: --${CHANGES.join(', --')}`)
  const store = await namedStore(workplace, values)
  const isOwn = store.platform === 'headless'
  if (!isOwn && (values['notify-url'] !== undefined || values['orders-url'] !== undefined)) {
    throw new UserError(`A ${store.platform} shop has no address of that kind.`)
  }
  const changes: StoreChanges = {
    name: values.name,
    locale: values.locale === undefined ? undefined : readLocale(values.locale),
    notifyUrl: orNothing(values['notify-url']),
    ordersUrl: orNothing(values['orders-url']),
    publishableKey: orNothing(values['publishable-key']),
    secretKey: values['secret-key'],
    webhookSecret: values['webhook-secret'],
    previousSecretUntil: readTime(values, 'previous-secret-until'),
    policy: withPaymentMethod(store, readPolicyChanges(values.policy), values),
  }
  if (changes.policy) {
    const read = readGivenPolicy(mergedPolicy(store.policy, changes.policy))
    if (read.ok) checkPlatformPolicy(store.platform, read.policy)
  }
  const { secretKey, publishableKey = store.publishable_key, webhookSecret } = changes
  const moved = secretKey !== undefined && refusalToMove(store, secretKey)
  if (moved) throw refusedBy(moved)
  const { sealer } = workplace.connecting
  const greeting =
    secretKey !== undefined &&
    (await askGateway(workplace, {
      secretKey,
      publishableKey,
      webhookSecret: webhookSecret ?? openStoreSecret(sealer, store, 'sealed_webhook_secret'),
      locale: store.locale,
      force: values.force,
    }))
  const changed = await changeStore(workplace.connecting, store.id, changes)
  if (changed.outcome === 'refused') throw refusedBy(changed)
  if (changed.outcome === 'no-such-store')
    throw await noSuchShop(workplace.connecting.query, store.id)
  console.log(`Changed of the shop "${store.id}": ${named.join(', ')}. All else is as it was.`)
  if (greeting) console.log(greeting)
}

/** An empty text takes away what was there. */
const orNothing = (text: string | undefined): string | null | undefined =>
  text === '' ? null : text
