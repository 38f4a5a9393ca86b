import { z } from 'zod'
import {
  DIFFERENCE_ACTIONS,
  DIFFERENCE_KINDS,
  type DifferenceAction,
  type DiscrepancyKind,
  OUR_SIDE,
  RUN_STATES,
  RUN_TRIGGERS,
  STORE_SIDES,
} from '../../../db/tables/reconciliation.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { STORE_ORDER_STATUSES } from '../../../payments/ports/storefront.ts'
import { pageFields, pageOf } from '../merchant/pages.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, TEXTS.en.validation.day)

export const reconciliationRequest = z
  .strictObject({
    from: day.meta({ description: 'The first Honduras day.', example: '2026-05-01' }),
    to: day.meta({ description: 'The last Honduras day, inclusive.', example: '2026-05-04' }),
    dry: z.boolean().default(false).meta({
      description: 'Say what would be done, and change nothing.',
    }),
  })
  .meta({ id: 'ReconciliationRequest' })

const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n')

const KIND_MEANINGS: Record<DiscrepancyKind, string> = {
  missed_event: 'the gateway is ahead: an event was lost, or is late',
  payment_unknown: 'a payment of ours that the database did not know',
  payment_foreign: "a payment of the gateway account that is not this store's; named once",
  amount_drift: 'amounts or currencies differ',
  not_paid_at_gateway: 'the database has a charge that the gateway does not show',
  refunded_on_one_side: 'one side has refunded more than the other',
  missing_at_gateway: 'the gateway does not know a payment of the database',
  gateway_disagrees: "the gateway's list has more of a payment than the payment itself",
  unreadable_payment: 'the gateway shows a payment that makes no sense',
  paid_twice: 'the order was charged more than once',
  paid_after_cancellation: 'money was taken for an order that the store has cancelled',
  store_not_told: 'the store was not told of the money, or did not act on it',
  store_says_paid: 'the store has the order as paid, and the gateway has not',
  missing_in_store: 'the store does not know an order that is paid',
  unreadable_order: 'what the store says of the order makes no sense',
}

const ACTION_MEANINGS: Record<DifferenceAction, string> = {
  found: 'about to be looked at',
  repaired: 'both sides are equal now, or the store is being told',
  for_a_person: 'a person has to decide',
  counted: 'nobody has to do anything',
  would_be_repaired: 'a dry run would have been followed by the repair',
  would_be_for_a_person: 'the same, for a person',
}

const kind = z
  .enum(DIFFERENCE_KINDS)
  .meta({ description: listed(KIND_MEANINGS), example: 'missed_event' })
const action = z
  .enum(DIFFERENCE_ACTIONS)
  .meta({ description: listed(ACTION_MEANINGS), example: 'repaired' })

export const sumsView = z
  .object({
    payments: z.int().meta({ description: 'How many charges.' }),
    charged: z.string().meta({ example: '1250.00' }),
    voided: z.string(),
    refunded: z.string(),
    fees: z.string().nullable().meta({
      description:
        'The service fee of the charges that were not voided; `null` where none is known.',
    }),
    net: z.string().meta({ description: 'What is left for the store.' }),
  })
  .meta({ id: 'SumsOfCharges' })

const totals = z.object({
  currency: z.string().meta({ example: 'HNL' }),
  gateway: sumsView,
  foreign: sumsView.meta({ description: 'Of the same gateway account, and not of this store.' }),
  [OUR_SIDE]: sumsView,
})

export const runView = z
  .object({
    id: z.string().meta({ example: 'rec_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    trigger: z.enum(RUN_TRIGGERS),
    dry: z.boolean(),
    state: z.enum(RUN_STATES).meta({
      description: '`stopped` and `failed` runs can be resumed where they are, for a week.',
    }),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    from: z.string(),
    to: z.string(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    progress: z.object({
      phase: z.string(),
      pages: z.int(),
      payments: z.int(),
      payments_at_gateway: z.int(),
      foreign: z.int(),
      unreadable: z.int(),
      orders: z.int(),
    }),
    is_incomplete: z.boolean().meta({
      description: 'The gateway counts payments that it did not show, whatever page was asked for.',
    }),
    store_side: z.enum(STORE_SIDES).meta({
      description: "Whether the store's own orders were compared: see `--orders-url`.",
    }),
    totals: z
      .array(totals)
      .nullable()
      .meta({ description: 'Once it has gone through everything.' }),
    problems_not_listed: z.int().meta({
      description:
        'So many differences for a person are in this report alone, for the list of alerts has no room for them.',
    }),
    summary: z.array(z.object({ kind, action, count: z.int() })),
    page_url: z.string().meta({
      description: 'The report in the dashboard, for whoever signs in there.',
    }),
  })
  .meta({ id: 'Reconciliation' })

export const differenceView = z
  .object({
    id: z.string().meta({ example: 'dif_12' }),
    kind,
    action,
    order_id: z.string().nullable().meta({ description: "The shop's own id of the order." }),
    payment_id: z.string().nullable(),
    gateway_payment_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).meta({
      description: '`differs`: what the database has, and what the other `side` has.',
    }),
    found_at: z.iso.datetime(),
    timeline_url: z
      .string()
      .nullable()
      .meta({ description: 'The order in the dashboard, with its timeline.' }),
  })
  .meta({ id: 'Difference' })

export const reportQuery = z.strictObject({
  action: z
    .enum(DIFFERENCE_ACTIONS)
    .optional()
    .describe('Only the differences of which this became; without it, all.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().optional().describe('`next_cursor` of the page before.'),
})

export const reportView = runView
  .extend({
    differences: z.object({ data: z.array(differenceView), next_cursor: z.string().nullable() }),
  })
  .meta({ id: 'ReconciliationReport' })

export const runList = pageOf(runView, 'ReconciliationList')

export const runListQuery = z.strictObject({
  ...pageFields,
})

/** Request to a store's orders URL. */
export const ordersRequested = z.object({
  type: z.literal('orders.requested'),
  timestamp: z.iso.datetime(),
  data: z.object({
    order_ids: z.array(z.string()).max(100).meta({ description: "The shop's own ids." }),
  }),
})

/** Response of a store's orders URL. */
export const ordersAnswer = z.object({
  orders: z.array(
    z.object({
      id: z.string().meta({ example: 'A-1' }),
      status: z.enum(STORE_ORDER_STATUSES).meta({ example: 'paid' }),
      amount: z.string().optional().meta({ description: 'A decimal.', example: '125.50' }),
      currency: z.string().optional().meta({
        description: 'Alphabetic ISO 4217 code; needed where an amount is given.',
        example: 'HNL',
      }),
      refunded_amount: z.string().optional().meta({ example: '0.00' }),
    }),
  ),
})

export const settlementQuery = z.strictObject({
  from: day.meta({ example: '2026-05-01' }),
  to: day.meta({ description: 'The last day, inclusive.', example: '2026-05-31' }),
})

export const settlementList = z
  .object({
    data: z.array(
      z
        .object({
          day: z.string().meta({ description: 'A Honduras day.', example: '2026-05-04' }),
          currency: z.string().meta({ example: 'HNL' }),
          [OUR_SIDE]: sumsView,
          gateway: sumsView.nullable().meta({
            description:
              'As the latest reconciliation that was shown the whole day saw it; `null`: there is none.',
          }),
          gateway_seen_at: z.iso.datetime().nullable(),
          gateway_is_whole: z.boolean().meta({
            description:
              '`false`: some of the charges were not seen since, because their payments were created on other days or the gateway did not show everything, so its side is smaller.',
          }),
        })
        .meta({
          id: 'Settlement',
          description: 'What was voided and refunded counts on the day of its charge.',
        }),
    ),
  })
  .meta({ id: 'SettlementList' })
