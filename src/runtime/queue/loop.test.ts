import { expect, it } from 'vitest'
import { currentLogFields, withLogFields } from '../log/log-fields.ts'
import { startLoop } from './loop.ts'

it('a poll does not run as part of the request that woke the loop', async () => {
  const fields: object[] = []
  const poll = async (): Promise<number> => {
    fields.push(currentLogFields())
    return 60_000
  }
  const onFailure = (error: unknown) => expect.unreachable(String(error))
  const loop = withLogFields({ request: 'first' }, () => startLoop({ poll, onFailure }))
  // Polls again after the poll in flight.
  withLogFields({ request: 'second' }, loop.wake)
  await expect.poll(() => fields).toEqual([{}, {}])
  await loop.close()
})
