/** Meanings of the states of an e-mail to a customer, as a list. */
export const MAIL_STATE_MEANINGS = [
  '- `waiting`: sent soon, or again; `detail` says what the mail server answered',
  '- `sending`: on its way to the mail server',
  '- `sent`: the mail server took it',
  '- `refused`: the mail server refused this receiver, or the address is none',
  '- `unknown`: the mail server did not answer whether it took the mail, so Puente does not send it again',
  '- `failed`: the mail server took no mail for a day',
  '- `not_sent`: it lost its reason, such as the reminder of a paid order',
].join('\n')
