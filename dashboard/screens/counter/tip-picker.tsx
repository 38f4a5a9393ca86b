import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { storeQuery } from '../queries.ts'
import { useCounterTexts } from './counter-texts.ts'
import { keptTicket } from './kept-ticket.ts'
import { TIPS, type Ticket } from './ticket.ts'

/** Picks the tip, unless the customer chooses it at the gateway's checkout. */
export const TipPicker = ({ store, ticket }: { store: string; ticket: Ticket }) => {
  const texts = useCounterTexts()
  const label = useId()
  const atCheckout = useQuery(storeQuery(store)).data?.decisions.tip !== undefined
  if (atCheckout) {
    return (
      <Text size="sm" c="dimmed">
        {texts.tipAtCheckout}
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-labelledby={label}>
        <Text id={label} fw={600}>
          {texts.tip}
        </Text>
        {TIPS.map((tip) => (
          <Button
            key={tip}
            size="compact-lg"
            variant={ticket.tip === tip ? 'filled' : 'default'}
            aria-pressed={ticket.tip === tip}
            onClick={() => keptTicket.set({ ...keptTicket.get(), tip })}
          >
            {texts.tips[tip]}
          </Button>
        ))}
      </Group>
      {ticket.tip === 'own' ? (
        <TextInput
          label={texts.ownTip}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={ticket.ownTip}
          onChange={({ currentTarget }) =>
            keptTicket.set({
              ...keptTicket.get(),
              ownTip: currentTarget.value.replace(',', '.').replaceAll(/[^\d.]/g, ''),
            })
          }
        />
      ) : null}
    </Stack>
  )
}
