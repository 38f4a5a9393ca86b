import { Badge } from '@mantine/core'

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'quiet'>> = {
  paid: 'good',
  succeeded: 'good',
  done: 'good',
  awaiting_payment: 'quiet',
  partially_refunded: 'quiet',
  refunded: 'quiet',
  voided: 'quiet',
  payment_expired: 'quiet',
  cancelled: 'quiet',
  on_hold: 'bad',
  failed: 'bad',
  dead: 'bad',
  given_up: 'bad',
  told: 'good',

  declined: 'bad',
  unknown: 'warn',
  waiting: 'warn',

  mail_waiting: 'quiet',
  mail_sending: 'quiet',
  mail_sent: 'good',
  mail_refused: 'bad',
  mail_unknown: 'warn',
  mail_failed: 'bad',
  mail_not_sent: 'quiet',

  availability_closed: 'good',
  availability_failing: 'warn',
  availability_open: 'bad',
  availability_half_open: 'warn',
  availability_paused: 'bad',
  webhooks_arriving: 'good',
  webhooks_refused: 'warn',
  webhooks_failing: 'bad',
  queue_moving: 'good',
  queue_late: 'warn',
  queue_given_up: 'bad',
  done_again: 'good',
  waiting_failing: 'bad',
  event_handled: 'good',
  event_waiting: 'quiet',
  event_given_up: 'bad',
  link_open: 'good',
  link_sold_out: 'warn',
  run_done: 'good',
  run_stopped: 'warn',
  run_failed: 'bad',
}

/** Text carries the state; colour is only a hint. */
export const StatusBadge = ({ state, text }: { state: string; text: string }) => (
  <Badge className="status" variant="outline" data-tone={TONES[state] ?? 'quiet'} tt="none">
    {text}
  </Badge>
)
