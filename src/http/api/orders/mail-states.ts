/** Meanings of the states of a customer mail, as Markdown. */
export const MAIL_STATE_MEANINGS = [
  '- `waiting`: Puente sends or retries it soon; `detail` has the answer of the mail server',
  '- `sending`: on its way to the mail server',
  '- `sent`: the mail server accepted it',
  '- `refused`: the mail server refused this recipient, or the address is not valid',
  '- `unknown`: the mail server did not confirm it, so Puente does not send it again',
  '- `failed`: the mail server accepted no mail for a day',
  '- `not_sent`: its reason no longer applies, such as a reminder of a paid order',
].join('\n')
