import { expect, it } from 'vitest'
import { PaymentLinkId } from '../../../domain/ids.ts'
import { deadlineOfPlace } from './deadline-of-place.ts'

const first = new Date('2026-05-04T12:30:00Z')
const later = new Date('2026-05-04T13:30:00Z')
const ofLink = { payment_link_id: PaymentLinkId.parse('plk_1') }
const hosted = (expires_at: Date | null) => ({ mode: 'hosted', expires_at }) as const

it('the first checkout of a link’s order decides until when the order holds its place', () => {
  expect(deadlineOfPlace(ofLink, [hosted(first), hosted(later), hosted(null)])).toBe(first)
})

it('a card charged before the first checkout has no say', () => {
  const card = { mode: 'saved_card', expires_at: null } as const
  expect(deadlineOfPlace(ofLink, [card, hosted(first)])).toBe(first)
})

it('a first checkout, and an order without a place, have no such deadline', () => {
  expect(deadlineOfPlace(ofLink, [])).toBeNull()
  expect(deadlineOfPlace({ payment_link_id: null }, [hosted(first)])).toBeNull()
})
