import { environmentOfSecretKey } from '../../contract/keys.ts'
import { apiKeysOf } from '../../db/api-keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { findStore } from '../../db/stores.ts'
import { type PlatformAdapter, platformNamed } from '../../payments/ports/platform.ts'
import { endOfKey } from '../../payments/stores/api-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { confirm } from '../confirm.ts'
import { DEMO_STORE } from '../demo-store.ts'
import {
  givenOptions,
  readPolicy,
  required,
  sharedArguments,
  storeIdOf,
  type Values,
} from './arguments.ts'
import { askGateway } from './ask-gateway.ts'
import { keyLine } from './keys.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import { placeOf, type Workplace } from './workplace.ts'

/** Connects a store. Replaces an existing one after the user confirms the losses. */
export const add = async (workplace: Workplace, values: Values): Promise<void> => {
  const platform = chosenPlatform(workplace, values)
  const id = storeIdOf(values)
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is the demo shop's`)
  const existing = await findStore(workplace.connecting.query, id)
  if (existing && !values.replace) {
    throw new UserError(
      `There is a shop "${id}" already. "update" changes what is named of it, "rotate" its keys and secrets. Use --replace to connect it anew.`,
    )
  }
  checkPlatformPolicy(workplace, platform.name, readPolicy(values.policy) ?? {})
  const greeting = await askGateway(workplace, { ...sharedArguments(values), force: values.force })
  if (existing) {
    await confirm(await whatDies(workplace, { existing, values }), { yes: values.yes })
  }
  console.log(await platform.cli.add(placeOf(workplace, platform), givenOptions(values)))
  console.log(greeting)
  if (existing?.disabled_at) console.log(`It is still disabled: "enable --id ${id}" ends that.`)
}

/** Returns the named platform; defaults to a shop of the merchant. */
const chosenPlatform = (
  { platforms }: Workplace,
  { platform: name }: Pick<Values, 'platform'>,
): PlatformAdapter => {
  const ofOwn = platforms.find(({ traits }) => traits.isToldBySignedMessages)
  const chosen = name === undefined ? ofOwn : platforms.find((one) => one.name === name)
  if (chosen) return chosen
  const others = platforms.filter((one) => one !== ofOwn).map((one) => one.name)
  throw new UserError(
    `--platform: ${others.toSorted().join(' or ')}, or nothing for ${ofOwn?.title}`,
  )
}

/** Lists the losses of a replaced store. */
const whatDies = async (
  { platforms, connecting: { query, now } }: Workplace,
  { existing, values }: { existing: StoreRow; values: Values },
): Promise<string> => {
  const isForgotten = (option: 'notify-url' | 'orders-url' | 'publishable-key') =>
    values[option] === undefined
  const keys = (await apiKeysOf(query, existing.id)).filter((key) => !endOfKey(key, now))
  const environment = environmentOfSecretKey(required(values, 'secret-key'))
  const isMoved = environment !== existing.environment
  const { traits, cli } = platformNamed(platforms, existing.platform)
  const { keepsApiKeys = false, more = [] } = cli.losses?.(existing, { isMoved }) ?? {}
  const dies = [
    ...(isMoved
      ? [`its ${existing.environment} payments: it takes ${environment} payments from then on`]
      : []),
    ...(keepsApiKeys ? [] : keys.map((key) => `API key ${keyLine(key)}`)),
    ...(traits.isToldBySignedMessages ? ['the notify secret, at once'] : []),
    ...(existing.notify_url && isForgotten('notify-url')
      ? [`the notify address ${existing.notify_url}`]
      : []),
    ...(existing.orders_url && isForgotten('orders-url')
      ? [`the orders address ${existing.orders_url}`]
      : []),
    ...(existing.publishable_key && isForgotten('publishable-key') ? ['the publishable key'] : []),
    ...more,
  ]
  return `Connecting the shop "${existing.id}" anew ends:
${dies.map((line) => `  ${line}`).join('\n')}
To change one thing only, use "update" or "rotate".`
}
