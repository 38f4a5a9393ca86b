import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createTally } from './tally.ts'

const kept = () => {
  const lines: object[] = []
  const destination = {
    write: (line: string) => {
      const { level: _, time: __, service: ___, ...said } = JSON.parse(line)
      lines.push(said)
    },
  }
  const log = createLog({ level: 'info', service: 'test', destination })
  return { lines, ...createTally(log, { everyMs: 20 }) }
}

it('counted failures keep the first and the last one identifiable', async () => {
  const { lines, tally, close } = kept()
  for (const job of ['1', '2', '3']) tally({ queue: 'work' }, 'job handler failed', { job })
  close()
  expect(lines).toEqual([
    { queue: 'work', job: '1', msg: 'job handler failed' },
    { queue: 'work', count: 2, last: { job: '3' }, msg: 'job handler failed' },
  ])
})

it('the first error is logged in full, later ones as a count with the last id', () => {
  const { lines, tallyError, close } = kept()
  const error = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  for (const task of ['7', '8']) tallyError(error, 'task failed', {}, { task })
  close()
  expect(lines).toEqual([
    {
      error: 'ECONNRESET',
      err: expect.objectContaining({ message: 'gone' }),
      task: '7',
      msg: 'task failed',
    },
    { error: 'ECONNRESET', count: 1, last: { task: '8' }, msg: 'task failed' },
  ])
})

it('a failure after a quiet period is logged immediately again', async () => {
  const { lines, tally, close } = kept()
  tally({}, 'refused')
  await sleep(60)
  tally({}, 'refused')
  close()
  expect(lines).toEqual([{ msg: 'refused' }, { msg: 'refused' }])
})
