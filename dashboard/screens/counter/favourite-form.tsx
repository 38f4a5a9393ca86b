import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Currency } from '../../../src/domain/currencies.ts'
import { use } from '../../app/api.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { useCounterTexts } from './counter-texts.ts'
import { RemoveFavourite } from './remove-favourite.tsx'

export interface Favourite {
  id: string
  name: string
  /** Decimal string. */
  price: string
}

const FIELDS = ['name', 'price']

/** Adds a favourite, or changes or removes the given one. */
export const FavouriteForm = ({
  store,
  currency,
  favourite,
  close,
}: {
  store: string
  currency: Currency
  favourite?: Favourite
  close: () => void
}) => {
  const { favourites: texts } = useCounterTexts()
  const [name, setName] = useState(favourite?.name ?? '')
  const [price, setPrice] = useState(favourite?.price ?? '')
  const done = { done: texts.saved, after: close }
  const create = useFormAction(
    use.useMutation('post', '/operator/v1/stores/{id}/counter-items'),
    done,
  )
  const change = useFormAction(use.useMutation('patch', '/operator/v1/counter-items/{id}'), done)
  const act = favourite ? change : create
  const submit = () => {
    const body = { name, price: price.trim(), currency: currency.code }
    act.run({ params: { path: { id: favourite?.id ?? store } }, body })
  }
  return (
    <Form
      submit={submit}
      send={texts.save}
      isPending={act.isPending}
      canSend={name.trim() !== '' && price.trim() !== ''}
      close={close}
      others={favourite ? <RemoveFavourite id={favourite.id} close={close} /> : null}
    >
      <TextInput
        label={texts.name}
        maxLength={60}
        data-autofocus
        value={name}
        error={act.errors.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={`${texts.price} (${currency.code})`}
        inputMode="decimal"
        maxLength={20}
        value={price}
        error={act.errors.price}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}
