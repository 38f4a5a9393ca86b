import { setTimeout as sleep } from 'node:timers/promises'
import {
  type FEED_KINDS,
  type FeedEntryView,
  feedPage,
} from '../../http/api/notifications/feed-schemas.ts'
import { UserError } from '../../runtime/failure.ts'
import { droppedPartReason } from '../../runtime/net/address-parts.ts'
import type { Program, ProgramEnd } from '../../runtime/process/program.ts'
import { backoffMs } from '../../runtime/queue/pause.ts'
import { printable } from '../../runtime/text/printable.ts'
import {
  ApiUnreachable,
  openRemoteApi,
  type RemoteApi,
  type RemoteOptions,
} from '../context/remote-api.ts'
import { WrongUse } from '../terminal/command-line.ts'
import { forward } from './forward.ts'
import { type ListenState, listenFile, readListenState, writeListenState } from './listen-state.ts'

export interface ListenOptions extends RemoteOptions {
  forwardTo: string
  events: (typeof FEED_KINDS)[number]
  /** Defaults to the last run's cursor; the first run starts now. */
  from?: 'beginning' | 'now'
  json: boolean
}

const RETRY = { minMs: 1_000, maxMs: 10_000 }
const WAIT_SECONDS = 10

/** Forwards notifications and gateway events to a local address. */
export const listen = async (
  { open, fail, ending }: Program,
  options: ListenOptions,
): Promise<ProgramEnd> => {
  const api = openRemoteApi(options)
  const forwardTo = addressOf(options.forwardTo)
  const { store, cursor: now } = await api.call('/v1/feed?from=now', { schema: feedPage })
  if (options.store !== undefined && options.store !== store.id) {
    throw new UserError(`--store: the API key belongs to the store "${store.id}".`)
  }
  const file = listenFile({ url: api.url, store: store.id, forwardTo })
  const { secret, cursor: kept } = readListenState(file)
  const start = options.from === undefined ? (kept ?? now) : { beginning: '0-0', now }[options.from]
  const state = { secret, cursor: start }
  writeListenState(file, state)
  const about = { api, forwardTo, file, events: options.events, ending, json: options.json }
  greet(about, { store: store.id, secret })
  // Finishes the entry in flight, which the next run would repeat.
  await open(
    async () => ({ loop: follow(about, state).catch(fail) }),
    ({ loop }) => loop,
  )
  return 'running'
}

const addressOf = (given: string): string => {
  const address = given.includes('://') ? given : `http://${given}`
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new WrongUse('--forward-to: expected an address such as localhost:8080/puente')
  const lost = droppedPartReason(address, ['path', 'query'])
  if (lost) throw new WrongUse(`--forward-to: ${lost.en}`)
  return new URL(address).href
}

interface About {
  api: RemoteApi
  forwardTo: string
  file: string
  events: ListenOptions['events']
  ending: AbortSignal
  json: boolean
}

const greet = (
  { api, forwardTo, file, events, json }: About,
  { store, secret }: { store: string; secret: string },
): void => {
  if (json) {
    const listening = { store, url: api.url, forward_to: forwardTo, events, notify_secret: secret }
    console.log(JSON.stringify({ listening: { ...listening, cursor_file: file } }))
    return
  }
  console.log(`Forwarding notifications of the store ${store} at ${api.url} to ${forwardTo}.
Notify secret, to verify signatures: ${secret}
Progress is saved in ${file}. Press Ctrl-C to stop.
`)
}

const follow = async (about: About, state: ListenState & { cursor: string }): Promise<void> => {
  const { api, ending, events } = about
  for (let failures = 0; !ending.aborted; ) {
    const query = new URLSearchParams({ events, after: state.cursor, wait: String(WAIT_SECONDS) })
    try {
      const page = await api.call(`/v1/feed?${query}`, { schema: feedPage, signal: ending })
      if (failures > 0) note(about, `Reconnected to ${api.url}.`)
      failures = 0
      for (const entry of page.data) {
        if (!(await forwardUntilAcknowledged(about, { entry, secret: state.secret }))) return
        keep(about, state, entry.cursor)
      }
      keep(about, state, page.cursor)
    } catch (error) {
      if (ending.aborted) return
      if (!(error instanceof ApiUnreachable)) throw error
      if (failures === 0) note(about, `${error.message} Retrying.`)
      await pause(++failures, ending)
    }
  }
}

const keep = ({ file }: About, state: ListenState, cursor: string): void => {
  if (state.cursor === cursor) return
  state.cursor = cursor
  writeListenState(file, state)
}

/** Retries one entry, to keep the order. Returns `false` on shutdown. */
const forwardUntilAcknowledged = async (
  about: About,
  { entry, secret }: { entry: FeedEntryView; secret: string },
): Promise<boolean> => {
  let last = ''
  for (let tries = 1; !about.ending.aborted; tries++) {
    const { isAcknowledged, answer } = await forward(entry, {
      forwardTo: about.forwardTo,
      secret,
    })
    // A target that is down for an hour prints one line.
    if (isAcknowledged || answer !== last) printLine(about, { entry, answer, isAcknowledged })
    if (isAcknowledged) return true
    last = answer
    await pause(tries, about.ending)
  }
  return false
}

const pause = (failures: number, signal: AbortSignal): Promise<void> =>
  sleep(backoffMs(failures, RETRY), undefined, { signal }).catch(() => {})

const TYPE_WIDTH = 26

const printLine = (
  { json }: About,
  {
    entry,
    answer,
    isAcknowledged,
  }: { entry: FeedEntryView; answer: string; isAcknowledged: boolean },
): void => {
  const { body, ...named } = entry
  if (json) {
    console.log(JSON.stringify({ ...named, answer, taken: isAcknowledged, body }))
    return
  }
  const time = new Date().toTimeString().slice(0, 8)
  const type = (entry.type ?? '-').padEnd(TYPE_WIDTH)
  const more = isAcknowledged ? '' : ', retrying'
  console.log(printable(`${time}  ${type} ${entry.order_id ?? '-'}  ${answer}${more}`))
}

const note = ({ json }: About, text: string): void => {
  if (!json) console.error(printable(text))
}
