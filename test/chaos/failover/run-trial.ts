import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../../bench/table.ts'
import { openLedger } from '../../../src/ledger/ledger.ts'
import { errorMessage } from '../../../src/platform/failure.ts'
import { freePort } from '../../../src/platform/http-server.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { NOTIFY_SECRET } from '../../support/world.ts'
import { connectShop, SEALING_KEYS } from '../world/connect-store.ts'
import { type KeptProcess, keepRunning } from '../world/kept-process.ts'
import { findInBooks, isAnythingDue, openOrders } from './books.ts'
import { linesOfLogs } from './log-lines.ts'
import type { Stage } from './stage.ts'
import { deliverSteadily, type Sent } from './steady-load.ts'
import { TRIALS, type Trial, type TrialName } from './trials.ts'

/** What a trial came to. */
export interface Outcome {
  name: TrialName
  /** In words; nothing, as it should be. */
  wrong: string[]
  how: string
  sent: number
  acknowledged: number
  /** First tries that were answered with a 5xx, or not at all. */
  refused: number
  /** Acknowledged, and not applied. */
  lost: number
  /** Applied or told twice. */
  doubled: number
  /** From an event to the shop before anything failed, half of them: what this machine has room for. */
  usualMs: number
  /** After the engine was back: until the shop heard something, and until nothing was late any more. */
  firstMessageMs: number
  settledMs: number
  /** Of the process that has written most. */
  logLines: number
}

export interface Pace {
  /** Events a second. */
  rate: number
  seconds: number
}

const SETTLES_WITHIN_MS = 60_000
const MOST_LINES = 1_000
/** The engine fails when all runs as always. */
const STRIKES_AFTER_MS = 5_000
/** An order whose event came so long ago is late, as long as the shop does not know. */
const LATE_AFTER_MS = 2_000
const LOOK_MS = 50

export const runTrial = async (
  name: TrialName,
  { pace, logs, onMoment }: { pace: Pace; logs: string; onMoment: (what: string) => void },
): Promise<Outcome> => {
  const closers: (() => Promise<void> | void)[] = []
  const onClose = (close: () => Promise<void> | void): void => void closers.push(close)
  const trial: Trial = TRIALS[name]
  try {
    onMoment('its engines start')
    const stage = await trial.open(onClose)
    const shop = await startShop(NOTIFY_SECRET)
    onClose(shop.close)
    const orders = Math.round(pace.rate * pace.seconds)
    const ledger = await openLedger({ databaseUrl: stage.databaseUrl(), log: quiet })
    await connectShop(ledger, { policy: {}, notifyUrl: shop.url })
    await openOrders(ledger, orders)
    await ledger.close()
    const folder = join(logs, name)
    const { urls, processes } = await startPuente(stage, { trial, folder, onClose })
    const outcome = await live(stage, {
      name,
      trial,
      pace,
      orders,
      urls,
      processes,
      shop,
      onMoment,
    })
    // What is written while all is closed is no part of it.
    outcome.logLines = linesOfLogs(folder)
    if (outcome.logLines > MOST_LINES) outcome.wrong.push(`a log has ${outcome.logLines} lines`)
    return outcome
  } finally {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
}

const quiet = createLog({ level: 'silent', service: 'chaos' })

const startPuente = async (
  stage: Stage,
  {
    trial: { processes: count = 1 },
    folder,
    onClose,
  }: { trial: Trial; folder: string; onClose: (close: () => Promise<void>) => void },
): Promise<{ urls: string[]; processes: KeptProcess[] }> => {
  mkdirSync(folder, { recursive: true })
  const ports: number[] = []
  for (let n = 0; n < count; n++) ports.push(await freePort())
  const urls = ports.map((port) => `http://localhost:${port}`)
  const common = {
    ...stage.settings,
    SEALING_KEYS,
    PUBLIC_URL: urls[0] ?? '',
    // Nothing is asked of it: the events say all.
    GATEWAY_BASE_URL: 'http://127.0.0.1:9/v1',
  }
  const processes = ports.flatMap((port, n) => [
    keepRunning(`worker-${n + 1}`, { settings: { ...common, ROLES: 'worker' }, logs: folder }),
    keepRunning(`web-${n + 1}`, {
      settings: { ...common, ROLES: 'web', PORT: String(port) },
      logs: folder,
    }),
  ])
  for (const process of processes) onClose(process.stop)
  await Promise.all(processes.map((process) => process.running()))
  return { urls, processes }
}

interface Living {
  name: TrialName
  trial: Trial
  pace: Pace
  orders: number
  urls: readonly string[]
  processes: readonly KeptProcess[]
  shop: Shop
  onMoment: (what: string) => void
}

const live = async (stage: Stage, living: Living): Promise<Outcome> => {
  const { name, trial, pace, orders, urls, processes, shop, onMoment } = living
  const sent: Sent[] = []
  const toldAt = watchShop(shop)
  const patience = new AbortController()
  onMoment(`${pace.rate} events a second`)
  const delivering = deliverSteadily(urls, {
    orders,
    rate: pace.rate,
    sent,
    patience: patience.signal,
  })
  await sleep(STRIKES_AFTER_MS)
  onMoment('it strikes')
  const wrong: string[] = []
  const how = await stage.strike(processes).catch((error) => {
    wrong.push(errorMessage(error))
    return ''
  })
  const returnedAt = Date.now()
  onMoment('the engine is back')
  const loadEndsAt = returnedAt + pace.seconds * 1_000
  const giveUpAt = Math.max(returnedAt, loadEndsAt) + SETTLES_WITHIN_MS
  const isDone = async (): Promise<boolean> =>
    sent.length === orders && toldAt.size === orders && !(await isAnythingDue(stage.databaseUrl()))
  while (!(await isDone()) && Date.now() < giveUpAt) await sleep(LOOK_MS * 4)
  patience.abort()
  await delivering

  const acknowledged = sent.filter(({ isAcknowledged }) => isAcknowledged)
  const books = await findInBooks(stage.databaseUrl(), acknowledged)
  const refused = sent.filter(({ firstStatus }) => firstStatus !== 200).length
  const settledMs = settledAfter(returnedAt, { sent, toldAt })
  const doubled = books.doubled + toldTwice(shop)
  const complaints: [boolean, string][] = [
    [books.lost > 0, `${books.lost} acknowledged events are not applied`],
    [doubled > 0, `${doubled} were applied or told twice`],
    [settledMs > SETTLES_WITHIN_MS, 'it was not settled a minute after the engine was back'],
    [acknowledged.length < orders, `${orders - acknowledged.length} events were never taken`],
    [trial.refusesNothing === true && refused > 0, `${refused} first tries were refused`],
  ]
  for (const [isWrong, what] of complaints) if (isWrong) wrong.push(what)
  wrong.push(...books.leftBehind, ...processes.flatMap(({ endings }) => endings))
  return {
    name,
    wrong,
    how,
    sent: sent.length,
    acknowledged: acknowledged.length,
    refused,
    lost: books.lost,
    doubled,
    usualMs: usually({ sent, toldAt }),
    firstMessageMs: Math.min(...[...toldAt.values()].filter((at) => at > returnedAt)) - returnedAt,
    settledMs,
    logLines: 0,
  }
}

/** When the shop first heard of each order that is paid. */
const watchShop = (shop: Shop): ReadonlyMap<number, number> => {
  const toldAt = new Map<number, number>()
  let read = 0
  const timer = setInterval(() => {
    for (; read < shop.messages.length; read++) {
      const order = Number(shop.messages[read]?.order.id)
      if (!toldAt.has(order)) toldAt.set(order, Date.now())
    }
  }, LOOK_MS)
  timer.unref()
  return toldAt
}

/** One piece of news has one id, however often it comes. */
const toldTwice = (shop: Shop): number =>
  [...Map.groupBy(shop.messages, ({ type, order }) => `${type} ${order.id}`).values()].filter(
    (messages) => new Set(messages.map(({ id }) => id)).size > 1,
  ).length

const usually = ({
  sent,
  toldAt,
}: {
  sent: readonly Sent[]
  toldAt: ReadonlyMap<number, number>
}): number => {
  const firstAt = sent[0]?.sentAt ?? 0
  const times = sent
    .filter(({ sentAt }) => sentAt < firstAt + STRIKES_AFTER_MS - LATE_AFTER_MS)
    .map(({ order, sentAt }) => (toldAt.get(order) ?? Number.POSITIVE_INFINITY) - sentAt)
  return median(times)
}

/** Until a moment at which no order was late; `Infinity`: there was none. */
const settledAfter = (
  returnedAt: number,
  { sent, toldAt }: { sent: readonly Sent[]; toldAt: ReadonlyMap<number, number> },
): number => {
  for (let at = returnedAt; ; ) {
    const late = sent
      .filter(({ sentAt }) => sentAt <= at - LATE_AFTER_MS)
      .map(({ order }) => toldAt.get(order) ?? Number.POSITIVE_INFINITY)
    const last = Math.max(...late, at)
    if (last === at || last === Number.POSITIVE_INFINITY) return last - returnedAt
    at = last
  }
}
