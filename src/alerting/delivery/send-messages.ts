import {
  type AlertChannelRow,
  type AlertMessageRow,
  claimAlertChannel,
  endAlertMessage,
  nextAlertMessage,
  writeAlertChannel,
} from '../../db/alerts/alert-messages.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { addMs, HOUR, MINUTE, SECOND } from '../../runtime/clock.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { printable } from '../../runtime/text/printable.ts'
import type { AlertChannel, SendOutcome } from '../channels/channel.ts'
import { type AlertMessage, alertMessage } from '../messages/alert-message.ts'
import { closeUndelivered, reportUndelivered } from './report-undelivered.ts'
import { withCustomers } from './with-customers.ts'

const MOST_AT_ONCE = 20
/** Lease; afterwards another process may claim the channel. */
const LEASE_MS = 10 * MINUTE
const WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE]
const LONGEST_WAIT_MS = HOUR
const GIVEN_UP_AFTER_MS = 72 * HOUR
const MOST_ERROR = 300

/**
 * Claims a channel and sends its messages in order, at least once. A failure starts a growing
 * backoff; a message expires after three days.
 */
export const sendAlertMessages = async (
  ctx: PaymentsContext,
  channel: AlertChannel,
): Promise<void> => {
  const { query } = ctx.db
  const { name } = channel
  if (!(await nextAlertMessage(query, name))) return
  const now = ctx.clock.now()
  let state = await claimAlertChannel(query, { name, until: addMs(now, LEASE_MS), now })
  if (!state) return
  try {
    for (let n = 0; n < MOST_AT_ONCE; n++) {
      const message = await nextAlertMessage(query, name)
      if (!message) break
      const sent = await channel.send(await readMessage(ctx, message), ctx.clock.now())
      state = await noteOutcome(ctx, { channel: state, storeId: channel.storeId, message, sent })
      if (sent.outcome === 'failed') break
    }
  } finally {
    await writeAlertChannel(query, state)
  }
}

const readMessage = (ctx: PaymentsContext, { content }: AlertMessageRow): Promise<AlertMessage> =>
  withCustomers(ctx, alertMessage.parse(content))

interface Tried {
  channel: AlertChannelRow
  storeId: AlertChannel['storeId']
  message: AlertMessageRow
  sent: SendOutcome
}

/** Returns the channel's new state. */
const noteOutcome = async (
  ctx: PaymentsContext,
  { channel, storeId, message, sent }: Tried,
): Promise<AlertChannelRow> => {
  const { query } = ctx.db
  const { id } = message
  const { name } = channel
  const now = ctx.clock.now()
  if (sent.outcome === 'sent') {
    await endAlertMessage(query, id, { outcome: 'sent', now })
    ctx.log.info({ channel: name, message: id }, 'alert message sent')
    if (channel.failing_since) await closeUndelivered(ctx, name)
    return { name, next_try_at: now, failures: 0, failing_since: null, last_error: null }
  }
  const { retry, cure, retryAfterMs = 0 } = sent
  const detail = fitText(printable(sent.detail), MOST_ERROR)
  const waitMs = Math.min(
    Math.max(WAITS_MS[channel.failures] ?? LONGEST_WAIT_MS, retryAfterMs),
    LONGEST_WAIT_MS,
  )
  const fields = { channel: name, message: id, retry, detail, cure }
  if (addMs(message.created_at, GIVEN_UP_AFTER_MS) <= now) {
    await endAlertMessage(query, id, { outcome: 'given_up', now })
    ctx.log.error(fields, 'alert message given up')
  } else {
    ctx.log.warn({ ...fields, waitMs }, 'alert message not sent, will be tried again')
  }
  const failing = {
    name,
    next_try_at: addMs(now, waitMs),
    failures: channel.failures + 1,
    failing_since: channel.failing_since ?? now,
    last_error: detail,
  }
  await reportUndelivered(ctx, failing, storeId)
  return failing
}
