import { describe, expect, it } from 'vitest'
import { createLog, type Log } from './log.ts'

const shown = (
  write: (log: Log) => void,
  { level = 'info', colors = false }: { level?: string; colors?: boolean } = {},
): string[] => {
  const lines: string[] = []
  const destination = { write: (text: string) => void lines.push(text) }
  write(createLog({ level, service: 'puente', destination, terminal: { colors } }))
  return lines.map((text) => text.replace(/^\[\d\d:\d\d:\d\d\]: /, ''))
}

const PAID = { said: 'order A-1 paid, L 125.50, store notified', order: 'ord_1' }

describe('the log at a terminal', () => {
  it('a line with `said` prints it alone, and other info lines print nothing', () => {
    const lines = shown((log) => {
      log.info({ method: 'GET', path: '/payments/1' }, 'gateway call')
      log.info(PAID, 'storefront notified')
    })
    expect(lines).toEqual(['order A-1 paid, L 125.50, store notified\n'])
  })

  it('warnings and errors print one line with their reason', () => {
    const lines = shown((log) => {
      log.warn({ store: 'demo', result: 'bad-signature', reason: 'wrong' }, 'webhook refused')
      log.warn({ err: new Error('read ECONNRESET') }, 'idle database connection lost')
      log.warn({ said: '', detail: 'somebody else is at it' }, 'task will be tried again')
    })
    expect(lines).toEqual([
      'webhook refused (store demo): wrong\n',
      'idle database connection lost: read ECONNRESET\n',
    ])
  })

  it('an unexpected error prints its origin', () => {
    const [text = ''] = shown((log) => log.error({ err: new Error('boom') }, 'request failed'))
    expect(text).toMatch(/^request failed: boom\n/)
    expect(text).toContain('terminal-lines.test.ts')
  })

  it('a terminal line reveals neither key nor card number', () => {
    const lines = shown((log) =>
      log.warn({ reason: 'Bearer sk_live_4eC39HqLyjWD 4111 1111 1111 1111' }, 'refused'),
    )
    expect(lines.join()).not.toMatch(/4eC39|4111/)
  })

  it("an order's text cannot send commands to the terminal", () => {
    const [text = ''] = shown((log) => log.info({ said: 'order \u001b[2J\r\nA paid' }, 'told'))
    expect(text).toBe('order  [2J A paid\n')
  })

  it.each([
    ['a text that is turned around', 'order A\u202egnp.exe\u202c paid', 'order A gnp.exe  paid'],
    ['signs without a width', 'order A\u200b-\u20601\ufeff paid', 'order A - 1  paid'],
    ['separators of lines', 'order A\u2028B\u2029 paid', 'order A B  paid'],
    ['commands of eight bits', 'order \u009b2J paid', 'order  2J paid'],
  ])('%s cannot disguise itself', (_, said, line) => {
    expect(shown((log) => log.info({ said }, 'told'))).toEqual([`${line}\n`])
    const detailed = shown((log) => log.info({ path: said }, said), { level: 'debug' }).join()
    const failed = shown((log) => log.error({ err: new Error(said) }, 'failed')).join()
    for (const text of [detailed, failed]) {
      expect(text).toContain(line)
      expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\u0080-\u009f]/u)
    }
  })

  it('neither LOG_LEVEL=debug nor an error lets text send commands to the terminal', () => {
    const said = 'order \u001b[2J\r\nA paid'
    const detailed = shown((log) => log.info({ path: said }, said), { level: 'debug' }).join()
    const failed = shown((log) => log.error({ err: new Error(said) }, 'failed')).join()
    for (const text of [detailed, failed]) {
      expect(text).toContain('order  [2J')
      expect(text).not.toContain('\u001b')
      expect(text).not.toContain('\r')
    }
  })

  it.each([
    ['warn', []],
    ['silent', []],
  ])('the terminal respects LOG_LEVEL=%s', (level, lines) => {
    expect(shown((log) => log.info(PAID, 'storefront notified'), { level })).toEqual(lines)
  })

  it('LOG_LEVEL=debug prints every line with all fields', () => {
    const lines = shown((log) => log.info({ path: '/payments/1' }, 'gateway call'), {
      level: 'debug',
    })
    expect(lines.join()).toContain('INFO: gateway call {"path":"/payments/1"}')
  })

  it('colours are off by default', () => {
    const write = (log: Log) => log.warn({ reason: 'x' }, 'refused')
    expect(shown(write).join()).not.toContain('\u001b[')
    expect(shown(write, { colors: true }).join()).toContain('\u001b[33m')
  })
})
