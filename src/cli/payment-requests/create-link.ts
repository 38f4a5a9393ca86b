import { renderUnicodeCompact } from 'uqr'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { listStores } from '../../db/stores/stores.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { refusePayment } from '../../http/api/checkouts/payment-refusals.ts'
import { readRequestedAmount } from '../../http/api/payment-requests/requested-amount.ts'
import { newPaymentRequest } from '../../http/api/payment-requests/schemas.ts'
import { viewsOfPaymentRequests } from '../../http/api/payment-requests/views.ts'
import type { Language } from '../../locales/language.ts'
import { createPaymentRequest } from '../../payments/requests/create-payment-request.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { storeOfOption } from '../terminal/store-named.ts'

export interface LinkOptions {
  store?: string
  currency?: string
  /** In minutes. */
  expires?: number
  reference?: string
  note?: string
  language?: Language
  name?: string
  email?: string
  phone?: string
  /** Idempotency key: repeating the command creates one link. */
  key?: string
  json: boolean
}

/** Creates a payment request and prints its pay link, with a QR code at a terminal. */
export const createLink = async (
  program: CommandProgram,
  amount: string,
  description: string | undefined,
  options: LinkOptions,
): Promise<void> => {
  const ctx = await openCommandContext(program, 'link')
  const { query } = ctx.db
  const store = await storeOfLink(query, options.store)
  const { currency, reference, note, language, name, email, phone } = options
  const texts = newPaymentRequest.parse({
    amount,
    description,
    reference,
    note,
    customer: { name, email, phone },
  })
  const idempotencyKey = options.key ?? ctx.ids.next('cli')
  const of = { source: 'request', idempotencyKey } as const
  const read = await readRequestedAmount(query, store.id, { amount, currency, of })
  if (!read.ok) {
    const what = read.path === 'currency' ? '--currency' : read.path
    throw new WrongUse(`${what}: ${read.message.en}`)
  }
  const request = { amount, currency, reference, expires_in_minutes: options.expires }
  const about = { action: 'link', storeId: store.id, request }
  const order = await auditedCommand(query, about, async () => {
    const outcome = await createPaymentRequest(ctx, store, {
      ...of,
      amount: read.money,
      description: texts.description ?? null,
      customer: texts.customer ?? {},
      reference: texts.reference ?? null,
      note: texts.note ?? null,
      counter: null,
      tipMinor: null,
      locale: language ?? null,
      expiresInMinutes: options.expires ?? null,
    })
    switch (outcome.outcome) {
      case 'created':
      case 'known':
        return outcome.order
      case 'key-reused':
        throw new UserError('--key: this key belongs to a different request.')
      case 'store-disabled':
        throw new UserError(
          `The store "${store.id}" is disabled: enable it with "puente stores enable ${store.id}".`,
        )
      default: {
        const { title, detail } = refusePayment(outcome, 'payment-request').problem
        throw new UserError(detail ? `${title}. ${detail}` : `${title}.`)
      }
    }
  })
  const [view] = await viewsOfPaymentRequests(ctx, query, [order])
  if (!view) return
  if (options.json) return printReportJson(view)
  const money = moneyInWords(formatMinor(order.amount_minor, order.currency), order.currency, 'en')
  const what = order.description ? ` · ${order.description}` : ''
  if (process.stdout.isTTY) console.log(`\n${renderUnicodeCompact(view.pay_url)}\n`)
  console.log(printable(`${money}${what} · ${view.reference}`))
  console.log(view.pay_url)
}

/** Returns the store of `--store`, or the only enabled store. */
const storeOfLink = async (query: DbQuery, id: string | undefined): Promise<StoreRow> => {
  const named = await storeOfOption(query, id)
  if (named) return named
  const stores = await listStores(query)
  const enabled = stores.filter(({ disabled_at }) => disabled_at === null)
  const [store, ...others] = enabled.length > 0 ? enabled : stores
  if (!store) throw new UserError('There is no store yet. Connect one with "puente stores add".')
  if (others.length > 0) throw new WrongUse('There are several stores. Choose one with --store.')
  return store
}
