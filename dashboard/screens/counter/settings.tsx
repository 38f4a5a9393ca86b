import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogButton } from '../../parts/dialog.tsx'
import { Choice } from '../../parts/forms/choice.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useStores } from '../../parts/stores/store-name.tsx'
import { StorePicker } from '../../parts/stores/store-picker.tsx'
import { ORDER_CURRENCIES } from '../orders/order-search.ts'
import { type CounterSettings, keptSettings } from './counter-settings.ts'
import { useCounterTexts } from './counter-texts.ts'
import { keptTicket } from './kept-ticket.ts'

export const SettingsButton = ({ settings }: { settings: CounterSettings }) => {
  const { settings: texts } = useCounterTexts()
  return (
    <DialogButton text={texts.open} title={texts.title} variant="default">
      {(close) => <SettingsForm settings={settings} close={close} />}
    </DialogButton>
  )
}

const SettingsForm = ({ settings, close }: { settings: CounterSettings; close: () => void }) => {
  const { settings: texts } = useCounterTexts()
  const hasManyStores = useStores().length > 1
  const [draft, setDraft] = useState(settings)
  const change = (changed: Partial<CounterSettings>) => setDraft({ ...draft, ...changed })
  const save = () => {
    // A ticket kept from another store or currency would charge wrong prices.
    if (draft.store !== settings.store || draft.currency !== settings.currency) keptTicket.forget()
    keptSettings.set({ ...draft, counter: draft.counter.trim() })
    close()
  }
  return (
    <Form
      submit={save}
      send={texts.save}
      isPending={false}
      canSend={draft.counter.trim() !== ''}
      close={close}
    >
      {hasManyStores ? (
        <StorePicker label={texts.store} value={draft.store} set={(store) => change({ store })} />
      ) : null}
      <TextInput
        label={texts.counter}
        description={texts.counterHint}
        maxLength={40}
        value={draft.counter}
        onChange={({ currentTarget }) => change({ counter: currentTarget.value })}
      />
      <Choice
        label={texts.currency}
        clearable={false}
        values={ORDER_CURRENCIES}
        names={{}}
        value={ORDER_CURRENCIES.find((code) => code === draft.currency)}
        set={(currency) => change({ currency: currency ?? draft.currency })}
      />
    </Form>
  )
}
