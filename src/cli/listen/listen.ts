import { setTimeout as sleep } from 'node:timers/promises'
import { type FeedEntryView, feedPage } from '../../http/api/notifications/feed-schemas.ts'
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
import { type SelectionOptions, selectionOf } from './selection.ts'

export interface ListenOptions extends RemoteOptions, SelectionOptions {
  forwardTo: string
  /** Refusals of one entry before the next one follows. */
  tries: number
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
  const isSelected = selectionOf(options)
  const { store, cursor: now } = await api.call('/v1/feed?from=now', { schema: feedPage })
  if (options.store !== undefined && options.store !== store.id) {
    throw new UserError(`--store: the API key belongs to the store "${store.id}".`)
  }
  const file = listenFile({ url: api.url, store: store.id, forwardTo })
  const { secret, cursor: kept } = readListenState(file)
  const start = options.from === undefined ? (kept ?? now) : { beginning: '0-0', now }[options.from]
  const state = { secret, cursor: start }
  writeListenState(file, state)
  const about = { api, forwardTo, file, isSelected, ending, options }
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
  isSelected(entry: FeedEntryView): boolean
  ending: AbortSignal
  options: ListenOptions
}

const greet = (
  { api, forwardTo, file, options: { events, only, skip, order, json } }: About,
  { store, secret }: { store: string; secret: string },
): void => {
  if (json) {
    const selected = { events, only, skip, order_id: order }
    const listening = { store, url: api.url, forward_to: forwardTo, ...selected }
    const kept = { notify_secret: secret, cursor_file: file }
    console.log(JSON.stringify({ listening: { ...listening, ...kept } }))
    return
  }
  const limits = [
    only && `only ${only.join(', ')}`,
    skip && `without ${skip.join(', ')}`,
    order && `only order ${printable(order)}`,
  ].filter(Boolean)
  const selected = [KIND_NAMES[events], limits.length > 0 && `(${limits.join(', ')})`]
  const what = selected.filter(Boolean).join(' ')
  console.log(`Forwarding ${what} of the store ${store} at ${api.url} to ${forwardTo}.
Notify secret, to verify signatures: ${secret}
Progress is saved in ${file}. Press Ctrl-C to stop.
`)
}

const KIND_NAMES: Readonly<Record<ListenOptions['events'], string>> = {
  notifications: 'notifications',
  gateway: 'events of the gateway',
  all: 'notifications and events of the gateway',
}

const follow = async (about: About, state: ListenState & { cursor: string }): Promise<void> => {
  const { api, ending, isSelected, options } = about
  const { events } = options
  for (let failures = 0; !ending.aborted; ) {
    const query = new URLSearchParams({ events, after: state.cursor, wait: String(WAIT_SECONDS) })
    try {
      const page = await api.call(`/v1/feed?${query}`, { schema: feedPage, signal: ending })
      if (failures > 0) note(about, `Reconnected to ${api.url}.`)
      failures = 0
      for (const entry of page.data) {
        if (isSelected(entry) && !(await deliver(about, { entry, secret: state.secret }))) return
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

/**
 * Forwards one entry. Waits for a target that is down, and gives up after `tries` refusals. Returns
 * `false` on shutdown.
 */
const deliver = async (
  about: About,
  { entry, secret }: { entry: FeedEntryView; secret: string },
): Promise<boolean> => {
  const { forwardTo, ending, options } = about
  let last = ''
  let refusals = 0
  for (let failures = 1; !ending.aborted; failures++) {
    const { outcome, answer } = await forward(entry, { forwardTo, secret })
    if (outcome === 'refused') refusals++
    const isOver = outcome === 'acknowledged' || refusals >= options.tries
    const verdict = outcome === 'acknowledged' ? 'delivered' : isOver ? 'failed' : 'retrying'
    // A target that is down for an hour prints one line.
    if (isOver || answer !== last) printLine(about, { entry, answer, verdict })
    if (isOver) return true
    last = answer
    await pause(failures, ending)
  }
  return false
}

const pause = (failures: number, signal: AbortSignal): Promise<void> =>
  sleep(backoffMs(failures, RETRY), undefined, { signal }).catch(() => {})

const TYPE_WIDTH = 26

interface Tried {
  entry: FeedEntryView
  answer: string
  verdict: 'delivered' | 'retrying' | 'failed'
}

const printLine = (
  { options: { json, tries } }: About,
  { entry, answer, verdict }: Tried,
): void => {
  const { body, ...named } = entry
  if (json) {
    const taken = verdict === 'delivered'
    console.log(JSON.stringify({ ...named, answer, taken, outcome: verdict, body }))
    return
  }
  const time = new Date().toTimeString().slice(0, 8)
  const type = (entry.type ?? '-').padEnd(TYPE_WIDTH)
  const more = { delivered: '', retrying: ', retrying', failed: `, failed ${timesOf(tries)}` }
  console.log(printable(`${time}  ${type} ${entry.order_id ?? '-'}  ${answer}${more[verdict]}`))
  if (verdict !== 'failed') return
  const order = entry.order_id === null ? '' : ` --order ${entry.order_id}`
  console.log(printable(`          Forward it again with --from beginning${order}`))
}

const timesOf = (tries: number): string => (tries === 1 ? 'once' : `${tries} times`)

const note = ({ options: { json } }: About, text: string): void => {
  if (!json) console.error(printable(text))
}
