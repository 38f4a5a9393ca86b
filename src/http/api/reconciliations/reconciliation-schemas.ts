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
import { orderReference, storeIdField } from '../operator/list-schemas.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, TEXTS.en.validation.day)

export const reconciliationRequest = z
  .strictObject({
    from: day.meta({ description: 'First day (Honduras time).', example: '2026-05-01' }),
    to: day.meta({ description: 'Last day, inclusive.', example: '2026-05-04' }),
    dry: z.boolean().default(false).meta({
      description: 'Reports repairs without making them.',
    }),
  })
  .meta({ id: 'ReconciliationRequest' })

const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n')

const KIND_MEANINGS: Record<DiscrepancyKind, string> = {
  missed_event: 'the gateway is ahead: an event is late or lost',
  payment_unknown: 'a payment of the store that was missing in the database',
  payment_foreign:
    'a payment of the gateway account that belongs to no order of the store, reported once',
  amount_drift: 'amounts or currencies differ',
  not_paid_at_gateway: 'a charge in the database that the gateway does not show',
  refunded_on_one_side: 'one side has refunded more than the other',
  missing_at_gateway: 'a payment in the database that the gateway does not know',
  gateway_disagrees: "the gateway's list shows a higher amount than the payment itself",
  unreadable_payment: 'a payment at the gateway with invalid data',
  paid_twice: 'the order was charged more than once',
  paid_after_cancellation: 'a charge for an order that the store has cancelled',
  store_not_told: 'the store was not notified of a charge, or did not act on it',
  store_says_paid: 'an order that is paid in the store and unpaid at the gateway',
  missing_in_store: 'a paid order that the store does not know',
  unreadable_order: 'an order that the store reports with invalid data',
}

const ACTION_MEANINGS: Record<DifferenceAction, string> = {
  found: 'not examined yet',
  repaired: 'both sides are equal, or Puente is notifying the store',
  for_a_person: 'a person has to decide',
  counted: 'no action needed',
  would_be_repaired: 'dry run: Puente would repair it',
  would_be_for_a_person: 'dry run: a person would have to decide',
}

const kind = z
  .enum(DIFFERENCE_KINDS)
  .meta({ description: listed(KIND_MEANINGS), example: 'missed_event' })
const action = z
  .enum(DIFFERENCE_ACTIONS)
  .meta({ description: listed(ACTION_MEANINGS), example: 'repaired' })

export const sumsView = z
  .object({
    payments: z.int().meta({ description: 'Number of charges.' }),
    charged: z.string().meta({ example: '1250.00' }),
    voided: z.string(),
    refunded: z.string(),
    fees: z.string().nullable().meta({
      description: 'Service fees of the charges that were not voided; `null` if unknown.',
    }),
    net: z.string().meta({ description: 'Net amount for the store.' }),
  })
  .meta({ id: 'SumsOfCharges' })

const totals = z.object({
  currency: z.string().meta({ example: 'HNL' }),
  gateway: sumsView,
  foreign: sumsView.meta({
    description: 'Payments of the gateway account that belong to no order of this store.',
  }),
  [OUR_SIDE]: sumsView,
})

export const runView = z
  .object({
    id: z.string().meta({ example: 'rec_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    trigger: z
      .enum(RUN_TRIGGERS)
      .meta({ description: '`schedule`: nightly. `demand`: a person or a program started it.' }),
    dry: z.boolean().meta({ description: 'Whether it only reports repairs.' }),
    state: z.enum(RUN_STATES).meta({
      description: 'State of the run. A `stopped` or `failed` run can be resumed for a week.',
    }),
    reason: z.string().nullable().meta({ description: 'Reason for a failure; otherwise `null`.' }),
    from: z.string().meta({ description: 'First day (Honduras time).' }),
    to: z.string().meta({ description: 'Last day, inclusive.' }),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    progress: z.object({
      phase: z.string(),
      pages: z.int().meta({ description: "Number of pages read from the gateway's list." }),
      payments: z.int().meta({ description: 'Number of payments read so far.' }),
      payments_at_gateway: z
        .int()
        .meta({ description: 'Number of payments that the gateway reports.' }),
      foreign: z
        .int()
        .meta({ description: 'Number of payments that belong to no order of the store.' }),
      unreadable: z.int().meta({ description: 'Number of payments with invalid data.' }),
      orders: z.int().meta({ description: 'Number of orders compared so far.' }),
    }),
    is_incomplete: z.boolean().meta({
      description: 'Whether the gateway counted more payments than its pages contained.',
    }),
    store_side: z.enum(STORE_SIDES).meta({
      description:
        "Whether the run compared the store's own orders, which needs its `orders_url` or a platform.",
    }),
    totals: z
      .array(totals)
      .nullable()
      .meta({ description: 'Sums by currency; `null` until the run is done.' }),
    problems_not_listed: z.int().meta({
      description:
        'Number of differences that need a person but have no alert, because the run reached its limit of alerts.',
    }),
    summary: z
      .array(z.object({ kind, action, count: z.int() }))
      .meta({ description: 'Number of differences by kind and action.' }),
    page_url: z.string().meta({
      description: 'Address of the report in the dashboard. Requires a sign-in.',
    }),
  })
  .meta({ id: 'Reconciliation' })

export const differenceView = z
  .object({
    id: z.string().meta({ example: 'dif_12' }),
    kind,
    action,
    order_id: z.string().nullable().meta({ description: "The shop's id of the order." }),
    payment_id: z.string().nullable(),
    gateway_payment_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'Details of the difference. `differs` contains pairs of values: that of the database, then that of the other `side`.',
    }),
    found_at: z.iso.datetime(),
    timeline_url: z
      .string()
      .nullable()
      .meta({ description: 'Address of the order in the dashboard; `null` without an order.' }),
  })
  .meta({ id: 'Difference' })

export const reportQuery = z.strictObject({
  action: z
    .enum(DIFFERENCE_ACTIONS)
    .optional()
    .describe('Restricts the list to differences with this action.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
})

export const reportView = runView
  .extend({
    differences: z.object({ data: z.array(differenceView), next_cursor: z.string().nullable() }),
  })
  .meta({ id: 'ReconciliationReport' })

export const runOfStore = runView
  .extend({ store_id: storeIdField })
  .meta({ id: 'ReconciliationOfStore' })

export const differenceOfStore = differenceView
  .omit({ order_id: true, timeline_url: true })
  .extend({ order: orderReference.nullable() })
  .meta({ id: 'DifferenceOfStore' })

export const reportOfStore = runOfStore
  .extend({
    differences: z.object({
      data: z.array(differenceOfStore),
      next_cursor: z.string().nullable(),
    }),
  })
  .meta({ id: 'ReconciliationReportOfStore' })

export const ordersRequested = z.object({
  type: z.literal('orders.requested'),
  timestamp: z.iso.datetime(),
  data: z.object({
    order_ids: z.array(z.string()).max(100).meta({ description: "The shop's ids of the orders." }),
  }),
})

export const ordersAnswer = z.object({
  orders: z.array(
    z.object({
      id: z.string().meta({ example: 'A-1' }),
      status: z.enum(STORE_ORDER_STATUSES).meta({ example: 'paid' }),
      amount: z.string().optional().meta({ description: 'Decimal string.', example: '125.50' }),
      currency: z.string().optional().meta({
        description: 'Alphabetic ISO 4217 code. Required with an amount.',
        example: 'HNL',
      }),
      refunded_amount: z.string().optional().meta({ example: '0.00' }),
    }),
  ),
})

export const settlementQuery = z.strictObject({
  from: day.meta({ description: 'First day (Honduras time).', example: '2026-05-01' }),
  to: day.meta({ description: 'Last day, inclusive.', example: '2026-05-31' }),
})

export const settlementList = z
  .object({
    data: z.array(
      z
        .object({
          day: z.string().meta({ description: 'Honduras day.', example: '2026-05-04' }),
          currency: z.string().meta({ example: 'HNL' }),
          [OUR_SIDE]: sumsView,
          gateway: sumsView.nullable().meta({
            description:
              'Sums at the gateway, from the latest reconciliation that covered the whole day; `null` if none did.',
          }),
          gateway_seen_at: z.iso.datetime().nullable().meta({
            description: 'Time of that reconciliation.',
          }),
          gateway_is_whole: z.boolean().meta({
            description:
              "Whether the gateway's sums contain every charge of the day. `false` if a reconciliation has not covered the day on which a payment was created, or the gateway did not show it.",
          }),
        })
        .meta({
          id: 'Settlement',
          description: 'Sums of a day. Voids and refunds count on the day of their charge.',
        }),
    ),
  })
  .meta({ id: 'SettlementList' })
