import { describe, expect, it } from 'vitest'
import { judgeStore, type StoreFacts } from './judge-store.ts'

const now = new Date('2026-05-10T12:00:00Z')
const seconds = (count: number) => new Date(now.getTime() - count * 1_000)

const reach = (state: StoreFacts['gateway']['state'], failedSeconds = 0) => ({
  state,
  failedForMs: failedSeconds * 1_000,
})

const works: StoreFacts = {
  isDisabled: false,
  gateway: reach('closed'),
  storefront: 'closed',
  deliveries: 'arriving',
  eventWaitsSince: null,
  taskDueSince: null,
  deadTasks: 0,
  openAlerts: 0,
  hasRunFailed: false,
}
const judged = (facts: Partial<StoreFacts>) => judgeStore({ ...works, ...facts }, now)

describe('the judgement of a store', () => {
  it('a store without concerns works', () => {
    expect(judged({})).toEqual([])
    expect(judged({ deliveries: 'not_known', taskDueSince: seconds(59) })).toEqual([])
  })

  it('a store with an open alert does not work', () => {
    expect(judged({ openAlerts: 1 })).toEqual(['open_alerts'])
  })

  it('a store does not work while its storefront fails, or its gateway account for a minute', () => {
    expect(judged({ storefront: 'failing', gateway: reach('failing', 60) })).toEqual([
      'gateway_unreachable',
      'storefront_unreachable',
    ])
    expect(judged({ gateway: reach('open') })).toEqual(['gateway_unreachable'])
  })

  it('one failed gateway call is no concern, so the home page does not flicker', () => {
    expect(judged({ gateway: reach('failing', 59) })).toEqual([])
  })

  it('deliveries that anyone can post do not make a store look broken', () => {
    expect(judged({ deliveries: 'refused' })).toEqual([])
    expect(judged({ deliveries: 'failing' })).toEqual(['webhooks_failing'])
  })

  it('late events, late tasks and dead tasks are concerns', () => {
    expect(judged({ eventWaitsSince: seconds(61) })).toEqual(['queue_late'])
    expect(judged({ taskDueSince: seconds(61), deadTasks: 2 })).toEqual([
      'queue_late',
      'tasks_given_up',
    ])
  })

  it('a disabled store is judged by its alerts alone', () => {
    expect(judged({ isDisabled: true, storefront: 'open', openAlerts: 1 })).toEqual(['open_alerts'])
  })
})
