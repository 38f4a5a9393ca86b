import { expect, it } from 'vitest'
import { taskKindsOf } from '../../payments/ports/tasks/task-kinds.ts'
import { actorText } from './actor-text.ts'

it.each([...taskKindsOf([]).keys()])('the timeline describes what Puente was doing: %s', (name) => {
  expect(actorText({ kind: 'job', name }, 'en')).toMatch(/^Puente, wh(ile|en) /)
  expect(actorText({ kind: 'job', name }, 'es')).toMatch(/^Puente, al /)
})

it('an unknown job is attributed to Puente', () => {
  expect(actorText({ kind: 'job', name: 'apply-example-webhook' }, 'es')).toBe('Puente')
})
