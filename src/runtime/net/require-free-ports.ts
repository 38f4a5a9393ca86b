import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import { callThirdParty, readResponse } from './outgoing.ts'

/** A service of ours, recognized by one of its responses. */
export interface KnownService {
  /** For example, `Puente`. */
  name: string
  /** Path that only this service answers in this way. */
  path: string
  answers(response: Response, body: string): boolean
}

export interface PortToOpen {
  setting: string
  /** 0: any free port, which needs no check. */
  port: number
  /** Service that listens if the program already runs. */
  service: KnownService
}

const ANSWERS_WITHIN_MS = 5_000
const MOST_BYTES = 10_000
/** Upper bound on the search for a port to suggest. */
const MOST_TRIED = 50

/**
 * Checks ports before a program creates anything. Throws a UserError that says which port is in use
 * and by what, with the line that starts the program on free ports.
 */
export const requireFreePorts = async (
  ports: readonly PortToOpen[],
  { host, command, moreSettings = '' }: { host: string; command: string; moreSettings?: string },
): Promise<void> => {
  const fixed = ports.filter(({ port }) => port !== 0)
  const isShared = ({ port }: PortToOpen, index: number) =>
    fixed.findIndex((each) => each.port === port) < index
  const shared = fixed.filter(isShared)
  const taken: PortToOpen[] = []
  for (const each of fixed) {
    if (!shared.includes(each) && !(await isFree(each.port, host))) taken.push(each)
  }
  if (taken.length + shared.length === 0) return
  const reasons = await Promise.all([
    ...taken.map(async (each) =>
      (await isServedBy(each))
        ? { isOurs: true, text: `${each.service.name} already runs on port ${each.port}.` }
        : {
            isOurs: false,
            text: `Port ${each.port} (${each.setting}) is in use by another program.`,
          },
    ),
    ...shared.map((each) => ({
      isOurs: false,
      text: `Port ${each.port} has two uses: ${each.setting} needs a port of its own.`,
    })),
  ])
  const isOurs = reasons.some((reason) => reason.isOurs)
  const used = new Set(fixed.map(({ port }) => port))
  const settings: string[] = []
  for (const { setting, port } of [...taken, ...shared]) {
    settings.push(`${setting}=${await nextFreePort(port, { host, used })}`)
  }
  const more = isOurs && moreSettings !== '' ? [moreSettings] : []
  throw new UserError(
    [
      ...reasons.map(({ text }) => text),
      `Nothing was started. ${isOurs ? 'Stop it (Ctrl-C in its terminal), or start a second one' : 'Start on another port'}:`,
      `  ${[...settings, ...more, command].join(' ')}`,
    ].join('\n'),
  )
}

/**
 * A program on `[::1]` leaves `127.0.0.1` free, but gets the requests to `localhost` meant for
 * ours.
 */
const isFree = async (port: number, host: string): Promise<boolean> => {
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const each of hosts) if (!(await canListen(port, each))) return false
  return true
}

/** Leaves other errors than a port in use to the program. */
const canListen = async (port: number, host: string): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
    return true
  } catch (error) {
    return errorCode(error) !== 'EADDRINUSE'
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

const isServedBy = async ({ port, service }: PortToOpen): Promise<boolean> => {
  try {
    const response = await callThirdParty(`http://localhost:${port}${service.path}`, {
      timeoutMs: ANSWERS_WITHIN_MS,
    })
    const body = await readResponse(response.body, MOST_BYTES)
    return service.answers(response, String(body))
  } catch {
    return false
  }
}

const nextFreePort = async (
  taken: number,
  { host, used }: { host: string; used: Set<number> },
): Promise<number> => {
  for (let tried = 1; tried <= MOST_TRIED; tried++) {
    const port = taken + tried > 65_535 ? taken - tried : taken + tried
    if (used.has(port) || !(await isFree(port, host))) continue
    used.add(port)
    return port
  }
  return 0
}
