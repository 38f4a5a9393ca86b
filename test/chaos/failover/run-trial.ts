import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../../../src/runtime/failure.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { openTestDb } from '../../support/open-db.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { NOTIFY_SECRET } from '../../support/world.ts'
import { connectShop, SEALING_KEYS } from '../world/connect-store.ts'
import { type SupervisedProcess, superviseProcess } from '../world/kept-process.ts'
import { findInBooks, isAnythingDue, openOrders } from './books.ts'
import { linesOfLogs } from './log-lines.ts'
import {
  duplicateNotifications,
  isAnyLate,
  type NotificationFacts,
  settledAfter,
  usualMs,
  watchShop,
} from './progress-lines.ts'
import type { Stage } from './stage.ts'
import { deliverSteadily, type Sent } from './steady-load.ts'
import { TRIALS, type Trial, type TrialName } from './trials.ts'

export interface Outcome {
  name: TrialName
  /** Failed checks; empty on success. */
  wrong: string[]
  how: string
  sent: number
  acknowledged: number
  /** First tries without a 200. */
  refused: number
  /** Acknowledged, but not applied. */
  lost: number
  doubled: number
  /** Median latency from event to notification before the failure. */
  usualMs: number
  /** From the engine's return to the first notification, and until no order was late. */
  firstMessageMs: number
  settledMs: number
  logLines: number
}

export interface Pace {
  /** Events per second. */
  rate: number
  seconds: number
}

const SETTLES_WITHIN_MS = 60_000
const NOT_SETTLED = 'orders were still late a minute after the engine was back'
const MOST_LINES = 1_000
/** The engine fails once everything runs normally. */
const STRIKES_AFTER_MS = 5_000
const LOOK_AT_BOOKS_MS = 500
/** On a busy machine, new processes have a backlog to drain. */
const CALM_LOOK_MS = 500
const LOOKS_FOR_CALM = 20
const LONGEST_BEFORE_MS = STRIKES_AFTER_MS + (LOOKS_FOR_CALM + 4) * CALM_LOOK_MS

export type OnEnd = (close: () => Promise<void>) => void

export const runTrial = async (
  name: TrialName,
  {
    pace,
    logs,
    onMoment,
    onEnd,
  }: { pace: Pace; logs: string; onMoment: (what: string) => void; onEnd: OnEnd },
): Promise<Outcome> => {
  const closers: (() => Promise<void> | void)[] = []
  const onClose = (close: () => Promise<void> | void): void => void closers.push(close)
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  onEnd(closeAll)
  const trial: Trial = TRIALS[name]
  try {
    onMoment('its engines start')
    const stage = await trial.open(onClose)
    const shop = await startShop(NOTIFY_SECRET)
    onClose(shop.close)
    const orders = Math.ceil(pace.rate * (pace.seconds + LONGEST_BEFORE_MS / 1_000))
    const db = await openTestDb({ databaseUrl: stage.databaseUrl(), log: quiet })
    await connectShop(db, { policy: {}, notifyUrl: shop.url })
    await openOrders(db, orders)
    await db.close()
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
    outcome.logLines = linesOfLogs(folder)
    if (outcome.logLines > MOST_LINES) outcome.wrong.push(`a log has ${outcome.logLines} lines`)
    return outcome
  } finally {
    await closeAll()
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
): Promise<{ urls: string[]; processes: SupervisedProcess[] }> => {
  mkdirSync(folder, { recursive: true })
  const ports: number[] = []
  for (let n = 0; n < count; n++) ports.push(await freePort())
  const urls = ports.map((port) => `http://localhost:${port}`)
  const common = {
    ...stage.settings,
    SEALING_KEYS,
    PUBLIC_URL: urls[0] ?? '',
    // Unreachable: only events carry the outcome.
    GATEWAY_BASE_URL: 'http://127.0.0.1:9/v1',
  }
  const processes = ports.flatMap((port, n) => [
    superviseProcess(`worker-${n + 1}`, { settings: { ...common, ROLES: 'worker' }, logs: folder }),
    superviseProcess(`web-${n + 1}`, {
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
  processes: readonly SupervisedProcess[]
  shop: Shop
  onMoment: (what: string) => void
}

const live = async (stage: Stage, living: Living): Promise<Outcome> => {
  const { name, trial, pace, orders, urls, processes, shop, onMoment } = living
  const sent: Sent[] = []
  const { notifiedAt, ...watching } = watchShop(shop)
  const [patience, enough] = [new AbortController(), new AbortController()]
  onMoment(`${pace.rate} events a second`)
  const delivering = deliverSteadily(urls, {
    orders,
    rate: pace.rate,
    sent,
    enough: enough.signal,
    patience: patience.signal,
  })
  await sleep(STRIKES_AFTER_MS)
  const notificationFacts: NotificationFacts = { sent, notifiedAt }
  for (let looks = 0; isAnyLate(notificationFacts) && looks < LOOKS_FOR_CALM; looks++) {
    await sleep(CALM_LOOK_MS)
  }
  const struckAt = Date.now()
  setTimeout(() => enough.abort(), pace.seconds * 1_000)
  onMoment('it strikes')
  const wrong: string[] = []
  const how = await stage.strike(processes).catch((error) => {
    wrong.push(errorMessage(error))
    return ''
  })
  const returnedAt = Date.now()
  onMoment('the engine is back')
  let told = { orders: notifiedAt.size, at: Date.now() }
  const isMoving = (): boolean => {
    if (notifiedAt.size > told.orders) told = { orders: notifiedAt.size, at: Date.now() }
    return Date.now() - told.at < SETTLES_WITHIN_MS
  }
  const isDone = async (): Promise<boolean> =>
    enough.signal.aborted &&
    notifiedAt.size === sent.length &&
    !(await isAnythingDue(stage.databaseUrl()))
  while (!(await isDone()) && isMoving()) await sleep(LOOK_AT_BOOKS_MS)
  patience.abort()
  await delivering
  watching.stop()

  const acknowledged = sent.filter(({ isAcknowledged }) => isAcknowledged)
  const books = await findInBooks(stage.databaseUrl(), acknowledged)
  const refused = sent.filter(({ first }) => first?.status !== 200).length
  const settledMs = settledAfter(returnedAt, notificationFacts)
  const doubled = books.doubled + duplicateNotifications(shop)
  const complaints: [boolean, string][] = [
    [books.lost > 0, `${books.lost} acknowledged events are not applied`],
    [doubled > 0, `${doubled} were applied or told twice`],
    [settledMs > SETTLES_WITHIN_MS, NOT_SETTLED],
    [acknowledged.length < sent.length, `${sent.length - acknowledged.length} were never taken`],
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
    usualMs: usualMs(notificationFacts, { fromMs: struckAt - STRIKES_AFTER_MS, toMs: struckAt }),
    firstMessageMs:
      Math.min(...[...notifiedAt.values()].filter((at) => at > returnedAt)) - returnedAt,
    settledMs,
    logLines: 0,
  }
}
