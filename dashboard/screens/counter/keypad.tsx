import { Box, Button } from '@mantine/core'
import { useEffect } from 'react'
import type { Currency } from '../../../src/domain/currencies.ts'
import { useCounterTexts } from './counter-texts.ts'
import { keptTicket } from './kept-ticket.ts'
import { KEYS, type Key, typedAfter } from './ticket.ts'

const keyOf = (pressed: string): Key | undefined => {
  if (pressed === 'Backspace') return 'back'
  if (pressed === ',') return '.'
  return KEYS.find((key) => key === pressed && key !== 'back')
}

const isTypedElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null

/** Also accepts a keyboard. */
export const Keypad = ({ currency }: { currency: Currency }) => {
  const texts = useCounterTexts()
  const press = (key: Key) => {
    const ticket = keptTicket.get()
    keptTicket.set({ ...ticket, typed: typedAfter(ticket.typed, key, currency) })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = keyOf(event.key)
      if (!key || event.ctrlKey || event.metaKey || isTypedElsewhere(event.target)) return
      event.preventDefault()
      const ticket = keptTicket.get()
      keptTicket.set({ ...ticket, typed: typedAfter(ticket.typed, key, currency) })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [currency])
  const labels: Partial<Record<Key, string>> = { back: texts.keys.back, '.': texts.keys.point }
  return (
    <Box className="keypad" role="group" aria-label={texts.keypad}>
      {KEYS.map((key) => (
        <Button
          key={key}
          variant="default"
          className="keypad-key"
          aria-label={labels[key]}
          onClick={() => press(key)}
        >
          {key === 'back' ? '⌫' : key}
        </Button>
      ))}
    </Box>
  )
}
