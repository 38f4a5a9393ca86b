import { FIRST_DAY, MOST_DAYS, type WindowRefusal } from '../../payments/reconciliation/window.ts'

/** Messages for refused `--from` and `--to`. */
export const WINDOW_REFUSALS: Record<WindowRefusal, string> = {
  from_is_no_day: '--from: expected a day such as 2026-05-04',
  to_is_no_day: '--to: expected a day such as 2026-05-04',
  too_early: `--from is before ${FIRST_DAY}`,
  wrong_order: '--to is before --from',
  in_the_future: '--to is in the future (Honduras time)',
  too_long: `--from and --to may cover at most ${MOST_DAYS} days`,
}
