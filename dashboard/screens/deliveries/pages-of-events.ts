import { api, type Schemas } from '../../app/api.ts'
import type { PagesQuery } from '../../parts/use-pages.ts'
import { type DeliverySearch, EVENT_STATES, pickOneOf } from './delivery-search.ts'

export const eventsFilter = ({ state, store, source, message }: DeliverySearch) => {
  const known = pickOneOf(EVENT_STATES, state)
  return {
    ...(store ? { store_id: store } : {}),
    ...(known ? { state: known } : {}),
    ...(source ? { source } : {}),
    ...(message ? { message_id: message } : {}),
  }
}

export const pagesOfEvents = (search: DeliverySearch): PagesQuery<Schemas['EventOfStore']> => {
  const query = eventsFilter(search)
  return [
    ['events', query],
    (cursor, signal) =>
      api.GET('/operator/v1/events', {
        params: { query: { ...query, limit: 30, ...cursor } },
        signal,
      }),
  ]
}
