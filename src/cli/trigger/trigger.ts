import { randomBytes } from 'node:crypto'
import { readRemoteSettings } from '../../../config/settings.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { formatMoney } from '../../domain/money.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import { feedPage } from '../../http/api/notifications/feed-schemas.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { openRemoteApi, type RemoteOptions } from '../context/remote-api.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { sandboxControl } from './sandbox-control.ts'
import { CurrencyRefused, stepsOf } from './steps.ts'
import { TRIGGERS, type TriggerName } from './triggers.ts'

export interface TriggerOptions extends RemoteOptions {
  amount: string
  currency: string
  sandboxUrl?: string
  json: boolean
}

/** Plays an event through the store's API and the sandbox. */
export const trigger = async (
  { platforms }: CommandProgram,
  name: TriggerName,
  options: TriggerOptions,
): Promise<void> => {
  const amount = amountOf(options)
  const api = openRemoteApi(options)
  const { store } = await api.call('/v1/feed?from=now', { schema: feedPage })
  if (options.store !== undefined && options.store !== store.id) {
    throw new UserError(`--store: the API key belongs to the store "${store.id}".`)
  }
  if (store.environment !== 'test') {
    throw new UserError(
      `The store "${store.id}" takes live payments. "trigger" works only with test stores.`,
    )
  }
  const settings = readRemoteSettings(process.env, '.env', platforms)
  const sandbox = sandboxControl(options.sandboxUrl ?? `http://localhost:${settings.SANDBOX_PORT}`)
  await sandbox.probe()

  const said: string[] = []
  const order = { id: newOrderId(), amount, currency: options.currency }
  const steps = stepsOf({
    ...{ api, sandbox, order },
    publishableKey: settings.SANDBOX_PUBLISHABLE_KEY,
    say: (step) => {
      said.push(step)
      if (!options.json) console.log(printable(`  ${step}`))
    },
  })
  if (!options.json) console.log(`${name}: order ${order.id} of the store ${store.id}`)
  const { play, isOver } = TRIGGERS[name]
  await play(steps).catch((error) => {
    throw error instanceof CurrencyRefused ? new WrongUse(`--currency: ${error.message}`) : error
  })
  const { status, conflict } = await steps.until(isOver)
  if (options.json) {
    const result = { trigger: name, store_id: store.id, order_id: order.id, status, conflict }
    printReportJson({ ...result, steps: said })
  } else console.log(`  the order is ${conflict ? `${status}, in conflict: ${conflict}` : status}`)
}

const newOrderId = (): string => `trigger-${randomBytes(5).toString('hex')}`

const amountOf = ({ amount, currency: code }: TriggerOptions): string => {
  const currency = currencyByCode(code)
  if (!currency) throw new WrongUse(`--currency: unknown currency ${printable(code)}`)
  const read = readPositiveAmount(amount, currency)
  if (!read.ok) throw new WrongUse(`--amount: ${read.message.en}`)
  return formatMoney(read.money)
}
