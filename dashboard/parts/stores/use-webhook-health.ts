import { use } from '../../app/api.ts'

const READ_EVERY_MS = 2_000

/** Polls until the first event arrives. */
export const useWebhookHealth = (storeId: string) =>
  use.useQuery(
    'get',
    '/operator/v1/stores/{id}/webhook-health',
    { params: { path: { id: storeId } } },
    { refetchInterval: ({ state }) => (state.data?.last_event ? false : READ_EVERY_MS) },
  )
