import { z } from 'zod'
import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { OrderId, PaymentId, StoreId } from '../../../domain/ids.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { type TaskKind, type TaskOwner, taskKind, type WhenAndOnce } from './task-kind.ts'

export const ofPayment = ({ store_id, order_id }: Pick<PaymentRow, 'store_id' | 'order_id'>) => ({
  storeId: store_id,
  orderId: order_id,
})

export const ofOrder = ({ store_id, id }: Pick<OrderRow, 'store_id' | 'id'>) =>
  ofPayment({ store_id, order_id: id })

type CoreKind = keyof (typeof TEXTS)['en']['taskFailures']

/** Defines a kind of the core, with the catalogue's text for a dead task. */
export const coreKind = <Payload extends Record<string, unknown>, Kind extends CoreKind>(
  facts: Omit<TaskKind<Payload, Kind>, 'onFailure'>,
) => {
  const { kind } = facts
  const onFailure = { es: TEXTS.es.taskFailures[kind], en: TEXTS.en.taskFailures[kind] }
  return taskKind({ ...facts, onFailure })
}

const kindAbout =
  <Row, Payload extends Record<string, unknown>>(
    payload: z.ZodType<Payload>,
    of: (row: Row) => [Payload, TaskOwner],
  ) =>
  <Kind extends CoreKind>(facts: Omit<TaskKind<Payload, Kind>, 'payload' | 'onFailure'>) => {
    const kind = coreKind({ ...facts, payload })
    const task = (row: Row, when: WhenAndOnce): NewTask => {
      const [held, whose] = of(row)
      return kind.task(held, { ...whose, ...when })
    }
    return { ...kind, task }
  }

export const paymentKind = kindAbout(z.object({ paymentId: PaymentId }), (payment: PaymentRow) => [
  { paymentId: payment.id },
  ofPayment(payment),
])

export const orderKind = kindAbout(
  z.object({ orderId: OrderId }),
  (order: Pick<OrderRow, 'id' | 'store_id'>) => [{ orderId: order.id }, ofOrder(order)],
)

export const storeKind = kindAbout(z.object({ storeId: StoreId }), (storeId: StoreId) => [
  { storeId },
  { storeId },
])

export const STORE_BACKOFF_MS = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR],
]
