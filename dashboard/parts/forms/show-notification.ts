import type { NotificationData } from '@mantine/notifications'

/** Shows a notification; the dashboard loads this code after the first screen. */
export const showNotification = async (notification: NotificationData): Promise<void> => {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(notification)
}
