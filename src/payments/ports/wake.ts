import type { NewTask } from '../../db/tasks/outbox.ts'
import { NOTIFICATION_SIGNAL, type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { notifyStorefrontKind } from './tasks/notification-tasks.ts'

/** Wakes workers if a task just committed is due. `notifier`: the process that notifies of it. */
export const signalDueTasks = (
  { signals, clock }: Pick<PaymentsContext, 'signals' | 'clock'>,
  tasks: readonly NewTask[],
  { notifier }: { notifier?: number } = {},
): void => {
  const now = clock.now()
  const due = tasks.filter(({ runAt }) => runAt <= now)
  const isNotification = ({ kind }: NewTask) => kind === notifyStorefrontKind.kind
  if (due.some(isNotification)) signals.send(NOTIFICATION_SIGNAL, String(notifier ?? ''))
  if (!due.every(isNotification)) signals.send(WORK_SIGNAL)
}
