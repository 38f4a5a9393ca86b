import { z } from 'zod'
import { ORDER_CONFLICTS, PAYMENT_MODES } from '../../../db/tables/orders.ts'
import { OrderId, PaymentLinkId } from '../../../domain/ids.ts'
import { ORDER_SOURCES } from '../../../domain/order-source.ts'
import { ORDER_STATUSES } from '../../../domain/order-status.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { amountAndTime } from './record-filters.ts'

export const orderFilters = {
  status: z.enum(ORDER_STATUSES).optional(),
  source: z.enum(ORDER_SOURCES).optional(),
  payment_link_id: plainText(60).pipe(PaymentLinkId).optional(),
  conflict: z.enum(ORDER_CONFLICTS).optional(),
  declined: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: orders with a declined charge. `false`: orders without one. Can be combined with `status`.',
    ),
  payment_mode: z.enum(PAYMENT_MODES).optional(),
  customer: plainText(64)
    .pipe(OrderId)
    .optional()
    .describe('Id of an order; lists all orders of its customer.'),
  ...amountFields,
  ...createdFields,
}

/** Maps the API's order filters to the database's. */
export const filterOf = (query: z.output<z.ZodObject<typeof orderFilters>>) => ({
  status: query.status,
  source: query.source,
  paymentLinkId: query.payment_link_id,
  conflict: query.conflict,
  isDeclined: query.declined === undefined ? undefined : query.declined === 'true',
  mode: query.payment_mode,
  customer: query.customer,
  ...amountAndTime(query),
})
