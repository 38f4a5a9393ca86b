import type { StoreRow } from '../../db/db.ts'
import {
  beginToSend,
  endMail,
  keepMail,
  UNSENT,
  waitsToBeSent,
} from '../../db/mails/customer-mails.ts'
import { getOrder } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { MailState } from '../../db/tables/customer-mails.ts'
import { addMs, DAY, MINUTE, SECOND } from '../../runtime/clock.ts'
import { type MailSent, mailer } from '../../runtime/mail/mail.ts'
import { readMailAddress } from '../../runtime/mail/mail-address.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import type { CustomerMail } from '../ports/tasks/mail-tasks.ts'
import type { MailAbout } from './facts.ts'
import { mailOf } from './message.ts'
import { noteEnd } from './note-end.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { reasonNotToSend } from './rules/reason-not-to-send.ts'

/** Upper bound on concurrent mails per process: a slow mail server must not occupy the workers. */
const MAILS_AT_ONCE = 4
const ANSWER_WITHIN_MS = MINUTE
const GIVEN_UP_AFTER_MS = DAY
/** Backoff of a request's mail until its checkout exists; an outage of the gateway delays it. */
const CHECKOUT_WAITS_MS = [SECOND, 5 * SECOND, 30 * SECOND, MINUTE]

let mailsAtWork = 0

/**
 * Sends an e-mail to a customer at most once: a mail that a dead process was handing over is not
 * resent, because the server may have it. A person decides.
 */
export const mailCustomer = async (
  ctx: PaymentsContext,
  task: CustomerMail,
): Promise<TaskOutcome> => {
  if (mailsAtWork >= MAILS_AT_ONCE) return { outcome: 'busy', detail: 'enough mails at once' }
  mailsAtWork += 1
  try {
    return await send(ctx, task)
  } finally {
    mailsAtWork -= 1
  }
}

const send = async (ctx: PaymentsContext, task: CustomerMail): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const mail = await keepMail(query, rowOf(task), now)
  const order = await getOrder(query, mail.order_id)
  const store = await findStore(query, mail.store_id)
  const { mailServer } = ctx.mail
  if (!waitsToBeSent(mail)) {
    if (mail.state !== 'sending' || !store) return { outcome: 'done', note: mail.state }
    return end(ctx, { mail, order, store }, { from: ['sending'], state: 'unknown', detail: null })
  }
  if (!mailServer || !store) return end(ctx, { mail, order, store }, notSent('no_mail_server'))
  const payments = await paymentsOfOrder(query, order.id)
  const reason = reasonNotToSend({ mail, order, store, payments })
  if (reason) return end(ctx, { mail, order, store }, notSent(reason))
  const sending = { mail, order, store, payments }
  const asksToPay = mail.kind === 'request' || mail.kind === 'reminder'
  if (asksToPay && payments.some(({ state }) => state === 'intended')) {
    return {
      ...tryAgain('the checkout is being created'),
      isLogged: true,
      waitsMs: CHECKOUT_WAITS_MS,
    }
  }
  const address = readMailAddress(mail.to_address ?? order.customer.email ?? '')
  if (!address) return end(ctx, sending, { from: UNSENT, state: 'refused', detail: 'no_address' })
  const tried = await sendTo(ctx, { ...sending, address })
  return endOfSending(ctx, sending, { tried, address })
}

const notSent = (detail: string) => ({ from: UNSENT, state: 'not_sent' as const, detail })

const rowOf = ({ mailId, storeId, orderId, paymentId, kind, amountMinor }: CustomerMail) => ({
  id: mailId,
  store_id: storeId,
  order_id: orderId,
  payment_id: paymentId,
  kind,
  amount_minor: amountMinor === null ? null : BigInt(amountMinor),
  to_address: null,
})

/** `isBegun`: this process has set the row to `sending`. */
interface Tried {
  sent: MailSent
  isBegun: boolean
}

const sendTo = async (
  ctx: PaymentsContext,
  { address, ...sending }: MailAbout & { address: string },
): Promise<Tried | 'taken'> => {
  const { mailServer } = ctx.mail
  if (!mailServer) throw new Error('There is no mail server')
  const { mail, order, store } = sending
  const pdf = mail.kind === 'receipt' ? await receiptPdf(ctx, { mail, order, store }) : undefined
  let isBegun = false
  let isTaken = false
  const sent = await mailer(mailServer, { timeoutMs: ANSWER_WITHIN_MS })(
    {
      ...mailOf(ctx, { ...sending, hasReceipt: pdf !== undefined }),
      to: [address],
      attachments: pdf ? [pdf] : [],
    },
    {
      beforeText: async () => {
        const now = ctx.clock.now()
        isBegun = await beginToSend(ctx.db.query, { id: mail.id, to_address: address, now })
        isTaken = !isBegun
        if (isTaken) throw new Error(TAKEN)
      },
    },
  )
  return isTaken ? 'taken' : { sent, isBegun }
}

const TAKEN = 'another process sends this mail'

const endOfSending = async (
  ctx: PaymentsContext,
  sending: MailAbout,
  { tried, address }: { tried: Tried | 'taken'; address: string },
): Promise<TaskOutcome> => {
  if (tried === 'taken') return { outcome: 'busy', detail: TAKEN }
  const { sent, isBegun } = tried
  const from: readonly MailState[] = isBegun ? ['sending'] : UNSENT
  // A stalled process learns the outcome after another gave up.
  const known: readonly MailState[] = isBegun ? ['sending', 'unknown'] : UNSENT
  if (sent.outcome === 'sent')
    return end(ctx, sending, { from: known, state: 'sent', detail: null })
  const detail = withoutAddress(
    `${sent.detail} ${sent.failed === 'server' ? sent.cure : ''}`,
    address,
  )
  switch (sent.failed) {
    case 'receiver':
      return end(ctx, sending, { from: known, state: 'refused', detail })
    case 'unanswered':
      return end(ctx, sending, { from, state: 'unknown', detail })
    case 'server': {
      const isOver = addMs(sending.mail.created_at, GIVEN_UP_AFTER_MS) <= ctx.clock.now()
      await end(ctx, sending, { from, state: isOver ? 'failed' : 'waiting', detail })
      return isOver ? { outcome: 'failed', retry: 'ask-a-person', detail } : tryAgain(detail)
    }
  }
}

/** Removes the address, which servers quote: a task's error outlives an erasure. */
const withoutAddress = (detail: string, address: string): string =>
  detail.replaceAll(new RegExp(address.replaceAll(/\W/gu, '\\$&'), 'gi'), '…').trim()

const end = async (
  ctx: PaymentsContext,
  about: Pick<MailAbout, 'mail' | 'order'> & { store: StoreRow | undefined },
  { from, state, detail }: { from: readonly MailState[]; state: MailState; detail: string | null },
): Promise<TaskOutcome> => {
  const now = ctx.clock.now()
  await ctx.db.query.transaction().execute(async (trx) => {
    const isEnded = await endMail(trx, about.mail.id, { from, state, detail, now })
    if (isEnded) await noteEnd(trx, { ...about, state, detail, now })
  })
  return { outcome: 'done', note: state === 'sent' ? undefined : state }
}
