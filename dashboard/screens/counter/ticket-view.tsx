import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Currency } from '../../../src/domain/currencies.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import { useLanguage } from '../../app/language.ts'
import type { CounterSettings } from './counter-settings.ts'
import { useCounterTexts } from './counter-texts.ts'
import { Favourites } from './favourites.tsx'
import { keptTicket } from './kept-ticket.ts'
import { Keypad } from './keypad.tsx'
import { beginSale } from './sales.ts'
import { currencyOf, decimalOf, EMPTY_TICKET, type Ticket, totalsOf, withoutOne } from './ticket.ts'
import { TipPicker } from './tip-picker.tsx'

/** Shows the ticket's total and the button that charges it. */
export const TicketView = ({ settings, store }: { settings: CounterSettings; store: string }) => {
  const texts = useCounterTexts()
  const { format, language } = useLanguage()
  const currency = currencyOf(settings.currency)
  const ticket = keptTicket.use()
  const { sold, tip, total } = totalsOf(ticket, currency)
  const [isKept, setKept] = useState(true)
  const money = (minor: bigint) => moneyText(decimalOf(minor, currency), currency.code, language)
  return (
    <div className="counter-columns">
      <Stack gap="sm">
        <Favourites store={store} currency={currency} />
      </Stack>
      <Stack gap="sm">
        <output className="counter-amount" aria-label={texts.amount}>
          {money(total)}
        </output>
        <Lines ticket={ticket} currency={currency} />
        {tip > 0n ? (
          <Text size="sm" c="dimmed" ta="end">
            {format(texts.withTip, { amount: money(tip) })}
          </Text>
        ) : null}
        <Keypad currency={currency} />
        <TipPicker store={store} ticket={ticket} />
        {isKept ? null : <Alert color="red">{texts.notKept}</Alert>}
        <Group gap="sm" wrap="nowrap">
          <Button
            variant="default"
            size="lg"
            disabled={sold === 0n && ticket.typed === ''}
            onClick={() => keptTicket.set(EMPTY_TICKET)}
          >
            {texts.clear}
          </Button>
          <Button
            size="lg"
            className="counter-charge"
            disabled={total === 0n}
            onClick={() => setKept(beginSale(keptTicket.get(), settings))}
          >
            {total > 0n ? format(texts.charge, { amount: money(total) }) : texts.nothing}
          </Button>
        </Group>
      </Stack>
    </div>
  )
}

const Lines = ({ ticket, currency }: { ticket: Ticket; currency: Currency }) => {
  const texts = useCounterTexts()
  const { format, language } = useLanguage()
  if (ticket.lines.length === 0) return null
  return (
    <ul className="counter-lines" aria-label={texts.ticket}>
      {ticket.lines.map(({ id, name, price, count }) => (
        <li key={id}>
          <span>
            {count} × <bdi>{name}</bdi>
          </span>
          <span className="amount">{moneyText(price, currency.code, language)}</span>
          <Button
            variant="default"
            size="compact-md"
            aria-label={format(texts.removeOne, { name })}
            onClick={() => keptTicket.set(withoutOne(keptTicket.get(), id))}
          >
            −
          </Button>
        </li>
      ))}
      {ticket.typed ? (
        <li>
          <span>{texts.typed}</span>
          <span className="amount">{ticket.typed}</span>
        </li>
      ) : null}
    </ul>
  )
}
