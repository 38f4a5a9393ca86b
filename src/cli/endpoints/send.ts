import { storeConnections } from '../../../config/store-connections.ts'
import { openEndpointLogin, openEndpointSecrets } from '../../db/endpoints/endpoint-secrets.ts'
import { releaseAfterTest } from '../../payments/endpoints/release-deliveries.ts'
import {
  type EndpointReplayOutcome,
  replayMissedNotifications,
} from '../../payments/endpoints/replay-notifications.ts'
import { testEndpoint } from '../../payments/endpoints/test-endpoint.ts'
import { posterTo } from '../../payments/notifications/post-notification.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import type { StoreCommandContext } from '../stores/workplace.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted } from '../terminal/print.ts'
import type { EndpointOptions } from './change.ts'
import { endpointNamed, noSuchEndpoint, refusedField } from './options.ts'

const TIMEOUT_MS = 15_000

export const testEndpointCommand = async (
  { connecting, settings }: StoreCommandContext,
  { id, endpoint }: EndpointOptions,
): Promise<void> => {
  const { query, sealer, ids, now } = connecting
  const known = await endpointNamed(query, { id, endpoint })
  const post = posterTo({
    url: known.url,
    login: openEndpointLogin(sealer, known),
    secrets: openEndpointSecrets(sealer, known, now),
    timeoutMs: TIMEOUT_MS,
    connections: storeConnections(settings),
    clock: systemClock,
  })
  const { isAccepted, call, error } = await testEndpoint({ ids, clock: systemClock }, { post })
  const status = call?.status ? `HTTP ${call.status}` : (error ?? 'no answer')
  const answer = call?.answer ? `: ${call.answer}` : ''
  if (!isAccepted)
    throw new UserError(`The endpoint did not accept a test notification: ${status}${answer}`)
  await releaseAfterTest(query, known.id, now)
  console.log(`The endpoint accepted a test notification (${status}, ${call?.duration_ms} ms).`)
}

export const replayToEndpointCommand = async (
  { connecting, long }: StoreCommandContext,
  {
    id,
    endpoint,
    from,
    to,
    all: isAll,
    yes,
  }: EndpointOptions & { from: Date; to?: Date; all: boolean; yes: boolean },
): Promise<void> => {
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const replay = async (isDry: boolean) =>
    requireReplayed(
      await replayMissedNotifications({ ...connecting, long }, known, { from, to, isAll, isDry }),
    )
  const { notifications, orders } = await replay(true)
  if (notifications === 0) return console.log('The endpoint missed no notifications in this time.')
  const what = `${counted(notifications, 'notification')} of ${counted(orders, 'order')}`
  await confirm(`This sends ${what} to ${endpoint}, with the same message ids.`, { yes })
  const sent = await replay(false)
  console.log(`Puente is sending ${counted(sent.notifications, 'notification')}.`)
}

const requireReplayed = (replayed: EndpointReplayOutcome) => {
  switch (replayed.outcome) {
    case 'no-such-endpoint':
      throw noSuchEndpoint()
    case 'refused':
      throw refusedField(replayed)
    case 'disabled':
      throw new UserError('The endpoint is disabled. Enable it first.')
    default:
      return replayed
  }
}
