import type { NotificationData } from '@mantine/notifications'

/** This code loads after the first screen. */
export const showNotification = async (notification: NotificationData): Promise<void> => {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(notification)
}
