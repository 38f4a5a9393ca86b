import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  write(createLog({ level: 'info', service: 'puente', destination }))
  return lines.map((line) => JSON.parse(line))
}

describe('the log', () => {
  it('a logged error reveals neither key nor card number', () => {
    const error = new Error('401 for Bearer sk_live_4eC39HqLyjWD\n4111 1111 1111 1111 refused')
    Object.assign(error, { config: { password: 'hunter2', number: 4111111111111111 } })
    const [line] = logged((log) => log.error({ err: error, order: 'ord_1' }, 'charge failed'))
    expect(JSON.stringify(line)).not.toMatch(/4eC39|4111|hunter2/)
    expect(line.err.message).toBe('401 for Bearer [secret]\n[card number] refused')
  })

  it('a log line is JSON with the ids of its order and a UTC time', () => {
    const [line] = logged((log) =>
      log
        .child({ store: 'str_1', order: 'ord_1' })
        .info({ payment: 10452, total: '125.50' }, 'paid'),
    )
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'puente',
      store: 'str_1',
      order: 'ord_1',
      payment: 10452,
      total: '125.50',
      msg: 'paid',
    })
  })
})
