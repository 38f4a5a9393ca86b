import type { NewTask } from '../../db/tasks/outbox.ts'
import { NOTIFICATION_SIGNAL, type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { notifyStorefrontKind } from './tasks/notification-tasks.ts'

/** Wakes workers if a task just committed is due. */
export const signalDueTasks = (
  { signals, clock }: Pick<PaymentsContext, 'signals' | 'clock'>,
  tasks: readonly NewTask[],
): void => {
  const now = clock.now()
  const due = tasks.filter(({ runAt }) => runAt <= now)
  const isNotification = ({ kind }: NewTask) => kind === notifyStorefrontKind.kind
  if (due.some(isNotification)) signals.send(NOTIFICATION_SIGNAL)
  if (!due.every(isNotification)) signals.send(WORK_SIGNAL)
}
