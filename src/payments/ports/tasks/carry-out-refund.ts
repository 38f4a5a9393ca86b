import { z } from 'zod'
import type { RefundRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { RefundId } from '../../../domain/ids.ts'
import { HOUR, MINUTE } from '../../../runtime/clock.ts'
import { coreKind, ofPayment } from './core-kind.ts'
import type { When } from './task-kind.ts'

export const carryOutRefundKind = coreKind({
  kind: 'carry-out-refund',
  needs: 'gateway',
  payload: z.object({ refundId: RefundId }),
  // A refund that waits for the gateway's window sets its own backoff.
  waitsMs: [MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR],
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 4,
})

export const newCarryOutRefundTask = (refund: RefundRow, when: When): NewTask =>
  carryOutRefundKind.task({ refundId: refund.id }, { ...ofPayment(refund), ...when })
