import type { StoreRow } from '../../db/db.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { readGivenPolicy } from '../../payments/ports/policy.ts'
import {
  changeStore,
  mergedPolicy,
  refusalToMove,
  type StoreChanges,
} from '../../payments/stores/change-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { noSuchShop } from '../no-such-store.ts'
import {
  readLocale,
  readPolicyChanges,
  readTime,
  refusedBy,
  refuseOthers,
  textOf,
  type Values,
} from './arguments.ts'
import { askGateway } from './ask-gateway.ts'
import { namedStore } from './find.ts'
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
  'allow-short',
  'previous-secret-until',
  'policy',
]

/** Changes only the given fields of a store. */
export const update = async (workplace: Workplace, values: Values): Promise<void> => {
  const { platforms } = workplace
  const own = platforms.flatMap(({ cli }) => Object.keys(cli.policyOptions ?? {}))
  const changing = [...CHANGES, ...own]
  refuseOthers(values, { command: 'update', options: ['id', 'force', ...changing] })
  const named = changing.filter(
    (option) => values[option] !== undefined && option !== 'allow-short',
  )
  if (named.length === 0)
    throw new UserError(`"update" changes what is named: --${changing.join(', --')}`)
  const store = await namedStore(workplace, values)
  const { isToldBySignedMessages } = platformNamed(platforms, store.platform).traits
  if (
    !isToldBySignedMessages &&
    (values['notify-url'] !== undefined || values['orders-url'] !== undefined)
  ) {
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
    allowShort: values['allow-short'],
    previousSecretUntil: readTime(values, 'previous-secret-until'),
    policy: policyChanges(workplace, store, values),
  }
  if (changes.policy) {
    const read = readGivenPolicy(mergedPolicy(store.policy, changes.policy))
    if (read.ok) checkPlatformPolicy(workplace, store.platform, read.policy)
  }
  const { secretKey, publishableKey = store.publishable_key, webhookSecret } = changes
  const moved = secretKey !== undefined && refusalToMove(store, secretKey)
  if (moved) throw refusedBy(moved)
  const greeting =
    secretKey !== undefined &&
    (await askGateway(workplace, {
      secretKey,
      publishableKey,
      webhookSecret,
      allowShort: values['allow-short'],
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

/** Merges `--policy` with platform options. */
const policyChanges = (
  { platforms }: Workplace,
  store: StoreRow,
  values: Values,
): Record<string, unknown> | undefined => {
  const changes = readPolicyChanges(values.policy)
  for (const { name, title, cli } of platforms) {
    for (const [option, change] of Object.entries(cli.policyOptions ?? {})) {
      const value = textOf(values, option)
      if (value === undefined) continue
      if (store.platform !== name) {
        throw new UserError(`--${option}: "${store.id}" is no ${title} shop`)
      }
      if (changes?.platform !== undefined) {
        throw new UserError(`--${option}: name it in the "platform" of --policy, or leave that out`)
      }
      return { ...changes, platform: change(store, value) }
    }
  }
  return changes
}

/** Maps '' to `null`, which removes the value. */
const orNothing = (text: string | undefined): string | null | undefined =>
  text === '' ? null : text
