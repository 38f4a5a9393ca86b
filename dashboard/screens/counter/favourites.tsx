import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '../../../src/domain/currencies.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import { use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Dialog, DialogButton } from '../../parts/dialog.tsx'
import { useCounterTexts } from './counter-texts.ts'
import { type Favourite, FavouriteForm } from './favourite-form.tsx'
import { keptTicket } from './kept-ticket.ts'
import { withItem } from './ticket.ts'

const itemsQuery = (store: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}/counter-items', {
    params: { path: { id: store } },
  })

/** One tap puts a favourite on the ticket. */
export const Favourites = ({ store, currency }: { store: string; currency: Currency }) => {
  const { favourites: texts } = useCounterTexts()
  const { language } = useLanguage()
  const all = useQuery(itemsQuery(store)).data?.data
  const items = all?.filter((item) => item.currency === currency.code)
  const [isEditing, setEditing] = useState(false)
  const [changed, setChanged] = useState<Favourite>()
  return (
    <section className="counter-favourites">
      <Group justify="space-between">
        <Title order={2}>{texts.title}</Title>
        <Group gap="xs">
          {items?.length ? (
            <Button variant="subtle" size="compact-md" onClick={() => setEditing(!isEditing)}>
              {isEditing ? texts.done : texts.edit}
            </Button>
          ) : null}
          <DialogButton text={texts.add} title={texts.add} variant="default" size="compact-md">
            {(close) => <FavouriteForm store={store} currency={currency} close={close} />}
          </DialogButton>
        </Group>
      </Group>
      {items?.length === 0 ? <Text c="dimmed">{texts.none}</Text> : null}
      <div className="counter-items">
        {items?.map(({ id, name, price }) => {
          const shownPrice = moneyText(price, currency.code, language)
          return (
            <button
              key={id}
              type="button"
              className="counter-item"
              data-editing={isEditing || undefined}
              onClick={() =>
                isEditing
                  ? setChanged({ id, name, price })
                  : keptTicket.set(withItem(keptTicket.get(), { id, name, price }))
              }
            >
              <VisuallyHidden>{isEditing ? texts.change : texts.put}</VisuallyHidden>
              <bdi>{name}</bdi>
              <span className="amount">{shownPrice}</span>
            </button>
          )
        })}
      </div>
      <Dialog
        opened={changed !== undefined}
        onClose={() => setChanged(undefined)}
        title={texts.changeTitle}
      >
        {changed ? (
          <FavouriteForm
            store={store}
            currency={currency}
            favourite={changed}
            close={() => setChanged(undefined)}
          />
        ) : null}
      </Dialog>
    </section>
  )
}
