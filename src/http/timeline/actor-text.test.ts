import { expect, it } from 'vitest'
import { taskKindsOf } from '../../payments/ports/tasks/task-kinds.ts'
import { actorText } from './actor-text.ts'

it.each([...taskKindsOf([]).keys()])(
  'who reads a timeline learns in words what Puente was doing: %s',
  (name) => {
    expect(actorText({ kind: 'job', name }, 'en')).toMatch(/^Puente, wh(ile|en) /)
    expect(actorText({ kind: 'job', name }, 'es')).toMatch(/^Puente, al /)
  },
)

it('a job that has no words here is done by Puente', () => {
  expect(actorText({ kind: 'job', name: 'apply-example-webhook' }, 'es')).toBe('Puente')
})
