import { useQuery } from '@tanstack/react-query'
import { use } from '../../app/api.ts'

const READ_EVERY_MS = 2_000

export const webhookHealthQuery = (storeId: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}/webhook-health', {
    params: { path: { id: storeId } },
  })

/** Polls until the first event arrives. */
export const useWebhookHealth = (storeId: string) =>
  useQuery({
    ...webhookHealthQuery(storeId),
    refetchInterval: ({ state }) => (state.data?.last_event ? false : READ_EVERY_MS),
  })
