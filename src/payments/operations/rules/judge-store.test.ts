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

describe('a store', () => {
  it('works as long as nothing speaks against it', () => {
    expect(judged({})).toEqual([])
    expect(judged({ deliveries: 'not_known', taskDueSince: seconds(59) })).toEqual([])
  })

  it('does not work while an alert of it is open', () => {
    expect(judged({ openAlerts: 1 })).toEqual(['open_alerts'])
  })

  it('does not work while its storefront fails, or its gateway account for a minute', () => {
    expect(judged({ storefront: 'failing', gateway: reach('failing', 60) })).toEqual([
      'gateway_unreachable',
      'storefront_unreachable',
    ])
    expect(judged({ gateway: reach('open') })).toEqual(['gateway_unreachable'])
  })

  it('works after one call that its gateway failed, so that its home page does not flicker', () => {
    expect(judged({ gateway: reach('failing', 59) })).toEqual([])
  })

  it('is not made to look broken by deliveries that anyone can post', () => {
    expect(judged({ deliveries: 'refused' })).toEqual([])
    expect(judged({ deliveries: 'failing' })).toEqual(['webhooks_failing'])
  })

  it('does not work while an event or a task waits for a worker, or tasks were given up', () => {
    expect(judged({ eventWaitsSince: seconds(61) })).toEqual(['queue_late'])
    expect(judged({ taskDueSince: seconds(61), deadTasks: 2 })).toEqual([
      'queue_late',
      'tasks_given_up',
    ])
  })

  it('that is disabled is judged by its alerts alone', () => {
    expect(judged({ isDisabled: true, storefront: 'open', openAlerts: 1 })).toEqual(['open_alerts'])
  })
})
