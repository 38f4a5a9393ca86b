import { NOTIFICATION_TYPES, type NotificationType } from '../../payments/ports/notification.ts'
import { NOTIFICATION_DESCRIPTIONS } from '../api/checkouts/schemas.ts'
import { EVENT_EXAMPLES, SAVED_CARD_EXAMPLE } from './event-examples.ts'
import { anchorOf } from './heading-anchor.ts'

/** Renders the Markdown reference of the notifications that a shop receives. */
export const eventsDocument = (): string =>
  `${[
    '# Events',
    'For developers whose shop receives notifications from Puente.',
    '`npm run docs:events` generates this page from the code: do not edit it.',
    'Puente sends each event as a signed POST to the notify URL of the store, and to each other [endpoint](guides/notifications.md#send-to-several-endpoints) whose filter includes the event. [Handle notifications](guides/notifications.md) explains order, retries and duplicates; [verify them](guides/verify-notifications.md) has the code in six languages. Trigger most of them on your machine: `bin/puente trigger order.paid` in the checkout. The notification `puente.test` tests the connection and has no data: answer it with 2xx.',
    [
      '| event | sent when | do in the shop |',
      '|---|---|---|',
      ...NOTIFICATION_TYPES.map(
        (type) =>
          `| [\`${type}\`](#${anchorOf(type)}) | ${NOTIFICATION_DESCRIPTIONS[type]} | ${ACTIONS[type]} |`,
      ),
      `| [\`payment_method.saved\`](#${anchorOf('payment_method.saved')}) | A customer saved a card at the gateway | Offer the card for the next order |`,
    ].join('\n'),
    `\`data.order\` is the order at the time of \`timestamp\`, whatever the event. A handler can ignore the type if it applies \`data.order.status\` together with \`data.order.conflict\`, and skips a message without \`data.order\`, such as [\`payment_method.saved\`](#${anchorOf('payment_method.saved')}).`,
    '## Examples',
    ...NOTIFICATION_TYPES.map((type) =>
      section(type, `${NOTIFICATION_DESCRIPTIONS[type]}.`, EVENT_EXAMPLES[type]),
    ),
    section(
      'payment_method.saved',
      'A customer saved a card at the gateway. The card belongs to a customer, not to an order.',
      SAVED_CARD_EXAMPLE,
    ),
  ].join('\n\n')}\n`

const ACTIONS: Readonly<Record<NotificationType, string>> = {
  'order.paid': 'Deliver the order',
  'order.payment_failed': 'Keep the order open; show the decline if you like',
  'order.payment_expired': 'Release the stock, or start a new checkout',
  'order.cancelled': 'Cancel the order',
  'order.partially_refunded': 'Record the refunds that you do not know',
  'order.refunded': 'Close the order as refunded',
  'order.voided': 'Close the order: the customer pays nothing',
  'order.attention_required': 'Hold the delivery until a person has looked',
  'order.updated': 'Replace what you know with `data`',
}

const section = (type: string, sentence: string, example: object): string =>
  `### \`${type}\`\n\n${sentence}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
