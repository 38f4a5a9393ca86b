import type { DestinationStream } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { z } from 'zod'
import { orUndefined } from '../failure.ts'
import { printable, printableLines } from '../text/printable.ts'

const line = z.looseObject({
  level: z.string(),
  said: z.string().optional().catch(undefined),
})

/**
 * Renders `said` for business events, reasons for warnings and errors. An empty `said` hides a line
 * that another one covers. Levels below `info` show everything.
 */
export const terminalLines = (
  destination: DestinationStream,
  { level, colors }: { level: string; colors: boolean },
): DestinationStream => {
  const common = { translateTime: 'SYS:HH:MM:ss', colorize: colors }
  const withFields = prettyFactory({ ...common, ignore: 'service,said', singleLine: true })
  const showing = (include: string) =>
    prettyFactory({
      ...common,
      include,
      messageFormat: (log, messageKey, _label, { colors: { red, yellow } }) => {
        const text = textOf(log, String(log[messageKey] ?? ''))
        if (isOf(log.level, ERRORS)) return red(text)
        return isOf(log.level, WARNINGS) ? yellow(text) : text
      },
    })
  const short = showing('time')
  const withStack = showing('time,err')
  const isDetailed = isOf(level, DETAILED)
  return {
    write: (text) => {
      const { data } = line.safeParse(orUndefined(() => JSON.parse(text)))
      if (!data) return destination.write(printableLines(text))
      const shown = shownAs(data)
      if (isDetailed) return destination.write(withFields(shown))
      if (data.said === undefined && isOf(data.level, ERRORS)) destination.write(withStack(shown))
      else if (data.said ?? isOf(data.level, WARNINGS)) destination.write(short(shown))
    },
  }
}

const DETAILED = ['trace', 'debug']
const WARNINGS = ['warn']
const ERRORS = ['error', 'fatal']

const isOf = (level: unknown, levels: readonly string[]): boolean => levels.includes(String(level))

const textOf = (log: Record<string, unknown>, message: string): string => {
  if (typeof log.said === 'string') return log.said
  const about = ABOUT.flatMap((name) => (isPlain(log[name]) ? [`${name} ${log[name]}`] : []))
  const reason = [...REASONS.map((name) => log[name]), messageOf(log.err)].find(isPlain)
  const entry = about.length > 0 ? `${message} (${about.join(', ')})` : message
  return reason === undefined ? entry : `${entry}: ${reason}`
}

const ABOUT = ['store', 'order', 'kind', 'circuit', 'queue', 'schedule']
const REASONS = ['detail', 'reason', 'last_error', 'result']

const messageOf = (error: unknown): unknown =>
  (error as { message?: unknown } | null | undefined)?.message

const shownAs = (value: unknown, name?: string): unknown => {
  if (typeof value === 'string') return (name === 'stack' ? printableLines : printable)(value)
  if (Array.isArray(value)) return value.map((each) => shownAs(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [printable(key), shownAs(each, key)]),
  )
}

const isPlain = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
